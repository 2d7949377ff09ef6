//! The moves of a node and which to try first.

use super::super::MAX_COLUMNS;
use super::board::Board;
use super::table::{Bounds, UNKNOWN};

/// A threat counts more than any column.
const THREAT_PROMISE: i32 = 16;

/// A position with what its parent has worked out about it. Its mover cannot win at once.
#[derive(Clone, Copy)]
pub(super) struct Node {
    /// Discs of the side to move.
    pub own: u64,
    /// All discs.
    pub all: u64,
    /// Where the side to move would complete a line.
    pub mine: u64,
    /// Where the other side would.
    pub theirs: u64,
    /// The moves that do not lose at once.
    pub moves: u64,
}

impl Node {
    /// A number that no other position has. In each column the number of all discs tells a range from the
    /// height, and the discs of the mover tell a number in that range.
    #[inline(always)]
    pub fn key(&self) -> u64 {
        self.own + self.all
    }
}

/// A move and what comes of it.
#[derive(Clone, Copy, Default)]
pub(super) struct Child {
    disc: u64,
    /// Where the mover would complete a line after this move.
    threats: u64,
    /// The replies that do not lose at once.
    replies: u64,
    /// The higher, the sooner it is tried.
    promise: i32,
    /// What is known of the score, as the opponent sees it.
    pub known: Bounds,
}

impl Child {
    /// The position after the move.
    #[inline(always)]
    pub fn node(&self, parent: &Node) -> Node {
        let all = parent.all | self.disc;
        let own = parent.all ^ parent.own;
        Node { own, all, mine: parent.theirs & !self.disc, theirs: self.threats, moves: self.replies }
    }
}

/// The children of a node.
#[derive(Default)]
pub(super) struct Children {
    list: [Child; MAX_COLUMNS],
    count: usize,
}

impl Children {
    /// Works out every move of a node. Returns whether one of them leaves the opponent no reply that does
    /// not lose at once; then the list is not complete.
    #[inline(always)]
    pub fn fill<const ROWS: u32>(&mut self, board: &Board<ROWS>, node: &Node) -> bool {
        // A threat just above one of the other side is worth nothing: the other side wins or blocks below
        // it first.
        let worthless = node.theirs << 1 | node.theirs << 2;
        let mut moves = node.moves;
        while moves != 0 {
            let disc = moves & moves.wrapping_neg();
            moves ^= disc;
            let (own, all) = (node.own | disc, node.all | disc);
            let threats = board.threats(own, all);
            let replies = board.safe_moves(all, threats);
            if replies == 0 {
                return true;
            }
            let useful = (threats & !worthless).count_ones() as i32;
            let promise = THREAT_PROMISE * useful - board.distance_from_centre(disc);
            self.list[self.count] = Child { disc, threats, replies, promise, known: UNKNOWN };
            self.count += 1;
        }
        false
    }

    /// All children, in no order.
    #[inline(always)]
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, Child> {
        self.list[..self.count].iter_mut()
    }

    /// Takes the most promising child out. The first one often settles the matter, so the others need
    /// no order yet.
    #[inline(always)]
    pub fn take_best(&mut self) -> Option<Child> {
        let list = &mut self.list[..self.count];
        let last = list.len().checked_sub(1)?;
        let mut best = 0;
        for (index, child) in list.iter().enumerate() {
            if child.promise > list[best].promise {
                best = index;
            }
        }
        list.swap(best, last);
        self.count = last;
        Some(list[last])
    }
}
