//! Quiescence: beyond the depth, noisy moves are followed until the position is quiet.

use super::{Below, Search};
use ludometer_game::{Game, Turn};

impl<G: Game> Search<G> {
    /// The value at the edge of the depth for the side to move: that of standing still, or of the best
    /// noisy move. Who can make only noisy moves cannot stand still.
    pub(super) fn edge(
        &mut self,
        cx: &Below<'_, G>,
        state: &G::State,
        more: bool,
        alpha: f32,
        beta: f32,
        plies: u32,
    ) -> f32 {
        let value = cx.sight.estimate(state, &mut self.scratch);
        let standing = if more { value } else { -value };
        if !G::NOISY || plies == 0 {
            return standing;
        }
        let start = self.moves.len();
        cx.sight.game.moves(state, &mut self.moves);
        let all = self.moves.len() - start;
        let noisy = self.keep_noisy(cx, state, start);
        let mut best = if noisy > 0 && noisy == all { f32::NEG_INFINITY } else { standing };
        for at in start..start + noisy {
            if best >= beta || self.stopped {
                break;
            }
            let mut child = state.clone();
            cx.sight.game.play(&mut child, self.moves[at]);
            best = best.max(self.after_noise(cx, &child, more, alpha.max(best), beta, plies - 1));
        }
        self.moves.truncate(start);
        best
    }

    /// Drops the quiet moves from `start` on and says how many are left, in their order.
    fn keep_noisy(&mut self, cx: &Below<'_, G>, state: &G::State, start: usize) -> usize {
        let mut kept = start;
        for at in start..self.moves.len() {
            if cx.sight.game.noisy(state, self.moves[at]) {
                self.moves[kept] = self.moves[at];
                kept += 1;
            }
        }
        self.moves.truncate(kept);
        kept - start
    }

    fn after_noise(
        &mut self,
        cx: &Below<'_, G>,
        child: &G::State,
        more: bool,
        alpha: f32,
        beta: f32,
        plies: u32,
    ) -> f32 {
        self.counts.nodes += 1;
        if self.must_stop(cx.limits) {
            return 0.0;
        }
        match cx.sight.game.turn(child) {
            Turn::Over => {
                let value = cx.sight.result(child);
                if more { value } else { -value }
            }
            Turn::Seat(seat) => {
                let child_more = cx.sight.wants_more(seat);
                if child_more == more {
                    self.edge(cx, child, more, alpha, beta, plies)
                } else {
                    -self.edge(cx, child, child_more, -beta, -alpha, plies)
                }
            }
            _ => 0.0,
        }
    }
}
