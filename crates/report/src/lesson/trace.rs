//! The walk of α–β as a lecturer writes it on the board: one line for every call, indented by depth.

use super::number::number;
use super::step::{by, few};
use crate::format::count;
use ludometer_agents::lesson::{Event, Measure, Node, Role, Walk, Window, ply};
use std::fmt::Write;

/// The whole walk as text.
#[must_use]
pub fn trace_text(walk: &Walk) -> String {
    let mut text = String::new();
    for (nth, event) in walk.events.iter().enumerate() {
        if let Some((node, line)) = line(walk, event, walk.events.get(nth + 1)) {
            let _ = writeln!(text, "{:width$}{line}", "", width = 4 * ply(&walk.nodes, node));
        }
    }
    let best = walk.best_line();
    let line: Vec<&str> = best[1..].iter().map(|&node| walk.nodes[node].by.as_str()).collect();
    let leaves = count(walk.leaves() as u64, "leaf", "leaves");
    let cuts = count(walk.cuts() as u64, "cut", "cuts");
    let value = number(walk.value, walk.measure);
    let _ = writeln!(text, "value {value}; best line {}; {leaves} looked at, {cuts}", line.join(" "));
    text
}

/// The line of an event and the position it is indented to. What comes back is said by the next line.
fn line(walk: &Walk, event: &Event, next: Option<&Event>) -> Option<(usize, String)> {
    let say = |value: f32| number(value, walk.measure);
    match event {
        Event::Call { node, window, above } => {
            let place = &walk.nodes[*node];
            let window = bracket(*window, walk.measure);
            let Some(above) = above else {
                return Some((*node, format!("{} {window}", role(place, walk))));
            };
            // A call is written in the position it is made from, and a leaf answers it at once.
            let parent = place.parent.unwrap_or(*node);
            let call = format!("  v = {}, try {}", say(*above), place.by);
            Some(match next {
                Some(Event::Leaf { value, estimate, .. }) => {
                    let about = if *estimate { "≈ " } else { "" };
                    (parent, format!("{call} {window} → {about}{}", say(*value)))
                }
                _ => (parent, format!("{call}: {} {window}", role(place, walk))),
            })
        }
        Event::Cut { node, v, bound, skipped, more } => {
            let sign = if walk.nodes[*node].role == Role::Max { "≥ β" } else { "≤ α" };
            let moves: Vec<String> = skipped.iter().map(|&node| by(&walk.nodes[node])).collect();
            let line = format!("  v = {} {sign} = {}: cut off {}", say(*v), say(*bound), few(&moves, *more));
            Some((*node, line))
        }
        Event::Return { node, v } => Some((*node, format!("  return {}", say(*v)))),
        Event::Leaf { .. } | Event::Back { .. } => None,
    }
}

/// `[α, β]`.
pub(super) fn bracket(window: Window, measure: Measure) -> String {
    format!("[{}, {}]", number(window.alpha, measure), number(window.beta, measure))
}

/// `MAX (X)`; a typed tree has no players worth naming.
pub(super) fn role(node: &Node, walk: &Walk) -> String {
    let role = if node.role == Role::Max { "MAX" } else { "MIN" };
    let name = node.mover.and_then(|seat| walk.seats.get(seat.index()));
    match name.filter(|_| walk.measure == Measure::Units) {
        Some(name) => format!("{role} ({name})"),
        None => role.into(),
    }
}
