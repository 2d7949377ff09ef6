//! Sides apart from seats: fixed, dealt, unequal, as teams.

use ludometer_game::{ChanceKind, Game, Rng, Seat, Turn};
use ludometer_rules::{Script, Source, State, shipped};
use std::collections::BTreeMap;

/// Hunter and prey; the hunter wins at once.
fn hunt(declared: &str, set: &str) -> Script {
    let text = format!(
        r#"
local Game = game {{
	title = "Hunt",
	{declared}
	state = {{ order = int {{ 0, 9 }} }},
	actions = {{ run = {{}} }},
}}
function Game.setup(s, chance) s.order = chance.below(3) end
function Game.moves(s, can) can.run() end
function Game.run(s) s.order = 9 end
function Game.over(s, finish)
	for who = 1, 4 do
		if s.order == 9 and s.side[who] == 1 then
			finish.because("caught")
			finish.win(who)
		end
	end
end
return Game
"#
    );
    let typed = set.split_whitespace().filter_map(|pair| pair.split_once('='));
    ludometer_rules::open(Source::new("hunt.luau", &text), typed).unwrap_or_else(|error| panic!("{error}"))
}

const UNEQUAL: &str = r#"sides = { { name = "Hunter", seats = 1 }, { name = "Prey", seats = 3 } },"#;

fn start(game: &Script, seed: u64) -> State {
    let mut state = game.initial();
    game.settle(&mut state, &mut Rng::stream(seed, "dice", 0));
    assert!(game.turn(&state).seat().is_some(), "{:?}", game.fault(&state));
    state
}

fn sides(game: &Script, state: &State) -> Vec<String> {
    Seat::all(game.seats()).map(|seat| game.side(state, seat)).collect()
}

#[test]
fn fixed_sides_follow_the_seats() {
    let game = hunt(UNEQUAL, "");
    assert_eq!(game.seats(), 4, "as many players as sides have seats");
    assert_eq!(sides(&game, &start(&game, 1)), ["Hunter", "Prey", "Prey", "Prey"]);
    assert_eq!(game.seat_name(Seat::new(0)), "Player 1");
    assert_eq!(Seat::all(4).map(|seat| game.team(seat)).collect::<Vec<_>>(), [0, 1, 2, 3]);
}

#[test]
fn dealt_sides_come_to_every_seat_equally_often() {
    let game = hunt(UNEQUAL, "sides=dealt");
    assert_eq!(game.traits().chance, ChanceKind::Listed);
    let mut hunters: BTreeMap<usize, u32> = BTreeMap::new();
    for seed in 0..2000 {
        let state = start(&game, seed);
        let dealt = sides(&game, &state);
        assert_eq!(dealt.iter().filter(|side| *side == "Prey").count(), 3, "{dealt:?}");
        *hunters.entry(dealt.iter().position(|side| side == "Hunter").unwrap()).or_default() += 1;
    }
    // 500 each, with a standard deviation of 19.
    assert!(hunters.len() == 4 && hunters.values().all(|n| (400..600).contains(n)), "{hunters:?}");
}

#[test]
fn the_rules_see_the_sides_and_who_wins() {
    let game = hunt(UNEQUAL, "sides=dealt");
    for seed in 0..20 {
        let mut state = start(&game, seed);
        let hunter = sides(&game, &state).iter().position(|side| side == "Hunter").unwrap();
        let mut legal = Vec::new();
        game.moves(&state, &mut legal);
        game.play(&mut state, legal[0]);
        assert_eq!(game.turn(&state), Turn::Over);
        assert_eq!(game.payoff(&state).points[Seat::new(hunter as u8)], 1.0);
    }
    assert!(ludometer_testkit::conformance(&game, 20, 1).holds());
}

#[test]
fn sides_may_be_teams() {
    let game = hunt(&format!("{UNEQUAL} teams = \"sides\","), "");
    assert_eq!(Seat::all(4).map(|seat| game.team(seat)).collect::<Vec<_>>(), [0, 1, 1, 1]);
    assert!(game.schema().params.is_empty(), "teams are known before anything is dealt");
}

#[test]
fn a_dealt_deck_goes_with_its_side() {
    let source = || shipped::find("duel.luau").unwrap();
    let game = ludometer_rules::open(source(), [("sides", "dealt")]).unwrap();
    let mut firsts = BTreeMap::<String, u32>::new();
    for seed in 0..100 {
        let state = start(&game, seed);
        let side = sides(&game, &state).swap_remove(0);
        assert!(format!("{:?}", game.scene(&state, None)).contains(&format!("Side of Player 1: {side}")));
        *firsts.entry(side).or_default() += 1;
    }
    assert!(firsts.len() == 2 && firsts.values().all(|n| *n > 25), "{firsts:?}");
    for name in ["duel.luau", "hex.luau"] {
        let dealt = ludometer_rules::open(shipped::find(name).unwrap(), [("sides", "dealt")]).unwrap();
        let report = ludometer_testkit::conformance(&dealt, 3, 1);
        assert!(report.holds(), "{name}: {report}");
    }
}
