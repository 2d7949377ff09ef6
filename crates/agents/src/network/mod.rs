//! Networks that know a game: what they see of a position, what they say of it, and the folder they live in.

mod model;
mod shape;

pub use model::{Asked, KIND, Model, PLAN, WEIGHTS};
pub use shape::{
    Lacking, plan, policy_actions, read_priors, read_values, value_outputs, write_input, write_values,
};
