//! Damaged, foreign and newer runs: said so; what is whole is read.

mod common;

use common::{header, lines, write_run};
use ludometer_record::{MatchRecord, NameId, Problem, Run, RunError, SCHEMA, Writer, folder};
use rusqlite::Connection;
use std::fs;
use std::path::{Path, PathBuf};

fn database(dir: &Path) -> PathBuf {
    dir.join(folder::DATABASE)
}

/// Reads a run as it was, and as it is after its file was changed.
struct Patient {
    root: tempfile::TempDir,
    bytes: Vec<u8>,
    matches: Vec<MatchRecord>,
}

impl Patient {
    fn new(matches: u64) -> Patient {
        let root = tempfile::tempdir().unwrap();
        write_run(root.path(), 0..matches);
        let bytes = fs::read(database(root.path())).unwrap();
        let matches = Run::open(root.path()).unwrap().matches().map(Result::unwrap).collect();
        Patient { root, bytes, matches }
    }

    /// The whole matches and the problems of a file of these bytes. Whole matches must be as they
    /// were, in order. Texts are left out of account: they are stored apart, without a checksum.
    fn read(&self, bytes: &[u8]) -> Result<(Vec<MatchRecord>, Vec<Problem>), RunError> {
        fs::write(database(self.root.path()), bytes).unwrap();
        let run = Run::open(self.root.path())?;
        let mut problems = Vec::new();
        let found: Vec<MatchRecord> = run.whole(&mut problems).collect();
        assert!(found.is_sorted_by_key(|record| record.number));
        for record in &found {
            assert_eq!(run.get(record.number).unwrap().as_ref(), Some(record));
            let before = &self.matches[record.number as usize];
            assert!(nameless(record) == nameless(before), "match {} has changed", record.number);
        }
        assert!(problems.iter().all(|problem| !problem.to_string().is_empty()));
        Ok((found, problems))
    }
}

fn nameless(record: &MatchRecord) -> MatchRecord {
    let mut record = record.clone();
    record.rename(|_| NameId(0));
    record
}

/// The matches as the database itself gives them, asked one by one: the dumb oracle.
fn packed(file: &Path, matches: i64) -> Vec<Option<Vec<u8>>> {
    let database = Connection::open(file).unwrap();
    database.pragma_update(None, "writable_schema", true).unwrap();
    let sql = "SELECT blob FROM matches WHERE number = ?1";
    (0..matches).map(|number| database.query_row(sql, [number], |row| row.get(0)).ok()).collect()
}

#[test]
fn a_cut_file_gives_what_the_database_can_still_give() {
    let patient = Patient::new(200);
    let file = database(patient.root.path());
    let before = packed(&file, 200);
    let whole = patient.bytes.len();
    let step = whole / 40;
    let mut some = 0;
    for length in (1..whole).step_by(step).chain([whole - 1, whole - 4096]) {
        match patient.read(&patient.bytes[..length]) {
            Ok((found, problems)) => {
                let after = packed(&file, 200);
                let given = before.iter().zip(&after).filter(|(before, after)| before == after).count();
                assert_eq!(found.len(), given, "cut at {length}");
                assert!(found.len() == 200 || !problems.is_empty(), "cut at {length}");
                some += usize::from(!found.is_empty());
            }
            // Less than the smallest database counts as an empty one.
            Err(RunError::NotARun { .. }) => assert!(length < 512, "cut at {length}"),
            Err(error) => assert!(matches!(error, RunError::Damaged { .. }), "cut at {length}: {error}"),
        }
    }
    assert!(some > 30, "most of a cut run can be read, not {some} of 40");
}

#[test]
fn a_hole_in_the_middle_costs_only_what_was_in_it() {
    let patient = Patient::new(400);
    let mut bytes = patient.bytes.clone();
    let middle = bytes.len() / 2 / 4096 * 4096;
    bytes[middle..middle + 3 * 4096].fill(0xa5);
    let (found, problems) = patient.read(&bytes).unwrap();
    assert!(found.len() >= 385, "{}", found.len());
    let lost = problems.iter().map(|problem| match problem {
        Problem::Lost { first, last, .. } => last.unwrap() - first + 1,
        other => panic!("{other}"),
    });
    assert_eq!(lost.sum::<u64>() as usize + found.len(), 400);
}

#[test]
fn garbled_bytes_anywhere_never_give_a_false_match() {
    let patient = Patient::new(30);
    let mut place = 12_345_usize;
    for _ in 0..150 {
        place = (place * 31 + 17) % patient.bytes.len();
        let mut bytes = patient.bytes.clone();
        bytes[place] ^= 0x55;
        if let Ok((found, problems)) = patient.read(&bytes) {
            assert!(found.len() == 30 || !problems.is_empty(), "silent loss by the byte at {place}");
        }
    }
}

#[test]
fn a_garbled_match_is_named_and_left_out() {
    let root = tempfile::tempdir().unwrap();
    write_run(root.path(), 0..10);
    let editor = Connection::open(database(root.path())).unwrap();
    let edit = |sql| assert_eq!(editor.execute(sql, []).unwrap(), 1);
    edit("UPDATE matches SET blob = substr(blob, 1, 100) WHERE number = 2");
    edit("UPDATE matches SET blob = x'' WHERE number = 3");
    edit("UPDATE matches SET blob = (SELECT blob FROM matches WHERE number = 7) WHERE number = 5");
    edit("UPDATE matches SET blob = zeroblob(800) WHERE number = 9");
    drop(editor);
    let run = Run::open(root.path()).unwrap();
    let mut problems = Vec::new();
    let found: Vec<u64> = run.whole(&mut problems).map(|record| record.number).collect();
    assert_eq!(found, [0, 1, 4, 6, 7, 8]);
    let named: Vec<u64> = problems
        .iter()
        .map(|problem| match problem {
            Problem::Match { number, .. } => *number,
            other => panic!("{other}"),
        })
        .collect();
    assert_eq!(named, [2, 3, 5, 9]);
    assert!(run.get(5).unwrap_err().to_string().contains("it says it is match 7"));
}

#[test]
fn lost_names_cost_the_matches_that_use_them() {
    let root = tempfile::tempdir().unwrap();
    write_run(root.path(), 0..10);
    let editor = Connection::open(database(root.path())).unwrap();
    editor.execute("DELETE FROM names WHERE text = 'cell:c4'", []).unwrap();
    drop(editor);
    let run = Run::open(root.path()).unwrap();
    let mut problems = Vec::new();
    let found = run.whole(&mut problems).count();
    assert!(found < 10 && found + problems.len() == 10, "{problems:?}");
    assert!(problems[0].to_string().contains("names that are lost"));
}

#[test]
fn what_is_no_run_is_said_to_be_none() {
    let root = tempfile::tempdir().unwrap();
    let says = |bytes: &[u8]| {
        fs::write(database(root.path()), bytes).unwrap();
        Run::open(root.path()).unwrap_err().to_string()
    };
    assert!(says(b"").ends_with("is damaged: run.db is empty"));
    assert!(says(b"no database at all, but long enough to be one").ends_with("run.db is not a database"));
    assert!(says(&[7; 10_000]).ends_with("run.db is not a database"));
    fs::remove_file(database(root.path())).unwrap();
    let other = Connection::open(database(root.path())).unwrap();
    other.execute_batch("CREATE TABLE recipes (name TEXT)").unwrap();
    drop(other);
    let error = Run::open(root.path()).unwrap_err();
    assert!(matches!(error, RunError::NotARun { .. }), "{error}");
    let error = Writer::resume(root.path(), &header()).unwrap_err();
    assert!(matches!(error, RunError::NotARun { .. }), "{error}");
}

#[test]
fn a_run_of_a_later_release_names_it() {
    let root = tempfile::tempdir().unwrap();
    write_run(root.path(), 0..3);
    let editor = Connection::open(database(root.path())).unwrap();
    let sql = "UPDATE meta SET value = CASE key WHEN 'schema' THEN ?1 WHEN 'program' THEN 'ludometer 9.0.0' ELSE '{}' END";
    editor.execute(sql, [(SCHEMA + 1).to_string()]).unwrap();
    drop(editor);
    for error in [Run::open(root.path()).unwrap_err(), Writer::resume(root.path(), &header()).unwrap_err()] {
        assert!(matches!(error, RunError::Newer { .. }), "{error}");
        assert!(error.to_string().ends_with("use ludometer 9.0.0 or a later one"), "{error}");
    }
}

#[test]
fn a_start_that_was_interrupted_at_once_goes_on() {
    let root = tempfile::tempdir().unwrap();
    fs::write(database(root.path()), b"").unwrap();
    let writer = Writer::resume(root.path(), &header()).unwrap();
    assert!(writer.done().is_empty());
    drop(writer);
    assert_eq!(lines(root.path()), "");
}

/// Users with all rights write where they may not, so for them this shows only that reading works.
#[cfg(unix)]
#[test]
fn a_folder_without_write_permission_can_be_read() {
    use std::os::unix::fs::PermissionsExt;
    let root = tempfile::tempdir().unwrap();
    let dir = root.path().join("odd name?#%");
    write_run(&dir, 0..10);
    let allow = |mode| fs::set_permissions(&dir, fs::Permissions::from_mode(mode)).unwrap();
    allow(0o555);
    assert_eq!(Run::open(&dir).unwrap().matches().flatten().count(), 10);
    allow(0o755);
    let editor = Connection::open(database(&dir)).unwrap();
    editor.pragma_update(None, "journal_mode", "WAL").unwrap();
    drop(editor);
    allow(0o555);
    let run = Run::open(&dir).unwrap();
    assert_eq!(run.matches().flatten().count(), 10);
    assert_eq!(run.problems(), []);
    allow(0o755);
}
