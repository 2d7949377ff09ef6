//! The question put to the search again and again until the score is known.

use super::super::MAX_COLUMNS;
use super::board::Board;
use super::children::Node;
use super::search::{Search, loss_after_disc, win_with_disc};
use super::table::Table;
use super::{Goal, Progress, Watch};

/// A solver for boards of one height, whatever that is.
pub(super) trait Engine: Send {
    /// The score, or its sign as far as the goal asks; `None` when the watcher has stopped the search.
    fn solve(&mut self, own: u64, all: u64, goal: Goal, watch: Watch) -> Option<i32>;
    /// The position after a disc in a column that is not full.
    fn after(&self, own: u64, all: u64, column: u32) -> Option<(u64, u64)>;
    /// Whether the side that moved last has a line, or the board is full.
    fn is_over(&self, own: u64, all: u64) -> bool;
    /// How many columns there are.
    fn columns(&self) -> u32;
    /// Forgets everything and counts nodes from 0.
    fn reset(&mut self);
    /// Nodes visited.
    fn nodes(&self) -> u64;
}

/// The engine for this size; `None` where there is none.
pub(super) fn engine(rows: usize, columns: usize, table_bytes: usize) -> Option<Box<dyn Engine>> {
    if columns == 0 || columns > MAX_COLUMNS || (rows + 1) * columns > u64::BITS as usize {
        return None;
    }
    macro_rules! choose {
        ($($height:literal)*) => {
            match rows {
                $($height => Some(Box::new(Sized::<$height>::new(columns as u32, table_bytes))),)*
                _ => None,
            }
        };
    }
    choose!(2 3 4 5 6 7 8 9 10)
}

struct Sized<const ROWS: u32> {
    board: Board<ROWS>,
    table: Table,
    nodes: u64,
}

/// What can be said of a position at a glance.
enum Glance {
    Score(i32),
    Unclear(Node),
}

impl<const ROWS: u32> Sized<ROWS> {
    fn new(columns: u32, table_bytes: usize) -> Self {
        let table = Table::new(columns * Board::<ROWS>::STRIDE, table_bytes);
        Sized { board: Board::new(columns), table, nodes: 0 }
    }

    fn left(&self, all: u64) -> i32 {
        self.board.size() - all.count_ones() as i32
    }

    /// Mirror images are worth looking for in the first two thirds of a match, and only when this position
    /// and its mirror image can lead to the same one: when no two of their discs contradict each other.
    fn fold_above(&self, own: u64, all: u64) -> i32 {
        let contradiction = own & self.board.mirrored(all ^ own);
        if contradiction == 0 { self.board.size() / 3 } else { i32::MAX }
    }

    fn glance(&self, own: u64, all: u64) -> Glance {
        let (board, left) = (&self.board, self.left(all));
        if board.has_line(all ^ own) {
            return Glance::Score(loss_after_disc(0, left));
        }
        if left == 0 {
            return Glance::Score(0);
        }
        let mine = board.threats(own, all);
        if mine & board.landings(all) != 0 {
            return Glance::Score(win_with_disc(1, left));
        }
        let theirs = board.threats(all ^ own, all);
        match board.safe_moves(all, theirs) {
            0 => Glance::Score(loss_after_disc(1, left)),
            moves => Glance::Unclear(Node { own, all, mine, theirs, moves }),
        }
    }
}

/// Where to ask next: far out, on the side with more room. A win soon is cheap to find or to refute, and
/// each question costs much more than one further out.
fn next_alpha(low: i32, high: i32) -> i32 {
    if low + high <= 0 { (low * 3 / 4).min(high - 1) } else { (high * 3 / 4).max(low) }
}

impl<const ROWS: u32> Engine for Sized<ROWS> {
    fn solve(&mut self, own: u64, all: u64, goal: Goal, watch: Watch) -> Option<i32> {
        let node = match self.glance(own, all) {
            Glance::Score(score) => return Some(if goal == Goal::Sign { score.signum() } else { score }),
            Glance::Unclear(node) => node,
        };
        let left = self.left(all);
        let (mut low, mut high) = (loss_after_disc(2, left), win_with_disc(2, left));
        if goal == Goal::Sign {
            (low, high) = (low.max(-1), high.min(1));
        }
        let fold_above = self.fold_above(own, all);
        let mut nodes = 0;
        while low < high {
            let mut report = |searched| watch(Progress { nodes: nodes + searched, low, high });
            let (board, table) = (&self.board, &mut self.table);
            let mut search =
                Search { board, table, fold_above, nodes: 0, watch: &mut report, stopped: false };
            let alpha = next_alpha(low, high);
            let bound = search.prove(&node, left, alpha);
            let (searched, stopped) = (search.nodes, search.stopped);
            nodes += searched;
            self.nodes += searched;
            if stopped {
                return None;
            }
            if bound > alpha {
                low = bound.min(high);
            } else {
                high = bound.max(low);
            }
        }
        Some(low)
    }

    fn after(&self, own: u64, all: u64, column: u32) -> Option<(u64, u64)> {
        let cells = ((1 << ROWS) - 1) << (column * Board::<ROWS>::STRIDE);
        let disc = self.board.landings(all) & cells;
        (disc != 0).then_some((all ^ own, all | disc))
    }

    fn is_over(&self, own: u64, all: u64) -> bool {
        self.left(all) == 0 || self.board.has_line(all ^ own)
    }

    fn columns(&self) -> u32 {
        self.board.columns
    }

    fn reset(&mut self) {
        self.table.clear();
        self.nodes = 0;
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}
