//! The tokens on a board.
//!
//! Seats differ by colour and by a sign inside the disc, so that a print in grey still tells them
//! apart.

use crate::format::{Px, printable};
use ludometer_game::{Piece, Seat, Token};
use maud::{Markup, html};

/// The class that gives a thing the colour of its owner.
pub(super) fn tone(owner: Option<Seat>) -> String {
    owner.map_or_else(|| "sx".into(), |seat| format!("s{}", seat.index()))
}

/// A token centred at (`x`, `y`) in a cell of width `cell`.
pub(super) fn token(token: &Token, x: f64, y: f64, cell: f64) -> Markup {
    let glyph = printable(&token.glyph.to_string());
    let body = match token.piece {
        Piece::Cross => cross(x, y, cell * 0.26),
        Piece::Nought => html! { circle.ring cx=(Px(x)) cy=(Px(y)) r=(Px(cell * 0.27)) {} },
        Piece::Letter => html! {
            text.glyph x=(Px(x)) y=(Px(y + cell * 0.2)) font-size=(Px(cell * 0.56)) { (glyph) }
        },
        Piece::Pawn => html! {
            circle.disc cx=(Px(x)) cy=(Px(y)) r=(Px(cell * 0.32)) {}
            text.on x=(Px(x)) y=(Px(y + cell * 0.13)) font-size=(Px(cell * 0.36)) { (glyph) }
        },
        Piece::King => html! {
            circle.disc cx=(Px(x)) cy=(Px(y)) r=(Px(cell * 0.38)) {}
            path.crown d=(crown(x, y, cell * 0.2)) {}
        },
        _ => html! {
            circle.disc cx=(Px(x)) cy=(Px(y)) r=(Px(cell * 0.38)) {}
            (sign(token.owner, x, y, cell * 0.38))
        },
    };
    html! { g class=(tone(token.owner)) { (body) } }
}

fn cross(x: f64, y: f64, arm: f64) -> Markup {
    let (left, right, top, bottom) = (Px(x - arm), Px(x + arm), Px(y - arm), Px(y + arm));
    html! { path.ring d={ "M" (left) " " (top) "L" (right) " " (bottom) "M" (right) " " (top) "L" (left) " " (bottom) } {} }
}

fn crown(x: f64, y: f64, half: f64) -> String {
    let (base, low, top) = (Px(y + half * 0.8), Px(y - half * 0.1), Px(y - half));
    let (left, right, inner) = (Px(x - half), Px(x + half), half * 0.5);
    format!(
        "M{left} {base}L{left} {top}L{} {low}L{} {top}L{} {low}L{right} {top}L{right} {base}z",
        Px(x - inner),
        Px(x),
        Px(x + inner)
    )
}

/// What tells the discs of the seats apart without colour.
fn sign(owner: Option<Seat>, x: f64, y: f64, radius: f64) -> Markup {
    let (cx, cy) = (Px(x), Px(y));
    html! {
        @match owner.map(Seat::index) {
            None | Some(0) => {}
            Some(1) => circle.sign cx=(cx) cy=(cy) r=(Px(radius * 0.55)) {},
            Some(2) => circle.dot cx=(cx) cy=(cy) r=(Px(radius * 0.3)) {},
            Some(3) => {
                circle.sign cx=(cx) cy=(cy) r=(Px(radius * 0.62)) {}
                circle.dot cx=(cx) cy=(cy) r=(Px(radius * 0.25)) {}
            }
            Some(seat) => text.on x=(cx) y=(Px(y + radius * 0.36)) font-size=(Px(radius)) { (seat + 1) },
        }
    }
}
