//! Rows times a matrix, where a row may see its neighbours as well: a convolution is that.

#![allow(unsafe_code)]
// Plain indices unroll into registers; iterators that stop early do not.
#![allow(clippy::needless_range_loop)]

use super::neighbours::Neighbours;
use super::packed::{Matrix, PANEL};
use super::{Lanes, Op};

/// Rows of a tile: with four vectors each, the sums fill 24 of 32 registers.
const ROWS: usize = 6;

/// Products that are summed before the sum is added to the rest: long chains would round more.
const CHAIN: usize = 64;

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

/// `out[r] = start + Σ_tap input[seen(tap, r)] · weights[tap]`, tap after tap and each tap in
/// chains of fused multiply-adds, always in the same order; what would be seen beyond the edge of the board is left out.
pub(crate) struct Multiply<'a> {
    pub input: &'a [f32],
    /// From one row of the input to the next.
    pub input_stride: usize,
    /// None: one tap, each row sees itself.
    pub neighbours: Option<&'a Neighbours>,
    /// As many rows per tap as `depth`.
    pub weights: Matrix<'a>,
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
            // SAFETY: `check` has seen that all rows lie within the slices, and `Op::run` is only
            // called where the instructions of `L` exist.
            unsafe {
                match self.neighbours {
                    None => self.tap::<L, Itself>(panel, 0, self.start, Itself(self.rows)),
                    Some(neighbours) => {
                        let mut start = self.start;
                        for tap in neighbours.order() {
                            let pairs = neighbours.pairs(tap, self.rows / neighbours.cells);
                            self.tap::<L, Listed<'_>>(panel, tap, start, Listed(pairs));
                            start = Start::Kept;
                        }
                    }
                }
            }
        }
    }
}

/// Pairs of an input row and an output row.
trait Pairs: Copy {
    fn count(self) -> usize;
    fn pair(self, at: usize) -> (usize, usize);
}

/// Each row and itself.
#[derive(Clone, Copy)]
struct Itself(usize);

impl Pairs for Itself {
    #[inline(always)]
    fn count(self) -> usize {
        self.0
    }

    #[inline(always)]
    fn pair(self, at: usize) -> (usize, usize) {
        (at, at)
    }
}

/// Pairs from a list.
#[derive(Clone, Copy)]
struct Listed<'a>(&'a [(u32, u32)]);

impl Pairs for Listed<'_> {
    #[inline(always)]
    fn count(self) -> usize {
        self.0.len()
    }

    #[inline(always)]
    fn pair(self, at: usize) -> (usize, usize) {
        let (seen, row) = self.0[at];
        (seen as usize, row as usize)
    }
}

impl Multiply<'_> {
    /// Panics unless every row that will be touched lies within its slice.
    fn check(&self) {
        let taps = self.neighbours.map_or(1, Neighbours::taps);
        let columns = self.weights.columns;
        assert_eq!(self.weights.depth, taps * self.depth, "each tap has its weights");
        assert_eq!(self.weights.values.len(), self.weights.depth * columns, "weights are whole");
        assert!(self.input.len() >= (self.rows - 1) * self.input_stride + self.depth, "input rows are there");
        assert!(self.out_stride >= columns && self.out.len() >= (self.rows - 1) * self.out_stride + columns);
        if let Some(neighbours) = self.neighbours {
            assert!(self.rows.is_multiple_of(neighbours.cells), "boards are whole");
        }
        if let Start::Row(values) = self.start {
            assert!(values.len() >= columns, "the first row is as long as the others");
        }
    }

    /// # Safety
    /// `check` has passed.
    #[inline(always)]
    unsafe fn tap<L: Lanes, P: Pairs>(&mut self, panel: usize, tap: usize, mut start: Start<'_>, pairs: P) {
        let mut first = 0;
        while first < self.depth {
            let depth = (self.depth - first).min(CHAIN);
            let mut at = 0;
            while at < pairs.count() {
                let count = (pairs.count() - at).min(ROWS);
                let part = Part { panel, row: tap * self.depth + first, first, depth, start, at };
                // SAFETY: the caller's promise is passed on.
                unsafe {
                    match count {
                        6 => self.part::<L, P, 6>(part, pairs),
                        5 => self.part::<L, P, 5>(part, pairs),
                        4 => self.part::<L, P, 4>(part, pairs),
                        3 => self.part::<L, P, 3>(part, pairs),
                        2 => self.part::<L, P, 2>(part, pairs),
                        _ => self.part::<L, P, 1>(part, pairs),
                    }
                }
                at += count;
            }
            first += depth;
            start = Start::Kept;
        }
    }

    /// # Safety
    /// `check` has passed, and there are `R` pairs from `part.at` on.
    #[inline(always)]
    unsafe fn part<L: Lanes, P: Pairs, const R: usize>(&mut self, part: Part<'_>, pairs: P) {
        let Part { panel, row, first, depth, start, at } = part;
        let width = self.weights.panel_width(panel);
        let (mut inputs, mut outs) = ([self.input.as_ptr(); R], [self.out.as_mut_ptr(); R]);
        for r in 0..R {
            let (seen, sees) = pairs.pair(at + r);
            // SAFETY: no row is beyond the last, which `check` has seen within its slice.
            unsafe {
                inputs[r] = inputs[r].add(seen.min(self.rows - 1) * self.input_stride + first);
                outs[r] = outs[r].add(sees.min(self.rows - 1) * self.out_stride + panel * PANEL);
            }
        }
        let mut column = 0;
        while column < width {
            let vectors = ((width - column) / L::WIDTH).min(L::TILE);
            // SAFETY: as above; the columns lie within the panel, whose width is a multiple of 16.
            unsafe {
                let weights = self
                    .weights
                    .values
                    .as_ptr()
                    .add(panel * PANEL * self.weights.depth + row * width + column);
                let begin = match start {
                    Start::Zero => Begin::Zero,
                    Start::Kept => Begin::Out,
                    Start::Row(values) => Begin::Row(values.as_ptr().add(panel * PANEL + column)),
                };
                let tile = Tile { inputs, weights, width, depth, begin, outs, column };
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

/// One chain of products for some rows.
#[derive(Clone, Copy)]
struct Part<'a> {
    panel: usize,
    /// First row of the weights.
    row: usize,
    /// First number of the input rows.
    first: usize,
    depth: usize,
    start: Start<'a>,
    /// First of the pairs.
    at: usize,
}

/// What is added to the sums of a tile.
#[derive(Clone, Copy)]
enum Begin {
    Zero,
    Out,
    Row(*const f32),
}

/// The sums that are held in registers at once.
struct Tile<const R: usize> {
    inputs: [*const f32; R],
    weights: *const f32,
    width: usize,
    depth: usize,
    begin: Begin,
    outs: [*mut f32; R],
    column: usize,
}

impl<const R: usize> Tile<R> {
    /// # Safety
    /// Inputs have `depth` numbers, weights as many rows of `V` vectors, the output `R` rows of them.
    #[inline(always)]
    unsafe fn run<L: Lanes, const V: usize>(&self) {
        // SAFETY: the caller vouches for all pointers.
        unsafe {
            let mut sums = [[L::splat(0.0); V]; R];
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
            for r in 0..R {
                for v in 0..V {
                    let out = self.outs[r].add(self.column + v * L::WIDTH);
                    let sum = match self.begin {
                        Begin::Zero => sums[r][v],
                        Begin::Out => sums[r][v].add(L::load(out)),
                        Begin::Row(from) => sums[r][v].add(L::load(from.add(v * L::WIDTH))),
                    };
                    sum.store(out);
                }
            }
        }
    }
}
