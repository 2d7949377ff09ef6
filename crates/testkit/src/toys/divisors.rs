//! Divisors: a free action space.
//!
//! Power: moves that no fixed numbering covers, so the action space is not declared and numbers
//! come from the text-sorted legal list. A number lies on the table; the player on turn subtracts
//! one of its proper divisors. Who cannot (the number is 1) loses. An even number is a win.

use ludometer_game::{Element, ElementKind, Game, Part, Payoff, PositionError, Scene, Seat, Turn};

/// The rules from a first number.
pub struct Divisors {
    start: u32,
}

/// The number on the table and who is on turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    number: u32,
    mover: u8,
}

impl Divisors {
    /// Starts from this number, at least 2.
    #[must_use]
    pub fn new(start: u32) -> Self {
        assert!(start >= 2, "the first player needs a move");
        Divisors { start }
    }
}

impl Game for Divisors {
    type State = State;
    type Move = u32;

    fn seats(&self) -> usize {
        2
    }
    fn limit(&self) -> u32 {
        self.start
    }
    fn initial(&self) -> State {
        State { number: self.start, mover: 0 }
    }
    fn turn(&self, state: &State) -> Turn {
        if state.number == 1 { Turn::Over } else { Turn::Seat(Seat::new(state.mover)) }
    }
    fn moves(&self, state: &State, out: &mut Vec<u32>) {
        out.extend((1..=state.number / 2).filter(|divisor| state.number.is_multiple_of(*divisor)));
    }
    fn play(&self, state: &mut State, divisor: u32) {
        *state = State { number: state.number - divisor, mover: 1 - state.mover };
    }
    fn payoff(&self, state: &State) -> Payoff {
        if state.number == 1 { Payoff::win(2, Seat::new(1 - state.mover)) } else { Payoff::draw(2) }
    }
    fn text(&self, _state: &State, divisor: u32, out: &mut String) {
        out.push_str(&divisor.to_string());
    }
    fn position(&self, state: &State) -> Option<String> {
        Some(format!("{} {}", state.number, state.mover + 1))
    }
    fn read_position(&self, text: &str) -> Result<State, PositionError> {
        let unreadable = || PositionError::Unreadable {
            what: "number and seat are needed".into(),
            example: "60 1".into(),
        };
        let (number, mover) = text.split_once(' ').ok_or_else(unreadable)?;
        let number = number.parse().map_err(|_| unreadable())?;
        match mover.trim() {
            _ if number == 0 => Err(unreadable()),
            "1" => Ok(State { number, mover: 0 }),
            "2" => Ok(State { number, mover: 1 }),
            _ => Err(unreadable()),
        }
    }
    fn scene(&self, state: &State, _viewer: Option<Seat>) -> Scene {
        Scene::of(Part::Label(state.number.to_string()))
    }
    fn elements(&self, _state: &State, divisor: u32, out: &mut Vec<Element>) {
        out.push(Element::new(ElementKind::Amount, divisor.to_string()));
    }
}
