//! Rules files as games: laws, twins, mistakes.

mod content;
mod games;
mod laws;
mod mistakes;
mod own;
mod secrets;
mod twins;
