//! Tiles to their points, and products at the points to the cells of the next layer.

#![allow(unsafe_code)]
// Plain indices unroll into registers; iterators that stop early do not.
#![allow(clippy::needless_range_loop)]

use super::tiling::Tiling;
use super::toom::{POINTS, input, output};
use crate::kernel::{Lanes, Op};

/// Compiles the work once for each shape of tile.
macro_rules! by_size {
    ($size:expr, $op:ident . $method:ident) => {
        match $size {
            (2, 2) => $op.$method::<L, 2, 2>(),
            (2, 3) => $op.$method::<L, 2, 3>(),
            (2, _) => $op.$method::<L, 2, 4>(),
            (3, 2) => $op.$method::<L, 3, 2>(),
            (3, 3) => $op.$method::<L, 3, 3>(),
            (3, _) => $op.$method::<L, 3, 4>(),
            (_, 2) => $op.$method::<L, 4, 2>(),
            (_, 3) => $op.$method::<L, 4, 3>(),
            (_, _) => $op.$method::<L, 4, 4>(),
        }
    };
}

/// Rows of cells to points of tiles.
pub(super) struct ToPoints<'a> {
    pub tiling: &'a Tiling,
    /// Rows of a position; the last is zero.
    pub lines: usize,
    pub positions: usize,
    /// Padded numbers of a row.
    pub width: usize,
    pub rows: &'a [f32],
    /// For each point a row per tile.
    pub spectrum: &'a mut [f32],
    /// From one point to the next.
    pub point_stride: usize,
}

impl Op for ToPoints<'_> {
    #[inline(always)]
    fn run<L: Lanes>(mut self) {
        let tiling = self.tiling;
        let (high, wide) = tiling.points();
        let tiles = self.positions * tiling.tiles;
        assert!(self.width.is_multiple_of(16) && self.point_stride >= tiles * self.width);
        assert!(self.rows.len() >= self.positions * self.lines * self.width);
        assert!(self.spectrum.len() >= high * wide * self.point_stride);
        assert_eq!(tiling.reads.len(), tiling.tiles * high * wide);
        assert!(tiling.reads.iter().all(|cell| (*cell as usize) < self.lines));
        let op = &mut self;
        // SAFETY: the lines above are what `tiles` asks for, and `Op::run` is only called where the
        // instructions of `L` exist.
        unsafe { by_size!(tiling.size, op.tiles) }
    }
}

impl ToPoints<'_> {
    /// # Safety
    /// All cells that the tiling reads lie within the rows, all points within the spectrum.
    #[inline(always)]
    unsafe fn tiles<L: Lanes, const H: usize, const W: usize>(&mut self) {
        for position in 0..self.positions {
            for tile in 0..self.tiling.tiles {
                let reads = &self.tiling.reads[tile * (H + 2) * (W + 2)..][..(H + 2) * (W + 2)];
                let number = position * self.tiling.tiles + tile;
                let mut channel = 0;
                while channel < self.width {
                    // SAFETY: the caller's promise; `width` is a multiple of every vector's.
                    unsafe {
                        let from = self.rows.as_ptr().add(position * self.lines * self.width + channel);
                        let to = self.spectrum.as_mut_ptr().add(number * self.width + channel);
                        self.tile::<L, H, W>(reads, from, to);
                    }
                    channel += L::WIDTH;
                }
            }
        }
    }

    /// # Safety
    /// As for `tiles`.
    #[inline(always)]
    unsafe fn tile<L: Lanes, const H: usize, const W: usize>(
        &self,
        reads: &[u32],
        from: *const f32,
        to: *mut f32,
    ) {
        // SAFETY: the caller's promise.
        unsafe {
            let zero = L::splat(0.0);
            let mut half = [[zero; POINTS]; POINTS];
            for column in 0..W + 2 {
                let mut cells = [zero; POINTS];
                for row in 0..H + 2 {
                    let cell = *reads.get_unchecked(row * (W + 2) + column) as usize;
                    cells[row] = L::load(from.add(cell * self.width));
                }
                let points = input::<L, H>(cells);
                for row in 0..H + 2 {
                    half[row][column] = points[row];
                }
            }
            for row in 0..H + 2 {
                let points = input::<L, W>(half[row]);
                for column in 0..W + 2 {
                    points[column].store(to.add((row * (W + 2) + column) * self.point_stride));
                }
            }
        }
    }
}

/// Products at the points of tiles to rows of cells, for the columns of one panel.
pub(super) struct ToCells<'a> {
    pub tiling: &'a Tiling,
    pub lines: usize,
    pub positions: usize,
    /// Padded numbers of a row of cells.
    pub width: usize,
    /// First column of the panel.
    pub first: usize,
    /// Columns of the panel.
    pub columns: usize,
    /// For each point a row of the panel per tile.
    pub products: &'a [f32],
    pub point_stride: usize,
    pub bias: &'a [f32],
    /// Whether what the rows hold is added before numbers below zero are cut.
    pub around: bool,
    pub rows: &'a mut [f32],
}

impl Op for ToCells<'_> {
    #[inline(always)]
    fn run<L: Lanes>(mut self) {
        let tiling = self.tiling;
        let (high, wide) = tiling.points();
        let tiles = self.positions * tiling.tiles;
        assert!(self.columns.is_multiple_of(16) && self.first + self.columns <= self.width);
        assert!(self.bias.len() >= self.width && self.point_stride >= tiles * self.columns);
        assert!(self.products.len() >= high * wide * self.point_stride);
        assert!(self.rows.len() >= self.positions * self.lines * self.width);
        assert_eq!(tiling.writes.len(), tiling.tiles * tiling.size.0 * tiling.size.1);
        assert!(tiling.writes.iter().all(|cell| *cell == u32::MAX || (*cell as usize) < self.lines));
        let op = &mut self;
        // SAFETY: the lines above are what `tiles` asks for, and `Op::run` is only called where the
        // instructions of `L` exist.
        unsafe { by_size!(tiling.size, op.tiles) }
    }
}

impl ToCells<'_> {
    /// # Safety
    /// All points lie within the products, all cells that the tiling writes within the rows.
    #[inline(always)]
    unsafe fn tiles<L: Lanes, const H: usize, const W: usize>(&mut self) {
        for position in 0..self.positions {
            for tile in 0..self.tiling.tiles {
                let writes = &self.tiling.writes[tile * H * W..][..H * W];
                let number = position * self.tiling.tiles + tile;
                let mut column = 0;
                while column < self.columns {
                    // SAFETY: the caller's promise; `columns` is a multiple of every vector's width.
                    unsafe {
                        let from = self.products.as_ptr().add(number * self.columns + column);
                        let at = position * self.lines * self.width + self.first + column;
                        let to = self.rows.as_mut_ptr().add(at);
                        let bias = L::load(self.bias.as_ptr().add(self.first + column));
                        self.tile::<L, H, W>(writes, from, bias, to);
                    }
                    column += L::WIDTH;
                }
            }
        }
    }

    /// # Safety
    /// As for `tiles`.
    #[inline(always)]
    unsafe fn tile<L: Lanes, const H: usize, const W: usize>(
        &self,
        writes: &[u32],
        from: *const f32,
        bias: L,
        to: *mut f32,
    ) {
        // SAFETY: the caller's promise.
        unsafe {
            let zero = L::splat(0.0);
            let mut half = [[zero; POINTS]; POINTS];
            for column in 0..W + 2 {
                let mut points = [zero; POINTS];
                for row in 0..H + 2 {
                    points[row] = L::load(from.add((row * (W + 2) + column) * self.point_stride));
                }
                let outputs = output::<L, H>(points);
                for row in 0..H {
                    half[row][column] = outputs[row];
                }
            }
            for row in 0..H {
                let outputs = output::<L, W>(half[row]);
                for column in 0..W {
                    let cell = *writes.get_unchecked(row * W + column);
                    if cell == u32::MAX {
                        continue;
                    }
                    let to = to.add(cell as usize * self.width);
                    let mut sum = outputs[column].add(bias);
                    if self.around {
                        sum = sum.add(L::load(to));
                    }
                    sum.max(zero).store(to);
                }
            }
        }
    }
}
