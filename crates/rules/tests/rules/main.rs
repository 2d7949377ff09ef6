//! Rules files as games: laws, twins, mistakes.

mod games;
mod inspect;
mod laws;
mod mistakes;
mod twins;
