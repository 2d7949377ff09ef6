//! A network: its plan and its weights.

use crate::graph::{Finish, Graph, LayerSpec};
use crate::{NetError, Plan};
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use sha2::{Digest, Sha256};

/// Whether and how a tensor learns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// Mixing weights: learnt, and pulled towards zero by weight decay.
    Weight,
    /// Biases and gains: learnt without decay.
    Free,
    /// Running statistics of a batch norm: followed, not learnt.
    Buffer,
}

/// One named tensor.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Tensor {
    pub name: String,
    pub shape: Vec<usize>,
    pub role: Role,
    pub values: Vec<f32>,
}

/// A network: its plan and its weights.
#[derive(Clone, Debug)]
pub struct Network {
    pub(crate) plan: Plan,
    pub(crate) graph: Graph,
    pub(crate) tensors: Vec<Tensor>,
}

impl Network {
    /// A network that has learnt nothing yet: weights after He, the same bits on every machine.
    ///
    /// # Errors
    /// When the plan does not hold.
    pub fn new(plan: &Plan, seed: u64) -> Result<Network, NetError> {
        plan.check()?;
        let graph = Graph::new(plan);
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let tensors = graph.layers.iter().flat_map(|layer| first_tensors(layer, &mut random)).collect();
        Ok(Network { plan: plan.clone(), graph, tensors })
    }

    /// The same with last layers of zeros: it takes every move for equally good and every position for even. What is
    /// learnt from a network's own matches would follow the noise of its first weights otherwise.
    #[must_use]
    pub fn silent(mut self) -> Network {
        let Graph { layers, policy, value, aux, .. } = &self.graph;
        for last in [Some(policy[1]), Some(value[2]), *aux].into_iter().flatten() {
            let first = layers[last].tensor;
            let own = &mut self.tensors[first..first + layers[last].tensors()];
            own.iter_mut().for_each(|tensor| tensor.values.fill(0.0));
        }
        self
    }

    /// The structure.
    #[must_use]
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// How many numbers have been or can be learnt.
    #[must_use]
    pub fn parameters(&self) -> usize {
        let learnt = self.tensors.iter().filter(|tensor| tensor.role != Role::Buffer);
        learnt.map(|tensor| tensor.values.len()).sum()
    }

    /// Goes a share of the way to another network of the same plan, statistics and all: a running mean of the
    /// networks a training passes plays better than the last of them.
    ///
    /// # Panics
    /// When the other is of another plan.
    pub fn follow(&mut self, other: &Network, share: f32) {
        assert_eq!(self.plan, other.plan, "networks of one plan follow each other");
        for (own, other) in self.tensors.iter_mut().zip(&other.tensors) {
            for (own, other) in own.values.iter_mut().zip(&other.values) {
                // All the way is exactly there.
                *own = if share < 1.0 { *own + share * (other - *own) } else { *other };
            }
        }
    }

    /// A fingerprint of structure and weights: SHA-256 over names, shapes and bits, as hexadecimal.
    #[must_use]
    pub fn hash(&self) -> String {
        let mut hash = Sha256::new();
        for tensor in &self.tensors {
            hash.update(format!("{}{:?}", tensor.name, tensor.shape));
            for value in &tensor.values {
                hash.update(value.to_le_bytes());
            }
        }
        hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

pub(crate) fn first_tensors(layer: &LayerSpec, random: &mut Xoshiro256PlusPlus) -> Vec<Tensor> {
    let fan_in = (layer.inputs * layer.taps()) as f32;
    let gain = if layer.relu { 6.0 } else { 3.0 };
    let bound = (gain / fan_in).sqrt();
    let count = layer.shape.iter().product();
    let weights = (0..count).map(|_| symmetric(random) * bound).collect();
    let mut tensors = vec![Tensor {
        name: format!("{}.weight", layer.name),
        shape: layer.shape.clone(),
        role: Role::Weight,
        values: weights,
    }];
    let mut vector = |name: String, role, value| {
        let (shape, values) = (vec![layer.outputs], vec![value; layer.outputs]);
        tensors.push(Tensor { name, shape, role, values });
    };
    match layer.finish {
        Finish::Bias => vector(format!("{}.bias", layer.name), Role::Free, 0.0),
        Finish::Norm => {
            vector(format!("{}.weight", layer.norm), Role::Free, 1.0);
            vector(format!("{}.bias", layer.norm), Role::Free, 0.0);
            vector(format!("{}.running_mean", layer.norm), Role::Buffer, 0.0);
            vector(format!("{}.running_var", layer.norm), Role::Buffer, 1.0);
        }
    }
    tensors
}

/// Uniform in [−1, 1), from the top 24 bits so that no rounding is involved.
fn symmetric(random: &mut Xoshiro256PlusPlus) -> f32 {
    let bits = (random.next_u64() >> 40) as u32;
    bits as f32 / (1u32 << 23) as f32 - 1.0
}
