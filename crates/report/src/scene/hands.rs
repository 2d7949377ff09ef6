//! Hands, dice, heaps and tracks: everything of a scene that is not a board.

use super::pieces::tone;
use super::suits::sign;
use crate::format::{Px, cut, plain, printable};
use ludometer_game::{Hand, HandCard, Seat};
use maud::{Markup, html};

const CARD_HEIGHT: f64 = 38.0;
const GAP: f64 = 5.0;
const TITLE: f64 = 20.0;

/// What a row of things is made of.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Cards,
    Dice,
    Counters,
}

/// Dice are told by their title and faces; counters are things without a name of their own.
fn kind(hand: &Hand) -> Kind {
    let faces = || hand.cards.iter().map(|card| card.face.as_deref());
    let title = hand.title.to_lowercase();
    let pips = faces().all(|face| matches!(face, Some("1" | "2" | "3" | "4" | "5" | "6")));
    let nameless = |face: Option<&str>| matches!(face, Some("" | "o" | "O" | "*" | "●" | "○" | "•"));
    if !hand.cards.is_empty() && pips && (title.contains("dice") || title.contains("die")) {
        Kind::Dice
    } else if !hand.cards.is_empty() && faces().all(nameless) {
        Kind::Counters
    } else {
        Kind::Cards
    }
}

fn width(card: &HandCard, kind: Kind) -> f64 {
    match kind {
        Kind::Counters => 20.0,
        Kind::Dice => CARD_HEIGHT - 6.0,
        Kind::Cards if card.spanish.is_some() => 46.0,
        Kind::Cards => {
            let letters = card.face.as_deref().map_or(1, |face| face.chars().count().min(24));
            (letters as f64 * 9.0 + 12.0).max(27.0)
        }
    }
}

/// Draws a hand at the origin, wrapped at `room`; gives the picture and its height.
pub(super) fn hand(hand: &Hand, room: f64) -> (Markup, f64) {
    let kind = kind(hand);
    let line = if kind == Kind::Counters { 22.0 } else { CARD_HEIGHT } + GAP;
    let (mut x, mut y) = (0.0, TITLE);
    let mut places = Vec::new();
    for card in &hand.cards {
        let wide = width(card, kind);
        if x > 0.0 && x + wide > room {
            (x, y) = (0.0, y + line);
        }
        places.push((card, x, y, wide));
        x += wide + GAP;
    }
    let title = match hand.cards.len() {
        0 => format!("{}: empty", hand.title),
        many if kind == Kind::Counters => format!("{}: {many}", hand.title),
        _ => hand.title.clone(),
    };
    let height = if hand.cards.is_empty() { TITLE } else { y + line };
    let picture = html! {
        g class=(tone(hand.owner)) {
            text.title x="0" y="14" { (printable(&title)) }
            @for (card, x, y, wide) in places {
                @match kind {
                    Kind::Cards => (one_card(card, x, y, wide)),
                    Kind::Dice => (die(card, x, y, wide)),
                    Kind::Counters => circle class=(marked("disc", card)) cx=(Px(x + 10.0)) cy=(Px(y + 11.0)) r="9" {},
                }
            }
        }
    };
    (picture, height)
}

fn marked(class: &str, card: &HandCard) -> String {
    if card.marked { format!("{class} marked") } else { class.into() }
}

fn one_card(card: &HandCard, x: f64, y: f64, wide: f64) -> Markup {
    let (left, top) = (Px(x + 0.5), Px(y + 0.5));
    html! {
        rect class=(marked("card", card)) x=(left) y=(top) width=(Px(wide - 1.0)) height=(Px(CARD_HEIGHT - 1.0)) rx="4" {}
        @if let Some((number, suit)) = card.spanish {
            text.face x=(Px(x + 14.0)) y=(Px(y + CARD_HEIGHT / 2.0 + 5.5)) { (number) }
            g transform=(format!("translate({} {})", Px(x + 33.0), Px(y + CARD_HEIGHT / 2.0))) { (sign(suit)) }
        } @else if let Some(face) = &card.face {
            text.face x=(Px(x + wide / 2.0)) y=(Px(y + CARD_HEIGHT / 2.0 + 5.5)) { (printable(&cut(face, 24))) }
        } @else {
            rect.back x=(Px(x + 4.0)) y=(Px(y + 4.0)) width=(Px(wide - 8.0)) height=(Px(CARD_HEIGHT - 8.0)) rx="2" {}
            path.hatch d={
                "M" (Px(x + 4.0)) " " (Px(y + 4.0)) "l" (Px(wide - 8.0)) " " (Px(CARD_HEIGHT - 8.0))
                "M" (Px(x + wide - 4.0)) " " (Px(y + 4.0)) "l" (Px(8.0 - wide)) " " (Px(CARD_HEIGHT - 8.0))
            } {}
        }
    }
}

fn die(card: &HandCard, x: f64, y: f64, side: f64) -> Markup {
    let face = card.face.as_deref().and_then(|face| face.parse().ok()).unwrap_or(0);
    let spots: &[(f64, f64)] = match face {
        1 => &[(0.5, 0.5)],
        2 => &[(0.25, 0.25), (0.75, 0.75)],
        3 => &[(0.25, 0.25), (0.5, 0.5), (0.75, 0.75)],
        4 => &[(0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)],
        5 => &[(0.25, 0.25), (0.75, 0.25), (0.5, 0.5), (0.25, 0.75), (0.75, 0.75)],
        _ => &[(0.25, 0.25), (0.75, 0.25), (0.25, 0.5), (0.75, 0.5), (0.25, 0.75), (0.75, 0.75)],
    };
    html! {
        rect class=(marked("card", card)) x=(Px(x + 0.5)) y=(Px(y + 3.5)) width=(Px(side - 1.0)) height=(Px(side - 1.0)) rx="6" {}
        @for (dx, dy) in spots {
            circle.pip cx=(Px(x + dx * side)) cy=(Px(y + 3.0 + dy * side)) r="3" {}
        }
    }
}

/// Draws a track at the origin; gives the picture and its height.
pub(super) fn track(title: &str, owner: Option<Seat>, value: f32, max: f32, room: f64) -> (Markup, f64) {
    let part = if max > 0.0 { f64::from((value / max).clamp(0.0, 1.0)) } else { 0.0 };
    let standing = format!("{} of {}", plain(f64::from(value)), plain(f64::from(max)));
    let picture = html! {
        g class=(tone(owner)) {
            text.title x="0" y="14" { (printable(title)) }
            text.title.end x=(Px(room)) y="14" { (standing) }
            rect.rail x="0" y="20" width=(Px(room)) height="8" rx="4" {}
            rect.fill x="0" y="20" width=(Px(room * part)) height="8" rx="4" {}
        }
    };
    (picture, 36.0)
}
