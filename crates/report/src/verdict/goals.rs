//! Does the game do what its designer wants of it?
//!
//! A goal is met if the whole 95 % interval of what was measured lies within it, missed if it lies wholly
//! outside, and unsure otherwise. Judged between the strongest players.

use super::read;
use super::{Status, Verdict, strength};
use crate::copies;
use crate::format;
use crate::ladder::{Ladder, Rung};
use ludometer_metrics::{Estimate, Unit};
use ludometer_record::GoalInfo;

/// One verdict for each goal that was measured.
pub(super) fn verdicts(ladder: &Ladder<'_>) -> Vec<Verdict> {
    ladder.summary.header.game.goals.iter().filter_map(|goal| verdict(ladder, goal)).collect()
}

fn verdict(ladder: &Ladder<'_>, goal: &GoalInfo) -> Option<Verdict> {
    let (rung, found, unit) = measured(ladder, goal)?;
    let doubt = copies::doubt(&rung);
    let status = if doubt.is_some() { Status::Unsure } else { judge(&found, goal) };
    let word = match status {
        Status::Fine => "Met",
        Status::Problem => "Missed",
        Status::Unsure => "Unsure",
    };
    let mut detail = format!("Measured with {} in every seat.", rung.name());
    if status == Status::Unsure && doubt.is_none() {
        let border = (found.value - goal.low).abs().min((found.value - goal.high).abs());
        let scale = if unit == Unit::Share { 1.0 } else { found.value.abs().max(1.0) };
        let half = (found.high - found.low) / 2.0 / scale;
        detail.push_str(&format!(" {}", read::settle(read::needed(found.n, half, border / scale), found.n)));
    }
    detail.push_str(&doubt.or_else(|| strength::doubt(&rung)).unwrap_or_default());
    Some(Verdict {
        id: if goal.who.is_empty() {
            format!("goal-{}", goal.of)
        } else {
            format!("goal-{}-{}", goal.of, goal.who)
        },
        question: format!("Goal: {}.", goal.text),
        answer: format!("{word}: {}.", format::estimate(&found, unit)),
        status,
        detail,
        n: found.n,
    })
}

/// What a goal is about, in the strongest group that tells it.
fn measured<'a>(ladder: &Ladder<'a>, goal: &GoalInfo) -> Option<(Rung<'a>, Estimate, Unit)> {
    let row = |id: &str, label: &str| {
        let (rung, measure) = ladder.best_with(id)?;
        measure.row(label).filter(|found| found.n > 0).map(|found| (rung, *found, measure.unit))
    };
    match goal.of.as_str() {
        "length" => row("length", "mean"),
        "share" => row("side-wins", &goal.who).or_else(|| row("seat-wins", &goal.who)),
        // All seats win and lose together: the first one speaks for all.
        _ => row("seat-wins", ladder.summary.header.game.seats.first()?),
    }
}

fn judge(found: &Estimate, goal: &GoalInfo) -> Status {
    if found.low >= goal.low && found.high <= goal.high {
        Status::Fine
    } else if found.high < goal.low || found.low > goal.high {
        Status::Problem
    } else {
        Status::Unsure
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interval_that_straddles_a_border_settles_nothing() {
        let goal =
            GoalInfo { of: "share".into(), who: "Red".into(), low: 0.45, high: 0.55, text: String::new() };
        let judged = |low, high| judge(&Estimate { value: (low + high) / 2.0, low, high, n: 100 }, &goal);
        assert_eq!(judged(0.45, 0.55), Status::Fine);
        assert_eq!(judged(0.44, 0.50), Status::Unsure);
        assert_eq!(judged(0.40, 0.60), Status::Unsure);
        assert_eq!(judged(0.30, 0.449), Status::Problem);
        assert_eq!(judged(0.56, 0.70), Status::Problem);
    }
}
