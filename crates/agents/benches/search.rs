//! Simulations per CPU second of `mcts` on connect four: `cargo bench -p ludometer-agents`.
//!
//! With the argument `fixed` it makes one fixed search and nothing else, for counting instructions:
//! `valgrind --tool=callgrind BINARY fixed`.

use cpu_time::ThreadTime;
use ludometer_agents::mcts::{Rollout, Search, Settings};
use ludometer_game::{Game, GameVisitor, Rng};

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

fn main() {
    let fixed = std::env::args().any(|word| word == "fixed");
    ludometer_games::open("connect-four", [], Measure { fixed }).expect("the default game opens");
}
