//! `analyze` as a teacher uses it: facts, the picture of a tree, the walk of α–β, the page of steps.

use crate::kit::{Desk, says};

const LECTURE: &str = "'((3 12 8)(2 4 6)(14 5 2))'";

#[test]
fn the_lecture_is_typed_and_traced() {
    let desk = Desk::new();
    let text = desk.ok(&format!("analyze --typed {LECTURE} --trace")).out;
    says(
        &text,
        &[
            "((3 12 8)(2 4 6)(14 5 2))",
            "Seat 1 to move; alphabeta:every=on looked at",
            "Values are the points of Seat 1.",
            "proven value +3",
            "MAX [−∞, +∞]",
            "v = 2 ≤ α = 3: cut off 2 and 3",
            "value 3; best line 1 1; 7",
        ],
    );
    let answer = desk.json(&format!("analyze --typed {LECTURE} --trace --json"));
    assert_eq!(answer["best"], "1");
    assert_eq!(answer["points"], true);
    assert_eq!(answer["values"], serde_json::json!([3.0, -3.0]));
    let values: Vec<f64> =
        answer["moves"].as_array().unwrap().iter().map(|one| one["value"].as_f64().unwrap()).collect();
    assert_eq!(values, [3.0, 2.0, 2.0], "every move has its own value");
    assert_eq!(answer["trace"][0], "MAX [−∞, +∞]");
    assert!(desk.contents().is_empty(), "nothing is written unless a file is named");
}

#[test]
fn a_typed_tree_may_have_chance_moves_and_a_default_agent_that_can_play_it() {
    let desk = Desk::new();
    let text = desk.ok("analyze --typed '({1:2 1:4} ({1:6 1:0} 5))' --moves 2 --steps steps.html").out;
    says(&text, &["Seat 2 to move; mcts:sims=5000"]);
    says(&desk.read("steps.html"), &["Left out: α–β is taught on games without chance", "UCT"]);
    says(&desk.refused("analyze --typed '({1:2 1:4} 3)' --trace"), &["--trace", "without chance"]);
}

#[test]
fn facts_are_told_in_words_and_in_json() {
    let desk = Desk::new();
    let command = "analyze connect-four --moves '4 4 3' --agent alphabeta:depth=4";
    says(
        &desk.ok(command).out,
        &["alphabeta:depth=4,every=on", "depth 4; cut-offs ", "effective branching "],
    );
    let answer = desk.json(&format!("{command} --json"));
    assert_eq!(answer["facts"]["depth"], 4.0);
    assert!(answer["facts"]["effective branching"].as_f64().is_some_and(|branching| branching > 1.0));
    let typed = desk.json(&format!("{command},every=off --json"));
    assert_eq!(typed["agent"], "alphabeta:depth=4,every=off", "what was typed is kept");
}

#[test]
fn the_tree_an_agent_explored_is_drawn() {
    let desk = Desk::new();
    for (game, agent) in
        [("connect-four", "alphabeta:depth=4"), ("tic-tac-toe", "mcts:sims=200"), ("pig", "mcts:sims=200")]
    {
        let file = format!("{game}.svg");
        let answer = desk.json(&format!("analyze {game} --agent {agent} --tree {file} --json"));
        assert_eq!(answer["files"]["tree"], file);
        let svg = desk.read(&file);
        says(&svg, &["<svg xmlns=", "<title", "<desc", agent, "more</text>"]);
        assert!(svg.matches("<svg").count() > 5, "boards are drawn in the nodes");
    }
    says(&desk.read("connect-four.svg"), &["cut off</text>", "class=\"slash\""]);
    says(
        &desk.refused("analyze tic-tac-toe --agent greedy --tree tree.svg"),
        &["`greedy` keeps no tree", "`alphabeta` and `mcts`"],
    );
}

#[test]
fn steps_of_a_game_are_as_many_as_can_be_followed() {
    let desk = Desk::new();
    desk.ok("analyze connect-four --steps steps.html --agent mcts:sims=10");
    says(&desk.read("steps.html"), &["Connect Four", "data-steps", "UCT 40 simulations", "α–β 4 plies deep"]);
    let said = desk.refused("analyze connect-four --plies 9 --trace --agent mcts:sims=10");
    says(&said, &["α–β to a depth of 9 takes more than 6000 steps", "lower --plies"]);
    let said = desk.refused("analyze kuhn-poker --steps hidden.html --tree hidden.svg");
    says(&said, &["--steps", "hidden from the players"]);
    assert!(!desk.path("hidden.svg").exists(), "nothing is written when something is refused");
}

#[test]
fn files_are_only_written_over_by_force() {
    let desk = Desk::new();
    desk.write("tree.svg", "mine");
    let command = "analyze tic-tac-toe --agent mcts:sims=10 --tree tree.svg";
    says(&desk.refused(command), &["tree.svg exists already", "--force"]);
    assert_eq!(desk.read("tree.svg"), "mine");
    desk.ok(&format!("{command} --force"));
    says(&desk.read("tree.svg"), &["<svg"]);
    says(
        &desk.refused("analyze tic-tac-toe --agent mcts:sims=10 --steps no/such/steps.html"),
        &["steps.html"],
    );
}

#[test]
fn a_tree_that_does_not_read_is_shown_where() {
    let desk = Desk::new();
    for (typed, said) in [
        ("'((3 12 8)(2 x 6))'", &["character 13", "a number, `(` or `{`", "             ^"][..]),
        ("'((3 12)'", &["character 8", "closed"]),
        ("'(1 2) 3'", &["the text goes on"]),
        ("''", &["ends too early"]),
        ("'(1 99999999999999999999999999999999999999999)'", &["a number"]),
        ("7", &["already over"]),
    ] {
        says(&desk.refused(&format!("analyze --typed {typed}")), said);
    }
    let deep = "{1:".repeat(20_000);
    says(&desk.refused(&format!("analyze --typed '{deep}'")), &["255 brackets"]);
    says(&desk.refused("analyze"), &["<GAME>"]);
    says(&desk.refused(&format!("analyze tic-tac-toe --typed {LECTURE}")), &["cannot be used with"]);
}
