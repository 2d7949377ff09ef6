//! `solve`: exact values from the command line.

use crate::kit::{Desk, says};

#[test]
fn a_position_is_solved_with_all_its_best_moves() {
    let desk = Desk::new();
    let start = desk.json("solve tic-tac-toe --json");
    assert_eq!((start["value"].as_i64(), start["best"].as_array().map(Vec::len)), (Some(0), Some(9)));
    let lost = desk.json("solve tic-tac-toe --moves 'b2 b1' --json");
    assert_eq!(lost["value"], 1);
    assert!(lost["nodes"].as_u64().expect("nodes") > 0);
    says(&desk.ok("solve nim --set heaps=1,2,3").out, &["to move loses with best play", "best"]);
}

#[test]
fn what_was_learnt_is_kept_in_a_file_of_these_rules_only() {
    let desk = Desk::new();
    let small = "solve connect-four --set rows=4 --set columns=4 --set gravity=off --set line=3 --json";
    let first = desk.json(&format!("{small} --table solved"));
    let again = desk.json(&format!("{small} --table solved"));
    assert_eq!(first["best"], again["best"]);
    let nodes = |answer: &serde_json::Value| answer["nodes"].as_u64().expect("nodes");
    assert!(nodes(&again) < nodes(&first), "{} after {}", nodes(&again), nodes(&first));
    let other = desk.refused("solve tic-tac-toe --table solved");
    says(&other, &["solved belongs to something else", "name another file"]);
    desk.write("letter", "Dear reader");
    says(&desk.refused("solve tic-tac-toe --table letter"), &["is not a table of solved positions"]);
    assert_eq!(desk.read("letter"), "Dear reader");
}

#[test]
fn a_file_of_positions_is_compared_with_what_it_says() {
    let desk = Desk::new();
    desk.write("known", "b2 0\nb2 b1 1\n\n# a remark\nb2 a1 0\n");
    let report = desk.json("solve tic-tac-toe --file known --json");
    assert_eq!((report["solved"].as_u64(), report["exact"].as_u64()), (Some(3), Some(3)));
    desk.write("wrong", "b2 0\nb2 b1 0\n");
    let ran = desk.run("solve tic-tac-toe --file wrong");
    assert_eq!(ran.code, Some(1), "{ran}");
    says(&ran.out, &["1 as the file says", "line 2: 1, the file says 0"]);
    desk.write("bad", "b2 0\nb2 b2 0\n");
    says(&desk.refused("solve tic-tac-toe --file bad"), &["bad", "line 2: move 2 `b2` is not legal"]);
}

#[test]
fn games_without_an_exact_value_are_refused() {
    let desk = Desk::new();
    says(&desk.refused("solve kuhn-poker"), &["without hidden information", "`mcts` would work"]);
    says(&desk.refused("solve nim --set seats=3"), &["two opposite sides"]);
    says(&desk.refused("solve pig"), &["go on beyond"]);
    says(&desk.refused("solve nim --memory 1000000"), &["more than this machine can give"]);
    says(&desk.ok("solve card-points --set cards=6 --seed 3").out, &["to move", "with best play"]);
}
