//! The laws every game obeys, and games made to test everything else.
//!
//! - [`conformance`] plays random matches and reports every broken law with evidence.
//! - [`sampling`] holds the law of samples alone against very many positions.
//! - [`any_equality`] plays the same match typed and erased and reports what differs.
//! - [`playouts_agree`] compares a game's own playout with the plain loop.
//! - [`perft`] and [`divide`] count the leaves of the game tree.
//! - [`playthrough`] writes one seeded match as text; [`signature`] reduces many to one number.
//! - [`toys`] holds one small game for each power of the contract that no shipped game uses.

mod conformance;
mod equality;
mod glance;
mod laws;
mod memory;
mod perft;
mod playouts;
mod playthrough;
mod report;
mod sampling;
mod signature;
pub mod toys;
mod walk;

pub use conformance::{Effort, conformance, conformance_from, conformance_within};
pub use equality::any_equality;
pub use perft::{divide, perft};
pub use playouts::playouts_agree;
pub use playthrough::playthrough;
pub use report::{Finding, Law, Report};
pub use sampling::sampling;
pub use signature::signature;
