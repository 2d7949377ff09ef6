//! Layers computed as they stand, without a transform.

use crate::fold::Folded;
use crate::graph::{LayerSpec, Reach};
use crate::kernel::{Checked, Lanes, Multiply, Neighbours, Op, Packed, Start, pad};

/// Whether something goes around a layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Around {
    /// Nothing.
    No,
    /// What the output holds already is added before numbers below zero are cut.
    Out,
}

/// Rows to compute with.
pub(super) struct Rows<'a> {
    pub input: &'a [f32],
    pub stride: usize,
    pub count: usize,
    /// None where each row sees itself only.
    pub neighbours: Option<&'a Neighbours>,
}

/// A layer as it stands.
#[derive(Debug)]
pub(super) struct Dense {
    weights: Packed,
    bias: Vec<f32>,
    depth: usize,
    relu: bool,
}

impl Dense {
    pub fn new(spec: &LayerSpec, folded: &Folded) -> Dense {
        let (inputs, outputs, taps) = (spec.inputs, spec.outputs, spec.taps());
        let whole = spec.reach == Reach::Board;
        let stride = if whole { pad(inputs) } else { inputs };
        let weights = Packed::from_fn(taps * stride, outputs, |row, output| {
            let (tap, input) = (row / stride, row % stride);
            if input < inputs { folded.weights[(output * inputs + input) * taps + tap] as f32 } else { 0.0 }
        });
        let mut bias: Vec<f32> = folded.bias.iter().map(|bias| *bias as f32).collect();
        bias.resize(pad(outputs), 0.0);
        Dense { weights, bias, depth: if whole { taps * stride } else { inputs }, relu: spec.relu }
    }

    /// Computes the rows of the output, padded and one after the other.
    pub fn run(&self, kernel: Checked, rows: &Rows<'_>, out: &mut [f32], around: Around) {
        let columns = self.weights.columns;
        let out = &mut out[..rows.count * columns];
        if around == Around::Out {
            kernel.run(AddRow { rows: out, row: &self.bias });
        }
        kernel.run(Multiply {
            input: rows.input,
            input_stride: rows.stride,
            neighbours: rows.neighbours,
            weights: self.weights.matrix(),
            depth: self.depth,
            rows: rows.count,
            start: if around == Around::Out { Start::Kept } else { Start::Row(&self.bias) },
            out,
            out_stride: columns,
        });
        if self.relu {
            kernel.run(Positive { rows: out });
        }
    }
}

/// Adds a row to each row.
struct AddRow<'a> {
    rows: &'a mut [f32],
    row: &'a [f32],
}

impl Op for AddRow<'_> {
    #[inline(always)]
    fn run<L: Lanes>(self) {
        for row in self.rows.chunks_exact_mut(self.row.len()) {
            row.iter_mut().zip(self.row).for_each(|(value, added)| *value += added);
        }
    }
}

/// Nothing below zero.
struct Positive<'a> {
    rows: &'a mut [f32],
}

impl Op for Positive<'_> {
    #[inline(always)]
    fn run<L: Lanes>(self) {
        for value in self.rows {
            *value = if *value > 0.0 { *value } else { 0.0 };
        }
    }
}
