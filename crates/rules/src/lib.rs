//! Rules files: a game described in one Luau file becomes a [`ludometer_game::Game`].
//!
//! A file declares what there is (parameters, players, state, actions) and says in ordinary functions how it
//! is played. Everything else is derived from the declarations: copying, comparing, hashing, hidden views,
//! texts of moves, pictures, network inputs.

mod about;
mod advice;
mod agree;
mod begin;
mod bounds;
mod content;
mod contract;
mod counsel;
mod declare;
mod encode;
mod error;
pub mod fast;
mod features;
mod fields;
mod goals;
mod heads;
mod hint;
mod hooks;
pub mod inspect;
pub mod kit;
mod lane;
mod layout;
mod literals;
mod machine;
mod machines;
mod moves;
mod own_tests;
mod picture;
mod plausible;
mod redraw;
mod result;
mod runner;
mod sandbox;
pub mod schema;
mod script;
mod sheet;
pub mod shipped;
mod sides;
mod source;
mod state;
mod strict;
pub mod templates;
mod told;
mod trial;
mod values;
mod views;
mod vm;

pub use advice::Advises;
pub use error::{RulesError, Wrong};
pub use goals::Stated;
pub use lane::{Event, EventKind, Lane, Need, Ran};
pub use own_tests::{TestOutcome, run_tests};
pub use script::{NamedLane, Script};
pub use source::{Sheets, Source};
pub use state::{Move, State};

use ludometer_game::{Card, Params};
use std::collections::BTreeSet;

/// What a rules file says of itself: its name, title and parameters.
///
/// # Errors
/// When the file is wrong.
pub fn card(source: &Source) -> Result<Card, RulesError> {
    let vm::Opened { schema, content, .. } = vm::Opened::run(source, None)?;
    let cells: String = content.iter().map(|table| format!("//!\n//! {}\n", table.told())).collect();
    let doc = about::doc(source, &schema) + &cells;
    Ok(Card::from_source(&source.file, &schema.title, source.version(), &doc, schema.params))
}

/// Whether a game is named by its rules file.
#[must_use]
pub fn is_file(game: &str) -> bool {
    game.ends_with(shipped::ENDING)
}

/// The parameters of a rules file as typed: those it declares, and cells of its tables where they are typed.
///
/// # Errors
/// When one is unknown or out of range.
pub fn read_params<'a>(
    source: &Source,
    card: &Card,
    typed: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> Result<Params, RulesError> {
    let typed: Vec<_> = typed.into_iter().collect();
    let wrong = |cause| RulesError::Param { file: card.name.clone(), cause };
    let mut specs = card.params.clone();
    let cells: BTreeSet<&str> =
        typed.iter().map(|(name, _)| *name).filter(|name| name.contains('.')).collect();
    if !cells.is_empty() {
        let tables = vm::Opened::run(source, None)?.content;
        for cell in cells {
            specs.push(content::parameter(&tables, cell).map_err(wrong)?);
        }
    }
    Params::read(&specs, typed).map_err(wrong)
}

/// Builds a game from a rules file and what was typed for its parameters.
///
/// # Errors
/// When the file is wrong, or a parameter.
pub fn open<'a>(
    source: Source,
    typed: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> Result<Script, RulesError> {
    let params = read_params(&source, &card(&source)?, typed)?;
    Script::new(source, params)
}
