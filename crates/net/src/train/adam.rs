//! How weights follow their slopes: Adam with decoupled weight decay.

use crate::network::{Role, Tensor};
use rayon::prelude::*;

/// How a network learns; the rate is given with each step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Recipe {
    /// Share of each weight that a step at rate 1 takes away; biases and gains are spared.
    pub weight_decay: f32,
    /// The longest that the slopes of all weights may be, taken as one vector.
    pub clip: Option<f32>,
    /// How much the value counts beside the policy.
    pub value_weight: f32,
    /// How much each further number counts beside the policy.
    pub aux_weight: f32,
    /// How long the mean of the slopes remembers.
    pub beta1: f32,
    /// How long the mean of their squares remembers.
    pub beta2: f32,
    /// Added to the root of the mean square.
    pub epsilon: f32,
}

impl Default for Recipe {
    fn default() -> Recipe {
        Recipe {
            weight_decay: 1e-4,
            clip: None,
            value_weight: 1.0,
            aux_weight: 0.1,
            beta1: 0.9,
            beta2: 0.999,
            epsilon: 1e-8,
        }
    }
}

/// What Adam remembers.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Adam {
    pub steps: u64,
    /// Mean slopes and mean squares for each tensor; empty for those that do not learn.
    pub moments: Vec<(Vec<f32>, Vec<f32>)>,
}

impl Adam {
    pub fn new(tensors: &[Tensor]) -> Adam {
        let zeros =
            |tensor: &Tensor| vec![0.0; if tensor.role == Role::Buffer { 0 } else { tensor.values.len() }];
        Adam { steps: 0, moments: tensors.iter().map(|tensor| (zeros(tensor), zeros(tensor))).collect() }
    }

    /// One step; `slopes` has a list for each tensor, empty for those that do not learn.
    pub fn step(&mut self, recipe: &Recipe, rate: f32, tensors: &mut [Tensor], slopes: &[&[f32]]) {
        self.steps += 1;
        let steps = self.steps as f64;
        let grown = |beta: f32| (1.0 - libm::pow(f64::from(beta), steps)) as f32;
        let (first, second) = (grown(recipe.beta1), grown(recipe.beta2));
        let shrink = shrink(recipe, slopes);
        let moments = self.moments.par_iter_mut();
        tensors.par_iter_mut().zip(moments).zip(slopes).for_each(|((tensor, (mean, square)), slopes)| {
            let decay = if tensor.role == Role::Weight { recipe.weight_decay } else { 0.0 };
            let numbers = tensor.values.iter_mut().zip(mean).zip(square).zip(*slopes);
            for (((value, mean), square), slope) in numbers {
                let slope = slope * shrink;
                *mean = *mean * recipe.beta1 + slope * (1.0 - recipe.beta1);
                *square = *square * recipe.beta2 + slope * slope * (1.0 - recipe.beta2);
                let step = (*mean / first) / ((*square / second).sqrt() + recipe.epsilon);
                *value -= rate * (step + decay * *value);
            }
        });
    }
}

/// By what slopes that are too long are multiplied.
fn shrink(recipe: &Recipe, slopes: &[&[f32]]) -> f32 {
    let Some(clip) = recipe.clip else { return 1.0 };
    let squares: Vec<f64> = slopes
        .par_iter()
        .map(|slopes| slopes.iter().map(|slope| f64::from(*slope) * f64::from(*slope)).sum::<f64>())
        .collect();
    let length = squares.iter().sum::<f64>().sqrt();
    if length > f64::from(clip) { (f64::from(clip) / length) as f32 } else { 1.0 }
}
