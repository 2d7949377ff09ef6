//! Verdicts: the questions a designer asks, answered as far as the data carry.
//!
//! One file per question, one line each in [`QUESTIONS`]; before them the designer's own goals. A question whose measure is missing is
//! left out; one that the data cannot settle is *unsure* and says what would settle it.

mod choices;
mod comebacks;
mod completion;
mod dead;
mod decisions;
mod draws;
mod goals;
mod length;
mod openings;
mod read;
mod seats;
mod strength;

pub(crate) use seats::{equal_share, scores as seat_scores};

use crate::ladder::Ladder;
use ludometer_metrics::Summary;
use serde::{Deserialize, Serialize};

/// Whether something is as a designer would want it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// The data show that it is.
    Fine,
    /// The data show that it is not.
    Problem,
    /// The data do not settle it.
    Unsure,
}

impl Status {
    /// The word shown beside every verdict.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Status::Fine => "fine",
            Status::Problem => "problem",
            Status::Unsure => "unsure",
        }
    }

    /// A sign that needs no colour.
    #[must_use]
    pub const fn sign(self) -> &'static str {
        match self {
            Status::Fine => "✓",
            Status::Problem => "✗",
            Status::Unsure => "?",
        }
    }
}

/// An answered question.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Verdict {
    /// A stable name: `seats`, `length`.
    pub id: String,
    /// What a designer asks.
    pub question: String,
    /// The short answer, with its interval.
    pub answer: String,
    /// Whether that is good.
    pub status: Status,
    /// What it rests on, and what would settle it if it is open.
    pub detail: String,
    /// Matches it rests on.
    pub n: u64,
}

type Question = fn(&Ladder<'_>) -> Option<Verdict>;

const QUESTIONS: &[Question] = &[
    seats::verdict,
    completion::verdict,
    draws::verdict,
    length::verdict,
    choices::verdict,
    decisions::verdict,
    comebacks::verdict,
    dead::verdict,
    openings::verdict,
];

/// All verdicts that the measures allow, in the order in which a designer asks. Where most matches
/// broke, the others say nothing about the game, and only what broke is told.
#[must_use]
pub fn verdicts(summary: &Summary) -> Vec<Verdict> {
    let ladder = Ladder::of(summary);
    if completion::is_mostly_broken(&ladder) {
        return completion::verdict(&ladder).into_iter().collect();
    }
    let asked = QUESTIONS.iter().filter_map(|question| question(&ladder));
    goals::verdicts(&ladder).into_iter().chain(asked).collect()
}

/// The run in one sentence: how many matches, what is wrong, what is open.
#[must_use]
pub fn headline(summary: &Summary, verdicts: &[Verdict]) -> String {
    let played = Ladder::of(summary).matches();
    let matches = crate::format::count(played, "match", "matches");
    let of = |status| verdicts.iter().filter(move |verdict| verdict.status == status).count();
    let (problems, open, fine) = (of(Status::Problem), of(Status::Unsure), of(Status::Fine));
    if verdicts.is_empty() {
        return format!("{matches} played; no question could be answered yet.");
    }
    let [show, leave, find] =
        if played == 1 { ["shows", "leaves", "finds"] } else { ["show", "leave", "find"] };
    let problems = match problems {
        0 => "no problem".into(),
        1 => "1 problem".into(),
        many => format!("{many} problems"),
    };
    let open = match open {
        0 => "no question open".into(),
        1 => "1 question open".into(),
        many => format!("{many} questions open"),
    };
    format!(
        "{matches} {show} {problems}, {leave} {open} and {find} {fine} of {} things fine.",
        verdicts.len()
    )
}
