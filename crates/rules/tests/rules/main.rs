//! Rules files as games: laws, twins, mistakes.

mod advice;
mod games;
mod laws;
mod mistakes;
mod twins;
