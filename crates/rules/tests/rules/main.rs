//! Rules files as games: laws, twins, mistakes.

mod games;
mod laws;
mod mistakes;
mod twins;
