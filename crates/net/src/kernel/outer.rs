//! Sums of outer products: how the weights of a layer should change.

#![allow(unsafe_code)]

use super::{Lanes, Op};

/// Rows of a tile, as in [`super::Multiply`].
const ROWS: usize = 6;

/// Pairs of one chain, which is then added to the rest: longer ones would round more, and what they
/// touch would leave the nearest cache where rows are a power of two apart and crowd into half of it.
const PAIRS: usize = 63;

/// `sums[i][j] += Σ_pair left[pair.0][first + i] · right[pair.1][column + j]`, in chains
/// of fused multiply-adds, always in the same order.
pub(crate) struct Outer<'a> {
    pub pairs: &'a [(u32, u32)],
    pub left: &'a [f32],
    pub left_stride: usize,
    pub first: usize,
    pub right: &'a [f32],
    pub right_stride: usize,
    pub column: usize,
    /// Rows of `width` numbers each, a multiple of 16 and at most a panel.
    pub sums: &'a mut [f32],
    pub width: usize,
}

impl Op for Outer<'_> {
    #[inline(always)]
    fn run<L: Lanes>(mut self) {
        self.check();
        for pairs in self.pairs.chunks(PAIRS) {
            self.pairs = pairs;
            self.all_rows::<L>();
        }
    }
}

impl Outer<'_> {
    #[inline(always)]
    fn all_rows<L: Lanes>(&mut self) {
        let rows = self.sums.len() / self.width;
        let mut row = 0;
        while row < rows {
            // SAFETY: `check` has seen that all pairs lie within the slices, and `Op::run` is only
            // called where the instructions of `L` exist.
            unsafe {
                match (rows - row).min(ROWS) {
                    6 => self.rows::<L, 6>(row),
                    5 => self.rows::<L, 5>(row),
                    4 => self.rows::<L, 4>(row),
                    3 => self.rows::<L, 3>(row),
                    2 => self.rows::<L, 2>(row),
                    _ => self.rows::<L, 1>(row),
                }
            }
            row += ROWS;
        }
    }

    /// Panics unless all that will be touched lies within its slice.
    fn check(&self) {
        let rows = self.sums.len() / self.width;
        assert!(self.width.is_multiple_of(16) && self.sums.len() == rows * self.width);
        assert!(self.left.len() >= self.first + rows && self.right.len() >= self.column + self.width);
        assert!(self.left_stride > 0 && self.right_stride > 0);
    }

    /// # Safety
    /// `check` has passed, and there are `R` rows from `row` on.
    #[inline(always)]
    unsafe fn rows<L: Lanes, const R: usize>(&mut self, row: usize) {
        let mut column = 0;
        while column < self.width {
            let vectors = ((self.width - column) / L::WIDTH).min(L::TILE);
            // SAFETY: the columns lie within the width, a multiple of 16.
            unsafe {
                match vectors {
                    4 => self.tile::<L, R, 4>(row, column),
                    3 => self.tile::<L, R, 3>(row, column),
                    2 => self.tile::<L, R, 2>(row, column),
                    _ => self.tile::<L, R, 1>(row, column),
                }
            }
            column += vectors * L::WIDTH;
        }
    }

    /// # Safety
    /// As for `rows`, and there are `V` vectors from `column` on.
    #[inline(always)]
    unsafe fn tile<L: Lanes, const R: usize, const V: usize>(&mut self, row: usize, column: usize) {
        // Cutting a wrong pair short is cheaper than looking at all pairs beforehand.
        let rows = self.sums.len() / self.width;
        let last = (
            (self.left.len() - self.first - rows) / self.left_stride,
            (self.right.len() - self.column - self.width) / self.right_stride,
        );
        // SAFETY: the caller vouches for rows and columns, and no pair goes beyond the last row.
        unsafe {
            let out = self.sums.as_mut_ptr().add(row * self.width + column);
            let mut sums = [[L::splat(0.0); V]; R];
            let left = self.left.as_ptr().add(self.first + row);
            let right = self.right.as_ptr().add(self.column + column);
            for &(l, r) in self.pairs {
                let left = left.add((l as usize).min(last.0) * self.left_stride);
                let right = right.add((r as usize).min(last.1) * self.right_stride);
                let mut factors = [L::splat(0.0); V];
                for (v, factor) in factors.iter_mut().enumerate() {
                    *factor = L::load(right.add(v * L::WIDTH));
                }
                for (r, sums) in sums.iter_mut().enumerate() {
                    let value = L::splat(*left.add(r));
                    for v in 0..V {
                        sums[v] = value.fused(factors[v], sums[v]);
                    }
                }
            }
            for (r, sums) in sums.iter().enumerate() {
                for (v, sum) in sums.iter().enumerate() {
                    let out = out.add(r * self.width + v * L::WIDTH);
                    sum.add(L::load(out)).store(out);
                }
            }
        }
    }
}
