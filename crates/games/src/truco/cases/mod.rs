//! How hands of truco are told as cases: after the thesis on truco by cases of the Federal University of Santa Maria.
//!
//! Fourteen scenarios: cards by trick and whether the seat leads, envido, and truco by trick. Cards are numbers by their
//! strength, 52 to 1; for clusters they are the six kinds of the thesis, and the card played is the high (46), middle
//! (16) or low one (4) of the hand. Where the thesis is silent:
//! - a turn is asked first about envido, then about truco, then for a card, as far as each may be answered;
//! - "agent first" in a trick is who leads it; for envido, who leads the hand;
//! - after a tied trick who leads counts as having won it;
//! - flor has no scenario: a flor against a flor says it has one too, raises are accepted from 29 points;
//! - an answer that is not possible becomes the nearest card held, the next higher call, or to accept.

mod doubts;
mod import;
mod meaning;
mod read;
mod revise;
mod schema;
mod tactic;

use super::Truco;
use super::advice::FLOR_ACCEPTED_FROM;
use super::moves::{Call, Move};
use super::state::{Asked, State};
use crate::truco::deck::flor;
use ludometer_game::{Alike, Answer, CaseBook, CaseQuery, CaseRow, CaseSchema, ImportedCase, RowError, Seat};

/// The cases of truco.
pub(super) struct Hands;

/// The answers, by number.
pub(super) mod act {
    /// The high card; then the middle and the low one.
    pub const HIGH: u16 = 0;
    /// The low card.
    pub const LOW: u16 = 2;
    /// The high card face down; then the middle and the low one.
    pub const DOWN: u16 = 3;
    /// Leaves the hand.
    pub const LEAVE: u16 = 6;
    /// No envido.
    pub const SILENT: u16 = 7;
    /// Envido; then real envido and falta envido.
    pub const ENVIDO: u16 = 8;
    /// Falta envido.
    pub const FALTA: u16 = 10;
    /// Accepts envido.
    pub const ENVIDO_YES: u16 = 11;
    /// Refuses envido.
    pub const ENVIDO_NO: u16 = 12;
    /// No truco.
    pub const CALM: u16 = 13;
    /// Truco, retruco or vale quatro.
    pub const RAISE: u16 = 14;
    /// Accepts truco.
    pub const TRUCO_YES: u16 = 15;
    /// Refuses truco.
    pub const TRUCO_NO: u16 = 16;
}

/// What is faced by who answers truco: this and what was proposed.
pub(super) const PROPOSED: u32 = 16;

/// The bit of an envido that answers an envido. It is compared with the first: the tables of the thesis do not tell the
/// two apart.
const SECOND: u8 = 2;

/// What envido brought, and what the hand did.
pub(super) const ENVIDO_ACCOUNT: usize = 0;
pub(super) const HAND_ACCOUNT: usize = 1;

/// The first scenario of each kind.
pub(super) const ENVIDO_SCENARIO: u8 = 6;
pub(super) const TRUCO_SCENARIO: u8 = 8;

/// The scenario of a card or a truco in a trick, for who leads it or not.
pub(super) fn of_trick(trick: usize, leads: bool) -> u8 {
    2 * trick as u8 + u8::from(!leads)
}

/// Who leads the trick that is played: the seat before which nobody has laid a card in it.
fn leads(state: &State, me: usize) -> bool {
    let to_play = state.to_play();
    let open = state.laid[1 - to_play].get(state.trick()).is_some_and(|laid| laid.card().is_none());
    (to_play == me) == open
}

impl CaseBook<Truco> for Hands {
    fn schema(&self, _game: &Truco) -> CaseSchema {
        schema::schema()
    }

    fn queries(&self, game: &Truco, state: &State, me: Seat, out: &mut Vec<CaseQuery>) {
        let me = me.index();
        let trick = state.trick().min(2);
        let envido = ENVIDO_SCENARIO + u8::from(state.mao() != me);
        let truco = TRUCO_SCENARIO + of_trick(trick, leads(state, me));
        let mut ask = |scenario, facing, default| out.push(CaseQuery { scenario, facing, default });
        let (mut begins, mut raises, mut declares) = (false, false, false);
        game.rules.legal(state, |legal| match legal {
            Move::Say(Call::Envido | Call::RealEnvido | Call::FaltaEnvido) => begins = true,
            Move::Say(Call::Truco | Call::Retruco | Call::ValeQuatro) => raises = true,
            Move::Say(Call::Flor) => declares = true,
            _ => {}
        });
        match state.asked {
            _ if declares => {}
            Asked::Flor => {}
            Asked::Envido => ask(envido, u32::from(state.envido.bits() & !SECOND), act::ENVIDO_NO),
            Asked::Truco => {
                if begins {
                    ask(envido, 0, act::SILENT);
                }
                ask(truco, PROPOSED + u32::from(state.proposed), act::TRUCO_NO);
            }
            Asked::Card => {
                if begins {
                    ask(envido, 0, act::SILENT);
                }
                if raises {
                    ask(truco, state.level.into(), act::CALM);
                }
                ask(of_trick(trick, leads(state, me)), 0, act::LOW);
            }
        }
    }

    fn read(&self, _game: &Truco, state: &State, me: Seat, out: &mut Vec<f32>) {
        read::read(state, me.index(), None, out);
    }

    fn close(
        &self,
        _game: &Truco,
        (before, after): (&State, &State),
        made: Move,
        me: Seat,
        out: &mut Vec<f32>,
    ) {
        let gained = |seat: usize| after.points[seat] > before.points[seat];
        let mut last = *before;
        last.finish(made);
        // Envido or a flor may end the match before the hand is won.
        let decides = match made {
            Move::Card(_) | Move::Down(_) | Move::Say(Call::Baralho) => true,
            Move::Say(Call::NaoQuero) => before.asked == Asked::Truco,
            _ => false,
        };
        let winner = match decides && gained(0) != gained(1) {
            true => Some(usize::from(gained(1))),
            false => last.won_by(),
        };
        read::read(&last, me.index(), winner, out);
    }

    fn action(&self, _game: &Truco, state: &State, _me: Seat, query: CaseQuery, made: Move) -> Option<u16> {
        match query.scenario {
            ..ENVIDO_SCENARIO => meaning::of_card(state, made),
            ENVIDO_SCENARIO..TRUCO_SCENARIO => Some(meaning::of_envido(state, made)),
            _ => meaning::of_truco(state, made),
        }
    }

    fn gain(&self, _game: &Truco, (before, after): (&State, &State), made: Move, me: Seat, out: &mut [f32]) {
        let account = match (made, before.asked) {
            // Whoever leaves pays for all of it with the hand.
            (Move::Say(Call::Baralho), _) => HAND_ACCOUNT,
            // A flor is declared by rule: no decision brought it.
            (Move::Say(Call::Flor), _) | (_, Asked::Flor) => return,
            (_, Asked::Envido) => ENVIDO_ACCOUNT,
            (_, Asked::Truco | Asked::Card) => HAND_ACCOUNT,
        };
        let [own, other] = [me.index(), 1 - me.index()].map(|seat| after.points[seat] - before.points[seat]);
        out[account] += f32::from(own) - f32::from(other);
    }

    fn nearest(&self, wanted: u16, possible: &[u16]) -> Option<u16> {
        meaning::nearest(wanted, possible)
    }

    fn fallback(&self, _game: &Truco, state: &State, me: Seat, moves: &[Move]) -> usize {
        let say = |call| moves.iter().position(|made| *made == Move::Say(call));
        let strong = flor(&state.cards[me.index()]) >= FLOR_ACCEPTED_FROM;
        let accepted = if strong { say(Call::Quero) } else { None };
        accepted.or_else(|| say(Call::FlorFlor)).or_else(|| say(Call::NaoQuero)).unwrap_or(0)
    }

    fn veto(&self, rule: usize, answer: Answer<'_>) -> Option<(u16, String)> {
        revise::veto(rule, answer)
    }

    fn tactic(&self, alike: &Alike<'_>) -> Option<String> {
        Some(tactic::name(alike))
    }

    fn columns(&self) -> &'static [&'static str] {
        &import::COLUMNS
    }

    fn import(&self, row: &CaseRow<'_>) -> Result<ImportedCase, RowError> {
        import::import(row)
    }
}
