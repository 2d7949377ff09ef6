//! Rules files as games: laws, twins, mistakes.

mod games;
mod lanes;
mod laws;
mod mistakes;
mod twins;
