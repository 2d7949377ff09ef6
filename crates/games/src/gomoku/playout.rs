//! Random Gomoku matches, fast.
//!
//! Cells are drawn without replacement from one list of the empty ones. The stones also lie on a board
//! of bytes with an empty margin, where looking around the last stone is quicker than in a bit set.

use super::{Gomoku, Position};
use crate::bits::Bits;
use ludometer_game::{Game, Rng};

/// Places of the byte board: a power of two above all bits and a margin of a row on both sides, so that
/// a mask keeps every place inside.
const PLACES: usize = 512;

impl<B: Bits> Gomoku<B> {
    /// Plays random moves to the end of the match.
    pub(super) fn finish_at_random(&self, state: &mut Position<B>, empty: &mut Vec<u16>, rng: &mut Rng) {
        while state.black.seat().is_none() {
            empty.clear();
            self.moves(state, empty);
            self.play(state, empty[rng.below(empty.len())]);
        }
        if self.over(state) {
            return;
        }
        let (margin, steps) = (self.squares.columns + 2, self.lines.steps().map(|step| step as usize));
        let mut field = [0u8; PLACES];
        for (colour, stones) in (1..).zip(state.stones) {
            stones.each(|bit| field[bit as usize + margin] = colour);
        }
        empty.clear();
        self.moves(state, empty);
        let (mut draws, mut left) = (rng.draws(empty.len()), empty.len());
        let mut colour = state.colour();
        while left > 0 && !state.won {
            let drawn = draws.below(left);
            left -= 1;
            empty.swap(drawn, left);
            let place = usize::from(empty[left]) + margin;
            field[place % PLACES] = colour as u8 + 1;
            state.won = steps.into_iter().any(|step| self.lines.wins(run(&field, place, step)));
            colour = 1 - colour;
        }
        for &bit in empty[left..].iter().rev() {
            state.stones[state.colour()] |= B::cell(u32::from(bit));
            state.plies += 1;
        }
    }
}

/// How many stones of one colour lie side by side with the one on this place.
#[inline(always)]
fn run(field: &[u8; PLACES], place: usize, step: usize) -> u32 {
    let colour = field[place % PLACES];
    let mut stones = 1;
    let mut at = place + step;
    while field[at % PLACES] == colour {
        stones += 1;
        at += step;
    }
    at = place - step;
    while field[at % PLACES] == colour {
        stones += 1;
        at = at.wrapping_sub(step);
    }
    stones
}
