//! The moves of a node and which to try first.

use super::super::MAX_COLUMNS;
use super::board::Board;
use super::table::{Bounds, UNKNOWN};

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

/// A move and what comes of it.
#[derive(Clone, Copy)]
pub(super) struct Child {
    disc: u64,
    /// Where the mover would complete a line after this move.
    threats: u64,
    /// The replies that do not lose at once.
    replies: u64,
    /// The key of the position after the move.
    pub key: u64,
    /// What is known of the score, as the opponent sees it.
    pub known: Bounds,
    /// The higher, the sooner it is tried.
    promise: i32,
}

const BLANK: Child = Child { disc: 0, threats: 0, replies: 0, key: 0, known: UNKNOWN, promise: 0 };

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
pub(super) struct Children {
    list: [Child; MAX_COLUMNS],
    count: usize,
}

impl Children {
    /// Works out every move of a node; `None` when one of them leaves the opponent no reply that does not
    /// lose at once.
    #[inline(always)]
    pub fn of<const ROWS: u32>(board: &Board<ROWS>, node: &Node) -> Option<Children> {
        let mut children = Children { list: [BLANK; MAX_COLUMNS], count: 0 };
        // A line through a cell just above a threat of the other side will never be completed there:
        // whoever could play it would first have to let the other side win, or be blocked.
        let blocked = node.theirs << 1 | node.theirs << 2;
        let mut moves = node.moves;
        while moves != 0 {
            let disc = moves & moves.wrapping_neg();
            moves ^= disc;
            let (own, all) = (node.own | disc, node.all | disc);
            let threats = board.threats(own, all);
            let replies = board.safe_moves(all, threats);
            if replies == 0 {
                return None;
            }
            let column = (disc.trailing_zeros() / Board::<ROWS>::STRIDE) as i32;
            let promise =
                16 * (threats & !blocked).count_ones() as i32 - (2 * column + 1 - board.columns as i32).abs();
            let key = board.key(all ^ own, all);
            children.list[children.count] = Child { disc, threats, replies, key, known: UNKNOWN, promise };
            children.count += 1;
        }
        Some(children)
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
        let (best, _) = list.iter().enumerate().max_by_key(|(_, child)| child.promise)?;
        let last = list.len() - 1;
        list.swap(best, last);
        self.count = last;
        Some(list[last])
    }
}
