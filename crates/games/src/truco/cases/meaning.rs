//! What moves mean as answers.

use super::act;
use crate::truco::deck::power;
use crate::truco::moves::{Call, Move};
use crate::truco::state::{Asked, State};

/// Which card of the hand it is, or that the seat leaves. Equal cards are one after the other, whichever is laid first:
/// a case knows cards by their strength alone.
pub(super) fn of_card(state: &State, made: Move) -> Option<u16> {
    let place = |card: u8| {
        let equal = |other: u8| power(other) == power(card);
        let highest = state.cards[state.me()].iter().position(|own| equal(*own))?;
        let laid = state.laid[state.me()].iter().filter_map(|laid| laid.card());
        Some((highest + laid.filter(|laid| equal(*laid)).count()) as u16)
    };
    match made {
        Move::Card(card) => place(card).map(|place| act::HIGH + place),
        Move::Down(card) => place(card).map(|place| act::DOWN + place),
        Move::Say(Call::Baralho) => Some(act::LEAVE),
        _ => None,
    }
}

/// A bet or an answer; whatever does not speak of envido is silent about it.
pub(super) fn of_envido(state: &State, made: Move) -> u16 {
    match made {
        Move::Say(Call::Envido) => act::ENVIDO,
        Move::Say(Call::RealEnvido) => act::ENVIDO + 1,
        Move::Say(Call::FaltaEnvido) => act::FALTA,
        Move::Say(Call::Quero) if state.asked == Asked::Envido => act::ENVIDO_YES,
        Move::Say(Call::NaoQuero) if state.asked == Asked::Envido => act::ENVIDO_NO,
        _ => act::SILENT,
    }
}

/// A raise or an answer; a card is none, and envido comes before the question.
pub(super) fn of_truco(state: &State, made: Move) -> Option<u16> {
    match made {
        Move::Say(Call::Truco | Call::Retruco | Call::ValeQuatro) => Some(act::RAISE),
        Move::Say(Call::Quero) => Some(act::TRUCO_YES),
        Move::Say(Call::NaoQuero) => Some(act::TRUCO_NO),
        Move::Card(_) | Move::Down(_) | Move::Say(Call::Baralho) if state.asked == Asked::Card => {
            Some(act::CALM)
        }
        _ => None,
    }
}

/// The nearest card held, between equals the lower; the next higher call, or to accept; silence where nothing may be
/// called.
pub(super) fn nearest(wanted: u16, possible: &[u16]) -> Option<u16> {
    let has = |action: u16| possible.contains(&action).then_some(action);
    match wanted {
        act::HIGH..act::LEAVE => {
            let (down, place) = (wanted / 3 * 3, wanted % 3);
            let far = |other: u16| (place.abs_diff(other), place > other);
            let held = |from: u16| (from..from + 3).filter(|action| has(*action).is_some());
            let nearest = |from: u16| held(from).min_by_key(|action| far(action - from));
            nearest(down).or_else(|| nearest(act::DOWN - down))
        }
        act::ENVIDO..=act::FALTA => (wanted + 1..=act::FALTA)
            .find_map(has)
            .or_else(|| has(act::ENVIDO_YES))
            .or_else(|| has(act::SILENT)),
        act::RAISE => has(act::TRUCO_YES).or_else(|| has(act::CALM)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_held_becomes_the_nearest_that_is() {
        assert_eq!(nearest(1, &[0, 2, 6]), Some(2), "between equals the lower");
        assert_eq!(nearest(0, &[1, 2, 6]), Some(1));
        assert_eq!(nearest(2, &[0, 3, 6]), Some(0));
        assert_eq!(nearest(4, &[0, 2]), Some(2), "face down is not allowed here");
        assert_eq!(nearest(act::ENVIDO, &[9, 10, 11, 12]), Some(9));
        assert_eq!(nearest(act::FALTA, &[11, 12]), Some(11));
        assert_eq!(nearest(act::RAISE, &[15, 16]), Some(15));
        assert_eq!(nearest(act::LEAVE, &[0, 1]), None);
    }
}
