//! `--moves` and `--position`: any verb starts from any state.

use crate::kit::{Desk, QUICK, says};
use serde_json::Value;

/// The texts of the first moves of the first recorded match, chance included.
fn recorded_moves(desk: &Desk, run: &str, most: usize) -> Vec<String> {
    let lines = desk.ok(&format!("export {run} --jsonl")).out;
    let record: Value = serde_json::from_str(lines.lines().next().expect("a match")).expect("JSON");
    let plies = record["plies"].as_array().expect("plies");
    let text = |ply: &Value| {
        let chosen = ply["chosen"].as_u64().expect("an index") as usize;
        ply["legal"][chosen]["text"].as_str().expect("a text").to_owned()
    };
    plies.iter().take(most.min(plies.len() - 1)).map(text).collect()
}

fn legal(analysis: &Value) -> Vec<&str> {
    let mut texts: Vec<&str> =
        analysis["moves"].as_array().expect("moves").iter().filter_map(|m| m["move"].as_str()).collect();
    texts.sort_unstable();
    texts
}

#[test]
fn the_moves_of_a_recorded_match_lead_to_a_position_that_reads_back_in_every_game() {
    let desk = Desk::new();
    for game in desk.games() {
        desk.ok(&format!("playtest {game} --agent random --matches 2 --out {game}"));
        let moves = recorded_moves(&desk, &game, 4).join(" ");
        let ask = format!("analyze {game} --agent mcts:sims=20 --json");
        let reached = desk.json(&format!("{ask} --moves '{moves}'"));
        assert!(!legal(&reached).is_empty(), "{reached}");
        let Some(position) = reached["position"].as_str() else {
            let said = desk.refused(&format!("analyze {game} --position x"));
            says(&said, &["no notation for positions", "use --moves instead"]);
            continue;
        };
        let read = desk.json(&format!("{ask} --position '{position}'"));
        for key in ["position", "seat", "to_move"] {
            assert_eq!(read[key], reached[key], "{game} after {moves}");
        }
        assert_eq!(legal(&read), legal(&reached), "{game} after {moves}");
    }
}

#[test]
fn every_match_of_a_playtest_starts_from_the_opening() {
    let desk = Desk::new();
    desk.ok(&format!("playtest tic-tac-toe {QUICK} --moves 'a3 c3' --out moves"));
    desk.ok(&format!("playtest tic-tac-toe {QUICK} --position 'x.o/.../...' --out position"));
    let records = desk.ok("export moves --jsonl").out;
    for line in records.lines() {
        let record: Value = serde_json::from_str(line).expect("JSON");
        assert_eq!(record["plies"][0]["legal"].as_array().expect("moves").len(), 7);
    }
    assert_eq!(records, desk.ok("export position --jsonl").out, "the same start gives the same matches");
}

#[test]
fn an_illegal_move_is_answered_with_the_legal_ones() {
    let desk = Desk::new();
    let column = desk.refused("analyze connect-four --moves '4 9'");
    says(&column, &["move 2 of --moves, `9`, is not legal here", "legal: 1 2 3 4 5 6 7"]);
    let taken = desk.refused("playtest tic-tac-toe --moves 'a1 a1' --out run");
    says(&taken, &["move 2", "`a1`", "legal: a3 b3 c3 a2 b2 c2 b1 c1"]);
    assert!(desk.contents().is_empty());
}

#[test]
fn a_mistyped_deal_is_answered_with_one_that_could_be() {
    let desk = Desk::new();
    for typed in ["deal-1e.8e.3e-7c.6c.4o", "deal-1e.1e.3e-7c.6c.4o", "deal-1e.3e"] {
        let said = desk.refused(&format!("analyze truco --moves {typed}"));
        let wrong = format!("move 1 of --moves, `{typed}`, is nothing that chance can bring here");
        says(
            &said,
            &[wrong.as_str(), "it looks like `deal-", "not legal either; legal after `deal-", "envido"],
        );
    }
}

#[test]
fn moves_after_the_end_and_questions_after_the_end_are_refused() {
    let desk = Desk::new();
    let late = desk.refused("analyze tic-tac-toe --moves 'a1 b1 a2 b2 a3 c1'");
    says(&late, &["over before move 6", "`c1`"]);
    says(&desk.refused("analyze tic-tac-toe --moves 'a1 b1 a2 b2 a3'"), &["the match is already over"]);
}

#[test]
fn a_position_that_does_not_read_is_answered_with_one_that_does() {
    let desk = Desk::new();
    let said = desk.refused("analyze connect-four --position zzz");
    says(&said, &["not a position", "6 rows of 7 cells", "a position looks like `"]);
    let example = said.rsplit_once("looks like `").and_then(|(_, rest)| rest.split_once('`')).expect("one").0;
    desk.ok(&format!("analyze connect-four --agent mcts:sims=20 --position '{example}'"));
}

#[test]
fn a_fen_of_draughts_that_is_none_says_what_is_wrong_and_what_one_looks_like() {
    let desk = Desk::new();
    for (typed, wrong) in [
        ("zzz", "it does not begin with who moves, B or W"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "it does not begin with who moves"),
        ("W:W18", "it needs the squares of both W and B"),
        ("W:W18:B1:", "there is an empty field"),
        ("W:W18:B1:B2", "the squares of B are told twice"),
        ("W:W33:B2", "`33` is no square; they are numbered 1 to 32"),
        ("W:W18:B18", "two pieces stand on square 18"),
        ("W:W12-10:B1", "the range `12-10` runs backwards"),
        ("W:W18:B32", "a man of Black stands uncrowned on the last row, square 32"),
        ("W:W14-26:B1", "White has more than 12 pieces"),
        ("W:W18:B1:H999", "`H999` holds no number that can be"),
    ] {
        let said = desk.refused(&format!("analyze draughts --position '{typed}'"));
        says(&said, &["not a position: ", wrong, "a position looks like `B:W18,24,K10:B12,16,K22`"]);
    }
    desk.ok("analyze draughts --agent mcts:sims=5 --position B:W18,24,K10:B12,16,K22");
}

#[test]
fn moves_are_played_from_the_position() {
    let desk = Desk::new();
    let ask = "analyze tic-tac-toe --agent mcts:sims=20 --json --position 'x../.../...'";
    let reached = desk.json(&format!("{ask} --moves 'b2 c3'"));
    assert_eq!(reached["position"], "x.x/.o./...");
    says(&desk.refused(&format!("{ask} --moves a3")), &["move 1 of --moves, `a3`, is not legal here"]);
}

#[test]
fn a_check_plays_from_the_opening() {
    let desk = Desk::new();
    let says_so = |line: &str| says(&desk.ok(line).out, &["every law holds"]);
    says_so("check tic-tac-toe --moves 'a1 b2' --matches 5");
    says_so("check nim --position '1,0,2 2' --matches 5");
}
