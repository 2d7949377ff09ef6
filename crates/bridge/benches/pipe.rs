//! Steps a second of games behind a pipe and inside a module: `cargo bench -p ludometer-bridge --bench pipe`.
//!
//! Random matches on so many threads. One thread asks a question at a time; many threads fill lists.

use ludometer_bridge::{PATIENCE, Remote, open};
use ludometer_game::{Game, Rng, Turn};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// Steps that are counted.
const STEPS: u64 = 300_000;

fn main() {
    let example = |name: &str| {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/games").join(name).display().to_string()
    };
    let games = [
        ("nim.mjs", format!("exec:node '{}'", example("nim.mjs"))),
        ("kuhn.py", format!("exec:python3 '{}'", example("kuhn.py"))),
        ("dots.py", format!("exec:python3 '{}'", example("dots.py"))),
        ("nim.wat", example("nim.wat")),
    ];
    println!("| game | threads | steps a second |\n|---|---|---|");
    for (name, command) in games {
        match open(&command, PATIENCE) {
            Ok(game) => [1, 2, 64, 256].into_iter().for_each(|threads| measure(name, &game, threads)),
            Err(error) => println!("| {name} | – | {error} |"),
        }
    }
}

fn measure(name: &str, game: &Remote, threads: u64) {
    let (steps, began) = (AtomicU64::new(0), Instant::now());
    std::thread::scope(|scope| {
        for thread in 0..threads {
            let steps = &steps;
            scope.spawn(move || {
                let mut rng = Rng::stream(1, "bench", thread);
                while steps.load(Ordering::Relaxed) < STEPS {
                    steps.fetch_add(one_match(game, &mut rng), Ordering::Relaxed);
                }
            });
        }
    });
    let speed = steps.into_inner() as f64 / began.elapsed().as_secs_f64();
    println!("| {name} | {threads} | {speed:.0} |");
}

/// A random match; how many steps it had.
fn one_match(game: &Remote, rng: &mut Rng) -> u64 {
    let (mut state, mut moves) = (game.initial(), Vec::new());
    for step in 0.. {
        match game.turn(&state) {
            Turn::Chance => {
                let drawn = game.draw(&state, rng);
                game.play(&mut state, drawn);
            }
            Turn::Seat(_) => {
                moves.clear();
                game.moves(&state, &mut moves);
                game.play(&mut state, moves[rng.below(moves.len())]);
            }
            Turn::Over => return step,
            _ => panic!("{:?}", game.fault(&state)),
        }
    }
    0
}
