//! The training path: forward and backward written out, layer by layer.
//!
//! The batch is cut into chunks whose size depends on the board only; what crosses chunks is summed
//! in the order of the chunks. So the number of threads changes no bit.

mod adam;
mod checkpoint;
mod layer;
mod loss;
mod norm;
mod pass;
mod rows;
#[cfg(test)]
mod tests;
mod trainer;

pub(crate) use norm::EPSILON;

pub use adam::Recipe;
pub use loss::Losses;
pub use trainer::Trainer;
