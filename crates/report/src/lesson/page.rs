//! The page a lecturer projects: α–β and UCT, played forward and back.
//!
//! One file without a network. The script only moves through steps that are written here; it makes up
//! nothing.

use super::step::{Boards, Play};
use super::{alphabeta, stage, uct};
use crate::format::count;
use crate::html::policy::policy;
use crate::html::style_sheet;
use ludometer_agents::lesson::{Growth, Walk};
use maud::{DOCTYPE, Markup, PreEscaped, html};

const SCRIPT: &str = include_str!("player.js");
const STYLE: &str = include_str!("page.css");

/// Everything a page shows.
#[derive(Clone, Copy, Debug)]
pub struct LessonPage<'a> {
    /// What is explained: the game or the tree.
    pub title: &'a str,
    /// The position, the depth, the seed.
    pub caption: &'a str,
    /// α–β, where it can be told.
    pub walk: Option<&'a Walk>,
    /// UCT, where it can be told.
    pub growth: Option<&'a Growth>,
    /// Why something is missing.
    pub notes: &'a [String],
    /// The release that made it.
    pub program: &'a str,
}

/// Writes the page.
#[must_use]
pub fn lesson_html(page: &LessonPage<'_>) -> String {
    let mut boards = Boards::new();
    let walk = page.walk.map(|walk| alphabeta::play(walk, &mut boards));
    let growth = page.growth.map(|growth| uct::play(growth, &mut boards));
    let plays: Vec<Play<'_>> = walk.into_iter().chain(growth).collect();
    let style = style_sheet() + STYLE;
    html! {
        (DOCTYPE)
        html lang="en-GB" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(policy(SCRIPT, &style));
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="generator" content=(page.program);
                title { (page.title) " · search step by step" }
                link rel="icon" href="data:,";
                style { (PreEscaped(&style)) }
            }
            body.lesson {
                header {
                    div { h1 { (page.title) } p.sub { (page.caption) } }
                    (tabs(&plays))
                }
                @for note in page.notes { p.note { (note) } }
                @if boards.left_out > 0 {
                    p.note { "Left out: the pictures of " (count(boards.left_out, "step", "steps")) ", with which the page would be too large." }
                }
                noscript { p.note { "The steps are played by a script, which is switched off here." } }
                main { @for play in &plays { (panel(play)) } }
                (boards.definitions())
                div hidden data-boards { @for svg in &boards.drawn { template { (PreEscaped(svg)) } } }
                script { (PreEscaped(SCRIPT)) }
            }
        }
    }
    .into_string()
}

fn tabs(plays: &[Play<'_>]) -> Markup {
    html! {
        div.tabs role="tablist" aria-label="Method" {
            @for play in plays {
                button type="button" role="tab" id={ "tab-" (play.key) } aria-controls=(play.key) { (play.title) }
            }
        }
    }
}

fn panel(play: &Play<'_>) -> Markup {
    html! {
        section id=(play.key) role="tabpanel" aria-labelledby={ "tab-" (play.key) } data-lesson=(if play.is_walk() { "walk" } else { "growth" }) {
            div.stage {
                (stage::stage(play))
                aside {
                    @if play.steps.iter().any(|step| step.board.is_some()) { div.board data-board {} }
                    table data-table { thead { tr { @for column in &play.columns { th scope="col" { (column) } } } } tbody {} }
                }
            }
            p.say role="status" data-say {}
            (controls(play))
            @if let Some(text) = &play.text {
                details { summary { "The whole walk as text" } pre { (text) } }
            }
            script type="application/json" data-steps { (PreEscaped(json(play))) }
        }
    }
}

fn controls(play: &Play<'_>) -> Markup {
    html! {
        div.controls role="group" aria-label={ "Steps of " (play.title) } hidden {
            button type="button" data-go="first" aria-label="First step" title="First step (Home)" { "⏮" }
            button type="button" data-go="far-back" aria-label="Stride back" title="Stride back (Page Up)" { "⏪" }
            button type="button" data-go="back" aria-label="Previous step" title="Previous step (←)" { "◀" }
            button type="button" data-go="next" aria-label="Next step" title="Next step (→)" { "▶" }
            button type="button" data-go="far-next" aria-label="Stride on" title="Stride on (Page Down)" { "⏩" }
            button type="button" data-go="last" aria-label="Last step" title="Last step (End)" { "⏭" }
            button.wide type="button" data-play aria-pressed="false" title="Play (Space)" { "Play" }
            input type="range" min="1" max=(play.steps.len()) value="1" aria-label="Step";
            span.n data-count {}
            button.wide type="button" data-whole aria-pressed="false" title="The whole tree (w)" { "Whole tree" }
        }
    }
}

/// The steps as a data block. `<` is written as an escape, so that no text can end the block.
fn json(play: &Play<'_>) -> String {
    // Steps hold nothing but numbers and text, which always serialise.
    serde_json::to_string(&play.steps).unwrap_or_default().replace('<', "\\u003c")
}
