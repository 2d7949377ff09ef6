//! Batch norm: numbers of a column, over all rows of a batch, to mean zero and variance one.

use crate::kernel::pad;
use crate::network::Tensor;

/// Added to a variance, as PyTorch does.
pub(crate) const EPSILON: f32 = 1e-5;

/// Share of the newest batch in the running statistics, as PyTorch has it.
const MOMENTUM: f32 = 0.1;

/// Whether batch norms follow the batch or what was learnt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Statistics of the batch.
    Learning,
    /// Running statistics.
    Judging,
}

/// A batch norm, all vectors padded.
#[derive(Debug)]
pub(crate) struct Norm {
    gain: Vec<f32>,
    bias: Vec<f32>,
    /// What was subtracted, and by what was multiplied, in the last pass.
    pub mean: Vec<f32>,
    pub inverse: Vec<f32>,
    pub scale: Vec<f32>,
    pub shift: Vec<f32>,
    /// Statistics of the last batch, for the running ones.
    batch: Vec<(f32, f32)>,
}

impl Norm {
    /// A batch norm of this many numbers.
    pub fn new(count: usize) -> Norm {
        let vector = || vec![0.0; pad(count)];
        Norm {
            gain: vector(),
            bias: vector(),
            mean: vector(),
            inverse: vector(),
            scale: vector(),
            shift: vector(),
            batch: vec![(0.0, 0.0); count],
        }
    }

    /// Takes gain, bias and, for judging, the running statistics over from these tensors.
    pub fn load(&mut self, tensors: &[Tensor], mode: Mode) {
        let count = self.batch.len();
        self.gain[..count].copy_from_slice(&tensors[0].values);
        self.bias[..count].copy_from_slice(&tensors[1].values);
        if mode == Mode::Judging {
            self.mean[..count].copy_from_slice(&tensors[2].values);
            for (inverse, variance) in self.inverse.iter_mut().zip(&tensors[3].values) {
                *inverse = 1.0 / (variance + EPSILON).sqrt();
            }
            self.prepare();
        }
    }

    /// Moves the running statistics among these tensors towards the last batch.
    pub fn follow(&self, tensors: &mut [Tensor]) {
        for (at, (mean, variance)) in self.batch.iter().enumerate() {
            for (tensor, newest) in [(2, mean), (3, variance)] {
                let running = &mut tensors[tensor].values[at];
                *running = *running * (1.0 - MOMENTUM) + newest * MOMENTUM;
            }
        }
    }

    /// Mean and variance of a batch from its sums.
    pub fn measure(&mut self, sums: &[f64], rows: usize) {
        let (plain, squares) = sums.split_at(self.gain.len());
        let count = rows as f64;
        for column in 0..self.gain.len() {
            let mean = plain[column] / count;
            let variance = (squares[column] / count - mean * mean).max(0.0);
            self.mean[column] = mean as f32;
            self.inverse[column] = (1.0 / (variance + f64::from(EPSILON)).sqrt()) as f32;
            if let Some(batch) = self.batch.get_mut(column) {
                *batch = (mean as f32, (variance * count / (count - 1.0).max(1.0)) as f32);
            }
        }
        self.prepare();
    }

    fn prepare(&mut self) {
        for column in 0..self.gain.len() {
            self.scale[column] = self.gain[column] * self.inverse[column];
            self.shift[column] = self.bias[column] - self.mean[column] * self.scale[column];
        }
    }
}
