//! What an inspection notices: mistakes, open questions with the shortest match, symmetries.

use ludometer_rules::inspect::{Amount, Shown, Sight, Survey, shorten, survey, symmetries};
use ludometer_rules::{Script, Source, shipped};

const AMOUNT: Amount = Amount { matches: 60, plies: 6000 };

/// A game of two with a deck of six cards: `BODY` holds its rules.
const CARDS: &str = r#"
local Card = cards { ranks = 6 }
local Game = game {
	title = "Test",
	players = 2,
	limit = 60,
	state = {
		deck = pile { of = Card, see = "none" },
		used = pile { of = Card },
		hand = each_player(pile { of = Card, see = "owner", max = 4 }),
		plain = int { 0, 99 },
	},
	actions = { draw = { title = "Draw" }, pass = { title = "Pass" } },
}
function Game.setup(s, chance)
	fill(s.deck, Card)
	chance.shuffle(s.deck)
end
BODY
return Game
"#;

fn look(body: &str) -> (Script, Survey) {
    let source = Source::new("test.luau", &CARDS.replace("BODY", body));
    let script = ludometer_rules::open(source, []).unwrap_or_else(|error| panic!("{error}"));
    let mut survey = survey(&script, AMOUNT, 1);
    survey.shown = survey.shown.iter().map(|shown| shorten(&script, shown)).collect();
    (script, survey)
}

fn find(survey: &Survey, wanted: impl Fn(&Sight) -> bool) -> &Shown {
    survey.find(wanted).unwrap_or_else(|| panic!("not seen: {:?}", survey.shown))
}

/// The moves of players: a shuffle goes before them.
fn played(shown: &Shown) -> Vec<&str> {
    shown.moves.iter().map(String::as_str).filter(|text| !text.starts_with("shuffle")).collect()
}

#[test]
fn an_empty_deck_and_a_tie_are_shown_by_the_shortest_match() {
    let (_, survey) = look(
        r#"
function Game.moves(s, can)
	if #s.deck > 0 then can.draw() end
	can.pass()
end
function Game.draw(s) take(s.deck, s.used) s.turn = 3 - s.turn end
function Game.pass(s) s.plain += 1 s.turn = 3 - s.turn end
function Game.over(s, finish)
	if s.plain >= 9 then
		finish.because("enough")
		finish.score(1, 0)
	end
end
"#,
    );
    let empty = find(&survey, |sight| matches!(sight, Sight::Empty { field: 0 }));
    assert_eq!(played(empty), ["draw"; 6]);
    let tie = find(&survey, |sight| *sight == Sight::Tie);
    assert_eq!(played(tie), ["pass"; 9]);
    assert_eq!(survey.finished, survey.matches);
    assert!(survey.find(Sight::is_mistake).is_none(), "{:?}", survey.shown);
    let pass = find(&survey, |sight| matches!(sight, Sight::AllPass { action: 1 }));
    assert_eq!(played(pass).len(), 8, "the deck is empty after six moves: {:?}", pass.moves);
}

#[test]
fn moves_that_do_nothing_and_ends_without_a_result_are_mistakes() {
    let (_, survey) = look(
        r#"
function Game.moves(s, can)
	can.draw()
	can.pass()
end
function Game.draw(s) s.plain += 1 s.turn = 3 - s.turn end
function Game.pass(s) end
function Game.over(s, finish)
	if s.plain == 5 then finish.because("five") end
	if s.plain == 9 then finish.draw() end
end
"#,
    );
    let nothing = find(&survey, |sight| matches!(sight, Sight::Nothing { action: 1 }));
    assert_eq!((played(nothing), nothing.sight.is_mistake()), (vec!["pass"], true));
    let end = find(&survey, |sight| *sight == Sight::NoResult);
    assert_eq!(played(end), ["draw"; 5]);
}

#[test]
fn a_full_hand_a_reshuffle_without_end_and_the_limit_are_questions() {
    let (_, survey) = look(
        r#"
function Game.moves(s, can)
	if #s.hand[s.turn] == 4 or #s.deck + #s.used == 0 then can.pass() else can.draw() end
end
function Game.draw(s, chance)
	if #s.deck == 0 then
		pour(s.used, s.deck)
		chance.shuffle(s.deck)
	end
	take(s.deck, s.hand[s.turn])
	s.turn = 3 - s.turn
end
function Game.pass(s)
	pour(s.hand[s.turn], s.used)
	s.turn = 3 - s.turn
end
function Game.over(s, finish)
	if s.plain > 0 then finish.draw() end
end
"#,
    );
    assert_eq!((survey.finished, find(&survey, |sight| *sight == Sight::Limit).matches), (0, survey.matches));
    let full = find(&survey, |sight| matches!(sight, Sight::Full { field: 2 }));
    assert_eq!((played(full).len(), full.sight.is_mistake()), (8, false), "{:?}", full.moves);
    find(&survey, |sight| matches!(sight, Sight::Refilled { field: 0 }));
}

#[test]
fn a_mistake_in_the_list_of_moves_has_its_line() {
    let (_, survey) = look(
        r#"
function Game.moves(s, can)
	can.draw()
	if s.plain == 3 then can.fold() end
end
function Game.draw(s) s.plain += 1 s.turn = 3 - s.turn end
function Game.pass(s) end
function Game.over(s, finish)
	if s.plain == 9 then finish.draw() end
end
"#,
    );
    let shown = find(&survey, |sight| matches!(sight, Sight::NoMove(_)));
    let Sight::NoMove(fault) = &shown.sight else { unreachable!() };
    assert_eq!(
        (fault.what.as_str(), fault.place.as_str()),
        ("there is no action `fold`; can has draw, pass", "test.luau:22")
    );
    assert_eq!(played(shown), ["draw"; 3]);
    assert!(survey.is_broken());
    assert_eq!((survey.actions[0].legal > 0, survey.actions[1].legal), (true, 0));
}

#[test]
fn boards_have_the_symmetries_of_their_games() {
    let titles = |name: &str, set: &[(&str, &str)]| -> Vec<String> {
        let script = ludometer_rules::open(shipped::find(name).unwrap(), set.iter().copied()).unwrap();
        symmetries(&script, 1).into_iter().map(|symmetry| symmetry.title).collect()
    };
    assert_eq!(titles("tic-tac-toe.luau", &[]).len(), 7);
    assert_eq!(titles("connect-four.luau", &[]), ["left and right exchanged"]);
    assert_eq!(titles("hex.luau", &[("size", "5")]), ["half turn"]);
    assert!(titles("pig.luau", &[]).is_empty());
}

#[test]
fn a_symmetry_turns_moves() {
    let script = ludometer_rules::open(shipped::find("connect-four.luau").unwrap(), []).unwrap();
    let mirror = symmetries(&script, 1).remove(0);
    let turned: Vec<Option<u32>> = (0..7).map(|number| mirror.turned(script.schema(), number)).collect();
    assert_eq!(turned, [6, 5, 4, 3, 2, 1, 0].map(Some));
    assert_eq!((mirror.places[0], mirror.places[6], mirror.places[10]), (Some(6), Some(0), Some(10)));
}
