//! Is any move or cell never used? Something that no group of players ever used is a problem;
//! something that only the strongest leave alone is a question of taste, so unsure.

use super::{Status, Verdict};
use crate::format;
use crate::ladder::{Ladder, Rung};
use ludometer_metrics::{Entry, Shape};

/// Names shown before "and 12 more".
const SHOWN: usize = 6;
/// Fewer matches leave corners of any board unused.
const ENOUGH: u64 = 30;

pub(super) fn verdict(ladder: &Ladder<'_>) -> Option<Verdict> {
    let strongest = ladder.strongest()?;
    let avoided = unused(ladder, &strongest)?;
    let everywhere: Vec<String> = avoided
        .iter()
        .filter(|name| {
            ladder.all().filter_map(|rung| unused(ladder, &rung)).all(|unused| unused.contains(name))
        })
        .cloned()
        .collect();
    let n: u64 = ladder.all().map(|rung| rung.found.matches).sum();
    let (status, answer, detail) = if !everywhere.is_empty() && n >= ENOUGH {
        let answer = format!("Yes: {} never used by anybody.", are(&everywhere));
        (Status::Problem, answer, "No group of players ever used them: they may be out of reach.".into())
    } else if !avoided.is_empty() {
        let answer = format!("Perhaps: {} left alone.", are(&avoided));
        let detail = format!(
            "{} never uses them, others do. Look whether they are bad or only hard to use.",
            strongest.name()
        );
        (
            Status::Unsure,
            answer,
            if n < ENOUGH { format!("Only {n} matches were played; more would settle it.") } else { detail },
        )
    } else {
        let answer = "No: everything is used.".to_owned();
        (Status::Fine, answer, format!("{} uses every move and cell that the rules name.", strongest.name()))
    };
    let question = "Is any move or cell never used?".into();
    Some(Verdict { id: "dead".into(), question, answer, status, detail, n })
}

/// `a1, b2 and 3 more are`.
fn are(names: &[String]) -> String {
    let mut shown: Vec<String> = names.iter().take(SHOWN).cloned().collect();
    if names.len() > SHOWN {
        shown.push(format!("{} more", names.len() - SHOWN));
    }
    format!("{} {}", format::listing(&shown), if names.len() == 1 { "is" } else { "are" })
}

/// What a group never used: the dead elements, or the cells that no heat map touches.
fn unused(ladder: &Ladder<'_>, rung: &Rung<'_>) -> Option<Vec<String>> {
    if let Some(measure) = rung.measure("dead-elements") {
        let Shape::Table { rows, .. } = &measure.shape else { return None };
        let name = |row: &Vec<Entry>| match row.first() {
            Some(Entry::Text(text)) => Some(text.clone()),
            _ => None,
        };
        return Some(rows.iter().filter_map(name).collect());
    }
    let Shape::Heat { layers } = &rung.measure("board-heat")?.shape else { return None };
    let board = ladder.summary.header.game.board.as_ref()?;
    let touched =
        |cell: usize| layers.iter().any(|layer| layer.cells.get(cell).is_some_and(|&share| share > 0.0));
    Some(
        board
            .cells
            .iter()
            .enumerate()
            .filter(|(cell, _)| !touched(*cell))
            .map(|(_, name)| name.clone())
            .collect(),
    )
}
