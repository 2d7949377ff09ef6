//! Odd requests: each gets an answer that makes sense, or a clear refusal that changes nothing.

use crate::kit::{Desk, QUICK, says};
use std::fs;
use std::process::Stdio;

#[test]
fn talk_that_nobody_hears_is_no_error() {
    let desk = Desk::new();
    let mut command = desk.command(&format!("playtest tic-tac-toe {QUICK} --out run"));
    let mut child =
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts");
    drop(child.stderr.take());
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(output.status.code(), Some(0));
    says(&String::from_utf8_lossy(&output.stdout), &["Report: "]);
}

#[test]
fn an_export_that_fails_leaves_no_file() {
    let desk = Desk::new();
    desk.refused("export nowhere --csv --out matches.csv");
    assert!(!desk.path("matches.csv").exists());
}

#[test]
fn a_dry_run_does_everything_once() {
    let desk = Desk::new();
    let speed = desk.json("bench connect-four --dry-run --json");
    assert!(speed["mcts_sims_per_s"].as_f64().is_some_and(|rate| rate > 0.0));
    let analysis = desk.json("analyze connect-four --agent mcts:sims=5000 --dry-run --json");
    assert_eq!((analysis["nodes"].as_u64(), analysis["agent"].as_str()), (Some(1), Some("mcts:sims=1")));
    let play = desk.typing("play connect-four --dry-run", "4\nhint\nquit\n");
    says(&play.err, &["O: mcts:sims=1\n"]);
    says(&play.out, &["mcts:sims=1 would play"]);
    let answer = desk.json("playtest nim --agent mcts:sims=900 --dry-run --out dry --json");
    assert_eq!(answer["summary"]["header"]["agents"][0]["spec"], "mcts:sims=1");
}

#[test]
fn a_database_cut_within_its_first_page_is_damaged() {
    let desk = Desk::with_run();
    let whole = fs::read(desk.path("run/run.db")).expect("a database");
    for length in [1, 60, 200, 1000, 2000, 4095] {
        desk.write("run/run.db", &whole[..length]);
        let error = desk.refused("report run");
        assert!(error.contains("damaged") || error.contains("not a database"), "{length}: {error}");
    }
}

#[test]
fn warnings_are_heard_in_quiet_too() {
    let desk = Desk::with_run();
    let whole = fs::read(desk.path("run/run.db")).expect("a database");
    desk.write("run/run.db", &whole[..whole.len() - 4096]);
    let ran = desk.run("report run --quiet");
    assert!(ran.err.contains("warning:") || ran.err.contains("error:"), "{ran}");
}

#[test]
fn a_report_goes_where_it_is_told_and_over_nothing() {
    let desk = Desk::with_run();
    let before = desk.plain_files();
    let ran = desk.ok("report run --out copy.html");
    says(&ran.out, &["Report: copy.html"]);
    assert_eq!(desk.read("copy.html"), desk.read("run/report.html"));
    says(&desk.refused("report run --out copy.html"), &["copy.html exists already"]);
    fs::remove_file(desk.path("copy.html")).expect("a copy");
    assert_eq!(desk.plain_files(), before);
}

#[test]
fn options_without_a_use_are_refused() {
    let desk = Desk::new();
    says(&desk.refused("games --out list.txt"), &["--out has no use here"]);
    says(&desk.refused("play tic-tac-toe --json"), &["conversation"]);
    says(&desk.refused("export run --csv --json"), &["--json has no use here", "--jsonl"]);
    says(&desk.refused("completions bash --json"), &["leave --json out"]);
    for line in
        ["export run --csv", "report run", "replay run", "games", "agents", "metrics", "completions zsh"]
    {
        says(&desk.refused(&format!("{line} --dry-run")), &["--dry-run has no use here"]);
    }
    let error = desk.run("check tic-tac-toe --matches 0");
    assert_eq!(error.code, Some(2), "{error}");
}

#[test]
fn a_finished_position_is_not_played() {
    let desk = Desk::new();
    for verb in ["playtest", "analyze", "check", "bench"] {
        let error = desk.refused(&format!("{verb} tic-tac-toe --moves 'a1 b1 a2 b2 a3'"));
        says(&error, &["already over"]);
    }
    assert!(desk.contents().is_empty());
}

#[test]
fn more_matches_than_anybody_can_play_are_refused() {
    let desk = Desk::new();
    for line in ["playtest nim --matches 100000000000", "tournament nim random greedy --pairs 100000000000"] {
        let ran = desk.run(line);
        assert_eq!(ran.code, Some(2), "{ran}");
        says(&ran.err, &["not in 1..="]);
    }
}

#[test]
fn a_plan_that_does_not_fit_the_game_is_refused() {
    let desk = Desk::new();
    desk.ok("playtest nim --agent random --matches 2 --out run");
    let job = desk.read("run/job.toml").replace("lineup = [\n    0,\n    0,\n]", "lineup = [5, 5]");
    let job = job.replace("lineup = [0, 0]", "lineup = [5, 5]");
    assert!(job.contains("[5, 5]"), "{job}");
    desk.write("run/job.toml", job);
    fs::remove_file(desk.path("run/run.db")).expect("a database");
    says(&desk.refused("playtest nim --agent random --matches 2 --out run"), &["job.toml", "lineup"]);
}

#[test]
fn a_run_of_an_unknown_game_still_has_its_tables() {
    let desk = Desk::with_run();
    let job = desk.read("run/job.toml").replace("game = \"tic-tac-toe\"", "game = \"lost-game\"");
    desk.write("run/job.toml", job);
    let ran = desk.ok("report run");
    says(&ran.out, &["Is the game fair to every seat?"]);
    says(&desk.read("run/report.html"), &["lost-game", "redraws"]);
    let ran = desk.ok("replay run --all");
    says(&ran.out, &["plays"]);
    says(&ran.err, &["lost-game"]);
}

#[test]
fn equal_agents_are_equal_in_a_game_for_three() {
    let desk = Desk::new();
    let table = desk.json(
        "tournament nim random mcts:sims=1,temperature=1000 --set seats=3 --pairs 100 --json --out run",
    );
    let score = &table["pairings"][0]["score"];
    let (low, high) = (score["low"].as_f64().expect("low"), score["high"].as_f64().expect("high"));
    assert!(low < 0.5 && 0.5 < high, "{score}");
    assert_eq!(table["pairings"].as_array().map(Vec::len), Some(1));
}

#[test]
fn nobody_is_told_what_another_at_the_table_must_not_know() {
    let desk = Desk::new();
    let ran = desk.typing("play kuhn-poker --seat 1=me --seat 2=me", "quit\n");
    let dealt: Vec<&str> = ran.out.lines().filter(|line| line.starts_with("Chance: ")).collect();
    assert_eq!(dealt.len(), 2, "{ran}");
    assert!(dealt[0] != "Chance: (hidden)" && dealt[1] == "Chance: (hidden)", "{ran}");
}
