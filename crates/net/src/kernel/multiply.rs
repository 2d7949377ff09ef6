//! Rows times a matrix, where a row may see its neighbours as well: a convolution is that.

#![allow(unsafe_code)]
// Plain indices unroll into registers; iterators that stop early do not.
#![allow(clippy::needless_range_loop)]

use super::neighbours::Neighbours;
use super::packed::{Matrix, PANEL};
use super::{Lanes, Op};

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

/// `out[r] = start + Σ_tap input[seen(tap, r)] · weights[tap]`, one chain of fused multiply-adds per
/// number, tap after tap; what would be seen beyond the edge of the board is left out.
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
    unsafe fn tap<L: Lanes, P: Pairs>(&mut self, panel: usize, tap: usize, start: Start<'_>, pairs: P) {
        let mut at = 0;
        while at < pairs.count() {
            let count = (pairs.count() - at).min(ROWS);
            // SAFETY: the caller's promise is passed on.
            unsafe {
                match count {
                    6 => self.panel::<L, P, 6>(panel, tap, start, pairs, at),
                    5 => self.panel::<L, P, 5>(panel, tap, start, pairs, at),
                    4 => self.panel::<L, P, 4>(panel, tap, start, pairs, at),
                    3 => self.panel::<L, P, 3>(panel, tap, start, pairs, at),
                    2 => self.panel::<L, P, 2>(panel, tap, start, pairs, at),
                    _ => self.panel::<L, P, 1>(panel, tap, start, pairs, at),
                }
            }
            at += count;
        }
    }

    /// # Safety
    /// `check` has passed, and there are `R` pairs from `at` on.
    #[inline(always)]
    unsafe fn panel<L: Lanes, P: Pairs, const R: usize>(
        &mut self,
        panel: usize,
        tap: usize,
        start: Start<'_>,
        pairs: P,
        at: usize,
    ) {
        let width = self.weights.panel_width(panel);
        let (mut inputs, mut outs) = ([self.input.as_ptr(); R], [self.out.as_mut_ptr(); R]);
        for r in 0..R {
            let (seen, row) = pairs.pair(at + r);
            // SAFETY: no row is beyond the last, which `check` has seen within its slice.
            unsafe {
                inputs[r] = inputs[r].add(seen.min(self.rows - 1) * self.input_stride);
                outs[r] = outs[r].add(row.min(self.rows - 1) * self.out_stride + panel * PANEL);
            }
        }
        let mut column = 0;
        while column < width {
            let vectors = ((width - column) / L::WIDTH).min(L::TILE);
            // SAFETY: as above; the columns lie within the panel, whose width is a multiple of 16.
            unsafe {
                let at = panel * PANEL * self.weights.depth + tap * self.depth * width + column;
                let weights = self.weights.values.as_ptr().add(at);
                let begin = match start {
                    Start::Zero => Begin::Zero,
                    Start::Kept => Begin::Out,
                    Start::Row(values) => Begin::Row(values.as_ptr().add(panel * PANEL + column)),
                };
                let tile = Tile { inputs, weights, width, depth: self.depth, begin, outs, column };
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
            for r in 0..R {
                for v in 0..V {
                    match self.begin {
                        Begin::Zero => {}
                        Begin::Out => sums[r][v] = L::load(self.outs[r].add(self.column + v * L::WIDTH)),
                        Begin::Row(from) => sums[r][v] = L::load(from.add(v * L::WIDTH)),
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
                    sum.store(self.outs[r].add(self.column + v * L::WIDTH));
                }
            }
        }
    }
}
