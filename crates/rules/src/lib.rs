//! Rules files: a game described in one Luau file becomes a [`ludometer_game::Game`].
//!
//! A file declares what there is (parameters, players, state, actions) and says in ordinary functions how it
//! is played. Everything else is derived from the declarations: copying, comparing, hashing, hidden views,
//! texts of moves, pictures, network inputs.

mod declare;
mod encode;
mod error;
mod hint;
pub mod inspect;
mod lane;
mod machines;
mod moves;
mod picture;
mod result;
mod sandbox;
pub mod schema;
mod script;
pub mod shipped;
mod source;
mod state;
pub mod templates;
mod views;
mod vm;

pub use error::{RulesError, Wrong};
pub use lane::{Event, EventKind, Lane, Need, Ran};
pub use script::Script;
pub use source::{Sheets, Source};
pub use state::{Move, State};

use ludometer_game::{Card, Params};

/// What a rules file says of itself: its name, title and parameters.
///
/// # Errors
/// When the file is wrong.
pub fn card(source: &Source) -> Result<Card, RulesError> {
    let schema = vm::Opened::run(source, None)?.schema;
    Ok(Card::from_source(&source.file, &schema.title, source.version(), &source.note(), schema.params))
}

/// Whether a game is named by its rules file.
#[must_use]
pub fn is_file(game: &str) -> bool {
    game.ends_with(shipped::ENDING)
}

/// The parameters of a rules file as typed.
///
/// # Errors
/// When one is unknown or out of range.
pub fn read_params<'a>(
    card: &Card,
    typed: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> Result<Params, RulesError> {
    Params::read(&card.params, typed).map_err(|cause| RulesError::Param { file: card.name.clone(), cause })
}

/// Builds a game from a rules file and what was typed for its parameters.
///
/// # Errors
/// When the file is wrong, or a parameter.
pub fn open<'a>(
    source: Source,
    typed: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> Result<Script, RulesError> {
    let params = read_params(&card(&source)?, typed)?;
    Script::new(source, params)
}
