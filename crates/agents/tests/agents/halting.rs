//! No decision is without end: nobody waits any more, or the time is over.

use ludometer_agents::alphabeta::search::{Limits, Search};
use ludometer_agents::{AgentSpec, Evaluation, Patience, Sight, build};
use ludometer_game::{Game, GameVisitor, Rng, Turn, View};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

/// Lets an agent think about the first decision and gives up when it asks for the `patience`-th time.
struct GiveUp<'a> {
    spec: &'a str,
    patience: u32,
}

impl GameVisitor for GiveUp<'_> {
    /// How often it was asked.
    type Out = u32;

    fn visit<G: Game>(self, game: G) -> u32 {
        let mut state = game.initial();
        let mut rng = Rng::stream(1, "match", 0);
        game.settle(&mut state, &mut rng);
        let Turn::Seat(seat) = game.turn(&state) else { panic!("nobody moves") };
        let asked = AtomicU32::new(0);
        let halted = || {
            let asked = asked.fetch_add(1, Ordering::Relaxed);
            assert!(asked < self.patience + 100, "{} thinks on", self.spec);
            asked >= self.patience
        };
        let view = View::new(&game, &state, seat).watched(&halted);
        let mut agent = build(&game, &AgentSpec::read(self.spec).unwrap()).unwrap();
        let decision = agent.decide(&view, &mut rng).unwrap();
        assert!(view.legal().contains(&decision.chosen), "{}", self.spec);
        asked.into_inner()
    }
}

#[test]
fn every_agent_that_thinks_long_stops_when_nobody_waits() {
    for (game, set, spec) in [
        ("connect-four", &[][..], "minimax:depth=20"),
        ("connect-four", &[], "alphabeta:depth=42"),
        ("draughts", &[], "alphabeta:depth=60,quiescence=100"),
        ("nim", &[("seats", "3"), ("heaps", "9,9,9,9")], "alphabeta:depth=40,many=maxn"),
        ("backgammon", &[], "expectiminimax:depth=9"),
        ("backgammon", &[], "expectiminimax:depth=9,prune=none"),
        ("pig", &[], "expectiminimax:depth=60,prune=star1,order=off,table=0"),
        ("breakthrough", &[], "solve:nodes=1000000000000"),
        ("connect-four", &[], "solve:nodes=1000000000000"),
        ("breakthrough", &[], "mcts:sims=100000000"),
        ("kuhn-poker", &[], "mcts:sims=100000000"),
        ("leduc-poker", &[], "ismcts:sims=100000000,observer=multiple"),
        ("tricks", &[], "pimc:deals=100000,nodes=1000000000"),
        ("tricks", &[], "pimc:deals=100000,with=mcts,sims=100000000"),
        ("pig", &[], "greedy:worlds=1000"),
    ] {
        for patience in [0, 1, 5, 40] {
            let give_up = GiveUp { spec, patience };
            let asked = ludometer_games::open(game, set.iter().copied(), give_up).unwrap();
            assert!(asked > patience, "{spec} was through after {asked} questions");
        }
    }
}

/// A search whose time is over before it begins.
struct Late;

impl GameVisitor for Late {
    type Out = ();

    fn visit<G: Game>(self, game: G) {
        let evaluation = Evaluation::read(&game, "test", "").unwrap();
        let mut state = game.initial();
        let mut rng = Rng::stream(2, "match", 0);
        while let Turn::Seat(seat) = game.turn(&state) {
            let view = View::new(&game, &state, seat);
            let sight = Sight::new(&game, seat, &evaluation);
            let search = |depth, time| {
                let patience = Patience::of(&view, time);
                let limits =
                    Limits { depth, nodes: u64::MAX, patience, quiescence: 100, extend: true, every: false };
                Search::new(0).run(&sight, &state, &limits, &mut Rng::stream(1, "think", 0))
            };
            let (shallow, late) = (search(1, None), search(60, Some(Duration::ZERO)));
            assert_eq!(late.depth, 1, "the first depth is finished, the second is not");
            // However much of it is quiescence, an eighth more is looked at before the clock is read.
            let most = shallow.counts.nodes + shallow.counts.nodes / 8 + 2;
            assert!(late.counts.nodes <= most, "{} of {most}", late.counts.nodes);
            let chosen = view.legal()[rng.below(view.legal().len())];
            game.play(&mut state, chosen);
        }
    }
}

#[test]
fn the_clock_is_read_in_short_searches_and_beyond_the_depth() {
    for game in ["draughts", "othello", "go"] {
        ludometer_games::open(game, [], Late).unwrap();
    }
}
