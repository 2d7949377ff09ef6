//! What may be said and played, and what follows from it.

use super::moves::Move;
use super::state::{Half, NO_CARD, State};
use crate::truco::{Call, Envido};

const ENVIDOS: [Call; 3] = [Call::Envido, Call::RealEnvido, Call::FaltaEnvido];
const TRUCOS: [Call; 3] = [Call::Truco, Call::Retruco, Call::ValeQuatro];

/// Appends the legal moves of the seat on turn.
pub fn legal(state: &State, out: &mut Vec<Move>) {
    let answers = [Call::Quero, Call::NaoQuero].map(Move::Say);
    let envidos = ENVIDOS.into_iter().filter(|&call| state.envido.with(call).is_some()).map(Move::Say);
    match state.half {
        Some(Half::Envido(_)) => {
            if state.envido.is_empty() {
                out.push(Move::Pass);
            } else {
                out.extend(answers);
            }
            out.extend(envidos);
        }
        _ if state.proposed > 0 => {
            out.extend(answers);
            out.extend(TRUCOS.get(usize::from(state.proposed)).map(|&raise| Move::Say(raise)));
        }
        _ => {
            let mut held = state.held(state.mover.into());
            held.dedup();
            out.extend(held.into_iter().map(Move::Card));
            out.extend(raise(state).map(Move::Say));
        }
    }
}

/// What the seat on turn may raise to.
fn raise(state: &State) -> Option<Call> {
    let may = state.level == 0 || state.raiser == state.mover;
    TRUCOS.get(usize::from(state.level)).copied().filter(|_| may)
}

/// Plays a legal move or a possible outcome of chance.
pub fn play(state: &mut State, made: Move) {
    match made {
        Move::Begin(half) => state.half = Some(half),
        Move::Deal(holding) => {
            let seat = usize::from(state.holds[0] != super::Holding::Nothing);
            state.holds[seat] = holding;
        }
        Move::Card(class) => {
            lay(state, class);
            lay_last_cards(state);
        }
        Move::Pass => {
            state.note(made);
            // The pé passes last.
            state.paid = (state.mover == 1).then_some(0);
            state.mover = 1;
        }
        Move::Say(call) => {
            state.note(made);
            say(state, call);
            lay_last_cards(state);
        }
    }
}

fn lay(state: &mut State, class: u8) {
    let (seat, trick) = (usize::from(state.mover), state.trick());
    state.note(Move::Card(class));
    state.laid[seat][trick] = class;
    match state.won_by() {
        Some(winner) => pay(state, winner, state.value()),
        None => state.mover = state.to_play() as u8,
    }
}

/// Lays last cards before which nothing can be said: there is no choice.
fn lay_last_cards(state: &mut State) {
    while state.half == Some(Half::Tricks)
        && state.paid.is_none()
        && state.proposed == 0
        && raise(state).is_none()
    {
        let [last] = state.held(state.mover.into())[..] else { return };
        debug_assert_ne!(last, NO_CARD);
        lay(state, last);
    }
}

fn say(state: &mut State, call: Call) {
    let other = 1 - usize::from(state.mover);
    let about_envido = matches!(state.half, Some(Half::Envido(_)));
    match call {
        Call::Quero if about_envido => compare(state),
        Call::NaoQuero if about_envido => pay(state, other, state.envido.refused()),
        Call::Quero => {
            state.level = state.proposed;
            state.proposed = 0;
            state.raiser = state.mover;
            state.mover = state.to_play() as u8;
        }
        Call::NaoQuero => pay(state, other, state.value()),
        Call::Truco | Call::Retruco | Call::ValeQuatro => {
            // A raise accepts what was proposed.
            state.level = state.level.max(state.proposed);
            state.proposed = state.level + 1;
            state.mover = other as u8;
        }
        _ => {
            state.envido = state.envido.with(call).unwrap_or(state.envido);
            state.mover = other as u8;
        }
    }
}

/// Envido is accepted: the better points win, and equals the mão.
fn compare(state: &mut State) {
    let falta = if let Some(Half::Envido(falta)) = state.half { falta } else { 0 };
    let winner = usize::from(state.points(1) > state.points(0));
    let paid = if state.envido.has(Envido::FALTA) { falta } else { state.envido.sum() };
    state.shown = true;
    pay(state, winner, paid);
}

fn pay(state: &mut State, winner: usize, points: u8) {
    state.paid = Some(if winner == 0 { points as i8 } else { -(points as i8) });
}
