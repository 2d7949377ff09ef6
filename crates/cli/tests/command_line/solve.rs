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
    let said = desk.refused("solve tic-tac-toe --file bad");
    says(&said, &["bad", "line 2: move 2 `b2` is not legal; legal: a3 b3"]);
    desk.write("bad", "b2 1\n# the value above is wrong, the line below does not read\nb2\n");
    says(&desk.refused("solve tic-tac-toe --file bad"), &["line 3: `b2` is not MOVES SCORE"]);
    desk.write("bad", "b2\n");
    says(
        &desk.refused("solve tic-tac-toe --file bad"),
        &["line 1: `b2` is not MOVES SCORE", "like `4433 1`"],
    );
    desk.write("bad", "b2 won\n");
    says(&desk.refused("solve tic-tac-toe --file bad"), &["line 1: `won` is not a score"]);
}

#[test]
fn a_part_of_a_file_is_solved() {
    let desk = Desk::new();
    desk.write("known", "b2 0\nb2 b1 0\nb2 a1 0\n");
    let part = |options: &str| desk.json(&format!("solve tic-tac-toe --file known --json {options}"));
    let counts = |report: &serde_json::Value| (report["positions"].as_u64(), report["exact"].as_u64());
    assert_eq!(counts(&part("--first 1")), (Some(1), Some(1)));
    assert_eq!(counts(&part("--skip 2")), (Some(1), Some(1)));
    assert_eq!(counts(&part("--skip 2 --first 5")), (Some(1), Some(1)));
    let wrong = desk.run("solve tic-tac-toe --file known --skip 1");
    says(&wrong.out, &["line 2: 1, the file says 0"]);
    let none = desk.refused("solve tic-tac-toe --file known --skip 3");
    says(&none, &["known holds no positions after the first 3"]);
    says(&desk.refused("solve tic-tac-toe --skip 3"), &["--file"]);
    let both = desk.refused("solve tic-tac-toe --file known --table t");
    says(&both, &["leave --table out", "--skip N"]);
}

/// The first position is quick, the second takes minutes.
#[cfg(unix)]
#[test]
fn a_file_that_is_stopped_says_how_far_it_came_and_how_to_go_on() {
    use std::io::{BufRead, BufReader, Read};
    use std::process::{Command, Stdio};
    let desk = Desk::new();
    desk.write("known", "2252576253462244111563365343671351441 -1\n4 0\n");
    let mut command = desk.command("solve connect-four --file known --json");
    let mut child =
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts");
    let mut talk = BufReader::new(child.stderr.take().expect("a pipe"));
    let mut said = String::new();
    talk.read_line(&mut said).expect("progress");
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill");
    assert!(sent.success());
    talk.read_to_string(&mut said).expect("the end");
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(output.status.code(), Some(2), "{said}");
    says(&said, &["positions looked at; 1 of 2 solved"]);
    says(&said, &["stopped after 1 of 2 positions; --skip 1 goes on from there"]);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!((report["solved"].as_u64(), report["exact"].as_u64()), (Some(1), Some(1)));
}

#[test]
fn a_table_that_cannot_be_written_is_said_first() {
    let desk = Desk::new();
    says(&desk.refused("solve tic-tac-toe --table no/such/table"), &["no/such/table cannot be written"]);
    std::fs::create_dir(desk.path("folder")).expect("a new folder");
    says(&desk.refused("solve tic-tac-toe --table folder"), &["folder cannot be written", "name another"]);
    assert!(desk.contents().is_empty());
}

/// The shell allows files of a few kilobytes, which is enough to try and too little for the table.
#[cfg(unix)]
#[test]
fn an_answer_is_not_lost_with_its_table() {
    let desk = Desk::new();
    let limited = "trap '' XFSZ; ulimit -f 4; exec \"$@\"";
    let solve = desk.command("solve tic-tac-toe --table solved --json");
    let output = std::process::Command::new("sh")
        .args(["-c", limited, "sh"])
        .arg(solve.get_program())
        .args(solve.get_args())
        .current_dir(desk.path("."))
        .output()
        .expect("a shell");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    says(&said, &["the answer stands, but what was learnt on the way is lost: solved: "]);
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).expect("the answer in JSON");
    assert_eq!(answer["value"], 0);
    assert!(answer["not_kept"].as_str().is_some_and(|why| why.starts_with("solved: ")), "{answer}");
    assert!(desk.contents().is_empty(), "no half of a table is left");
}

#[test]
fn a_dry_run_only_looks_whether_everything_is_in_place() {
    let desk = Desk::new();
    let large = "solve breakthrough --set rows=6 --set columns=5 --dry-run";
    says(&desk.ok(large).out, &["A dry run: everything is in place"]);
    says(&desk.ok(&format!("{large} --table solved")).out, &["A dry run: everything is in place"]);
    desk.write("known", "a2a3 1\n");
    says(&desk.ok(&format!("{large} --file known")).out, &["A dry run: everything is in place"]);
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
