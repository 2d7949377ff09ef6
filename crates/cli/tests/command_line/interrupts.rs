//! A run that is killed or stopped in the middle goes on where it was, to the same bytes.

use crate::kit::Desk;
use std::process::{Child, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Long enough to be hit in the middle; the first matches are stored after a sixth of it.
const LONG: &str = "playtest connect-four --agent mcts:sims=300 --matches 600 --threads 1 --out run";
const MATCHES: usize = 600;

/// How long to wait for a process that hangs before the test gives up.
const PATIENCE: Duration = Duration::from_secs(120);

fn start(desk: &Desk) -> Child {
    let mut command = desk.command(LONG);
    command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("the program starts")
}

/// Waits until matches beyond those that were there are stored; `false` if the process ended first.
fn stores_more(desk: &Desk, child: &mut Child, before: usize) -> bool {
    let began = Instant::now();
    while began.elapsed() < PATIENCE {
        if child.try_wait().expect("a child").is_some() {
            return false;
        }
        if stored(desk) > before {
            return true;
        }
        sleep(Duration::from_millis(2));
    }
    panic!("nothing was stored");
}

/// How many matches are in the database now.
fn stored(desk: &Desk) -> usize {
    let read_only = rusqlite::OpenFlags::SQLITE_OPEN_READ_ONLY;
    let count = |connection: rusqlite::Connection| {
        connection.query_row("SELECT count(*) FROM matches", [], |row| row.get::<_, i64>(0))
    };
    let database = rusqlite::Connection::open_with_flags(desk.path("run/run.db"), read_only);
    database.and_then(count).map_or(0, |count| count as usize)
}

fn undisturbed() -> (String, String) {
    let desk = Desk::new();
    desk.ok(&LONG.replace("--threads 1", "--threads 2"));
    desk.canonical("run")
}

#[test]
fn killed_runs_lose_nothing_finished_and_end_in_the_same_bytes() {
    let desk = Desk::new();
    let mut kept = 0;
    let mut kills = 0;
    // Twice, so that a run that was gone on with is killed too.
    for _ in 0..2 {
        let mut child = start(&desk);
        if stores_more(&desk, &mut child, kept) {
            child.kill().expect("a living child");
            kills += 1;
        }
        child.wait().expect("a child");
        let found = stored(&desk);
        assert!(found > kept, "{found} matches after {kept}");
        kept = found;
    }
    assert!(kills > 0 && kept < MATCHES, "the run was over before it could be killed");
    assert!(!desk.path("run/summary.json").exists());
    let last = desk.ok(LONG);
    let going_on = format!("{kept} of {MATCHES} matches were finished before");
    assert!(last.err.contains(&going_on), "no `{going_on}` in {last}");
    assert!(desk.canonical("run") == undisturbed(), "the killed run ended in other bytes");
}

#[test]
fn a_run_killed_at_its_very_start_can_be_gone_on_with() {
    let desk = Desk::new();
    let mut child = start(&desk);
    let began = Instant::now();
    while !desk.path("run/job.toml").exists() {
        assert!(began.elapsed() < PATIENCE, "no job was written");
        sleep(Duration::from_millis(1));
    }
    child.kill().expect("a living child");
    child.wait().expect("a child");
    desk.ok(LONG);
    assert_eq!(stored(&desk), MATCHES);
}

#[cfg(unix)]
#[test]
fn the_interrupt_key_keeps_what_is_finished_and_says_so() {
    let desk = Desk::new();
    let mut child = start(&desk);
    assert!(stores_more(&desk, &mut child, 0), "the run was over before it could be stopped");
    let number = child.id().to_string();
    let sent = std::process::Command::new("kill").args(["-INT", &number]).status().expect("kill");
    assert!(sent.success());
    let output = child.wait_with_output().expect("a child");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    let kept = stored(&desk);
    let expected = format!("stopped; {kept} of {MATCHES} matches are kept, the same command goes on");
    assert!(said.contains(&expected), "no `{expected}` in {said}");
    desk.ok(LONG);
    assert!(desk.canonical("run") == undisturbed(), "the stopped run ended in other bytes");
}

/// A single decision of this takes longer than anybody lives.
const THINKER: &str = "playtest connect-four --agent minimax:depth=40 --threads 1 --out run";

#[cfg(unix)]
#[test]
fn the_interrupt_key_is_heard_in_the_middle_of_a_decision() {
    let desk = Desk::new();
    let mut command = desk.command(&format!("{THINKER} --matches 2"));
    let child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("the program starts");
    let began = Instant::now();
    while !desk.path("run/run.db").exists() {
        assert!(began.elapsed() < PATIENCE, "the run did not begin");
        sleep(Duration::from_millis(2));
    }
    // The first decision begins at once and has no end.
    sleep(Duration::from_millis(100));
    let number = child.id().to_string();
    let sent = std::process::Command::new("kill").args(["-INT", &number]).status().expect("kill");
    assert!(sent.success());
    let output = child.wait_with_output().expect("a child");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("stopped; 0 of 2 matches are kept"), "{said}");
}

#[test]
fn minutes_end_a_decision_without_end() {
    let desk = Desk::new();
    let said = desk.refused(&format!("{THINKER} --minutes 0.02"));
    assert!(said.contains("not one block of matches was whole"), "{said}");
    assert!(said.contains("more --minutes, would do"), "{said}");
}

#[test]
fn two_processes_do_not_write_to_one_run() {
    let desk = Desk::new();
    let mut child = start(&desk);
    assert!(stores_more(&desk, &mut child, 0), "the run was over too early");
    let said = desk.refused(LONG);
    child.kill().expect("a living child");
    child.wait().expect("a child");
    assert!(said.contains("in use by another process"), "{said}");
}
