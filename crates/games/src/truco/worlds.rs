//! What a seat knows, and the worlds in which it would know the same.

use super::deck::{CARDS, Trio, envido, flor, is_flor, sorted};
use super::state::{Flor, Laid, State, Told};
use super::tricks::TRICKS;
use crate::deals::{any_card, one};
use ludometer_game::Rng;

/// Whether a seat could hold these cards after what it has said.
fn fits(state: &State, seat: usize, cards: &Trio) -> bool {
    let declared = match state.flor[seat] {
        Flor::Unknown => true,
        Flor::None => !is_flor(cards),
        Flor::Held => is_flor(cards),
    };
    let points = || if state.flor[seat] == Flor::Held { flor(cards) } else { envido(cards) };
    declared
        && match state.told[seat] {
            Told::Nothing => true,
            Told::Exactly(told) => points() == told,
            Told::AtMost(most) => points() <= most,
        }
}

/// Draws the other seat's cards anew: every hand that fits what was shown and said is equally likely.
///
/// Hands are drawn until one fits. The true one does, so on average it takes no more draws than there are
/// hands, and hardly more than one before anything was said.
pub(super) fn sample(state: &State, me: usize, rng: &mut Rng) -> State {
    let mut world = *state;
    if !state.dealt {
        return world;
    }
    let other = 1 - me;
    let laid = state.laid[other];
    let (mut cards, mut known) = ([0; 3], 0);
    for card in laid.iter().filter_map(|laid| laid.shown()) {
        cards[known] = card;
        known += 1;
    }
    let seen = state.cards[me].iter().chain(&cards[..known]).fold(0, |set, &card| set | one(card));
    let unseen = (one(CARDS) - 1) & !seen;
    loop {
        let mut left = unseen;
        for place in &mut cards[known..] {
            *place = any_card(left, rng);
            left &= !one(*place);
        }
        world.cards[other] = sorted(cards);
        if fits(state, other, &world.cards[other]) {
            break;
        }
    }
    // They were drawn in random order, so the first of them may as well be the ones that lie face down.
    let down = (0..TRICKS).filter(|&trick| laid[trick].is_down());
    for (trick, &card) in down.zip(&cards[known..]) {
        world.laid[other][trick] = Laid::of(card, true);
    }
    world
}

/// Appends all that `me` knows: the score, its own cards and what it did with them, what was told, and what
/// all have seen of this hand, in order. What is left of earlier hands is the score.
pub(super) fn info(state: &State, me: usize, out: &mut Vec<u8>) {
    out.extend(state.points);
    out.extend([state.hand, u8::from(state.dealt)]);
    out.extend(state.cards[me]);
    out.extend(state.laid[me].map(|laid| laid.card().unwrap_or(CARDS)));
    for seat in 0..2 {
        let (kind, points) = match state.told[seat] {
            Told::Nothing => (0, 0),
            Told::Exactly(points) => (1, points),
            Told::AtMost(points) => (2, points),
        };
        out.extend([kind, points, state.flor[seat] as u8]);
    }
    out.extend(state.log());
}
