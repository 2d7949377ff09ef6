//! The state of a match: the score, the hand that is played, and what was said in it.

use super::bets::{Contra, Envido};
use super::deck::{Trio, power};
use super::moves::{CALLS, Call, Move};
use super::tricks::{TRICKS, Taken, won};

/// The most moves of the players in one hand: three cards each, three calls and answers of truco, and a flor
/// with four calls and an answer (envido takes fewer).
pub const MOST_MOVES: usize = 18;

/// No card yet, and the mark of a card that lies face down.
const NO_CARD: u8 = 255;
const FACE_DOWN: u8 = 64;

/// What the seat on turn has to say or do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Asked {
    /// Plays a card, or begins a bet.
    Card,
    /// Answers envido.
    Envido,
    /// Answers a flor with its own.
    Flor,
    /// Answers truco.
    Truco,
}

/// What all know of a seat's flor.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Flor {
    /// Nothing: it has not spoken yet.
    Unknown,
    /// It has none.
    None,
    /// It has declared one.
    Held,
}

/// What a seat has told of its envido, or of its flor where it holds one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Told {
    /// Nothing.
    Nothing,
    /// Its points.
    Exactly(u8),
    /// That it has no more than that.
    AtMost(u8),
}

/// What all have seen of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shown {
    /// A card was laid, open or face down.
    Card,
    /// This was said.
    Call(Call),
}

/// A card on the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Laid(u8);

impl Laid {
    /// No card.
    pub const NONE: Laid = Laid(NO_CARD);

    /// This card, face up or down.
    #[must_use]
    pub const fn of(card: u8, down: bool) -> Laid {
        Laid(if down { card | FACE_DOWN } else { card })
    }

    /// The card, if there is one.
    #[must_use]
    pub const fn card(self) -> Option<u8> {
        if self.0 == NO_CARD { None } else { Some(self.0 & !FACE_DOWN) }
    }

    /// Whether it lies face down.
    #[must_use]
    pub const fn is_down(self) -> bool {
        self.0 != NO_CARD && self.0 & FACE_DOWN != 0
    }

    /// The card as the other seat sees it.
    #[must_use]
    pub const fn shown(self) -> Option<u8> {
        if self.is_down() { None } else { self.card() }
    }

    /// What it is worth in the trick: face down less than any card.
    #[must_use]
    pub fn strength(self) -> Option<i8> {
        self.card().map(|card| if self.is_down() { -1 } else { power(card) as i8 })
    }
}

/// A match, with everything that was seen in the present hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// Points of the match.
    pub points: [u8; 2],
    /// Hands that are finished.
    pub hand: u8,
    /// Whether the cards are dealt.
    pub dealt: bool,
    /// The cards each seat was dealt, the strongest first.
    pub cards: [Trio; 2],
    /// What each seat has laid in each trick.
    pub laid: [[Laid; TRICKS]; 2],
    /// Who is to speak.
    pub mover: u8,
    /// What about.
    pub asked: Asked,
    /// The truco that stands: 0 is none, 3 is vale quatro.
    pub level: u8,
    /// The truco that waits for an answer; 0 is none.
    pub proposed: u8,
    /// Who proposed it.
    pub proposer: u8,
    /// Who accepted last and alone may raise, once there is a truco.
    pub raiser: u8,
    /// Calls of envido.
    pub envido: Envido,
    /// Whether nobody can call envido any more, because it was settled or there was a flor.
    pub envido_over: bool,
    /// The highest call on two flores.
    pub contra: Option<Contra>,
    /// What all know of the flores.
    pub flor: [Flor; 2],
    /// What each seat has told of its points.
    pub told: [Told; 2],
    /// What all have seen of this hand, in order.
    log: [u8; MOST_MOVES],
    moves: u8,
}

impl State {
    /// Before the deal of a hand.
    #[must_use]
    pub const fn before(points: [u8; 2], hand: u8) -> State {
        State {
            points,
            hand,
            dealt: false,
            cards: [[0; 3]; 2],
            laid: [[Laid::NONE; TRICKS]; 2],
            mover: hand % 2,
            asked: Asked::Card,
            level: 0,
            proposed: 0,
            proposer: 0,
            raiser: 0,
            envido_over: false,
            contra: None,
            flor: [Flor::Unknown; 2],
            told: [Told::Nothing; 2],
            envido: Envido::NONE,
            log: [0; MOST_MOVES],
            moves: 0,
        }
    }

    /// Who leads the first trick and wins what is equal.
    #[must_use]
    pub const fn mao(&self) -> usize {
        (self.hand % 2) as usize
    }

    /// Who is to speak.
    #[must_use]
    pub const fn me(&self) -> usize {
        self.mover as usize
    }

    /// Points the hand pays as it stands.
    #[must_use]
    pub const fn value(&self) -> u8 {
        self.level + 1
    }

    /// Whether this seat has laid its first card.
    #[must_use]
    pub fn has_played(&self, seat: usize) -> bool {
        self.laid[seat][0] != Laid::NONE
    }

    /// Whether this seat still holds this card.
    #[must_use]
    pub fn holds(&self, seat: usize, card: u8) -> bool {
        self.cards[seat].contains(&card) && self.laid[seat].iter().all(|laid| laid.card() != Some(card))
    }

    /// The cards a seat still holds, the strongest first.
    pub fn held(&self, seat: usize) -> impl Iterator<Item = u8> {
        let state = *self;
        state.cards[seat].into_iter().filter(move |&card| state.dealt && state.holds(seat, card))
    }

    /// Who took a trick; `None` while it is open.
    #[must_use]
    pub fn taken(&self, trick: usize) -> Option<Taken> {
        let [first, second] = [0, 1].map(|seat| self.laid[seat][trick].strength());
        Some(Taken::of(first?, second?))
    }

    /// The trick that is played, from 0; 3 when all are finished.
    #[must_use]
    pub fn trick(&self) -> usize {
        (0..TRICKS).find(|&trick| self.taken(trick).is_none()).unwrap_or(TRICKS)
    }

    /// Who is to lay a card. After a tied trick the mão leads again.
    #[must_use]
    pub fn to_play(&self) -> usize {
        let trick = self.trick();
        let leader = Taken::leads(trick.checked_sub(1).and_then(|last| self.taken(last)), self.mao());
        let led = trick < TRICKS && self.laid[leader][trick] != Laid::NONE;
        if led { 1 - leader } else { leader }
    }

    /// Who has won the tricks, as soon as that is sure.
    #[must_use]
    pub fn won_by(&self) -> Option<usize> {
        won([0, 1, 2].map(|trick| self.taken(trick)), self.mao())
    }

    /// What this seat tells all by a move.
    pub(super) fn note(&mut self, made: Move) {
        let seen = match made {
            Move::Card(card) => card,
            Move::Down(_) => FACE_DOWN,
            Move::Say(call) => FACE_DOWN + 1 + call as u8,
            Move::Deal(_) => return,
        };
        self.log[usize::from(self.moves)] = seen | self.mover << 7;
        self.moves += 1;
    }

    /// What was said in this hand, and by which seat.
    pub(super) fn calls(&self) -> impl Iterator<Item = (usize, Call)> + '_ {
        self.shown().filter_map(|(seat, what)| match what {
            Shown::Call(call) => Some((seat, call)),
            Shown::Card => None,
        })
    }

    /// Lays and notes the last move of a hand, and clears nothing away.
    pub(super) fn finish(&mut self, made: Move) {
        self.note(made);
        let (me, trick) = (self.me(), self.trick());
        match made {
            Move::Card(card) => self.laid[me][trick] = Laid::of(card, false),
            Move::Down(card) => self.laid[me][trick] = Laid::of(card, true),
            Move::Say(_) | Move::Deal(_) => {}
        }
    }

    /// Who did what in this hand, in order.
    pub(super) fn shown(&self) -> impl Iterator<Item = (usize, Shown)> {
        self.log().iter().map(|&seen| {
            let what = (seen & 0x7f).checked_sub(FACE_DOWN + 1).map(|call| CALLS[usize::from(call)]);
            (usize::from(seen >> 7), what.map_or(Shown::Card, Shown::Call))
        })
    }

    /// What all have seen of this hand, in order.
    pub(super) fn log(&self) -> &[u8] {
        &self.log[..usize::from(self.moves)]
    }
}
