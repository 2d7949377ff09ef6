//! The rules files that come with the program.

use crate::error::RulesError;
use crate::source::{Sheets, Source};
use ludometer_game::unknown;
use std::path::Path;

/// How the name of a rules file ends.
pub const ENDING: &str = ".luau";

/// Declares the shipped files; each is embedded under its own name.
macro_rules! shipped {
    ($($name:literal),* $(,)?) => {
        /// Names and texts of the shipped files.
        const FILES: &[(&str, &str)] = &[$((
            concat!($name, ".luau"),
            include_str!(concat!("../../../games/", $name, ".luau")),
        )),*];
    };
}

shipped! {
    "auction",
    "bid-and-take",
    "card-points",
    "co-op",
    "connect-four",
    "deck-builder",
    "draft",
    "draughts",
    "duel",
    "hex",
    "kuhn-poker",
    "liars-dice",
    "pig",
    "race",
    "snowball",
    "tic-tac-toe",
}

/// Spreadsheets that shipped files ask for.
const SHEETS: &[(&str, &str)] = &[("duel.csv", include_str!("../../../games/duel.csv"))];

/// Names of the shipped files.
#[must_use]
pub fn names() -> Vec<&'static str> {
    FILES.iter().map(|(name, _)| *name).collect()
}

/// The rules of a file on disk or, where there is none, of the shipped file of that name.
///
/// # Errors
/// When there is neither, or the file cannot be read.
pub fn find(name: &str) -> Result<Source, RulesError> {
    let path = Path::new(name);
    // A folder of that name, such as a run's, hides nothing.
    if path.is_file() {
        return Source::read(path);
    }
    match FILES.iter().find(|(known, _)| *known == name) {
        Some((_, text)) => {
            Ok(Source { sheets: Sheets::of(SHEETS.iter().copied()), ..Source::new(name, text) })
        }
        None => {
            let cause = format!("there is no such file; {}", unknown("shipped file", name, &names()));
            Err(RulesError::Unreadable { path: path.to_owned(), cause })
        }
    }
}
