//! Whether a game keeps the laws of the contract, on random play, and what its rules leave open.

mod laws;
mod problem;
mod rules;
mod words;

pub use problem::{Evidence, Problem, Question, Skipped, Topic};
pub use rules::{Checked, check_rules};

use ludometer_arena::Table;
use ludometer_game::AnyGame;
use serde::Serialize;

/// What the check found.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct CheckReport {
    /// The game.
    pub game: String,
    /// Whether there is no problem.
    pub passed: bool,
    /// Random matches played.
    pub matches: u64,
    /// Moves played in them.
    pub plies: u64,
    /// Settings of the parameters they were played with.
    pub settings: u64,
    /// Settings that were not played, and why.
    pub skipped: Vec<Skipped>,
    /// Tests the file brings along.
    pub tests: u64,
    /// Why its rules are not compiled, where they are not.
    pub slow_lane: Option<String>,
    /// What is wrong, with what shows it.
    pub problems: Vec<Problem>,
    /// What is only worth knowing.
    pub remarks: Vec<Problem>,
    /// What the rulebook should answer.
    pub questions: Vec<Question>,
    /// Ways to turn the board that change nothing.
    pub symmetries: Vec<String>,
    /// A hash of the behaviour: it changes when, and only when, the rules play differently.
    pub signature: String,
}

pub(crate) fn check(table: &Table<AnyGame>, name: &str, matches: u64, seed: u64) -> CheckReport {
    let (game, start) = (&*table.game, &table.start);
    let report = ludometer_testkit::conformance_from(game, start, matches, seed);
    let (remarks, problems) =
        report.findings.iter().map(|finding| laws::plain(finding, name)).partition(|(remark, _)| *remark);
    let only = |found: Vec<(bool, Problem)>| found.into_iter().map(|(_, problem)| problem).collect();
    CheckReport {
        game: name.to_owned(),
        passed: report.holds(),
        matches,
        plies: report.plies,
        settings: 1,
        problems: only(problems),
        remarks: only(remarks),
        signature: signature(game, seed, matches.min(100)),
        ..CheckReport::default()
    }
}

fn signature<G: ludometer_game::Game>(game: &G, seed: u64, matches: u64) -> String {
    format!("{:016x}", ludometer_testkit::signature(game, seed, matches))
}
