//! `report` and `replay`, on whole runs, damaged runs and what is no run at all.

use crate::kit::{Desk, QUICK, Ran, says};
use rusqlite::Connection;
use std::fs;

const READERS: [&str; 3] = ["report", "replay", "export --jsonl"];

#[test]
fn a_report_is_drawn_again_to_the_same_bytes() {
    let desk = Desk::with_run();
    let before = desk.contents();
    fs::remove_file(desk.path("run/report.html")).expect("a report");
    fs::remove_file(desk.path("run/summary.json")).expect("a summary");
    let ran = desk.ok("report run");
    says(&ran.out, &["Tic-tac-toe", "Is the game fair to every seat?", "report.html"]);
    assert!(before.contains_key(&desk.path("run/report.html")));
    assert_eq!(desk.read("run/report.html").as_bytes(), before[&desk.path("run/report.html")]);
    let answer = desk.json("report run --json");
    assert_eq!(answer["problems"].as_array().map(Vec::len), Some(0));
    assert!(answer["verdicts"].is_array() && answer["summary"]["groups"].is_array());
}

#[test]
fn a_replay_steps_through_any_match_of_every_game() {
    let desk = Desk::new();
    for game in desk.games() {
        desk.ok(&format!("playtest {game} --agent random --matches 2 --out {game}"));
        let answer = desk.json(&format!("replay {game} --match 1 --json"));
        let steps = answer["steps"].as_array().expect("steps");
        assert_eq!(steps[0], "The start");
        assert_eq!(answer["warning"], serde_json::Value::Null);
        let text = desk.ok(&format!("replay {game} --match 1 --all")).out;
        for (nth, step) in steps.iter().enumerate() {
            says(&text, &[&format!("{nth}/{}: {}", steps.len() - 1, step.as_str().expect("a caption"))]);
        }
        let last: Vec<&str> = text.lines().rev().take(2).collect();
        assert!(last[0].starts_with("Points  ") && last[0].contains(": "), "{text}");
        let endings = [" wins (", " win (", "A draw (", "Everybody lost ("];
        assert!(endings.iter().any(|ending| last[1].contains(ending)), "{text}");
        let seats = answer["seats"].as_array().expect("names");
        seats.iter().for_each(|seat| says(last[0], &[seat.as_str().expect("a name")]));
    }
}

#[test]
fn a_match_that_is_not_there_is_answered_with_how_many_are() {
    says(&Desk::with_run().refused("replay run --match 12"), &["no match 12", "it has 12"]);
}

#[test]
fn what_is_no_run_folder_is_said_to_be_none() {
    let desk = Desk::new();
    fs::create_dir(desk.path("empty")).expect("a folder");
    desk.write("file", "hello");
    for verb in READERS {
        says(&desk.refused(&format!("{verb} nowhere")), &["there is no folder nowhere"]);
        says(&desk.refused(&format!("{verb} empty")), &["empty is not a run folder", "it has no run.db"]);
        says(&desk.refused(&format!("{verb} file")), &["file is a file, not a run folder"]);
    }
    assert_eq!(desk.contents().len(), 1);
}

#[test]
fn a_database_that_is_not_ours_is_said_to_be_none() {
    let desk = Desk::new();
    fs::create_dir(desk.path("run")).expect("a folder");
    for (bytes, said) in
        [(&b""[..], "run.db is empty"), (&b"these are not the bytes you look for"[..], "run.db")]
    {
        desk.write("run/run.db", bytes);
        for verb in READERS {
            says(&desk.refused(&format!("{verb} run")), &["damaged", said]);
        }
    }
    fs::remove_file(desk.path("run/run.db")).expect("a file");
    let foreign = Connection::open(desk.path("run/run.db")).expect("a database");
    foreign.execute_batch("CREATE TABLE recipes (soup TEXT)").expect("a table");
    drop(foreign);
    for verb in READERS {
        says(&desk.refused(&format!("{verb} run")), &["run is not a run folder", "no matches in run.db"]);
    }
}

#[test]
fn a_run_of_a_newer_schema_is_refused_and_says_who_reads_it() {
    let desk = Desk::with_run();
    let database = Connection::open(desk.path("run/run.db")).expect("a database");
    database.execute("UPDATE meta SET value = '999' WHERE key = 'schema'", []).expect("an update");
    database.execute("UPDATE meta SET value = 'ludometer 9.9' WHERE key = 'program'", []).expect("an update");
    drop(database);
    let before = desk.contents();
    let play = format!("playtest tic-tac-toe {QUICK} --out");
    for verb in READERS.iter().chain(&[play.as_str()]) {
        let said = desk.refused(&format!("{verb} run"));
        says(&said, &["written by ludometer 9.9 in format 999", "use ludometer 9.9 or a later one"]);
    }
    assert!(desk.contents() == before, "a refused run was changed");
}

/// Cuts the database of the run to its first bytes.
fn cut(desk: &Desk, keep: impl Fn(usize) -> usize) {
    let bytes = fs::read(desk.path("run/run.db")).expect("a database");
    desk.write("run/run.db", &bytes[..keep(bytes.len())]);
}

fn warned(ran: &Ran) {
    says(&ran.err, &["warning: run.db is damaged", "what is whole is read", "cannot be read"]);
}

#[test]
fn of_a_truncated_run_what_is_whole_is_read() {
    let desk = Desk::new();
    desk.ok("playtest connect-four --agent random --matches 200 --out run");
    let matches = desk.ok("export run --jsonl").out.lines().count();
    cut(&desk, |whole| whole * 6 / 10);
    let ran = desk.ok("export run --jsonl");
    warned(&ran);
    let read = ran.out.lines().count();
    assert!(read > 0 && read < matches, "{read} of {matches}");
    for line in ran.out.lines() {
        serde_json::from_str::<serde_json::Value>(line).expect("a whole record");
    }
    for (format, rows) in [("--csv", Some(read + 1)), ("--moves-csv", None)] {
        let ran = desk.ok(&format!("export run {format}"));
        warned(&ran);
        assert_eq!(ran.err.matches("run.db is damaged").count(), 1, "{ran}");
        assert!(rows.is_none_or(|rows| ran.out.lines().count() == rows), "{ran}");
    }
    warned(&desk.ok("report run"));
    let answer = desk.json("report run --json");
    assert_eq!(answer["summary"]["groups"][0]["matches"], read);
    assert!(!answer["problems"].as_array().expect("a list").is_empty());
    desk.ok("replay run --match 0 --all");
    desk.refused(&format!("replay run --match {}", matches - 1));
}

#[test]
fn a_run_without_its_head_is_said_to_be_damaged() {
    for keep in [50, 5000] {
        let desk = Desk::with_run();
        cut(&desk, |_| keep);
        for verb in READERS {
            says(&desk.refused(&format!("{verb} run")), &["run is damaged", "run.db"]);
        }
    }
}

#[test]
fn a_damaged_run_is_not_played_on() {
    let desk = Desk::with_run();
    cut(&desk, |whole| whole / 2);
    let before = desk.contents();
    says(&desk.refused(&format!("playtest tic-tac-toe {QUICK} --out run")), &["run is damaged"]);
    assert!(desk.contents() == before);
}
