//! Random matches per CPU second of every built-in game, one thread, one game per line.
//!
//! `cargo bench -p ludometer-games` runs all, `cargo bench -p ludometer-games -- nim` one.

use clock::Clock;
use ludometer_game::{Game, GameVisitor, Rng, Turn};

mod clock;

/// Rates per CPU second: the game's own playout, and the same through `moves` and `play`, which is
/// what a search uses.
struct Measure;

impl GameVisitor for Measure {
    type Out = [f64; 2];

    fn visit<G: Game>(self, game: G) -> [f64; 2] {
        let (mut rng, mut buffer) = (Rng::stream(1, "bench", 0), Vec::new());
        let own = rate(|| {
            std::hint::black_box(game.playout(&mut game.initial(), &mut buffer, &mut rng));
        });
        let plain = rate(|| {
            let mut state = game.initial();
            while let Turn::Seat(_) = game.turn(&state) {
                buffer.clear();
                game.moves(&state, &mut buffer);
                game.play(&mut state, buffer[rng.below(buffer.len())]);
            }
            std::hint::black_box(game.payoff(&state));
        });
        [own, plain]
    }
}

fn rate(mut play: impl FnMut()) -> f64 {
    const SECONDS: f64 = 1.0;
    let (start, mut played) = (Clock::start(), 0u32);
    loop {
        for _ in 0..1000 {
            play();
        }
        played += 1000;
        let seconds = start.seconds();
        if seconds > SECONDS {
            return f64::from(played) / seconds;
        }
    }
}

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    println!("{:16} {:>12} {:>12}  matches per CPU second", "game", "playout", "plain loop");
    for card in ludometer_games::cards() {
        if wanted.is_empty() || wanted.contains(&card.name) {
            match ludometer_games::open(&card.name, [], Measure) {
                Ok([own, plain]) => println!("{:16} {own:>12.0} {plain:>12.0}", card.name),
                Err(refused) => eprintln!("{refused}"),
            }
        }
    }
}
