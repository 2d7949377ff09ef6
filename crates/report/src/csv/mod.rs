//! Matches and moves as CSV that a spreadsheet opens.

mod field;
mod matches;
mod moves;

pub use field::Line as CsvLine;
pub use matches::{matches_csv, write_matches_csv};
pub use moves::{moves_csv, write_moves_csv};
