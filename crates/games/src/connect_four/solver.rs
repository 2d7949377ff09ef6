//! A perfect solver for boards that fit into 64 bits, lines of four and falling discs.
//!
//! # Score
//! The score is seen from the side to move. Its sign is the result when both play perfectly. Its size
//! counts the discs that the winner, who began with half of the cells, has left, together with the disc
//! that completes the line: on the usual board 22 minus the discs the winner has played by then. A side
//! that wins with its next disc while `left` cells are empty scores `(left + 1) / 2`, rounded down; whoever
//! wins with the last disc of the board scores 1. A draw scores 0.
//!
//! # Idea
//! The search (`search`) only ever asks whether a score is above a bound, and `engine` chooses the bounds.
//! Positions are bits (`board`), threats decide which moves are worth a look (`children`), a table keeps
//! what was proven (`table`), and some of it is proven without search (`claims`).

use super::{ConnectFour, Position};
use engine::{Engine, engine};
use std::ops::ControlFlow;

mod board;
mod children;
mod claims;
mod engine;
mod search;
mod table;
#[cfg(test)]
mod tests;

/// What is asked of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// The exact score.
    Score,
    /// Only the result: 1 when the side to move wins, 0 for a draw, −1 when it loses.
    Sign,
}

/// How far a search has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Positions visited since the question was put.
    pub nodes: u64,
    /// The score is at least this.
    pub low: i32,
    /// The score is at most this.
    pub high: i32,
}

/// Told about the progress now and then; stops the search by breaking.
pub type Watch<'a> = &'a mut dyn FnMut(Progress) -> ControlFlow<()>;

/// Solves positions of one size of board.
///
/// Positions are two sets of bits: the discs of the side to move and all discs. Bits run up the columns,
/// one column after the other, with a spare bit above each: see [`masks`].
pub struct Solver {
    engine: Box<dyn Engine>,
}

/// The solver for a game; `None` when its lines are not of four or its discs do not fall.
#[must_use]
pub fn of(game: &ConnectFour<u64>, table_bytes: usize) -> Option<Solver> {
    let solvable = game.line == 4 && game.gravity;
    solvable.then(|| Solver::new(game.squares.rows, game.squares.columns, table_bytes))?
}

/// The discs of the side to move and all discs.
#[must_use]
pub fn masks(position: &Position<u64>) -> (u64, u64) {
    (position.discs[position.mover()], position.filled())
}

impl Solver {
    /// A solver whose table takes at most `table_bytes`, or half a megabyte where the board needs it.
    /// `None` when the board does not fit: `(rows + 1) * columns` may be 64 at most, for 2 to 10 rows and at
    /// most 11 columns.
    #[must_use]
    pub fn new(rows: usize, columns: usize, table_bytes: usize) -> Option<Solver> {
        engine(rows, columns, table_bytes).map(|engine| Solver { engine })
    }

    /// The exact score of a position.
    pub fn score(&mut self, own: u64, all: u64) -> i32 {
        unwatched(|watch| self.solve(own, all, Goal::Score, watch))
    }

    /// The sign of the score, which is found faster.
    pub fn sign(&mut self, own: u64, all: u64) -> i32 {
        unwatched(|watch| self.solve(own, all, Goal::Sign, watch))
    }

    /// The score of every column for the side to move; `None` where no disc can be dropped.
    pub fn scores(&mut self, own: u64, all: u64) -> Vec<Option<i32>> {
        unwatched(|watch| self.solve_moves(own, all, Goal::Score, watch))
    }

    /// The score of a position or its sign. The watcher is called now and then; when it breaks, the
    /// answer is `None`, and asking again goes on with what is in the table.
    pub fn solve(&mut self, own: u64, all: u64, goal: Goal, watch: Watch) -> Option<i32> {
        self.engine.solve(own, all, goal, watch)
    }

    /// The same for the move into every column; the watcher is told of one column after the other, each
    /// as the opponent sees it.
    pub fn solve_moves(&mut self, own: u64, all: u64, goal: Goal, watch: Watch) -> Option<Vec<Option<i32>>> {
        let over = self.engine.is_over(own, all);
        let columns = 0..self.engine.columns();
        let column = |column| match self.engine.after(own, all, column) {
            Some((own, all)) if !over => self.engine.solve(own, all, goal, watch).map(|score| Some(-score)),
            _ => Some(None),
        };
        columns.map(column).collect()
    }

    /// Positions visited since the solver was made or reset.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.engine.nodes()
    }

    /// Forgets all positions, at little cost.
    pub fn reset(&mut self) {
        self.engine.reset();
    }
}

/// Asks with a watcher that never stops, so that there is an answer.
fn unwatched<T>(ask: impl FnOnce(Watch) -> Option<T>) -> T {
    ask(&mut |_| ControlFlow::Continue(())).expect("only a watcher stops a search")
}
