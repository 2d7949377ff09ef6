//! Why a rules file was not accepted: what, where, with which value, and what would work.

use ludometer_game::Fault;
use std::path::PathBuf;

/// Why a rules file was not accepted.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RulesError {
    /// The file says something wrong.
    #[error("{0}")]
    Wrong(Wrong),
    /// A parameter was typed wrongly.
    #[error("{file}: {cause}")]
    Param {
        /// The file.
        file: String,
        /// Why.
        cause: ludometer_game::ParamError,
    },
    /// The file could not be read.
    #[error("{}: {cause}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        cause: String,
    },
}

/// A mistake in a rules file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Wrong {
    /// The file.
    pub file: String,
    /// The line, counted from 1; 0 where no line is to blame.
    pub line: u32,
    /// What is wrong.
    pub what: String,
    /// The value that is wrong; empty where there is none.
    pub value: String,
    /// What would work; empty where nobody knows.
    pub hint: String,
}

impl Wrong {
    /// The same with what its words say behind a semicolon as its hint, where it has none.
    #[must_use]
    pub(crate) fn apart(self) -> Wrong {
        match self.what.split_once("; ").filter(|_| self.hint.is_empty()) {
            Some((what, hint)) => Wrong { what: what.into(), hint: hint.into(), ..self },
            None => self,
        }
    }

    /// A mistake that was found while something ran: its place is `file:line`, its words end in a hint.
    pub(crate) fn of_fault(fault: Fault) -> Wrong {
        let Fault { what, place, value } = fault;
        let found =
            place.rsplit_once(':').and_then(|(file, line)| Some((file.to_owned(), line.parse().ok()?)));
        let (file, line) = found.unwrap_or((place, 0));
        Wrong { file, line, what, value, hint: String::new() }.apart()
    }

    /// Where it is: file and line.
    #[must_use]
    pub fn place(&self) -> String {
        match self.line {
            0 => self.file.clone(),
            line => format!("{}:{line}", self.file),
        }
    }
}

impl std::fmt::Display for Wrong {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.place(), self.what)?;
        if !self.value.is_empty() {
            write!(f, " (it is {})", self.value)?;
        }
        if !self.hint.is_empty() {
            write!(f, "; {}", self.hint)?;
        }
        Ok(())
    }
}

impl From<Wrong> for RulesError {
    fn from(wrong: Wrong) -> Self {
        RulesError::Wrong(wrong)
    }
}
