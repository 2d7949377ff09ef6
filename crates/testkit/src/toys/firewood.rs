//! Firewood: one to four seats win or lose together.
//!
//! Power: cooperation. Each in turn adds one to three logs; the pile must be exactly 12 after
//! everybody has had the same number of turns, six in all for up to three seats, eight for four.

use ludometer_game::{ChanceKind, Game, Part, Payoff, Scene, Seat, Sum, Traits, Turn};

const GOAL: u8 = 12;

/// The rules for a number of seats.
pub struct Firewood {
    seats: usize,
}

/// Logs on the pile and turns taken.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    logs: u8,
    turns: u8,
}

impl Firewood {
    /// One to four seats.
    #[must_use]
    pub fn new(seats: usize) -> Self {
        assert!((1..=4).contains(&seats), "one to four seats");
        Firewood { seats }
    }

    fn turns(&self) -> u8 {
        if self.seats == 4 { 8 } else { 6 }
    }
}

impl Game for Firewood {
    type State = State;
    type Move = u8;

    fn seats(&self) -> usize {
        self.seats
    }
    fn limit(&self) -> u32 {
        u32::from(self.turns())
    }
    fn initial(&self) -> State {
        State { logs: 0, turns: 0 }
    }
    fn turn(&self, state: &State) -> Turn {
        if state.turns == self.turns() {
            return Turn::Over;
        }
        Turn::Seat(Seat::new(state.turns % self.seats as u8))
    }
    fn moves(&self, _state: &State, out: &mut Vec<u8>) {
        out.extend(1..=3);
    }
    fn play(&self, state: &mut State, logs: u8) {
        *state = State { logs: state.logs + logs, turns: state.turns + 1 };
    }
    fn payoff(&self, state: &State) -> Payoff {
        Payoff::together(self.seats, state.logs == GOAL)
    }
    fn traits(&self) -> Traits {
        Traits { chance: ChanceKind::None, hidden: false, sum: Sum::Shared }
    }
    fn text(&self, _state: &State, logs: u8, out: &mut String) {
        out.push_str(&logs.to_string());
    }
    fn scene(&self, state: &State, _viewer: Option<Seat>) -> Scene {
        let (title, value, max) = ("logs".into(), f32::from(state.logs), f32::from(GOAL));
        Scene::of(Part::Track { title, owner: None, value, max })
    }
    fn team(&self, _seat: Seat) -> u8 {
        0
    }
    fn ending(&self, state: &State) -> std::borrow::Cow<'static, str> {
        if state.logs == GOAL { "warm".into() } else { "cold".into() }
    }
}
