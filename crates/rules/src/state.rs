//! A position of a rules-file game, and its moves.

use crate::lane::Need;
use ludometer_game::{Fault, Packed};

/// A position: the cells, and what a rule waits for.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// The cells the schema lays out.
    pub(crate) cells: Box<[i32]>,
    /// What every seat has seen so far, in short; empty where nothing is hidden.
    pub(crate) recall: Box<[u64]>,
    /// A rule that waits for chance.
    pub(crate) pending: Option<Box<Pending>>,
    /// What went wrong.
    pub(crate) fault: Option<Box<Fault>>,
}

impl State {
    /// The cells the schema lays out.
    #[must_use]
    pub fn cells(&self) -> &[i32] {
        &self.cells
    }
}

/// A rule that waits for chance. The cells are as they were before it; it is run anew with one more outcome.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Pending {
    /// The move; none for the set-up.
    pub chosen: Option<u32>,
    /// What chance brought so far.
    pub outcomes: Vec<u64>,
    /// What it waits for.
    pub need: Need,
}

/// A move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// Of a seat: its number in the action space.
    Act(u32),
    /// Of chance: a number, or the seed of a shuffle.
    Chance(u64),
}

impl Packed for Move {
    fn pack(self) -> [u8; 16] {
        let (kind, number) = match self {
            Move::Act(number) => (0u64, u64::from(number)),
            Move::Chance(outcome) => (1, outcome),
        };
        (u128::from(kind) << 64 | u128::from(number)).to_le_bytes()
    }

    fn unpack(bytes: [u8; 16]) -> Self {
        let both = u128::from_le_bytes(bytes);
        match both >> 64 {
            0 => Move::Act(both as u32),
            _ => Move::Chance(both as u64),
        }
    }
}
