//! The code in the documentation runs: whole files are games, and fragments fit into one.
//!
//! A fragment says in a comment before it, which readers do not see, where in a file it belongs: `<!-- in state -->`.

use ludometer_game::{Game, Rng, Turn};
use ludometer_rules::{Script, Source};

const PAGES: [(&str, &str); 2] = [
    ("rules.md", include_str!("../../../../docs/rules.md")),
    ("rules-one-page.md", include_str!("../../../../docs/rules-one-page.md")),
];

/// Code of a page: the line it begins at, where it belongs, and its text.
struct Block {
    line: usize,
    place: String,
    code: String,
}

fn blocks(page: &str) -> Vec<Block> {
    let (mut found, mut before, mut open) = (Vec::new(), "", None::<Block>);
    for (number, line) in page.lines().enumerate() {
        match (&mut open, line) {
            (None, "```lua") => {
                let place = before.strip_prefix("<!-- in ").and_then(|rest| rest.strip_suffix(" -->"));
                let place = place.unwrap_or("whole").to_owned();
                open = Some(Block { line: number + 2, place, code: String::new() });
            }
            (Some(_), "```") => found.extend(open.take()),
            (Some(block), _) => block.code.extend([line, "\n"]),
            (None, _) => before = line,
        }
    }
    found
}

/// A game with something of everything, with the fragment where it belongs.
fn around(place: &str, code: &str) -> String {
    let at = |wanted: &str| if place == wanted { code } else { "" };
    // A match that begins with an empty deck is one that `over` can end.
    let deal = if place == "over" { "" } else { "fill(s.deck, Card)" };
    format!(
        r#"local Card = cards {{ suits = {{ "C", "D", "H", "S" }}, ranks = 6, copies = 9 }}
local SEATS = 3
{}
local STATE = {{
	board = grid {{ width = 5, height = 5, values = {{ "empty", "1", "2", "3" }} }},
	deck = pile {{ of = Card }}, discards = pile {{ of = Card }}, trick = pile {{ of = Card }},
	hand = each_player(pile {{ of = Card, see = "owner" }}),
	bid = each_player(int {{ 0, 9, see = "owner" }}), coins = each_player(int {{ 0, 40 }}),
}}
local MORE = {{ {} }}
for name, field in MORE do
	STATE[name] = field
end
local ACTIONS = {{ go = {{}}, choose = {{ args = {{ {{ "number", 0, 9 }} }}, secret = true }}, {} }}
local Game = game {{ title = "Fragment", players = SEATS, limit = 20, state = STATE, actions = ACTIONS }}
for name in ACTIONS do
	Game[name] = function(s) end
end
function Game.setup(s) {deal} end
function Game.moves(s, can)
	can.go()
	can.choose(s.turn)
end
function Game.go(s, chance)
{}
end
function Game.over(s, finish)
{}
end
{}
return Game
"#,
        at("file"),
        at("state"),
        at("actions"),
        at("rule"),
        at("over"),
        at("rules"),
    )
}

/// Plays a random match, or its beginning; whether it came to an end.
fn play(script: &Script, number: u64, plies: u32) -> bool {
    let (mut state, mut rng) = (script.initial(), Rng::stream(1, "docs", number));
    for _ in 0..plies {
        let chosen = match script.turn(&state) {
            Turn::Over => return true,
            Turn::Chance => script.draw(&state, &mut rng),
            Turn::Seat(_) => {
                let mut legal = Vec::new();
                script.moves(&state, &mut legal);
                assert!(!legal.is_empty(), "{}", script.why_no_move(&state));
                legal[rng.below(legal.len())]
            }
            _ => panic!("{:?}", script.fault(&state)),
        };
        script.play(&mut state, chosen);
    }
    false
}

#[test]
fn all_code_runs() {
    for (page, text) in PAGES {
        for Block { line, place, code } in blocks(text) {
            let whole = place == "whole";
            let text = if whole { code } else { around(&place, &code) };
            let source = Source::new(&format!("{page} at line {line}"), &text);
            let script = ludometer_rules::open(source, []).unwrap_or_else(|error| panic!("{error}"));
            for number in 0..20 {
                // Fragments need not make a game that ends.
                let plies = if whole { script.limit() + 1 } else { 8 };
                let ended = play(&script, number, plies);
                assert!(ended || !whole, "{page} at line {line}: no end");
                assert!(ended || place != "over", "{page} at line {line}: `over` ends nothing");
            }
        }
    }
}

#[test]
fn whole_games_keep_the_laws() {
    for (page, text) in PAGES {
        let games: Vec<Block> = blocks(text).into_iter().filter(|block| block.place == "whole").collect();
        assert!(games.len() >= 3, "{page}");
        for Block { line, code, .. } in games {
            let script = ludometer_rules::open(Source::new("docs.luau", &code), []).expect("it loads");
            let report = ludometer_testkit::conformance(&script, 5, 1);
            assert!(report.holds(), "{page} at line {line}: {report}");
            for test in ludometer_rules::run_tests(&script) {
                assert_eq!(test.problem, None, "{page} at line {line}: {}", test.name);
            }
        }
    }
}

#[test]
fn every_function_of_the_kit_is_explained() {
    for (page, text) in PAGES {
        for name in ludometer_rules::kit::functions() {
            assert!(text.contains(&format!("`{name}(")), "{page} says nothing of `{name}`");
        }
    }
    for (name, taken) in ludometer_rules::kit::heads() {
        let head = format!("`{name}({taken})`");
        assert!(PAGES[0].1.contains(&head), "the reference says nothing of {head}");
    }
}

#[test]
fn one_page_is_short() {
    assert!(PAGES[1].1.lines().count() <= 290);
}
