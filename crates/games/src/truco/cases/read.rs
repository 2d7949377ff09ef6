//! The numbers of a hand as a seat knows them.

use super::schema::Places;
use crate::truco::deck::{envido, power, suit};
use crate::truco::moves::{CALLS, Call};
use crate::truco::state::{Flor, Laid, State, Told};
use crate::truco::tricks::Taken;

/// Cards by strength as the thesis counts them, and the kinds they are clustered by.
const CODES: [f32; 14] = [1.0, 2.0, 3.0, 4.0, 6.0, 7.0, 8.0, 12.0, 16.0, 24.0, 40.0, 42.0, 50.0, 52.0];
const KINDS: [f32; 14] = [3.0, 3.0, 3.0, 3.0, 7.0, 7.0, 7.0, 12.0, 20.0, 20.0, 41.0, 41.0, 51.0, 51.0];
/// The cards of each number for people: swords, coins, clubs and cups are e, o, b and c.
const WORDS: [&str; 14] = [
    "a 4",
    "a 5",
    "a 6",
    "a 7 of clubs or cups",
    "a 10",
    "an 11",
    "a 12",
    "a 1 of coins or cups",
    "a 2",
    "a 3",
    "7o",
    "7e",
    "1b",
    "1e",
];
/// A card that lies face down; cards not played: not needed and won, lost with a bet, left.
pub(super) const FACE_DOWN: f32 = -1.0;
pub(super) const NOT_NEEDED: f32 = -46.0;
pub(super) const LOST: f32 = -15.0;
pub(super) const LEFT: f32 = -10.0;

/// The number of a card.
pub(super) fn code(card: u8) -> f32 {
    CODES[usize::from(power(card))]
}

/// A card with this number, for people; what is no card lies face down.
pub(super) fn word(code: f32) -> &'static str {
    CODES.iter().position(|own| *own == code).map_or("a card face down", |at| WORDS[at])
}

/// The kind of a card with this number; what is no card is no kind.
pub(super) fn kind(code: f32) -> f32 {
    CODES.iter().position(|own| *own == code).map_or(f32::NAN, |at| KINDS[at])
}

/// A seat as a case counts it.
fn who(seat: usize, me: usize) -> f32 {
    if seat == me { 1.0 } else { 2.0 }
}

fn laid(laid: Laid, mine: bool) -> f32 {
    let known = if mine { laid.card() } else { laid.shown() };
    match known {
        _ if laid.is_down() => FACE_DOWN,
        Some(card) => code(card),
        None => f32::NAN,
    }
}

/// Who said each call first, and who refused envido, truco and a raise of flores.
struct Said {
    first: [f32; CALLS.len()],
    refused: [f32; 2],
    flor_refused: f32,
    left: bool,
}

impl Said {
    fn of(state: &State, me: usize) -> Said {
        let mut said = Said { first: [0.0; CALLS.len()], refused: [0.0; 2], flor_refused: 0.0, left: false };
        let (mut about_truco, both) = (false, state.flor == [Flor::Held; 2]);
        for (seat, call) in state.calls() {
            let first = &mut said.first[call as usize];
            if *first == 0.0 {
                *first = who(seat, me);
            }
            match call {
                Call::Truco | Call::Retruco | Call::ValeQuatro => about_truco = true,
                Call::Envido | Call::RealEnvido | Call::FaltaEnvido => about_truco = false,
                // A flor against none is not answered: a truco that waited still does.
                Call::Flor if both => about_truco = false,
                Call::NaoQuero if both && !about_truco => said.flor_refused = who(seat, me),
                Call::NaoQuero => {
                    said.refused[usize::from(about_truco)] = who(seat, me);
                }
                Call::Baralho => said.left = true,
                _ => {}
            }
            // Once envido is answered a truco that waited is spoken of again.
            if matches!(call, Call::Quero | Call::NaoQuero) && !about_truco {
                about_truco = true;
            }
        }
        said
    }
}

/// Who won the envido, as the seat learnt it.
fn envido_winner(state: &State, me: usize, refused: f32) -> f32 {
    if state.envido.is_empty() || state.flor.contains(&Flor::Held) {
        return 0.0;
    }
    if refused > 0.0 { 3.0 - refused } else { showed_more(state, me) }
}

/// Who won the points of flor, as the seat learnt it.
fn flor_winner(state: &State, me: usize, said: &Said) -> f32 {
    match state.flor.iter().filter(|flor| **flor == Flor::Held).count() {
        0 => 0.0,
        1 => said.first[Call::Flor as usize],
        _ if said.flor_refused > 0.0 => 3.0 - said.flor_refused,
        _ => showed_more(state, me),
    }
}

/// Who had more points, of those who told them.
fn showed_more(state: &State, me: usize) -> f32 {
    let mao = state.mao();
    match state.told[1 - mao] {
        Told::Exactly(_) => who(1 - mao, me),
        Told::AtMost(_) => who(mao, me),
        Told::Nothing => 0.0,
    }
}

/// Appends all attributes; `winner` is who won the hand, if it is over.
pub(super) fn read(state: &State, me: usize, winner: Option<usize>, out: &mut Vec<f32>) {
    let start = out.len();
    out.resize(start + Places::ALL, f32::NAN);
    let values = &mut out[start..];
    if !state.dealt {
        return;
    }
    let said = Said::of(state, me);
    values[Places::LEADS] = who(state.mao(), me);
    for (at, card) in state.cards[me].into_iter().enumerate() {
        values[Places::CARDS + at] = code(card);
        values[Places::KINDS + at] = KINDS[usize::from(power(card))];
        values[Places::SUITS + at] = f32::from(suit(card)) + 1.0;
    }
    for trick in 0..3 {
        let own = laid(state.laid[me][trick], true);
        let other = laid(state.laid[1 - me][trick], false);
        values[Places::LAID + 2 * trick] = match winner {
            Some(seat) if own.is_nan() && seat == me => NOT_NEEDED,
            Some(_) if own.is_nan() && said.left => LEFT,
            Some(_) if own.is_nan() => LOST,
            _ => own,
        };
        values[Places::LAID + 2 * trick + 1] = other;
        values[Places::OTHER_KINDS + trick] = if other == FACE_DOWN { FACE_DOWN } else { kind(other) };
        values[Places::WON + trick] = match state.taken(trick) {
            Some(Taken::By(seat)) => who(seat.into(), me),
            Some(Taken::Tied) => 0.0,
            None => f32::NAN,
        };
    }
    bets(state, me, &said, values);
    values[Places::HAND_WON] = winner.map_or(f32::NAN, |seat| who(seat, me));
}

/// Who called, refused and won envido, flor and truco.
fn bets(state: &State, me: usize, said: &Said, values: &mut [f32]) {
    for (at, call) in [Call::Envido, Call::RealEnvido, Call::FaltaEnvido].into_iter().enumerate() {
        values[Places::ENVIDO + at] = said.first[call as usize];
    }
    for (at, call) in [Call::Truco, Call::Retruco, Call::ValeQuatro].into_iter().enumerate() {
        values[Places::TRUCO + at] = said.first[call as usize];
    }
    values[Places::ENVIDO_POINTS] = envido(&state.cards[me]).into();
    values[Places::ENVIDO_REFUSED] = said.refused[0];
    values[Places::ENVIDO_WON] = envido_winner(state, me, said.refused[0]);
    for (at, call) in [Call::Flor, Call::ContraFlor, Call::ContraFlorResto].into_iter().enumerate() {
        values[Places::FLOR + at] = said.first[call as usize];
    }
    values[Places::FLOR_WON] = flor_winner(state, me, said);
    values[Places::TRUCO_REFUSED] = said.refused[1];
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::truco::deck;

    #[test]
    fn every_number_names_its_cards() {
        for card in 0..deck::CARDS {
            let (own, told) = (deck::name(card), word(code(card)));
            let face = told.split(' ').nth(1).unwrap_or_default();
            let suits = [("coins", 'o'), ("clubs", 'b'), ("cups", 'c')];
            let named = suits.iter().any(|(name, letter)| told.contains(*name) && own.ends_with(*letter));
            let fits = face == deck::face(card).to_string() && (named || !told.contains(" of "));
            assert!(told == own || fits, "{own} is told as {told}");
        }
        assert_eq!(word(FACE_DOWN), "a card face down");
    }
}
