//! Optimal Pig by value iteration, and the game played by that policy.

use ludometer_game::{Game, GameVisitor, Rng, Seat, Turn};

const TARGET: usize = 100;

/// Win probabilities of the player on turn by own score, other's score and turn total, with one die
/// of six faces. Written from the rules alone, without the game's code.
struct Solved(Vec<f64>);

impl Solved {
    fn at(mine: usize, theirs: usize, total: usize) -> usize {
        (mine * TARGET + theirs) * TARGET + total
    }

    fn win(&self, mine: usize, theirs: usize, total: usize) -> f64 {
        if mine + total >= TARGET { 1.0 } else { self.0[Self::at(mine, theirs, total)] }
    }

    fn roll(&self, mine: usize, theirs: usize, total: usize) -> f64 {
        let lost = 1.0 - self.win(theirs, mine, 0);
        (lost + (2..=6).map(|face| self.win(mine, theirs, total + face)).sum::<f64>()) / 6.0
    }

    /// Every turn begins with a roll, so holding nothing is not allowed.
    fn hold(&self, mine: usize, theirs: usize, total: usize) -> f64 {
        if total == 0 { 0.0 } else { 1.0 - self.win(theirs, mine + total, 0) }
    }

    /// Scores only rise, so pairs of scores are solved from the highest sum down; within a pair the
    /// values depend on each other and are iterated until they stand still.
    fn new() -> Self {
        let mut solved = Solved(vec![0.5; TARGET * TARGET * TARGET]);
        for sum in (0..=2 * (TARGET - 1)).rev() {
            for mine in sum.saturating_sub(TARGET - 1)..=sum / 2 {
                while solved.sweep(mine, sum - mine) > 1e-9 {}
            }
        }
        solved
    }

    /// Improves all values of a pair of scores, either player on turn; returns the largest change.
    fn sweep(&mut self, one: usize, other: usize) -> f64 {
        let mut change: f64 = 0.0;
        for (mine, theirs) in [(one, other), (other, one)] {
            for total in (0..TARGET - mine).rev() {
                let best = self.roll(mine, theirs, total).max(self.hold(mine, theirs, total));
                let at = Self::at(mine, theirs, total);
                change = change.max((best - self.0[at]).abs());
                self.0[at] = best;
            }
        }
        change
    }
}

/// Plays matches in which both players follow the policy, through the game's own notation.
struct FirstWins<'a>(&'a Solved, u64);

impl GameVisitor for FirstWins<'_> {
    type Out = f64;
    fn visit<G: Game>(self, game: G) -> f64 {
        let FirstWins(solved, matches) = self;
        let mut wins = 0u64;
        for index in 0..matches {
            let mut rng = Rng::stream(1, "optimal pig", index);
            let mut state = game.initial();
            loop {
                let chosen = match game.turn(&state) {
                    Turn::Seat(seat) => {
                        let score = |seat| game.score(&state, seat).expect("Pig has scores") as usize;
                        let (mine, theirs) = (score(seat), score(seat.next(2)));
                        let mut seen = Vec::new();
                        game.observe(&state, None, &mut seen);
                        let total = seen[0] as usize;
                        let rolls = solved.roll(mine, theirs, total) >= solved.hold(mine, theirs, total);
                        game.parse(&state, if rolls { "roll" } else { "hold" }).expect("a legal move")
                    }
                    Turn::Chance => game.draw(&state, &mut rng),
                    _ => break,
                };
                game.play(&mut state, chosen);
            }
            wins += u64::from(game.payoff(&state).won(Seat::new(0)));
        }
        wins as f64 / matches as f64
    }
}

#[test]
fn the_first_player_wins_53_percent_under_optimal_play() {
    let solved = Solved::new();
    let exact = solved.win(0, 0, 0);
    assert!((exact - 0.5306).abs() < 1e-3, "value iteration gives {exact}");
    let matches = 20_000;
    let played = ludometer_games::open("pig", [], FirstWins(&solved, matches)).expect("Pig opens");
    let error = (0.25 / matches as f64).sqrt();
    assert!((played - exact).abs() < 4.0 * error, "played {played}, exact {exact}");
}
