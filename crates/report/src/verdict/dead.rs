//! Is any move or cell never used? Something that no group of players ever chose, although it could
//! be chosen often, is a problem; something that only the strongest leave alone is a question of
//! taste, so unsure. So is everything that players find who hardly think.

use super::{Status, Verdict, strength};
use crate::copies;
use crate::format;
use crate::ladder::{Ladder, Rung};
use ludometer_metrics::{Entry, Shape};

/// Names shown before "and 12 more".
const SHOWN: usize = 6;
/// Fewer chances than this prove nothing.
const ENOUGH: f64 = 60.0;

/// Something that was not chosen.
struct Unused {
    name: String,
    /// Whether it could have been chosen often enough to tell.
    sure: bool,
}

pub(super) fn verdict(ladder: &Ladder<'_>) -> Option<Verdict> {
    let strongest = ladder.strongest()?;
    let avoided = unused(ladder, &strongest)?;
    let groups: Vec<Vec<Unused>> = ladder.all().filter_map(|rung| unused(ladder, &rung)).collect();
    let by_all = |thing: &&Unused| {
        groups.iter().all(|group| group.iter().any(|other| other.name == thing.name))
            && groups.iter().flatten().any(|other| other.name == thing.name && other.sure)
    };
    let dead: Vec<&str> = avoided.iter().filter(by_all).map(|thing| thing.name.as_str()).collect();
    let all: Vec<&str> = avoided.iter().map(|thing| thing.name.as_str()).collect();
    let (status, answer, detail) = if !dead.is_empty() {
        let [it, may, is] =
            if dead.len() == 1 { ["it", "it may", "is"] } else { ["them", "they may", "are"] };
        let answer = format!("Yes: {} {is} never used by anybody.", names(&dead));
        let detail = format!("No group of players ever chose {it}: {may} be useless or out of reach.");
        (Status::Problem, answer, detail)
    } else if !all.is_empty() {
        let [it, is] = if all.len() == 1 { ["it", "is"] } else { ["them", "are"] };
        let answer = format!("Perhaps: {} {is} left alone.", names(&all));
        let detail = format!(
            "With {} in every seat nobody chooses {it}. Look whether {it_is} bad or only seldom possible; \
             more matches tell the two apart.",
            strongest.name(),
            it_is = if all.len() == 1 { "it is" } else { "they are" },
        );
        (Status::Unsure, answer, detail)
    } else {
        let detail = format!("{} uses every move and cell that the rules name.", strongest.name());
        (Status::Fine, "No: everything is used.".to_owned(), detail)
    };
    let doubt = copies::doubt(&strongest).or_else(|| strength::doubt(&strongest));
    let (status, answer, detail) = match doubt {
        Some(doubt) if status == Status::Fine => {
            (Status::Unsure, "Not settled: so far everything is used.".to_owned(), detail + &doubt)
        }
        Some(doubt) => (Status::Unsure, answer, detail + &doubt),
        None => (status, answer, detail),
    };
    let question = "Is any move or cell never used?".into();
    Some(Verdict { id: "dead".into(), question, answer, status, detail, n: ladder.matches() })
}

/// `a1, b2 and 3 more`.
fn names(names: &[&str]) -> String {
    let mut shown: Vec<String> = names.iter().take(SHOWN).map(|name| name.replacen(':', " ", 1)).collect();
    if names.len() > SHOWN {
        shown.push(format!("{} more", names.len() - SHOWN));
    }
    format::listing(&shown)
}

/// What a group never chose: the dead elements, or the cells that no heat map touches.
fn unused(ladder: &Ladder<'_>, rung: &Rung<'_>) -> Option<Vec<Unused>> {
    if let Some(measure) = rung.measure("dead-elements") {
        let Shape::Table { columns, rows } = &measure.shape else { return None };
        return Some(rows.iter().filter_map(|row| never_chosen(columns, row)).collect());
    }
    let Shape::Heat { layers } = &rung.measure("board-heat")?.shape else { return None };
    let board = ladder.summary.header.game.board.as_ref()?;
    let touched =
        |cell: usize| layers.iter().any(|layer| layer.cells.get(cell).is_some_and(|&share| share > 0.0));
    let cold = board.cells.iter().enumerate().filter(|(cell, _)| !touched(*cell));
    let sure = rung.found.matches as f64 >= ENOUGH;
    Some(cold.map(|(_, name)| Unused { name: name.clone(), sure }).collect())
}

/// A row of the table of dead elements, unless it was chosen now and then or sums up others.
fn never_chosen(columns: &[String], row: &[Entry]) -> Option<Unused> {
    let number = |title: &str| {
        let column = columns.iter().position(|column| column == title)?;
        match row.get(column) {
            Some(Entry::Number(number)) => Some(*number),
            _ => None,
        }
    };
    match row.first() {
        Some(Entry::Text(name)) if !name.starts_with('(') && number("chosen").unwrap_or(0.0) == 0.0 => {
            Some(Unused {
                name: name.clone(),
                sure: number("chances").is_none_or(|chances| chances >= ENOUGH),
            })
        }
        _ => None,
    }
}
