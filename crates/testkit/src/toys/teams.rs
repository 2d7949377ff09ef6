//! Teams: two against two on one heap.
//!
//! Power: teams. Seats 1 and 3 play together against 2 and 4. Each in turn takes one to three of 17
//! stones; the team that takes the last one wins.

use ludometer_game::{Game, Part, Payoff, Scene, Seat, Seats, Turn};

/// The rules.
pub struct Teams;

/// Stones left, and who takes next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    stones: u8,
    mover: u8,
}

impl Game for Teams {
    type State = State;
    type Move = u8;

    fn seats(&self) -> usize {
        4
    }
    fn limit(&self) -> u32 {
        17
    }
    fn initial(&self) -> State {
        State { stones: 17, mover: 0 }
    }
    fn turn(&self, state: &State) -> Turn {
        if state.stones == 0 { Turn::Over } else { Turn::Seat(Seat::new(state.mover)) }
    }
    fn moves(&self, state: &State, out: &mut Vec<u8>) {
        out.extend(1..=state.stones.min(3));
    }
    fn play(&self, state: &mut State, taken: u8) {
        *state = State { stones: state.stones - taken, mover: (state.mover + 1) % 4 };
    }
    fn payoff(&self, state: &State) -> Payoff {
        if state.stones > 0 {
            return Payoff::draw(4);
        }
        let won = |seat: Seat| seat.index() % 2 != usize::from(state.mover) % 2;
        Payoff {
            points: Seats::from_fn(4, |seat| if won(seat) { 1.0 } else { -1.0 }),
            place: Seats::from_fn(4, |seat| if won(seat) { 1 } else { 2 }),
        }
    }
    fn text(&self, _state: &State, taken: u8, out: &mut String) {
        out.push_str(&taken.to_string());
    }
    fn scene(&self, state: &State, _viewer: Option<Seat>) -> Scene {
        Scene::of(Part::Label(format!("{} stones", state.stones)))
    }
    fn team(&self, seat: Seat) -> u8 {
        seat.index() as u8 % 2
    }
}
