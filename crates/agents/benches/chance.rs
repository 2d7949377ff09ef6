//! What Star1 and Star2 save on backgammon, with and without ordering and table:
//! `cargo bench -p ludometer-agents --bench chance`. Counts are exact and repeatable; times are CPU time.
//!
//! Arguments: positions at depth 2 and at depth 3 (`-- 100 10`).

use cpu_time::ThreadTime;
use ludometer_agents::expectiminimax::search::{Limits, Prune, Search};
use ludometer_agents::{Evaluation, Patience, Sight};
use ludometer_game::{Game, GameVisitor, Rng, Turn};

/// Cuts, ordering and megabytes of table.
const WAYS: [(&str, Prune, bool, usize); 10] = [
    ("none", Prune::None, false, 0),
    ("none, table", Prune::None, false, 64),
    ("star1", Prune::Star1, false, 0),
    ("star1, order", Prune::Star1, true, 0),
    ("star1, table", Prune::Star1, false, 64),
    ("star1, order, table", Prune::Star1, true, 64),
    ("star2", Prune::Star2, false, 0),
    ("star2, order", Prune::Star2, true, 0),
    ("star2, table", Prune::Star2, false, 64),
    ("star2, order, table", Prune::Star2, true, 64),
];
/// Random plies before a position, at most.
const PLIES: usize = 60;

struct Measure {
    depth: u32,
    positions: u64,
}

impl Measure {
    /// A position of a random match in which a seat has more than one move.
    fn position<G: Game>(game: &G, number: u64) -> G::State {
        let mut rng = Rng::stream(1, "positions", number);
        let mut legal = Vec::new();
        loop {
            let mut state = game.initial();
            let mut left = rng.below(PLIES);
            game.settle(&mut state, &mut rng);
            while let Turn::Seat(_) = game.turn(&state) {
                legal.clear();
                game.moves(&state, &mut legal);
                if left == 0 && legal.len() > 1 {
                    return state;
                }
                left = left.saturating_sub(1);
                game.play(&mut state, legal[rng.below(legal.len())]);
                game.settle(&mut state, &mut rng);
            }
        }
    }
}

impl GameVisitor for Measure {
    type Out = ();

    fn visit<G: Game>(self, game: G) {
        let evaluation = Evaluation::read(&game, "bench", "").expect("the game's own");
        let states: Vec<G::State> = (0..self.positions).map(|number| Self::position(&game, number)).collect();
        let mut all = None;
        for (name, prune, order, table) in WAYS {
            let (mut leaves, mut probes, mut hits) = (0, 0, 0);
            let began = ThreadTime::now();
            for state in &states {
                let seat = game.turn(state).seat().expect("a seat to move");
                let sight = Sight::new(&game, seat, &evaluation);
                let mut legal = Vec::new();
                game.moves(state, &mut legal);
                let (patience, bounds) = (Patience::endless(), sight.least_and_most());
                let (depth, nodes, every) = (self.depth, u64::MAX, false);
                let limits = Limits { depth, nodes, patience, prune, bounds, order, every };
                let found = Search::new(table << 20).run(&sight, state, &legal, &limits);
                leaves += found.last.leaves;
                probes += found.last.probes;
                hits += found.last.hits;
            }
            let seconds = began.elapsed().as_secs_f64();
            let plain = *all.get_or_insert(leaves as f64);
            let (share, each) = (100.0 * leaves as f64 / plain, leaves / self.positions);
            println!(
                "depth {}, {name:<20} {each:>10} leaves {share:>6.1} %  {:>7} probes {:>7} hits  {:>9.2} ms",
                self.depth,
                probes / self.positions,
                hits / self.positions,
                1e3 * seconds / self.positions as f64
            );
        }
    }
}

fn main() {
    let mut typed = std::env::args().skip(1).filter_map(|word| word.parse().ok());
    let counts = [(2, typed.next().unwrap_or(100)), (3, typed.next().unwrap_or(10))];
    for scoring in ["gammons", "win"] {
        for (depth, positions) in counts {
            println!("backgammon, scoring={scoring}, {positions} positions");
            let measure = Measure { depth, positions };
            ludometer_games::open("backgammon", [("scoring", scoring)], measure).expect("backgammon opens");
        }
    }
}
