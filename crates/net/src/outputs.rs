//! What a network says about positions.

use crate::Plan;

/// What a network says about positions, in the order they were given. Reused from call to call.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outputs {
    count: usize,
    sizes: [usize; 3],
    pub(crate) policy: Vec<f32>,
    pub(crate) value: Vec<f32>,
    pub(crate) aux: Vec<f32>,
}

impl Outputs {
    /// Room for answers; it grows with the first call.
    #[must_use]
    pub fn new() -> Outputs {
        Outputs::default()
    }

    /// How many positions were answered.
    #[must_use]
    pub fn count(&self) -> usize {
        self.count
    }

    /// Policy logits of a position: a softmax over its legal actions makes them chances.
    #[must_use]
    pub fn policy(&self, position: usize) -> &[f32] {
        &self.policy[position * self.sizes[0]..][..self.sizes[0]]
    }

    /// Values of a position, −1 to 1.
    #[must_use]
    pub fn value(&self, position: usize) -> &[f32] {
        &self.value[position * self.sizes[1]..][..self.sizes[1]]
    }

    /// The further numbers of a position.
    #[must_use]
    pub fn aux(&self, position: usize) -> &[f32] {
        &self.aux[position * self.sizes[2]..][..self.sizes[2]]
    }

    /// Makes room for so many answers.
    pub(crate) fn reset(&mut self, plan: &Plan, count: usize) {
        self.count = count;
        self.sizes = [plan.policy, plan.value, plan.aux.len()];
        self.policy.resize(count * self.sizes[0], 0.0);
        self.value.resize(count * self.sizes[1], 0.0);
        self.aux.resize(count * self.sizes[2], 0.0);
    }
}
