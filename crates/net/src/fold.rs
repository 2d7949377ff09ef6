//! A layer with its batch norm folded into weights and bias.

use crate::Network;
use crate::graph::Finish;
use crate::train::EPSILON;

/// Weights in the order of the tensor, and a bias for each output.
pub(crate) struct Folded {
    pub weights: Vec<f64>,
    pub bias: Vec<f64>,
}

/// The weights of a layer as an evaluation uses them.
pub(crate) fn fold(network: &Network, layer: usize) -> Folded {
    let spec = &network.graph.layers[layer];
    let tensors = &network.tensors[spec.tensor..][..spec.tensors()];
    let wide = |at: usize| tensors[at].values.iter().map(|value| f64::from(*value));
    let mut weights: Vec<f64> = wide(0).collect();
    if spec.finish == Finish::Bias {
        return Folded { weights, bias: wide(1).collect() };
    }
    let scale: Vec<f64> =
        wide(1).zip(wide(4)).map(|(gain, variance)| gain / (variance + f64::from(EPSILON)).sqrt()).collect();
    let per_output = weights.len() / spec.outputs;
    for (weights, scale) in weights.chunks_exact_mut(per_output).zip(&scale) {
        weights.iter_mut().for_each(|weight| *weight *= scale);
    }
    let bias = wide(2).zip(wide(3)).zip(&scale).map(|((bias, mean), scale)| bias - mean * scale).collect();
    Folded { weights, bias }
}
