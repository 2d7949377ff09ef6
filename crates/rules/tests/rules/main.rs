//! Rules files as games: laws, twins, mistakes.

mod content;
mod games;
mod lanes;
mod laws;
mod mistakes;
mod twins;
