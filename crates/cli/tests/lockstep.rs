//! Random matches of the real program, replayed move by move in OpenSpiel.
//!
//! Needs Python with the package `open_spiel`: `LUDOMETER_PYTHON` names the interpreter, else `python3` is
//! tried. Where the package is missing the test says so and passes, unless `LUDOMETER_OPENSPIEL=required`.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

const MATCHES: [(&str, u32); 11] = [
    ("connect-four", 200),
    ("breakthrough", 100),
    ("othello", 100),
    ("hex", 60),
    ("draughts", 100),
    ("go", 40),
    ("backgammon", 60),
    ("kuhn-poker", 200),
    ("leduc-poker", 400),
    ("liars-dice", 300),
    ("goofspiel", 300),
];

fn python() -> Command {
    Command::new(std::env::var_os("LUDOMETER_PYTHON").unwrap_or_else(|| "python3".into()))
}

fn has_openspiel() -> bool {
    let imported = python().args(["-c", "import pyspiel"]).output();
    imported.is_ok_and(|output| output.status.success())
}

fn ludometer(folder: &Path, line: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludometer"));
    let output =
        command.args(line.split_whitespace()).current_dir(folder).output().expect("the program starts");
    assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    output
}

#[test]
fn random_matches_are_legal_move_by_move_in_openspiel() {
    if !has_openspiel() {
        let required = std::env::var("LUDOMETER_OPENSPIEL").is_ok_and(|word| word == "required");
        assert!(!required, "OpenSpiel is required but cannot be imported");
        eprintln!("skipped: Python has no package open_spiel (pip install open_spiel)");
        return;
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/lockstep.py");
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (game, matches) in MATCHES {
        let play = format!("playtest {game} --agent random --matches {matches} --out {game} --quiet");
        ludometer(folder.path(), &play);
        let records = ludometer(folder.path(), &format!("export {game} --jsonl")).stdout;
        let mut replay = python();
        replay.arg(&script).arg(game).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut replay = replay.spawn().expect("Python starts");
        let written = replay.stdin.take().expect("a pipe").write_all(&records);
        let output = replay.wait_with_output().expect("Python ends");
        let said = String::from_utf8_lossy(&output.stdout);
        let complained = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && written.is_ok(), "{said}{complained}");
        assert!(said.contains(&format!("{matches} matches")), "{said}");
    }
}
