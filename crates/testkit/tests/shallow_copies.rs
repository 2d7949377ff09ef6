//! States that share their memory are found: a clone must be a state of its own.

use ludometer_game::{Game, Payoff, Seat, Turn};
use ludometer_testkit::{Law, conformance};
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex};

/// A game whose states share their memory: every clone is the same state.
struct Shallow;

#[derive(Clone, Debug)]
struct Shared(Arc<Mutex<u8>>);

impl Shared {
    fn moves(&self) -> u8 {
        *self.0.lock().expect("nobody panics here")
    }
}
impl PartialEq for Shared {
    fn eq(&self, other: &Self) -> bool {
        self.moves() == other.moves()
    }
}
impl Eq for Shared {}
impl Hash for Shared {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.moves().hash(hasher);
    }
}

impl Game for Shallow {
    type State = Shared;
    type Move = u8;

    fn seats(&self) -> usize {
        1
    }
    fn limit(&self) -> u32 {
        200
    }
    fn initial(&self) -> Shared {
        Shared(Arc::new(Mutex::new(0)))
    }
    fn turn(&self, state: &Shared) -> Turn {
        if state.moves() > 100 { Turn::Over } else { Turn::Seat(Seat::new(0)) }
    }
    fn moves(&self, _state: &Shared, out: &mut Vec<u8>) {
        out.push(1);
    }
    fn play(&self, state: &mut Shared, steps: u8) {
        *state.0.lock().expect("nobody panics here") += steps;
    }
    fn payoff(&self, _state: &Shared) -> Payoff {
        Payoff::draw(1)
    }
}

#[test]
fn shallow_copies_are_found() {
    let report = conformance(&Shallow, 1, 1);
    let finding = report.finding(Law::OldStates).expect("old states change");
    assert!(finding.what.contains("has changed"), "{finding}");
}
