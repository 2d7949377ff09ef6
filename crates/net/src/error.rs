//! Why a network could not be made, loaded, trained or asked; each says what would work.

use crate::Kernel;

/// Why a network could not be made, loaded, trained or asked.
#[derive(Debug, thiserror::Error)]
pub enum NetError {
    /// The plan describes no network.
    #[error("the plan of this network does not hold: {0}")]
    Plan(String),
    /// The bytes are no such file.
    #[error("the file of {what} is damaged: {cause}")]
    Corrupt {
        /// What should have been in it.
        what: &'static str,
        /// Why it does not read.
        cause: String,
    },
    /// A tensor that the plan asks for is not there.
    #[error("the tensor `{name}`, of shape {expected:?}, is missing: the file belongs to another plan")]
    Missing {
        /// The tensor.
        name: String,
        /// Its shape by the plan.
        expected: Vec<usize>,
    },
    /// A tensor has another shape or number type than the plan asks for.
    #[error("the tensor `{name}` should be f32 of shape {expected:?}, and is {found}")]
    Shape {
        /// The tensor.
        name: String,
        /// Its shape by the plan.
        expected: Vec<usize>,
        /// Type and shape in the file.
        found: String,
    },
    /// A tensor that the plan does not know.
    #[error("the tensor `{name}` belongs to no part of this plan: the file belongs to another plan")]
    Unknown {
        /// The tensor.
        name: String,
    },
    /// The processor lacks what the kernel is written for.
    #[error("this processor cannot run the kernel {asked}; it can run {}", names(available))]
    NoKernel {
        /// The kernel asked for.
        asked: Kernel,
        /// The kernels that would work, fastest first.
        available: Vec<Kernel>,
    },
    /// No kernel has this name.
    #[error("there is no kernel `{0}`; there are avx512, avx2 and portable")]
    UnknownKernel(String),
    /// What was given to learn from or to predict does not fit the plan.
    #[error("{what}: {expected} numbers expected, {found} given")]
    Count {
        /// Which part.
        what: &'static str,
        /// How many numbers the plan asks for.
        expected: usize,
        /// How many were given.
        found: usize,
    },
    /// A sample to learn from is impossible.
    #[error("a sample to learn from cannot be used: {0}")]
    Sample(String),
    /// The threads could not be started.
    #[error("could not start {threads} threads for training: {cause}; ask for fewer")]
    Threads {
        /// How many were asked for.
        threads: usize,
        /// Why.
        cause: String,
    },
}

fn names(kernels: &[Kernel]) -> String {
    kernels.iter().map(|kernel| kernel.name()).collect::<Vec<_>>().join(", ")
}

/// Checks that as many numbers were given as the plan asks for.
pub(crate) fn count(what: &'static str, expected: usize, found: usize) -> Result<(), NetError> {
    if expected == found { Ok(()) } else { Err(NetError::Count { what, expected, found }) }
}
