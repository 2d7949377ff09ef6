//! Rules files as games: laws, twins, mistakes.

mod advice;
mod content;
mod definitions;
mod docs;
mod fuzz;
mod games;
mod goals;
mod inspect;
mod kit;
mod lanes;
mod laws;
mod layout;
mod mistakes;
mod own;
mod secrets;
mod sides;
mod texts;
mod together;
mod traits;
mod twins;
