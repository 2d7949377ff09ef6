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
fn editors_get_the_words() {
    let desk = Desk::new();
    says(&desk.ok("new game.luau").out, &["new ludometer.d.luau --definitions"]);
    says(&desk.ok("new ludometer.d.luau --definitions").out, &["luau-lsp.types.definitionFiles"]);
    says(&desk.read("ludometer.d.luau"), &["declare function game(", "declare function each_player("]);
    says(&desk.refused("new ludometer.d.luau --definitions"), &["is there already"]);
    assert_eq!(desk.json("new other.d.luau --definitions --json")["definitions"], true);
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

#[test]
fn both_lanes_are_measured_beside_the_built_in_game() {
    let desk = Desk::new();
    let speed = desk.json("bench connect-four.luau --seconds 0.01 --json");
    for lane in ["vm", "wasm"] {
        assert!(speed["lanes"][lane]["playouts_per_s"].as_f64().is_some_and(|rate| rate > 0.0), "{speed}");
    }
    assert!(speed["twin_ratio"].as_f64().is_some_and(|ratio| ratio > 0.0), "{speed}");
    assert!(speed["slow_lane"].is_null(), "{speed}");
    assert!(desk.json("bench tic-tac-toe --seconds 0.01 --json")["lanes"].is_null());
}

#[test]
fn a_file_outside_the_subset_runs_and_says_why_it_is_slow() {
    let desk = Desk::new();
    desk.ok("new game.luau --template board");
    let text = desk.read("game.luau");
    desk.write("game.luau", text.replace("s.pieces += 1", "s.pieces = s.pieces + 2 / 2"));
    let line = 1 + text.lines().position(|line| line.contains("s.pieces += 1")).expect("it counts");
    let slow = format!("slow lane, because line {line} uses `/`, which makes fractions");
    says(&desk.ok("bench game.luau --seconds 0.01").out, &[&slow, "rules in the Luau machine"]);
    let run = desk.run("playtest game.luau --agent random --matches 2 --out slow");
    assert_eq!(run.code, Some(0));
    says(&run.err, &[&slow]);
}

#[test]
fn a_run_is_drawn_by_the_rules_it_recorded() {
    let desk = Desk::new();
    desk.ok("new game.luau --template board");
    desk.ok("playtest game.luau --agent random --matches 4 --out run --quiet");
    let before = desk.ok("replay run --match 1").out;
    desk.write("game.luau", "-- all gone");
    assert_eq!(desk.ok("replay run --match 1").out, before);
    says(&desk.ok("report run").out, &["report.html"]);
    assert!(!desk.read("run/report.html").contains("the boards of sample matches:"));
}

#[test]
fn a_stated_strategy_plays_in_every_verb() {
    let desk = Desk::new();
    says(&desk.ok("games race.luau").out, &["Strategies", "strategy:rush", "Goals", "a match takes"]);
    says(&desk.ok("agents strategy").out, &["Stated strategy", "Game.strategies"]);
    let rated = desk.json("tournament race.luau strategy:rush strategy:together --pairs 4 --out cup --json");
    assert_eq!(rated["agents"].as_array().map(Vec::len), Some(2), "{rated}");
    desk.ok("analyze race.luau --moves roll --agent mcts:sims=20,guide=rush,prior=together");
    let refused = desk.refused("playtest race.luau --agent strategy:rusch --matches 2");
    says(&refused, &["unknown strategy `rusch`", "did you mean `rush`?", "rush, together"]);
    says(
        &desk.refused("playtest nim --agent strategy:rush --matches 2"),
        &["strategies that the game states"],
    );
}

#[test]
fn goals_are_judged_and_sides_are_told_from_seats() {
    let desk = Desk::new();
    let told = desk.json("playtest race.luau --agent strategy:rush --matches 4 --out race --json");
    assert_eq!(told["verdicts"][0]["id"], "goal-length", "{told}");
    says(told["verdicts"][0]["question"].as_str().unwrap_or_default(), &["Goal: a match takes"]);
    says(&desk.read("race/report.html"), &["Goal: a match takes"]);
    let duel = "playtest duel.luau --set sides=dealt --agent random --matches 12 --out duel";
    let told = desk.json(&format!("{duel} --json"));
    assert_eq!(told["verdicts"][0]["id"], "goal-share-Fire", "{told}");
    assert_eq!(told["verdicts"][1]["id"], "goal-share-Forest", "{told}");
    says(&desk.read("duel/summary.json"), &["side-wins", "Wins by side", "Player 1"]);
    says(&desk.ok("games duel.luau").out, &["Sides", "Forest", "Fire wins 45 to 55 % of matches"]);
}
