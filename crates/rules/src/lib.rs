//! Rules files: a game described in one Luau file becomes a [`ludometer_game::Game`].

pub mod fast;
pub mod schema;
