//! Tactics: a table for each kind of decision, the first open, the others folded; who plays what is shown where more
//! than one did.

use super::table;
use crate::format;
use crate::tactics::{Situation, Tactic, Tactics};
use ludometer_metrics::Unit;
use maud::{Markup, html};

/// All tactics; nothing without any.
pub(super) fn section(tactics: Option<&Tactics>) -> Markup {
    let Some(tactics) = tactics else { return html! {} };
    html! {
        section #tactics aria-labelledby="tactics-title" {
            h2 #tactics-title { "Tactics" }
            p.sub {
                "Decisions of the same kind that are alike, out of "
                (format::count(tactics.hands, "hand", "hands")) " (a hand counts once for each seat)"
                @if let Some(matches) = tactics.matches { " of " (format::count(matches, "match", "matches")) }
                ". Found by clustering; named by what they have in common. Won and points are of what the heading names, once for "
                "each hand; what brought nothing is half won. Intervals are 95 %, by match; those of points take hands for "
                "independent. Who plays it: how many of its own decisions "
                "of this kind each agent puts here. " (tactics.note)
                @if tactics.left_out > 0 {
                    " Not, or not wholly, among them: " (format::count(tactics.left_out, "match", "matches"))
                    ", broken or after hands enough."
                }
            }
            @for (nth, situation) in tactics.situations.iter().enumerate() {
                details.group open[nth == 0] {
                    summary { h3 { (heading(situation)) } }
                    div.card { (rows(situation)) }
                }
            }
        }
    }
}

fn heading(situation: &Situation) -> String {
    let decisions = format::count(situation.decisions, "decision", "decisions");
    let tactics = format::count(situation.tactics.len() as u64, "tactic", "tactics");
    format!(
        "{} · {decisions} · {tactics} · points of the {}",
        format::capital(&situation.name),
        situation.account
    )
}

/// Lines of answers and players that are shown.
const LINES: usize = 5;

fn rows(situation: &Situation) -> Markup {
    let several = situation.tactics.iter().any(|tactic| tactic.players.len() > 1);
    let mut columns = vec!["tactic", "share", "done", "won", "points"];
    columns.extend(several.then_some("who plays it"));
    let columns: Vec<String> = columns.into_iter().map(String::from).collect();
    let rows: Vec<Vec<Markup>> = situation.tactics.iter().map(|tactic| row(tactic, several)).collect();
    table::frame(&columns, &rows, &situation.name)
}

fn row(tactic: &Tactic, several: bool) -> Vec<Markup> {
    let mut cells = vec![
        html! { (tactic.name) @for (name, value) in &tactic.seen { br; span.n { (name) " " (value) } } },
        html! { (table::bar(&tactic.share, 1.0)) (format::estimate(&tactic.share, Unit::Share)) },
        lines(tactic.answers.iter().map(|(name, share)| format!("{} {name}", format::percent(*share, 0)))),
        html! { (table::bar(&tactic.won, 1.0)) (format::estimate(&tactic.won, Unit::Share)) },
        html! { (tactic.points.map_or_else(|| "–".into(), |points| format::estimate(&points, Unit::Points))) },
    ];
    let players =
        tactic.players.iter().map(|(name, share)| format!("{} {name}", format::value(share, Unit::Share)));
    cells.extend(several.then(|| lines(players)));
    cells
}

/// One below the other.
fn lines(parts: impl ExactSizeIterator<Item = String>) -> Markup {
    let more = parts.len().saturating_sub(LINES);
    html! {
        @for (nth, part) in parts.take(LINES).enumerate() { @if nth > 0 { br; } (part) }
        @if more > 0 { br; span.n { (more) " more" } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tactics::tests::example;

    #[test]
    fn a_table_for_each_kind_of_decision() {
        let page = section(Some(&example())).into_string();
        assert!(
            page.contains("1st card, agent second · 100\u{a0}decisions · 1\u{a0}tactic · points of the hand"),
            "{page}"
        );
        assert!(page.contains("among them: 2\u{a0}matches"), "{page}");
        assert!(page.contains("weak &lt;hand&gt;; leaves"), "{page}");
        assert_eq!(page.matches("<th scope=\"col\">").count(), 5);
        assert_eq!(section(None).into_string(), "");
    }
}
