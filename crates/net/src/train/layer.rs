//! One layer in training: its weights as kernels read them, what it computed, and its slopes.

use super::norm::{Mode, Norm};
use super::rows::{Finishing, Gate, Moments, NormSlopes, Positive, SlopeSums, total};
use crate::graph::{Finish, LayerSpec, Reach};
use crate::kernel::{Checked, Multiply, Neighbours, Outer, PANEL, Packed, Start, pad};
use crate::network::Tensor;
use rayon::prelude::*;
use rayon::slice::ParallelSliceMut;
use std::sync::Arc;

/// Input rows of one task of the weights' slopes.
const TASK_ROWS: usize = 24;

/// How much of a batch is in the cache at once while the weights' slopes are summed.
const BLOCK_BYTES: usize = 1 << 20;

/// One layer in training.
#[derive(Debug)]
pub(crate) struct Layer {
    pub spec: LayerSpec,
    neighbours: Arc<Neighbours>,
    /// Numbers of an input row that are mixed.
    depth: usize,
    /// From one input row to the next.
    pub input_stride: usize,
    weights: Packed,
    /// Where each packed number stands in the tensor; `u32::MAX` for padding.
    order: Vec<u32>,
    /// The same for slopes on their way back.
    back: Packed,
    back_order: Vec<u32>,
    norm: Option<Norm>,
    bias: Vec<f32>,
    mixed: Vec<f32>,
    /// Rows of `columns` numbers: what the layer answered.
    pub out: Vec<f32>,
    partial: Vec<f32>,
    slopes: Packed,
    /// Slopes of each tensor that learns, in the order of the tensors.
    pub gradients: Vec<Vec<f32>>,
}

impl Layer {
    pub fn new(spec: &LayerSpec, neighbours: Arc<Neighbours>) -> Layer {
        let (inputs, outputs, taps) = (spec.inputs, spec.outputs, spec.taps());
        let whole = spec.reach == Reach::Board;
        let stride = if whole { pad(inputs) } else { inputs };
        let at = |output: usize, input: usize, tap: usize| ((output * inputs + input) * taps + tap) as u32;
        let mut weights = Packed::zeros(taps * stride, outputs);
        let mut back =
            if whole { Packed::zeros(outputs, taps * stride) } else { Packed::zeros(taps * outputs, inputs) };
        let mut order = vec![u32::MAX; weights.values.len()];
        let mut back_order = vec![u32::MAX; back.values.len()];
        for (output, input, tap) in each_weight(outputs, inputs, taps) {
            order[weights.position(tap * stride + input, output)] = at(output, input, tap);
            let place = if whole {
                back.position(output, tap * stride + input)
            } else {
                back.position((taps - 1 - tap) * outputs + output, input)
            };
            back_order[place] = at(output, input, tap);
        }
        weights.values.fill(0.0);
        back.values.fill(0.0);
        let columns = weights.columns;
        let vector = || vec![0.0; columns];
        let norm = (spec.finish == Finish::Norm).then(|| Norm::new(outputs));
        let learnt = if norm.is_some() { 3 } else { 2 };
        let mut gradients = vec![vec![0.0; outputs]; learnt];
        gradients[0] = vec![0.0; outputs * inputs * taps];
        Layer {
            spec: spec.clone(),
            neighbours,
            depth: if whole { taps * stride } else { inputs },
            input_stride: if whole { taps * stride } else { pad(inputs) },
            slopes: weights.clone(),
            weights,
            order,
            back,
            back_order,
            norm,
            bias: vector(),
            mixed: Vec::new(),
            out: Vec::new(),
            partial: Vec::new(),
            gradients,
        }
    }

    /// Padded numbers of an output row.
    pub fn columns(&self) -> usize {
        self.weights.columns
    }

    /// Rows of a chunk.
    fn chunk(&self) -> usize {
        self.neighbours.boards * self.neighbours.cells
    }

    /// Takes the weights of the network over.
    pub fn load(&mut self, tensors: &[Tensor], mode: Mode) {
        let tensors = &tensors[self.spec.tensor..][..self.spec.tensors()];
        gather(&mut self.weights.values, &self.order, &tensors[0].values);
        if mode == Mode::Learning {
            gather(&mut self.back.values, &self.back_order, &tensors[0].values);
        }
        let Some(norm) = &mut self.norm else {
            self.bias[..self.spec.outputs].copy_from_slice(&tensors[1].values);
            return;
        };
        norm.load(&tensors[1..], mode);
    }

    /// Moves the running statistics of the network towards the last batch.
    pub fn follow(&self, tensors: &mut [Tensor]) {
        if let Some(norm) = &self.norm {
            norm.follow(&mut tensors[self.spec.tensor + 1..]);
        }
    }

    /// Computes the output from the input rows, adding what went around.
    pub fn forward(&mut self, kernel: Checked, input: &[f32], around: Option<&[f32]>, mode: Mode) {
        let columns = self.columns();
        let rows = input.len() / self.input_stride;
        let chunk = self.chunk() * columns;
        self.out.resize(rows * columns, 0.0);
        let Some(mut norm) = self.norm.take() else {
            let mut out = std::mem::take(&mut self.out);
            out.par_chunks_mut(chunk).enumerate().for_each(|(number, out)| {
                self.mix(kernel, number, input, Start::Row(&self.bias), out);
                if self.spec.relu {
                    kernel.run(Positive { rows: out });
                }
            });
            self.out = out;
            return;
        };
        let mut mixed = std::mem::take(&mut self.mixed);
        let mut partial = std::mem::take(&mut self.partial);
        mixed.resize(rows * columns, 0.0);
        partial.resize(rows.div_ceil(self.chunk()) * 2 * columns, 0.0);
        let tasks = mixed.par_chunks_mut(chunk).zip(partial.par_chunks_mut(2 * columns)).enumerate();
        tasks.for_each(|(number, (mixed, sums))| {
            self.mix(kernel, number, input, Start::Zero, mixed);
            if mode == Mode::Learning {
                kernel.run(Moments { rows: mixed, sums });
            }
        });
        if mode == Mode::Learning {
            norm.measure(&total(&partial, 2 * columns), rows);
        }
        let outs = self.out.par_chunks_mut(chunk).zip(mixed.par_chunks(chunk)).enumerate();
        outs.for_each(|(number, (out, mixed))| {
            let around = around.map(|around| &around[number * chunk..][..out.len()]);
            kernel.run(Finishing { mixed, scale: &norm.scale, shift: &norm.shift, around, out });
        });
        (self.mixed, self.partial, self.norm) = (mixed, partial, Some(norm));
    }

    fn mix(&self, kernel: Checked, chunk: usize, input: &[f32], start: Start<'_>, out: &mut [f32]) {
        let out_stride = self.columns();
        kernel.run(Multiply {
            input: &input[chunk * self.chunk() * self.input_stride..],
            input_stride: self.input_stride,
            neighbours: Some(&self.neighbours),
            weights: self.weights.matrix(),
            depth: self.depth,
            rows: out.len() / out_stride,
            start,
            out,
            out_stride,
        });
    }

    /// From the slopes of the output to those of the weights and, where `input_slopes` is given, of
    /// the input: added to what is there if `kept`. Slopes of numbers cut at zero become zero.
    pub fn backward(
        &mut self,
        kernel: Checked,
        input: &[f32],
        slopes: &mut [f32],
        input_slopes: Option<(&mut Vec<f32>, bool)>,
    ) {
        let columns = self.columns();
        let chunk = self.chunk() * columns;
        let mut partial = std::mem::take(&mut self.partial);
        partial.resize(slopes.len().div_ceil(chunk) * 2 * columns, 0.0);
        let tasks = slopes.par_chunks_mut(chunk).zip(partial.par_chunks_mut(2 * columns)).enumerate();
        tasks.for_each(|(number, (slopes, sums))| self.gate(kernel, number, slopes, sums));
        let sums = total(&partial, 2 * columns);
        self.partial = partial;
        let (plain, normal) = sums.split_at(columns);
        let rows = (slopes.len() / columns) as f64;
        for (at, gradient) in self.gradients[1..].iter_mut().rev().enumerate() {
            let sums = if at == 0 { plain } else { normal };
            gradient.iter_mut().zip(sums).for_each(|(gradient, sum)| *gradient = *sum as f32);
        }
        let mut mixed = std::mem::take(&mut self.mixed);
        if let Some(norm) = &self.norm {
            let mean = |sums: &[f64]| sums.iter().map(|sum| (sum / rows) as f32).collect::<Vec<f32>>();
            let (mean_slope, mean_normal) = (mean(plain), mean(normal));
            mixed.par_chunks_mut(chunk).zip(slopes.par_chunks(chunk)).for_each(|(mixed, slopes)| {
                let (mean, inverse, scale) = (&norm.mean, &norm.inverse, &norm.scale);
                let (mean_slope, mean_normal) = (&mean_slope, &mean_normal);
                kernel.run(NormSlopes { slopes, mean, inverse, scale, mean_slope, mean_normal, mixed });
            });
        }
        let through: &[f32] = if self.norm.is_some() { &mixed } else { slopes };
        if let Some((input_slopes, kept)) = input_slopes {
            self.send_back(kernel, through, input_slopes, kept);
        }
        self.weigh(kernel, input, through);
        self.mixed = mixed;
    }

    fn gate(&self, kernel: Checked, number: usize, slopes: &mut [f32], sums: &mut [f32]) {
        let at = number * self.chunk() * self.columns();
        if self.spec.relu {
            kernel.run(Gate { out: &self.out[at..][..slopes.len()], slopes });
        }
        match &self.norm {
            Some(norm) => {
                let mixed = &self.mixed[at..][..slopes.len()];
                kernel.run(SlopeSums { slopes, mixed, mean: &norm.mean, inverse: &norm.inverse, sums });
            }
            None => kernel.run(Moments { rows: slopes, sums }),
        }
    }

    fn send_back(&self, kernel: Checked, through: &[f32], input_slopes: &mut Vec<f32>, kept: bool) {
        let rows = through.len() / self.columns();
        let chunk = self.chunk();
        input_slopes.resize(rows * self.input_stride, 0.0);
        input_slopes.par_chunks_mut(chunk * self.input_stride).enumerate().for_each(|(number, out)| {
            kernel.run(Multiply {
                input: &through[number * chunk * self.columns()..],
                input_stride: self.columns(),
                neighbours: Some(&self.neighbours),
                weights: self.back.matrix(),
                depth: self.spec.outputs,
                rows: out.len() / self.input_stride,
                start: if kept { Start::Kept } else { Start::Zero },
                out,
                out_stride: self.input_stride,
            });
        });
    }

    /// The slopes of the weights: each task owns some rows of them and walks over the batch, block
    /// by block so that a block serves all tasks while it is in the cache.
    fn weigh(&mut self, kernel: Checked, input: &[f32], through: &[f32]) {
        let mut slopes = std::mem::take(&mut self.slopes);
        let columns = slopes.columns;
        slopes.values.fill(0.0);
        let mut tasks = Vec::new();
        let mut rest = &mut slopes.values[..];
        for panel in 0..self.weights.matrix().panels() {
            let width = self.weights.matrix().panel_width(panel);
            for tap in 0..self.weights.depth / self.depth {
                for first in (0..self.depth).step_by(TASK_ROWS) {
                    let rows = (self.depth - first).min(TASK_ROWS);
                    let (sums, after) = rest.split_at_mut(rows * width);
                    tasks.push((panel, tap, first, sums));
                    rest = after;
                }
            }
        }
        let chunk = self.chunk();
        let chunk_bytes = chunk * (self.input_stride + columns) * size_of::<f32>();
        let block = (BLOCK_BYTES / chunk_bytes).max(1) * chunk;
        let blocks = input.chunks(block * self.input_stride).zip(through.chunks(block * columns));
        for (input, through) in blocks {
            tasks.par_iter_mut().for_each(|(panel, tap, first, sums)| {
                let chunks = input.chunks(chunk * self.input_stride).zip(through.chunks(chunk * columns));
                for (left, right) in chunks {
                    kernel.run(Outer {
                        pairs: self.neighbours.pairs(*tap, right.len() / (columns * self.neighbours.cells)),
                        left,
                        left_stride: self.input_stride,
                        first: *first,
                        right,
                        right_stride: columns,
                        column: *panel * PANEL,
                        width: self.weights.matrix().panel_width(*panel),
                        sums,
                    });
                }
            });
        }
        for (slope, at) in slopes.values.iter().zip(&self.order) {
            if let Some(gradient) = self.gradients[0].get_mut(*at as usize) {
                *gradient = *slope;
            }
        }
        self.slopes = slopes;
    }
}

fn each_weight(outputs: usize, inputs: usize, taps: usize) -> impl Iterator<Item = (usize, usize, usize)> {
    (0..outputs).flat_map(move |output| {
        (0..inputs).flat_map(move |input| (0..taps).map(move |tap| (output, input, tap)))
    })
}

fn gather(packed: &mut [f32], order: &[u32], values: &[f32]) {
    for (packed, at) in packed.iter_mut().zip(order) {
        *packed = values.get(*at as usize).copied().unwrap_or(0.0);
    }
}
