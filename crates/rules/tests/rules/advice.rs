//! What a file advises: strategies as agents, guides and priors, and the worth of positions.

use ludometer_agents::{AgentSpec, build};
use ludometer_game::{AnyGame, Game, Rng, Seat, Turn, View};
use ludometer_rules::{Script, Source, shipped};

/// Two players add 1 to 3; the file's advice follows.
const ADDING: &str = r#"
local Game = game {
	title = "Adding up",
	players = 2,
	limit = 500,
	state = {
		sum = int { 0, 200 },
		hand = each_player(int { 0, 5, start = 2, see = "owner" }),
		deck = pile { of = cards { ranks = 3 }, see = "none" },
	},
	actions = { add = { args = { { "number", 1, 3 } } } },
}

function Game.setup(s, chance)
	s.deck[1] = 2
	s.deck[2] = 3
end

function Game.moves(s, can)
	for number = 1, 3 do
		can.add(number)
	end
end

function Game.add(s, number)
	s.sum += number
	s.turn = 3 - s.turn
end

function Game.over(s, finish)
	if s.sum >= 150 then
		finish.because("full")
		finish.win(s.turn)
	end
end

"#;

fn adding(advice: &str) -> Script {
    let source = Source::new("adding.luau", &format!("{ADDING}{advice}\nreturn Game\n"));
    ludometer_rules::open(source, []).unwrap_or_else(|error| panic!("{error}"))
}

/// A strategy whose body this is.
fn stated(body: &str) -> Script {
    adding(&format!("Game.strategies = {{ plan = function(v, moves) {body} end }}"))
}

/// What an agent answers at the start, by the text of the move.
fn answers<G: Game>(game: &G, spec: &str, seed: u64) -> String {
    let mut state = game.initial();
    game.settle(&mut state, &mut Rng::stream(seed, "dice", 0));
    let Turn::Seat(seat) = game.turn(&state) else { panic!("nobody moves") };
    let view = View::new(game, &state, seat);
    let mut agent = build(game, &AgentSpec::read(spec).unwrap()).unwrap_or_else(|error| panic!("{error}"));
    let decision = agent.decide(&view, &mut Rng::stream(seed, "think", 0)).unwrap();
    view.text(decision.chosen)
}

#[test]
fn a_strategy_may_name_a_move_its_place_or_weights() {
    for body in [
        "return 2",
        "return moves[2]",
        "return { 0, 7.5, -3 }",
        "for _, move in moves do if move.action == 'add' and move.number == 2 then return move end end",
        "return if v.me == v.turn and v.hand[v.me] == 2 and #v.deck == 2 and v.sum == 0 then 2 else 1",
    ] {
        assert_eq!(answers(&stated(body), "strategy:plan", 1), "2", "{body}");
    }
}

#[test]
fn equals_are_drawn_by_lot() {
    let game = stated("return { 1, 0, 1 }");
    let all: Vec<String> = (0..40).map(|seed| answers(&game, "strategy:plan", seed)).collect();
    let of = |text: &str| all.iter().filter(|answer| *answer == text).count();
    assert!(of("1") > 8 && of("3") > 8 && of("2") == 0, "{all:?}");
}

#[test]
fn who_asks_for_another_strategy_is_told_which_there_are() {
    let refused = |game: &Script, spec: &str| {
        build(game, &AgentSpec::read(spec).unwrap()).err().expect("refused").to_string()
    };
    let game = stated("return 1");
    assert_eq!(
        refused(&game, "strategy:plam"),
        "agent `strategy`: unknown strategy `plam` (did you mean `plan`?); valid: plan"
    );
    assert_eq!(
        refused(&game, "strategy"),
        "agent `strategy`: which strategy? Write `strategy:plan`; valid: plan"
    );
    assert!(refused(&game, "mcts:prior=rush").contains("unknown strategy `rush`; valid: plan"));
    assert!(refused(&game, "ismcts:guide=rush").contains("unknown strategy `rush`; valid: plan"));
    assert!(refused(&game, "mcts:guide=plan,rollout=mast").contains("type one of them"));
    assert!(refused(&game, "mcts:guide-epsilon=0.5").contains("no effect without `guide`"));
    assert!(refused(&adding(""), "strategy:plan").contains("needs strategies that the game states"));
}

#[test]
fn a_strategy_that_breaks_in_a_match_is_a_fault_with_its_line() {
    // Rarely enough to be missed when the file is opened.
    let game = stated("return if v.sum > 140 then v.summ else 1");
    let mut state = game.initial();
    while game.turn(&state).seat().is_some() {
        let mut legal = Vec::new();
        game.moves(&state, &mut legal);
        let view = View::new(&game, &state, game.turn(&state).seat().unwrap());
        let mut agent = build(&game, &AgentSpec::read("strategy:plan").unwrap()).unwrap();
        if let Err(fault) = agent.decide(&view, &mut Rng::stream(1, "think", 0)) {
            assert!(fault.what.contains("the view has no field `summ`"), "{fault}");
            assert!(fault.place.starts_with("adding.luau:"), "{fault}");
            let mut search = build(&game, &AgentSpec::read("mcts:sims=5,guide=plan").unwrap()).unwrap();
            assert_eq!(search.decide(&view, &mut Rng::stream(1, "think", 0)).unwrap_err(), fault);
            return;
        }
        game.play(&mut state, legal[2]);
    }
    panic!("it never broke");
}

#[test]
fn a_guide_plays_the_matches_of_a_search() {
    // Who reaches 150 loses; both always adding 3 from 0, the second player does.
    let game = stated("return 3");
    let guided = "mcts:sims=60,guide=plan,guide-epsilon=0";
    let state = game.initial();
    let view = View::new(&game, &state, Seat::new(0));
    let mut agent = build(&game, &AgentSpec::read(guided).unwrap()).unwrap();
    let decision = agent.decide(&view, &mut Rng::stream(1, "think", 0)).unwrap();
    assert!(decision.values[0].abs() <= 1.0 && decision.nodes == 60, "{decision:?}");
    assert_eq!(answers(&game, guided, 3), answers(&game, guided, 3));
    let ismcts = "ismcts:sims=60,guide=plan,prior=plan";
    assert_eq!(answers(&game, ismcts, 3), answers(&AnyGame::new(stated("return 3")), ismcts, 3));
}

#[test]
fn a_prior_says_what_is_looked_at_first() {
    let hidden = stated("return { 0, 1, 0 }");
    for seed in 0..8 {
        assert_eq!(answers(&hidden, "mcts:sims=1,prior=plan", seed), "2");
        assert_eq!(answers(&hidden, "ismcts:sims=1,prior=plan", seed), "2");
    }
    let open = ludometer_rules::open(shipped::find("race.luau").unwrap(), []).unwrap();
    let (mut state, mut rng) = (open.initial(), Rng::stream(1, "dice", 0));
    for _ in 0..30 {
        let mut legal = Vec::new();
        match open.turn(&state) {
            Turn::Seat(seat) => {
                open.moves(&state, &mut legal);
                let view = View::new(&open, &state, seat);
                let chosen = |spec: &str| {
                    let mut agent = build(&open, &AgentSpec::read(spec).unwrap()).unwrap();
                    agent.decide(&view, &mut Rng::stream(1, "think", 0)).unwrap().chosen
                };
                let mut weights = Vec::new();
                view.advise(0, &mut weights).unwrap();
                let place =
                    legal.iter().position(|option| *option == chosen("mcts:sims=1,prior=rush")).unwrap();
                assert!(weights.iter().all(|weight| *weight <= weights[place]), "{weights:?}");
                chosen("mcts:sims=30,prior=rush,guide=together,widen=0.5");
                open.play(&mut state, legal[rng.below(legal.len())]);
            }
            Turn::Chance => {
                let outcome = open.draw(&state, &mut rng);
                open.play(&mut state, outcome);
            }
            _ => break,
        }
    }
}

#[test]
fn a_value_is_an_estimate_in_points() {
    let game = ludometer_rules::open(shipped::find("race.luau").unwrap(), []).unwrap();
    assert_eq!(game.strategies(), ["rush", "together"]);
    let start = game.initial();
    assert_eq!(game.evaluate(&start, Seat::new(0)), Some(0.0));
    assert_eq!(adding("").evaluate(&adding("").initial(), Seat::new(0)), None);
    let worth = adding("function Game.value(v) return if v.me == 1 then 50 else -100 end");
    assert_eq!(worth.evaluate(&worth.initial(), Seat::new(0)), Some(0.5), "who sees more says so alone");
    assert_eq!(worth.evaluate(&worth.initial(), Seat::new(1)), Some(-1.0));
    let greedy = adding("function Game.value(v) return if v.sum == 2 then 100 else 0 end");
    assert_eq!(answers(&greedy, "greedy", 1), "2");
    assert_eq!(answers(&greedy, "mcts:sims=20,rollout=evaluate,c=0.1", 1), "2");
}
