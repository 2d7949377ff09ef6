//! What can go wrong with a run folder, in words that say what to do.

use crate::SCHEMA;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a run cannot be opened, written or read at all.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RunError {
    /// There is nothing at this path.
    #[error("there is no folder {}", path.display())]
    NotFound {
        /// The path.
        path: PathBuf,
    },
    /// The path leads to a file.
    #[error("{} is a file, not a run folder", path.display())]
    NotAFolder {
        /// The path.
        path: PathBuf,
    },
    /// The folder lacks what makes it a run.
    #[error("{} is not a run folder: it has no {missing}", path.display())]
    NotARun {
        /// The folder.
        path: PathBuf,
        /// What it lacks.
        missing: String,
    },
    /// The folder belongs to somebody else.
    #[error("{} holds other files, `{example}` for one; choose an empty folder or a new name", path.display())]
    Foreign {
        /// The folder.
        path: PathBuf,
        /// One of the files in it.
        example: String,
    },
    /// A run is there already.
    #[error("{} already holds a run; resume it or choose another folder", path.display())]
    Exists {
        /// The folder.
        path: PathBuf,
    },
    /// A later release wrote the run.
    #[error(
        "{} was written by {program} in format {schema}; this release reads up to format {SCHEMA}: \
         use {program} or a later one",
        path.display()
    )]
    Newer {
        /// The folder.
        path: PathBuf,
        /// The format of the run.
        schema: u32,
        /// Who wrote it.
        program: String,
    },
    /// The run is of another job.
    #[error("{} holds a run of another job:\n  {}", path.display(), differences.join("\n  "))]
    Differs {
        /// The folder.
        path: PathBuf,
        /// What differs, one line each.
        differences: Vec<String>,
    },
    /// Somebody else writes to the run.
    #[error("{} is in use by another process; wait until it ends", path.display())]
    Busy {
        /// The folder.
        path: PathBuf,
    },
    /// The run is damaged beyond use.
    #[error("{} is damaged: {what}", path.display())]
    Damaged {
        /// The folder.
        path: PathBuf,
        /// How.
        what: String,
    },
    /// A match with this number is stored already.
    #[error("match {number} is stored already")]
    Duplicate {
        /// The number.
        number: u64,
    },
    /// A value does not fit the format.
    #[error("{what} cannot be stored")]
    Unstorable {
        /// The value.
        what: String,
    },
    /// An earlier error left the writer unable to go on.
    #[error("nothing more can be stored after an earlier error; resume the run")]
    Stopped,
    /// The file system refused.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The database refused.
    #[error("{}: {source}", path.display())]
    Database {
        /// The folder.
        path: PathBuf,
        /// Why.
        source: rusqlite::Error,
    },
}

impl RunError {
    /// Says where the file system refused.
    pub(crate) fn io(path: &Path) -> impl FnOnce(io::Error) -> RunError {
        let path = path.to_owned();
        move |source| RunError::Io { path, source }
    }

    /// Says where the database refused, and what that means for the user.
    pub(crate) fn database(path: &Path) -> impl FnOnce(rusqlite::Error) -> RunError {
        use rusqlite::ErrorCode;
        let path = path.to_owned();
        move |source| match source.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => RunError::Busy { path },
            Some(ErrorCode::NotADatabase) => {
                RunError::Damaged { path, what: "run.db is not a database".into() }
            }
            Some(ErrorCode::DatabaseCorrupt) => RunError::Damaged { path, what: format!("run.db: {source}") },
            _ => RunError::Database { path, source },
        }
    }
}

/// Something in a run that cannot be read, while the rest can.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum Problem {
    /// The file is cut or garbled; what is left is read.
    #[error("run.db is damaged ({why}); what is whole is read")]
    File {
        /// How.
        why: String,
    },
    /// Matches that were written last are out of reach.
    #[error(
        "run.db-wal cannot be read without write permission, so the last matches may be missing; copy the folder"
    )]
    Journal,
    /// Part of the name table is gone.
    #[error("some names are lost ({why}); matches that use them are left out")]
    Names {
        /// How.
        why: String,
    },
    /// A match is stored but not whole.
    #[error("match {number} is left out: {why}")]
    Match {
        /// Its number.
        number: u64,
        /// What is wrong with it.
        why: String,
    },
    /// Matches in a damaged part of the file.
    #[error("{} cannot be read ({why})", stretch(*first, *last))]
    Lost {
        /// The first number that may be lost.
        first: u64,
        /// The last one, if it is known.
        last: Option<u64>,
        /// How.
        why: String,
    },
}

fn stretch(first: u64, last: Option<u64>) -> String {
    match last {
        Some(last) if last == first => format!("match {first}"),
        Some(last) => format!("matches {first} to {last}"),
        None => format!("whatever follows from match {first} on"),
    }
}
