//! Games described in rules files, from `new` to a report.

use crate::kit::{Desk, says};
use std::path::PathBuf;

#[test]
fn a_new_file_can_be_checked_and_play_tested_at_once() {
    let desk = Desk::new();
    for template in ["board", "cards", "dice", "hidden"] {
        let file = format!("my-{template}.luau");
        let made = desk.ok(&format!("new {file} --template {template}"));
        says(&made.out, &[&file, "ludometer check"]);
        says(&desk.ok(&format!("check {file} --matches 10")).out, &["every law holds"]);
        let run = format!("playtest {file} --agent random --matches 4 --out run-{template} --quiet");
        desk.ok(&run);
        assert!(desk.path(&format!("run-{template}/report.html")).exists());
    }
}

#[test]
fn a_file_that_is_there_is_not_written_over() {
    let desk = Desk::new();
    desk.write("mine.luau", "years of work");
    says(&desk.refused("new mine.luau"), &["mine.luau is there already and stays as it is"]);
    assert_eq!(desk.read("mine.luau"), "years of work");
    says(&desk.refused("new mine.txt"), &["ends in `.luau`"]);
    says(&desk.refused("new other.luau --template bord"), &["unknown template `bord`", "`board`"]);
}

#[test]
fn shipped_files_are_games_like_any_other() {
    let desk = Desk::new();
    says(&desk.ok("games connect-four.luau").out, &["Connect Four", "rows", "columns", "line"]);
    let command = "analyze connect-four.luau --agent mcts:sims=200 --json";
    assert_eq!(desk.json(command)["to_move"], "Yellow");
    assert_eq!(desk.json(command), desk.json(command));
    let small = desk.json("solve connect-four.luau --set rows=4 --set columns=4 --json");
    let twin = desk.json("solve connect-four --set rows=4 --set columns=4 --json");
    assert_eq!(small["value"], twin["value"]);
    let run = "playtest connect-four.luau --agent random --matches 6 --quiet";
    desk.ok(run);
    desk.ok(&format!("{run} --threads 2 --out again"));
    let files: Vec<PathBuf> = desk.contents().into_keys().collect();
    assert!(files.iter().any(|path| path.to_string_lossy().contains("runs/connect-four-")), "{files:?}");
}

#[test]
fn a_broken_file_says_where_and_what_would_work() {
    let desk = Desk::new();
    desk.ok("new game.luau");
    let text = desk.read("game.luau");
    desk.write("game.luau", text.replace("height = SIZE", "heihgt = SIZE"));
    let run = desk.run("check game.luau");
    assert_eq!(run.code, Some(1), "{run}");
    says(&run.out, &["game.luau:15", "grid has no setting `heihgt`", "it takes width, height"]);
    says(
        &desk.refused("playtest nowhere.luau"),
        &["nowhere.luau", "there is no such file", "connect-four.luau"],
    );
    desk.write("game.luau", text.replace("s.pieces += 1", "s.piece += 1"));
    let run = desk.run("check game.luau --matches 5");
    assert_eq!(run.code, Some(1), "{run}");
    says(&run.out, &["the state has no field `piece`", "game.luau:37"]);
    desk.write("game.luau", text);
    says(&desk.refused("check game.luau --set size=99"), &["`size` cannot be `99`", "3..7"]);
}
