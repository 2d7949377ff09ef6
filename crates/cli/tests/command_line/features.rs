//! Networks over features, by the real binary: trained, played, chosen by genes, and begun from given openings.

use crate::kit::{Desk, says};

#[test]
fn a_network_over_features_is_trained_played_and_pitted() {
    let desk = Desk::new();
    let told =
        desk.ok("train td draughts --features neurodraughts --sessions 2 --games 20 --depth 1 --out lynch");
    says(&told.err, &["12 features, 38 inputs, 20 hidden units, against a clone of itself, 1 ply ahead"]);
    says(&told.out, &["draughts by td-lambda, 2 sessions", "td:bot=lynch"]);
    says(
        &desk.ok("train genetic draughts --population 4 --generations 2 --games 4 --sessions 1 --depth 1 --matches 2 --ablation 2 --out ls").out,
        &["draughts by genetic, 2 generations"],
    );
    says(
        &desk.read("ls/training.html"),
        &["Which features survive", "What the best loses without a feature"],
    );
    let ran = desk.json(
        "tournament draughts td:bot=ls,depth=2 td:bot=lynch --pairs 3 --openings three-move --out cup --json",
    );
    assert_eq!(ran["matches"], 6, "{ran}");
    // Every block has its own opening, and both matches of a block the same.
    let lines = desk.ok("export cup --jsonl").out;
    let firsts: Vec<String> = lines.lines().map(first_moves).collect();
    assert_eq!((&firsts[0], &firsts[2]), (&firsts[1], &firsts[3]));
    assert_ne!(firsts[0], firsts[2]);
    let list = include_str!("../../../games/src/draughts/three-move.txt");
    assert!(firsts.iter().all(|line| list.lines().any(|known| known == line)), "{firsts:?}");
    desk.ok("train genetic draughts --minutes 0.01 --population 2 --games 2 --sessions 1 --depth 1 --matches 2 --out short");
    says(&desk.ok("analyze draughts --agent td:bot=lynch").out, &["11-15"]);
}

/// The first three moves of a record.
fn first_moves(line: &str) -> String {
    let record: serde_json::Value = serde_json::from_str(line).expect("a record");
    let plies = record["plies"].as_array().expect("plies");
    let played = |ply: &serde_json::Value| {
        let chosen = ply["chosen"].as_u64().expect("a place") as usize;
        ply["legal"][chosen]["text"].as_str().expect("a move").to_owned()
    };
    plies.iter().take(3).map(played).collect::<Vec<_>>().join(" ")
}

#[test]
fn features_are_listed_weighed_and_refused() {
    let desk = Desk::new();
    says(&desk.ok("games draughts").out, &["ls-draughts", "neurodraughts", "samuel", "piece-advantage"]);
    says(
        &desk.ok("games draughts").out,
        &["0 to 36, 4 bits", "the two diagonals between the double corners", "1 where this seat is on turn"],
    );
    desk.write("weights.toml", "[weights]\npiece-advantage = 0.3\npiece-disadvantage = -0.3\n");
    says(&desk.ok("analyze draughts --agent features:weights=weights.toml,depth=2").out, &["9-14"]);
    says(&desk.refused("analyze draughts --agent features"), &["no file is named"]);
    says(&desk.refused("train td draughts --features samule --out no"), &["did you mean `samuel`?"]);
    says(&desk.refused("train td roads --out no"), &["offers none"]);
    says(&desk.refused("train td leduc-poker --depth 2 --out no"), &["--depth 1 would work"]);
    says(
        &desk.refused("train genetic tic-tac-toe --features own-threats --out no"),
        &["1 candidates", "2 to 64"],
    );
    says(
        &desk.refused("tournament draughts random greedy --openings two-move"),
        &["no such list", "three-move", "no such file"],
    );
    desk.write("bad.txt", "# ours\n11-15 22-18\n11-16 22-11\n");
    says(&desk.refused("tournament draughts random greedy --openings bad.txt"), &["line 2", "22-11"]);
    says(&desk.refused("train td draughts --round 4 --out no"), &["--round has no use against a clone"]);
    says(&desk.refused("train td backgammon --tests 4 --out no"), &["--tests has no use against itself"]);
    says(&desk.refused("train td backgammon --finals 4 --out no"), &["--opponent clone"]);
    says(&desk.refused("train genetic pig --set seats=3 --out no"), &["two seats"]);
    says(&desk.refused("train td oh-hell --opponent clone --out no"), &["--opponent self would work"]);
    assert!(!desk.path("no").exists());
}

#[test]
fn numbers_of_rules_files_are_features() {
    let desk = Desk::new();
    desk.ok("new shop.luau --template cards");
    says(&desk.ok("games shop.luau").out, &["-own", "on-turn"]);
    desk.ok("train td shop.luau --sessions 1 --games 4 --out bot");
    desk.ok("tournament shop.luau td:bot=bot random --pairs 2 --out cup");
}

/// A game whose every match breaks teaches nothing: no rehearsal approves it, and no training goes on.
#[test]
fn what_only_breaks_is_refused() {
    let desk = Desk::new();
    desk.ok("new boom.luau");
    let broken = desk
        .read("boom.luau")
        .replace("s.pieces += 1", "s.pieces += 1\n\tif s.pieces == 4 then error(\"boom\") end");
    desk.write("boom.luau", &broken);
    for command in ["train td boom.luau", "train genetic boom.luau --population 4 --generations 2"] {
        says(&desk.refused(&format!("{command} --dry-run")), &["every match so far broke", "boom"]);
        says(&desk.refused(&format!("{command} --out bot")), &["every match so far broke", "boom"]);
    }
    assert!(!desk.path("bot/bot.toml").exists());
    let sometimes =
        desk.read("boom.luau").replace("if s.pieces == 4 then", "if s.pieces == 4 and s.board[1] == 0 then");
    desk.write("boom.luau", &sometimes);
    let told = desk.ok("train td boom.luau --sessions 2 --games 20 --out some");
    says(&told.err, &["matches broke and counted as nothing", "boom"]);
    says(&desk.read("some/training.html"), &["broken"]);
}

#[test]
fn depth_and_limit_depend_on_the_game() {
    let desk = Desk::new();
    let quick = "--sessions 1 --games 4";
    desk.ok(&format!("train td backgammon {quick} --out dice"));
    says(&desk.read("dice/network.json"), &["\"depth\":2"]);
    desk.ok(&format!("train td pig {quick} --out again"));
    says(&desk.read("again/network.json"), &["\"depth\":1"]);
    desk.ok(&format!("train td backgammon --depth 1 {quick} --out one"));
    says(&desk.read("one/network.json"), &["\"depth\":1"]);
    says(&desk.refused(&format!("train td backgammon --depth 1 {quick} --out dice")), &["depth"]);
    // Random matches of go take longer than the limit of draughts: none is cut.
    let long = desk.ok("train td go --set size=5 --depth 1 --sessions 1 --games 4 --out go");
    assert!(!long.err.contains("reached the limit"), "{}", long.err);
    let cut = desk.ok(&format!("train td draughts --limit 10 --depth 1 {quick} --out cut"));
    says(&cut.err, &["reached the limit of 10 plies", "--limit 0 plays on"]);
    let whole = desk.ok("train td draughts --sessions 3 --games 40 --depth 1 --out whole");
    says(&whole.err, &["the tournament at the end: of", "is the best, with"]);
}
