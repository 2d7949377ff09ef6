//! What lies on the table, and what of it each seat knows.

use super::{MOST, MOST_SEATS};
use ludometer_game::Seat;

/// Prizes and bids by round, both from 1 (0: not yet), and what followed from them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    pub(super) prizes: [u8; MOST],
    pub(super) bids: [[u8; MOST_SEATS]; MOST],
    /// Rounds decided.
    pub(super) rounds: u8,
    /// Bids lying face down.
    pub(super) committed: u8,
    /// Cards in hand as bits; a committed bid has left the hand.
    pub(super) hands: [u16; MOST_SEATS],
    pub(super) points: [u8; MOST_SEATS],
    /// Points left over from tied rounds.
    pub(super) carried: u8,
}

/// The values of a set of cards, lowest first.
pub(super) fn values(set: u16) -> impl Iterator<Item = u8> {
    (1..=MOST as u8).filter(move |value| set >> value & 1 == 1)
}

impl State {
    pub(super) fn round(&self) -> usize {
        usize::from(self.rounds)
    }

    /// The prize of this round; 0 while there is none.
    pub(super) fn prize(&self) -> u8 {
        self.prizes.get(self.round()).copied().unwrap_or(0)
    }

    /// The bid a seat has made in this round; 0 while it has none.
    pub(super) fn bid(&self, seat: Seat) -> u8 {
        if seat.index() < usize::from(self.committed) { self.bids[self.round()][seat.index()] } else { 0 }
    }

    /// The bid of a seat in this round as a viewer knows it; 0 is unknown.
    pub(super) fn known_bid(&self, viewer: Option<Seat>, of: Seat) -> u8 {
        if viewer.is_none_or(|seat| seat == of) { self.bid(of) } else { 0 }
    }

    /// The hand of a seat as a viewer knows it: a hidden bid still seems to be in it.
    pub(super) fn known_hand(&self, viewer: Option<Seat>, of: Seat) -> u16 {
        let hidden = self.bid(of) - self.known_bid(viewer, of);
        // Value 0 has no card, so that bit is cleared again.
        (self.hands[of.index()] | 1 << hidden) & !1
    }

    pub(super) fn left_prizes(&self, cards: usize) -> impl Iterator<Item = u8> {
        let turned = self.prizes;
        (1..=cards as u8).filter(move |value| !turned.contains(value))
    }
}
