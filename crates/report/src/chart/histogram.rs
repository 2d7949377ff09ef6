//! A histogram: how often a number fell into each range.

use super::axis::Axis;
use super::{LETTER, WIDTH, svg};
use crate::format::{self, Px, cut, plain, printable};
use ludometer_metrics::{Bin, Unit};
use maud::{Markup, html};

const LEFT: f64 = 46.0;
const RIGHT: f64 = 14.0;
const TOP: f64 = 28.0;
const PLOT: f64 = 170.0;

/// A chart of a distribution.
#[derive(Clone, PartialEq, Debug)]
pub struct Histogram<'a> {
    /// The chart in one sentence, for those who cannot see it.
    pub label: String,
    /// What is counted along the bottom.
    pub axis: String,
    /// The bars, without gaps.
    pub bins: &'a [Bin],
    /// A value to point out and what it is called: the median.
    pub marker: Option<(f64, String)>,
}

/// Draws a histogram.
#[must_use]
pub fn histogram(chart: &Histogram<'_>) -> String {
    let most = chart.bins.iter().map(|bin| bin.count).max().unwrap_or(0);
    let counts = Axis::around_whole(0.0, most.max(1) as f64, 4);
    let (low, high) = match (chart.bins.first(), chart.bins.last()) {
        (Some(first), Some(last)) if last.high > first.low => (first.low, last.high),
        _ => (0.0, 1.0),
    };
    let x = |value: f64| LEFT + ((value - low) / (high - low)).clamp(0.0, 1.0) * (WIDTH - LEFT - RIGHT);
    let y = |count: f64| TOP + PLOT * (1.0 - counts.part(count));
    let content = html! {
        text.legend x="8" y="16.5" { "matches" }
        @for &tick in &counts.ticks {
            line.grid x1=(Px(LEFT)) x2=(Px(WIDTH - RIGHT)) y1=(Px(y(tick))) y2=(Px(y(tick))) {}
            text.tick.end x=(Px(LEFT - 6.0)) y=(Px(y(tick) + 4.5)) { (counts.text(tick, Unit::Count)) }
        }
        g.sx {
            @for bin in chart.bins {
                @let gap = if x(bin.high) - x(bin.low) > 6.0 { 1.0 } else { 0.0 };
                rect.bar x=(Px(x(bin.low) + gap)) y=(Px(y(bin.count as f64)))
                    width=(Px((x(bin.high) - x(bin.low) - 2.0 * gap).max(0.5)))
                    height=(Px(TOP + PLOT - y(bin.count as f64))) {
                    title { (range(bin)) ": " (format::count(bin.count, "match", "matches")) }
                }
            }
        }
        (edges(chart.bins, &x))
        text.axis x=(Px((LEFT + WIDTH - RIGHT) / 2.0)) y=(Px(TOP + PLOT + 36.0)) { (printable(&cut(&chart.axis, 50))) }
        @if let Some((at, name)) = &chart.marker { (marker(*at, name, x(at + if single(chart.bins) { 0.5 } else { 0.0 }))) }
    };
    svg(TOP + PLOT + 44.0, &chart.label, &content)
}

/// The numbers a bin holds, in words: single numbers and whole ranges without their excluded end.
pub(crate) fn range(bin: &Bin) -> String {
    let whole = bin.low.fract() == 0.0 && bin.high.fract() == 0.0;
    if whole && bin.high - bin.low <= 1.0 {
        plain(bin.low)
    } else if whole {
        format!("{}–{}", plain(bin.low), plain(bin.high - 1.0))
    } else {
        format!("{} to below {}", plain(bin.low), plain(bin.high))
    }
}

/// Whether every bar stands for one whole number.
fn single(bins: &[Bin]) -> bool {
    bins.iter().all(|bin| bin.high - bin.low == 1.0 && bin.low.fract() == 0.0)
}

/// Names as many bars as fit, the first and the last among them. Bars of single numbers are named
/// in their middle, ranges by their edges.
fn edges(bins: &[Bin], x: &dyn Fn(f64) -> f64) -> Markup {
    let at: Vec<(f64, f64)> = if single(bins) {
        bins.iter().map(|bin| ((x(bin.low) + x(bin.high)) / 2.0, bin.low)).collect()
    } else {
        bins.iter()
            .map(|bin| bin.low)
            .chain(bins.last().map(|bin| bin.high))
            .map(|edge| (x(edge), edge))
            .collect()
    };
    let widest =
        at.iter().map(|(_, value)| plain(*value).chars().count()).max().unwrap_or(1) as f64 * LETTER + 10.0;
    let last = at.len().saturating_sub(1);
    let pitch = (WIDTH - LEFT - RIGHT) / last.max(1) as f64;
    let every = (widest / pitch).ceil().max(1.0) as usize;
    let shown = |nth: usize| nth == last || (nth.is_multiple_of(every) && last - nth >= every);
    html! {
        line.base x1=(Px(LEFT)) x2=(Px(WIDTH - RIGHT)) y1=(Px(TOP + PLOT)) y2=(Px(TOP + PLOT)) {}
        @for (_, (x, value)) in at.into_iter().enumerate().filter(|(nth, _)| shown(*nth)) {
            line.base x1=(Px(x)) x2=(Px(x)) y1=(Px(TOP + PLOT)) y2=(Px(TOP + PLOT + 4.0)) {}
            text.tick x=(Px(x)) y=(Px(TOP + PLOT + 18.0)) { (plain(value)) }
        }
    }
}

/// A line over the plot whose name stands in the margin above it.
fn marker(at: f64, name: &str, x: f64) -> Markup {
    let number = if at.fract() == 0.0 { plain(at) } else { format::decimal(at, 1) };
    let text = printable(&cut(&format!("{name} {number}"), 30));
    let half = text.chars().count() as f64 * LETTER / 2.0;
    let centre = x.clamp(LEFT + 30.0 + half, WIDTH - half - 4.0);
    html! {
        @for class in ["halo", "reference"] {
            line class=(class) x1=(Px(x)) x2=(Px(x)) y1=(Px(TOP - 6.0)) y2=(Px(TOP + PLOT)) {}
        }
        text.legend.middle x=(Px(centre)) y="16.5" { (text) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bins(from: u32, wide: u32, counts: &[u64]) -> Vec<Bin> {
        (0..)
            .zip(counts)
            .map(|(nth, &count)| {
                let low = f64::from(from + nth * wide);
                Bin { low, high: low + f64::from(wide), count }
            })
            .collect()
    }

    fn draw(bins: &[Bin]) -> String {
        histogram(&Histogram {
            label: "lengths".into(),
            axis: "moves <n>".into(),
            bins,
            marker: Some((9.0, "median".into())),
        })
    }

    #[test]
    fn first_and_last_edge_are_named() {
        let svg = draw(&bins(7, 2, &[3; 40]));
        let tree = roxmltree::Document::parse(&svg).expect("well-formed");
        let texts: Vec<_> =
            tree.descendants().filter(|n| n.has_tag_name("text")).filter_map(|n| n.text()).collect();
        assert!(texts.contains(&"7") && texts.contains(&"87"), "{texts:?}");
        assert!(texts.contains(&"median 9") && texts.contains(&"moves <n>"));
    }

    #[test]
    fn the_marker_stands_on_its_bar() {
        let svg = draw(&bins(5, 1, &[2; 9]));
        let tree = roxmltree::Document::parse(&svg).unwrap();
        let number =
            |node: roxmltree::Node<'_, '_>, name| node.attribute(name).unwrap().parse::<f64>().unwrap();
        let class = |name| tree.descendants().filter(move |node| node.attribute("class") == Some(name));
        let bar = class("bar").nth(4).unwrap();
        let middle = number(bar, "x") + number(bar, "width") / 2.0;
        let marker = class("reference").next().unwrap();
        assert!((number(marker, "x1") - middle).abs() < 0.1, "nine is the fifth bar");
    }

    #[test]
    fn ranges_are_spoken() {
        assert_eq!(range(&Bin { low: 5.0, high: 6.0, count: 1 }), "5");
        assert_eq!(range(&Bin { low: 5.0, high: 10.0, count: 1 }), "5–9");
        assert_eq!(range(&Bin { low: 0.5, high: 1.0, count: 1 }), "0.50 to below 1");
    }

    #[test]
    fn empty_and_single_bins_are_drawn() {
        for bins in [vec![], bins(5, 1, &[9]), bins(5, 1, &[0, 0])] {
            roxmltree::Document::parse(&draw(&bins)).expect("well-formed");
        }
    }
}
