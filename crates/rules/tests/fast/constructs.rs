//! Every construct of the subset, one small function each, run by both lanes on random numbers and states.

use ludometer_rules::fast::{Constant, Facts, Instance, compile};
use ludometer_rules::schema::{Kind, Schema};
use ludometer_rules::{Lane, Need, Ran};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

use crate::table::{Bench, Build, grid, number, pile, schema};

const HEAD: &str = r#"
local SIZE = 12
local HALF = SIZE // 2
local YES = true
local WORD = "second"
local LIST = { 5, -3, 8, 0, 2, 7 }
local MORE = { 1, 1, 2, 3, 5, 8, 13 }
local DIRS = { { 0, 1 }, { 1, 0 }, { 1, 1 }, { 1, -1 } }
local ROWS = {
	{ cost = 3, kind = "spell", quick = true },
	{ cost = 5, kind = "beast", quick = false, legs = 4 },
	{ cost = 1, kind = "spell", quick = false },
}
local BOUNDS = { low = 2, high = 40 }
local Game = game {}
"#;

const TAIL: &str = r"
function Game.moves(s, can)
	can.go(1, 1, 1)
end
return Game
";

/// A body of the action, and helpers it calls.
struct Snippet {
    name: &'static str,
    helpers: &'static str,
    body: &'static str,
}

/// All snippets of the file beside this one.
fn snippets() -> Vec<Snippet> {
    let parts = include_str!("snippets.luau").split("\n--- ").skip(1);
    let snippet = |part: &'static str| {
        let (name, rest) = part.split_once('\n').unwrap();
        let (helpers, body) = rest.split_once("-->\n").unwrap_or(("", rest));
        Snippet { name, helpers, body }
    };
    parts.map(snippet).collect()
}

fn bench(snippet: &Snippet) -> Bench {
    let (helpers, body) = (snippet.helpers, snippet.body.replace('\n', "\n\t"));
    let source = format!("{HEAD}{helpers}\nfunction Game.go(s, a, b, c, chance)\n\t{body}\nend\n{TAIL}");
    Bench::new(&source, fields().action("go", &[("a", -50, 50), ("b", -50, 50), ("c", -50, 50)]))
}

fn fields() -> Schema {
    let wide = || number(-1_000_000_000, 1_000_000_000);
    schema()
        .cards(9)
        .field("out", wide())
        .field("x", wide())
        .field("ok", Kind::Flag)
        .field("board", grid(3, 4, 9))
        .field("deck", pile(6))
        .each("hand", pile(4))
        .each("won", number(-1000, 1000))
        .each("marked", Kind::Flag)
}

/// A state with random boards and piles.
fn state(bench: &Bench, random: &[u8]) -> Vec<i32> {
    let mut cells = bench.blank();
    let mut random = random.iter().copied().cycle();
    let mut next = |n: u8| i32::from(random.next().unwrap_or(0) % n);
    cells[1] = next(2);
    for field in &bench.schema.fields {
        for seat in 0..if field.per_player { 2 } else { 1 } {
            let place = bench.schema.place(field, seat);
            match &field.kind {
                Kind::Number { .. } => cells[place.start] = next(100) - 50,
                Kind::Flag => cells[place.start] = next(2),
                Kind::Grid(_) | Kind::Tokens { .. } => {
                    cells[place].iter_mut().for_each(|cell| *cell = next(10));
                }
                Kind::Pile { room, .. } => {
                    let count = next(*room as u8 + 1);
                    cells[place.start] = count;
                    for card in 1..=count as usize {
                        cells[place.start + card] = 1 + next(9);
                    }
                }
            }
        }
    }
    cells
}

#[test]
fn every_construct_does_what_the_vm_does() {
    for snippet in snippets() {
        let bench = bench(&snippet);
        let mut instance = bench.instance();
        let inputs = (0u32..101 * 101 * 101, prop::collection::vec(any::<u8>(), 64));
        let mut runner = TestRunner::new(ProptestConfig {
            cases: 60,
            failure_persistence: None,
            ..ProptestConfig::default()
        });
        let checked = std::cell::RefCell::new(&mut instance);
        let outcome = runner.run(&inputs, |(chosen, random)| {
            let before = state(&bench, &random);
            let (mut cells, mut events) = (before.clone(), Vec::new());
            let ran = checked.borrow_mut().act(&mut cells, chosen, &[], Some(&mut events));
            match bench.vm_act(&before, chosen, &[]) {
                Ok((expected, told)) => {
                    prop_assert_eq!(ran, Ran::Done);
                    prop_assert_eq!(cells, expected);
                    prop_assert_eq!(bench.words(&events), told);
                }
                Err(error) => {
                    prop_assert!(matches!(ran, Ran::Broken(_)), "{:?} but the VM says {}", ran, error);
                }
            }
            Ok(())
        });
        assert!(outcome.is_ok(), "{}: {}", snippet.name, outcome.unwrap_err());
    }
}

#[test]
fn chance_is_the_same_in_both_lanes() {
    let body =
        "local t = { 4, 5, 6 } s.out = chance.below(10) * 10000 + chance.roll(6) * 100 + chance.pick(LIST)
        chance.shuffle(s.deck) s.x = chance.pick(t) chance.shuffle(t) s.x += t[1] * 10 + t[2] * 100";
    let bench = bench(&Snippet { name: "chance", helpers: "", body });
    let mut instance = bench.instance();
    for seed in 0..50u64 {
        let before = state(&bench, &seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).to_le_bytes());
        let (mut cells, mut outcomes, mut needs) = (before.clone(), Vec::new(), Vec::new());
        loop {
            match instance.act(&mut cells, 7, &outcomes, None) {
                Ran::Done => break,
                Ran::Broken(fault) => panic!("{fault}"),
                Ran::Chance(need) => {
                    assert_eq!(cells, before, "a rule that waits leaves the cells alone");
                    needs.push(need);
                    let random = (seed + 1).wrapping_mul(0xD134_2543_DE82_EF95 + 2 * needs.len() as u64);
                    outcomes.push(match need {
                        Need::Below(n) => random % u64::from(n),
                        Need::Shuffle => random,
                    });
                }
            }
        }
        let below = [10, 6, 6].map(Need::Below);
        let expected = [&below[..], &[Need::Shuffle, Need::Below(3), Need::Shuffle]].concat();
        assert_eq!(needs, expected);
        assert_eq!(cells, bench.vm_act(&before, 7, &outcomes).unwrap().0, "seed {seed}");
        let mut inside = before.clone();
        assert_eq!(instance.play_out(&mut inside, seed, 3), Ran::Done);
        assert_eq!(inside, bench.vm_playout(&before, seed, 3).unwrap().0, "playout, seed {seed}");
    }
}

#[test]
fn results_are_the_same_in_both_lanes() {
    let over = "
function Game.over(s, finish)
	if s.out == 1 then finish.win(s.x) elseif s.out == 2 then finish.lose(s.x) elseif s.out == 3 then finish.draw()
	elseif s.out == 4 then finish.score(1, s.x) finish.score(2, 5, \"tricks\") finish.score(1, 3, \"bonus\")
	elseif s.out == 5 then finish.rank(2, 1) finish.rank(1, s.x) elseif s.out == 6 then finish.all_win() elseif s.out == 7 then finish.all_lose()
	elseif s.out == 8 then finish.draw() finish.because(\"nobody cares\")
	elseif s.out == 9 then finish.win(1) finish.win(s.x) elseif s.out == 10 then finish.rank(s.x, 1)
	elseif s.out == 11 then finish.score(1, 1) finish.draw()
	elseif s.out == 12 then for _ = 1, 1001 do finish.score(1, 1000000) end end
end
function Game.stuck(s, finish)
	finish.win(2)
end";
    let body = "s.out = a s.x = b";
    let source = format!("{HEAD}{over}\nfunction Game.go(s, a, b, c)\n\t{body}\nend\n{TAIL}");
    let bench = Bench::new(&source, fields().action("go", &[("a", 0, 12), ("b", 1, 4), ("c", 1, 1)]));
    let mut instance = bench.instance();
    for chosen in 0..52 {
        let (mut cells, mut events) = (bench.blank(), Vec::new());
        let ran = instance.act(&mut cells, chosen, &[], Some(&mut events));
        if matches!(ran, Ran::Broken(_)) {
            let (end, seat) = (chosen / 4, chosen % 4 + 1);
            let contradicts = end > 9 || (end == 9 && seat == 2);
            assert!(
                seat > 2 || contradicts,
                "only seats there are not and contradictions are faults: {ran:?}"
            );
            continue;
        }
        assert!(chosen < 39, "move {chosen} ends a match in two ways");
        let (expected, told) = bench.vm_act(&bench.blank(), chosen, &[]).unwrap();
        assert_eq!((cells, bench.words(&events)), (expected, told), "move {chosen}");
    }
}

#[test]
fn teams_win_and_lose_together() {
    let source = "
local Game = game {}
function Game.moves(s, can)
	can.go(1, 1)
end
function Game.go(s, won, seat)
	s.seat = if won == 1 then seat else -seat
end
function Game.over(s, finish)
	if s.seat > 0 then finish.win(s.seat) else finish.lose(-s.seat) end
end
return Game
";
    let mut schema =
        schema().seated(4).field("seat", number(-4, 4)).action("go", &[("won", 0, 1), ("seat", 1, 4)]);
    schema.teams = vec![0, 1, 0, 1];
    let bench = Bench::new(source, schema);
    let mut instance = bench.instance();
    for chosen in 0..8 {
        let mut cells = bench.blank();
        assert_eq!(instance.act(&mut cells, chosen, &[], None), Ran::Done);
        assert_eq!(cells, bench.vm_act(&bench.blank(), chosen, &[]).unwrap().0, "move {chosen}");
        assert_eq!((cells[4], cells[5]), (cells[6], cells[7]), "teammates are treated alike");
    }
}

#[test]
fn card_sets_are_lists_of_records() {
    let source = "
function Game.moves(s, can) can.go(1) end
function Game.go(s, a)
	fill(s.deck, Card)
	s.out = #Card * 10 + Card[a].count
	if Card[a].name == \"card 2\" then s.out += 100 end
end
return Game
";
    let source = format!("{source}{}", include_str!("kit.luau"));
    let mut schema =
        schema().cards(3).field("out", number(0, 999)).field("deck", pile(6)).action("go", &[("a", 1, 3)]);
    schema.cards[0].counts = vec![1, 2, 3];
    let row = |(name, count): (&String, &u32)| {
        let count = Constant::Number(f64::from(*count));
        Constant::Record([("name".into(), Constant::Text(name.clone())), ("count".into(), count)].into())
    };
    let rows = schema.cards[0].names.iter().zip(&schema.cards[0].counts).map(row).collect();
    let constants = [("Game".to_owned(), Constant::Game), ("Card".to_owned(), Constant::List(rows))].into();
    let facts =
        Facts { file: "cards.luau", source: &source, schema: &schema, constants: &constants, defined: None };
    let mut instance = Instance::new(&compile(&facts).unwrap()).unwrap();
    let mut cells = vec![0; schema.cells];
    cells[0] = 1;
    assert_eq!(instance.act(&mut cells, 1, &[], None), Ran::Done);
    assert_eq!(cells[6..], [132, 6, 1, 2, 2, 3, 3, 3]);
}
