//! Fast playouts draw from the same distribution as the plain loop over legal moves.
//!
//! Both play the same number of matches; what is compared is the winner together with everything the
//! game lets one observe at the end (length, pieces left, points), by a chi-square test, and the means.

use ludometer_game::{Game, GameVisitor, Payoff, Rng, Seat, Turn};
use std::collections::HashMap;

const MATCHES: usize = 200_000;

/// The loop every game starts with.
fn plain<G: Game>(game: &G, state: &mut G::State, buffer: &mut Vec<G::Move>, rng: &mut Rng) -> Payoff {
    while game.turn(state) != Turn::Over {
        buffer.clear();
        game.moves(state, buffer);
        game.play(state, buffer[rng.below(buffer.len())]);
    }
    game.payoff(state)
}

/// How many matches of each of the two samples ended in this way.
type Ends = HashMap<Vec<i32>, [f64; 2]>;

struct SameDistribution {
    matches: usize,
    /// Position to start from instead of the initial one.
    from: Option<&'static str>,
}

impl GameVisitor for SameDistribution {
    type Out = ();

    fn visit<G: Game>(self, game: G) {
        let start = match self.from {
            Some(text) => game.read_position(text).expect("a position"),
            None => game.initial(),
        };
        let (mut ends, mut buffer) = (Ends::new(), Vec::new());
        for sample in 0..2 {
            let mut rng = Rng::stream(7, "playouts", sample as u64);
            for _ in 0..self.matches {
                let mut state = start.clone();
                let payoff = if sample == 0 {
                    game.playout(&mut state, &mut buffer, &mut rng)
                } else {
                    plain(&game, &mut state, &mut buffer, &mut rng)
                };
                assert_eq!(payoff, game.payoff(&state));
                assert_eq!(game.turn(&state), Turn::Over);
                ends.entry(end(&game, &state, &payoff)).or_default()[sample] += 1.0;
            }
        }
        check_shares(&ends);
        check_means(&ends, self.matches as f64);
    }
}

fn end<G: Game>(game: &G, state: &G::State, payoff: &Payoff) -> Vec<i32> {
    let mut observed = Vec::new();
    game.observe(state, None, &mut observed);
    let winner =
        Seat::all(game.seats()).find(|&seat| payoff.won(seat)).map_or(-1, |seat| seat.index() as i32);
    std::iter::once(winner).chain(observed.into_iter().map(|value| value as i32)).collect()
}

fn check_shares(ends: &Ends) {
    let mut rare = [0.0; 2];
    let (mut chi2, mut cells) = (0.0, 0);
    let mut add = |[fast, plain]: [f64; 2]| {
        chi2 += (fast - plain).powi(2) / (fast + plain);
        cells += 1;
    };
    for &[fast, plain] in ends.values() {
        if fast + plain < 40.0 {
            rare = [rare[0] + fast, rare[1] + plain];
        } else {
            add([fast, plain]);
        }
    }
    if rare[0] + rare[1] >= 40.0 {
        add(rare);
    }
    let freedom = f64::from(cells - 1);
    let limit = freedom + 4.0 * (2.0 * freedom).sqrt() + 8.0;
    assert!(chi2 < limit, "chi-square {chi2:.1} with {freedom} degrees of freedom");
}

fn check_means(ends: &Ends, matches: f64) {
    let numbers = ends.keys().next().expect("at least one match").len();
    for number in 0..numbers {
        let (mut sums, mut squares) = ([0.0; 2], 0.0);
        for (end, [fast, plain]) in ends {
            let value = f64::from(end[number]);
            sums = [sums[0] + fast * value, sums[1] + plain * value];
            squares += (fast + plain) * value * value;
        }
        let mean = (sums[0] + sums[1]) / (2.0 * matches);
        let variance = squares / (2.0 * matches) - mean * mean;
        let apart = (sums[0] - sums[1]).abs() / matches;
        assert!(apart <= 4.5 * (2.0 * variance / matches).sqrt(), "number {number}: {apart} apart at {mean}");
    }
}

fn same(game: &str, typed: &[(&str, &str)], matches: usize, from: Option<&'static str>) {
    ludometer_games::open(game, typed.iter().copied(), SameDistribution { matches, from }).expect("a game");
}

#[test]
fn tic_tac_toe() {
    same("tic-tac-toe", &[], MATCHES, None);
    same("tic-tac-toe", &[("rows", "4"), ("columns", "5"), ("line", "4")], MATCHES / 10, None);
    same("tic-tac-toe", &[], MATCHES / 10, Some("xo./.x./o.."));
}

#[test]
fn connect_four() {
    same("connect-four", &[], MATCHES, None);
    let late = "o..x..../x..o...x/o..x...o/x..o...x/o..x...o/x..o...x/o..x...o/x..ox..o";
    same("connect-four", &[("rows", "8"), ("columns", "8")], MATCHES / 10, Some(late));
    same("connect-four", &[("rows", "5"), ("line", "5"), ("columns", "6")], MATCHES / 10, None);
    same("connect-four", &[("gravity", "off"), ("rows", "4"), ("columns", "4")], MATCHES / 10, None);
    same("connect-four", &[("rows", "10"), ("columns", "11")], MATCHES / 20, None);
}

#[test]
fn breakthrough() {
    same("breakthrough", &[], MATCHES, None);
    same("breakthrough", &[("rows", "5"), ("columns", "2")], MATCHES / 10, None);
    same("breakthrough", &[("rows", "9"), ("columns", "8")], MATCHES / 20, None);
    let black = "b..b./.w.../...../..b../ww... b";
    same("breakthrough", &[("rows", "5"), ("columns", "5")], MATCHES / 10, Some(black));
}

#[test]
fn othello() {
    same("othello", &[], MATCHES / 10, None);
    same("othello", &[("size", "4")], MATCHES, None);
    same("othello", &[("size", "10")], MATCHES / 40, None);
    let pass = "bbbbww/bbbbbb/bbwbbb/bbbbbb/bbbb.b/..wb.. b";
    same("othello", &[("size", "6")], MATCHES / 10, Some(pass));
}

#[test]
fn hex() {
    same("hex", &[], MATCHES / 10, None);
    same("hex", &[("size", "3"), ("swap", "on")], MATCHES, None);
    same("hex", &[("size", "13"), ("swap", "on")], MATCHES / 40, None);
    same("hex", &[("size", "4")], MATCHES / 10, Some("x.../.o../..x./.... o"));
}

#[test]
fn gomoku() {
    same("gomoku", &[], MATCHES / 10, None);
    same("gomoku", &[("size", "6"), ("line", "4"), ("rule", "exact")], MATCHES / 10, None);
    same("gomoku", &[("size", "5"), ("line", "4"), ("opening", "swap2")], MATCHES / 10, None);
    same("gomoku", &[("size", "19"), ("rule", "exact"), ("opening", "swap")], MATCHES / 40, None);
    let late = "bwbw./...w./.b.../..b../w....";
    same("gomoku", &[("size", "5"), ("line", "4")], MATCHES / 10, Some(late));
}

#[test]
fn draughts() {
    same("draughts", &[], MATCHES / 10, None);
    same("draughts", &[("repetition", "0"), ("quiet", "3")], MATCHES / 10, Some("W:W21,22,K3:B12,K10,K11"));
    same("draughts", &[("repetition", "2"), ("quiet", "50")], MATCHES / 10, Some("B:WK31,K32:BK1,9"));
}

#[test]
fn go() {
    same("go", &[("size", "5"), ("komi", "2.5")], MATCHES / 20, None);
    same(
        "go",
        &[("size", "5"), ("ko", "simple")],
        MATCHES / 20,
        Some(".bw../b.bw./.bw../...../b...w w 0 b4"),
    );
    same("go", &[], MATCHES / 200, None);
    same("go", &[("size", "10")], MATCHES / 400, None);
}

#[test]
fn snowball() {
    same("snowball", &[], MATCHES / 10, None);
    same("snowball", &[("size", "5"), ("line", "3"), ("target", "4")], MATCHES / 10, None);
}

#[test]
fn nim() {
    same("nim", &[], MATCHES, None);
    same("nim", &[("seats", "6"), ("heaps", "7,1,9,2"), ("misere", "on")], MATCHES, None);
}
