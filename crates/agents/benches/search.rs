//! Simulations per CPU second of `mcts` on connect four and of `ismcts` on tricks for four, and CPU time of
//! full α–β on tic-tac-toe: `cargo bench -p ludometer-agents`.
//!
//! With the argument `fixed` it makes one fixed search and nothing else, for counting instructions:
//! `valgrind --tool=callgrind BINARY fixed`. With `hidden` it measures `ismcts` and nothing else, for a
//! profile: `perf record BINARY hidden`.

use cpu_time::ThreadTime;
use ludometer_agents::ismcts::{self, Observer};
use ludometer_agents::mcts::{Rollout, Search, Settings};
use ludometer_agents::{AgentSpec, build};
use ludometer_game::{Game, GameVisitor, Rng, Seat, View};

struct Measure {
    fixed: bool,
}

impl GameVisitor for Measure {
    type Out = ();

    fn visit<G: Game>(self, game: G) {
        let start = game.initial();
        let mut rng = Rng::stream(1, "search", 0);
        let mut search = Search::default();
        let settings = |sims| Settings { sims, c: 1.4, rollout: Rollout::Random };
        if self.fixed {
            println!("{} simulations", search.run(&game, &start, settings(20_000), &mut rng).simulations());
            return;
        }
        for sims in [1_000, 10_000, 100_000, 1_000_000] {
            let (mut best, repeats) = (0.0f64, (3_000_000 / sims).max(1));
            for _ in 0..3 {
                let began = ThreadTime::now();
                for _ in 0..repeats {
                    search.run(&game, &start, settings(sims), &mut rng);
                }
                best = best.max(f64::from(sims * repeats) / began.elapsed().as_secs_f64());
            }
            let tree = search.tree();
            println!("{sims:>9} per search: {:.2} M/s, tree {:.1} MB", best / 1e6, tree.bytes() as f64 / 1e6);
        }
    }
}

/// From the empty board to the proof, agent and table made anew each time.
struct Prove;

impl GameVisitor for Prove {
    type Out = ();

    fn visit<G: Game>(self, game: G) {
        let (start, spec) = (game.initial(), AgentSpec::read("alphabeta:depth=9").expect("a specification"));
        let mut best = f64::INFINITY;
        for _ in 0..200 {
            let began = ThreadTime::now();
            let mut agent = build(&game, &spec).expect("alphabeta plays this game");
            let view = View::new(&game, &start, Seat::new(0));
            let found = agent.decide(&view, &mut Rng::stream(1, "prove", 0)).expect("a decision");
            best = best.min(began.elapsed().as_secs_f64());
            assert!(found.proven, "nine plies are the whole game");
        }
        println!("tic-tac-toe by full alpha-beta: {:.3} ms", best * 1e3);
    }
}

/// From the first decision after the deal, with the eyes of one seat and with those of all.
struct Blind;

impl GameVisitor for Blind {
    type Out = ();

    fn visit<G: Game>(self, game: G) {
        let (mut start, mut rng) = (game.initial(), Rng::stream(1, "search", 0));
        game.settle(&mut start, &mut rng);
        let seat = game.turn(&start).seat().expect("a seat to move");
        let view = View::new(&game, &start, seat);
        for observer in [Observer::Single, Observer::Multiple] {
            let mut search = ismcts::Search::new(observer);
            for sims in [1_000, 10_000, 1_000_000] {
                let settings = Settings { sims, c: 1.4, rollout: Rollout::Random };
                let (mut best, repeats) = (0.0f64, (500_000 / sims).max(1));
                for _ in 0..3 {
                    let began = ThreadTime::now();
                    for _ in 0..repeats {
                        search.run(&view, settings, &mut rng);
                    }
                    best = best.max(f64::from(sims * repeats) / began.elapsed().as_secs_f64());
                }
                let megabytes = search.bytes() as f64 / 1e6;
                println!("{observer:?}, {sims:>9} per search: {:.0} k/s, tree {megabytes:.1} MB", best / 1e3);
            }
        }
    }
}

fn main() {
    let asked = |wanted: &str| std::env::args().any(|word| word == wanted);
    let fixed = asked("fixed");
    if !fixed {
        ludometer_games::open("tricks", [], Blind).expect("the default game opens");
    }
    if asked("hidden") {
        return;
    }
    if !fixed {
        ludometer_games::open("tic-tac-toe", [], Prove).expect("the default game opens");
    }
    ludometer_games::open("connect-four", [], Measure { fixed }).expect("the default game opens");
}
