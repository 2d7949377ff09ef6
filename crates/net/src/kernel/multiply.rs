//! Rows times a matrix, where each row may be gathered from several places: a convolution is that.

#![allow(unsafe_code)]
// Plain indices unroll into registers; iterators that stop early do not.
#![allow(clippy::needless_range_loop)]

use super::packed::{PANEL, Packed};
use super::{Lanes, Op};
use crate::plan::WIDEST;

/// What stands in for cells beyond the edge of the board.
static ZEROS: [f32; WIDEST] = [0.0; WIDEST];

/// Rows of a tile: with four vectors each, the sums fill 24 of 32 registers.
const ROWS: usize = 6;

/// What the sums begin with.
#[derive(Clone, Copy)]
pub(crate) enum Start<'a> {
    /// Nothing.
    Zero,
    /// What the output holds already.
    Kept,
    /// The same row for each, padded like the output.
    Row(&'a [f32]),
}

/// `out[r] = start + Σ_tap input[source(tap, r)] · weights[tap]`, one chain of fused multiply-adds
/// per number, tap after tap.
pub(crate) struct Multiply<'a> {
    pub input: &'a [f32],
    /// From one row of the input to the next.
    pub input_stride: usize,
    /// For each tap the input row of each output row, `source_stride` apart; a number beyond the
    /// rows means zeros. Empty: one tap, each row from itself.
    pub source: &'a [u32],
    pub source_stride: usize,
    /// As many rows per tap as `depth`.
    pub weights: &'a Packed,
    /// Numbers of an input row.
    pub depth: usize,
    pub rows: usize,
    pub start: Start<'a>,
    pub out: &'a mut [f32],
    /// From one row of the output to the next.
    pub out_stride: usize,
}

impl Op for Multiply<'_> {
    #[inline(always)]
    fn run<L: Lanes>(mut self) {
        if self.rows == 0 {
            return;
        }
        self.check();
        for panel in 0..self.weights.panels() {
            for tap in 0..self.weights.depth / self.depth {
                let mut row = 0;
                while row < self.rows {
                    let rows = (self.rows - row).min(ROWS);
                    // SAFETY: `check` has seen that all rows lie within the slices, and `Op::run` is
                    // only called where the instructions of `L` exist.
                    unsafe { self.rows::<L>(panel, tap, row, rows) };
                    row += rows;
                }
            }
        }
    }
}

impl Multiply<'_> {
    /// Panics unless every row that will be touched lies within its slice.
    fn check(&self) {
        let taps = self.weights.depth / self.depth;
        let columns = self.weights.columns;
        assert_eq!(self.weights.depth, taps * self.depth, "each tap has its weights");
        assert_eq!(self.weights.values.len(), self.weights.depth * columns, "weights are whole");
        assert!(self.input.len() >= (self.rows - 1) * self.input_stride + self.depth, "input rows are there");
        assert!(self.out_stride >= columns && self.out.len() >= (self.rows - 1) * self.out_stride + columns);
        if self.source.is_empty() {
            assert_eq!(taps, 1, "several taps need sources");
        } else {
            assert!(self.depth <= WIDEST && self.source_stride >= self.rows);
            assert!(self.source.len() >= (taps - 1) * self.source_stride + self.rows, "sources are there");
        }
        if let Start::Row(values) = self.start {
            assert!(values.len() >= columns, "the first row is as long as the others");
        }
    }

    /// # Safety
    /// `check` has passed, `row + rows` is at most `self.rows`, and `rows` at most `ROWS`.
    #[inline(always)]
    unsafe fn rows<L: Lanes>(&mut self, panel: usize, tap: usize, row: usize, rows: usize) {
        // SAFETY: the caller's promise is passed on.
        unsafe {
            match rows {
                6 => self.panel::<L, 6>(panel, tap, row),
                5 => self.panel::<L, 5>(panel, tap, row),
                4 => self.panel::<L, 4>(panel, tap, row),
                3 => self.panel::<L, 3>(panel, tap, row),
                2 => self.panel::<L, 2>(panel, tap, row),
                _ => self.panel::<L, 1>(panel, tap, row),
            }
        }
    }

    /// # Safety
    /// As for `rows`.
    #[inline(always)]
    unsafe fn panel<L: Lanes, const R: usize>(&mut self, panel: usize, tap: usize, row: usize) {
        let mut inputs = [ZEROS.as_ptr(); R];
        for (offset, input) in inputs.iter_mut().enumerate() {
            let own = row + offset;
            let from = match self.source.get(tap * self.source_stride + own) {
                Some(&from) => from as usize,
                None => own,
            };
            if from < self.rows {
                // SAFETY: `from` is one of the rows that `check` has seen within the input.
                *input = unsafe { self.input.as_ptr().add(from * self.input_stride) };
            }
        }
        let width = self.weights.panel_width(panel);
        let mut column = 0;
        while column < width {
            let vectors = ((width - column) / L::WIDTH).min(L::TILE);
            // SAFETY: as above; the columns lie within the panel, whose width is a multiple of 16.
            unsafe {
                let at = panel * PANEL * self.weights.depth + tap * self.depth * width + column;
                let weights = self.weights.values.as_ptr().add(at);
                let out = self.out.as_mut_ptr().add(row * self.out_stride + panel * PANEL + column);
                let begin = match self.start {
                    _ if tap > 0 => Begin::Stride(out, self.out_stride),
                    Start::Zero => Begin::Zero,
                    Start::Kept => Begin::Stride(out, self.out_stride),
                    Start::Row(values) => Begin::Stride(values.as_ptr().add(panel * PANEL + column), 0),
                };
                let tile =
                    Tile { inputs, weights, width, depth: self.depth, begin, out, stride: self.out_stride };
                match vectors {
                    4 => tile.run::<L, 4>(),
                    3 => tile.run::<L, 3>(),
                    2 => tile.run::<L, 2>(),
                    _ => tile.run::<L, 1>(),
                }
            }
            column += vectors * L::WIDTH;
        }
    }
}

/// Where the sums of a tile begin.
#[derive(Clone, Copy)]
enum Begin {
    Zero,
    Stride(*const f32, usize),
}

/// The sums that are held in registers at once.
struct Tile<const R: usize> {
    inputs: [*const f32; R],
    weights: *const f32,
    width: usize,
    depth: usize,
    begin: Begin,
    out: *mut f32,
    stride: usize,
}

impl<const R: usize> Tile<R> {
    /// # Safety
    /// Inputs have `depth` numbers, weights as many rows of `V` vectors, the output `R` rows of them.
    #[inline(always)]
    unsafe fn run<L: Lanes, const V: usize>(&self) {
        // SAFETY: the caller vouches for all pointers.
        unsafe {
            let mut sums = [[L::splat(0.0); V]; R];
            if let Begin::Stride(from, stride) = self.begin {
                for (r, row) in sums.iter_mut().enumerate() {
                    for (v, sum) in row.iter_mut().enumerate() {
                        *sum = L::load(from.add(r * stride + v * L::WIDTH));
                    }
                }
            }
            let mut weights = self.weights;
            for k in 0..self.depth {
                let mut factors = [L::splat(0.0); V];
                for (v, factor) in factors.iter_mut().enumerate() {
                    *factor = L::load(weights.add(v * L::WIDTH));
                }
                for r in 0..R {
                    let value = L::splat(*self.inputs[r].add(k));
                    for v in 0..V {
                        sums[r][v] = value.fused(factors[v], sums[r][v]);
                    }
                }
                weights = weights.add(self.width);
            }
            for (r, row) in sums.iter().enumerate() {
                for (v, sum) in row.iter().enumerate() {
                    sum.store(self.out.add(r * self.stride + v * L::WIDTH));
                }
            }
        }
    }
}
