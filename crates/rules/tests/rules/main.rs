//! Rules files as games: laws, twins, mistakes.

mod advice;
mod games;
mod goals;
mod laws;
mod mistakes;
mod sides;
mod twins;
