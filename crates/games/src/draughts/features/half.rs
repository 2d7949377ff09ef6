//! A board as one player sees it: its own men go down, whoever that is.
//!
//! Samuel's terms speak of the *passive* side, which gets the credit, and of the *active* side, its opponent. Here the
//! passive side is always the one that is looked at. For White the board is turned round, so that every square has the
//! number it has for Black.

use crate::draughts::board::{Board, FORWARD, before, beyond, turned};
use crate::draughts::{BLACK, WHITE};

/// A board as its passive side sees it.
pub(super) struct Half {
    /// The pieces of the passive side, whose men go down.
    pub passive: u32,
    /// The pieces of the active side, whose men go up.
    pub active: u32,
    pub kings: u32,
    pub empty: u32,
}

/// The men and the kings of a side, and where its men go.
pub(super) struct Side {
    pub men: u32,
    pub kings: u32,
    forward: [usize; 2],
}

impl Side {
    /// The pieces that may go in a direction at all.
    #[inline(always)]
    pub fn goers(&self, direction: usize) -> u32 {
        if self.forward.contains(&direction) { self.men | self.kings } else { self.kings }
    }

    /// Empty squares its men, and its kings, can step to.
    #[inline(always)]
    pub fn reach(&self, empty: u32) -> [u32; 2] {
        let [left, right] = self.forward;
        let men = beyond(self.men, left) | beyond(self.men, right);
        let kings = (0..4).fold(0, |reach, direction| reach | beyond(self.kings, direction));
        [men & empty, kings & empty]
    }

    /// Pieces of a set, which move like its men or like kings, that can jump over a victim in each direction.
    #[inline(always)]
    pub fn jumpers(&self, pieces: [u32; 2], victims: u32, empty: u32) -> [u32; 4] {
        let [men, kings] = pieces;
        std::array::from_fn(|direction| {
            let goers = if self.forward.contains(&direction) { men | kings } else { kings };
            goers & before(victims & before(empty, direction), direction)
        })
    }
}

impl Half {
    #[inline(always)]
    pub fn new(board: &Board, passive: usize) -> Half {
        let [black, white] = board.sides;
        let (passive, active, kings) = match passive {
            BLACK => (black, white, board.kings),
            _ => (turned(white), turned(black), turned(board.kings)),
        };
        Half { passive, active, kings, empty: !(passive | active) }
    }

    #[inline(always)]
    pub fn passive_side(&self) -> Side {
        Side { men: self.passive & !self.kings, kings: self.passive & self.kings, forward: FORWARD[BLACK] }
    }

    #[inline(always)]
    pub fn active_side(&self) -> Side {
        Side { men: self.active & !self.kings, kings: self.active & self.kings, forward: FORWARD[WHITE] }
    }

    #[inline(always)]
    pub fn passive_men(&self) -> u32 {
        self.passive & !self.kings
    }

    #[inline(always)]
    pub fn active_kings(&self) -> u32 {
        self.active & self.kings
    }
}

/// Squares that are in at least two of four sets.
#[inline(always)]
pub(super) fn two_of([a, b, c, d]: [u32; 4]) -> u32 {
    (a & b) | (c & d) | ((a | b) & (c | d))
}

/// Squares that are in at least three of four sets.
#[inline(always)]
pub(super) fn three_of([a, b, c, d]: [u32; 4]) -> u32 {
    (a & b & (c | d)) | (c & d & (a | b))
}

/// Squares whose neighbour in each direction is in a set.
#[inline(always)]
pub(super) fn around(set: u32) -> [u32; 4] {
    std::array::from_fn(|direction| before(set, direction))
}

pub(super) fn count(set: u32) -> i32 {
    set.count_ones() as i32
}
