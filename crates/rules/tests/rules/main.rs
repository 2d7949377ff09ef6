//! Rules files as games: laws, twins, mistakes.

mod definitions;
mod docs;
mod fuzz;
mod games;
mod kit;
mod laws;
mod layout;
mod mistakes;
mod texts;
mod twins;
