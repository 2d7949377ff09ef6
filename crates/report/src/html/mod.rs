//! The report: one self-contained HTML file.
//!
//! Nothing is fetched, no script or style but our own may run (a content-security policy names
//! them by hash), and everything a designer typed passes through the escaping of the template.

mod cards;
mod figure;
mod finding;
mod groups;
mod made;
pub(crate) mod policy;
mod samples;
mod table;
mod tactics;

use crate::copies::remarks;
use crate::format;
use crate::ladder::Ladder;
use crate::palette;
use crate::tactics::Tactics;
use crate::verdict::{Verdict, headline};
use ludometer_game::Scene;
use ludometer_metrics::Summary;
use maud::{DOCTYPE, Markup, PreEscaped, html};

const SCRIPT: &str = include_str!("script.js");

/// Everything a report shows.
#[derive(Clone, Copy, Debug)]
pub struct ReportInput<'a> {
    /// What was measured.
    pub summary: &'a Summary,
    /// The answered questions.
    pub verdicts: &'a [Verdict],
    /// Matches drawn step by step.
    pub samples: &'a [SampleMatch],
    /// What was done in like situations, where the game is told by hands.
    pub tactics: Option<&'a Tactics>,
    /// The exact command that repeats the run.
    pub command: &'a str,
    /// What the plan left out: questions that need longer.
    pub notes: &'a [String],
}

/// A match drawn step by step.
#[derive(Clone, PartialEq, Debug)]
pub struct SampleMatch {
    /// Which match it is: "A typical match".
    pub title: String,
    /// Its place in the run, by which it is replayed.
    pub number: u64,
    /// Who played and how it ended.
    pub caption: String,
    /// The positions, from the start.
    pub steps: Vec<Step>,
}

/// One position of a sample match.
#[derive(Clone, PartialEq, Debug)]
pub struct Step {
    /// What happened: "Move 3: X plays d1".
    pub caption: String,
    /// The position after it.
    pub scene: Scene,
}

/// The style sheet of the report; it also colours single charts and pictures in other pages.
#[must_use]
pub fn style_sheet() -> String {
    palette::css() + include_str!("style.css") + &table::bar_css()
}

/// Writes the report.
#[must_use]
pub fn report_html(input: &ReportInput<'_>) -> String {
    let ladder = Ladder::of(input.summary);
    let style = style_sheet();
    let title = &input.summary.header.game.title;
    html! {
        (DOCTYPE)
        html lang="en-GB" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(policy::policy(SCRIPT, &style));
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="generator" content=(program(input));
                title { (title) " · play-test report" }
                link rel="icon" href="data:,";
                style { (PreEscaped(&style)) }
            }
            body {
                a.skip href="#verdicts" { "Skip to the verdicts" }
                (head(input, &ladder))
                main {
                    (cards::section(input.verdicts, &remarks(input.summary), input.notes))
                    (groups::section(&ladder))
                    (tactics::section(input.tactics))
                    (samples::section(input.samples))
                    (made::section(input, &ladder))
                }
                footer { p { "Made by " (program(input)) ". This file is complete: it needs no network." } }
                script { (PreEscaped(SCRIPT)) }
            }
        }
    }
    .into_string()
}

/// The release that wrote the run, by its proper name.
fn program(input: &ReportInput<'_>) -> String {
    let written = &input.summary.header.program;
    format!("Ludometer {}", written.strip_prefix("ludometer").unwrap_or(written).trim())
}

fn head(input: &ReportInput<'_>, ladder: &Ladder<'_>) -> Markup {
    let header = &input.summary.header;
    html! {
        header.top {
            p.eyebrow { "Play-test report" }
            h1 { (header.game.title) }
            p.lead { (headline(input.summary, input.verdicts)) }
            dl.facts {
                div { dt { "Seats" } dd { (format::listing(&header.game.seats)) } }
                div { dt { "Matches" } dd { (format::whole(ladder.matches())) } }
                div { dt { "Agents" } dd { (format::listing(&header.agents.iter().map(|agent| agent.spec.clone()).collect::<Vec<_>>())) } }
                div { dt { "Seed" } dd { (header.seed) } }
            }
            nav aria-label="Contents" {
                a href="#verdicts" { "Verdicts" }
                a href="#charts" { "Charts" }
                @if input.tactics.is_some() { a href="#tactics" { "Tactics" } }
                @if !input.samples.is_empty() { a href="#samples" { "Sample matches" } }
                a href="#made" { "How it was made" }
            }
        }
    }
}
