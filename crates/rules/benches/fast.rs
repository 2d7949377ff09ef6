//! Random playouts per CPU second inside the fast lane, beside a plain-array version in Rust:
//! `cargo bench -p ludometer-rules --bench fast`.

#[allow(dead_code, reason = "the tests use the rest")]
#[path = "../tests/fast/files.rs"]
mod files;
#[allow(dead_code, reason = "the tests use the rest")]
#[path = "../tests/fast/table.rs"]
mod table;

use cpu_time::ThreadTime;
use ludometer_rules::{Lane, Ran};
use table::Bench;

/// The generator of the fast lane.
struct Sfc32 {
    a: u32,
    b: u32,
    c: u32,
    counter: u32,
}

impl Sfc32 {
    fn new(seed: u64) -> Sfc32 {
        let mut generator = Sfc32 { a: seed as u32, b: (seed >> 32) as u32, c: 0, counter: 1 };
        (0..12).for_each(|_| {
            generator.draw();
        });
        generator
    }

    fn draw(&mut self) -> u32 {
        let value = self.a.wrapping_add(self.b).wrapping_add(self.counter);
        self.counter = self.counter.wrapping_add(1);
        self.a = self.b ^ (self.b >> 9);
        self.b = self.c.wrapping_add(self.c << 3);
        self.c = self.c.rotate_left(21).wrapping_add(value);
        value
    }

    fn below(&mut self, n: usize) -> usize {
        ((u64::from(self.draw()) * n as u64) >> 32) as usize
    }
}

/// Connect Four as one would write it without thinking of speed; gives the winner and the plies.
fn plain(seed: u64) -> (i32, i32) {
    let (mut board, mut turn, mut random) = ([0i32; 42], 1, Sfc32::new(seed));
    for ply in 1.. {
        let mut moves = Vec::with_capacity(7);
        moves.extend((0..7).filter(|column| board[35 + column] == 0));
        let column = moves[random.below(moves.len())];
        let row = (0..6).find(|row| board[row * 7 + column] == 0).expect("the column has room");
        board[row * 7 + column] = turn;
        let won = [(0, 1), (1, 0), (1, 1), (1, -1)].iter().any(|(dr, dc)| {
            let run = |dr: i32, dc: i32| {
                let (mut r, mut c, mut n) = (row as i32 + dr, column as i32 + dc, 0);
                while (0..6).contains(&r) && (0..7).contains(&c) && board[(r * 7 + c) as usize] == turn {
                    (r, c, n) = (r + dr, c + dc, n + 1);
                }
                n
            };
            run(*dr, *dc) + run(-dr, -dc) + 1 >= 4
        });
        if won || ply == 42 {
            return (if won { turn } else { 0 }, ply);
        }
        turn = 3 - turn;
    }
    unreachable!("the board is full after 42 plies")
}

/// The best of five runs of half a CPU second.
fn rate(mut play: impl FnMut(u64)) -> f64 {
    let mut best = 0.0f64;
    for _ in 0..5 {
        let (began, mut count) = (ThreadTime::now(), 0u64);
        while began.elapsed().as_secs_f64() < 0.5 {
            (0..200).for_each(|_| {
                count += 1;
                play(count);
            });
        }
        best = best.max(count as f64 / began.elapsed().as_secs_f64());
    }
    best
}

/// Playouts of a compiled file from one start.
fn inside(bench: &Bench, start: &[i32]) -> f64 {
    let mut fast = bench.instance();
    let mut cells = start.to_vec();
    rate(|seed| {
        cells.copy_from_slice(start);
        assert_eq!(fast.play_out(&mut cells, seed, 10_000), Ran::Done);
    })
}

fn main() {
    let bench = files::connect4();
    let mut fast = bench.instance();
    for seed in 0..10_000 {
        let mut cells = bench.blank();
        assert_eq!(fast.play_out(&mut cells, seed, 1000), Ran::Done);
        let winner = [0, 1, 2].into_iter().find(|seat| *seat > 0 && cells[3 + seat] == 1).unwrap_or(0);
        assert_eq!((winner as i32, cells[49]), plain(seed), "seed {seed}");
    }
    let (wasm, native) = (
        inside(&bench, &bench.blank()),
        rate(|seed| {
            std::hint::black_box(plain(seed));
        }),
    );
    println!(
        "connect four: {:.0} k playouts/s, plain Rust {:.0} k, ratio {:.2}",
        wasm / 1e3,
        native / 1e3,
        native / wasm
    );
    let bench = files::bid();
    let mut start = bench.blank();
    assert_eq!(bench.instance().set_up(&mut start, &[7, 2]), Ran::Done);
    println!("trick game: {:.0} k playouts/s", inside(&bench, &start) / 1e3);
}
