//! Random matches, fast: steps are drawn from their bit sets without listing them, and whether the
//! player to move is blocked shows when nothing can be drawn.

use super::board::FORWARD;
use super::{BLACK, Draughts, Move, Position, Standing, WHITE, list};
use ludometer_game::{Game, Rng};

impl<const KEPT: usize> Draughts<KEPT> {
    /// Plays uniformly random moves to the end or the limit.
    pub(super) fn finish_at_random(&self, state: &mut Position<KEPT>, buffer: &mut Vec<Move>, rng: &mut Rng) {
        for _ in 0..self.limit() {
            if state.standing != Standing::Open {
                return;
            }
            if state.mover() == BLACK {
                self.ply::<BLACK, WHITE>(state, buffer, rng);
            } else {
                self.ply::<WHITE, BLACK>(state, buffer, rng);
            }
        }
        // The last move was made without a look at the answers to it.
        state.standing = self.standing(state);
    }

    /// Plays one random move of `ME`, or finds that there is none.
    #[inline(always)]
    fn ply<const ME: usize, const OTHER: usize>(
        &self,
        state: &mut Position<KEPT>,
        buffer: &mut Vec<Move>,
        rng: &mut Rng,
    ) {
        let chosen = if state.board.capturers::<ME>() == 0 {
            random_step::<ME, KEPT>(state, rng)
        } else {
            buffer.clear();
            list::<ME>(&state.board, buffer);
            Some(buffer[rng.below(buffer.len())])
        };
        match chosen {
            Some(chosen) => {
                self.make::<ME>(state, chosen);
                // Who has no move loses even if the match would be drawn.
                if self.drawn(state) != Standing::Open {
                    state.standing = self.judge::<OTHER>(state);
                }
            }
            None => state.standing = Standing::Blocked,
        }
    }
}

/// One of all steps of the player to move, each equally likely.
#[inline(always)]
fn random_step<const ME: usize, const KEPT: usize>(state: &Position<KEPT>, rng: &mut Rng) -> Option<Move> {
    let (board, [left, right], kings) = (&state.board, FORWARD[ME], state.board.kings(ME));
    let pair = |pieces, one, other| {
        u64::from(board.steppers(pieces, one)) | u64::from(board.steppers(pieces, other)) << 32
    };
    let ahead = pair(board.sides[ME], left, right);
    let back = if kings == 0 { 0 } else { pair(kings, 3 - right, 3 - left) };
    let [ahead_count, back_count] = [ahead, back].map(|set| set.count_ones() as usize);
    if ahead_count + back_count == 0 {
        return None;
    }
    let drawn = rng.below(ahead_count + back_count);
    let (set, nth, ways) = if drawn < ahead_count {
        (ahead, drawn, [left, right])
    } else {
        (back, drawn - ahead_count, [3 - right, 3 - left])
    };
    let place = (0..nth).fold(set, |set, _| set & (set - 1)).trailing_zeros();
    Some(Move::step(place % 32, ways[place as usize / 32]))
}
