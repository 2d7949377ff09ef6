//! Q-learning on Connect Four beside a plain hash map, in the same run: `cargo bench -p ludometer-learn --bench q`.
//!
//! The peer is what one would write in an afternoon: one thread, a hash map from state and action to a value, an update
//! after every decision. Both play the same game through the same contract.

use ludometer_agents::q::{KEPT_BITS, Sight, Table};
use ludometer_game::{AnyGame, Game, GameVisitor, Rng, Turn};
use ludometer_learn::q::{Cast, Method, Plan, Role, Rounds, begin};
use rustc_hash::FxHashMap;
use std::time::Instant;

const ALPHA: f32 = 0.7;
const GAMMA: f32 = 0.7;
const EPSILON: f64 = 0.3;

struct Erase;
impl GameVisitor for Erase {
    type Out = AnyGame;
    fn visit<G: Game>(self, game: G) -> AnyGame {
        AnyGame::new(game)
    }
}

fn main() {
    let game = ludometer_games::open("connect-four", [], Erase).expect("a game");
    println!("| episodes | learner | episodes/s | against the peer | bytes a pair |\n|---|---|---|---|---|");
    for episodes in [200_000, 2_000_000] {
        let (peer, pairs) = plain(&game, episodes);
        // A slot of the map, one byte of its index, and an eighth of them empty at best.
        let each = (size_of::<(u64, u8, f32)>() + 1) as f64 * pairs.capacity() as f64 * 8.0 / 7.0;
        row(episodes, "plain hash map, 1 thread", peer, peer, each / pairs.len() as f64);
        for threads in [1, 2] {
            let (speed, each) = ours(&game, episodes, threads);
            row(episodes, &format!("train q, {threads} threads"), speed, peer, each);
        }
    }
}

fn row(episodes: u64, name: &str, speed: f64, peer: f64, each: f64) {
    println!("| {episodes} | {name} | {speed:.0} | {:.2} | {each:.1} |", speed / peer);
}

fn ours(game: &AnyGame, episodes: u64, threads: usize) -> (f64, f64) {
    let learner = Role::Learner { method: Method::Q, epsilon: EPSILON };
    let mut plan = Plan::showing(vec![learner; 2], 0.0, false);
    (plan.alpha, plan.gamma, plan.round) = ((f64::from(ALPHA), 0.0), GAMMA, 0);
    plan.rewards = Some([100.0, 0.0, -50.0]);
    let cast = Cast { agents: vec![None, None], explorer: None };
    let rounds = Rounds { game, plan: &plan, cast: &cast, seed: 1, threads, cold: None };
    let (mut values, began) = (begin(&plan, 2, (-1.0, 1.0)), Instant::now());
    while values.episodes < episodes {
        let done = values.episodes;
        let upto = (done + plan.round_after(done)).min(episodes);
        rounds.learn(&mut values, done..upto).expect("learnt");
    }
    let speed = episodes as f64 / began.elapsed().as_secs_f64();
    let sum = |read: fn(&Table) -> usize| values.tables.iter().map(read).sum::<usize>() as f64;
    (speed, sum(Table::bytes) / sum(Table::pairs))
}

/// A value for each state and action.
type Map = FxHashMap<(u64, u8), f32>;

fn plain(game: &AnyGame, episodes: u64) -> (f64, Map) {
    let (mut values, began) = (Map::default(), Instant::now());
    let (mut sight, mut moves) = (Sight::new(game, false), Vec::new());
    for episode in 0..episodes {
        let mut rng = Rng::stream(1, "episode", episode);
        let mut state = game.initial();
        // The last decision of each seat.
        let mut last: [Option<(u64, u8)>; 2] = [None; 2];
        while let Turn::Seat(seat) = game.turn(&state) {
            moves.clear();
            game.moves(&state, &mut moves);
            let place = sight.look(game, &state, seat, &moves);
            let key = (place.shard() as u64) << KEPT_BITS | place.kept() | (seat.index() as u64) << 60;
            let worth = |values: &Map, at: usize| values.get(&(key, at as u8)).copied().unwrap_or(0.0);
            let best = (0..moves.len()).map(|at| worth(&values, at)).fold(f32::NEG_INFINITY, f32::max);
            if let Some(before) = last[seat.index()] {
                learn(&mut values, before, GAMMA * best);
            }
            let chosen = match rng.unit() < EPSILON {
                true => rng.below(moves.len()),
                false => (0..moves.len()).find(|at| worth(&values, *at) == best).unwrap_or(0),
            };
            last[seat.index()] = Some((key, chosen as u8));
            game.play(&mut state, moves[chosen]);
        }
        for (seat, last) in last.into_iter().enumerate() {
            let points = game.payoff(&state).points[ludometer_game::Seat::new(seat as u8)];
            let reward = if points > 0.0 { 100.0 } else { 50.0 * points };
            last.into_iter().for_each(|before| learn(&mut values, before, reward));
        }
    }
    (episodes as f64 / began.elapsed().as_secs_f64(), values)
}

fn learn(values: &mut Map, key: (u64, u8), target: f32) {
    let value = values.entry(key).or_insert(0.0);
    *value += ALPHA * (target - *value);
}
