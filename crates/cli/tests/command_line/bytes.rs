//! The same job gives the same bytes: with any number of threads, and when it is typed again.

use crate::kit::{Desk, QUICK, says};

const FILES: [&str; 5] = ["job.toml", "report.html", "run.db", "summary.json", "timing.json"];

#[test]
fn one_thread_and_two_give_the_same_bytes_for_every_game() {
    let desk = Desk::new();
    let games = desk.games();
    says(&games.join(" "), &["connect-four", "tic-tac-toe", "card-points", "pig", "kuhn-poker"]);
    for game in games {
        for threads in [1, 2] {
            let out = format!("{game}-{threads}");
            desk.ok(&format!("playtest {game} {QUICK} --seed 5 --threads {threads} --out {out}"));
            for file in FILES {
                assert!(desk.path(&format!("{out}/{file}")).is_file(), "{out} lacks {file}");
            }
        }
        let (one, two) = (format!("{game}-1"), format!("{game}-2"));
        assert!(desk.canonical(&one) == desk.canonical(&two), "{game} depends on threads");
        for file in ["job.toml", "report.html"] {
            let read = |run: &str| desk.read(&format!("{run}/{file}"));
            assert!(read(&one) == read(&two), "{file} of {game} depends on threads");
        }
    }
}

#[test]
fn another_seed_gives_other_matches() {
    let desk = Desk::new();
    for seed in [1, 2] {
        desk.ok(&format!("playtest tic-tac-toe {QUICK} --seed {seed} --out run-{seed}"));
    }
    assert_ne!(desk.canonical("run-1"), desk.canonical("run-2"));
}

#[test]
fn the_same_command_again_plays_nothing_and_changes_nothing() {
    let desk = Desk::new();
    let command = format!("playtest connect-four {QUICK} --out run");
    desk.ok(&command);
    let (before, records) = (desk.plain_files(), desk.canonical("run"));
    let again = desk.ok(&command);
    says(&again.err, &["going on with the plan in job.toml", "all 12 matches were played before"]);
    assert!(desk.plain_files() == before, "the second time left other bytes");
    assert!(desk.canonical("run") == records, "the second time left other records");
}

#[test]
fn a_plan_by_minutes_is_fixed_by_its_first_run() {
    let desk = Desk::new();
    let first = desk.ok("playtest tic-tac-toe --minutes 0.005 --out run");
    says(&first.err, &["Plan (kept in", "win shares to ±"]);
    says(&desk.read("run/job.toml"), &["--minutes 0.005 --seed 1 --out run"]);
    let (before, records) = (desk.plain_files(), desk.canonical("run"));
    desk.ok("playtest tic-tac-toe --minutes 0.005 --out run");
    assert!(desk.plain_files() == before, "the second time left other bytes");
    assert!(desk.canonical("run") == records, "the second time left other records");
}

#[test]
fn without_out_the_folder_is_named_after_the_game_and_the_job() {
    let desk = Desk::new();
    let command = format!("playtest tic-tac-toe {QUICK} --json");
    let folder = desk.json(&command)["folder"].as_str().expect("a folder").to_owned();
    assert!(desk.path(&folder).starts_with(desk.path("runs")), "{folder}");
    says(&folder, &["tic-tac-toe-"]);
    assert_eq!(desk.json(&command)["folder"], folder.as_str());
    assert_ne!(desk.json(&format!("{command} --seed 2"))["folder"], folder.as_str());
}

#[test]
fn the_command_in_the_job_repeats_the_run() {
    let desk = Desk::new();
    desk.ok(&format!("playtest connect-four {QUICK} --set columns=5 --moves '3 3' --seed 9 --out first"));
    let job = desk.read("first/job.toml");
    let command =
        job.lines().find_map(|line| line.strip_prefix("command = \"ludometer ")).expect("a command");
    desk.ok(&format!("{} --out second", command.trim_end_matches('"')));
    assert!(desk.canonical("first") == desk.canonical("second"), "the command plays something else");
}
