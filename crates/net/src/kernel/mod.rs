//! Which instructions do the arithmetic.
//!
//! Each sum of products is made of short chains of fused multiply-adds, added in a fixed order,
//! whatever the width of the vectors and however the work is cut: so AVX-512 and AVX2 give the same
//! bits, alone or in a batch, on one thread or many. The portable kernel does too where the target has
//! fused multiply-add (as on 64-bit ARM); elsewhere it rounds twice, because emulation would be far
//! slower.

#![allow(unsafe_code)]

mod lanes;
mod multiply;
mod neighbours;
mod outer;
mod packed;
#[cfg(test)]
mod tests;
#[cfg(target_arch = "x86_64")]
mod x86;

pub(crate) use lanes::Lanes;
pub(crate) use multiply::{Multiply, Start};
pub(crate) use neighbours::{Neighbours, Window};
pub(crate) use outer::Outer;
pub(crate) use packed::{Matrix, PANEL, Packed, pad};

use crate::NetError;
use std::fmt;
use std::str::FromStr;

/// A set of instructions to compute with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kernel {
    /// Vectors of 16 numbers, x86-64.
    Avx512,
    /// Vectors of 8 numbers, x86-64.
    Avx2,
    /// What every processor has.
    Portable,
}

impl Kernel {
    /// All kernels, fastest first.
    pub const ALL: [Kernel; 3] = [Kernel::Avx512, Kernel::Avx2, Kernel::Portable];

    /// The fastest kernel this processor can run.
    #[must_use]
    pub fn best() -> Kernel {
        Kernel::available()[0]
    }

    /// The kernels this processor can run, fastest first; the portable one is always among them.
    #[must_use]
    pub fn available() -> Vec<Kernel> {
        Kernel::ALL.into_iter().filter(|kernel| kernel.runs_here()).collect()
    }

    /// The name, as a user types it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Kernel::Avx512 => "avx512",
            Kernel::Avx2 => "avx2",
            Kernel::Portable => "portable",
        }
    }

    /// How it rounds: kernels that round alike give the same bits.
    #[must_use]
    pub fn rounding(self) -> &'static str {
        match self {
            Kernel::Portable if cfg!(target_arch = "x86_64") => "twice",
            _ => "fused",
        }
    }

    #[cfg(target_arch = "x86_64")]
    fn runs_here(self) -> bool {
        let fused = is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma");
        match self {
            Kernel::Avx512 => fused && is_x86_feature_detected!("avx512f"),
            Kernel::Avx2 => fused,
            Kernel::Portable => true,
        }
    }

    #[cfg(not(target_arch = "x86_64"))]
    fn runs_here(self) -> bool {
        self == Kernel::Portable
    }

    /// A proof that this processor can run the kernel.
    ///
    /// # Errors
    /// When it cannot.
    pub(crate) fn check(self) -> Result<Checked, NetError> {
        if self.runs_here() {
            Ok(Checked(self))
        } else {
            Err(NetError::NoKernel { asked: self, available: Kernel::available() })
        }
    }
}

impl fmt::Display for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Kernel {
    type Err = NetError;

    fn from_str(name: &str) -> Result<Kernel, NetError> {
        let named = Kernel::ALL.into_iter().find(|kernel| kernel.name() == name);
        named.ok_or_else(|| NetError::UnknownKernel(name.into()))
    }
}

/// A kernel that this processor is known to run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Checked(Kernel);

/// Work that is compiled once for each kernel.
///
/// `run` must be `#[inline(always)]`, or it would not be compiled for the kernel's instructions.
pub(crate) trait Op {
    /// Does the work.
    fn run<L: Lanes>(self);
}

impl Checked {
    /// Which kernel it is.
    pub fn kernel(self) -> Kernel {
        self.0
    }

    /// Does the work with this kernel's instructions.
    #[cfg(target_arch = "x86_64")]
    pub fn run<O: Op>(self, op: O) {
        match self.0 {
            // SAFETY: `Checked` is only made after the processor was asked for these instructions.
            Kernel::Avx512 => unsafe { x86::run_avx512(op) },
            // SAFETY: as above.
            Kernel::Avx2 => unsafe { x86::run_avx2(op) },
            Kernel::Portable => op.run::<lanes::Plain>(),
        }
    }

    /// Does the work with this kernel's instructions.
    #[cfg(not(target_arch = "x86_64"))]
    pub fn run<O: Op>(self, op: O) {
        op.run::<lanes::Plain>();
    }
}
