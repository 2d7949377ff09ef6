//! Play-tests find what is known to be true.

use crate::kit::{carry_out, game, request};
use ludometer_lab::show::{Status, verdicts};
use ludometer_lab::{Effort, Outcome};

fn playtest(name: &str, set: &[&str], agents: &[&str], matches: u64) -> (Outcome, tempfile::TempDir) {
    carry_out(&request("playtest", game(name, set), agents, Effort::Matches(matches)))
}

/// The share in a row of a measure of the first group: value, low, high.
fn share(outcome: &Outcome, measure: &str, row: &str) -> (f64, f64, f64) {
    let found = outcome.summary.groups[0].measure(measure).unwrap_or_else(|| panic!("no {measure}"));
    let estimate = found.row(row).unwrap_or_else(|| panic!("no {row} in {measure}"));
    (estimate.value, estimate.low, estimate.high)
}

fn holds((_, low, high): (f64, f64, f64), truth: f64) -> bool {
    low <= truth && truth <= high
}

/// 212 256, 104 544 and 46 080 weighted endings of 362 880: 58.5, 28.8 and 12.7 per cent.
#[test]
fn random_tic_tac_toe_has_its_known_shares() {
    let (outcome, _folder) = playtest("tic-tac-toe", &[], &["random"], 6000);
    assert!(holds(share(&outcome, "seat-wins", "X"), 0.585), "{:?}", share(&outcome, "seat-wins", "X"));
    assert!(holds(share(&outcome, "seat-wins", "O"), 0.288), "{:?}", share(&outcome, "seat-wins", "O"));
    assert!(holds(share(&outcome, "draws", "draws"), 0.127), "{:?}", share(&outcome, "draws", "draws"));
    let (value, low, high) = share(&outcome, "seat-wins", "X");
    assert!(high - low < 0.04 && (value - 0.585).abs() < 0.02);
}

#[test]
fn strong_tic_tac_toe_is_drawn_and_the_report_says_so() {
    let (outcome, _folder) = playtest("tic-tac-toe", &[], &["mcts:sims=2000"], 60);
    assert_eq!(share(&outcome, "draws", "draws").0, 1.0);
    let verdicts = verdicts(&outcome.summary);
    let draws = verdicts.iter().find(|verdict| verdict.question.contains("draws")).unwrap();
    assert_eq!(draws.status, Status::Problem, "{draws:?}");
}

#[test]
fn the_first_seat_of_card_points_never_loses_to_itself() {
    let (outcome, _folder) = playtest("card-points", &[], &["mcts:sims=3000"], 100);
    let first = &outcome.summary.header.game.seats[0].clone();
    assert_eq!(share(&outcome, "seat-losses", first).0, 0.0);
}

/// With optimal play the first player of Pig wins 53.06 %, by value iteration (see the tests of the
/// game). Search at this budget plays close to optimally.
#[test]
fn the_first_seat_of_pig_wins_a_little_more_than_half() {
    let (outcome, _folder) = playtest("pig", &[], &["mcts:sims=60"], 1000);
    let first = &outcome.summary.header.game.seats[0].clone();
    let found = share(&outcome, "seat-wins", first);
    assert!(holds(found, 0.5306) && found.2 - found.1 < 0.08, "{found:?}");
}

/// Every match of nim 1,1 is won by the second seat, whoever plays.
#[test]
fn a_rigged_game_is_found_out() {
    let (outcome, _folder) = playtest("nim", &["heaps=1,1"], &["random"], 200);
    let seats = outcome.summary.header.game.seats.clone();
    assert_eq!(share(&outcome, "seat-wins", &seats[1]).0, 1.0);
    let verdicts = verdicts(&outcome.summary);
    let fair = verdicts.iter().find(|verdict| verdict.question.contains("fair")).unwrap();
    assert_eq!(fair.status, Status::Problem, "{fair:?}");
}

/// Σ moves in the move table equals Σ turns, which the statistics of APTS missed by one per match.
#[test]
fn every_move_is_counted() {
    let (outcome, _folder) = playtest("connect-four", &[], &["random"], 200);
    let group = &outcome.summary.groups[0];
    let length = group.measure("length").unwrap().row("mean").unwrap().value;
    let table = serde_json::to_value(group.measure("move-table").unwrap()).unwrap();
    let columns: Vec<&str> =
        table["columns"].as_array().unwrap().iter().filter_map(|title| title.as_str()).collect();
    let played: f64 = table["rows"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|row| row.as_array().unwrap().iter().zip(&columns))
        .filter(|(_, title)| title.contains("played"))
        .map(|(cell, _)| cell.as_f64().unwrap())
        .sum();
    assert!((played - length * 200.0).abs() < 1e-6, "{played} moves, {} turns; {columns:?}", length * 200.0);
}
