//! The boards that were there before, for positional superko.
//!
//! A board is known by a 64-bit number (the exclusive or of a random number for each stone), and the past
//! by the list of those numbers and their sum. The order in which boards came decides nothing, so two
//! pasts are equal when they have as many boards with the same sum.
//!
//! The list is the one thing of a state in this house that is not inline: a match may have hundreds of
//! boards, and room for all of them would make every copy of a state slower than one allocation does.

use std::hash::{Hash, Hasher};

/// Room for the moves that usually follow a copy, so that it need not grow at once.
const ROOM: usize = 32;

/// Words of the filter: enough that most boards of a usual match have a bit of their own.
const WORDS: usize = 16;

/// All boards of a match so far, the present one included.
#[derive(Default, Debug)]
pub(super) struct Past {
    boards: Vec<u64>,
    sum: u64,
    /// A bit for each board, chosen by its number: where it is not set there is nothing to look for.
    filter: [u64; WORDS],
    /// The most stones that were ever on the board.
    fullest: u16,
}

impl Past {
    /// Adds a board that was not there before.
    #[inline]
    pub fn remember(&mut self, board: u64, stones: u16) {
        self.boards.push(board);
        let (word, bit) = Self::mark(board);
        self.filter[word] |= bit;
        self.sum = self.sum.wrapping_add(board);
        self.fullest = self.fullest.max(stones);
    }

    /// Whether this board was there.
    #[inline]
    pub fn holds(&self, board: u64) -> bool {
        let (word, bit) = Self::mark(board);
        self.filter[word] & bit != 0 && self.boards.contains(&board)
    }

    /// The bit of a board in the filter.
    #[inline]
    fn mark(board: u64) -> (usize, u64) {
        ((board >> 6) as usize % WORDS, 1 << (board & 63))
    }

    #[inline]
    pub fn fullest(&self) -> u16 {
        self.fullest
    }
}

impl Clone for Past {
    fn clone(&self) -> Self {
        if self.boards.is_empty() {
            return Past::default();
        }
        let mut boards = Vec::with_capacity(self.boards.len() + ROOM);
        boards.extend_from_slice(&self.boards);
        Past { boards, ..*self }
    }
}

impl PartialEq for Past {
    fn eq(&self, other: &Self) -> bool {
        self.boards.len() == other.boards.len() && self.sum == other.sum
    }
}

impl Eq for Past {}

impl Hash for Past {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.boards.len(), self.sum).hash(state);
    }
}
