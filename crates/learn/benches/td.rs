//! Networks over features: leaves and matches a second of draughts, `cargo bench --workspace --bench td`.
//!
//! A leaf is: read the features of a position, turn them into inputs, ask the network. Beside it stands the plain way,
//! all inputs as a dense vector and the system's tangent.

use ludometer_agents::Scratch;
use ludometer_agents::td::{Active, Coding, Judge, Net, PLAIN};
use ludometer_game::{Game, GameVisitor, Rng, Seat, Turn};
use ludometer_learn::td::bout::Table;
use ludometer_learn::td::choice::chosen;
use ludometer_learn::td::school::School;
use ludometer_learn::td::settings::{Plan, Subject};
use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::Instant;

fn main() {
    ludometer_games::open("draughts", std::iter::empty(), Bench).expect("draughts");
}

struct Bench;

impl GameVisitor for Bench {
    type Out = ();

    fn visit<G: Game>(self, game: G) {
        let features = game.features();
        println!("| features | leaves a second | the plain way | ratio |\n|---|---|---|---|");
        for set in ["ls-draughts", "neurodraughts"] {
            let places = chosen(&features, set, false).expect("a set");
            let coding = Coding::new(&features, &places);
            let mut rng = Rng::stream(1, "bench", 0);
            let net = Net::new(coding.inputs(), 20, &PLAIN, || rng.unit() as f32 * 0.4 - 0.2);
            leaves(&game, set, &Judge { coding, net });
        }
        matches(&game);
    }
}

/// Positions of random matches.
fn positions<G: Game>(game: &G) -> Vec<G::State> {
    let (mut all, mut moves) = (Vec::new(), Vec::new());
    for number in 0..100 {
        let (mut rng, mut state) = (Rng::stream(2, "positions", number), game.initial());
        while let Turn::Seat(_) = game.turn(&state) {
            all.push(state.clone());
            moves.clear();
            game.moves(&state, &mut moves);
            game.play(&mut state, moves[rng.below(moves.len())]);
        }
    }
    all
}

/// How often a second something can be done with each position.
fn speed<G: Game>(positions: &[G::State], mut work: impl FnMut(&G::State) -> f32) -> f64 {
    const ROUNDS: usize = 200;
    let (began, mut sum) = (Instant::now(), 0.0);
    for _ in 0..ROUNDS {
        sum += positions.iter().map(&mut work).sum::<f32>();
    }
    black_box(sum);
    (ROUNDS * positions.len()) as f64 / began.elapsed().as_secs_f64()
}

fn leaves<G: Game>(game: &G, set: &str, judge: &Judge) {
    let (positions, me) = (positions(game), Seat::new(0));
    let mut scratch = Scratch::default();
    let quick = speed::<G>(&positions, |state| judge.of(game, state, me, &mut scratch));
    let (weights, inputs, hidden) = (judge.net.weights(), judge.net.inputs(), judge.net.hidden());
    let (mut numbers, mut active) = (Vec::new(), Active::new());
    let plain = speed::<G>(&positions, |state| {
        numbers.clear();
        game.read_chosen_features(state, me, judge.coding.places(), &mut numbers);
        judge.coding.activate(&numbers, &mut active);
        let mut dense = vec![0.0; inputs];
        active.iter().for_each(|(input, amount)| dense[*input as usize] = *amount);
        let mut output = weights[(inputs + 2) * hidden];
        for unit in 0..hidden {
            let mut sum = weights[inputs * hidden + unit];
            for (input, amount) in dense.iter().enumerate() {
                sum += amount * weights[input * hidden + unit];
            }
            output += sum.tanh() * weights[(inputs + 1) * hidden + unit];
        }
        output.tanh()
    });
    println!("| {set} | {quick:.0} | {plain:.0} | {:.2} |", quick / plain);
}

/// A training as LS-Draughts has it: sessions of 400 matches, three plies ahead.
fn matches<G: Game>(game: &G) {
    println!("\n| features | matches a second |\n|---|---|");
    let params = ludometer_learn::read_params("td", std::iter::empty()).expect("defaults");
    let Subject { features, .. } = Subject::of(game, 1);
    let plan = Plan::read(&Subject::of(game, 1), &params, "td").expect("a game with features");
    let table = Table::new(game, &plan);
    for set in ["ls-draughts", "neurodraughts"] {
        let places = chosen(&features, set, false).expect("a set");
        let school = School { matches: &table, plan: &plan, seed: 1, threads: 1 };
        let mut pupil = school.enrol(Coding::new(&features, &places));
        let began = Instant::now();
        let whole = (0..4).all(|_| school.teach(&mut pupil, &mut |_, _| ControlFlow::Continue(())));
        assert!(whole, "nobody stops it");
        println!("| {set} | {:.0} |", 1600.0 / began.elapsed().as_secs_f64());
    }
}
