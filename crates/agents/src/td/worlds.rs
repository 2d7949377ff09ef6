//! One move ahead in worlds that could be: for games in which something is hidden.

use super::files::Judge;
use crate::evaluation::Scratch;
use crate::{Agent, Decision, point_scale, to_unit};
use ludometer_game::{Fault, Game, Rng, Turn, View};
use std::sync::Arc;

/// An agent that judges every move in some worlds.
pub(super) struct Worlds {
    judge: Arc<Judge>,
    worlds: usize,
    scratch: Scratch,
}

impl Worlds {
    pub fn new(judge: Arc<Judge>, worlds: usize) -> Worlds {
        Worlds { judge, worlds, scratch: Scratch::default() }
    }

    /// What a state is worth to the seat of a view.
    fn worth<G: Game>(&mut self, view: &View<'_, G>, state: &G::State) -> f32 {
        let game = view.game();
        match game.turn(state) {
            Turn::Over => to_unit(game.payoff(state).points[view.seat()], point_scale(game)),
            Turn::Broken => 0.0,
            _ => self.judge.of(game, state, view.seat(), &mut self.scratch),
        }
    }
}

impl<G: Game> Agent<G> for Worlds {
    fn decide(&mut self, view: &View<'_, G>, rng: &mut Rng) -> Result<Decision<G::Move>, Fault> {
        let legal = view.legal();
        let mut qualities = vec![0.0; legal.len()];
        for _ in 0..self.worlds {
            let world = view.sample(rng);
            for (quality, &option) in qualities.iter_mut().zip(legal) {
                let mut next = world.clone();
                view.game().play(&mut next, option);
                *quality += self.worth(view, &next) / self.worlds as f32;
            }
        }
        let best = qualities.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let ties: Vec<usize> = (0..legal.len()).filter(|&at| qualities[at] >= best).collect();
        let chosen = legal[ties[rng.below(ties.len())]];
        let share = |quality: &f32| if *quality >= best { 1.0 / ties.len() as f32 } else { 0.0 };
        Ok(Decision {
            shares: qualities.iter().map(share).collect(),
            nodes: (self.worlds * legal.len()) as u64,
            line: vec![chosen],
            qualities,
            ..Decision::blind(chosen)
        })
    }
}
