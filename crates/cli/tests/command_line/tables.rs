//! Q-learners and programs in other languages, by the real binary.

use crate::kit::{Desk, says};
use std::process::Command;

#[test]
fn a_table_is_trained_examined_and_played() {
    let desk = Desk::new();
    let told = desk.ok("train q tic-tac-toe --method pessimistic --episodes 3000 --out ana");
    says(&told.err, &["seat 1 learns, seat 2 learns", "1000 of 3000 episodes: states "]);
    says(&told.out, &["tic-tac-toe by pessimistic, 3000 episodes", "--seat 2=q:bot=ana"]);
    says(&desk.read("ana/training.html"), &["Quality", "Size of the table"]);
    let tested = desk.json("test-bot ana --matches 50 --json");
    assert!(tested["unbeatable"].is_boolean(), "a small game is gone through: {tested}");
    assert_eq!(tested["base"][0]["kind"], "win-now");
    let kinds: u64 = (0..3).map(|kind| tested["base"][kind]["situations"].as_u64().unwrap_or(0)).sum();
    assert_eq!(kinds, 3515, "every state in which moves differ");
    desk.ok("tournament tic-tac-toe q:bot=ana rules random --pairs 2 --out run");
    desk.json("analyze tic-tac-toe --agent q:bot=ana,sims=10 --json");
    says(&desk.refused("analyze connect-four --agent q:bot=ana"), &["trained for tic-tac-toe"]);
    says(
        &desk.refused("train q tic-tac-toe --episodes 3000 --out ana"),
        &["--method was pessimistic and is q"],
    );
    says(
        &desk.refused("train q tic-tac-toe --method pessimistic --out ana --episodes 5"),
        &["after 3000 episodes already"],
    );
    says(&desk.refused("train q go --fold --method minimax-q --seat first --out no"), &["--fold"]);
    let bytes = std::fs::read(desk.path("ana/table.bin")).expect("a table");
    desk.write("ana/table.bin", &bytes[..bytes.len() - 1]);
    says(&desk.refused("analyze tic-tac-toe --agent q:bot=ana"), &["table.bin", "damaged"]);
}

#[test]
fn a_bot_answers_lines() {
    let desk = Desk::new();
    desk.ok("train q tic-tac-toe --episodes 200 --out ana");
    let said = desk.typing("serve-bot ana --lines", "{\"moves\": \"b2\"}\n{\"moves\": \"b2 b2\"}\nwhat?\n");
    let lines: Vec<&str> = said.out.lines().collect();
    assert!(lines[0].contains("\"move\":") && lines[0].contains("\"seat\":1"), "{}", lines[0]);
    assert!(lines[1].contains("is not legal here"), "{}", lines[1]);
    assert!(lines[2].contains("not JSON"), "{}", lines[2]);
}

#[test]
fn a_program_in_another_language_is_a_game_and_a_player() {
    if Command::new("python3").arg("--version").output().is_err() {
        eprintln!("skipped: there is no python3 here");
        return;
    }
    let desk = Desk::new();
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/games/dots.py");
    std::fs::copy(example, desk.path("dots.py")).expect("the example");
    let player = "import json, sys\nfor line in sys.stdin:\n    question = json.loads(line)\n    print(json.dumps({'move': question['legal'][0]}), flush=True)\n";
    desk.write("first.py", player);
    let ran = desk
        .json("tournament 'exec:python3 dots.py' 'exec:python3 first.py' random --pairs 2 --out run --json");
    assert!(ran.to_string().contains("exec:python3 first.py"), "{ran}");
    desk.write("mute.py", "import sys\nsys.exit('no idea')\n");
    says(&desk.refused("playtest 'exec:python3 mute.py'"), &["ended", "no idea"]);
    says(&desk.refused("playtest exec:"), &["not a command"]);
}
