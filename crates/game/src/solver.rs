//! Exact answers: what the best play of all sides is worth.

use crate::Game;

/// What a position is worth when everybody plays their best.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Solved {
    /// Points of the seat to move.
    pub points: f32,
    /// A finer measure where the game has one, higher better for the seat to move: how soon it wins.
    pub score: Option<i32>,
    /// Positions looked at.
    pub nodes: u64,
}

/// Why there is no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unsolved {
    /// Whoever asked said stop.
    #[error("stopped before the value was known")]
    Stopped,
    /// Lines of play do not end.
    #[error(
        "lines of play go on beyond {0} moves; this game cannot be solved by going through them; `mcts` and `alphabeta` play it, and rules that end it sooner may be solved"
    )]
    Endless(usize),
    /// Chance that can only be drawn, not listed.
    #[error("chance moves here can only be drawn, not listed, so there is no exact value")]
    Unlisted,
    /// Members of one team are paid differently.
    #[error(
        "members of a team get different points here, so best play does not settle what everybody gets; `ludometer analyze` with `mcts` would work"
    )]
    Divided,
    /// The rules broke.
    #[error("the rules broke on the way; `ludometer check` says how")]
    Broken,
}

/// Finds exact values, and remembers what it learnt for the next question.
pub trait Solver<G: Game>: Send {
    /// The value of a state in which a seat is to move. Now and then `go_on` hears how many positions
    /// were looked at; `false` stops the search, and what was learnt is kept.
    ///
    /// # Errors
    /// When it was stopped, or there is no exact value.
    fn solve(
        &mut self,
        game: &G,
        state: &G::State,
        go_on: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Solved, Unsolved>;
    /// Only the points of the seat to move, which may be found sooner.
    ///
    /// # Errors
    /// When it was stopped, or there is no exact value.
    fn result(
        &mut self,
        game: &G,
        state: &G::State,
        go_on: &mut dyn FnMut(u64) -> bool,
    ) -> Result<f32, Unsolved> {
        self.solve(game, state, go_on).map(|solved| solved.points)
    }
    /// Forgets everything, for measuring.
    fn forget(&mut self);
}
