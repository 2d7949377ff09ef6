//! `playtest`: what it prints, what it writes, what it refuses to touch.

use crate::kit::{Desk, QUICK, says};

#[test]
fn the_main_job_leaves_a_report_and_prints_where_it_is() {
    let desk = Desk::new();
    let ran = desk.ok("playtest connect-four --matches 4 --seed 7 --threads 2 --out dir --quiet");
    assert_eq!(ran.err, "", "quiet means no talk");
    assert_eq!(ran.out.trim_end().replace('\\', "/"), "Report: dir/report.html");
    says(&desk.read("dir/report.html"), &["<!DOCTYPE html>", "Connect Four", "mcts:sims=1000"]);
    says(&desk.read("dir/job.toml"), &["command = \"ludometer playtest connect-four", "seed = 7"]);
    let summary: serde_json::Value = serde_json::from_str(&desk.read("dir/summary.json")).expect("JSON");
    assert_eq!(summary["header"]["seed"], 7);
}

#[test]
fn the_summary_is_said_in_words_with_the_plan_beside_it() {
    let ran = Desk::new().ok(&format!("playtest tic-tac-toe {QUICK} --out run"));
    says(&ran.out, &["Tic-tac-toe", "UNSURE", "Is the game fair to every seat?", "Report: run"]);
    says(&ran.err, &["Plan (kept in", "random: 4 matches", "needs longer:"]);
}

#[test]
fn the_json_answer_holds_verdicts_and_the_summary_as_stored() {
    let desk = Desk::new();
    let answer = desk.json(&format!("playtest tic-tac-toe {QUICK} --out run --json"));
    let stored: serde_json::Value = serde_json::from_str(&desk.read("run/summary.json")).expect("JSON");
    assert_eq!(answer["summary"], stored);
    let verdicts = answer["verdicts"].as_array().expect("verdicts");
    assert!(!verdicts.is_empty());
    for verdict in verdicts {
        let word = verdict["status"].as_str().expect("a status");
        assert!(["fine", "problem", "unsure"].contains(&word), "{word}");
        assert!(verdict["n"].is_u64(), "{verdict}");
    }
}

#[test]
fn a_parameter_changes_the_rules_and_is_kept_in_the_record() {
    let desk = Desk::new();
    let command = "playtest connect-four --set columns=8 --set line=5 --agent mcts:sims=50 --matches 2";
    desk.ok(&format!("{command} --out run"));
    let summary: serde_json::Value = serde_json::from_str(&desk.read("run/summary.json")).expect("JSON");
    let params = summary["header"]["game"]["params"].to_string();
    says(&params, &["columns", "\"8\"", "line", "\"5\""]);
    let first = desk.ok("export run --jsonl").out;
    let first: serde_json::Value = serde_json::from_str(first.lines().next().expect("a line")).expect("JSON");
    assert_eq!(first["plies"][0]["legal"].as_array().expect("moves").len(), 8);
}

#[test]
fn a_dry_run_goes_through_everything() {
    let desk = Desk::new();
    desk.ok("playtest connect-four --dry-run --out run");
    assert!(desk.read("run/report.html").contains("Connect Four"));
    let matches = desk.ok("export run --jsonl").out.lines().count();
    assert!(matches <= 6, "{matches} matches");
}

#[test]
fn another_job_is_refused_and_the_folder_left_as_it_was() {
    let desk = Desk::with_run();
    let before = desk.contents();
    for (other, differs) in [
        (format!("playtest tic-tac-toe {QUICK} --seed 2 --out run"), "--seed differs"),
        (format!("playtest tic-tac-toe {QUICK} --set rows=4 --out run"), "--set differs"),
        (format!("playtest tic-tac-toe {QUICK} --moves a1 --out run"), "the opening differs"),
        ("playtest tic-tac-toe --matches 4 --out run".into(), "--agent differs"),
        (format!("playtest pig {QUICK} --out run"), "the game differs"),
        ("tournament tic-tac-toe random greedy --out run".into(), "the verb differs"),
    ] {
        says(&desk.refused(&other), &["holds another job", differs, "choose another --out"]);
        assert!(desk.contents() == before, "`{other}` changed the folder");
    }
}

#[test]
fn the_files_of_others_are_left_alone() {
    let desk = Desk::new();
    std::fs::create_dir(desk.path("mine")).expect("a folder");
    desk.write("mine/thesis.tex", "years of work");
    let before = desk.contents();
    let folder = desk.refused(&format!("playtest tic-tac-toe {QUICK} --out mine"));
    says(&folder, &["holds other files", "thesis.tex", "choose an empty folder"]);
    let file = desk.refused(&format!("playtest tic-tac-toe {QUICK} --out mine/thesis.tex"));
    says(&file, &["is a file, not a run folder"]);
    assert!(desk.contents() == before);
}

#[test]
fn a_job_file_that_does_not_read_is_named() {
    let desk = Desk::new();
    std::fs::create_dir(desk.path("run")).expect("a folder");
    desk.write("run/job.toml", "this is no job");
    says(&desk.refused(&format!("playtest tic-tac-toe {QUICK} --out run")), &["job.toml"]);
    assert_eq!(desk.read("run/job.toml"), "this is no job");
}

#[test]
fn a_plan_that_outlives_its_minutes_is_cut_and_the_cut_plan_repeats() {
    let timed = "playtest tic-tac-toe --agent random --agent mcts:sims=20 --minutes 0.02 --out";
    let desk = Desk::new();
    desk.ok(&format!("{timed} first"));
    // A plan that cannot be played in time, as if the machine had slowed down after it was made.
    let plan = desk.read("first/job.toml");
    let endless: Vec<String> = plan
        .lines()
        .filter(|line| !line.starts_with("cut ="))
        .map(|line| if line.starts_with("blocks =") { "blocks = 20000".into() } else { line.to_owned() })
        .collect();
    std::fs::create_dir(desk.path("run")).expect("a new folder");
    desk.write("run/job.toml", endless.join("\n"));
    let ran = desk.ok(&format!("{timed} run"));
    says(&ran.err, &["Cut short: the time was up after"]);
    let cut = desk.read("run/job.toml");
    says(&cut, &["cut = "]);
    let report = desk.read("run/report.html");
    says(&report, &["the time was up after"]);
    let kept = desk.ok("export run --jsonl").out.lines().count();
    assert!(ran.err.contains(&format!("after {kept} of the 120000 matches planned")), "{ran}");
    assert!(!report.contains("could be read"), "nothing that was kept is unreadable");
    let played = desk.canonical("run");
    assert!(played.1.lines().count() < 120_000, "everything was played");

    desk.ok(&format!("{timed} run"));
    assert!(desk.canonical("run") == played, "nothing is left to play");
    std::fs::create_dir(desk.path("again")).expect("a new folder");
    desk.write("again/job.toml", &cut);
    // The copy has its own minutes and may be cut once more, but what it plays is the same.
    desk.ok(&format!("{timed} again"));
    let first_lines = |text: &str| text.lines().take(4).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(first_lines(&desk.canonical("again").1), first_lines(&played.1));
}
