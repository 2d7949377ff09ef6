//! Who sees what, and what those who do not see it imagine.

use ludometer_game::{Game, Part, Rng, Scene, Seat, Turn, text_of};
use ludometer_rules::{Script, Source, State, shipped};
use std::collections::BTreeMap;

/// Two teams of two: partners see each other's hands, cards lie face down in the field, purses are secret.
const FARM: &str = r#"
local Card = cards { names = { "Fox", "Hen", "Corn" }, counts = { 4, 4, 4 } }
local Game = game {
	title = "Farm",
	players = 4,
	teams = { 1, 2, 1, 2 },
	state = {
		deck = pile { of = Card, see = "none" },
		hand = each_player(pile { of = Card, max = 3, see = "team", reveal = true }),
		field = grid { width = 4, height = 2, of = Card, see = "none", reveal = true },
		goods = each_player(tokens { names = { "wood", "old stone" }, max = 3 }),
		purse = each_player(tokens { names = { "gold" }, max = 2, see = "owner" }),
		placed = int { 0, 8 },
		turns = int { 0, 16 },
	},
	actions = {
		place = { args = { { "card", Card } }, secret = true },
		show = { args = { { "whom", "player" } } },
		gather = { args = { { "what", 1, 2 } } },
		look = {},
	},
}
function Game.setup(s, chance)
	fill(s.deck, Card)
	chance.shuffle(s.deck)
	for p = 1, 4 do
		take(s.deck, s.hand[p])
		take(s.deck, s.hand[p])
		s.purse[p][1] = chance.below(3)
	end
end
function Game.moves(s, can)
	for i = 1, #s.hand[s.turn] do
		can.place(s.hand[s.turn][i])
	end
	can.show(s.turn % 4 + 1)
	if s.goods[s.turn][2] < 3 then
		can.gather(2)
	end
	can.look()
end
local function on(s)
	s.turns += 1
	s.turn = s.turn % 4 + 1
end
function Game.place(s, card)
	remove(s.hand[s.turn], card)
	s.placed += 1
	s.field[s.placed] = card
	on(s)
end
function Game.show(s, whom)
	s.hand_shown[s.turn][whom] = 1
	on(s)
end
function Game.gather(s, what)
	s.goods[s.turn][what] += 1
	on(s)
end
function Game.look(s)
	s.field_shown[s.turn] = 1
	on(s)
end
function Game.over(s, finish)
	if s.turns == 16 then
		finish.because("evening")
		finish.draw()
	end
end
return Game
"#;

fn open(file: &str, text: &str) -> Script {
    ludometer_rules::open(Source::new(file, text), []).unwrap_or_else(|error| panic!("{error}"))
}

/// The position after what chance brings.
fn settled(script: &Script, mut state: State) -> State {
    let mut rng = Rng::stream(2, "secrets", 0);
    while script.turn(&state) == Turn::Chance {
        let outcome = script.draw(&state, &mut rng);
        script.play(&mut state, outcome);
    }
    state
}

fn played(script: &Script, mut state: State, texts: &[&str]) -> State {
    for text in texts {
        let chosen = script.parse(&state, text).unwrap_or_else(|| panic!("{text} is not legal"));
        script.play(&mut state, chosen);
    }
    state
}

/// The faces of a row of cards; none for those that lie face down.
fn faces(scene: &Scene, title: &str) -> Vec<Option<String>> {
    let hand = scene.parts.iter().find_map(|part| match part {
        Part::Hand(hand) if hand.title == title => Some(hand),
        _ => None,
    });
    hand.into_iter().flat_map(|hand| hand.cards.iter().map(|card| card.face.clone())).collect()
}

fn labels(scene: &Scene) -> Vec<String> {
    let label = |part: &Part| if let Part::Label(text) = part { Some(text.clone()) } else { None };
    scene.parts.iter().filter_map(label).collect()
}

fn sees_hand(script: &Script, state: &State, viewer: u8, owner: usize) -> bool {
    let scene = script.scene(state, Some(Seat::new(viewer)));
    faces(&scene, &format!("Hand of Player {owner}")).iter().all(Option::is_some)
}

#[test]
fn partners_see_hands_and_others_what_is_shown_to_them() {
    let script = open("farm.luau", FARM);
    let state = settled(&script, script.initial());
    assert_eq!([0, 1, 2, 3].map(|viewer| sees_hand(&script, &state, viewer, 1)), [true, false, true, false]);
    let state = played(&script, state, &["show-Player_2"]);
    assert_eq!([0, 1, 2, 3].map(|viewer| sees_hand(&script, &state, viewer, 1)), [true, true, true, false]);
    let mut rng = Rng::stream(3, "secrets", 0);
    let hand = |state: &State| faces(&script.scene(state, None), "Hand of Player 1");
    for _ in 0..20 {
        assert_eq!(hand(&script.sample(&state, Seat::new(1), &mut rng)), hand(&state));
    }
    assert!((0..20).any(|_| hand(&script.sample(&state, Seat::new(3), &mut rng)) != hand(&state)));
}

#[test]
fn cards_on_a_board_lie_face_down_until_they_are_revealed() {
    let script = open("farm.luau", FARM);
    let state = settled(&script, script.initial());
    let mut options = Vec::new();
    script.moves(&state, &mut options);
    let card = text_of(&script, &state, options[0]).replace("place-", "");
    let state = played(&script, state, &[&format!("place-{card}")]);
    let tokens = |state: &State, viewer: u8| {
        let scene = script.scene(state, Some(Seat::new(viewer)));
        let glyphs = scene.parts.iter().find_map(|part| match part {
            Part::Grid(grid) => {
                Some(grid.tokens.iter().flatten().map(|token| token.glyph).collect::<String>())
            }
            _ => None,
        });
        (glyphs.unwrap(), labels(&scene).iter().any(|label| *label == format!("Field: a1 {card}")))
    };
    assert_eq!(tokens(&state, 1), ("?".into(), false));
    let state = played(&script, state, &["look"]);
    assert_eq!(tokens(&state, 1), (card[..1].to_owned(), true));
    assert_eq!(tokens(&state, 2), ("?".into(), false));
    let mut rng = Rng::stream(3, "secrets", 1);
    for _ in 0..50 {
        let world = script.sample(&state, Seat::new(2), &mut rng);
        assert_eq!(tokens(&world, 2), ("?".into(), false), "where cards lie is known");
        assert_eq!(count_cards(&script, &world).values().copied().collect::<Vec<_>>(), [4, 4, 4]);
    }
}

/// How many there are of each card in piles and on boards.
fn count_cards(script: &Script, state: &State) -> BTreeMap<String, usize> {
    let scene = script.scene(state, None);
    let mut found = BTreeMap::new();
    for part in &scene.parts {
        let names: Vec<String> = match part {
            Part::Hand(hand) => hand.cards.iter().filter_map(|card| card.face.clone()).collect(),
            Part::Label(text) if text.starts_with("Field: ") || text.starts_with("Creatures: ") => text
                .split_once(": ")
                .map(|(_, list)| list.split(", ").filter_map(|entry| entry.split_once(' ')))
                .into_iter()
                .flatten()
                .map(|(_, name)| name.to_owned())
                .collect(),
            _ => Vec::new(),
        };
        names.into_iter().for_each(|name| *found.entry(name).or_insert(0) += 1);
    }
    found
}

#[test]
fn tokens_are_counted_drawn_and_observed() {
    let script = open("farm.luau", FARM);
    let state = played(&script, settled(&script, script.initial()), &["gather-2"]);
    let scene = script.scene(&state, Some(Seat::new(1)));
    assert!(labels(&scene).contains(&"Goods of Player 1: wood 0, old stone 1".into()), "{scene:?}");
    assert!(labels(&scene).contains(&"Purse of Player 1: ?".into()), "{scene:?}");
    assert!(!labels(&scene).iter().any(|label| label.contains("shown")), "{scene:?}");
    let (names, mut values) = (script.observables(), Vec::new());
    script.observe(&state, None, &mut values);
    let of = |name: &str| values[names.iter().position(|known| known == name).expect(name)];
    assert_eq!((of("goods-1-wood"), of("goods-1-old-stone"), of("goods-2-old-stone")), (0.0, 1.0, 0.0));
}

#[test]
fn the_farm_keeps_the_laws() {
    let report = ludometer_testkit::conformance(&open("farm.luau", FARM), 30, 1);
    assert!(report.holds(), "{report}");
}

#[test]
fn decks_are_imagined_without_cards_of_the_other_deck() {
    let script = ludometer_rules::open(shipped::find("duel.luau").unwrap(), []).unwrap();
    let mut state = settled(&script, script.initial());
    let mut rng = Rng::stream(4, "secrets", 0);
    let rows = include_str!("../../../../games/duel.csv").lines().skip(1);
    let deck_of: BTreeMap<&str, &str> =
        rows.map(|row| row.split(',').collect::<Vec<_>>()).map(|cells| (cells[0], cells[1])).collect();
    for _ in 0..60 {
        let Turn::Seat(seat) = script.turn(&state) else { break };
        let other = seat.index() ^ 1;
        let world = script.sample(&state, seat, &mut rng);
        let (scene, whose) = (script.scene(&world, None), ["Fire", "Forest"][other]);
        for card in faces(&scene, &format!("Hand of {whose}")).into_iter().flatten() {
            assert_eq!(deck_of[card.as_str()], (other + 1).to_string(), "{card} in the hand of {whose}");
        }
        assert_eq!(count_cards(&script, &world).values().sum::<usize>(), 60);
        let mut options = Vec::new();
        script.moves(&state, &mut options);
        script.play(&mut state, options[rng.below(options.len())]);
        state = settled(&script, state);
    }
}

/// A number is hidden, and everybody knows whether it is even.
fn hint_game(plausible: &str) -> String {
    hint_game_up_to(9, plausible)
}

fn hint_game_up_to(most: i32, plausible: &str) -> String {
    format!(
        r#"
local Game = game {{
	title = "Hint",
	players = 2,
	state = {{ secret = int {{ 0, {most}, see = "none" }}, even = flag {{}} }},
	actions = {{ pass = {{}} }},
}}
function Game.setup(s, chance)
	s.secret = chance.below(10)
	s.even = s.secret % 2 == 0
end
function Game.moves(s, can)
	can.pass()
end
function Game.pass(s)
	s.turn = 3 - s.turn
end
function Game.over(s, finish) end
function Game.plausible(s, seat)
	{plausible}
end
return Game
"#
    )
}

fn secret(script: &Script, state: &State) -> i32 {
    let mut values = Vec::new();
    script.observe(state, None, &mut values);
    values[0] as i32
}

#[test]
fn only_plausible_tables_are_imagined() {
    let script = open("hint.luau", &hint_game("return s.even == (s.secret % 2 == 0)"));
    let state = settled(&script, script.initial());
    let mut rng = Rng::stream(5, "secrets", 0);
    let imagined: Vec<i32> =
        (0..60).map(|_| secret(&script, &script.sample(&state, Seat::new(0), &mut rng))).collect();
    assert!(imagined.iter().all(|number| number % 2 == secret(&script, &state) % 2), "{imagined:?}");
    assert!((0..10).filter(|number| imagined.contains(number)).count() == 5, "{imagined:?}");
}

#[test]
fn rules_that_find_nothing_plausible_are_told_so() {
    for (plausible, says) in [
        ("return false", "Game.plausible refuses the true table (hint.luau:19)"),
        ("return 1", "Game.plausible must give true or false (hint.luau:19; value 1)"),
        (
            "s.even = not s.even return s.turn > 1 or s.secrets == 3",
            "the state has no field `secrets`; it has turn, phase, secret, even (hint.luau:20)",
        ),
    ] {
        let script = open("hint.luau", &hint_game(plausible));
        let state = settled(&script, script.initial());
        let world = script.sample(&state, Seat::new(0), &mut Rng::stream(6, "secrets", 0));
        assert_eq!(script.fault(&world).map(|fault| fault.to_string()).as_deref(), Some(says));
    }
}

#[test]
fn rules_that_are_hardly_ever_plausible_are_told_what_is_hidden() {
    let script = open("hint.luau", &hint_game_up_to(1_000_000, "return s.secret < 10"));
    let state = settled(&script, script.initial());
    let world = script.sample(&state, Seat::new(1), &mut Rng::stream(7, "secrets", 0));
    let says = "Game.plausible refused 1000 tables drawn for Player 2; make it easier to draw `secret` \
                (hint.luau:19)";
    assert_eq!(script.fault(&world).map(|fault| fault.to_string()).as_deref(), Some(says));
}
