//! Duel: three seats attack each other in turns of several stages.
//!
//! Power: a turn of several moves by one seat (first whom, then how hard), and another seat that
//! acts inside the turn (block or bear it). Who first bears three points of damage loses; everybody
//! has two shields.

use ludometer_game::{ChanceKind, Element, ElementKind, Game, Part, Payoff, Scene, Seat, Sum, Traits, Turn};
use std::borrow::Cow;

const SEATS: usize = 3;
const DEADLY: u8 = 3;
const SHIELDS: u8 = 2;

/// The rules.
pub struct Duel;

/// Where in the turn we are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Stage {
    Aim,
    Force { victim: Seat },
    React { victim: Seat, force: u8 },
}

/// Damage and shields of everybody, whose turn it is, and its stage.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    damage: [u8; SEATS],
    shields: [u8; SEATS],
    attacker: Seat,
    stage: Stage,
}

/// Moves: 0–2 aim at a seat, then the rest.
const FORCE: u8 = 10;
const BLOCK: u8 = 20;
const BEAR: u8 = 21;

impl Game for Duel {
    type State = State;
    type Move = u8;

    fn seats(&self) -> usize {
        SEATS
    }
    fn limit(&self) -> u32 {
        3 * SEATS as u32 * u32::from(DEADLY + SHIELDS)
    }
    fn initial(&self) -> State {
        State { damage: [0; SEATS], shields: [SHIELDS; SEATS], attacker: Seat::new(0), stage: Stage::Aim }
    }
    fn turn(&self, state: &State) -> Turn {
        match state.stage {
            _ if state.damage.iter().any(|&damage| damage >= DEADLY) => Turn::Over,
            Stage::Aim | Stage::Force { .. } => Turn::Seat(state.attacker),
            Stage::React { victim, .. } => Turn::Seat(victim),
        }
    }
    fn moves(&self, state: &State, out: &mut Vec<u8>) {
        match state.stage {
            Stage::Aim => out.extend((0..SEATS as u8).filter(|&seat| Seat::new(seat) != state.attacker)),
            Stage::Force { .. } => out.extend([FORCE + 1, FORCE + 2]),
            Stage::React { victim, .. } => {
                out.push(BEAR);
                out.extend((state.shields[victim.index()] > 0).then_some(BLOCK));
            }
        }
    }
    fn play(&self, state: &mut State, chosen: u8) {
        state.stage = match state.stage {
            Stage::Aim => Stage::Force { victim: Seat::new(chosen) },
            Stage::Force { victim } => Stage::React { victim, force: chosen - FORCE },
            Stage::React { victim, force } => {
                if chosen == BLOCK {
                    state.shields[victim.index()] -= 1;
                } else {
                    state.damage[victim.index()] += force;
                }
                state.attacker = state.attacker.next(SEATS);
                Stage::Aim
            }
        };
    }
    fn payoff(&self, state: &State) -> Payoff {
        let dead = Seat::all(SEATS).find(|seat| state.damage[seat.index()] >= DEADLY);
        dead.map_or(Payoff::draw(SEATS), |loser| Payoff::lose(SEATS, loser))
    }
    fn traits(&self) -> Traits {
        Traits { chance: ChanceKind::None, hidden: false, sum: Sum::General }
    }
    fn text(&self, _state: &State, chosen: u8, out: &mut String) {
        match chosen {
            BLOCK => out.push_str("block"),
            BEAR => out.push_str("bear"),
            force if force > FORCE => out.push_str(&format!("force-{}", force - FORCE)),
            victim => out.push_str(&format!("aim-{}", victim + 1)),
        }
    }
    fn scene(&self, state: &State, _viewer: Option<Seat>) -> Scene {
        let track = |seat: Seat| {
            let (title, value) =
                (format!("{} shields", state.shields[seat.index()]), state.damage[seat.index()]);
            Part::Track { title, owner: Some(seat), value: value.into(), max: DEADLY.into() }
        };
        Scene { parts: Seat::all(SEATS).map(track).collect() }
    }
    fn stage(&self, state: &State) -> Cow<'static, str> {
        match state.stage {
            Stage::Aim => "aim".into(),
            Stage::Force { .. } => "force".into(),
            Stage::React { .. } => "react".into(),
        }
    }
    fn elements(&self, state: &State, chosen: u8, out: &mut Vec<Element>) {
        out.push(Element::new(ElementKind::Phase, self.stage(state)));
        if let BLOCK | BEAR = chosen {
            out.push(Element::new(ElementKind::Action, if chosen == BLOCK { "block" } else { "bear" }));
        }
    }
}
