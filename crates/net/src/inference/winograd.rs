//! A 3×3 convolution after Winograd: transform tiles, multiply point by point, transform back.
//!
//! On a board of 6 × 7, tiles of 3 × 4 need 120 products where the plain way needs 378.

use super::dense::Around;
use super::scratch::sized;
use super::tiling::Tiling;
use super::toom::filter;
use super::transform::{ToCells, ToPoints};
use crate::fold::Folded;
use crate::graph::LayerSpec;
use crate::kernel::{Checked, Matrix, Multiply, PANEL, Packed, Start, pad};

/// Between one point and the next lies a line of the cache more than needed: without it, all points
/// of a tile would fall on the same places of the cache.
const GAP: usize = 16;

/// A convolution with transformed weights.
#[derive(Debug)]
pub(super) struct Convolution {
    inputs: usize,
    /// For each panel a matrix per point, one after the other as they are read.
    weights: Vec<f32>,
    bias: Vec<f32>,
}

/// What a convolution works on.
pub(super) struct Run<'a> {
    pub tiling: &'a Tiling,
    pub lines: usize,
    pub positions: usize,
    pub input: &'a [f32],
    pub out: &'a mut [f32],
    pub around: Around,
    pub spectrum: &'a mut Vec<f32>,
    pub products: &'a mut Vec<f32>,
}

impl Convolution {
    pub fn new(spec: &LayerSpec, folded: &Folded, tiling: &Tiling) -> Convolution {
        let (high, wide) = tiling.points();
        let (inputs, outputs) = (spec.inputs, spec.outputs);
        let transformed: Vec<Vec<f64>> =
            folded.weights.chunks_exact(9).map(|square| transform(square, tiling.size)).collect();
        let mut weights = Vec::new();
        for first in (0..outputs).step_by(PANEL) {
            let columns = (outputs - first).min(PANEL);
            for point in 0..high * wide {
                let weight = |input: usize, column: usize| {
                    let points: &[f64] = &transformed[(first + column) * inputs + input];
                    points[point] as f32
                };
                weights.extend(Packed::from_fn(inputs, columns, weight).values);
            }
        }
        let mut bias: Vec<f32> = folded.bias.iter().map(|bias| *bias as f32).collect();
        bias.resize(pad(outputs), 0.0);
        Convolution { inputs, weights, bias }
    }

    /// Computes all positions; the row of zeros of each is left alone.
    pub fn run(&self, kernel: Checked, run: Run<'_>) {
        let Run { tiling, lines, positions, input, out, around, spectrum, products } = run;
        let (high, wide) = tiling.points();
        let (points, tiles) = (high * wide, positions * tiling.tiles);
        let (input_width, width) = (pad(self.inputs), self.bias.len());
        let spectrum_stride = tiles * input_width + GAP;
        let spectrum = sized(spectrum, points * spectrum_stride);
        let point_stride = spectrum_stride;
        kernel.run(ToPoints {
            tiling,
            lines,
            positions,
            width: input_width,
            rows: input,
            spectrum,
            point_stride,
        });
        for first in (0..width).step_by(PANEL) {
            let columns = (width - first).min(PANEL);
            let point_stride = tiles * columns + GAP;
            let products = sized(products, points * point_stride);
            self.multiply(kernel, first, tiles, (spectrum, spectrum_stride), (products, point_stride));
            let (bias, around) = (&self.bias, around == Around::Out);
            let rows = &mut *out;
            kernel.run(ToCells {
                tiling,
                lines,
                positions,
                width,
                first,
                columns,
                products,
                point_stride,
                bias,
                around,
                rows,
            });
        }
    }

    /// The products of all points for the panel that begins with this column; slices come with the
    /// step from one point to the next.
    fn multiply(
        &self,
        kernel: Checked,
        first: usize,
        tiles: usize,
        (spectrum, from): (&[f32], usize),
        (products, to): (&mut [f32], usize),
    ) {
        let columns = (self.bias.len() - first).min(PANEL);
        let matrices =
            self.weights[first * self.weights.len() / self.bias.len()..].chunks_exact(self.inputs * columns);
        let places = spectrum.chunks_exact(from).zip(products.chunks_exact_mut(to));
        for (values, (input, out)) in matrices.zip(places) {
            kernel.run(Multiply {
                input,
                input_stride: pad(self.inputs),
                neighbours: None,
                weights: Matrix { values, depth: self.inputs, columns },
                depth: self.inputs,
                rows: tiles,
                start: Start::Zero,
                out,
                out_stride: columns,
            });
        }
    }
}

/// The points of a square of nine weights.
fn transform(square: &[f64], (high, wide): (usize, usize)) -> Vec<f64> {
    let columns: Vec<Vec<f64>> =
        (0..3).map(|column| filter(high, [square[column], square[3 + column], square[6 + column]])).collect();
    (0..high + 2).flat_map(|row| filter(wide, [columns[0][row], columns[1][row], columns[2][row]])).collect()
}
