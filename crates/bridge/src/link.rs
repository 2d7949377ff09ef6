//! A line to another program: a question goes out, an answer comes back, or time is up.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

/// How long an answer may take.
pub const PATIENCE: Duration = Duration::from_secs(10);

/// Why another program cannot be talked to.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BridgeError {
    /// The command is no command.
    #[error("`{0}` is not a command: its quotes do not match, or there is nothing in it")]
    Command(String),
    /// It does not start.
    #[error("`{command}` does not start: {cause}")]
    Start {
        /// The command.
        command: String,
        /// Why.
        cause: String,
    },
    /// It ended.
    #[error("`{command}` ended{said}")]
    Ended {
        /// The command.
        command: String,
        /// What it said last on its standard error, in words.
        said: String,
    },
    /// It does not answer.
    #[error("`{command}` did not answer within {seconds} seconds")]
    Silent {
        /// The command.
        command: String,
        /// How long it was waited for.
        seconds: Seconds,
    },
    /// It has more memory than it may.
    #[error("`{command}` took {taken} MB of memory, and {allowed} MB are allowed")]
    Memory {
        /// The command.
        command: String,
        /// What it took.
        taken: u64,
        /// What it may.
        allowed: u64,
    },
    /// It answers nonsense.
    #[error("`{command}` answered what cannot be used: {what}; the answer was {answer}")]
    Nonsense {
        /// The command.
        command: String,
        /// What is wrong.
        what: String,
        /// The answer, cut where it is long.
        answer: String,
    },
    /// It says itself that something is wrong.
    #[error("`{command}` says: {what}")]
    Refused {
        /// The command.
        command: String,
        /// What it says.
        what: String,
    },
}

/// A time that is shown in seconds, with as many digits as say something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seconds(pub Duration);

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", (self.0.as_secs_f64() * 1000.0).round() / 1000.0)
    }
}

/// What a program may have.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// The folder it runs in; none is the one this program runs in.
    pub folder: Option<PathBuf>,
    /// Bytes of memory; it is ended when it ever had more.
    pub memory: Option<u64>,
}

/// A line to another program, for one question at a time.
pub trait Link: Send {
    /// Asks a question of one line, and waits so long for the answer.
    ///
    /// # Errors
    /// When there is no answer; the line is of no use then.
    fn ask(&mut self, question: &str, within: Duration) -> Result<String, BridgeError>;
}

/// Opens lines to the same program.
pub type Opener = Box<dyn Fn() -> Result<Box<dyn Link>, BridgeError> + Send + Sync>;

/// A text that is short enough to be shown.
#[must_use]
pub fn short(text: &str) -> String {
    const MOST: usize = 300;
    let cut: String = text.chars().take(MOST).collect();
    if cut.len() < text.len() { format!("{cut}…") } else { cut }
}
