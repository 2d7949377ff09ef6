//! The rules of a game on one thread: compiled where they can be, in the Luau machine where they must be.
//!
//! What compiled rules find wrong, the machine runs again, and what it does counts: it says what is wrong in the
//! designer's words, and has room for rules that need more memory than compiled ones get.

use crate::error::RulesError;
use crate::fast::{Compiled, Instance, SlowLane};
use crate::lane::{Event, Lane, Ran};
use crate::machine::Machine;
use crate::source::Source;
use crate::vm::Opened;
use ludometer_game::{Fault, Params};
use std::sync::Arc;

/// What every thread makes its runner from.
pub(crate) struct Plan {
    pub source: Source,
    pub params: Params,
    /// The compiled rules, or why there are none.
    pub compiled: Result<Compiled, SlowLane>,
}

impl Plan {
    fn machine(&self) -> Result<Machine, RulesError> {
        let machine = Opened::run(&self.source, Some(&self.params))?.machine(&self.source)?;
        // Beside compiled rules, which look at every ply, it must not overlook what they see; nor what kept the rules
        // from being compiled.
        let careful = self.compiled.as_ref().map_or_else(|slow| slow.judge_writes, |_| true);
        Ok(if careful { machine.careful() } else { machine })
    }

    /// A fault no line is to blame for.
    pub fn fault(&self, what: String) -> Fault {
        Fault { what, place: self.source.file.clone(), value: String::new() }
    }
}

/// Runs the rules of one game.
pub(crate) struct Runner {
    plan: Arc<Plan>,
    fast: Option<Instance>,
    /// Made when it is first needed.
    machine: Option<Machine>,
    /// Room for lists of moves.
    listed: Vec<u32>,
}

impl Runner {
    /// Makes a runner, with a machine where there is one already.
    pub fn new(plan: Arc<Plan>, machine: Option<Machine>) -> Runner {
        // An instance that finds no memory leaves the work to the machine.
        let fast = plan.compiled.as_ref().ok().and_then(|compiled| Instance::new(compiled).ok());
        Runner { plan, fast, machine, listed: Vec::new() }
    }

    /// Gives every legal move; none where the rules are wrong.
    pub fn each_move(&mut self, cells: &[i32], give: impl FnMut(u32)) {
        let mut listed = std::mem::take(&mut self.listed);
        listed.clear();
        if self.moves(cells, &mut listed).is_ok() {
            listed.iter().copied().for_each(give);
        }
        self.listed = listed;
    }

    /// The Luau machine.
    pub fn machine(&mut self) -> Result<&mut Machine, Fault> {
        if self.machine.is_none() {
            let made = self.plan.machine().map_err(|error| self.plan.fault(error.to_string()))?;
            self.machine = Some(made);
        }
        self.machine.as_mut().ok_or_else(|| self.plan.fault("there is no machine".into()))
    }

    /// Lets the machine run a rule.
    fn slow(&mut self, rule: impl FnOnce(&mut Machine) -> Ran) -> Ran {
        self.machine().map_or_else(Ran::Broken, rule)
    }
}

impl Lane for Runner {
    fn set_up(&mut self, cells: &mut [i32], outcomes: &[u64]) -> Ran {
        let Some(fast) = &mut self.fast else { return self.slow(|machine| machine.set_up(cells, outcomes)) };
        match fast.set_up(cells, outcomes) {
            Ran::Broken(_) => self.slow(|machine| machine.set_up(cells, outcomes)),
            ran => ran,
        }
    }

    fn act(
        &mut self,
        cells: &mut [i32],
        chosen: u32,
        outcomes: &[u64],
        mut events: Option<&mut Vec<Event>>,
    ) -> Ran {
        let Some(fast) = &mut self.fast else {
            return self.slow(|machine| machine.act(cells, chosen, outcomes, events));
        };
        match fast.act(cells, chosen, outcomes, events.as_deref_mut()) {
            Ran::Broken(_) => self.slow(|machine| machine.act(cells, chosen, outcomes, events)),
            ran => ran,
        }
    }

    fn moves(&mut self, cells: &[i32], out: &mut Vec<u32>) -> Result<(), Fault> {
        let Some(fast) = &mut self.fast else { return self.machine()?.moves(cells, out) };
        let (before, listed) = (out.len(), fast.moves(cells, out));
        listed.or_else(|_| {
            out.truncate(before);
            self.machine()?.moves(cells, out)
        })
    }

    fn play_out(&mut self, cells: &mut [i32], seed: u64, plies: u32) -> Ran {
        let Some(fast) = &mut self.fast else {
            return self.slow(|machine| machine.play_out(cells, seed, plies));
        };
        match fast.play_out(cells, seed, plies) {
            Ran::Broken(_) => self.slow(|machine| machine.play_out(cells, seed, plies)),
            ran => ran,
        }
    }
}
