//! One measure as one figure: the finding, what is plotted, the drawing, the numbers.
//!
//! Any measure is drawn by its shape; the few that deserve more are known by name.

use super::finding::finding;
use super::table;
use crate::chart::{self, Bar, BarSection, Bars, Histogram, Lines, data_table};
use crate::format;
use crate::ladder::Rung;
use ludometer_metrics::{Bin, Layer, Line, Measure, Row, Shape, Unit};
use ludometer_record::{BoardInfo, GameInfo};
use maud::{Markup, PreEscaped, html};

/// Tables with more columns than this take the whole width.
const NARROW: usize = 4;

/// Points of a line that are drawn and listed; more hide each other and make the file long.
const MOST_POINTS: usize = 80;

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

/// Draws a measure; nothing where there is nothing to draw. A brief one lists only the first rows of a
/// long table.
pub(super) fn measure_figure(
    measure: &Measure,
    rung: &Rung<'_>,
    game: &GameInfo,
    brief: bool,
) -> Option<Markup> {
    let sentence = finding(measure, game);
    let thin = thinned(measure);
    let measure = thin.as_ref().map_or(measure, |(thin, _)| thin);
    let plotted = subtitle(measure, &sentence, thin.as_ref().map_or(1, |(_, every)| *every));
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
            let spoken: Vec<Row> =
                rows.iter().map(|row| Row { label: spoken(&row.label), ..row.clone() }).collect();
            wide_figure(&sentence, &plotted, &tiles(spoken.iter().map(|row| (row, measure.unit))))
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
        Shape::Table { rows, .. } if rows.is_empty() => return None,
        Shape::Table { columns, rows } => {
            let body = table::measured(measure, columns, rows, brief);
            if columns.len() > NARROW {
                wide_figure(&sentence, &plotted, &body)
            } else {
                figure(&sentence, &plotted, &body)
            }
        }
    })
}

/// A measure of very long lines with one point in so many, the last always among them.
fn thinned(measure: &Measure) -> Option<(Measure, usize)> {
    let Shape::Lines { axis, lines } = &measure.shape else { return None };
    let longest = lines.iter().map(|line| line.points.len()).max()?;
    let every = longest.div_ceil(MOST_POINTS);
    if every < 2 {
        return None;
    }
    let thin = |line: &Line| {
        let last = line.points.len().saturating_sub(1);
        let kept = line.points.iter().enumerate().filter(|(place, _)| place % every == 0 || *place == last);
        Line { label: line.label.clone(), points: kept.map(|(_, point)| *point).collect() }
    };
    let shape = Shape::Lines { axis: axis.clone(), lines: lines.iter().map(thin).collect() };
    Some((Measure { shape, ..measure.clone() }, every))
}

/// What is plotted: the measure's own title, unless it stands above already, and how to read
/// whiskers and bands.
fn subtitle(measure: &Measure, sentence: &str, every: usize) -> String {
    let title = if sentence == measure.title { "" } else { &measure.title };
    let reading = match &measure.shape {
        Shape::Rows { rows, .. } if rows.iter().any(|row| row.estimate.high > row.estimate.low) => {
            "with 95 % intervals"
        }
        Shape::Lines { .. } => "bands are 95 % intervals",
        _ => "",
    };
    let part = if every > 1 { format!("one turn in {every}") } else { String::new() };
    let all: Vec<&str> = [title, &part, reading].into_iter().filter(|part| !part.is_empty()).collect();
    let text = all.join("; ");
    format::capital(&text)
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

/// A label as people say it.
fn spoken(label: &str) -> String {
    match label {
        "min" => "shortest",
        "max" => "longest",
        "sd" => "standard deviation",
        label => label,
    }
    .to_owned()
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

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_metrics::Estimate;

    #[test]
    fn long_lines_are_thinned_to_their_last_point() {
        let point = |turn: u32| (f64::from(turn), Estimate { value: 1.0, low: 0.0, high: 2.0, n: 9 });
        let lines = |turns: u32| {
            let line = Line { label: "moves".into(), points: (1..=turns).map(point).collect() };
            let shape = Shape::Lines { axis: "turn".into(), lines: vec![line] };
            Measure { id: "x".into(), title: "X".into(), unit: Unit::Count, shape }
        };
        assert_eq!(thinned(&lines(80)), None);
        let (thin, every) = thinned(&lines(500)).expect("too long");
        let Shape::Lines { lines, .. } = thin.shape else { panic!("no lines") };
        let turns: Vec<f64> = lines[0].points.iter().map(|(turn, _)| *turn).collect();
        assert_eq!((every, turns[1], turns.last()), (7, 8.0, Some(&500.0)));
        assert!(turns.len() <= MOST_POINTS + 1);
    }
}
