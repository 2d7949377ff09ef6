//! What may be said and played, and what follows from it.

use super::bets::Contra;
use super::deck::{deal, envido, flor, is_flor};
use super::moves::{Call, Move};
use super::rules::{FLOR, FLOR_REFUSED, Rules};
use super::state::{Asked, Flor, Laid, State, Told};

const ENVIDOS: [Call; 3] = [Call::Envido, Call::RealEnvido, Call::FaltaEnvido];
const CONTRAS: [Call; 4] = [Call::FlorFlor, Call::ContraFlor, Call::ContraFlorFalta, Call::ContraFlorResto];
const TRUCOS: [Call; 3] = [Call::Truco, Call::Retruco, Call::ValeQuatro];

impl Rules {
    /// Whether the match is over.
    #[must_use]
    pub fn is_over(&self, state: &State) -> bool {
        state.points.iter().any(|&points| points >= self.target)
    }

    /// Whether the seat on turn holds a flor it has not declared yet: it must do so now.
    fn must_declare(&self, state: &State) -> bool {
        let me = state.me();
        self.flor && state.flor[me] != Flor::Held && !state.has_played(me) && is_flor(&state.cards[me])
    }

    /// Whether the seat on turn may begin with envido.
    fn may_begin_envido(&self, state: &State) -> bool {
        let truco = match state.asked {
            Asked::Card => state.level > 0,
            _ => !self.envido_first || state.proposed != 1,
        };
        !truco && state.envido.is_empty() && !state.envido_over && !state.has_played(state.me())
    }

    /// Hands every legal move of the seat on turn to `add`.
    pub fn legal(&self, state: &State, mut add: impl FnMut(Move)) {
        if self.must_declare(state) {
            return add(Move::Say(Call::Flor));
        }
        let mut say = |call| add(Move::Say(call));
        let envidos = || ENVIDOS.into_iter().filter(|&call| state.envido.with(call).is_some());
        match state.asked {
            Asked::Card => self.legal_on_turn(state, add),
            Asked::Envido => {
                say(Call::Quero);
                say(Call::NaoQuero);
                envidos().for_each(say);
            }
            Asked::Flor => {
                // To say "I have one too" takes the flor up: there is nothing to refuse.
                if state.contra.is_some() {
                    say(Call::Quero);
                }
                if state.contra != Some(Contra::Flor) {
                    say(Call::NaoQuero);
                }
                CONTRAS.into_iter().filter(|&call| Contra::of(call) > state.contra).for_each(say);
            }
            Asked::Truco => {
                say(Call::Quero);
                say(Call::NaoQuero);
                if let Some(&raise) = TRUCOS.get(usize::from(state.proposed)) {
                    say(raise);
                }
                if self.may_begin_envido(state) {
                    envidos().for_each(say);
                }
            }
        }
    }

    fn legal_on_turn(&self, state: &State, mut add: impl FnMut(Move)) {
        let me = state.me();
        state.held(me).map(Move::Card).for_each(&mut add);
        if self.facedown {
            state.held(me).map(Move::Down).for_each(&mut add);
        }
        if self.may_begin_envido(state) {
            ENVIDOS.into_iter().map(Move::Say).for_each(&mut add);
        }
        let may_raise = state.level == 0 || state.raiser == state.mover;
        if let Some(&raise) = TRUCOS.get(usize::from(state.level)).filter(|_| may_raise) {
            add(Move::Say(raise));
        }
        add(Move::Say(Call::Baralho));
    }

    /// Plays a legal move.
    pub fn play(&self, state: &mut State, made: Move) {
        if let Move::Deal(number) = made {
            state.cards = deal(number);
            state.dealt = true;
            return;
        }
        state.note(made);
        let me = state.me();
        // Who has a flor must say so at once, so who says or does anything else has none.
        if self.flor && state.flor[me] == Flor::Unknown && made != Move::Say(Call::Flor) {
            state.flor[me] = Flor::None;
        }
        match made {
            Move::Card(card) => self.lay(state, Laid::of(card, false)),
            Move::Down(card) => self.lay(state, Laid::of(card, true)),
            Move::Say(call) => self.say(state, call),
            Move::Deal(_) => {}
        }
    }

    fn lay(&self, state: &mut State, laid: Laid) {
        let trick = state.trick();
        state.laid[state.me()][trick] = laid;
        match state.won_by() {
            Some(winner) => self.end_hand(state, winner, state.value()),
            None => go_on(state),
        }
    }

    fn say(&self, state: &mut State, call: Call) {
        let me = state.me();
        match call {
            Call::Flor => self.declare(state),
            Call::Quero => self.accept(state),
            Call::NaoQuero => self.refuse(state),
            Call::Baralho => {
                let more = self.unclaimed(state);
                self.end_hand(state, 1 - me, state.value() + more);
            }
            Call::Truco | Call::Retruco | Call::ValeQuatro => {
                // A raise accepts what was proposed.
                state.level = state.level.max(state.proposed);
                state.proposed = state.level + 1;
                state.proposer = state.mover;
                ask(state, Asked::Truco);
            }
            Call::Envido | Call::RealEnvido | Call::FaltaEnvido => {
                state.envido = state.envido.with(call).unwrap_or(state.envido);
                ask(state, Asked::Envido);
            }
            _ => {
                state.contra = Contra::of(call);
                ask(state, Asked::Flor);
            }
        }
    }

    /// A flor ends the envido. Without another one it is paid at once.
    fn declare(&self, state: &mut State) {
        let (me, other) = (state.me(), 1 - state.me());
        state.flor[me] = Flor::Held;
        state.envido_over = true;
        if is_flor(&state.cards[other]) {
            state.flor[other] = Flor::Held;
            ask(state, Asked::Flor);
        } else {
            state.flor[other] = Flor::None;
            self.award(state, me, FLOR);
            go_on(state);
        }
    }

    fn accept(&self, state: &mut State) {
        match state.asked {
            Asked::Envido => {
                let winner = compare(state, envido);
                self.award(state, winner, self.envido_won(state.envido, state.points, winner));
                state.envido_over = true;
            }
            Asked::Flor => {
                let winner = compare(state, flor);
                if let Some(call) = state.contra {
                    self.award(state, winner, self.flor_won(call, state.points, winner));
                }
            }
            Asked::Truco | Asked::Card => {
                state.level = state.proposed;
                state.proposed = 0;
                state.raiser = state.mover;
            }
        }
        go_on(state);
    }

    fn refuse(&self, state: &mut State) {
        let other = 1 - state.me();
        match state.asked {
            Asked::Envido => {
                self.award(state, other, state.envido.refused());
                state.envido_over = true;
            }
            Asked::Flor => self.award(state, other, FLOR_REFUSED),
            Asked::Truco | Asked::Card => return self.end_hand(state, other, state.value()),
        }
        go_on(state);
    }

    /// What the seat on turn would still owe for envido or flor if it left now, where that is paid.
    pub(super) fn unclaimed(&self, state: &State) -> u8 {
        let me = state.me();
        let early = !state.has_played(me) && state.level == 0;
        if !self.leaving_pays_envido || !early || state.envido_over || !state.envido.is_empty() {
            return 0;
        }
        let flor = self.flor && state.flor[1 - me] == Flor::Unknown && is_flor(&state.cards[1 - me]);
        if flor { FLOR } else { 1 }
    }

    fn award(&self, state: &mut State, seat: usize, points: u8) {
        state.points[seat] = (state.points[seat] + points).min(self.target);
    }

    /// Pays the hand. The cards of the last hand stay on the table.
    fn end_hand(&self, state: &mut State, winner: usize, points: u8) {
        self.award(state, winner, points);
        if !self.is_over(state) {
            *state = State::before(state.points, state.hand + 1);
        }
    }
}

/// Asks the other seat.
fn ask(state: &mut State, about: Asked) {
    state.mover = 1 - state.mover;
    state.asked = about;
}

/// Goes back to the truco that waits for an answer, or to the cards.
fn go_on(state: &mut State) {
    if state.proposed > 0 {
        state.mover = 1 - state.proposer;
        state.asked = Asked::Truco;
    } else {
        state.mover = state.to_play() as u8;
        state.asked = Asked::Card;
    }
}

/// Compares points, equals being won by the mão. The mão tells its points, the other only better ones.
fn compare(state: &mut State, points: fn(&[u8; 3]) -> u8) -> usize {
    let mao = state.mao();
    let [said, answer] = [mao, 1 - mao].map(|seat| points(&state.cards[seat]));
    state.told[mao] = Told::Exactly(said);
    state.told[1 - mao] = if answer > said { Told::Exactly(answer) } else { Told::AtMost(said) };
    if answer > said { 1 - mao } else { mao }
}
