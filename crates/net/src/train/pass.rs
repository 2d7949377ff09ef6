//! One batch through all layers, and back.

use super::layer::Layer;
use super::norm::Mode;
use crate::Plan;
use crate::graph::{Graph, Reach, Unit};
use crate::kernel::{Checked, Neighbours, Window, pad};
use crate::network::Tensor;
use rayon::prelude::*;
use std::sync::Arc;

/// Rows that one chunk of work has at most, unless a single board has more: enough to fill the
/// kernels, few enough to stay in the cache.
pub(super) const CHUNK_ROWS: usize = 128;

/// All layers with what they computed last.
#[derive(Debug)]
pub(crate) struct Pass {
    graph: Graph,
    pub layers: Vec<Layer>,
    cells: usize,
    planes: usize,
    constants: usize,
    /// The input, a row per cell.
    input: Vec<f32>,
    /// Slopes on their way back: in the body, in a head, within a block.
    ways: [Vec<f32>; 3],
}

/// The slopes of the loss with respect to the outputs, in padded rows.
#[derive(Debug, Default)]
pub(crate) struct OutputSlopes {
    pub policy: Vec<f32>,
    pub value: Vec<f32>,
    pub aux: Vec<f32>,
}

impl Pass {
    pub fn new(plan: &Plan, graph: &Graph) -> Pass {
        let (rows, columns) = plan.board();
        let chunks = |rows: usize, columns: usize, window| {
            let boards = (CHUNK_ROWS / (rows * columns)).max(1);
            Arc::new(Neighbours::new(rows, columns, window, boards))
        };
        let square = chunks(rows, columns, Window::Square);
        let point = chunks(rows, columns, Window::Point);
        let single = chunks(1, 1, Window::Point);
        let body_ends = graph.value[0];
        let layers = graph.layers.iter().enumerate().map(|(number, spec)| {
            let neighbours = match spec.reach {
                Reach::Square => &square,
                Reach::Point if number <= body_ends => &point,
                Reach::Point | Reach::Board => &single,
            };
            Layer::new(spec, Arc::clone(neighbours))
        });
        Pass {
            layers: layers.collect(),
            graph: graph.clone(),
            cells: plan.cells(),
            planes: plan.planes(),
            constants: plan.constants,
            input: Vec::new(),
            ways: Default::default(),
        }
    }

    /// Takes the weights over.
    pub fn load(&mut self, tensors: &[Tensor], mode: Mode) {
        self.layers.par_iter_mut().for_each(|layer| layer.load(tensors, mode));
    }

    /// Computes all outputs for these positions.
    pub fn forward(&mut self, kernel: Checked, inputs: &[f32], mode: Mode) {
        self.spread(inputs);
        let mut last = None;
        for unit in self.graph.body.clone() {
            match unit {
                Unit::Plain(layer) => {
                    self.run(kernel, layer, last, None, mode);
                    last = Some(layer);
                }
                Unit::Residual(first, second) => {
                    self.run(kernel, first, last, None, mode);
                    self.run(kernel, second, Some(first), last, mode);
                    last = Some(second);
                }
            }
        }
        let ([squeeze, policy], [narrow, hidden, value]) = (self.graph.policy, self.graph.value);
        self.run(kernel, squeeze, last, None, mode);
        self.run(kernel, policy, Some(squeeze), None, mode);
        self.run(kernel, narrow, last, None, mode);
        self.run(kernel, hidden, Some(narrow), None, mode);
        self.run(kernel, value, Some(hidden), None, mode);
        if let Some(aux) = self.graph.aux {
            self.run(kernel, aux, Some(hidden), None, mode);
        }
    }

    fn run(&mut self, kernel: Checked, layer: usize, from: Option<usize>, around: Option<usize>, mode: Mode) {
        let (before, rest) = self.layers.split_at_mut(layer);
        let input = from.map_or(&self.input, |from| &before[from].out);
        let around = around.map(|around| &before[around].out[..]);
        rest[0].forward(kernel, input, around, mode);
    }

    /// From planes one after the other to a row of planes and constants for each cell.
    fn spread(&mut self, inputs: &[f32]) {
        let (cells, planes, constants) = (self.cells, self.planes, self.constants);
        let stride = pad(planes + constants);
        let length = planes * cells + constants;
        self.input.clear();
        self.input.resize(inputs.len() / length * cells * stride, 0.0);
        let rows = self.input.chunks_exact_mut(cells * stride);
        for (rows, position) in rows.zip(inputs.chunks_exact(length)) {
            for (cell, row) in rows.chunks_exact_mut(stride).enumerate() {
                for (plane, value) in row[..planes].iter_mut().enumerate() {
                    *value = position[plane * cells + cell];
                }
                row[planes..planes + constants].copy_from_slice(&position[planes * cells..]);
            }
        }
    }

    /// The policy logits, values before tanh, and further numbers of the last pass: rows of padded
    /// length.
    pub fn outputs(&self) -> (&[f32], &[f32], &[f32]) {
        let aux = self.graph.aux.map_or(&[][..], |aux| &self.layers[aux].out);
        (&self.layers[self.graph.policy[1]].out, &self.layers[self.graph.value[2]].out, aux)
    }

    /// Computes the slopes of all weights from those of the outputs.
    pub fn backward(&mut self, kernel: Checked, slopes: &mut OutputSlopes) {
        let ([squeeze, policy], [narrow, hidden, value]) = (self.graph.policy, self.graph.value);
        let body = squeeze - 1;
        let [mut grad, mut head, mut inner] = std::mem::take(&mut self.ways);
        self.back(kernel, policy, Some(squeeze), &mut slopes.policy, Some((&mut head, false)));
        self.back(kernel, squeeze, Some(body), &mut head, Some((&mut grad, false)));
        self.back(kernel, value, Some(hidden), &mut slopes.value, Some((&mut inner, false)));
        if let Some(aux) = self.graph.aux {
            self.back(kernel, aux, Some(hidden), &mut slopes.aux, Some((&mut inner, true)));
        }
        self.back(kernel, hidden, Some(narrow), &mut inner, Some((&mut head, false)));
        self.back(kernel, narrow, Some(body), &mut head, Some((&mut grad, true)));
        for unit in self.graph.body.clone().into_iter().rev() {
            match unit {
                Unit::Plain(layer) => {
                    let from = layer.checked_sub(1);
                    let below = from.is_some().then_some((&mut inner, false));
                    self.back(kernel, layer, from, &mut grad, below);
                    std::mem::swap(&mut grad, &mut inner);
                }
                Unit::Residual(first, second) => {
                    self.back(kernel, second, Some(first), &mut grad, Some((&mut inner, false)));
                    self.back(kernel, first, Some(first - 1), &mut inner, Some((&mut grad, true)));
                }
            }
        }
        self.ways = [grad, head, inner];
    }

    fn back(
        &mut self,
        kernel: Checked,
        layer: usize,
        from: Option<usize>,
        slopes: &mut [f32],
        below: Option<(&mut Vec<f32>, bool)>,
    ) {
        let (before, rest) = self.layers.split_at_mut(layer);
        let input = from.map_or(&self.input, |from| &before[from].out);
        rest[0].backward(kernel, input, slopes, below);
    }
}
