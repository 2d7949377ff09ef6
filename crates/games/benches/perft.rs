//! Move sequences of draughts by both conventions, against the known counts, with their speed.
//!
//! A capture can take the same pieces in another order. Counting every way gives 388,623,673 sequences
//! of twelve moves; counting ways with the same result once gives 388,617,999.
//!
//! `cargo bench -p ludometer-games --bench perft` goes to depth 12, `-- 9` to depth 9.

use clock::Clock;
use ludometer_game::{Game, GameVisitor, Turn};
use ludometer_testkit::perft;

mod clock;

const WAYS: [u64; 12] =
    [7, 49, 302, 1469, 7361, 36_768, 179_740, 845_931, 3_963_680, 18_391_564, 85_242_128, 388_623_673];
const MERGED_AT_TWELVE: u64 = 388_617_999;

/// Counts to this depth.
struct Count(u32);

impl GameVisitor for Count {
    type Out = ();

    fn visit<G: Game>(self, game: G) {
        println!("{:>5} {:>13} {:>13} {:>15}", "depth", "ways", "merged", "per CPU second");
        for depth in 1..=self.0 {
            let known = WAYS[depth as usize - 1];
            let start = Clock::start();
            let ways = perft(&game, &game.initial(), depth);
            let seconds = start.seconds();
            // The clock of the system ticks too coarsely for less.
            let rate = if seconds > 0.05 { format!("{:.0}", ways as f64 / seconds) } else { "-".into() };
            let merged = merged(&game, &game.initial(), depth);
            println!("{depth:>5} {ways:>13} {merged:>13} {rate:>15}");
            assert_eq!(ways, known);
            assert_eq!(merged, if depth == 12 { MERGED_AT_TWELVE } else { known });
        }
    }
}

/// Sequences where moves with the same result count once. Only captures can have the same result.
fn merged<G: Game>(game: &G, state: &G::State, depth: u32) -> u64 {
    let mut legal = Vec::new();
    if game.turn(state) != Turn::Over {
        game.moves(state, &mut legal);
    }
    let captures = legal.iter().filter(|&&chosen| game.noisy(state, chosen)).count();
    if depth == 1 && captures < 2 {
        return legal.len() as u64;
    }
    let mut next: Vec<G::State> = Vec::new();
    for chosen in legal {
        let mut after = state.clone();
        game.play(&mut after, chosen);
        if captures < 2 || !next.contains(&after) {
            next.push(after);
        }
    }
    if depth == 1 { next.len() as u64 } else { next.iter().map(|after| merged(game, after, depth - 1)).sum() }
}

fn main() {
    let depth = std::env::args().skip(1).find_map(|arg| arg.parse().ok()).unwrap_or(12);
    if let Err(refused) = ludometer_games::open("draughts", [], Count(depth.clamp(1, 12))) {
        eprintln!("{refused}");
    }
}
