//! A game's own playout against the plain loop.

use crate::report::{Breaches, Evidence, Law, Report};
use crate::walk::{any_move, worth};
use ludometer_game::{Game, Payoff, Rng, Seat};

/// How many standard errors two means may lie apart: about one false alarm in a million.
const TOLERANCE: f64 = 5.0;

/// Compares the payoffs of `rounds` playouts with those of as many matches of uniformly random
/// moves: the means of every seat's points agree, and a playout pays what the state it leaves pays.
pub fn playouts_agree<G: Game>(game: &G, seed: u64, rounds: u64) -> Report {
    let mut report = Report { matches: 2 * rounds, ..Report::default() };
    let mut breaches = Breaches::default();
    let mut sums = vec![[Moments::default(); 2]; game.seats()];
    let mut buffer = Vec::new();
    for index in 0..rounds {
        let mut rng = Rng::stream(seed, "playouts", index);
        let mut state = game.initial();
        let fast = game.playout(&mut state, &mut buffer, &mut rng);
        breaches.demand(Law::Playout, fast == worth(game, &state), || {
            format!("the playout pays {fast:?}, the state it leaves {:?}", worth(game, &state))
        });
        let plain = plain_match(game, &mut rng);
        for seat in Seat::all(game.seats()) {
            sums[seat.index()][0].add(fast.points[seat].into());
            sums[seat.index()][1].add(plain.points[seat].into());
        }
    }
    for (seat, [fast, plain]) in Seat::all(game.seats()).zip(sums) {
        let apart = (fast.mean() - plain.mean()).abs();
        let error = ((fast.variance() + plain.variance()) / rounds as f64).sqrt();
        breaches.demand(Law::Playout, apart <= TOLERANCE * error + 1e-12, || {
            format!("{seat} has {} points in playouts and {} by single moves", fast.mean(), plain.mean())
        });
    }
    report.add(breaches, || Evidence {
        seed,
        match_index: 0,
        moves: vec![],
        state: format!("{:?}", game.initial()),
    });
    report
}

fn plain_match<G: Game>(game: &G, rng: &mut Rng) -> Payoff {
    let mut state = game.initial();
    for _ in 0..game.limit() {
        let Some(chosen) = any_move(game, &state, rng) else { break };
        game.play(&mut state, chosen);
    }
    worth(game, &state)
}

#[derive(Clone, Copy, Default)]
struct Moments {
    n: f64,
    sum: f64,
    squares: f64,
}

impl Moments {
    fn add(&mut self, x: f64) {
        self.n += 1.0;
        self.sum += x;
        self.squares += x * x;
    }

    fn mean(&self) -> f64 {
        self.sum / self.n
    }

    fn variance(&self) -> f64 {
        (self.squares / self.n - self.mean() * self.mean()).max(0.0)
    }
}
