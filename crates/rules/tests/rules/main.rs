//! Rules files as games: laws, twins, mistakes.

mod games;
mod laws;
mod twins;
