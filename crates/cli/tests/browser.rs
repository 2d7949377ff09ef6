//! The pages the program writes, opened in a real browser from the file system.
//!
//! The looking is done by the scripts in `e2e`. They need `node`, `npm` and a Chromium; where one of them is
//! missing the test says so and passes, unless `LUDOMETER_BROWSER=required`.

use std::env;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// What the script answers when there is no browser.
const NO_BROWSER: i32 = 77;

const NPM: &str = if cfg!(windows) { "npm.cmd" } else { "npm" };

#[test]
fn the_report_works_in_a_browser() {
    let desk = tempfile::tempdir().expect("a temporary folder");
    let report = make_report(desk.path());
    look("report.mjs", &report, "Connect Four");
}

#[test]
fn search_is_played_step_by_step_in_a_browser() {
    let desk = tempfile::tempdir().expect("a temporary folder");
    let lecture = "((3 12 8)(2 4 6)(14 5 2))";
    for (file, subject) in
        [("typed.html", ["--typed", lecture]), ("game.html", ["connect-four", "--moves=4 4"])]
    {
        let mut ask = Command::new(env!("CARGO_BIN_EXE_ludometer"));
        ask.arg("analyze").args(subject).args(["--agent", "mcts:sims=10", "--steps", file, "--quiet"]);
        let output = run(ask.current_dir(desk.path())).expect("the program starts");
        assert!(output.status.success(), "{}", text(&output));
    }
    look("steps.mjs", &desk.path().join("typed.html"), "typed");
    look("steps.mjs", &desk.path().join("game.html"), "game");
}

/// Looks at a page with one of the scripts, where there is something to look with.
fn look(script: &str, page: &Path, what: &str) {
    let scripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../e2e");
    if let Err(why) = prepare(&scripts) {
        return skip(&why);
    }
    let output = run(Command::new("node").arg(script).arg(page).arg(what).current_dir(&scripts));
    let output = output.expect("node was there a moment ago");
    let said = text(&output);
    match output.status.code() {
        Some(0) => println!("{said}"),
        Some(NO_BROWSER) => skip("no chromium; install one or set LUDOMETER_CHROMIUM"),
        _ => panic!("{said}"),
    }
}

/// Plays a small run with two agents, so that every kind of chart is drawn.
fn make_report(desk: &Path) -> PathBuf {
    let mut play = Command::new(env!("CARGO_BIN_EXE_ludometer"));
    play.args(["playtest", "connect-four", "--matches", "8", "--agent", "random", "--agent", "mcts:sims=50"]);
    let output = run(play.args(["--out", "run", "--quiet"]).current_dir(desk)).expect("the program starts");
    assert!(output.status.success(), "{}", text(&output));
    desk.join("run").join("report.html")
}

/// Fetches the browser driver where it is not there yet, exactly as the lock file names it.
fn prepare(scripts: &Path) -> Result<(), String> {
    run(Command::new("node").arg("--version")).ok_or("no node")?;
    if scripts.join("node_modules/playwright-core").is_dir() {
        return Ok(());
    }
    let fetch = ["ci", "--no-audit", "--no-fund"];
    let output = run(Command::new(NPM).args(fetch).current_dir(scripts)).ok_or("no npm")?;
    if output.status.success() { Ok(()) } else { Err(format!("npm ci failed: {}", text(&output))) }
}

/// Runs a command; nothing if there is no such program.
fn run(command: &mut Command) -> Option<Output> {
    command.output().ok()
}

fn text(output: &Output) -> String {
    [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned()).join("\n")
}

fn skip(why: &str) {
    let required = env::var("LUDOMETER_BROWSER").is_ok_and(|word| word == "required");
    assert!(!required, "LUDOMETER_BROWSER=required, but: {why}");
    // Past the capture of the test runner: nobody should believe that a browser has looked.
    let _ = writeln!(std::io::stderr(), "skipped: {why}");
}
