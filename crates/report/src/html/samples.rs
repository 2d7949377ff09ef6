//! Sample matches. Without a script every step is shown in order; the script turns the row of
//! pictures into one that is stepped through with buttons, a slider or the arrow keys. Paper shows
//! all steps again.

use super::SampleMatch;
use crate::scene::scene_svg;
use maud::{Markup, PreEscaped, html};

/// All sample matches.
pub(super) fn section(samples: &[SampleMatch]) -> Markup {
    html! {
        @if !samples.is_empty() {
            section #samples aria-labelledby="samples-title" {
                h2 #samples-title { "Sample matches" }
                div.players { @for (nth, sample) in samples.iter().enumerate() { (player(sample, nth + 1)) } }
            }
        }
    }
}

fn player(sample: &SampleMatch, number: usize) -> Markup {
    html! {
        article.card.player data-player {
            h3 { (sample.title) }
            p.sub { (sample.caption) }
            @if sample.steps.len() > 1 {
                div.controls role="group" aria-label={ "Steps of match " (number) } hidden {
                    button type="button" data-go="first" aria-label="First step" { "⏮" }
                    button type="button" data-go="back" aria-label="Previous step" { "◀" }
                    input type="range" min="1" max=(sample.steps.len()) value="1" aria-label="Step";
                    button type="button" data-go="next" aria-label="Next step" { "▶" }
                    button type="button" data-go="last" aria-label="Last step" { "⏭" }
                }
            }
            ol.steps {
                @for (nth, step) in sample.steps.iter().enumerate() {
                    li.step {
                        figure {
                            (PreEscaped(scene_svg(&step.scene)))
                            figcaption { span.n { (nth + 1) "/" (sample.steps.len()) } " " (step.caption) }
                        }
                    }
                }
            }
            p.unseen role="status" data-say {}
        }
    }
}
