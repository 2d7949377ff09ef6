//! The page of a training: curves that grow while it learns. One file, without a network.

use crate::chart::{Lines, Strip, lines, strip};
use crate::html::policy::policy;
use crate::html::style_sheet;
use ludometer_metrics::{Line, Unit};
use maud::{DOCTYPE, Markup, PreEscaped, html};

/// The page needs no script; the policy allows only this empty one.
const SCRIPT: &str = "";
/// How long a live page waits before it is read again.
const SECONDS: &str = "5";

/// Everything a page shows.
#[derive(Clone, Debug)]
pub struct TrainingPage<'a> {
    /// What is learnt: the game.
    pub title: &'a str,
    /// How, and how far it has come.
    pub caption: &'a str,
    /// The command that repeats it.
    pub command: &'a str,
    /// The curves.
    pub curves: Vec<Curve>,
    /// Heat strips.
    pub strips: Vec<Strip>,
    /// A table: its head and its rows.
    pub table: (Vec<String>, Vec<Vec<String>>),
    /// More tables, each with a title.
    pub more: Vec<Titled>,
    /// Whether it is still learning: the page then looks for news by itself.
    pub live: bool,
}

/// A table with a title: its head and its rows.
pub type Titled = (String, Vec<String>, Vec<Vec<String>>);

/// A chart of how something changes.
#[derive(Clone, Debug)]
pub struct Curve {
    /// What it shows, as a finding where there is one.
    pub title: String,
    /// What is plotted.
    pub about: String,
    /// What runs along the bottom.
    pub axis: String,
    /// How to read the numbers.
    pub unit: Unit,
    /// The lines; those without points are left out.
    pub lines: Vec<Line>,
}

/// Writes the page.
#[must_use]
pub fn training_html(page: &TrainingPage<'_>) -> String {
    let style = style_sheet();
    html! {
        (DOCTYPE)
        html lang="en-GB" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(policy(SCRIPT, &style));
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                @if page.live { meta http-equiv="refresh" content=(SECONDS); }
                title { (page.title) " · training" }
                link rel="icon" href="data:,";
                style { (PreEscaped(&style)) }
            }
            body {
                header.top { p.eyebrow { "Training" } h1 { (page.title) } p.lead { (page.caption) } }
                main {
                    section aria-labelledby="curves" {
                        h2 #curves { "Curves" }
                        div.figures {
                            @for curve in &page.curves { (figure(curve)) }
                            @for strip in &page.strips { (heat_strip(strip)) }
                        }
                    }
                    @for (title, head, rows) in &page.more { (table(title, head, rows)) }
                    (table("Numbers", &page.table.0, &page.table.1))
                    p { "Trained by " code { (page.command) } }
                }
                footer { p { "Made by Ludometer. This file is complete: it needs no network." } }
            }
        }
    }
    .into_string()
}

fn figure(curve: &Curve) -> Markup {
    let drawn: Vec<Line> = curve.lines.iter().filter(|line| !line.points.is_empty()).cloned().collect();
    let label = format!("{}: {}", curve.title, curve.about);
    let chart = Lines { label, axis: curve.axis.clone(), unit: curve.unit, lines: &drawn };
    html! {
        @if !drawn.is_empty() {
            figure.card {
                figcaption { h4 { (curve.title) } p.sub { (curve.about) } }
                (PreEscaped(lines(&chart)))
            }
        }
    }
}

fn heat_strip(shown: &Strip) -> Markup {
    html! {
        figure.card {
            figcaption { h4 { (shown.title) } p.sub { (shown.about) } }
            (PreEscaped(strip(shown)))
        }
    }
}

fn table(title: &str, head: &[String], rows: &[Vec<String>]) -> Markup {
    html! {
        @if !rows.is_empty() {
            section aria-label=(title) {
                h2 { (title) }
                div.scroll {
                    table {
                        thead { tr { @for name in head { th scope="col" { (name) } } } }
                        tbody { @for row in rows { tr { @for cell in row { td { (cell) } } } } }
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
    fn a_page_shows_its_curves_and_escapes_what_was_typed() {
        let line = |label: &str| Line {
            label: label.into(),
            points: vec![(1.0, Estimate::fact(0.5, 1)), (2.0, Estimate::fact(0.7, 1))],
        };
        let curve = Curve {
            title: "The network improves".into(),
            about: "Share of <right> moves".into(),
            axis: "cycle".into(),
            unit: Unit::Share,
            lines: vec![line("policy"), Line { label: "empty".into(), points: Vec::new() }],
        };
        let page = TrainingPage {
            title: "<script>",
            caption: "2 cycles",
            command: "ludometer train",
            curves: vec![curve],
            strips: Vec::new(),
            table: (vec!["cycle".into()], vec![vec!["1".into()]]),
            more: Vec::new(),
            live: false,
        };
        let text = training_html(&page);
        let refreshes = |text: &str| text.contains("http-equiv=\"refresh\"");
        assert!(!refreshes(&text) && refreshes(&training_html(&TrainingPage { live: true, ..page })));
        assert!(text.contains("&lt;script&gt;") && !text.contains("<script>"), "{text}");
        assert!(text.contains("The network improves") && text.contains("<svg") && !text.contains("empty"));
    }
}
