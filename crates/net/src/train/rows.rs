//! What happens to each number of a row on its own: normalisation, activation, and their sums.

use crate::kernel::{Lanes, Op};

/// Sums of a chunk of rows and of their squares: `sums` holds one after the other.
pub(crate) struct Moments<'a> {
    pub rows: &'a [f32],
    pub sums: &'a mut [f32],
}

impl Op for Moments<'_> {
    #[inline(always)]
    fn run<L: Lanes>(self) {
        self.sums.fill(0.0);
        let width = self.sums.len() / 2;
        let (plain, squares) = self.sums.split_at_mut(width);
        for row in self.rows.chunks_exact(width) {
            for ((value, plain), square) in row.iter().zip(plain.iter_mut()).zip(squares.iter_mut()) {
                *plain += value;
                *square += value * value;
            }
        }
    }
}

/// `out = mixed · scale + shift`, then the way around, then nothing below zero.
pub(crate) struct Finishing<'a> {
    pub mixed: &'a [f32],
    pub scale: &'a [f32],
    pub shift: &'a [f32],
    pub around: Option<&'a [f32]>,
    pub out: &'a mut [f32],
}

impl Op for Finishing<'_> {
    #[inline(always)]
    fn run<L: Lanes>(self) {
        let width = self.scale.len();
        let rows = self.mixed.chunks_exact(width).zip(self.out.chunks_exact_mut(width));
        match self.around {
            None => {
                for (mixed, out) in rows {
                    for (((out, mixed), scale), shift) in
                        out.iter_mut().zip(mixed).zip(self.scale).zip(self.shift)
                    {
                        *out = positive(mixed * scale + shift);
                    }
                }
            }
            Some(around) => {
                for ((mixed, out), around) in rows.zip(around.chunks_exact(width)) {
                    let numbers = out.iter_mut().zip(mixed).zip(self.scale).zip(self.shift).zip(around);
                    for ((((out, mixed), scale), shift), around) in numbers {
                        *out = positive(mixed * scale + shift + around);
                    }
                }
            }
        }
    }
}

/// Nothing below zero.
pub(crate) struct Positive<'a> {
    pub rows: &'a mut [f32],
}

impl Op for Positive<'_> {
    #[inline(always)]
    fn run<L: Lanes>(self) {
        for value in self.rows {
            *value = positive(*value);
        }
    }
}

#[inline(always)]
fn positive(value: f32) -> f32 {
    if value > 0.0 { value } else { 0.0 }
}

/// Takes the slopes of numbers that were cut at zero away.
pub(crate) struct Gate<'a> {
    pub out: &'a [f32],
    pub slopes: &'a mut [f32],
}

impl Op for Gate<'_> {
    #[inline(always)]
    fn run<L: Lanes>(self) {
        for (slope, out) in self.slopes.iter_mut().zip(self.out) {
            *slope = if *out > 0.0 { *slope } else { 0.0 };
        }
    }
}

/// Sums of slopes, and of slopes times the normalised numbers: `sums` holds one after the other.
pub(crate) struct SlopeSums<'a> {
    pub slopes: &'a [f32],
    pub mixed: &'a [f32],
    pub mean: &'a [f32],
    pub inverse: &'a [f32],
    pub sums: &'a mut [f32],
}

impl Op for SlopeSums<'_> {
    #[inline(always)]
    fn run<L: Lanes>(self) {
        self.sums.fill(0.0);
        let width = self.mean.len();
        let (plain, normal) = self.sums.split_at_mut(width);
        for (slopes, mixed) in self.slopes.chunks_exact(width).zip(self.mixed.chunks_exact(width)) {
            let sums = plain.iter_mut().zip(normal.iter_mut());
            let numbers = slopes.iter().zip(mixed).zip(self.mean.iter().zip(self.inverse));
            for ((plain, normal), ((slope, mixed), (mean, inverse))) in sums.zip(numbers) {
                *plain += slope;
                *normal += slope * ((mixed - mean) * inverse);
            }
        }
    }
}

/// Turns mixed numbers into the slopes with respect to them, through a batch norm:
/// `gain · inverse · (slope − mean slope − normalised · mean of slope times normalised)`.
pub(crate) struct NormSlopes<'a> {
    pub slopes: &'a [f32],
    pub mean: &'a [f32],
    pub inverse: &'a [f32],
    /// Gain times inverse.
    pub scale: &'a [f32],
    pub mean_slope: &'a [f32],
    pub mean_normal: &'a [f32],
    pub mixed: &'a mut [f32],
}

impl Op for NormSlopes<'_> {
    #[inline(always)]
    fn run<L: Lanes>(self) {
        let width = self.mean.len();
        for (slopes, mixed) in self.slopes.chunks_exact(width).zip(self.mixed.chunks_exact_mut(width)) {
            let norm = self.mean.iter().zip(self.inverse).zip(self.scale);
            let means = self.mean_slope.iter().zip(self.mean_normal);
            for (((mixed, slope), ((mean, inverse), scale)), (mean_slope, mean_normal)) in
                mixed.iter_mut().zip(slopes).zip(norm).zip(means)
            {
                let normalised = (*mixed - mean) * inverse;
                *mixed = scale * (slope - mean_slope - normalised * mean_normal);
            }
        }
    }
}

/// The partial sums of all chunks in their order, each `width` numbers long.
pub(crate) fn total(partial: &[f32], width: usize) -> Vec<f64> {
    let mut sums = vec![0.0; width];
    for chunk in partial.chunks_exact(width) {
        for (sum, value) in sums.iter_mut().zip(chunk) {
            *sum += f64::from(*value);
        }
    }
    sums
}
