//! `tournament`, `analyze`, `check`, `bench`, `completions`: what each answers.

use crate::kit::{Desk, says};
use std::fs;

#[test]
fn a_tournament_rates_everybody_against_everybody() {
    let desk = Desk::new();
    let agents = ["random", "mcts:sims=20", "mcts:sims=200"];
    let command = format!("tournament connect-four {} --pairs 4 --out run", agents.join(" "));
    let answer = desk.json(&format!("{command} --json"));
    assert_eq!(answer["matches"], 3 * 4 * 2);
    assert_eq!(answer["pairings"].as_array().map(Vec::len), Some(3));
    let rated = answer["agents"].as_array().expect("agents");
    assert_eq!(rated.len(), 3);
    for agent in rated {
        let rating = |key: &str| agent["rating"][key].as_f64().expect("a number");
        assert!(rating("low") <= rating("value") && rating("value") <= rating("high"), "{agent}");
        let total: u64 = ["wins", "draws", "losses"].iter().filter_map(|key| agent[key].as_u64()).sum();
        assert_eq!(total, 16, "{agent}");
    }
    assert_eq!(rated.last().expect("three")["agent"], "random", "the weakest comes last");
    let text = desk.ok(&command).out;
    says(&text, &["24 matches", "rating", "95 % interval", "random against mcts:sims=20"]);
    says(&text, &agents);
}

#[test]
fn an_analysis_values_every_move_and_gives_the_principal_line() {
    let desk = Desk::new();
    let command = "analyze connect-four --moves '4 4 3' --agent mcts:sims=500";
    let answer = desk.json(&format!("{command} --json"));
    let moves = answer["moves"].as_array().expect("moves");
    assert_eq!(moves.len(), 7);
    let number = |of: &serde_json::Value, key: &str| of[key].as_f64().expect("a number");
    let total: f64 = moves.iter().map(|option| number(option, "probability")).sum();
    assert!((total - 1.0).abs() < 1e-3, "probabilities sum to {total}");
    assert!(moves.iter().all(|option| (-1.0..=1.0).contains(&number(option, "value"))));
    assert!(moves.iter().all(|option| option["proof"].is_null()));
    assert_eq!(answer["line"][0], answer["best"]);
    assert_eq!(answer["to_move"], "O");
    assert_eq!(answer["seat"], 2);
    assert_eq!(desk.json(&format!("{command} --json")), answer, "the same seed gives the same answer");
    let text = desk.ok(command).out;
    says(&text, &["O to move", "estimated value", "probability", "plays ", "expects "]);
    says(&text, &["Values are for O, from −1 (the worst result) to 1 (the best)."]);
    assert!(!text.contains("proof"), "{text}");
}

#[test]
fn an_analysis_finds_and_proves_a_win_in_one() {
    let answer = Desk::new().json("analyze tic-tac-toe --moves 'a1 b1 a2 b2' --agent mcts:sims=500 --json");
    assert_eq!(answer["best"], "a3");
    assert_eq!(answer["proven"], true);
    assert_eq!(answer["values"], serde_json::json!([1.0, -1.0]));
}

#[test]
fn an_analysis_tells_proofs_from_estimates_and_both_from_nothing() {
    let desk = Desk::new();
    let ask =
        |moves: &str, sims: u32| format!("analyze tic-tac-toe --moves '{moves}' --agent mcts:sims={sims}");
    let proofs = |line: &str| {
        let answer = desk.json(&format!("{line} --json"));
        let moves = answer["moves"].as_array().expect("moves").clone();
        moves.iter().map(|option| option["proof"].as_str().unwrap_or("none").to_owned()).collect::<Vec<_>>()
    };
    // O must answer the corners on a diagonal from an edge; the other corners lose.
    let drawn = ask("a1 b2 c3", 5000);
    assert_eq!(proofs(&drawn), ["draw", "draw", "draw", "draw", "loss", "loss"]);
    says(&desk.ok(&drawn).out, &[": a proven draw", "proven draw", "proven loss"]);
    let won = ask("a1 b1 a2 b2", 500);
    assert_eq!(proofs(&won)[0], "win");
    says(&desk.ok(&won).out, &[": a proven win", "proven win"]);
    let short = ask("a1", 3);
    let answer = desk.json(&format!("{short} --json"));
    let unseen = answer["moves"].as_array().expect("moves").iter().filter(|option| option["visits"] == 0);
    let unseen: Vec<bool> = unseen.map(|option| option["value"].is_null()).collect();
    assert_eq!(unseen, [true; 5], "a move nobody looked at has no value: {answer}");
    says(&desk.ok(&short).out, &[" –  "]);
    let blind = desk.ok("analyze tic-tac-toe --agent random").out;
    assert!(!blind.contains("Values are") && !blind.contains("expects"), "{blind}");
}

#[test]
fn an_analysis_of_hidden_cards_does_not_depend_on_them() {
    let desk = Desk::new();
    let seen = |cards: &str| {
        let answer = desk.json(&format!("analyze kuhn-poker --moves '{cards}' --agent mcts:sims=300 --json"));
        answer["moves"].clone()
    };
    assert_eq!(seen("Q J"), seen("Q K"), "the first seat knows the card of the second");
}

#[test]
fn every_game_keeps_the_laws() {
    let desk = Desk::new();
    for game in desk.games() {
        // Rules files are slow; how many matches there are depends on their parameters.
        if game.ends_with(".luau") {
            says(&desk.ok(&format!("check {game} --matches 20")).out, &[&game, "every law holds in "]);
            continue;
        }
        says(&desk.ok(&format!("check {game}")).out, &[&game, "every law holds in 100 random matches"]);
        let answer = desk.json(&format!("check {game} --matches 3 --json"));
        assert_eq!(answer["passed"], true, "{answer}");
        assert_eq!(answer["matches"], 3);
    }
}

#[test]
fn a_benchmark_has_all_its_figures() {
    let desk = Desk::new();
    let answer = desk.json("bench kuhn-poker --dry-run --json");
    for key in [
        "playouts_per_s",
        "moves_per_s",
        "mcts_sims_per_s",
        "perft_per_s",
        "bytes_per_state",
        "bytes_per_node",
    ] {
        assert!(answer[key].as_f64().is_some_and(|figure| figure > 0.0), "{key} in {answer}");
    }
    says(&desk.ok("bench kuhn-poker --dry-run").out, &["random playouts per second", "bytes per state"]);
}

#[test]
fn completions_know_every_verb() {
    let desk = Desk::new();
    for (shell, sign) in [
        ("bash", "complete -F"),
        ("zsh", "#compdef ludometer"),
        ("fish", "complete -c ludometer"),
        ("elvish", "edit:completion"),
        ("powershell", "Register-ArgumentCompleter"),
    ] {
        let script = desk.ok(&format!("completions {shell}")).out;
        says(&script, &[sign, "playtest", "tournament", "dry-run"]);
        desk.ok(&format!("completions {shell} --out {shell}.txt"));
        assert_eq!(desk.read(&format!("{shell}.txt")), script);
        says(&desk.refused(&format!("completions {shell} --out {shell}.txt")), &["exists already"]);
    }
}

#[test]
fn man_pages_are_written_once() {
    let desk = Desk::new();
    desk.ok("completions man --out man");
    let pages = fs::read_dir(desk.path("man")).expect("a folder").count();
    assert_eq!(pages, 35, "one for the program, each verb, each verb under another, and each trainer");
    says(&desk.read("man/ludometer-playtest.1"), &[".TH", "minutes"]);
    let before = desk.contents();
    says(&desk.refused("completions man --out man"), &["already holds man pages", "choose another folder"]);
    assert!(desk.contents() == before);
}
