//! The perfect solver behind the contract's seam.

use super::solver::{Goal, Solver};
use super::{ConnectFour, Position};
use crate::bits::Bits;
use ludometer_game::{Solved, Unsolved};
use std::ops::ControlFlow;

/// A set of cells as the solver takes it; only boards that fit into 64 bits have a solver.
fn word<B: Bits>(cells: B) -> u64 {
    let mut word = 0;
    cells.each(|cell| word |= 1 << cell);
    word
}

fn ask<B: Bits>(
    solver: &mut Solver,
    state: &Position<B>,
    goal: Goal,
    go_on: &mut dyn FnMut(u64) -> bool,
) -> Result<i32, Unsolved> {
    let mut watch = |progress: super::solver::Progress| match go_on(progress.nodes) {
        true => ControlFlow::Continue(()),
        false => ControlFlow::Break(()),
    };
    let (own, all) = (word(state.discs[state.mover()]), word(state.filled()));
    solver.solve(own, all, goal, &mut watch).ok_or(Unsolved::Stopped)
}

impl<B: Bits> ludometer_game::Solver<ConnectFour<B>> for Solver {
    fn solve(
        &mut self,
        _game: &ConnectFour<B>,
        state: &Position<B>,
        go_on: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Solved, Unsolved> {
        let before = self.nodes();
        let score = ask(self, state, Goal::Score, go_on)?;
        Ok(Solved { points: score.signum() as f32, score: Some(score), nodes: self.nodes() - before })
    }

    fn result(
        &mut self,
        _game: &ConnectFour<B>,
        state: &Position<B>,
        go_on: &mut dyn FnMut(u64) -> bool,
    ) -> Result<f32, Unsolved> {
        ask(self, state, Goal::Sign, go_on).map(|sign| sign.signum() as f32)
    }

    fn forget(&mut self) {
        self.reset();
    }
}
