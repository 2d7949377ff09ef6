//! What was learnt, as files: the strategy an agent loads, and a table for people.

use super::form::{Form, Step, Weight, mean};
use super::solver::Solver;
use super::tree::{InfoSet, Tree};
use ludometer_agents::cfr::policy::{Choice, Policy};
use ludometer_game::{Game, Seat, Seen, text_of};
use std::fmt::Write;

/// The strategy of a solver, by what seats know.
#[must_use]
pub fn policy_of(solver: &Solver) -> Policy {
    let (tree, shares) = (solver.tree(), solver.average());
    let worth = worth(solver.form(), &shares);
    let mut policy = Policy::new(tree.texts.clone());
    let mut sets: Vec<&InfoSet> = tree.sets.iter().collect();
    sets.sort_by_key(|set| (set.seat, tree.info(set)));
    for set in sets {
        let choice =
            |at: usize| Choice { text: tree.text_of[at], share: shares[at] as f32, worth: worth[at] };
        let choices: Vec<Choice> = set.sequences().map(choice).collect();
        policy.push(set.seat, tree.info(set), &choices);
    }
    policy
}

/// A seat that comes here so seldom by its own strategy has given the others no reason to learn what to do.
const SELDOM: f64 = 1e-3;

/// What every move is worth to its seat where it is made, when everybody keeps to the strategy; nothing where
/// the others never let it happen, or the seat itself hardly ever does: nothing was learnt there.
fn worth(form: &Form, policy: &[f64]) -> Vec<Option<f32>> {
    let plans = form.plans(policy);
    let mut worth = vec![None; form.sequences()];
    let [mut points, mut odds] = [vec![0.0; form.sequences()], vec![0.0; form.sequences()]];
    for seat in 0..form.seats() {
        let settle = |step: &Step, gains: &[f64]| mean(&policy[step.moves()], gains);
        form.fold(seat, &plans, Weight::Points, &mut points, settle);
        form.fold(seat, &plans, Weight::Odds, &mut odds, settle);
        for step in form.steps(seat).iter().filter(|step| plans[step.parent as usize] > SELDOM) {
            for at in step.moves() {
                worth[at] = (odds[at] > 0.0).then(|| (points[at] / odds[at]) as f32);
            }
        }
    }
    worth
}

/// The strategy as a table: a row for each move of each information set, with a way there as its seat saw it.
#[must_use]
pub fn table<G: Game>(game: &G, solver: &Solver) -> String {
    let (tree, shares) = (solver.tree(), solver.average());
    let worth = worth(solver.form(), &shares);
    let mut out = String::from("seat,information,seen,move,probability,worth\n");
    for set in &tree.sets {
        let known: String = tree.info(set).iter().map(|byte| format!("{byte:02x}")).collect();
        let seen = seen(game, tree, set);
        for at in set.sequences() {
            let text = quoted(&tree.texts[tree.text_of[at] as usize]);
            let worth = worth[at].map_or_else(String::new, |worth| worth.to_string());
            // Writing to a String cannot fail.
            let _ = writeln!(
                out,
                "{},{known},{},{text},{},{worth}",
                set.seat + 1,
                quoted(&seen),
                shares[at] as f32
            );
        }
    }
    out
}

/// A field of the table.
fn quoted(text: &str) -> String {
    match text.contains([',', '"', '\n']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_owned(),
    }
}

/// The moves that lead to the first node of a set, as its seat saw them; `?` is one it did not.
fn seen<G: Game>(game: &G, tree: &Tree, set: &InfoSet) -> String {
    let mut words = Vec::new();
    tree.walk(game, set.example, |state, made| {
        words.push(match game.seen(state, made, Seat::new(set.seat)) {
            Seen::Full(made) => text_of(game, state, made),
            Seen::Hidden(_) => "?".into(),
        });
    });
    words.join(" ")
}
