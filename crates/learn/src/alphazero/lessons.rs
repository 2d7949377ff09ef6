//! Steps of learning from a window, and how wrong the network is then.

use super::cycle::Wrong;
use super::window::Window;
use crate::TrainError;
use ludometer_game::Rng;
use ludometer_net::{Kernel, Network, Recipe, Trainer};

/// Positions a network is asked about after its lessons at most.
const VALIDATED: usize = 4096;

/// How to learn from a window.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Lessons {
    /// Steps.
    pub steps: u64,
    /// Positions of a step.
    pub batch: usize,
    /// The rate of learning.
    pub rate: f32,
}

impl Lessons {
    /// Learns; says how wrong the network was on what it learnt. `after` hears of the learner after every step.
    ///
    /// # Errors
    /// When the positions are of another network.
    pub fn learn(
        &self,
        window: &Window,
        learner: &mut Trainer,
        rng: &mut Rng,
        after: &mut dyn FnMut(&Trainer),
    ) -> Result<Wrong, TrainError> {
        let plan = learner.network().plan().clone();
        let mut wrong = Vec::new();
        // Nothing can be learnt from nothing.
        for _ in 0..if window.len().0 > 0 { self.steps } else { 0 } {
            let batch = window.draw(&plan, self.batch, rng)?;
            let losses = learner.step(&batch, self.rate)?;
            if !losses.total.is_finite() {
                return Err(TrainError::Diverged(self.rate));
            }
            wrong.push(Wrong::from(&losses));
            after(learner);
        }
        Ok(Wrong::mean(&wrong))
    }
}

/// About how many positions it is asked then, of so many learnt and so many spared.
pub(super) fn validated((learnt, spared): (usize, usize)) -> usize {
    if spared > 0 { spared } else { learnt }.min(VALIDATED)
}

/// How wrong a network is about positions nobody learnt from; where there are none, about some that were.
///
/// # Errors
/// When the positions are of another network.
pub fn validate(
    window: &Window,
    network: &Network,
    threads: usize,
    kernel: Kernel,
) -> Result<Wrong, TrainError> {
    if window.len() == (0, 0) {
        return Ok(Wrong::default());
    }
    let mut judge = Trainer::with_kernel(network.clone(), Recipe::default(), threads, kernel)?;
    Ok(Wrong::from(&judge.measure(&window.validation(network.plan(), VALIDATED)?)?))
}
