//! Horizontal bars with error bars and a reference line.
//!
//! The label and the number of a bar stand on a line of their own above it, and the name of the
//! reference line stands above all bars: nothing ever covers anything, however long a name is.

use super::axis::Axis;
use super::{LETTER, WIDTH, svg, tone};
use crate::format::{self, Px, cut, printable};
use ludometer_metrics::{Estimate, Unit};
use maud::{Markup, html};

/// How many bars one chart shows; the table beside it has all.
pub(crate) const MOST: usize = 24;

const LEFT: f64 = 8.0;
const RIGHT: f64 = 18.0;
const ROW: f64 = 38.0;
const BAR: f64 = 12.0;
const HEADING: f64 = 24.0;

/// One bar.
#[derive(Clone, PartialEq, Debug)]
pub struct Bar {
    /// What it is.
    pub label: String,
    /// How much.
    pub estimate: Estimate,
    /// The number of its colour: a seat; `None` for the neutral colour.
    pub tone: Option<usize>,
}

/// Bars that belong together.
#[derive(Clone, PartialEq, Debug)]
pub struct BarSection {
    /// What they have in common; may be empty.
    pub title: String,
    /// The bars.
    pub bars: Vec<Bar>,
}

/// A chart of bars.
#[derive(Clone, PartialEq, Debug)]
pub struct Bars {
    /// The chart in one sentence, for those who cannot see it.
    pub label: String,
    /// How to read the numbers.
    pub unit: Unit,
    /// A value to compare with and what it is called.
    pub reference: Option<(f64, String)>,
    /// The bars, from the top.
    pub sections: Vec<BarSection>,
}

/// Draws bars.
#[must_use]
pub fn bars(chart: &Bars) -> String {
    let axis = axis(chart);
    let top = if chart.reference.is_some() { 26.0 } else { 4.0 };
    let mut y = top;
    let mut drawn = Vec::new();
    let mut left_over = MOST;
    for section in &chart.sections {
        if !section.title.is_empty() && left_over > 0 {
            drawn.push(html! { text.heading x=(Px(LEFT)) y=(Px(y + 16.0)) { (printable(&cut(&section.title, 56))) } });
            y += HEADING;
        }
        for bar in section.bars.iter().take(left_over) {
            drawn.push(row(chart, &axis, bar, y));
            y += ROW;
        }
        left_over = left_over.saturating_sub(section.bars.len());
    }
    let content = html! {
        (grid(chart, &axis, top, y))
        @for part in drawn { (part) }
    };
    svg(y + 24.0, &chart.label, &content)
}

fn axis(chart: &Bars) -> Axis {
    let all = chart.sections.iter().flat_map(|section| &section.bars).map(|bar| bar.estimate);
    let ends = all.flat_map(|e| [e.value, e.low, e.high]).chain(chart.reference.iter().map(|(at, _)| *at));
    let (low, high) = ends
        .filter(|x| x.is_finite())
        .fold((0.0, 0.0), |(low, high): (f64, f64), x| (low.min(x), high.max(x)));
    let high = if high == 0.0 && low == 0.0 { 1.0 } else { high };
    Axis::around(low, high, 5)
}

fn x_of(axis: &Axis, value: f64) -> f64 {
    LEFT + axis.part(value) * (WIDTH - LEFT - RIGHT)
}

/// Tick lines, tick texts and the name of the reference line.
fn grid(chart: &Bars, axis: &Axis, top: f64, bottom: f64) -> Markup {
    html! {
        @for &tick in &axis.ticks {
            @let x = x_of(axis, tick);
            line.grid x1=(Px(x)) x2=(Px(x)) y1=(Px(top)) y2=(Px(bottom)) {}
            text class=(anchor(axis, tick)) x=(Px(x)) y=(Px(bottom + 17.0)) { (axis.text(tick, chart.unit)) }
        }
        @if let Some((at, name)) = &chart.reference {
            line.reference x1=(Px(LEFT)) x2=(Px(LEFT + 20.0)) y1="12" y2="12" {}
            text.legend x=(Px(LEFT + 26.0)) y="16.5" {
                (printable(&cut(&format!("{name}: {}", axis_value(*at, chart.unit)), 54)))
            }
        }
    }
}

fn axis_value(at: f64, unit: Unit) -> String {
    match unit {
        Unit::Share => format::percent(at, usize::from((at * 100.0).fract().abs() > 1e-9)),
        _ => format::plain(at),
    }
}

/// The outermost tick texts lean inwards, so that none is cut off.
fn anchor(axis: &Axis, tick: f64) -> &'static str {
    if tick == axis.low() {
        "tick start"
    } else if tick == axis.high() {
        "tick end"
    } else {
        "tick"
    }
}

fn row(chart: &Bars, axis: &Axis, bar: &Bar, y: f64) -> Markup {
    let (estimate, unit) = (&bar.estimate, chart.unit);
    let number = format::estimate(estimate, unit);
    let room = (WIDTH - LEFT - RIGHT) / LETTER - number.chars().count() as f64 - 2.0;
    let zero = x_of(axis, 0.0);
    let end = x_of(axis, estimate.value);
    let (top, middle) = (y + 21.0, y + 21.0 + BAR / 2.0);
    let class = bar.tone.map_or_else(|| "sx".to_owned(), tone);
    html! {
        g class=(class) {
            title { (printable(&bar.label)) ": " (number) ", n = " (format::whole(estimate.n)) }
            text.legend x=(Px(LEFT)) y=(Px(y + 15.0)) { (printable(&cut(&bar.label, room as usize))) }
            text.legend.end x=(Px(WIDTH - RIGHT)) y=(Px(y + 15.0)) { (number) }
            rect.rail x=(Px(LEFT)) y=(Px(top)) width=(Px(WIDTH - LEFT - RIGHT)) height=(Px(BAR)) {}
            rect.bar x=(Px(zero.min(end))) y=(Px(top)) width=(Px((end - zero).abs().max(1.0))) height=(Px(BAR)) {}
            @if estimate.high > estimate.low {
                @let (low, high) = (x_of(axis, estimate.low), x_of(axis, estimate.high));
                @for class in ["halo", "whisker"] {
                    path class=(class) d={
                        "M" (Px(low)) " " (Px(middle - 4.0)) "v8M" (Px(low)) " " (Px(middle))
                        "H" (Px(high)) "M" (Px(high)) " " (Px(middle - 4.0)) "v8"
                    } {}
                }
            }
            @if let Some((at, _)) = chart.reference {
                @let x = Px(x_of(axis, at));
                @for class in ["halo", "reference"] {
                    line class=(class) x1=(x) x2=(x) y1=(Px(top - 2.0)) y2=(Px(top + BAR + 3.0)) {}
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart(bars: Vec<Bar>) -> Bars {
        Bars {
            label: "a <chart>".into(),
            unit: Unit::Share,
            reference: Some((0.5, "equal share".into())),
            sections: vec![BarSection { title: "random & co".into(), bars }],
        }
    }

    fn bar(label: &str, value: f64) -> Bar {
        let estimate = Estimate { value, low: value - 0.05, high: value + 0.05, n: 40 };
        Bar { label: label.into(), estimate, tone: Some(0) }
    }

    #[test]
    fn ticks_bars_and_reference_are_there() {
        let svg = bars(&chart(vec![bar("<script>", 0.55), bar("O", 0.45)]));
        let tree = roxmltree::Document::parse(&svg).expect("well-formed");
        let texts: Vec<_> = tree.descendants().filter_map(|node| node.text()).collect();
        for text in ["0\u{a0}%", "60\u{a0}%", "equal share: 50\u{a0}%", "random & co", "<script>"] {
            assert!(texts.contains(&text), "{text} in {texts:?}");
        }
        let bars: Vec<f64> = tree
            .descendants()
            .filter(|node| node.attribute("class") == Some("bar"))
            .map(|node| node.attribute("width").unwrap().parse().unwrap())
            .collect();
        assert!((bars[0] / bars[1] - 0.55 / 0.45).abs() < 1e-3, "lengths are proportional: {bars:?}");
    }

    #[test]
    fn texts_never_share_a_line_with_bars() {
        let svg = bars(&chart((0..30).map(|nth| bar(&format!("move {nth}"), 0.1)).collect()));
        let tree = roxmltree::Document::parse(&svg).unwrap();
        let at = |node: roxmltree::Node<'_, '_>, name| node.attribute(name).unwrap().parse::<f64>().unwrap();
        let bars: Vec<_> = tree
            .descendants()
            .filter(|node| node.attribute("class") == Some("bar"))
            .map(|node| at(node, "y"))
            .collect();
        assert_eq!(bars.len(), MOST);
        for text in tree.descendants().filter(|node| node.has_tag_name("text")) {
            let baseline = at(text, "y");
            assert!(
                bars.iter().all(|&top| baseline < top || baseline - 9.0 > top + BAR),
                "text at {baseline}"
            );
        }
    }

    #[test]
    fn no_data_and_negative_data_are_drawn() {
        for bars in [vec![], vec![bar("lost", -3.0), bar("won", 2.0)], vec![bar("?", f64::NAN)]] {
            roxmltree::Document::parse(&super::bars(&chart(bars))).expect("well-formed");
        }
    }
}
