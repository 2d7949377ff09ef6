//! Tables in the page: the data beside every chart, and measures that are tables themselves.

use crate::chart::DataTable;
use crate::chart::entry_text;
use ludometer_metrics::{Entry, Estimate, Measure, Unit};
use maud::{Markup, html};
use std::fmt::Write;

/// Rows shown before the rest is folded away.
const OPEN: usize = 12;
/// Width of the small bars beside shares.
const BAR: usize = 40;

/// The lengths of the small bars: the policy of the page allows no style in an element.
pub(super) fn bar_css() -> String {
    let mut css = String::new();
    for length in 0..=BAR {
        let _ = writeln!(css, ".b{length}{{box-shadow:inset {length}px 0 var(--link)}}");
    }
    css
}

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

/// A measured table: long ones are folded after the first rows, or in a brief report cut; estimates get
/// a small bar.
pub(super) fn measured(measure: &Measure, columns: &[String], rows: &[Vec<Entry>], brief: bool) -> Markup {
    let (unit, caption) = (measure.unit, &measure.title);
    let largest = largest(rows);
    let one = |row: &Vec<Entry>| row.iter().map(|entry| cell(entry, unit, largest)).collect();
    let by_seat = |row: &Vec<Entry>| {
        let name = row.first().map(|name| cell(name, unit, largest));
        name.into_iter().chain(row[1..].chunks(3).map(|part| of_seat(part, unit, largest))).collect()
    };
    let (columns, rows): (Vec<String>, Vec<Vec<Markup>>) = match use_by_seat(columns) {
        Some(columns) => (columns, rows.iter().map(by_seat).collect()),
        None => (columns.to_vec(), rows.iter().map(one).collect()),
    };
    let (open, rest) = rows.split_at(rows.len().min(OPEN));
    html! {
        (frame(&columns, open, caption))
        @if !rest.is_empty() && brief {
            p.sub { (rest.len()) " more in " code { "summary.json" } "." }
        } @else if !rest.is_empty() {
            details.numbers {
                summary { (rest.len()) " more" }
                (frame(&columns, rest, caption))
            }
        }
    }
}

/// The columns of a table that says for each seat how often something was legal and played, and the share
/// of the two: one for the name and one for each seat, so that six seats still fit on a page.
fn use_by_seat(columns: &[String]) -> Option<Vec<String>> {
    let (name, seats) = columns.split_first()?;
    let seat = |part: &[String]| {
        let [legal, played, share] = part else { return None };
        let seat = legal.strip_suffix(" legal")?;
        let same = played.strip_suffix(" played") == Some(seat) && share.strip_suffix(" share") == Some(seat);
        same.then(|| seat.to_owned())
    };
    let seats: Vec<String> = seats.chunks(3).map(seat).collect::<Option<_>>()?;
    (!seats.is_empty()).then(|| std::iter::once(name.clone()).chain(seats).collect())
}

/// How often one seat used something: the share, and played of legal below it.
fn of_seat(part: &[Entry], unit: Unit, largest: f64) -> Markup {
    let [legal, played, share] = part else { return html! {} };
    let counts = html! { span.n { (entry_text(played, unit)) " of " (entry_text(legal, unit)) } };
    match (legal, share) {
        (Entry::Number(0.0), _) => html! { "–" },
        (_, Entry::Estimate(_)) => html! { (cell(share, unit, largest)) br; (counts) },
        _ => counts,
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
    match entry {
        Entry::Estimate(estimate) => html! { (bar(estimate, largest)) (entry_text(entry, unit)) },
        _ => html! { (entry_text(entry, unit)) },
    }
}

/// A small bar as long as an estimate is large.
pub(super) fn bar(estimate: &Estimate, largest: f64) -> Markup {
    let part = if largest > 0.0 { (estimate.value / largest).clamp(0.0, 1.0) } else { 0.0 };
    let length = (part * BAR as f64).round() as usize;
    html! { i class={ "mini b" (length) } {} " " }
}

/// A table that can be scrolled.
pub(super) fn frame(columns: &[String], rows: &[Vec<Markup>], caption: &str) -> Markup {
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

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_metrics::Shape;

    #[test]
    fn a_seat_takes_one_column() {
        let columns: Vec<String> =
            ["move", "A legal", "A played", "A share", "B legal", "B played", "B share"]
                .map(String::from)
                .to_vec();
        assert_eq!(use_by_seat(&columns).expect("by seat"), ["move", "A", "B"]);
        assert_eq!(use_by_seat(&columns[..6]), None);
        assert_eq!(use_by_seat(&["opening".into(), "matches".into()]), None);
        let share = Entry::Estimate(Estimate { value: 0.5, low: 0.4, high: 0.6, n: 80 });
        let numbers = [Entry::Number(80.0), Entry::Number(40.0), share];
        let never = [Entry::Number(0.0), Entry::Number(0.0), Entry::Text("–".into())];
        let row: Vec<Entry> = [Entry::Text("roll".into())].into_iter().chain(numbers).chain(never).collect();
        let shape = Shape::Table { columns: columns.clone(), rows: vec![] };
        let measure = Measure { id: "move-table".into(), title: "Moves".into(), unit: Unit::Share, shape };
        let page = measured(&measure, &columns, &[row], false).into_string();
        assert_eq!(page.matches("<th scope=\"col\">").count(), 3);
        assert!(page.contains("50\u{a0}% (40–60\u{a0}%)<br><span class=\"n\">40 of 80</span>"), "{page}");
        assert!(page.contains("<td>–</td>"), "{page}");
    }
}
