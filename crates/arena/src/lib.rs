//! Play matches: one, a block, a whole schedule on all cores.
//!
//! A match is a pure function of the game, the agents and the seed. The schedule numbers all
//! matches; workers take numbers, so the number of threads changes the order in which results
//! arrive and nothing else.

mod catch;
mod one;
mod runner;
mod schedule;

pub use one::{Halted, Table, play_match};
pub use runner::{Flow, Observer, Order, Quiet, Sink, demand_tables, run};
pub use schedule::{Plan, Schedule, Slot};
