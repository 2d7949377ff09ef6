//! What can be done in a turn, as one value.

use super::plays::Play;
use ludometer_game::Packed;

/// A choice of a player, or a throw.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// Moves checkers.
    Play(Play),
    /// A throw, the higher die first.
    Throw(u8, u8),
    /// The opening throw: White's die and Black's.
    Open(u8, u8),
    /// Throws without doubling.
    Roll,
    /// Offers to double the stake.
    Double,
    /// Plays on for twice the stake.
    Take,
    /// Gives up for the stake as it was.
    Drop,
}

impl Packed for Move {
    fn pack(self) -> [u8; 16] {
        let mut bytes = [0; 16];
        let words = match self {
            Move::Play(play) => {
                let [a, b, c, d] = play.from;
                [0, u8::from(play.low_first), a, b, c, d]
            }
            Move::Throw(high, low) => [1, high, low, 0, 0, 0],
            Move::Open(white, black) => [2, white, black, 0, 0, 0],
            Move::Roll => [3, 0, 0, 0, 0, 0],
            Move::Double => [4, 0, 0, 0, 0, 0],
            Move::Take => [5, 0, 0, 0, 0, 0],
            Move::Drop => [6, 0, 0, 0, 0, 0],
        };
        bytes[..6].copy_from_slice(&words);
        bytes
    }
    fn unpack(bytes: [u8; 16]) -> Self {
        let [kind, first, second, third, fourth, fifth, ..] = bytes;
        match kind {
            0 => Move::Play(Play { from: [second, third, fourth, fifth], low_first: first == 1 }),
            1 => Move::Throw(first, second),
            2 => Move::Open(first, second),
            3 => Move::Roll,
            4 => Move::Double,
            5 => Move::Take,
            _ => Move::Drop,
        }
    }
}
