//! Endless: a game that never ends by itself.
//!
//! Power: the declared limit. Both players step left or right on a ring of five cells for ever.

use ludometer_game::{Game, Part, Payoff, Scene, Seat, Turn};

/// The rules with a limit of moves.
pub struct Endless {
    limit: u32,
}

impl Endless {
    /// Called endless after this many moves.
    #[must_use]
    pub fn new(limit: u32) -> Self {
        Endless { limit }
    }
}

/// Where the token stands, and who moves it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    cell: u8,
    mover: u8,
}

impl Game for Endless {
    type State = State;
    type Move = u8;

    fn seats(&self) -> usize {
        2
    }
    fn limit(&self) -> u32 {
        self.limit
    }
    fn initial(&self) -> State {
        State { cell: 0, mover: 0 }
    }
    fn turn(&self, state: &State) -> Turn {
        Turn::Seat(Seat::new(state.mover))
    }
    fn moves(&self, _state: &State, out: &mut Vec<u8>) {
        out.extend([1, 4]);
    }
    fn play(&self, state: &mut State, steps: u8) {
        *state = State { cell: (state.cell + steps) % 5, mover: 1 - state.mover };
    }
    fn payoff(&self, _state: &State) -> Payoff {
        Payoff::draw(2)
    }
    fn text(&self, _state: &State, steps: u8, out: &mut String) {
        out.push_str(if steps == 1 { "right" } else { "left" });
    }
    fn scene(&self, state: &State, _viewer: Option<Seat>) -> Scene {
        Scene::of(Part::Label(format!("cell {}", state.cell)))
    }
}
