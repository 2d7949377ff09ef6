//! Random Connect Four matches, fast.
//!
//! The open columns are kept in a small list, so that a draw needs no search. Lines are only looked for
//! when the mover has enough discs for one.

use super::{ConnectFour, MAX_COLUMNS, Position, has_line};
use crate::bits::Bits;
use ludometer_game::{Game, Rng};

impl<B: Bits> ConnectFour<B> {
    /// Plays random moves to the end of the match.
    #[inline]
    pub(super) fn finish_at_random(&self, state: &mut Position<B>, buffer: &mut Vec<u8>, rng: &mut Rng) {
        match (state.won, self.gravity) {
            (true, _) => {}
            (false, false) => self.put_at_random(state, buffer, rng),
            (false, true) if self.classic() => self.drop_at_random(state, rng, 4, 7),
            (false, true) => self.drop_at_random(state, rng, self.line, self.stride()),
        }
    }

    /// Drops discs into random columns until a line or a full board.
    #[inline(always)]
    fn drop_at_random(&self, state: &mut Position<B>, rng: &mut Rng, line: u32, stride: u32) {
        let mut filled = state.filled();
        let mut open = [B::NONE; MAX_COLUMNS];
        let mut left = 0;
        for &column in &self.columns[..self.squares.columns] {
            open[left] = column;
            left += usize::from(!(column & self.top & filled).any());
        }
        let mut draws = rng.draws(self.squares.columns);
        let mover = state.mover();
        let (mut own, mut other, mut plies) =
            (state.discs[mover], state.discs[1 - mover], u32::from(state.plies));
        while left > 0 {
            let drawn = draws.below(left);
            let disc = filled.plus(self.bottom) & open[drawn];
            filled |= disc;
            plies += 1;
            (own, other) = (other, own | disc);
            if plies >= 2 * line - 1 && has_line(other, line, stride) {
                state.won = true;
                break;
            }
            if (disc & self.top).any() {
                left -= 1;
                open[drawn] = open[left];
            }
        }
        state.plies = plies as u8;
        state.discs[state.mover()] = own;
        state.discs[1 - state.mover()] = other;
    }

    /// Puts discs on random cells, taken without replacement from one list of the empty ones.
    fn put_at_random(&self, state: &mut Position<B>, empty: &mut Vec<u8>, rng: &mut Rng) {
        empty.clear();
        self.moves(state, empty);
        let mut draws = rng.draws(empty.len());
        while !state.won && !empty.is_empty() {
            let cell = empty.swap_remove(draws.below(empty.len()));
            state.won = self.wins(state.put(B::cell(u32::from(cell))));
        }
    }
}
