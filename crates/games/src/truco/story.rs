//! What a match tells: points by source, counts, and the words for what is done.

use super::deck::{name, power};
use super::moves::{Call, Move};
use super::rules::Rules;
use super::state::{Asked, State};
use ludometer_game::{Element, ElementKind, Seat, Story};

const PLACES: [&str; 3] = ["high card", "middle card", "low card"];

/// What a designer can name in a move.
pub(super) fn elements(state: &State, chosen: Move, out: &mut Vec<Element>) {
    let action = match chosen {
        Move::Card(_) => "play",
        Move::Down(_) => "play face down",
        Move::Say(call) => call.word(),
        Move::Deal(_) => "deal",
    };
    out.push(Element::new(ElementKind::Action, action));
    if let Move::Card(card) | Move::Down(card) = chosen {
        out.push(Element::new(ElementKind::Card, name(card)));
        let place = state.cards[state.me()].iter().position(|&own| own == card);
        out.extend(place.map(|place| Element::new(ElementKind::Piece, PLACES[place])));
        let trick = ["trick 1", "trick 2", "trick 3"][state.trick().min(2)];
        out.push(Element::new(ElementKind::Phase, trick));
    }
}

/// What the answer to a bet is about.
fn topic(asked: Asked) -> &'static str {
    match asked {
        Asked::Envido => "envido",
        Asked::Flor => "flor",
        Asked::Truco | Asked::Card => "truco",
    }
}

/// Points by source: envido, flor, and truco for what the hand itself pays. Counts of bets, of answers, of
/// hands and how they ended.
pub(super) fn narrate(rules: &Rules, before: &State, chosen: Move, after: &State, story: &mut Story) {
    let about = topic(before.asked);
    let source = match chosen {
        Move::Say(Call::Flor) => "flor",
        _ => about,
    };
    for seat in Seat::all(2) {
        let gained = after.points[seat.index()] - before.points[seat.index()];
        if gained == 0 {
            continue;
        }
        let hand = gained.min(before.value());
        if chosen == Move::Say(Call::Baralho) && gained > hand {
            story.score(
                seat,
                if rules.unclaimed(before) > 1 { "flor" } else { "envido" },
                (gained - hand).into(),
            );
            story.score(seat, source, hand.into());
        } else {
            story.score(seat, source, gained.into());
        }
    }
    match chosen {
        Move::Say(Call::Quero) => story.count(&format!("{about} accepted"), 1.0),
        Move::Say(Call::NaoQuero) => story.count(&format!("{about} refused"), 1.0),
        Move::Say(call) => story.count(call.word(), 1.0),
        Move::Down(_) => story.count("face-down cards", 1.0),
        Move::Card(_) | Move::Deal(_) => {}
    }
    if after.hand != before.hand || (rules.is_over(after) && !rules.is_over(before)) {
        story.count("hands", 1.0);
    }
}

/// The summed power of the cards a seat still holds.
pub(super) fn strength(state: &State, seat: usize) -> f32 {
    state.held(seat).map(|card| f32::from(power(card))).sum()
}
