//! The laws, grouped by what they are about. Each function looks at one state and notes breaches.

mod chance;
mod choices;
mod declared;
mod description;
mod payoff;
mod secrecy;
mod symmetry;

pub(crate) use chance::chance_turn;
pub(crate) use choices::{legal_moves, options};
pub(crate) use declared::declared;
pub(crate) use description::{described, position};
pub(crate) use payoff::{evaluation, payoff};
pub(crate) use secrecy::{indistinguishable, siblings};
pub(crate) use symmetry::symmetries;
