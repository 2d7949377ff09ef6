//! Sample matches. Without a script every drawn step is shown in order; the script turns the row of
//! pictures into one that is stepped through with buttons, a slider or the arrow keys. Of a long match
//! only some positions are drawn, and paper shows only a few of those.

use super::{SampleMatch, Step};
use crate::format;
use crate::scene::{Stamps, stamped};
use maud::{Markup, PreEscaped, html};

/// Positions drawn of one match: enough for every move of a usual board game.
const DRAWN: usize = 60;
/// Positions of one match on paper.
const PRINTED: usize = 6;

/// All sample matches.
pub(super) fn section(samples: &[SampleMatch]) -> Markup {
    let mut stamps = Stamps::shared();
    let players: Vec<Markup> =
        samples.iter().enumerate().map(|(nth, sample)| player(sample, nth + 1, &mut stamps)).collect();
    html! {
        @if !samples.is_empty() {
            section #samples aria-labelledby="samples-title" {
                h2 #samples-title { "Sample matches" }
                (stamps.definitions())
                div.players { @for player in players { (player) } }
            }
        }
    }
}

fn player(sample: &SampleMatch, number: usize, stamps: &mut Stamps) -> Markup {
    let all = sample.steps.len();
    let drawn = spread(all, DRAWN);
    let printed: Vec<usize> = spread(drawn.len(), PRINTED).into_iter().map(|nth| drawn[nth]).collect();
    html! {
        article.card.player data-player {
            h3 { (sample.title) }
            p.sub { (sample.caption) }
            @if drawn.len() < all { (some("skip-print", drawn.len(), sample)) }
            @if printed.len() < all { (some("paper", printed.len(), sample)) }
            @if drawn.len() > 1 {
                div.controls role="group" aria-label={ "Steps of match " (number) } hidden {
                    button type="button" data-go="first" aria-label="First step" { "⏮" }
                    button type="button" data-go="back" aria-label="Previous step" { "◀" }
                    input type="range" min="1" max=(drawn.len()) value="1" aria-label="Step";
                    button type="button" data-go="next" aria-label="Next step" { "▶" }
                    button type="button" data-go="last" aria-label="Last step" { "⏭" }
                }
            }
            ol.steps {
                @for &place in &drawn {
                    (step(&sample.steps[place], (place + 1, all), printed.contains(&place), stamps))
                }
            }
            p.unseen role="status" data-say {}
        }
    }
}

/// Says how many positions are shown, and how to see all.
fn some(class: &str, shown: usize, sample: &SampleMatch) -> Markup {
    html! {
        p class={ "sub " (class) } {
            "Shown are " (shown) " of " (format::count(sample.steps.len() as u64, "position", "positions")) "; "
            code { "ludometer replay RUN --match " (sample.number) } " shows all."
        }
    }
}

fn step(step: &Step, (place, all): (usize, usize), printed: bool, stamps: &mut Stamps) -> Markup {
    html! {
        li.step.skip-print[!printed] {
            figure {
                (PreEscaped(stamped(&step.scene, stamps)))
                figcaption { span.n { (place) "/" (all) } " " (step.caption) }
            }
        }
    }
}

/// At most `most` of `many` places, evenly spread, the first and the last among them.
fn spread(many: usize, most: usize) -> Vec<usize> {
    if many <= most {
        return (0..many).collect();
    }
    let gaps = most - 1;
    (0..most).map(|nth| (nth * (many - 1) + gaps / 2) / gaps).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_matches_are_spread_from_the_first_to_the_last() {
        assert_eq!(spread(5, 6), [0, 1, 2, 3, 4]);
        assert_eq!(spread(0, 6), [0; 0]);
        assert_eq!(spread(11, 6), [0, 2, 4, 6, 8, 10]);
        let long = spread(1003, 60);
        assert_eq!((long.len(), long[0], long[59]), (60, 0, 1002));
        assert!(long.windows(2).all(|pair| (16..=17).contains(&(pair[1] - pair[0]))), "{long:?}");
    }
}
