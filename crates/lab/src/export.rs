//! A run as files other programs read.

use crate::LabError;
use ludometer_record::{Run, write_jsonl};
use ludometer_report::{write_matches_csv, write_moves_csv};
use std::io::{self, Write};
use std::path::Path;

/// What to export.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// One row per match, for spreadsheets.
    Csv,
    /// One row per move, for spreadsheets.
    MovesCsv,
    /// The canonical records, one JSON object per line.
    JsonLines,
}

/// Writes a run to `out` and returns what could not be read.
///
/// # Errors
/// When the folder is not a run, or writing fails.
pub fn export(folder: &Path, format: Format, mut out: &mut dyn Write) -> Result<Vec<String>, LabError> {
    let run = Run::open(folder)?;
    let mut problems = Vec::new();
    let io = |cause: io::Error| LabError::File { path: folder.to_owned(), cause };
    match format {
        Format::JsonLines => problems = write_jsonl(&run, out).map_err(io)?,
        Format::Csv | Format::MovesCsv => {
            let records: Vec<_> = run.whole(&mut problems).collect();
            match format {
                Format::Csv => write_matches_csv(&mut out, run.header(), run.names(), &records),
                _ => write_moves_csv(&mut out, run.header(), run.names(), &records),
            }
            .map_err(io)?;
        }
    }
    Ok(problems.iter().map(ToString::to_string).collect())
}
