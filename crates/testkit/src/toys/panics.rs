//! Panics: rules with a bug.
//!
//! Power: a panic inside a match, which the arena must survive and record. Deliberately bad:
//! conformance reports it.

use ludometer_game::{Game, Payoff, Seat, Turn};

/// The rules, which panic when this move (counted from 0) is made.
pub struct Panics {
    at: u32,
}

impl Panics {
    /// Panics at this move, counted from 0.
    #[must_use]
    pub fn new(at: u32) -> Self {
        Panics { at }
    }
}

impl Game for Panics {
    /// Moves made.
    type State = u32;
    type Move = u8;

    fn seats(&self) -> usize {
        2
    }
    fn limit(&self) -> u32 {
        self.at + 1
    }
    fn initial(&self) -> u32 {
        0
    }
    fn turn(&self, state: &u32) -> Turn {
        Turn::Seat(Seat::new((state % 2) as u8))
    }
    fn moves(&self, _state: &u32, out: &mut Vec<u8>) {
        out.extend([1, 2]);
    }
    fn play(&self, state: &mut u32, _chosen: u8) {
        assert!(*state != self.at, "a bug in the rules at move {state}");
        *state += 1;
    }
    fn payoff(&self, _state: &u32) -> Payoff {
        Payoff::draw(2)
    }
}
