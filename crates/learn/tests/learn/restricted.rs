//! Learning against a known strategy: from an equilibrium to the best answer, as trust grows.

use crate::bots::Lesson;
use crate::kit::{begin, open};
use ludometer_learn::cfr::restricted::stated;
use ludometer_learn::cfr::solver::{Method, Solver};

/// A solver that faces even play, trusted so far.
fn facing(name: &str, trust: f64) -> Solver {
    let mut solver = begin(name, &[], Method::Plus);
    let even = solver.form().uniform();
    solver.face(even, trust);
    solver
}

/// What is won from even play and what can be gained against the one who learnt, after so many iterations.
fn learnt(name: &str, trust: f64) -> (f64, f64) {
    let mut solver = facing(name, trust);
    solver.run(2000);
    let policy = solver.average();
    let against = solver.against().expect("whom it faces");
    (against.won_from_known(solver.form(), &policy), solver.form().exploitability(&policy))
}

/// What the best answers to even play win, on the average over the seats.
fn best(name: &str) -> f64 {
    let solver = begin(name, &[], Method::Plus);
    let even = solver.form().uniform();
    (0..2).map(|seat| solver.form().best_response(seat, &even) / 2.0).sum()
}

#[test]
fn without_trust_it_is_an_equilibrium_and_with_full_trust_the_best_answer() {
    for name in ["kuhn-poker", "leduc-poker"] {
        let ((safe, exploitable), (most, easily)) = (learnt(name, 0.0), learnt(name, 1.0));
        assert!(exploitable < 5e-3, "{name}: {exploitable}");
        assert!((most - best(name)).abs() < 1e-2, "{name}: {most} and {}", best(name));
        assert!(safe < most && exploitable < easily, "{name}: {safe} {exploitable}, {most} {easily}");
    }
}

#[test]
fn more_trust_wins_more_and_can_be_exploited_more() {
    let found: Vec<(f64, f64)> = [0.0, 0.3, 0.6, 0.9].map(|trust| learnt("leduc-poker", trust)).into();
    for pair in found.windows(2) {
        assert!(pair[0].0 < pair[1].0 + 1e-3 && pair[0].1 < pair[1].1 + 1e-3, "{found:?}");
    }
    // Little is given away for much of what can be won.
    let share = (found[1].0 - found[0].0) / (best("leduc-poker") - found[0].0);
    assert!(share > 0.3 && found[1].1 < 0.5, "{share} {found:?}");
}

#[test]
fn it_goes_on_as_if_it_had_never_stopped() {
    let (mut whole, mut first, mut second) =
        (facing("leduc-poker", 0.5), facing("leduc-poker", 0.5), facing("leduc-poker", 0.5));
    whole.run(10);
    first.run(4);
    assert!(second.restore(4, &first.numbers()));
    second.run(6);
    assert_eq!(whole.numbers(), second.numbers());
    assert!(!begin("leduc-poker", &[], Method::Plus).restore(4, &first.numbers()), "it faces nobody");
}

#[test]
fn a_stated_strategy_becomes_a_policy() {
    let typed = [("classes", "3")];
    let solver = begin("truco-hand", &typed, Method::Plus);
    let game = open("truco-hand", &typed);
    let policies = [0, 1].map(|strategy| stated(&game, solver.tree(), solver.form(), strategy).unwrap());
    for policy in &policies {
        for set in &solver.tree().sets {
            let shares = &policy[set.sequences()];
            assert!(shares.iter().filter(|&&share| share == 1.0).count() == 1, "{shares:?}");
        }
    }
    assert_ne!(policies[0], policies[1]);
}

#[test]
fn a_stopped_training_goes_on_to_the_same_bot() {
    let root = tempfile::tempdir().unwrap();
    let folder = |name: &str| root.path().join(name);
    let options =
        |iterations, trust| [("iterations", iterations), ("against", "strategy:bold"), ("trust", trust)];
    let teach = |name: &str, options: &[(&str, &str)]| {
        let typed = [("classes", "3")];
        Lesson { game: "truco-hand", typed: &typed, options, folder: &folder(name), dry: false }
            .teach(&mut ())
    };
    let whole = teach("whole", &options("12", "0.5")).expect("a bot");
    teach("parts", &options("5", "0.5")).expect("a bot");
    let parts = teach("parts", &options("12", "0.5")).expect("a bot");
    assert_eq!((parts.before, &parts.bot.fingerprint), (5, &whole.bot.fingerprint));
    assert!(whole.bot.measures["against"] > 0.0, "{:?}", whole.bot.measures);
    let said = teach("parts", &options("20", "0.9")).expect_err("another job").to_string();
    assert!(said.contains("--trust was 0.5 and is 0.9"), "{said}");
}

/// Trains on three classes with these options and says why that is refused.
fn refused(game: &str, options: &[(&str, &str)]) -> String {
    let root = tempfile::tempdir().unwrap();
    let lesson = Lesson { game, typed: &[], options, folder: root.path(), dry: false };
    lesson.teach(&mut ()).expect_err("a refusal").to_string()
}

#[test]
fn whom_it_cannot_learn_against_is_said() {
    let said = refused("truco-hand", &[("against", "mcts")]);
    assert!(said.contains("--against strategy:NAME"), "{said}");
    let said = refused("truco-hand", &[("against", "strategy:balance")]);
    assert!(said.contains("did you mean `balanced`"), "{said}");
    let said = refused("truco-hand", &[("against", "strategy:bold"), ("method", "external")]);
    assert!(said.contains("--method external samples"), "{said}");
    let said = refused("truco-hand", &[("trust", "0.9")]);
    assert!(said.contains("type both"), "{said}");
    let said = refused("kuhn-poker", &[("against", "strategy:bold")]);
    assert!(said.contains("strategies that the game states"), "{said}");
}
