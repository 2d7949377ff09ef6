//! Every method goes to the equilibrium that is known.

use crate::kit::{Hands, begin, solver_of};
use ludometer_learn::cfr::solver::{Method, Solver};

/// What the first seat gets under what was learnt, and what can be gained against it.
fn learnt(solver: &mut Solver, iterations: u64) -> (f64, f64) {
    solver.run(iterations);
    let policy = solver.average();
    (solver.form().value(0, &policy), solver.form().exploitability(&policy))
}

fn near(found: f64, known: f64, within: f64) {
    assert!((found - known).abs() < within, "{found} is not {known} ± {within}");
}

#[test]
fn kuhn_poker_is_worth_minus_one_eighteenth() {
    for (method, iterations) in [(Method::Plus, 1000), (Method::Vanilla, 40_000)] {
        let (value, exploitability) = learnt(&mut begin("kuhn-poker", &[], method), iterations);
        near(value, -1.0 / 18.0, 1e-3);
        assert!(exploitability < 1e-3, "{method:?}: {exploitability}");
    }
}

#[test]
fn leduc_poker_is_worth_its_known_value() {
    let mut solver = begin("leduc-poker", &[], Method::Plus);
    assert_eq!(solver.tree().sets.len(), 288);
    let (value, exploitability) = learnt(&mut solver, 3000);
    near(value, -0.0856, 1e-3);
    assert!(exploitability < 1e-3, "{exploitability}");
}

#[test]
fn plain_cfr_goes_the_same_way_more_slowly() {
    let (value, exploitability) = learnt(&mut begin("leduc-poker", &[], Method::Vanilla), 3000);
    near(value, -0.0856, 0.01);
    assert!(exploitability < 0.02, "{exploitability}");
}

#[test]
fn sampling_goes_to_the_same_value() {
    for (method, iterations) in [(Method::External, 100_000), (Method::Outcome, 400_000)] {
        let (value, exploitability) = learnt(&mut begin("kuhn-poker", &[], method), iterations);
        near(value, -1.0 / 18.0, 0.01);
        assert!(exploitability < 0.02, "{method:?}: {exploitability}");
    }
    let (value, exploitability) = learnt(&mut begin("leduc-poker", &[], Method::External), 200_000);
    near(value, -0.0856, 0.03);
    assert!(exploitability < 0.1, "{exploitability}");
}

#[test]
fn exploitability_falls() {
    for method in [Method::Plus, Method::Vanilla, Method::External, Method::Outcome] {
        let mut solver = begin("leduc-poker", &[], method);
        let (early, later) = (learnt(&mut solver, 50).1, learnt(&mut solver, 20_000).1);
        assert!(later < early / 3.0, "{method:?}: {early} and then {later}");
    }
}

#[test]
fn even_hands_are_mixed_evenly_and_others_by_what_they_win() {
    // Each hand is played as often as the win of the two others against each other is large.
    for (wins, mix) in [
        ([1.0, 1.0, 1.0], [1.0 / 3.0; 3]),
        ([2.0, 1.0, 1.0], [0.25, 0.5, 0.25]),
        ([1.0, 3.0, 2.0], [2.0 / 6.0, 1.0 / 6.0, 3.0 / 6.0]),
    ] {
        for (method, iterations, within) in
            [(Method::Plus, 5000, 0.002), (Method::External, 200_000, 0.03), (Method::Outcome, 200_000, 0.03)]
        {
            let mut solver = solver_of(&Hands { wins }, method);
            solver.run(iterations);
            let policy = solver.average();
            for set in &solver.tree().sets {
                let found: Vec<f64> = set.sequences().map(|at| policy[at]).collect();
                found.iter().zip(mix).for_each(|(&found, known)| near(found, known, within));
            }
        }
    }
}

#[test]
fn games_that_are_the_same_for_both_are_worth_nothing() {
    for (name, typed) in
        [("goofspiel", &[("cards", "3")][..]), ("goofspiel", &[("cards", "4"), ("order", "descending")])]
    {
        let (value, exploitability) = learnt(&mut begin(name, typed, Method::Plus), 300);
        near(value, 0.0, 0.01);
        assert!(exploitability < 0.02, "{name} {typed:?}: {exploitability}");
    }
}

#[test]
fn the_same_seed_learns_the_same_in_any_portions() {
    for method in [Method::Plus, Method::Vanilla, Method::External, Method::Outcome] {
        let mut whole = begin("kuhn-poker", &[], method);
        whole.run(1000);
        let mut portions = begin("kuhn-poker", &[], method);
        portions.run(3);
        let mut restored = begin("kuhn-poker", &[], method);
        assert!(restored.restore(3, &portions.numbers()));
        restored.run(997);
        assert_eq!(restored.numbers(), whole.numbers(), "{method:?}");
        assert!(!restored.restore(3, &[vec![0.0]]));
    }
}
