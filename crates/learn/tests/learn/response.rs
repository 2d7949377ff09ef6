//! Values and best responses against oracles that know nothing of sequences.

use crate::kit::{PLENTY, begin, open, random_policy};
use ludometer_game::{AnyGame, AnyState, Game, Seat, Turn};
use ludometer_learn::cfr::solver::{Method, Solver};
use ludometer_learn::cfr::tree::{InfoSet, Tree};
use std::collections::HashMap;

/// Walks the game itself and gives what everybody gets under a strategy.
struct Walk<'a> {
    game: AnyGame,
    sets: HashMap<(u8, Vec<u8>), InfoSet>,
    policy: &'a [f64],
}

impl Walk<'_> {
    fn values(&self, state: &AnyState) -> Vec<f64> {
        let mut after = Vec::new();
        match self.game.turn(state) {
            Turn::Chance => {
                let mut odds = Vec::new();
                assert!(self.game.chance(state, &mut odds));
                after.extend(odds);
            }
            Turn::Seat(seat) => {
                let (mut legal, mut info) = (Vec::new(), Vec::new());
                self.game.moves(state, &mut legal);
                self.game.info(state, seat, &mut info);
                let set = self.sets[&(seat.index() as u8, info)];
                after.extend(legal.into_iter().zip(set.sequences()).map(|(m, at)| (m, self.policy[at])));
            }
            _ => return self.game.payoff(state).points.iter().map(|&points| points.into()).collect(),
        }
        let mut total = vec![0.0; self.game.seats()];
        for (chosen, odds) in after.into_iter().filter(|(_, odds)| *odds > 0.0) {
            let mut next = state.clone();
            self.game.play(&mut next, chosen);
            total.iter_mut().zip(self.values(&next)).for_each(|(sum, value)| *sum += odds * value);
        }
        total
    }
}

/// What everybody gets, found by walking.
fn walked(name: &str, typed: &[(&str, &str)], policy: &[f64]) -> Vec<f64> {
    let game = open(name, typed);
    let tree = Tree::grow(&game, PLENTY).expect("a small game");
    let sets = tree.sets.iter().map(|set| ((set.seat, tree.info(set).to_vec()), *set)).collect();
    let start = game.initial();
    Walk { game, sets, policy }.values(&start)
}

#[test]
fn values_are_those_of_a_walk_through_the_game() {
    let cases: [(&str, &[(&str, &str)]); 5] = [
        ("kuhn-poker", &[("cards", "5")]),
        ("leduc-poker", &[]),
        ("liars-dice", &[("faces", "3")]),
        ("goofspiel", &[("cards", "3")]),
        ("goofspiel", &[("cards", "3"), ("seats", "3")]),
    ];
    for (name, typed) in cases {
        let solver = begin(name, typed, Method::Plus);
        for policy in [solver.form().uniform(), random_policy(&solver, 7)] {
            let expected = walked(name, typed, &policy);
            for (seat, expected) in expected.into_iter().enumerate() {
                let found = solver.form().value(seat, &policy);
                assert!((found - expected).abs() < 1e-9, "{name} {typed:?}: {found} and {expected}");
            }
        }
    }
}

/// The best of all strategies of a seat that never mix, each walked through.
fn best_by_force(solver: &Solver, policy: &[f64], seat: Seat) -> f64 {
    let own: Vec<InfoSet> =
        solver.tree().sets.iter().filter(|set| set.seat == seat.index() as u8).copied().collect();
    assert!(own.iter().all(|set| set.count == 2), "kuhn poker has two moves everywhere");
    let value_of = |pure: u32| {
        let mut policy = policy.to_vec();
        for (bit, set) in own.iter().enumerate() {
            let second = f64::from(pure >> bit & 1);
            policy[set.first as usize] = 1.0 - second;
            policy[set.first as usize + 1] = second;
        }
        walked("kuhn-poker", &[], &policy)[seat.index()]
    };
    (0..1 << own.len()).map(value_of).fold(f64::NEG_INFINITY, f64::max)
}

#[test]
fn the_best_response_is_the_best_of_all_strategies() {
    let solver = begin("kuhn-poker", &[], Method::Plus);
    let policies = [solver.form().uniform(), random_policy(&solver, 1), random_policy(&solver, 2)];
    for policy in policies {
        let mut gained = 0.0;
        for seat in Seat::all(2) {
            let expected = best_by_force(&solver, &policy, seat);
            let found = solver.form().best_response(seat.index(), &policy);
            assert!((found - expected).abs() < 1e-12, "{seat}: {found} and {expected}");
            gained += expected - walked("kuhn-poker", &[], &policy)[seat.index()];
        }
        assert!((solver.form().exploitability(&policy) - gained / 2.0).abs() < 1e-12);
    }
}
