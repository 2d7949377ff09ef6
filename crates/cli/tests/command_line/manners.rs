//! Manners: help, colours, closed pipes.

use crate::kit::{Desk, QUICK, says};
use std::process::Stdio;

const SHARED: [&str; 6] = ["--seed", "--threads", "--out", "--json", "--quiet", "--dry-run"];
const GAME: [&str; 3] = ["--set", "--moves", "--position"];

#[test]
fn the_help_of_every_verb_mentions_its_options() {
    let desk = Desk::new();
    let on_a_game = |own: &[&'static str]| [GAME.as_slice(), own].concat();
    let verbs = [
        ("playtest", on_a_game(&["GAME", "--agent", "--minutes", "--matches"])),
        ("games", vec!["NAME"]),
        ("agents", vec!["NAME"]),
        ("metrics", vec!["NAME"]),
        ("play", on_a_game(&["GAME", "--seat", "--hint", "undo"])),
        ("tournament", on_a_game(&["GAME", "SPEC", "--pairs"])),
        (
            "analyze",
            on_a_game(&[
                "GAME",
                "--typed",
                "--agent",
                "--tree",
                "--trace",
                "--steps",
                "--plies",
                "--simulations",
                "--force",
            ]),
        ),
        ("report", vec!["RUN"]),
        ("replay", vec!["RUN", "--match", "--all"]),
        ("export", vec!["RUN", "--csv", "--moves-csv", "--jsonl"]),
        ("check", on_a_game(&["GAME", "--matches", "--watch"])),
        ("bench", on_a_game(&["GAME", "--seconds"])),
        ("completions", vec!["SHELL", "bash", "zsh", "fish", "man"]),
    ];
    let help = desk.ok("--help").out;
    says(&help, &["playtest connect-four", "Exit codes: 0 success, 1", "2 an error"]);
    for (verb, options) in verbs {
        says(&help, &[verb]);
        let page = desk.ok(&format!("{verb} --help")).out;
        says(&page, &options);
        says(&page, &SHARED);
    }
}

#[test]
fn colours_are_only_shown_where_they_are_wanted() {
    let desk = Desk::with_run();
    let escaped = |line: &str, settings: &[(&str, &str)]| {
        let output = desk.command(line).envs(settings.iter().copied()).output().expect("the program starts");
        [output.stdout, output.stderr].concat().contains(&0x1b)
    };
    let lines =
        ["", "games connect-four", "games nope", "replay run --all", "report run", "analyze tic-tac-toe"];
    for line in lines {
        assert!(!escaped(line, &[]), "`{line}` colours a pipe");
        assert!(!escaped(line, &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]), "`{line}` ignores NO_COLOR");
    }
    assert!(escaped("games connect-four", &[("CLICOLOR_FORCE", "1")]));
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let desk = Desk::with_run();
    for line in [
        "",
        "--help",
        "games",
        "games --json",
        "metrics wins",
        "completions bash",
        "replay run --all",
        "report run --json",
        "export run --jsonl",
        "export run --csv",
        "export run --moves-csv",
        "analyze tic-tac-toe --json",
        "check tic-tac-toe --dry-run",
        "play tic-tac-toe --seat 1=random --seat 2=random",
    ] {
        let mut command = desk.command(line);
        let mut child =
            command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("the program ends");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "`{line}`: {said}");
        assert!(!said.contains("panicked") && !said.contains("error"), "`{line}`: {said}");
    }
}

#[test]
fn data_goes_to_standard_output_and_talk_to_standard_error() {
    let desk = Desk::new();
    let ran = desk.ok(&format!("playtest tic-tac-toe {QUICK} --out run --json"));
    serde_json::from_str::<serde_json::Value>(&ran.out).expect("nothing but JSON");
    says(&ran.err, &["Plan (kept in"]);
    let quiet = desk.ok(&format!("playtest tic-tac-toe {QUICK} --out quiet --json --quiet"));
    assert_eq!(quiet.err, "");
}
