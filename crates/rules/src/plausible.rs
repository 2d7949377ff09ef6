//! Tables a seat may imagine: what it does not see drawn anew until the rules call it plausible.

use crate::schema::See;
use crate::script::Script;
use crate::state::State;
use ludometer_game::{Fault, Rng};

/// Tables that are drawn before there is said to be none.
const TRIES: usize = 1000;

impl Script {
    /// A position a seat cannot tell from the true one; broken where none is found.
    pub(crate) fn imagine(&self, state: &State, seat: usize, rng: &mut Rng) -> State {
        let mut world = state.clone();
        // Before a match is set up there is no table to believe in.
        let set_up = state.pending.as_ref().is_none_or(|pending| pending.chosen.is_some());
        let Some(line) = self.schema().plausible.filter(|_| set_up) else {
            self.schema().redraw(&mut world.cells, seat, rng);
            return world;
        };
        for _ in 0..TRIES {
            self.schema().redraw(&mut world.cells, seat, rng);
            match self.plausible(&world, seat) {
                Ok(true) => return world,
                Ok(false) => {}
                Err(fault) => {
                    world.fault = Some(Box::new(fault));
                    return world;
                }
            }
        }
        world.fault = Some(Box::new(self.implausible(state, seat, line)));
        world
    }

    fn plausible(&self, state: &State, seat: usize) -> Result<bool, Fault> {
        self.consult(|machine| machine.plausible(&state.cells, seat)).and_then(|answer| answer)
    }

    /// Why no plausible table was found.
    fn implausible(&self, state: &State, seat: usize, line: u32) -> Fault {
        let what = if self.plausible(state, seat) == Ok(true) {
            let secret = self.schema().fields.iter().filter(|field| field.see != See::All);
            let names: Vec<String> = secret.map(|field| format!("`{}`", field.name)).collect();
            format!(
                "Game.plausible refused {TRIES} tables drawn for {}; make it easier to draw {}",
                self.schema().seats[seat],
                names.join(", ")
            )
        } else {
            "Game.plausible refuses the true table".into()
        };
        Fault { what, place: self.place(line), value: String::new() }
    }
}
