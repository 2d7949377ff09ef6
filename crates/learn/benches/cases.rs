//! Case bases of truco: time of a decision and memory of bases of several sizes, `cargo bench -p ludometer-learn --bench cases`.
//!
//! Cases are hands of random play, of which no two are alike for long; decisions are those of other random matches. Memory
//! is what the process holds above what it held before; the file is written as a whole, and read as a player reads it.

use ludometer_agents::cases::policy::NAMES;
use ludometer_agents::cases::{Base, Chronicle, Demand, Manner, Player, Policy, store};
use ludometer_game::{Game, GameVisitor, Rng, Seat, Turn, View};
use ludometer_learn::cases::Recorder;
use std::sync::Arc;
use std::time::Instant;

/// Decisions that are timed.
const TIMED: usize = 20_000;

fn main() {
    ludometer_games::open("truco", std::iter::empty(), Bench).expect("truco");
}

struct Bench;

impl GameVisitor for Bench {
    type Out = ();

    fn visit<G: Game>(self, game: G) {
        let before = resident();
        let mut base = Base::new(game.cases().schema(&game));
        println!("| cases | decisions | MB | median µs | 99 % | most | file MB | written s | read s |");
        println!("|---|---|---|---|---|---|---|---|---|");
        for many in [27_515, 1_000_000] {
            grow(&game, &mut base, many);
            base.index(1);
            base.recluster(1, 1);
            report(&game, &base, resident() - before);
        }
    }
}

/// Megabytes the process holds.
fn resident() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|rest| rest.split_whitespace().next()?.parse::<f64>().ok()).unwrap_or(f64::NAN) / 1024.0
}

/// Random matches, until there are so many cases.
fn grow<G: Game>(game: &G, base: &mut Base, many: usize) {
    let (book, schema) = (game.cases(), base.schema().clone());
    let mut number = base.len() as u64;
    while base.len() < many {
        number += 1;
        let mut rng = Rng::stream(1, "grow", number);
        let mut recorder = Recorder::new(&*book, &schema, Seat::new((number % 2) as u8), true);
        let mut state = game.initial();
        while let turn @ (Turn::Seat(_) | Turn::Chance) = game.turn(&state) {
            let chosen = match turn {
                Turn::Seat(seat) => {
                    let view = View::new(game, &state, seat);
                    let chosen = view.legal()[rng.below(view.legal().len())];
                    if seat.index() as u64 == number % 2 {
                        recorder.decides(&view, chosen);
                    }
                    chosen
                }
                _ => game.draw(&state, &mut rng),
            };
            let before = state.clone();
            game.play(&mut state, chosen);
            if let Some(case) = recorder.moved(game, (&before, &state), chosen).filter(|_| base.len() < many)
            {
                base.add(&case);
            }
        }
    }
}

/// Times decisions of random matches.
fn report<G: Game>(game: &G, base: &Base, megabytes: f64) {
    let demand = Demand { threshold: 98, least: 5 };
    let mut players: Vec<Player<G>> = NAMES
        .iter()
        .filter_map(|name| Policy::named(name))
        .map(|policy| Player::new(Arc::from(game.cases()), Manner { policy, demand, rules: u64::MAX }))
        .collect();
    let mut times: Vec<f64> = Vec::new();
    let mut number = 0;
    while times.len() < TIMED {
        number += 1;
        let (mut rng, mut state) = (Rng::stream(2, "ask", number), game.initial());
        while let turn @ (Turn::Seat(_) | Turn::Chance) = game.turn(&state) {
            let chosen = match turn {
                Turn::Seat(seat) => {
                    let view = View::new(game, &state, seat);
                    let player = &mut players[number as usize % NAMES.len()];
                    let began = Instant::now();
                    let turned = player.think(base, &view, &mut rng, None);
                    times.push(began.elapsed().as_secs_f64() * 1e6);
                    std::hint::black_box(turned.chosen);
                    view.legal()[rng.below(view.legal().len())]
                }
                _ => game.draw(&state, &mut rng),
            };
            game.play(&mut state, chosen);
        }
    }
    times.sort_by(f64::total_cmp);
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    let (size, written, read) = stored(base);
    println!(
        "| {} | {} | {megabytes:.0} | {:.1} | {:.0} | {:.0} | {size:.1} | {written:.2} | {read:.2} |",
        base.len(),
        base.decisions(),
        at(0.5),
        at(0.99),
        at(1.0)
    );
}

/// Megabytes of the file of a base, and the seconds it takes to write and to read it.
fn stored(base: &Base) -> (f64, f64, f64) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("cases.db");
    let began = Instant::now();
    store::write(&path, base, &Chronicle::default(), 0).expect("a file");
    let written = began.elapsed().as_secs_f64();
    let began = Instant::now();
    let read = store::read(&path).and_then(|stored| stored.base(base.schema().clone())).expect("a base");
    assert_eq!(read.0.len(), base.len());
    let size = std::fs::metadata(&path).expect("a file").len() as f64 / 1e6;
    (size, written, began.elapsed().as_secs_f64())
}
