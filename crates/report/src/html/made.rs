//! How the report was made: enough to repeat it, and what its words mean.

use super::ReportInput;
use super::table;
use crate::chart::DataTable;
use crate::format;
use crate::ladder::Ladder;
use ludometer_record::Header;
use maud::{Markup, html};

/// What the numbers mean.
const DEFINITIONS: &[(&str, &str)] = &[
    ("n", "How many observations a number rests on: matches, or moves where the number is about moves."),
    (
        "95 % interval",
        "A range that holds the true value in 95 of 100 such play-tests. Two numbers whose intervals lie apart very likely differ; two that overlap may still differ.",
    ),
    ("Score of a seat", "Wins plus an equal part of the draws, as a share of all points given."),
    (
        "Fair",
        "Every seat's whole interval lies within 5 percentage points of its equal share. A seat wholly outside is a problem.",
    ),
    (
        "Level",
        "A group of matches in which one agent plays every seat. Verdicts are judged at the strongest level.",
    ),
    ("Move, turn", "A move is one decision of a seat. Rolls and deals are not counted."),
    (
        "Value",
        "What an agent expects before it moves, from −1 (lost) to 1 (won). Lead changes, drama and comebacks are read from it.",
    ),
    (
        "Verdict",
        "Fine and problem are said only when the whole interval is on one side of the stated border; everything else is unsure.",
    ),
];

/// The last section.
pub(super) fn section(input: &ReportInput<'_>, ladder: &Ladder<'_>) -> Markup {
    let header = &input.summary.header;
    html! {
        section #made aria-labelledby="made-title" {
            h2 #made-title { "How it was made" }
            div.card {
                p {
                    "This command plays the same matches again (with "
                    code { "--minutes" }
                    " the plan is fixed in " code { "job.toml" } ": run it where the run folder is):"
                }
                pre tabindex="0" { code { (input.command) } }
                (reproducible(header))
                dl.facts {
                    div { dt { "Game" } dd { (header.game.name) ", version " (header.game.version) } }
                    div { dt { "Seed" } dd { (header.seed) } }
                    div { dt { "Limit" } dd { (format::count(u64::from(header.game.limit), "move", "moves")) } }
                    div { dt { "Chance" } dd { (chance(&header.game.chance)) } }
                    div { dt { "Hidden information" } dd { @if header.game.hidden { "yes" } @else { "no" } } }
                    @if !header.opening.is_empty() { div { dt { "Every match starts with" } dd { (header.opening) } } }
                }
                @if !header.game.params.is_empty() {
                    h3 { "Rule parameters" }
                    (table::plain(&parameters(header), "Rule parameters"))
                }
                h3 { "Groups of matches" }
                (table::plain(&groups(ladder), "Groups of matches"))
                @if let Some(rules) = &header.game.rules {
                    details { summary { "The rules as they were played" } pre tabindex="0" { code { (rules) } } }
                }
                h3 { "What the words mean" }
                dl.words { @for (word, meaning) in DEFINITIONS { dt { (word) } dd { (meaning) } } }
            }
        }
    }
}

/// How the game uses chance, in words.
fn chance(kind: &str) -> &str {
    match kind {
        "listed" => "yes, with known odds",
        "drawn" => "yes, drawn at random",
        kind => kind,
    }
}

fn reproducible(header: &Header) -> Markup {
    let timed: Vec<String> =
        header.agents.iter().filter(|agent| !agent.reproducible).map(|agent| agent.spec.clone()).collect();
    html! {
        @if !timed.is_empty() {
            p.warning { "Not reproducible: " (format::listing(&timed)) " thinks by the clock." }
        }
    }
}

fn parameters(header: &Header) -> DataTable {
    DataTable {
        columns: vec!["parameter".into(), "value".into()],
        rows: header.game.params.iter().map(|(name, value)| vec![name.clone(), value.clone()]).collect(),
    }
}

fn groups(ladder: &Ladder<'_>) -> DataTable {
    DataTable {
        columns: vec!["group".into(), "agents".into(), "matches".into()],
        rows: ladder
            .all()
            .map(|rung| {
                let agents: Vec<String> = ladder.agents(&rung).iter().map(ToString::to_string).collect();
                vec![rung.found.name.clone(), format::listing(&agents), format::whole(rung.found.matches)]
            })
            .collect(),
    }
}
