//! The tree on the stage: all nodes of a lesson in their places, hidden until their step comes.

use super::layout::place;
use super::step::Play;
use crate::format::{Px, cut, printable};
use ludometer_agents::lesson::{Node, Role};
use maud::{Markup, html};

const LEVEL: f64 = 124.0;
const HALF: f64 = 26.0;
const MARGIN: f64 = 16.0;
/// Room for a window below a node.
const INNER: f64 = 128.0;
const LEAF: f64 = 66.0;

/// Draws the stage.
pub(super) fn stage(play: &Play<'_>) -> Markup {
    let parents: Vec<Option<usize>> = play.nodes.iter().map(|node| node.parent).collect();
    let walk = play.key == "ab";
    let inner = |node: &Node| matches!(node.role, Role::Max | Role::Min);
    let wide: Vec<f64> =
        play.nodes.iter().map(|node| if walk && inner(node) { INNER } else { LEAF + 6.0 }).collect();
    let places = place(&parents, &wide);
    let levels = places.level.iter().max().map_or(1, |deepest| deepest + 1);
    let (width, height) = (places.width + 2.0 * MARGIN, levels as f64 * LEVEL + MARGIN);
    let at = |node: usize| (MARGIN + places.x[node], MARGIN + HALF + places.level[node] as f64 * LEVEL);
    html! {
        svg.tree viewBox={ "0 0 " (Px(width)) " " (Px(height)) } role="img" aria-label={ "The tree of " (play.title) " at this step; the text says what happens" } {
            @for (nth, node) in play.nodes.iter().enumerate() {
                (one(node, at(nth), node.parent.map(&at), walk))
            }
        }
    }
}

/// A node at its place, with the edge from its parent.
fn one(node: &Node, (x, y): (f64, f64), above: Option<(f64, f64)>, walk: bool) -> Markup {
    html! {
        g.node data-parent=[node.parent] data-x=(Px(x)) data-y=(Px(y)) transform={ "translate(" (Px(x)) " " (Px(y)) ")" } {
            @if let Some((px, py)) = above {
                @let (dx, dy) = (px - x, py - y + HALF + 18.0);
                path.edge d={ "M" (Px(dx)) " " (Px(dy)) "L0 " (Px(-HALF)) } {}
                (slashes(dx, dy))
                text.by y=(Px(-HALF - 9.0)) { (printable(&cut(&node.by, 9))) }
            }
            (shape(node.role, walk))
            text.v y=(Px(text_line(node.role, walk))) {}
            text.w y=(Px(HALF + 15.0)) {}
        }
    }
}

/// Triangles point where their owner wants to go: MAX up, MIN down.
fn shape(role: Role, walk: bool) -> Markup {
    let (wide, high) = (HALF + 10.0, HALF);
    html! {
        @match role {
            Role::Max if walk => path.shape d={ "M0 " (Px(-high)) "L" (Px(wide)) " " (Px(high)) "H" (Px(-wide)) "z" } {},
            Role::Min if walk => path.shape d={ "M0 " (Px(high)) "L" (Px(wide)) " " (Px(-high)) "H" (Px(-wide)) "z" } {},
            Role::Max | Role::Min | Role::Chance => circle.shape r=(Px(HALF)) {},
            _ => rect.shape x=(Px(-HALF)) y=(Px(-HALF + 6.0)) width=(Px(2.0 * HALF)) height=(Px(2.0 * HALF - 12.0)) rx="6" {},
        }
    }
}

/// Where text has room inside the shape.
fn text_line(role: Role, walk: bool) -> f64 {
    match role {
        Role::Max if walk => 18.0,
        Role::Min if walk => -6.0,
        _ => 6.0,
    }
}

/// Two strokes across the edge, shown when it is cut.
fn slashes(dx: f64, dy: f64) -> Markup {
    let (x, y) = (dx * 0.42, -HALF + (dy + HALF) * 0.42);
    let length = (dx * dx + (dy + HALF) * (dy + HALF)).sqrt().max(1.0);
    let (ax, ay) = (dx / length, (dy + HALF) / length);
    html! {
        @for shift in [-3.5, 3.5] {
            @let (x, y) = (x + ax * shift, y + ay * shift);
            path.slash d={ "M" (Px(x - ay * 9.0)) " " (Px(y + ax * 9.0)) "L" (Px(x + ay * 9.0)) " " (Px(y - ax * 9.0)) } {}
        }
    }
}
