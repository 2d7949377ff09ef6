//! The Connect Four solver against the crate `connect-four-ai`, on the same positions in the same run.
//!
//! Usage: `cargo run --release --bin solver -- [FOLDER] [SET[:LINES]]...`, for example `L2_R1 L1_R3:20`. FOLDER has
//! the files `Test_SET.txt` with a line per position: the columns played and the exact score. Without
//! sets all six are measured, the slow ones on their first lines.
//!
//! Both solvers begin every position with an empty table, without an opening book, on one thread. Time is
//! CPU time. The time to empty our table counts; the crate's is not touched by emptying. The two take
//! turns on each position, so that a busy machine disturbs both alike.

use cpu_time::ProcessTime;
use ludometer_games::connect_four::solver::Solver;
use std::path::{Path, PathBuf};
use std::time::Duration;

const ROWS: u32 = 6;
const COLUMNS: u32 = 7;
/// As much as the crate's table takes.
const TABLE_BYTES: usize = 64 << 20;
const ALL_SETS: [&str; 6] = ["L3_R1", "L2_R1", "L1_R1", "L2_R2", "L1_R2:100", "L1_R3:10"];

fn main() {
    let (mut folder, mut sets) = (PathBuf::from("../../../shared/data/connect-four"), Vec::new());
    for argument in std::env::args().skip(1) {
        if Path::new(&argument).is_dir() {
            folder = argument.into();
        } else {
            sets.push(argument);
        }
    }
    if sets.is_empty() {
        sets = ALL_SETS.map(String::from).to_vec();
    }
    println!("set     lines      ours µs       nodes   crate µs       nodes  ratio");
    let mut pair = Pair {
        ours: Solver::new(ROWS as usize, COLUMNS as usize, TABLE_BYTES).expect("the usual board fits"),
        theirs: connect_four_ai::Solver::empty(),
    };
    for set in &sets {
        let (name, limit) = set.split_once(':').unwrap_or((set, ""));
        let file = folder.join(format!("Test_{name}.txt"));
        match std::fs::read_to_string(&file) {
            Ok(text) => pair.measure(name, text.lines().take(limit.parse().unwrap_or(usize::MAX))),
            Err(why) => eprintln!("{}: {why}", file.display()),
        }
    }
}

struct Pair {
    ours: Solver,
    theirs: connect_four_ai::Solver,
}

#[derive(Default)]
struct Sum {
    time: Duration,
    nodes: u64,
}

impl Pair {
    fn measure<'a>(&mut self, name: &str, lines: impl Iterator<Item = &'a str>) {
        let (mut ours, mut theirs, mut count) = (Sum::default(), Sum::default(), 0u32);
        for line in lines {
            let (columns, score) = line.split_once(' ').expect("columns and score");
            let score: i32 = score.parse().expect("a score");
            assert_eq!(self.solve(columns, &mut ours), score, "ours: {line}");
            assert_eq!(self.peer_solve(columns, &mut theirs), score, "crate: {line}");
            count += 1;
        }
        let mean =
            |sum: &Sum| (sum.time.as_secs_f64() * 1e6 / f64::from(count), sum.nodes / u64::from(count));
        let ((our_time, our_nodes), (their_time, their_nodes)) = (mean(&ours), mean(&theirs));
        println!(
            "{name} {count:7} {our_time:12.2} {our_nodes:11} {their_time:10.2} {their_nodes:11} {:6.3}",
            our_time / their_time
        );
    }

    fn solve(&mut self, columns: &str, sum: &mut Sum) -> i32 {
        let (own, all) = masks(columns);
        let start = ProcessTime::now();
        self.ours.reset();
        let score = self.ours.score(own, all);
        sum.time += start.elapsed();
        sum.nodes += self.ours.nodes();
        score
    }

    fn peer_solve(&mut self, columns: &str, sum: &mut Sum) -> i32 {
        let position = connect_four_ai::Position::from_moves(columns).expect("a legal position");
        self.theirs.reset();
        let start = ProcessTime::now();
        let score = self.theirs.solve(&position);
        sum.time += start.elapsed();
        sum.nodes += self.theirs.explored_positions as u64;
        score.into()
    }
}

/// The discs of the side to move and all discs, after these columns counted from 1.
fn masks(columns: &str) -> (u64, u64) {
    columns.bytes().fold((0, 0), |(own, all): (u64, u64), column| {
        let bottom = 1 << (u32::from(column - b'1') * (ROWS + 1));
        (own ^ all, all | (all + bottom))
    })
}
