//! The one-dimensional transforms of Winograd's minimal filtering: `m` outputs of a filter of three
//! taps from `m + 2` inputs with `m + 2` multiplications, for `m` of 2, 3 and 4.
//!
//! They evaluate polynomials at 0, ±¾, 3⁄2 or ±3⁄2, and infinity, and interpolate. Measured on 64
//! channels, these points round half as much as the usual 0, ±1, ±2; the small tile is exact enough
//! with 0 and ±1.

#![allow(unsafe_code)]

use crate::kernel::Lanes;

/// The most outputs along one dimension.
pub(super) const MOST: usize = 4;

/// The most points along one dimension.
pub(super) const POINTS: usize = MOST + 2;

/// The nearer pair of points.
const NEAR: f32 = 0.75;

/// The farther points.
const FAR: f32 = 1.5;

/// The points of a filter, in double precision: it happens once.
pub(super) fn filter(outputs: usize, taps: [f64; 3]) -> Vec<f64> {
    let [a, b, c] = taps;
    let at = |point: f64| a + point * (b + point * c);
    let (near, far) = (f64::from(NEAR), f64::from(FAR));
    let (near2, far2) = (near * near, far * far);
    match outputs {
        2 => vec![a, at(1.0) / 2.0, at(-1.0) / 2.0, c],
        3 => vec![
            a / (near2 * far),
            at(near) / (2.0 * near2 * (near - far)),
            at(-near) / (-2.0 * near2 * (near + far)),
            at(far) / (far * (far2 - near2)),
            c,
        ],
        _ => vec![
            a / (near2 * far2),
            at(near) / (2.0 * near2 * (near2 - far2)),
            at(-near) / (2.0 * near2 * (near2 - far2)),
            at(far) / (2.0 * far2 * (far2 - near2)),
            at(-far) / (2.0 * far2 * (far2 - near2)),
            c,
        ],
    }
}

/// The points of `M + 2` inputs; the rest of the array is left as it is.
///
/// # Safety
/// The processor has the instructions of `L`.
#[inline(always)]
pub(super) unsafe fn input<L: Lanes, const M: usize>(d: [L; POINTS]) -> [L; POINTS] {
    let mut p = d;
    // SAFETY: the caller vouches for the instructions.
    unsafe {
        let times = |factor: f32, value: L, sum: L| L::splat(factor).fused(value, sum);
        match M {
            2 => {
                p[0] = d[0].sub(d[2]);
                p[1] = d[1].add(d[2]);
                p[2] = d[2].sub(d[1]);
                p[3] = d[3].sub(d[1]);
            }
            3 => {
                let odd = times(-NEAR * NEAR, d[1], d[3]);
                let low = times(-FAR, d[1], d[2]);
                let high = times(-FAR, d[2], d[3]);
                p[0] = times(-FAR, times(-NEAR * NEAR, d[0], d[2]), odd);
                p[1] = times(NEAR, low, high);
                p[2] = times(-NEAR, low, high);
                p[3] = odd;
                p[4] = times(-FAR, odd, times(-NEAR * NEAR, d[2], d[4]));
            }
            _ => {
                let (near2, far2) = (NEAR * NEAR, FAR * FAR);
                let (low, high) = (times(-far2, d[1], d[3]), times(-far2, d[2], d[4]));
                let (odd, even) = (times(-near2, d[1], d[3]), times(-near2, d[2], d[4]));
                p[0] = times(near2 * far2, d[0], times(-near2 - far2, d[2], d[4]));
                p[1] = times(NEAR, low, high);
                p[2] = times(-NEAR, low, high);
                p[3] = times(FAR, odd, even);
                p[4] = times(-FAR, odd, even);
                p[5] = times(near2 * far2, d[1], times(-near2 - far2, d[3], d[5]));
            }
        }
    }
    p
}

/// `M` outputs from the products at the points; the rest of the array is left as it is.
///
/// # Safety
/// The processor has the instructions of `L`.
#[inline(always)]
pub(super) unsafe fn output<L: Lanes, const M: usize>(p: [L; POINTS]) -> [L; POINTS] {
    let mut y = p;
    // SAFETY: the caller vouches for the instructions.
    unsafe {
        let times = |factor: f32, value: L, sum: L| L::splat(factor).fused(value, sum);
        let scaled = |factor: f32, value: L| L::splat(factor).mul(value);
        let (sum, difference) = (p[1].add(p[2]), p[1].sub(p[2]));
        match M {
            2 => {
                y[0] = p[0].add(sum);
                y[1] = difference.add(p[3]);
            }
            3 => {
                y[0] = p[0].add(sum).add(p[3]);
                y[1] = times(FAR, p[3], scaled(NEAR, difference));
                y[2] = times(FAR * FAR, p[3], times(NEAR * NEAR, sum, p[4]));
            }
            _ => {
                let (far_sum, far_difference) = (p[3].add(p[4]), p[3].sub(p[4]));
                y[0] = p[0].add(sum).add(far_sum);
                y[1] = times(FAR, far_difference, scaled(NEAR, difference));
                y[2] = times(FAR * FAR, far_sum, scaled(NEAR * NEAR, sum));
                y[3] = times(FAR * FAR * FAR, far_difference, times(NEAR * NEAR * NEAR, difference, p[5]));
            }
        }
    }
    y
}
