//! The tree on the stage: all nodes of a lesson, hidden until their step comes. The script places them,
//! because what is shown changes with every step.

use super::step::Play;
use crate::format::{Px, cut, printable};
use ludometer_agents::lesson::{Node, Role};
use maud::{Markup, html};

/// Half the height of a node.
const HALF: f64 = 26.0;
/// Room for a window below a node.
const INNER: f64 = 128.0;
const LEAF: f64 = 72.0;
/// A node without a text.
const EMPTY: f64 = 46.0;

/// Draws the stage.
pub(super) fn stage(play: &Play<'_>) -> Markup {
    html! {
        figure.stand {
            svg.tree role="img" aria-label={ "The tree of " (play.title) " at this step; the text says what happens" } {
                @for node in play.nodes { (one(node, play.is_walk())) }
            }
            figcaption {
                @if play.is_walk() {
                    "▲ MAX wants the most, ▼ MIN the least. Inside: v. Below: [α, β]. Struck out: cut off, never looked at."
                } @else {
                    "Inside: Q, the mean result for who moved there. Below: n, how often it was visited."
                }
            }
        }
    }
}

/// A node around the origin, with what the script needs to place it.
fn one(node: &Node, walk: bool) -> Markup {
    html! {
        g.node data-parent=[node.parent] data-wide=(Px(wide(node, walk))) {
            @if node.parent.is_some() {
                path.edge {}
                path.slash {}
                text.by y=(Px(-HALF - 9.0)) { (printable(&cut(&node.by, 9))) }
            }
            (shape(node.role, walk))
            text.v y=(Px(text_line(node.role, walk))) {}
            text.w y=(Px(HALF + 15.0)) {}
        }
    }
}

fn wide(node: &Node, walk: bool) -> f64 {
    match node.role {
        Role::Max | Role::Min if walk => INNER,
        Role::Skipped if node.pays.is_none() => EMPTY,
        _ => LEAF,
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
            Role::Skipped => rect.shape x="-20" y="-20" width="40" height="40" rx="6" {},
            Role::End | Role::Edge => rect.shape x="-30" y="-20" width="60" height="40" rx="6" {},
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
