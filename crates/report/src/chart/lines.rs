//! Lines with bands: numbers along an axis, each with its interval.

use super::axis::Axis;
use super::{WIDTH, legend_places, svg, tone};
use crate::format::{self, Px, cut, plain, printable};
use ludometer_metrics::{Estimate, Line, Unit};
use maud::{Markup, html};
use std::fmt::Write;

const LEFT: f64 = 50.0;
const RIGHT: f64 = 16.0;
const PLOT: f64 = 180.0;
/// Half of what a figure of a tick takes.
const HALF_FIGURE: f64 = 4.0;
/// More dots than this on a line hide it; then so many invisible ones carry the tooltips.
const MOST_DOTS: usize = 25;

/// A chart of lines.
#[derive(Clone, PartialEq, Debug)]
pub struct Lines<'a> {
    /// The chart in one sentence, for those who cannot see it.
    pub label: String,
    /// What runs along the bottom.
    pub axis: String,
    /// How to read the numbers.
    pub unit: Unit,
    /// The lines.
    pub lines: &'a [Line],
}

struct Plot {
    x: Axis,
    y: Axis,
    top: f64,
}

impl Plot {
    fn at(&self, x: f64, y: f64) -> (Px, Px) {
        let across = LEFT + self.x.part(x) * (WIDTH - LEFT - RIGHT);
        (Px(across), Px(self.top + PLOT * (1.0 - self.y.part(y))))
    }
}

/// Draws lines.
#[must_use]
pub fn lines(chart: &Lines<'_>) -> String {
    let places = legend_places(chart.lines.iter().map(|line| line.label.as_str()));
    let legend_rows = if chart.lines.len() > 1 { places.last().map_or(0, |(_, row)| row + 1) } else { 0 };
    let plot = plot(chart, 12.0 + 20.0 * legend_rows as f64);
    let bottom = plot.top + PLOT;
    let content = html! {
        @if legend_rows > 0 {
            @for (nth, (line, (x, row))) in chart.lines.iter().zip(places).enumerate() {
                @let y = 12.0 + 20.0 * row as f64;
                line class={ "line " (tone(nth)) " dash" (nth % 4) } x1=(Px(x)) x2=(Px(x + 20.0)) y1=(Px(y)) y2=(Px(y)) {}
                text.legend x=(Px(x + 26.0)) y=(Px(y + 4.5)) { (printable(&cut(&line.label, 50))) }
            }
        }
        (frame(chart, &plot, bottom))
        @for (nth, line) in chart.lines.iter().enumerate() { (one_line(line, nth, chart.unit, &plot)) }
        text.axis x=(Px((LEFT + WIDTH - RIGHT) / 2.0)) y=(Px(bottom + 36.0)) { (printable(&cut(&chart.axis, 50))) }
    };
    svg(bottom + 44.0, &chart.label, &content)
}

fn plot(chart: &Lines<'_>, top: f64) -> Plot {
    let points = || chart.lines.iter().flat_map(|line| &line.points);
    let ends = |values: &mut dyn Iterator<Item = f64>| {
        values.filter(|v| v.is_finite()).fold(None, |ends: Option<(f64, f64)>, v| {
            Some(ends.map_or((v, v), |(low, high)| (low.min(v), high.max(v))))
        })
    };
    let (left, right) = ends(&mut points().map(|(x, _)| *x)).unwrap_or((0.0, 1.0));
    let heights = points().flat_map(|(_, e)| [e.value, e.low, e.high]);
    let (low, high) = ends(&mut heights.into_iter()).unwrap_or((0.0, 1.0));
    // Values run around 0, everything else is measured from 0.
    let (low, high) = (low.min(0.0), high.max(0.0));
    let whole = points().all(|(x, _)| x.fract() == 0.0);
    let x = if whole { Axis::around_whole(left, right, 9) } else { Axis::around(left, right, 6) };
    Plot { x, y: Axis::around(low, high, 5), top }
}

fn frame(chart: &Lines<'_>, plot: &Plot, bottom: f64) -> Markup {
    html! {
        @for &tick in &plot.y.ticks {
            @let (_, y) = plot.at(0.0, tick);
            line class=(if tick == 0.0 { "base" } else { "grid" }) x1=(Px(LEFT)) x2=(Px(WIDTH - RIGHT)) y1=(y) y2=(y) {}
            text.tick.end x=(Px(LEFT - 6.0)) y=(Px(y.0 + 4.5)) { (plot.y.text(tick, chart.unit)) }
        }
        @for &tick in &plot.x.ticks {
            @let (x, _) = plot.at(tick, 0.0);
            line.base x1=(x) x2=(x) y1=(Px(bottom)) y2=(Px(bottom + 4.0)) {}
            @let text = plot.x.text(tick, Unit::Count);
            // A long number under the last tick would leave the picture.
            @let inside = WIDTH - HALF_FIGURE * text.chars().count() as f64;
            text.tick x=(Px(x.0.min(inside))) y=(Px(bottom + 18.0)) { (text) }
        }
    }
}

fn one_line(line: &Line, nth: usize, unit: Unit, plot: &Plot) -> Markup {
    let points: Vec<&(f64, Estimate)> = line.points.iter().filter(|(_, e)| e.value.is_finite()).collect();
    let (mut path, mut upper, mut lower) = (String::new(), String::new(), Vec::new());
    for (x, estimate) in points.iter().copied() {
        let (px, py) = plot.at(*x, estimate.value);
        let command = if path.is_empty() { 'M' } else { 'L' };
        let _ = write!(path, "{command}{px} {py}");
        let _ = write!(upper, "{command}{px} {}", plot.at(*x, estimate.high).1);
        lower.push(format!("L{px} {}", plot.at(*x, estimate.low).1));
    }
    let band: String = lower.into_iter().rev().collect();
    let dots = if points.len() > MOST_DOTS { "hover" } else { "dot" };
    html! {
        g class=(tone(nth)) {
            @if points.len() > 1 {
                path.band d={ (upper) (band) "z" } {}
                path class={ "line dash" (nth % 4) } d=(path) {}
            }
            @for (x, estimate) in points.iter().step_by(points.len().div_ceil(MOST_DOTS).max(1)) {
                @let (px, py) = plot.at(*x, estimate.value);
                circle class=(dots) cx=(px) cy=(py) r=(if dots == "dot" { "2.5" } else { "4" }) {
                    title { (printable(&line.label)) ", " (plain(*x)) ": " (format::estimate(estimate, unit)) ", n = " (format::whole(estimate.n)) }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(label: &str, values: &[f64]) -> Line {
        let points = values.iter().enumerate().map(|(nth, &value)| {
            (nth as f64 + 1.0, Estimate { value, low: value - 0.1, high: value + 0.1, n: 9 })
        });
        Line { label: label.into(), points: points.collect() }
    }

    fn draw(lines: &[Line]) -> String {
        super::lines(&Lines { label: "values".into(), axis: "turn".into(), unit: Unit::Value, lines })
    }

    #[test]
    fn lines_have_bands_legend_and_end_ticks() {
        let svg = draw(&[line("<X>", &[0.0, 0.3, 0.9]), line("O", &[0.0, -0.3, -0.9])]);
        let tree = roxmltree::Document::parse(&svg).expect("well-formed");
        let class = |name| tree.descendants().filter(|n| n.attribute("class") == Some(name)).count();
        assert_eq!((class("band"), class("dot")), (2, 6));
        let texts: Vec<_> = tree.descendants().filter_map(|node| node.text()).collect();
        for text in ["<X>", "O", "1", "3", "−1.0", "1.0", "turn"] {
            assert!(texts.contains(&text), "{text} in {texts:?}");
        }
    }

    #[test]
    fn odd_lines_are_drawn() {
        for lines in
            [vec![], vec![line("none", &[])], vec![line("one", &[0.5])], vec![line("nan", &[f64::NAN, 1.0])]]
        {
            roxmltree::Document::parse(&draw(&lines)).expect("well-formed");
        }
    }
}
