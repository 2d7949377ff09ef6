//! A game asks its file for advice: which move a strategy likes, what a position is worth.

use crate::advice::SURE;
use crate::error::{RulesError, Wrong};
use crate::script::Script;
use crate::state::{Move, State};
use ludometer_game::{Fault, Game, Rng, Seat, Sum, Turn};

/// Random matches in which advice is tried when a file is opened, and the most plies of each.
const REHEARSAL: (u64, u32) = (3, 60);

impl Script {
    /// How much a strategy likes each of these moves of a seat.
    pub(crate) fn weigh(
        &self,
        state: &State,
        seat: Seat,
        strategy: usize,
        moves: &[Move],
        out: &mut Vec<f32>,
    ) -> Result<(), Fault> {
        let Some(name) = self.schema().advice.strategies.get(strategy) else { return Ok(()) };
        let number = |option: &Move| match option {
            Move::Act(number) => Some(*number),
            Move::Chance(_) => None,
        };
        let numbers: Vec<u32> = moves.iter().filter_map(number).collect();
        let look = self.schema().look(&state.cells, seat.index());
        self.consult(|machine| match &machine.advice {
            Some(advice) => advice.advise(name, &look, &numbers, out),
            None => Ok(()),
        })?
    }

    /// What a seat can expect by the file's `value`, in points. Between two who play for opposite ends and
    /// know the same, half of what one is better off than the other counts: what one wins the other loses.
    /// A value that breaks counts as neither good nor bad.
    pub(crate) fn estimate(&self, state: &State, seat: Seat) -> Option<f32> {
        if !self.schema().advice.value {
            return None;
        }
        let worth = |seat| self.worth(state, seat).unwrap_or(0.0);
        let traits = self.traits();
        let opponents = self.seats() == 2 && traits.sum == Sum::Zero && !traits.hidden;
        let own = if opponents { (worth(seat) - worth(seat.next(2))) / 2.0 } else { worth(seat) };
        let (low, high) = self.bounds();
        Some((low + high) / 2.0 + own / SURE * (high - low) / 2.0)
    }

    fn worth(&self, state: &State, seat: Seat) -> Result<f32, Fault> {
        let look = self.schema().look(&state.cells, seat.index());
        self.consult(|machine| machine.advice.as_ref().map_or(Ok(0.0), |advice| advice.value(&look)))?
    }

    /// Tries all advice in a few random matches, so that a mistake in it is found when the file is opened and
    /// not in the middle of a play-test.
    ///
    /// # Errors
    /// When a strategy or `value` breaks.
    pub(crate) fn rehearse(&self) -> Result<(), RulesError> {
        let (matches, plies) = REHEARSAL;
        if !self.schema().advice.is_some() {
            return Ok(());
        }
        (0..matches).try_for_each(|number| {
            let tried = self.rehearse_match(plies, &mut Rng::stream(1, "rehearsal", number));
            tried.map_err(|fault| RulesError::Wrong(Wrong::of_fault(fault)))
        })
    }

    fn rehearse_match(&self, plies: u32, rng: &mut Rng) -> Result<(), Fault> {
        let (mut state, mut legal, mut weights) = (self.initial(), Vec::new(), Vec::new());
        for _ in 0..plies {
            let chosen = match self.turn(&state) {
                Turn::Seat(mover) => {
                    legal.clear();
                    self.moves(&state, &mut legal);
                    if legal.is_empty() {
                        break;
                    }
                    for strategy in 0..self.schema().advice.strategies.len() {
                        weights.clear();
                        self.weigh(&state, mover, strategy, &legal, &mut weights)?;
                    }
                    if self.schema().advice.value {
                        Seat::all(self.seats()).try_for_each(|seat| self.worth(&state, seat).map(|_| ()))?;
                    }
                    legal[rng.below(legal.len())]
                }
                Turn::Chance => self.draw(&state, rng),
                _ => break,
            };
            self.play(&mut state, chosen);
        }
        Ok(())
    }
}
