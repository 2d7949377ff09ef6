//! Content tables: rows become cards, cells become parameters, names of effects become functions.

use ludometer_game::{Game, Rng, Turn, text_of};
use ludometer_rules::{RulesError, Script, Sheets, Source, shipped};
use std::fmt::Write;

/// A game in which the cards of a table are played one by one; the last sum wins for player 1 if it is right.
const SUM: &str = r#"
local Card = cards { rows = table("cards.csv"), effects = "effect" }
local Game = game {
	title = "Sum",
	players = 1,
	limit = 2000,
	state = { hand = pile { of = Card, max = 1000 }, sum = int { -40000000, 40000000 } },
	actions = { play = { args = { { "card", Card } } } },
}
function Game.setup(s)
	fill(s.hand, Card)
end
function Game.moves(s, can)
	can.play(s.hand[#s.hand])
end
function Game.effects.add(s, card)
	s.sum += Card[card].value
end
function Game.effects.subtract(s, card)
	s.sum -= Card[card].value
end
function Game.play(s, card)
	remove(s.hand, card)
	effect(Card[card].effect, s, card)
end
function Game.over(s, finish)
	if #s.hand == 0 then
		finish.win(1)
	end
end
return Game
"#;

fn open(csv: &str, typed: &[(&str, &str)]) -> Result<Script, RulesError> {
    let source = Source { sheets: Sheets::of([("cards.csv", csv)]), ..Source::new("sum.luau", SUM) };
    ludometer_rules::open(source, typed.iter().copied())
}

/// The sum after all cards were played.
fn sum(csv: &str, typed: &[(&str, &str)]) -> f32 {
    let script = open(csv, typed).unwrap_or_else(|error| panic!("{error}"));
    let mut state = script.initial();
    script.playout(&mut state, &mut Vec::new(), &mut Rng::stream(1, "content", 0));
    assert_eq!(script.turn(&state), Turn::Over, "{:?}", script.fault(&state));
    let (names, mut values) = (script.observables(), Vec::new());
    script.observe(&state, None, &mut values);
    values[names.iter().position(|name| name == "sum").unwrap()]
}

#[test]
fn cells_are_read_and_effects_are_run() {
    let csv = "name,value,effect,count\nBig one,300,add,2\nSmall,7,subtract,1\nNothing,50,,1\n";
    assert_eq!(sum(csv, &[]), 593.0);
    assert_eq!(sum(csv, &[("cards.big-one.value", "400")]), 793.0);
    assert_eq!(sum(csv, &[("cards.small.value", "-100"), ("cards.big-one.count", "0")]), 100.0);
}

#[test]
fn a_thousand_rows_of_16_bit_numbers_work() {
    let mut csv = String::from("name,value,effect\n");
    let value = |row: i32| row * 64 - 32_000;
    (0..1000).for_each(|row| writeln!(csv, "Card {row},{},add", value(row)).unwrap());
    let total: i32 = (0..1000).map(value).sum();
    assert_eq!(sum(&csv, &[]), total as f32);
    let ends = [("cards.card-999.value", "32767"), ("cards.card-0.value", "-32768")];
    assert_eq!(sum(&csv, &ends), (total - value(999) + 32_767 - value(0) - 32_768) as f32);
    assert!(open(&format!("{csv}One more,1,add\n"), &[]).is_err(), "a set has at most 1000 kinds");
}

#[test]
fn wrong_cells_are_refused_with_the_nearest_names() {
    let csv = "name,value,effect\nBig one,3,add\nSmall,2,\n";
    for (cell, value, says) in [
        (
            "cards.bigone.value",
            "5",
            "sum.luau: unknown row of cards.csv `bigone` (did you mean `big-one`?); valid: big-one, small",
        ),
        (
            "cards.small.valu",
            "5",
            "sum.luau: unknown number column of cards.csv `valu` (did you mean `value`?); valid: value",
        ),
        ("cards.small.effect", "5", "sum.luau: unknown number column of cards.csv `effect`; valid: value"),
        ("card.small.value", "5", "sum.luau: unknown table `card` (did you mean `cards`?); valid: cards"),
        ("cards.small", "5", "sum.luau: `cards.small` names no cell; write cards.ROW.COLUMN=VALUE"),
        (
            "cards.small.value",
            "40000",
            "sum.luau: parameter `cards.small.value` cannot be `40000`; it takes -32768..32767",
        ),
        (
            "cards.small.value",
            "x",
            "sum.luau: parameter `cards.small.value` cannot be `x`; it takes -32768..32767",
        ),
    ] {
        let error = open(csv, &[(cell, value)]).err().expect("a refusal");
        assert_eq!(error.to_string(), says);
    }
    let twice = [("cards.small.value", "5"), ("cards.small.value", "6")];
    assert!(open(csv, &twice).is_err_and(|error| error.to_string().contains("given twice")));
}

#[test]
fn only_cells_that_were_set_are_among_the_parameters() {
    let source = shipped::find("duel.luau").unwrap();
    let card = ludometer_rules::card(&source).unwrap();
    assert!(card.params.iter().all(|spec| !spec.name.contains('.')));
    assert!(card.doc.contains("--set cards.ROW.COLUMN=VALUE"), "{}", card.doc);
    let params = ludometer_rules::read_params(&source, &card, [("cards.dragon.cost", "5")]).unwrap();
    let set: Vec<String> = params.iter().map(|(name, value)| format!("{name}={value}")).collect();
    assert_eq!(set.last().map(String::as_str), Some("cards.dragon.cost=5"));
    assert_eq!(set.len(), card.params.len() + 1);
}

/// Plays random moves until a card could be played; gives the cheapest turn at which it was.
fn first_turn_of(card: &str, typed: &[(&str, &str)]) -> Option<usize> {
    let script = ludometer_rules::open(shipped::find("duel.luau").unwrap(), typed.iter().copied()).unwrap();
    let matches = (0..60).filter_map(|number| {
        let (mut state, mut rng) = (script.initial(), Rng::stream(5, "dragon", number));
        let mut turns = 1;
        loop {
            let next = match script.turn(&state) {
                Turn::Chance => script.draw(&state, &mut rng),
                Turn::Seat(_) => {
                    let mut options = Vec::new();
                    script.moves(&state, &mut options);
                    let wanted = options.iter().any(|&option| text_of(&script, &state, option) == card);
                    if wanted {
                        return Some(turns);
                    }
                    let next = options[rng.below(options.len())];
                    turns += usize::from(text_of(&script, &state, next) == "done");
                    next
                }
                _ => return None,
            };
            script.play(&mut state, next);
        }
    });
    matches.min()
}

#[test]
fn a_cheaper_dragon_comes_earlier() {
    let (dear, cheap) =
        (first_turn_of("play-Dragon", &[]), first_turn_of("play-Dragon", &[("cards.dragon.cost", "2")]));
    assert_eq!((dear, cheap), (Some(13), Some(3)), "seven mana come on turn 13, two on turn 3");
}
