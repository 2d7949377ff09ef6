//! Random playouts of rules files in both lanes, beside plain-array versions in Rust and the built-in twins, per
//! CPU second of one thread: `cargo bench -p ludometer-rules --bench lanes`.

mod plain;

use cpu_time::ThreadTime;
use ludometer_game::{Game, GameVisitor, Rng};
use ludometer_rules::{Lane, Ran, Script, State, open, shipped};

/// Plays a random match from a seed; gives the last board.
type Plain = fn(u64) -> Vec<i32>;

/// The longest playout.
const PLIES: u32 = 20_000;

/// The best of many short runs, since others disturb long ones; `play` gets a new seed every time.
fn rate(mut play: impl FnMut(u64)) -> f64 {
    let (mut best, mut seed) = (0.0f64, 0);
    for _ in 0..20 {
        let (began, first) = (ThreadTime::now(), seed);
        while began.elapsed().as_secs_f64() < 0.1 {
            for _ in 0..20 {
                play(seed);
                seed += 1;
            }
        }
        best = best.max((seed - first) as f64 / began.elapsed().as_secs_f64());
    }
    best
}

/// The file as a game, and its first decision.
fn opened(name: &str) -> (Script, State) {
    let source = shipped::find(&format!("{name}.luau")).expect("it is shipped");
    let script = open(source, []).expect("it opens");
    let (mut start, mut rng) = (script.initial(), Rng::stream(1, "bench", 0));
    script.settle(&mut start, &mut rng);
    (script, start)
}

/// Playouts of a lane.
fn inside(lane: &mut dyn Lane, start: &[i32]) -> f64 {
    let mut cells = start.to_vec();
    rate(|seed| {
        cells.copy_from_slice(start);
        assert_eq!(lane.play_out(&mut cells, seed, PLIES), Ran::Done);
    })
}

/// Plain versions must play the very same matches; `board` is the first cell of the file's board.
fn same(lane: &mut dyn Lane, start: &[i32], board: usize, plain: Plain, name: &str) {
    for seed in 0..1000 {
        let mut cells = start.to_vec();
        assert_eq!(lane.play_out(&mut cells, seed, PLIES), Ran::Done);
        let last = plain(seed);
        assert_eq!(cells[board..board + last.len()], last, "{name}, seed {seed}");
    }
}

/// Playouts of the built-in game of the same name.
struct Twin;

impl GameVisitor for Twin {
    type Out = f64;

    fn visit<G: Game>(self, game: G) -> f64 {
        let (mut start, mut rng) = (game.initial(), Rng::stream(1, "bench", 0));
        game.settle(&mut start, &mut rng);
        let mut buffer = Vec::new();
        rate(|_| {
            std::hint::black_box(game.playout(&mut start.clone(), &mut buffer, &mut rng));
        })
    }
}

fn main() {
    println!(
        "playouts per CPU second  |  wasm  |  vm  |  plain Rust  |  plain/wasm  |  plain/vm  |  twin/wasm"
    );
    let games: [(&str, Plain); 3] = [
        ("connect-four", plain::connect_four::play),
        ("snowball", plain::snowball::play),
        ("draughts", plain::draughts::play),
    ];
    for (name, plain) in games {
        let (script, start) = opened(name);
        let board = script.schema().fields[0].first;
        let mut lanes = script.lanes().expect("both lanes run");
        same(&mut *lanes[0].1, start.cells(), board, plain, name);
        let [vm, wasm] = [0, 1].map(|lane| inside(&mut *lanes[lane].1, start.cells()));
        let native = rate(|seed| {
            std::hint::black_box(plain(seed));
        });
        println!(
            "{name}  |  {wasm:.0}  |  {vm:.0}  |  {native:.0}  |  {:.2}  |  {:.1}  |  {:.2}",
            native / wasm,
            native / vm,
            ludometer_games::open(name, [], Twin).expect("it is built in") / wasm
        );
    }
}
