//! Tables of solved positions: kept whole, or refused; an answer is never lost with its file.

use crate::kit::house;
use ludometer_lab::{LabError, Solution, Solving};
use std::fs;
use std::path::Path;

/// A game that takes a few thousand positions.
const SMALL: [&str; 4] = ["rows=4", "columns=4", "gravity=off", "line=3"];

fn solve_in(bytes: usize, table: &Path) -> Result<Solution, LabError> {
    let mut how = Solving { memory: bytes, table: Some(table.to_owned()), go_on: &mut |_| true };
    house("connect-four", &SMALL).solve(1, &mut how)
}

fn solve(table: &Path) -> Result<Solution, LabError> {
    solve_in(1 << 20, table)
}

#[test]
fn a_file_with_other_keys_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("solved");
    let first = solve(&path).unwrap();
    let bytes = fs::read(&path).unwrap();
    let at = bytes.windows(5).position(|five| five == b"keys ").expect("a line about keys");
    let mut other = bytes.clone();
    other[at + 5] = if other[at + 5] == b'0' { b'1' } else { b'0' };
    fs::write(&path, &other).unwrap();
    let refused = solve(&path).unwrap_err();
    assert!(matches!(refused, LabError::OtherKeys(_)), "{refused}");
    assert!(refused.to_string().contains("name another file for --table"), "{refused}");
    assert!(fs::read(&path).unwrap() == other, "what is refused is left alone");
    fs::write(&path, &bytes).unwrap();
    let again = solve(&path).unwrap();
    assert_eq!((again.value, &again.best), (first.value, &first.best));
    assert!(again.nodes < first.nodes);
}

#[test]
fn a_table_is_not_squeezed_into_less_memory() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("solved");
    let first = solve(&path).unwrap();
    let bytes = fs::read(&path).unwrap();
    let refused = solve_in(1 << 10, &path).unwrap_err();
    assert!(matches!(refused, LabError::TableTooLarge { megabytes: 1, .. }), "{refused}");
    assert!(refused.to_string().contains("solve with --memory 1"), "{refused}");
    assert!(fs::read(&path).unwrap() == bytes, "what is refused is left alone");
    for memory in [1 << 20, 1 << 24] {
        let again = solve_in(memory, &path).unwrap();
        assert_eq!((again.value, &again.best), (first.value, &first.best));
        assert!(fs::read(&path).unwrap().len() >= bytes.len(), "nothing is lost on the way");
    }
}

#[test]
fn a_damaged_table_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("solved");
    solve(&path).unwrap();
    let bytes = fs::read(&path).unwrap();
    for end in [0, 10, 60, bytes.len() - 3] {
        fs::write(&path, &bytes[..end]).unwrap();
        let refused = solve(&path).unwrap_err().to_string();
        assert!(refused.contains("name another file for --table"), "{refused}");
        assert_eq!(fs::read(&path).unwrap().len(), end);
    }
}

#[test]
fn a_table_that_cannot_be_written_is_said_before_anything_is_solved() {
    let folder = tempfile::tempdir().unwrap();
    for path in [folder.path().to_owned(), folder.path().join("no/such/folder")] {
        let mut asked = false;
        let mut go_on = |_| {
            asked = true;
            true
        };
        let mut how = Solving { memory: 1 << 20, table: Some(path), go_on: &mut go_on };
        let refused = house("breakthrough", &["rows=5", "columns=4"]).solve(1, &mut how).unwrap_err();
        assert!(matches!(refused, LabError::TableNotWritable { .. }), "{refused}");
        assert!(!asked, "it was solved first");
    }
}
