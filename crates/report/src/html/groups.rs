//! The charts: first across all groups, then group by group, the strongest open, the others folded.

use super::figure::{figure, is_single, measure_figure, tiles, wide_figure};
use super::table;
use crate::chart::{self, Bar, BarSection, Bars, DataTable};
use crate::format;
use crate::ladder::{Ladder, Rung};
use crate::verdict::{equal_share, seat_scores};
use ludometer_metrics::{Estimate, Measure, Shape, Unit};
use maud::{Markup, PreEscaped, html};

/// The order in which measures are shown; those not named here follow in the order of the summary.
const ORDER: &[&str] = &[
    "seat-wins",
    "side-wins",
    "agent-wins",
    "length-histogram",
    "length",
    "wins-by-length",
    "branching-by-turn",
    "branching",
    "value-by-turn",
    "comebacks",
    "board-heat",
    "move-table",
    "dead-elements",
    "openings",
    "endings",
    "defects",
    "completion",
    "score-margin",
    "score-sources",
    "counts",
    "coverage",
];

/// All charts.
pub(super) fn section(ladder: &Ladder<'_>) -> Markup {
    let groups: Vec<Rung<'_>> = ladder.all().collect();
    html! {
        section #charts aria-labelledby="charts-title" {
            h2 #charts-title { "Charts" }
            @if groups.len() > 1 {
                nav.groups aria-label="Groups of matches" {
                    @for (nth, rung) in groups.iter().enumerate() {
                        a href={ "#group-" (nth + 1) } { (rung.name()) }
                    }
                }
                h3 { "All levels side by side" }
                div.figures { (overview(ladder)) }
            }
            @for (nth, rung) in groups.iter().enumerate() {
                @if nth == 0 {
                    div #{ "group-" (nth + 1) } {
                        h3 { (heading(rung)) }
                        (figures(ladder, rung, false))
                    }
                } @else {
                    details.group {
                        summary { h3 { (heading(rung)) } }
                        div #{ "group-" (nth + 1) } { (figures(ladder, rung, true)) }
                    }
                }
            }
        }
    }
}

fn heading(rung: &Rung<'_>) -> String {
    let who = if rung.group.is_self_play() { " in every seat" } else { "" };
    format!("{}{who} · {}", rung.name(), format::count(rung.found.matches, "match", "matches"))
}

/// The figures of one group; brief in those that are folded.
fn figures(ladder: &Ladder<'_>, rung: &Rung<'_>, brief: bool) -> Markup {
    let told = |measure: &&Measure| !is_said_elsewhere(measure, rung, ladder);
    let mut measures: Vec<&Measure> = rung.found.measures.iter().filter(told).collect();
    let place = |measure: &&Measure| ORDER.iter().position(|id| *id == measure.id).unwrap_or(ORDER.len());
    measures.sort_by_key(place);
    let (single, many): (Vec<&Measure>, Vec<&Measure>) =
        measures.into_iter().partition(|measure| is_single(measure));
    let rows = single.iter().filter_map(|measure| match &measure.shape {
        Shape::Rows { rows, .. } => rows.first().map(|row| (measure, row)),
        _ => None,
    });
    let named: Vec<_> = rows
        .filter_map(|(measure, row)| {
            let label = tile_label(measure, &row.label)?;
            Some((ludometer_metrics::Row { label, estimate: row.estimate }, measure.unit))
        })
        .collect();
    html! {
        div.figures {
            @if !named.is_empty() {
                (wide_figure("In short", "Single numbers of this group, with 95 % intervals", &tiles(named.iter().map(|(row, unit)| (row, *unit)))))
            }
            @for measure in many {
                @if let Some(drawn) = measure_figure(measure, rung, &ladder.summary.header.game, brief) { (drawn) }
            }
        }
    }
}

/// Whether a measure of this group only repeats another figure.
fn is_said_elsewhere(measure: &Measure, rung: &Rung<'_>, ladder: &Ladder<'_>) -> bool {
    let all_finished = || measure.row("finished").is_some_and(|finished| finished.value == 1.0);
    match measure.id.as_str() {
        // Of two seats one loses what the other wins.
        "seat-losses" => ladder.summary.header.game.seats.len() == 2,
        // The verdict says it, with its doubt.
        "completion" => all_finished(),
        // A duel mixes the habits of its agents; each is shown at its own level.
        "board-heat" | "move-table" | "openings" | "dead-elements" | "coverage" => {
            !rung.group.is_self_play() && !ladder.rungs.is_empty()
        }
        _ => false,
    }
}

/// What a number that stands alone is called: mostly like its measure, because its own label may be just
/// "mean". `None` if it says nothing.
fn tile_label(measure: &Measure, row: &str) -> Option<String> {
    match measure.id.as_str() {
        "counts" => Some(format::capital(&format!("{} per match", row.replace('-', " ")))),
        // That matches end when they are finished, and that all do, stands elsewhere.
        "endings" if row == "finished" => None,
        "endings" => Some(format!("Ending: {row}")),
        _ if row.starts_with("per ") => Some(format!("{} {row}", measure.title)),
        _ => Some(measure.title.clone()),
    }
}

/// Charts that compare the groups.
fn overview(ladder: &Ladder<'_>) -> Markup {
    html! {
        @if let Some(drawn) = seats_by_rung(ladder) { (drawn) }
        @if let Some(drawn) = duels(ladder) { (drawn) }
        @if ladder.rungs.len() > 1 {
            @let mean = |rung: &Rung<'_>| rung.measure("length").and_then(|length| length.row("mean").copied());
            @if let Some(drawn) = by_rung(ladder, &mean, Unit::Count, "length of a match", "Mean number of moves") { (drawn) }
            @let draws = |rung: &Rung<'_>| match rung.measure("draws").map(|draws| &draws.shape) {
                Some(Shape::Rows { rows, .. }) => rows.first().map(|row| row.estimate),
                _ => None,
            };
            @if let Some(drawn) = by_rung(ladder, &draws, Unit::Share, "share of draws", "Share of drawn matches") { (drawn) }
        }
    }
}

/// Draws sections of bars with their numbers beside them.
fn comparison(
    title: &str,
    subtitle: &str,
    unit: Unit,
    reference: Option<(f64, String)>,
    sections: Vec<BarSection>,
) -> Markup {
    let rows = sections.iter().flat_map(|section| {
        section.bars.iter().map(|bar| {
            let interval = format::interval(&bar.estimate, unit).unwrap_or_else(|| "–".into());
            vec![
                section.title.clone(),
                bar.label.clone(),
                format::value(&bar.estimate, unit),
                interval,
                format::whole(bar.estimate.n),
            ]
        })
    });
    let columns = ["group", "", "value", "95 % interval", "n"].map(String::from).to_vec();
    let table = DataTable { columns, rows: rows.collect() };
    let drawing = chart::bars(&Bars { label: format!("{title}. {subtitle}"), unit, reference, sections });
    figure(title, subtitle, &html! { (PreEscaped(drawing)) (table::folded(&table, subtitle)) })
}

/// The score of every seat at every level.
fn seats_by_rung(ladder: &Ladder<'_>) -> Option<Markup> {
    let game = &ladder.summary.header.game;
    let scored: Vec<(Rung<'_>, Vec<Estimate>)> =
        ladder.rungs.iter().rev().filter_map(|rung| Some((*rung, seat_scores(ladder, rung)?))).collect();
    let sections: Vec<BarSection> = scored
        .iter()
        .map(|(rung, scores)| BarSection {
            title: rung.name().into(),
            bars: scores
                .iter()
                .enumerate()
                .map(|(seat, score)| Bar {
                    label: game.seats[seat].clone(),
                    estimate: *score,
                    tone: Some(seat),
                })
                .collect(),
        })
        .collect();
    if sections.is_empty() || game.seats.len() < 2 {
        return None;
    }
    let equal = equal_share(&game.teams, game.seats.len());
    let leads = |seat: usize, scores: &[Estimate]| scores.get(seat).is_some_and(|score| score.low > equal);
    let ahead = (0..game.seats.len())
        .max_by_key(|&seat| scored.iter().filter(|(_, scores)| leads(seat, scores)).count())?;
    let levels = scored.iter().filter(|(_, scores)| leads(ahead, scores)).count();
    let name = &game.seats[ahead];
    let title = match levels {
        0 => "No seat is clearly ahead at any level".into(),
        _ if levels == scored.len() => format!("{name} scores more than its share at every level"),
        _ => format!("{name} scores more than its share at {levels} of {} levels", scored.len()),
    };
    let subtitle =
        "Score of each seat (wins plus its part of the draws) by level, strongest first, with 95 % intervals";
    Some(comparison(&title, subtitle, Unit::Share, Some((equal, "equal share".into())), sections))
}

/// How agents of different strength did against each other.
fn duels(ladder: &Ladder<'_>) -> Option<Markup> {
    let sections: Vec<BarSection> = ladder
        .duels
        .iter()
        .filter_map(|rung| {
            let Shape::Rows { rows, .. } = &rung.measure("agent-wins")?.shape else { return None };
            let bar = |(nth, row): (usize, &ludometer_metrics::Row)| Bar {
                label: row.label.clone(),
                estimate: row.estimate,
                tone: Some(nth),
            };
            Some(BarSection { title: rung.name().into(), bars: rows.iter().enumerate().map(bar).collect() })
        })
        .collect();
    if sections.is_empty() {
        return None;
    }
    let clear = |section: &&BarSection| {
        let lows = section.bars.iter().map(|bar| bar.estimate.low).fold(f64::MIN, f64::max);
        section.bars.iter().filter(|bar| bar.estimate.high < lows).count() + 1 == section.bars.len()
    };
    let title = match sections.iter().filter(clear).count() {
        all if all == sections.len() => "Every duel has a clear winner".into(),
        0 => "No duel has a clear winner".into(),
        some => format!("{some} of {} duels have a clear winner", sections.len()),
    };
    let subtitle =
        "Score of each agent (a draw counts half) where different agents meet, with 95 % intervals";
    Some(comparison(&title, subtitle, Unit::Share, None, sections))
}

/// One number at every level; nothing where it is nought at all of them.
fn by_rung(
    ladder: &Ladder<'_>,
    number: &dyn Fn(&Rung<'_>) -> Option<Estimate>,
    unit: Unit,
    what: &str,
    subtitle: &str,
) -> Option<Markup> {
    let bars: Vec<Bar> = ladder
        .rungs
        .iter()
        .rev()
        .filter_map(|rung| Some(Bar { label: rung.name().into(), estimate: number(rung)?, tone: None }))
        .collect();
    let (strongest, weakest) = (bars.first()?.estimate, bars.last()?.estimate);
    if bars.iter().all(|bar| bar.estimate.value == 0.0) {
        return None;
    }
    let title = if strongest.low > weakest.high {
        format!("The strongest level has a higher {what} than the weakest")
    } else if strongest.high < weakest.low {
        format!("The strongest level has a lower {what} than the weakest")
    } else {
        format!("No clear link between strength and {what}")
    };
    let subtitle = format!("{subtitle} by level, strongest first, with 95 % intervals");
    Some(comparison(&title, &subtitle, unit, None, vec![BarSection { title: String::new(), bars }]))
}
