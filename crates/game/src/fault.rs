//! What went wrong inside the rules of a game.

use std::fmt;

/// Why a state is broken: a script error, a crashed child process, a nonsense answer.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Fault {
    /// What went wrong, in words.
    pub what: String,
    /// Where: file and line, or the name of the outside program.
    pub place: String,
    /// The value that caused it.
    pub value: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.value.as_str() {
            "" => write!(f, "{} ({})", self.what, self.place),
            value => write!(f, "{} ({}; value {value})", self.what, self.place),
        }
    }
}
