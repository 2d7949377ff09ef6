//! Can a player who is behind still win? Read from the agents' own values at the strongest level: fine
//! if at least one win in twenty surely comes from far behind, a problem if surely fewer do. Players who
//! hardly err seldom let a lead go, so a level at which comebacks are frequent makes it unsure: it
//! depends on who plays.

use super::{Status, Verdict, read, strength};
use crate::copies;
use crate::format;
use crate::ladder::{Ladder, Rung};
use ludometer_metrics::{Estimate, Unit};

const OFTEN: f64 = 0.10;
const SELDOM: f64 = 0.05;
/// In a match of fewer moves than this nobody has the time to fall behind and come back.
const SHORT: f64 = 12.0;

pub(super) fn verdict(ladder: &Ladder<'_>) -> Option<Verdict> {
    let (rung, _) = ladder.best_with("comeback")?;
    let length = rung.measure("length").and_then(|length| length.row("mean"));
    if length.is_some_and(|length| length.value < SHORT) {
        return None;
    }
    let won = comebacks(&rung)?;
    let doubt = copies::doubt(&rung).or_else(|| strength::doubt(&rung));
    let elsewhere = ladder
        .rungs
        .iter()
        .filter(|other| other.group != rung.group)
        .filter_map(|other| Some((other.name(), comebacks(other)?)))
        .max_by(|a, b| a.1.low.total_cmp(&b.1.low));
    let depends = won.high < SELDOM && elsewhere.is_some_and(|(_, other)| other.low >= SELDOM);
    let (status, word) = if doubt.is_some() {
        (Status::Unsure, "Not settled")
    } else if depends {
        (Status::Unsure, "It depends on the players")
    } else if won.high < SELDOM {
        (Status::Problem, "Seldom")
    } else if won.low >= SELDOM {
        (Status::Fine, if won.low >= OFTEN { "Yes" } else { "Sometimes" })
    } else {
        (Status::Unsure, "Not settled")
    };
    let answer = format!("{word}: {} of wins come from far behind.", format::estimate(&won, Unit::Share));
    let mut detail = format!("Measured with {} in every seat, by its own view of who is ahead.", rung.name());
    if let Some((name, other)) = elsewhere.filter(|(_, other)| other.low > won.high) {
        detail.push_str(&format!(" With {name} it is {}.", format::estimate(&other, Unit::Share)));
    }
    detail.push_str(&lead_changes(&rung).unwrap_or_default());
    match doubt {
        Some(doubt) => detail.push_str(&doubt),
        None if status == Status::Problem => {
            detail.push_str(" Players who hardly err seldom let a lead go; watch whether people do.");
        }
        None if status == Status::Unsure && !depends => {
            let half = (won.high - won.low) / 2.0;
            let needed = read::needed(won.n, half, (won.value - SELDOM).abs());
            detail.push_str(&format!(" {}", read::settle(needed, won.n)));
        }
        None => {}
    }
    let question = "Can a player who is behind still win?".into();
    Some(Verdict { id: "comebacks".into(), question, answer, status, detail, n: won.n })
}

/// The share of wins from far behind.
fn comebacks(rung: &Rung<'_>) -> Option<Estimate> {
    let rows = read::rows(rung.measure("comeback")?);
    rows.first().map(|(_, share)| *share).filter(|share| share.n > 0)
}

fn lead_changes(rung: &Rung<'_>) -> Option<String> {
    let changes = read::rows(rung.measure("lead-changes")?).first()?.1;
    Some(format!(" The lead changes hands {} times a match.", format::estimate(&changes, Unit::Count)))
}
