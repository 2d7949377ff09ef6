//! Tables in the page: the data beside every chart, and measures that are tables themselves.

use crate::chart::DataTable;
use crate::chart::entry_text;
use crate::format::Px;
use ludometer_metrics::{Entry, Unit};
use maud::{Markup, html};

/// Rows shown before the rest is folded away.
const OPEN: usize = 12;

/// The numbers behind a chart, folded.
pub(super) fn folded(table: &DataTable, caption: &str) -> Markup {
    html! {
        details.numbers {
            summary { "Numbers" }
            (plain(table, caption))
        }
    }
}

/// A table of finished texts.
pub(super) fn plain(table: &DataTable, caption: &str) -> Markup {
    let rows: Vec<Vec<Markup>> =
        table.rows.iter().map(|row| row.iter().map(|text| html! { (text) }).collect()).collect();
    frame(&table.columns, &rows, caption)
}

/// A measured table: long ones are folded after the first rows, estimates get a small bar.
pub(super) fn measured(columns: &[String], rows: &[Vec<Entry>], unit: Unit, caption: &str) -> Markup {
    if rows.is_empty() {
        return html! { p.none { "Nothing to list." } };
    }
    let largest = largest(rows);
    let rows: Vec<Vec<Markup>> =
        rows.iter().map(|row| row.iter().map(|entry| cell(entry, unit, largest)).collect()).collect();
    let (open, rest) = rows.split_at(rows.len().min(OPEN));
    html! {
        (frame(columns, open, caption))
        @if !rest.is_empty() {
            details.numbers {
                summary { (rest.len()) " more" }
                (frame(columns, rest, caption))
            }
        }
    }
}

/// What a full bar stands for: everything, unless all shares are small.
fn largest(rows: &[Vec<Entry>]) -> f64 {
    let estimates = rows.iter().flatten().filter_map(|entry| match entry {
        Entry::Estimate(estimate) => Some(estimate.value),
        _ => None,
    });
    let most = estimates.fold(0.0, f64::max);
    if most > 0.5 && most < 1.0 { 1.0 } else { most }
}

fn cell(entry: &Entry, unit: Unit, largest: f64) -> Markup {
    let text = entry_text(entry, unit);
    match entry {
        Entry::Estimate(estimate) if largest > 0.0 => html! {
            svg.mini viewBox="0 0 40 8" aria-hidden="true" {
                rect.rail width="40" height="8" {}
                rect.bar width=(Px(40.0 * (estimate.value / largest).clamp(0.0, 1.0))) height="8" {}
            }
            " " (text)
        },
        _ => html! { (text) },
    }
}

fn frame(columns: &[String], rows: &[Vec<Markup>], caption: &str) -> Markup {
    html! {
        div.scroll tabindex="0" role="region" aria-label=(caption) {
            table {
                caption.unseen { (caption) }
                thead { tr { @for column in columns { th scope="col" { (column) } } } }
                tbody {
                    @for row in rows {
                        tr {
                            @for (nth, cell) in row.iter().enumerate() {
                                @if nth == 0 { th scope="row" { (cell) } } @else { td { (cell) } }
                            }
                        }
                    }
                }
            }
        }
    }
}
