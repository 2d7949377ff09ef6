//! The tokens on a board.
//!
//! Every token is drawn around the origin: whoever draws a board puts it in its place. Seats differ by colour and by a sign inside the disc, so that a print in grey still tells them
//! apart.

use crate::format::{Px, printable};
use ludometer_game::{Piece, Seat, Token};
use maud::{Markup, html};

/// The class that gives a thing the colour of its owner.
pub(super) fn tone(owner: Option<Seat>) -> String {
    owner.map_or_else(|| "nobody".into(), |seat| format!("s{}", seat.index()))
}

/// A token centred on the origin, for a cell of width `cell`.
pub(super) fn token(token: &Token, cell: f64) -> Markup {
    let glyph = printable(&token.glyph.to_string());
    let body = match token.piece {
        Piece::Cross => cross(cell * 0.26),
        Piece::Nought => html! { circle.ring r=(Px(cell * 0.27)) {} },
        Piece::Letter => html! {
            text.glyph y=(Px(cell * 0.2)) font-size=(Px(cell * 0.56)) { (glyph) }
        },
        Piece::Pawn => html! {
            circle.disc r=(Px(cell * 0.32)) {}
            text.on y=(Px(cell * 0.13)) font-size=(Px(cell * 0.36)) { (glyph) }
        },
        Piece::King => html! {
            circle.disc r=(Px(cell * 0.38)) {}
            path.crown d=(crown(cell * 0.2)) {}
        },
        _ => html! {
            circle.disc r=(Px(cell * 0.38)) {}
            (sign(token.owner, cell * 0.38))
        },
    };
    html! { g class=(tone(token.owner)) { (body) } }
}

fn cross(arm: f64) -> Markup {
    let (less, more) = (Px(-arm), Px(arm));
    html! { path.ring d={ "M" (less) " " (less) "L" (more) " " (more) "M" (more) " " (less) "L" (less) " " (more) } {} }
}

fn crown(half: f64) -> String {
    let (base, low, top) = (Px(half * 0.8), Px(-half * 0.1), Px(-half));
    let (left, right, inner) = (Px(-half), Px(half), half * 0.5);
    format!(
        "M{left} {base}L{left} {top}L{} {low}L0 {top}L{} {low}L{right} {top}L{right} {base}z",
        Px(-inner),
        Px(inner)
    )
}

/// What tells the discs of the seats apart without colour.
fn sign(owner: Option<Seat>, radius: f64) -> Markup {
    html! {
        @match owner.map(Seat::index) {
            None | Some(0) => {}
            Some(1) => circle.sign r=(Px(radius * 0.55)) {},
            Some(2) => circle.eye r=(Px(radius * 0.3)) {},
            Some(3) => {
                circle.sign r=(Px(radius * 0.62)) {}
                circle.eye r=(Px(radius * 0.25)) {}
            }
            Some(seat) => text.on y=(Px(radius * 0.36)) font-size=(Px(radius)) { (seat + 1) },
        }
    }
}
