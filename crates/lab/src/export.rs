//! A run as files other programs read.

use crate::{LabError, pdn};
use ludometer_record::{MatchRecord, Problem, Run, write_jsonl};
use ludometer_report::{write_matches_csv, write_moves_csv};
use std::cell::RefCell;
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
    /// Matches of draughts as PDN.
    Pdn,
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

    /// Whether the run can be written so.
    ///
    /// # Errors
    /// When the format is not one for its game.
    pub fn allows(&self, format: Format) -> Result<(), LabError> {
        if format == Format::Pdn { pdn::demand_draughts(&self.run.header().game.name) } else { Ok(()) }
    }

    /// Writes the run and returns what could not be read.
    ///
    /// # Errors
    /// When writing fails.
    pub fn write(&self, format: Format, mut out: &mut dyn Write) -> io::Result<Vec<String>> {
        let (run, problems) = (&self.run, RefCell::default());
        let records = Records { run, problems: &problems };
        match format {
            Format::JsonLines => drop(problems.replace(write_jsonl(run, out)?)),
            Format::Csv => write_matches_csv(&mut out, run.header(), run.names(), records)?,
            Format::MovesCsv => write_moves_csv(&mut out, run.header(), run.names(), records)?,
            Format::Pdn => {
                for record in records {
                    writeln!(out, "{}", pdn::write(run.header(), run.names(), &record))?;
                }
            }
        }
        Ok(problems.borrow().iter().map(ToString::to_string).collect())
    }
}

/// The matches of a run, read one at a time as often as somebody walks over them.
#[derive(Clone, Copy)]
struct Records<'a> {
    run: &'a Run,
    /// What the last walk could not read; every walk meets the same.
    problems: &'a RefCell<Vec<Problem>>,
}

impl<'a> IntoIterator for Records<'a> {
    type Item = MatchRecord;
    type IntoIter = Box<dyn Iterator<Item = MatchRecord> + 'a>;

    fn into_iter(self) -> Self::IntoIter {
        self.problems.replace(self.run.problems().to_vec());
        let note = move |problem| self.problems.borrow_mut().push(problem);
        Box::new(self.run.matches().filter_map(move |found| found.map_err(note).ok()))
    }
}
