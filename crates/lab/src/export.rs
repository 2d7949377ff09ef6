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

/// A run that can be exported.
pub struct Export {
    run: Run,
}

impl Export {
    /// Opens a run folder.
    ///
    /// # Errors
    /// When the folder is not a run.
    pub fn open(folder: &Path) -> Result<Self, LabError> {
        Ok(Export { run: Run::open(folder)? })
    }

    /// Writes the run and returns what could not be read.
    ///
    /// # Errors
    /// When writing fails.
    pub fn write(&self, format: Format, mut out: &mut dyn Write) -> io::Result<Vec<String>> {
        let run = &self.run;
        let mut problems = Vec::new();
        match format {
            Format::JsonLines => problems = write_jsonl(run, out)?,
            Format::Csv | Format::MovesCsv => {
                let records: Vec<_> = run.whole(&mut problems).collect();
                match format {
                    Format::Csv => write_matches_csv(&mut out, run.header(), run.names(), &records)?,
                    _ => write_moves_csv(&mut out, run.header(), run.names(), &records)?,
                }
            }
        }
        Ok(problems.iter().map(ToString::to_string).collect())
    }
}
