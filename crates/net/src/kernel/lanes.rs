//! A few numbers that are computed with at once.

#![allow(unsafe_code)]
// Plain indices unroll into registers; iterators that stop early do not.
#![allow(clippy::needless_range_loop)]

/// A vector of numbers.
///
/// All methods are unsafe because the vectors of x86 need instructions that the processor may lack:
/// they may only be called from within [`super::Op::run`]. Loads and stores need `WIDTH` numbers
/// behind the pointer.
pub(crate) trait Lanes: Copy {
    /// How many numbers.
    const WIDTH: usize;
    /// How many vectors of weights a tile of [`super::Multiply`] holds, so that 6 rows of sums fit
    /// the registers.
    const TILE: usize;

    unsafe fn load(from: *const f32) -> Self;
    unsafe fn store(self, to: *mut f32);
    unsafe fn splat(value: f32) -> Self;
    /// `self · factor + sum`
    unsafe fn fused(self, factor: Self, sum: Self) -> Self;
    unsafe fn add(self, other: Self) -> Self;
    unsafe fn sub(self, other: Self) -> Self;
    unsafe fn mul(self, other: Self) -> Self;
    unsafe fn max(self, other: Self) -> Self;
}

/// Four numbers, left to the compiler.
#[derive(Clone, Copy)]
pub(crate) struct Plain([f32; 4]);

/// Whether the target has fused multiply-add for all its processors.
const FUSED: bool = cfg!(any(target_feature = "fma", target_arch = "aarch64"));

// SAFETY of all blocks below: the caller vouches for four numbers behind the pointer.
impl Lanes for Plain {
    const WIDTH: usize = 4;
    const TILE: usize = 2;

    #[inline(always)]
    unsafe fn load(from: *const f32) -> Self {
        // SAFETY: see above.
        Plain(unsafe { from.cast::<[f32; 4]>().read_unaligned() })
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut f32) {
        // SAFETY: see above.
        unsafe { to.cast::<[f32; 4]>().write_unaligned(self.0) }
    }

    #[inline(always)]
    unsafe fn splat(value: f32) -> Self {
        Plain([value; 4])
    }

    #[inline(always)]
    unsafe fn fused(self, factor: Self, mut sum: Self) -> Self {
        for lane in 0..4 {
            sum.0[lane] = if FUSED {
                self.0[lane].mul_add(factor.0[lane], sum.0[lane])
            } else {
                self.0[lane] * factor.0[lane] + sum.0[lane]
            };
        }
        sum
    }

    #[inline(always)]
    unsafe fn add(mut self, other: Self) -> Self {
        for lane in 0..4 {
            self.0[lane] += other.0[lane];
        }
        self
    }

    #[inline(always)]
    unsafe fn sub(mut self, other: Self) -> Self {
        for lane in 0..4 {
            self.0[lane] -= other.0[lane];
        }
        self
    }

    #[inline(always)]
    unsafe fn mul(mut self, other: Self) -> Self {
        for lane in 0..4 {
            self.0[lane] *= other.0[lane];
        }
        self
    }

    #[inline(always)]
    unsafe fn max(mut self, other: Self) -> Self {
        for lane in 0..4 {
            self.0[lane] = if self.0[lane] > other.0[lane] { self.0[lane] } else { other.0[lane] };
        }
        self
    }
}
