//! How fast a game is here: playouts, perft, search, memory. Rates are per CPU second of one thread.

use crate::lanes::Lanes;
use cpu_time::ThreadTime;
use ludometer_agents::ismcts;
use ludometer_agents::mcts::{Rollout, Search, Settings};
use ludometer_arena::Table;
use ludometer_game::{Game, Rng, Turn, View};
use serde::Serialize;
use std::time::Duration;

/// How fast a game is.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Speed {
    /// The game.
    pub game: String,
    /// Uniformly random matches from the first decision to the end.
    pub playouts_per_s: f64,
    /// Moves inside those matches.
    pub moves_per_s: f64,
    /// Mean length of a random match in plies.
    pub plies_per_playout: f64,
    /// Positions at the deepest level of a full expansion.
    pub perft_per_s: f64,
    /// The depth of that expansion.
    pub perft_depth: u32,
    /// Simulations of `mcts` with 10 000 simulations per move.
    pub mcts_sims_per_s: f64,
    /// Simulations in one search of a million.
    pub mcts_million_sims_per_s: f64,
    /// Memory of the tree after a million simulations, per simulation.
    pub bytes_per_node: f64,
    /// Memory of the tree after a million simulations.
    pub tree_bytes: usize,
    /// Size of a state.
    pub bytes_per_state: usize,
    /// The lanes of a rules file.
    #[serde(flatten)]
    pub lanes: Option<Lanes>,
}

/// How long and how much to measure.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Measuring {
    /// CPU time of each window.
    pub window: Duration,
    /// Simulations of a search for one move.
    pub per_move: u32,
    /// Simulations of one large search.
    pub large: u32,
}

impl Measuring {
    /// What is usually measured: 10 000 simulations for a move, a million for a large search.
    #[must_use]
    pub const fn over(window: Duration) -> Self {
        Measuring { window, per_move: 10_000, large: 1_000_000 }
    }

    /// Everything once.
    #[must_use]
    pub const fn dry() -> Self {
        Measuring { window: Duration::ZERO, per_move: 1, large: 1 }
    }
}

/// Repeats `work` for at least `window` of CPU time and returns how many units per second it did; `work`
/// returns the units of one call. The best of three windows counts: the others were disturbed.
pub(crate) fn rate(window: Duration, mut work: impl FnMut() -> u64) -> f64 {
    let mut best = 0.0f64;
    for _ in 0..3 {
        let began = ThreadTime::now();
        let mut units = 0;
        let spent = loop {
            units += work();
            let spent = began.elapsed();
            if spent >= window {
                break spent;
            }
        };
        best = best.max(units as f64 / spent.as_secs_f64().max(1e-9));
    }
    best
}

pub(crate) fn speed<G: Game>(table: &Table<G>, name: &str, how: Measuring, seed: u64) -> Speed {
    let game = &*table.game;
    let window = how.window;
    let mut rng = Rng::stream(seed, "bench", 0);
    let mut start = table.start.clone();
    game.settle(&mut start, &mut rng);
    let plies = mean_plies(game, &start, &mut rng);
    let mut buffer = Vec::new();
    let playouts = rate(window, || {
        for _ in 0..256 {
            std::hint::black_box(game.playout(&mut start.clone(), &mut buffer, &mut rng));
        }
        256
    });
    let (perft_depth, perft_per_s) = perft_rate(game, &start, window);
    let settings = |sims| Settings { sims, c: 1.4, rollout: Rollout::Random };
    let mut search = Search::default();
    let hidden = game.traits().hidden;
    let mut blind = ismcts::Search::default();
    // Measured is what was simulated: a search that proves its root stops early.
    let mut searched = |sims: u32, rng: &mut Rng| match game.turn(&start) {
        Turn::Seat(seat) if hidden => {
            blind.run(&View::new(game, &start, seat), settings(sims), rng).simulations()
        }
        Turn::Seat(_) => search.run(game, &start, settings(sims), rng).simulations(),
        _ => 0,
    };
    let over = game.turn(&start).seat().is_none();
    let per_move = if over { 0.0 } else { rate(window, || searched(how.per_move, &mut rng)) };
    // A large search of a slow game stays within twenty windows.
    let large = how.large.min((per_move * window.as_secs_f64() * 20.0) as u32).max(1);
    let million = if over { 0.0 } else { rate(window, || searched(large, &mut rng)) };
    let done = if over { 0 } else { searched(large, &mut rng) };
    let tree_bytes = if hidden { blind.bytes() } else { search.tree().bytes() };
    Speed {
        game: name.to_owned(),
        playouts_per_s: playouts,
        moves_per_s: playouts * plies,
        plies_per_playout: plies,
        perft_per_s,
        perft_depth,
        mcts_sims_per_s: per_move,
        mcts_million_sims_per_s: million,
        bytes_per_node: tree_bytes as f64 / done.max(1) as f64,
        tree_bytes,
        bytes_per_state: size_of::<G::State>(),
        lanes: None,
    }
}

fn mean_plies<G: Game>(game: &G, start: &G::State, rng: &mut Rng) -> f64 {
    let matches = 2000;
    let mut plies = 0u64;
    let mut moves = Vec::new();
    for _ in 0..matches {
        let mut state = start.clone();
        for _ in 0..game.limit() {
            let chosen = match game.turn(&state) {
                Turn::Seat(_) => {
                    moves.clear();
                    game.moves(&state, &mut moves);
                    moves[rng.below(moves.len())]
                }
                Turn::Chance => game.draw(&state, rng),
                _ => break,
            };
            game.play(&mut state, chosen);
            plies += 1;
        }
    }
    plies as f64 / f64::from(matches)
}

/// The deepest full expansion that stays short, and its speed.
fn perft_rate<G: Game>(game: &G, start: &G::State, window: Duration) -> (u32, f64) {
    let mut depth = 1;
    let mut leaves = ludometer_testkit::perft(game, start, 1);
    while depth < 12 && leaves < 200_000 {
        let deeper = ludometer_testkit::perft(game, start, depth + 1);
        if deeper <= leaves && depth > 2 {
            break;
        }
        (depth, leaves) = (depth + 1, deeper);
    }
    (depth, rate(window, || ludometer_testkit::perft(game, start, depth).max(1)))
}
