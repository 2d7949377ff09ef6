//! Broken laws of the contract, in the words of who wrote the rules.

use super::problem::{Evidence, Problem, Topic, some};
use ludometer_rules::Source;
use ludometer_testkit::{Finding, Law};

/// What helps where something hidden can be told.
const LEAK: &str = "let the rules follow from what the player sees; or let the player see it (see = \"all\"), or mark \
                    what follows from public things (helper = true)";
/// Texts of states can be very long.
const LONGEST: usize = 300;

/// A finding about any game, and whether it is only a remark.
pub(super) fn plain(finding: &Finding, game: &str) -> (bool, Problem) {
    let cause = format!("{}: {}", finding.law.says(), cut(&finding.what));
    let problem = Problem {
        topic: topic(finding.law),
        file: game.to_owned(),
        cause,
        shown: Evidence { seed: finding.seed, moves: finding.moves.clone(), ..Evidence::default() },
        ..Problem::default()
    };
    (finding.law.is_remark(), problem)
}

/// A broken law in a rules file: its cause, its cure and, where one is to blame, the rule.
pub(super) fn of_file(finding: &Finding, source: &Source) -> Problem {
    let (cause, fix, rule) = match finding.law {
        Law::Sampling => leak(&finding.what),
        Law::HiddenTrait => (
            "something is declared hidden, but everybody could know it: there is only one way it can be"
                .into(),
            "leave out `see`, or hide what differs from match to match",
            "",
        ),
        Law::Points => (
            format!("a result lies outside the declared scores: {}", cut(&finding.what)),
            "widen score = { lowest, highest } in game { ... }",
            "over",
        ),
        law => (format!("{}: {}", law.says(), cut(&finding.what)), "", ""),
    };
    Problem {
        topic: topic(finding.law),
        file: source.file.clone(),
        line: Some(source.line_of_rule(rule)).filter(|line| *line > 0),
        cause,
        fix: some(fix),
        ..Problem::default()
    }
}

/// What a law is about.
pub(super) const fn topic(law: Law) -> Topic {
    match law {
        Law::Sampling | Law::Recall | Law::HiddenTrait => Topic::Leak,
        Law::SomeMove => Topic::NoMove,
        Law::Unbroken | Law::NoPanic => Topic::Mistake,
        Law::Ends => Topic::Endless,
        _ => Topic::Law,
    }
}

/// By what a player can tell the true position from one that should look the same: cause, cure and rule.
fn leak(what: &str) -> (String, &'static str, &'static str) {
    let seat = what.split(" tells ").next().unwrap_or("a player");
    let question = what.split_once("from the truth: `").and_then(|(_, rest)| rest.split('`').next());
    let (by, rule) = match question {
        Some("moves") => ("its legal moves depend on it", "moves"),
        Some("payoff" | "ending") => ("the result depends on it before it is shown", "over"),
        Some("turn" | "stage") => ("whose turn it is, or the phase, depends on it", ""),
        Some(_) => ("what it is shown depends on it", ""),
        None => ("what it may think hidden cannot be played on", ""),
    };
    (format!("{seat} can tell something that is hidden from it: {by}"), LEAK, rule)
}

fn cut(text: &str) -> String {
    if text.chars().count() <= LONGEST {
        return text.to_owned();
    }
    text.chars().take(LONGEST).chain(" …".chars()).collect()
}
