//! Iterations per CPU second of `train cfr`: `cargo bench -p ludometer-learn`.

use cpu_time::ThreadTime;
use ludometer_game::{AnyGame, Game, GameVisitor};
use ludometer_learn::cfr::solver::{Method, Solver};
use ludometer_learn::cfr::tree::Tree;
use std::time::Duration;

/// CPU time of each window; the best of three counts.
const WINDOW: Duration = Duration::from_millis(500);

/// A game without its type: the game is only asked once.
struct Erase;

impl GameVisitor for Erase {
    type Out = AnyGame;

    fn visit<G: Game>(self, game: G) -> AnyGame {
        AnyGame::new(game)
    }
}

fn measure(name: &str, game: &AnyGame) {
    let began = ThreadTime::now();
    let tree = Tree::grow(game, 5_000_000).expect("a small game");
    let grown = began.elapsed().as_secs_f64() * 1e3;
    let solver = Solver::new(tree.clone(), Method::Plus, 1, 0.6).expect("perfect recall");
    let (nodes, sets, outcomes) = (tree.nodes.len(), tree.sets.len(), solver.form().outcomes());
    println!(
        "{name}: {nodes} positions, {sets} information sets, {outcomes} outcomes, grown in {grown:.1} ms"
    );
    for word in Method::WORDS {
        let method = Method::read(word).expect("a method");
        let mut solver = Solver::new(tree.clone(), method, 1, 0.6).expect("perfect recall");
        println!("  {word:>8}: {:>9.0} iterations/s", rate(&mut solver));
    }
    let policy = solver.form().uniform();
    let began = ThreadTime::now();
    for _ in 0..100 {
        std::hint::black_box(solver.form().exploitability(&policy));
    }
    println!("  exploitability: {:.1} µs", began.elapsed().as_secs_f64() * 1e4);
}

fn rate(solver: &mut Solver) -> f64 {
    let mut best = 0.0f64;
    for _ in 0..3 {
        let (began, before) = (ThreadTime::now(), solver.iterations());
        while began.elapsed() < WINDOW {
            solver.run(solver.burst());
        }
        best = best.max((solver.iterations() - before) as f64 / began.elapsed().as_secs_f64());
    }
    best
}

fn main() {
    let games: [(&str, &[(&str, &str)]); 4] = [
        ("kuhn-poker", &[]),
        ("leduc-poker", &[]),
        ("liars-dice", &[("faces", "4")]),
        ("goofspiel", &[("cards", "4")]),
    ];
    for (name, typed) in games {
        measure(name, &ludometer_games::open(name, typed.iter().copied(), Erase).expect("the game opens"));
    }
}
