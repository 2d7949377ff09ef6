//! Random Hex matches, fast.
//!
//! Stones are drawn without replacement from one list of the empty cells. A stone changes what is
//! connected to a side only when it touches that, which one look at its neighbours tells.

use super::{Hex, Position};
use crate::bits::Bits;
use ludometer_game::{Game, Rng};

impl<B: Bits> Hex<B> {
    /// Plays random moves to the end of the match.
    #[inline]
    pub(super) fn finish_at_random(&self, state: &mut Position<B>, empty: &mut Vec<u8>, rng: &mut Rng) {
        if self.over(state) {
            return;
        }
        if self.swap && !state.stones[1].any() {
            self.open_at_random(state, empty, rng);
        }
        empty.clear();
        self.moves(state, empty);
        let mut draws = rng.draws(empty.len());
        while !self.over(state) {
            let cell = empty.swap_remove(draws.below(empty.len()));
            self.play(state, cell);
        }
    }

    /// Plays move by move until the swap is no longer possible.
    fn open_at_random(&self, state: &mut Position<B>, legal: &mut Vec<u8>, rng: &mut Rng) {
        while !state.stones[1].any() {
            legal.clear();
            self.moves(state, legal);
            self.play(state, legal[rng.below(legal.len())]);
        }
    }
}
