//! What a check tells: problems with their place and their cure, and questions, each with a match to see it.

use serde::Serialize;

/// What a problem is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Topic {
    /// The file does not load.
    Load,
    /// A test of the file fails.
    Test,
    /// A rule is wrong.
    #[default]
    Mistake,
    /// A law of the contract is broken.
    Law,
    /// Somebody can tell what is hidden.
    Leak,
    /// A player to move can do nothing.
    NoMove,
    /// A move changes nothing.
    Nothing,
    /// A match is over without a result.
    NoResult,
    /// Matches do not end.
    Endless,
    /// An action is never legal, or never chosen.
    Action,
    /// A phase is never reached.
    Phase,
    /// Something is named that does not exist.
    Name,
}

/// Something that is wrong, or worth knowing.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Problem {
    /// What it is about.
    pub topic: Topic,
    /// The file, or the game where there is none.
    pub file: String,
    /// The line, counted from 1, where one is to blame.
    pub line: Option<u32>,
    /// What is wrong.
    pub cause: String,
    /// The value that is wrong, where there is one.
    pub value: Option<String>,
    /// What would probably help, where somebody knows.
    pub fix: Option<String>,
    /// What shows it; nothing where the file itself does.
    #[serde(flatten)]
    pub shown: Evidence,
}

/// A match that shows something.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Evidence {
    /// Parameters it is played with, `name=value`; the others have their defaults.
    pub set: Vec<String>,
    /// The seed of the check.
    pub seed: u64,
    /// The moves, those of chance too.
    pub moves: Vec<String>,
    /// The command that shows the position after them.
    pub replay: Option<String>,
}

/// Something the rulebook should answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Question {
    /// The question.
    pub question: String,
    /// What the rules file does today.
    pub today: String,
    /// The file.
    pub file: String,
    /// The line that declares what it is about, where there is one.
    pub line: Option<u32>,
    /// In how many of the random matches it came up.
    pub matches: u64,
    /// The shortest match that shows it.
    #[serde(flatten)]
    pub shown: Evidence,
}

/// A setting that was not played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Skipped {
    /// The setting, `name=value`.
    pub set: Vec<String>,
    /// Why the file refuses it.
    pub why: String,
}

impl Problem {
    /// Where it is: file and line.
    #[must_use]
    pub fn place(&self) -> String {
        match self.line {
            Some(line) => format!("{}:{line}", self.file),
            None => self.file.clone(),
        }
    }

    /// Whether two are the same for a reader, whatever shows them.
    pub(super) fn is_like(&self, other: &Problem) -> bool {
        (self.topic, self.line, &self.cause) == (other.topic, other.line, &other.cause)
    }
}

/// The text, unless there is none.
pub(super) fn some(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| text.to_owned())
}
