//! A training on disk: weights and what the optimiser remembers, in one file, so that a process
//! killed at any moment leaves a state that belongs together.

use super::adam::Recipe;
use super::trainer::Trainer;
use crate::files::{only, open, read, write};
use crate::network::Role;
use crate::{NetError, Network, Plan};
use safetensors::SafeTensors;

const WHAT: &str = "a training";

/// What stands before the name of a tensor whose mean slopes are kept.
const MEAN: &str = "adam.mean.";

/// What stands before the name of a tensor whose mean squared slopes are kept.
const SQUARE: &str = "adam.square.";

impl Trainer {
    /// The whole state as a `safetensors` file: what goes on from it gives the same bits.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let weights = self
            .network
            .tensors
            .iter()
            .map(|tensor| (tensor.name.clone(), tensor.shape.clone(), &tensor.values[..]));
        let learnt =
            || self.network.tensors.iter().zip(&self.adam.moments).filter(|(t, _)| t.role != Role::Buffer);
        let means =
            learnt().map(|(t, moments)| (format!("{MEAN}{}", t.name), t.shape.clone(), &moments.0[..]));
        let squares =
            learnt().map(|(t, moments)| (format!("{SQUARE}{}", t.name), t.shape.clone(), &moments.1[..]));
        write(weights.chain(means).chain(squares), &[("steps", self.adam.steps.to_string())])
    }

    /// Goes on from such a file.
    ///
    /// # Errors
    /// When the file is damaged or of another plan, or the threads cannot be started.
    pub fn from_bytes(
        plan: &Plan,
        bytes: &[u8],
        recipe: Recipe,
        threads: usize,
    ) -> Result<Trainer, NetError> {
        let file = open(WHAT, bytes)?;
        let mut network = Network::new(plan, 0)?;
        for tensor in &mut network.tensors {
            tensor.values = read(&file, "", tensor)?;
        }
        let mut trainer = Trainer::new(network, recipe, threads)?;
        let mut known = Vec::new();
        for (tensor, moments) in trainer.network.tensors.iter().zip(&mut trainer.adam.moments) {
            known.extend(["", MEAN, SQUARE].map(|prefix| format!("{prefix}{}", tensor.name)));
            if tensor.role != Role::Buffer {
                *moments = (read(&file, MEAN, tensor)?, read(&file, SQUARE, tensor)?);
            }
        }
        only(&file, &known)?;
        trainer.adam.steps = steps(bytes)?;
        Ok(trainer)
    }
}

fn steps(bytes: &[u8]) -> Result<u64, NetError> {
    let corrupt = |cause: String| NetError::Corrupt { what: WHAT, cause };
    let (_, metadata) = SafeTensors::read_metadata(bytes).map_err(|cause| corrupt(cause.to_string()))?;
    let steps = metadata.metadata().as_ref().and_then(|notes| notes.get("steps")?.parse().ok());
    steps.ok_or_else(|| corrupt("it does not say after how many steps it was written".into()))
}
