//! Can a player who is behind still win? Read from the agents' own values: fine if at least one
//! match in ten is won from behind, a problem if fewer than one in twenty are.

use super::{Status, Verdict, read};
use crate::format;
use crate::ladder::Ladder;
use ludometer_metrics::Unit;

const OFTEN: f64 = 0.10;
const SELDOM: f64 = 0.05;
/// In a match of fewer moves than this nobody has the time to fall behind and come back.
const SHORT: f64 = 12.0;

pub(super) fn verdict(ladder: &Ladder<'_>) -> Option<Verdict> {
    let (rung, measure) = ladder.best_with("comebacks").or_else(|| ladder.best_with("comeback"))?;
    let length = rung.measure("length").and_then(|length| length.row("mean"));
    if length.is_some_and(|length| length.value < SHORT) {
        return None;
    }
    let won = read::labelled(measure, &["comeback", "from behind"])
        .or(read::rows(measure).first().map(|(_, share)| *share))
        .filter(|won| won.n > 0)?;
    let share = format::estimate(&won, Unit::Share);
    let (status, answer) = if won.low >= OFTEN {
        (Status::Fine, format!("Yes: {share} of matches are won from behind."))
    } else if won.high < SELDOM {
        (Status::Problem, format!("Hardly: {share} of matches are won from behind."))
    } else if won.low >= SELDOM {
        (Status::Fine, format!("Sometimes: {share} of matches are won from behind."))
    } else {
        (Status::Unsure, format!("Not settled: {share} of matches are won from behind."))
    };
    let mut detail = format!("By the estimates of {}.", rung.name());
    if let Some(changes) = rung.measure("lead-changes").and_then(|measure| {
        read::labelled(measure, &["mean", "per match", "lead changes"])
            .or(read::rows(measure).first().map(|(_, found)| *found))
    }) {
        let unit = rung.measure("lead-changes").map_or(Unit::Count, |measure| measure.unit);
        let changes = format::estimate(&changes, unit);
        detail.push_str(&match unit {
            Unit::Share => format!(" The lead changes hands in {changes} of moves."),
            _ => format!(" The lead changes hands {changes} times a match."),
        });
    }
    if status == Status::Unsure {
        let half = (won.high - won.low) / 2.0;
        let needed = read::needed(won.n, half, (won.value - SELDOM).abs());
        detail.push_str(&format!(" {}", read::settle(needed, won.n)));
    }
    let question = "Can a player who is behind still win?".into();
    Some(Verdict { id: "comebacks".into(), question, answer, status, detail, n: won.n })
}
