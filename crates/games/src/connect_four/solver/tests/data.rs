//! Thousands of positions with known scores: a line has the columns played and the score.
//!
//! The data are not part of the source; without them there is nothing to compare with and the tests say so.

use super::*;
use std::path::Path;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/connect-four");

/// Solves the first lines of a set, each exactly. The table is kept: only the scores matter here.
fn solve_set(name: &str, lines: usize, table_bytes: usize) {
    let Ok(text) = std::fs::read_to_string(Path::new(FOLDER).join(name)) else {
        println!("skipped: {name} is not in {FOLDER}");
        return;
    };
    let game = usual();
    let mut solver = of(&game, table_bytes).unwrap();
    for line in text.lines().take(lines) {
        let (columns, score) = line.split_once(' ').unwrap();
        let (own, all) = after(&game, columns);
        assert_eq!(solver.score(own, all), score.parse::<i32>().unwrap(), "{line}");
    }
}

#[test]
fn all_positions_of_five_sets() {
    for name in ["Test_L3_R1.txt", "Test_L2_R1.txt", "Test_L1_R1.txt", "Test_L2_R2.txt", "Test_L1_R2.txt"] {
        // Without optimisation all lines would take half an hour.
        solve_set(name, if cfg!(debug_assertions) { 10 } else { usize::MAX }, 1 << 26);
    }
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes many minutes without optimisation")]
fn twenty_positions_of_the_hardest_set() {
    solve_set("Test_L1_R3.txt", 20, 1 << 27);
}
