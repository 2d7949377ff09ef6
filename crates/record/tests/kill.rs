//! A run that is killed while it is written, and goes on.
//!
//! The test starts itself again as a child that stores matches, kills the child in the middle, and
//! looks at what is left.

mod common;

use common::{append, header, lines, write_run};
use ludometer_record::{Run, Writer};
use std::collections::BTreeSet;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

/// Where the child stores its matches; only the child has it.
const FOLDER: &str = "LUDOMETER_TEST_KILL_FOLDER";
/// More than a child gets done before it is killed.
const MATCHES: u64 = 1200;

/// Stores what is missing, and says after every match how many are there. Commits now and then beside
/// the writer's own commits.
#[test]
#[ignore = "a child of the other tests"]
fn child() {
    let Ok(folder) = std::env::var(FOLDER) else { return };
    let folder = Path::new(&folder);
    let mut writer = match Writer::create(folder, &header()) {
        Ok(writer) => writer,
        Err(_) => Writer::resume(folder, &header()).unwrap(),
    };
    let missing: Vec<u64> = (0..MATCHES).filter(|number| !writer.done().contains(number)).collect();
    for number in missing {
        append(&mut writer, [number]);
        if number.is_multiple_of(13) {
            writer.flush().unwrap();
            println!("stored {}", writer.done().len());
        }
    }
}

/// Starts the child, kills it when it says it has stored this many matches, and returns how many it
/// said.
fn run_and_kill(folder: &Path, at_least: usize) -> usize {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "child", "--ignored", "--nocapture"])
        .env(FOLDER, folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let output = BufReader::new(child.stdout.take().unwrap());
    let counts = output.lines().filter_map(|line| line.unwrap().strip_prefix("stored ")?.parse().ok());
    let said = counts.into_iter().find(|&count: &usize| count >= at_least);
    child.kill().unwrap();
    child.wait().unwrap();
    said.expect("the child said so before it was killed")
}

#[test]
fn a_killed_run_holds_whole_matches_and_goes_on() {
    let root = tempfile::tempdir().unwrap();
    let [killed, undisturbed] = ["killed", "undisturbed"].map(|name| root.path().join(name));
    let mut before = 0;
    for step in [1, 20, 90, 150, 333] {
        let said = run_and_kill(&killed, before + step);
        let run = Run::open(&killed).unwrap();
        let found: Result<BTreeSet<u64>, _> =
            run.matches().map(|found| found.map(|record| record.number)).collect();
        before = found.expect("every match is whole").len();
        assert!(before >= said, "{said} matches were committed, {before} are there");
        assert_eq!(run.problems(), []);
    }
    let mut writer = Writer::resume(&killed, &header()).unwrap();
    assert_eq!(writer.done().len(), before);
    let rest: Vec<u64> = (0..MATCHES).filter(|number| !writer.done().contains(number)).collect();
    append(&mut writer, rest);
    drop(writer);
    write_run(&undisturbed, 0..MATCHES);
    assert_eq!(lines(&killed), lines(&undisturbed));
}

#[test]
fn a_killed_run_can_be_read_before_it_goes_on_and_after_its_log_is_cut() {
    let root = tempfile::tempdir().unwrap();
    run_and_kill(root.path(), 60);
    let whole = Run::open(root.path()).unwrap().count();
    let log = root.path().join("run.db-wal");
    let bytes = std::fs::read(&log).unwrap();
    for length in (0..bytes.len()).step_by(1 + bytes.len() / 40) {
        std::fs::write(&log, &bytes[..length]).unwrap();
        let run = Run::open(root.path()).unwrap();
        assert!(run.matches().all(|found| found.is_ok()));
        assert!(run.count() <= whole);
    }
    Writer::resume(root.path(), &header()).unwrap();
}
