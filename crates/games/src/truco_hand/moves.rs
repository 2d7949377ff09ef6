//! What can be played, said and dealt.

use super::state::{Half, Holding};
use crate::truco::{CALLS, Call};
use ludometer_game::Packed;

/// Marks of what was made, as all see it: a class of cards, or a call counted from here.
const SAID: u8 = 64;
/// The marks of two ways to end.
pub(super) const REFUSED: u8 = SAID + Call::NaoQuero as u8;
pub(super) const PASSED: u8 = SAID + CALLS.len() as u8;

/// A card, a call, a pass, or what chance deals.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// Plays a card of this class.
    Card(u8),
    /// Says this.
    Say(Call),
    /// Does not call envido.
    Pass,
    /// Chance begins this half of the hand.
    Begin(Half),
    /// Chance gives this to the next seat.
    Deal(Holding),
}

impl Move {
    /// The mark it leaves for all to see, where a seat made it.
    pub(super) const fn mark(self) -> u8 {
        match self {
            Move::Card(class) => class,
            Move::Say(call) => SAID + call as u8,
            _ => PASSED,
        }
    }

    /// Appends its text.
    pub(super) fn write(self, out: &mut String) {
        let text = match self {
            Move::Card(class) => format!("c{class}"),
            Move::Say(call) => call.word().to_owned(),
            Move::Pass => "pass".to_owned(),
            Move::Begin(Half::Tricks) => "for-tricks".to_owned(),
            Move::Begin(Half::Envido(falta)) => format!("for-envido-{falta}"),
            Move::Deal(Holding::Cards([a, b, c])) => format!("cards-{a}.{b}.{c}"),
            Move::Deal(Holding::Points(points)) => format!("points-{points}"),
            Move::Deal(Holding::Nothing) => "nothing".to_owned(),
        };
        out.push_str(&text);
    }
}

impl Packed for Move {
    fn pack(self) -> [u8; 16] {
        let [kind, a, b, c] = match self {
            Move::Card(class) => [0, class, 0, 0],
            Move::Say(call) => [1, call as u8, 0, 0],
            Move::Pass => [2, 0, 0, 0],
            Move::Begin(Half::Tricks) => [3, 0, 0, 0],
            Move::Begin(Half::Envido(falta)) => [4, falta, 0, 0],
            Move::Deal(Holding::Cards([a, b, c])) => [5, a, b, c],
            Move::Deal(Holding::Points(points)) => [6, points, 0, 0],
            Move::Deal(Holding::Nothing) => [7, 0, 0, 0],
        };
        let mut packed = [0; 16];
        packed[..4].copy_from_slice(&[kind, a, b, c]);
        packed
    }
    fn unpack(bytes: [u8; 16]) -> Self {
        let [kind, a, b, c] = [bytes[0], bytes[1], bytes[2], bytes[3]];
        match kind {
            0 => Move::Card(a),
            1 => Move::Say(CALLS[usize::from(a)]),
            2 => Move::Pass,
            3 => Move::Begin(Half::Tricks),
            4 => Move::Begin(Half::Envido(a)),
            5 => Move::Deal(Holding::Cards([a, b, c])),
            6 => Move::Deal(Holding::Points(a)),
            _ => Move::Deal(Holding::Nothing),
        }
    }
}
