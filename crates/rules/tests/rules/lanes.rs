//! The shipped files and the templates run in the fast lane.

use ludometer_game::{Game, Rng, Turn};
use ludometer_rules::{Move, Ran, Source, open, shipped, templates::TEMPLATES};

/// Why a file is not compiled, if it is not.
fn slow_lane(source: Source) -> Option<String> {
    let name = source.file.clone();
    let game = open(source, []).unwrap_or_else(|error| panic!("{error}"));
    game.slow_lane().map(|slow| format!("{name}: {slow}"))
}

#[test]
fn shipped_files_and_templates_are_compiled() {
    let shipped = shipped::names().into_iter().map(|name| shipped::find(name).expect(name));
    let templates = TEMPLATES.iter().map(|template| Source::new(template.name, template.text));
    let slow: Vec<String> = shipped.chain(templates).filter_map(slow_lane).collect();
    assert!(slow.is_empty(), "{}", slow.join("\n"));
}

/// A file with what the shipped files use least: tokens, effects, what must always hold, several results.
const RARE: &str = r#"
local Card = cards { rows = { { name = "Saw", does = "saw" }, { name = "Dig", does = "dig" } }, effects = { "does" } }
local Game = game {
	title = "Rare",
	players = 2,
	state = {
		goods = each_player(tokens { names = { "wood", "stone" }, max = 9 }),
		table = grid { width = 2, height = 1, of = Card },
	},
	actions = { use = { args = { { "card", Card } } } },
}
function Game.setup(s) s.table[1] = 1 end
function Game.effects.saw(s, who) s.goods[who][1] += 1 end
function Game.effects.dig(s, who) s.goods[who][2] += 1 end
function Game.moves(s, can) for card = 1, #Card do can.use(card) end end
local function richest(s)
	if s.goods[1][1] > s.goods[2][1] then return 1, s.goods[1][1] end
	return 2, s.goods[2][1]
end
function Game.use(s, card)
	effect(Card[card].does, s, s.turn)
	s.table[2] = card
	s.turn = 3 - s.turn
end
function Game.over(s, finish)
	local who, wood = richest(s)
	if wood > 3 then finish.win(who) elseif s.goods[1][2] + s.goods[2][2] > 4 then finish.draw() end
end
Game.always = { ["wood is never scarce"] = function(s) return s.goods[1][1] <= LIMIT and s.table[1] == 1 end }
return Game
"#;

#[test]
fn rare_words_are_compiled_too() {
    assert_eq!(slow_lane(Source::new("rare.luau", &RARE.replace("LIMIT", "9"))), None);
}

#[test]
fn what_must_always_hold_is_told_alike_in_both_lanes() {
    let game = open(Source::new("rare.luau", &RARE.replace("LIMIT", "1")), []).expect("it opens");
    assert_eq!(game.slow_lane(), None);
    let mut lanes = game.lanes().expect("both lanes run");
    let start = game.initial();
    for (name, lane) in &mut lanes {
        let mut cells = start.cells().to_vec();
        let broken = (0..40).any(|seed| {
            cells.copy_from_slice(start.cells());
            matches!(lane.play_out(&mut cells, seed, 100), Ran::Broken(_))
        });
        assert!(broken, "{name}");
    }
    let mut state = game.initial();
    for chosen in [0, 1, 0] {
        game.play(&mut state, Move::Act(chosen));
    }
    let fault = game.fault(&state).expect("two logs of wood are too many");
    assert_eq!(fault.to_string(), "this must always hold and does not: wood is never scarce (rare.luau:29)");
}

#[test]
fn a_rule_that_asks_chance_too_often_is_told_so() {
    let text = RARE.replace("LIMIT", "9").replace(
        "function Game.setup(s) s.table[1] = 1 end",
        "function Game.setup(s, chance) for _ = 1, 1200 do s.table[1] = chance.roll(1) end end",
    );
    let game = open(Source::new("rare.luau", &text), []).expect("it opens");
    let mut state = game.initial();
    while game.turn(&state) == Turn::Chance {
        game.play(&mut state, Move::Chance(0));
    }
    let fault = game.fault(&state).expect("no rule asks so often");
    assert_eq!(fault.to_string(), "one rule asks chance more than 1024 times (rare.luau)");
}

#[test]
fn rules_that_come_about_in_other_ways_stay_in_the_machine() {
    let plain = RARE.replace("LIMIT", "9");
    for (text, line) in [
        (plain.replace("return Game", "Game.stuck = Game.over\nreturn Game"), 25),
        (
            plain.replace(
                "return Game",
                "if #Card > 1 then function Game.stuck(s, finish) finish.draw() end end\nreturn Game",
            ),
            30,
        ),
    ] {
        let slow = open(Source::new("rare.luau", &text), []).expect("it opens").slow_lane().cloned();
        let slow = slow.expect("the compiler does not see it");
        assert_eq!(slow.line, line, "{slow}");
        assert!(slow.because.contains("`stuck`"), "{slow}");
    }
}

/// A heap of many stones whose rules `JUDGE`.
const LATE: &str = r#"
local Card = cards { ranks = 3 }
local Game = game {
	title = "Late",
	players = 2,
	limit = 1000,
	state = { sum = int { 0, 999 }, deck = pile { of = Card }, away = pile { of = Card } },
	actions = { take = {} },
}
function Game.setup(s) fill(s.deck, Card) end
-- One may take(s.deck, s.away) only at the end.
function Game.moves(s, can) can.take() end
function Game.take(s) s.sum += 1 s.turn = 3 - s.turn end
local function tidy(s)
	if s.sum > 280 then
		CHANGE
	end
end
JUDGE
return Game
"#;

#[test]
fn judges_that_may_change_the_state_stay_in_the_machine() {
    let over = "function Game.over(s, finish) if s.sum == 300 then finish.draw() end end";
    for (change, why) in [
        ("s.sum = 0", "changes the state, and may do so for `NAME`, which only looks"),
        (
            "take(s.deck, s.away)",
            "calls `take`, which changes the state, and may do so for `NAME`, which only looks",
        ),
    ] {
        for (name, judge) in [
            (
                "over",
                "function Game.over(s, finish) tidy(s) if s.sum == 300 then finish.draw() end end".to_owned(),
            ),
            (
                "always",
                format!(
                    "{over}\nGame.always = {{ [\"all is well\"] = function(s) tidy(s) return true end }}"
                ),
            ),
        ] {
            let text = LATE.replace("CHANGE", change).replace("JUDGE", &judge);
            let game = open(Source::new("late.luau", &text), []).expect("it opens");
            let slow = game.slow_lane().expect("a judge may change the state");
            assert_eq!((slow.line, slow.because.as_str()), (16, why.replace("NAME", name).as_str()));
            let mut state = game.initial();
            game.playout(&mut state, &mut Vec::new(), &mut Rng::stream(1, "late", 0));
            let fault = game.fault(&state).expect("it shows in a playout too");
            assert!(fault.what.starts_with(&format!("Game.{name} changes the state")), "{fault}");
        }
    }
}
