//! Networks that know a game: what they see of a position, what they say of it, and the folder they live in.

mod constants;
mod memo;
mod model;
mod shape;

pub use constants::{Varied, constants};
pub use model::{Asked, BEST_KERNEL, KIND, Model, PLAN, WEIGHTS, kernel_named, kernel_param};
pub use shape::{
    Lacking, plan, policy_actions, read_priors, read_values, value_outputs, write_input, write_values,
};
