//! The search: is the score of a position above a bound or not?
//!
//! Negamax with a window of one point. The side that has to beat zero to make a difference is called the
//! attacker: it must complete a line early enough, so the number of discs it may still put in is the
//! depth of the search.

use super::board::Board;
use super::children::{Children, Node};
use super::table::{Bounds, Table, UNKNOWN};
use std::ops::ControlFlow;

/// Nodes between two calls of the watcher.
const WATCH_EVERY: u64 = 1 << 16;

/// One search under way.
pub(super) struct Search<'a, const ROWS: u32> {
    pub board: &'a Board<ROWS>,
    pub table: &'a mut Table,
    /// While more cells than this are empty, a position and its mirror image are one to the table.
    pub fold_above: i32,
    /// Nodes visited.
    pub nodes: u64,
    /// Is told the number of nodes now and then, and may stop the search.
    pub watch: &'a mut dyn FnMut(u64) -> ControlFlow<()>,
    /// The watcher has stopped the search: what it returns means nothing.
    pub stopped: bool,
}

impl<const ROWS: u32> Search<'_, ROWS> {
    /// A bound of the score of the first node of a search: above `alpha`, or at most `alpha`. Wins too early
    /// for a node must have been ruled out.
    pub fn prove(&mut self, node: &Node, left: i32, alpha: i32) -> i32 {
        let known = self.table.get(self.key(node, left));
        if known.low > alpha {
            known.low
        } else if known.high <= alpha {
            known.high
        } else {
            self.bound(node, left, alpha, known)
        }
    }

    /// A bound of the score of a node with `left` empty cells: a lower one above `alpha`, or an upper one
    /// at most `alpha`. `known` has not decided that yet, and neither have the earliest wins of both sides.
    fn bound(&mut self, node: &Node, left: i32, alpha: i32, known: Bounds) -> i32 {
        self.count_node();
        let mut children = Children::default();
        if children.fill(self.board, node) {
            return win_with_disc(2, left);
        }
        let highest = win_with_disc(3, left);
        if alpha >= highest {
            return highest;
        }
        // How many more discs the attacker has than the two that were looked at by now.
        let depth = if alpha >= 0 { highest - alpha } else { alpha - loss_after_disc(2, left) };
        if let Some(score) = self.look_up(node, &mut children, left, alpha, depth) {
            return score;
        }
        let mut best = UNKNOWN.low;
        while let Some(child) = children.take_best() {
            let mut score = -child.known.low;
            if score > alpha {
                score = -self.bound(&child.node(node), left - 1, -alpha - 1, child.known);
            }
            if self.stopped {
                return best;
            }
            best = best.max(score);
            if best > alpha {
                break;
            }
        }
        best = best.min(highest);
        if depth > 0 {
            let learnt =
                if best > alpha { Bounds { low: best, ..known } } else { Bounds { high: best, ..known } };
            self.table.put(self.key(node, left), learnt);
        }
        best
    }

    /// Writes down what is known of the children without search. Returns a score above `alpha` when a
    /// child already has one.
    #[inline(always)]
    fn look_up(
        &self,
        node: &Node,
        children: &mut Children,
        left: i32,
        alpha: i32,
        depth: i32,
    ) -> Option<i32> {
        // The follower's claim bounds the score by 0, which only matters when the leader attacks.
        let leader_moves = left % 2 == 0;
        let claims = leader_moves == (alpha >= 0);
        for child in children.iter_mut() {
            let after = child.node(node);
            if depth > 0 {
                child.known = self.table.get(self.key(&after, left - 1));
            }
            if claims && leader_moves {
                if self.board.follower_holds(after.all ^ after.own, after.all, after.mine) {
                    child.known.low = child.known.low.max(0);
                }
            } else if claims && self.board.follower_holds(after.own, after.all, after.theirs) {
                child.known.high = child.known.high.min(0);
            }
            if -child.known.high > alpha {
                return Some(-child.known.high);
            }
        }
        None
    }

    /// What the table knows a position by.
    #[inline(always)]
    fn key(&self, node: &Node, left: i32) -> u64 {
        let key = node.key();
        if left > self.fold_above { key.min(self.board.mirrored(key)) } else { key }
    }

    #[inline(always)]
    fn count_node(&mut self) {
        self.nodes += 1;
        if self.nodes.is_multiple_of(WATCH_EVERY) && (self.watch)(self.nodes).is_break() {
            self.stopped = true;
        }
    }
}

/// The score of the mover who wins with its next disc (1), the one after it (2) and so on.
#[inline(always)]
pub(super) fn win_with_disc(number: i32, left: i32) -> i32 {
    (left + 3 - 2 * number) / 2
}

/// The score of the mover when the other side wins with its next disc (1), the one after it (2) and so on.
#[inline(always)]
pub(super) fn loss_after_disc(number: i32, left: i32) -> i32 {
    -((left + 2 - 2 * number) / 2)
}
