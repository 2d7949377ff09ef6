//! One measure as one figure: the finding, what is plotted, the drawing, the numbers.
//!
//! Any measure is drawn by its shape; the few that deserve more are known by name.

use super::finding::finding;
use super::table;
use crate::chart::{self, Bar, BarSection, Bars, Histogram, Lines, data_table};
use crate::format;
use crate::ladder::Rung;
use ludometer_metrics::{Bin, Layer, Measure, Row, Shape, Unit};
use ludometer_record::{BoardInfo, GameInfo};
use maud::{Markup, PreEscaped, html};

/// Tables with more columns than this take the whole width.
const NARROW: usize = 4;

/// A figure of a finished body.
pub(super) fn figure(title: &str, subtitle: &str, body: &Markup) -> Markup {
    framed("card", title, subtitle, body)
}

/// A figure that takes the whole width.
pub(super) fn wide_figure(title: &str, subtitle: &str, body: &Markup) -> Markup {
    framed("card wide", title, subtitle, body)
}

fn framed(class: &str, title: &str, subtitle: &str, body: &Markup) -> Markup {
    html! {
        figure class=(class) {
            figcaption {
                h4 { (title) }
                @if !subtitle.is_empty() { p.sub { (subtitle) } }
            }
            (body)
        }
    }
}

/// Whether a measure is a single number, to be gathered with others of its kind.
pub(super) fn is_single(measure: &Measure) -> bool {
    matches!(&measure.shape, Shape::Rows { rows, .. } if rows.len() == 1)
}

/// Draws a measure; nothing where there is nothing to draw.
pub(super) fn measure_figure(measure: &Measure, rung: &Rung<'_>, game: &GameInfo) -> Option<Markup> {
    let sentence = finding(measure, game);
    let plotted = subtitle(measure, &sentence);
    let label = format!("{sentence}. {plotted}");
    let with_numbers = |drawing: &Markup| {
        let numbers = data_table(measure, game.board.as_ref());
        html! { (drawing) (table::folded(&numbers, &measure.title)) }
    };
    Some(match &measure.shape {
        Shape::Rows { rows, .. } if rows.is_empty() => return None,
        Shape::Rows { rows, reference } if as_bars(measure, rows, game) => {
            let drawing = rows_chart(measure, rows, *reference, game, label);
            figure(&sentence, &plotted, &with_numbers(&drawing))
        }
        Shape::Rows { rows, .. } => {
            wide_figure(&sentence, &plotted, &tiles(rows.iter().map(|row| (row, measure.unit))))
        }
        Shape::Histogram { bins, .. } if bins.is_empty() => return None,
        Shape::Histogram { bins, axis } => {
            figure(&sentence, &plotted, &with_numbers(&histogram_chart(bins, axis, rung, label)))
        }
        Shape::Lines { lines, .. } if lines.iter().all(|line| line.points.is_empty()) => return None,
        Shape::Lines { axis, lines } => {
            let chart = Lines { label, axis: axis.clone(), unit: measure.unit, lines };
            figure(&sentence, &plotted, &with_numbers(&PreEscaped(chart::lines(&chart))))
        }
        Shape::Heat { layers } => {
            let maps = heat_maps(layers, game.board.as_ref()?, measure.unit, &measure.title);
            wide_figure(&sentence, &plotted, &with_numbers(&maps))
        }
        Shape::Table { columns, rows } => {
            let body = table::measured(columns, rows, measure.unit, &measure.title);
            if columns.len() > NARROW {
                wide_figure(&sentence, &plotted, &body)
            } else {
                figure(&sentence, &plotted, &body)
            }
        }
    })
}

/// What is plotted: the measure's own title, unless it stands above already, and how to read
/// whiskers and bands.
fn subtitle(measure: &Measure, sentence: &str) -> String {
    let title = if sentence == measure.title { "" } else { &measure.title };
    let reading = match &measure.shape {
        Shape::Rows { rows, .. } if rows.iter().any(|row| row.estimate.high > row.estimate.low) => {
            "with 95 % intervals"
        }
        Shape::Lines { .. } => "bands are 95 % intervals",
        _ => "",
    };
    let both: Vec<&str> = [title, reading].into_iter().filter(|part| !part.is_empty()).collect();
    let text = both.join("; ");
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Shares, seats and long lists compare as bars; a few unlike numbers (least, most, mean) do not.
fn as_bars(measure: &Measure, rows: &[Row], game: &GameInfo) -> bool {
    measure.unit == Unit::Share
        || rows.len() > 8
        || rows.iter().all(|row| seat_of(&row.label, game).is_some())
}

/// The seat a label speaks of, which gives its colour.
fn seat_of(label: &str, game: &GameInfo) -> Option<usize> {
    game.seats.iter().position(|seat| label == seat)
}

fn rows_chart(
    measure: &Measure,
    rows: &[Row],
    reference: Option<f64>,
    game: &GameInfo,
    label: String,
) -> Markup {
    let bar =
        |row: &Row| Bar { label: row.label.clone(), estimate: row.estimate, tone: seat_of(&row.label, game) };
    let chart = Bars {
        label,
        unit: measure.unit,
        reference: reference
            .map(|at| (at, if measure.id == "agent-wins" { "equal strength" } else { "equal share" }.into())),
        sections: vec![BarSection { title: String::new(), bars: rows.iter().map(bar).collect() }],
    };
    let hidden = rows.len().saturating_sub(chart::MOST_BARS);
    html! {
        (PreEscaped(chart::bars(&chart)))
        @if hidden > 0 { p.sub { "And " (hidden) " more in the numbers below." } }
    }
}

fn histogram_chart(bins: &[Bin], axis: &str, rung: &Rung<'_>, label: String) -> Markup {
    let median = rung.measure("length").and_then(|length| length.row("median")).map(|median| median.value);
    let inside = |at: &f64| {
        bins.first().is_some_and(|bin| *at >= bin.low) && bins.last().is_some_and(|bin| *at <= bin.high)
    };
    let marker = median.filter(inside).map(|at| (at, "median".into()));
    PreEscaped(chart::histogram(&Histogram { label, axis: axis.into(), bins, marker }))
}

fn heat_maps(layers: &[Layer], board: &BoardInfo, unit: Unit, title: &str) -> Markup {
    let most =
        layers.iter().flat_map(|layer| &layer.cells).copied().filter(|v| v.is_finite()).fold(0.0, f64::max);
    html! {
        div.maps {
            @for layer in layers {
                div {
                    p.map { (layer.label) " " span.n { "n = " (format::whole(layer.n)) } }
                    (PreEscaped(chart::heat(&format!("{title}: {}", layer.label), board, &layer.cells, most, unit)))
                }
            }
        }
    }
}

/// Numbers that stand for themselves.
pub(super) fn tiles<'a>(rows: impl Iterator<Item = (&'a Row, Unit)>) -> Markup {
    html! {
        dl.tiles {
            @for (row, unit) in rows {
                div {
                    dt { (row.label) }
                    dd {
                        strong { (format::value(&row.estimate, unit)) }
                        @if let Some(interval) = format::interval(&row.estimate, unit) { span { (interval) } }
                        span.n { "n = " (format::whole(row.estimate.n)) }
                    }
                }
            }
        }
    }
}
