//! Rules files as games: laws, twins, mistakes.

mod laws;
mod twins;
