//! Whether a game keeps the laws of the contract, on random play.

use ludometer_arena::Table;
use ludometer_game::AnyGame;
use serde::Serialize;

/// What the check found.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CheckReport {
    /// The game.
    pub game: String,
    /// Random matches played.
    pub matches: u64,
    /// Whether every law holds.
    pub passed: bool,
    /// Every broken law, with what shows it.
    pub findings: Vec<String>,
    /// A hash of the behaviour: it changes when, and only when, the rules play differently.
    pub signature: String,
}

pub(crate) fn check(table: &Table<AnyGame>, name: &str, matches: u64, seed: u64) -> CheckReport {
    let (game, start) = (&*table.game, &table.start);
    let report = ludometer_testkit::conformance_from(game, start, matches, seed);
    CheckReport {
        game: name.to_owned(),
        matches,
        passed: report.holds(),
        findings: report.findings.iter().map(ToString::to_string).collect(),
        signature: format!("{:016x}", ludometer_testkit::signature(game, seed, matches.min(100))),
    }
}
