//! Chance inside a search: what it brings on average.
//!
//! `alphabeta` itself plays no game with chance; who solves worlds that have some left does it here. Every
//! outcome is searched with an open window, so nothing is cut across a chance turn.

use super::{Below, Search, Worth};
use ludometer_game::Game;

impl<G: Game> Search<G> {
    /// The value of a chance turn for the side that moved into it: the mean over its outcomes. At the edge
    /// of the depth, and where the outcomes cannot be listed, the estimate counts.
    pub(super) fn chance(&mut self, cx: &Below<'_, G>, state: &G::State, more: bool) -> Worth {
        self.counts.nodes += 1;
        let start = self.odds.len();
        if cx.depth <= 0 || !cx.sight.game.chance(state, &mut self.odds) {
            let value = cx.sight.estimate(state, &mut self.scratch);
            return Worth { value: if more { value } else { -value }, proven: false };
        }
        let below = Below { depth: cx.depth - 1, ply: cx.ply + 1, ..*cx };
        let (mut mean, mut proven) = (0.0f64, true);
        for at in start..self.odds.len() {
            let (outcome, odds) = self.odds[at];
            let mut next = state.clone();
            cx.sight.game.play(&mut next, outcome);
            let worth = self.child(&below, &next, more, f32::NEG_INFINITY, f32::INFINITY);
            mean += odds * f64::from(worth.value);
            proven &= worth.proven;
            if self.stopped {
                break;
            }
        }
        self.odds.truncate(start);
        Worth { value: mean as f32, proven }
    }
}
