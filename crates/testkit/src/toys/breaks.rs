//! Breaks: rules that fail after a few moves.
//!
//! Power: a broken state with a fault, as a script error or a crashed child process makes one; or a
//! turn without a move, which counts as broken. Valuing such a state panics, since nobody may ask.
//! Deliberately bad: conformance reports it.

use ludometer_game::{Fault, Game, Payoff, Seat, Turn};

/// The rules, which fail after this many moves.
pub struct Breaks {
    after: u32,
    openly: bool,
}

impl Breaks {
    /// Fails after this many moves.
    #[must_use]
    pub fn new(after: u32) -> Self {
        Breaks { after, openly: true }
    }

    /// After this many moves a seat is on turn, but has no move.
    #[must_use]
    pub fn stuck(after: u32) -> Self {
        Breaks { after, openly: false }
    }
}

impl Game for Breaks {
    /// Moves made.
    type State = u32;
    type Move = u8;

    fn seats(&self) -> usize {
        2
    }
    fn limit(&self) -> u32 {
        self.after + 1
    }
    fn initial(&self) -> u32 {
        0
    }
    fn turn(&self, state: &u32) -> Turn {
        if self.openly && *state >= self.after {
            Turn::Broken
        } else {
            Turn::Seat(Seat::new((state % 2) as u8))
        }
    }
    fn moves(&self, state: &u32, out: &mut Vec<u8>) {
        if *state < self.after {
            out.extend([1, 2]);
        }
    }
    fn play(&self, state: &mut u32, _chosen: u8) {
        *state += 1;
    }
    fn payoff(&self, state: &u32) -> Payoff {
        assert!(*state < self.after, "a broken state was valued");
        Payoff::draw(2)
    }
    fn fault(&self, state: &u32) -> Option<Fault> {
        (self.openly && *state >= self.after).then(|| Fault {
            what: "the rules failed".into(),
            place: "breaks.rs:1".into(),
            value: state.to_string(),
        })
    }
}
