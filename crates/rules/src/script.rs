//! A game that a rules file describes: loaded, compiled if it can be, and run.

use crate::begin::{blank, compared, seated, traits};
use crate::error::{RulesError, Wrong};
use crate::fast::{Instance, SlowLane};
use crate::lane::{Lane, Need, Ran};
use crate::machine::Machine;
use crate::machines;
use crate::runner::{Plan, Runner};
use crate::schema::{Schema, TURN};
use crate::source::Source;
use crate::state::{Pending, State};
use crate::vm::{MOST_OUTCOMES, Opened};
use ludometer_game::{Fault, Game, Params, Rng, Sum, Traits};
use std::sync::Arc;
use xxhash_rust::xxh3::xxh3_64_with_seed;

/// Random matches by which a game is known.
const TRIALS: u64 = 32;

/// A lane and its name.
pub type NamedLane = (&'static str, Box<dyn Lane>);

/// A game that a rules file describes, with these parameters.
#[derive(Clone)]
pub struct Script {
    number: u64,
    pub(crate) plan: Arc<Plan>,
    pub(crate) schema: Schema,
    /// Before the first decision, perhaps of chance.
    pub(crate) start: State,
    pub(crate) traits: Traits,
}

impl Script {
    /// Builds a game from a file and checked parameters.
    ///
    /// # Errors
    /// When the file is wrong.
    pub fn new(source: Source, params: Params) -> Result<Script, RulesError> {
        let opened = Opened::run(&source, Some(&params))?;
        let schema = opened.schema.clone();
        let recall = vec![0; if schema.hidden() { schema.seats.len() } else { 0 }].into_boxed_slice();
        let start = State { cells: blank(&schema), recall, pending: None, fault: None };
        let compiled = opened.compile(&source);
        if let Err(slow) = &compiled
            && slow.wrong
        {
            return Err(RulesError::Wrong(outside_state(&source.file, slow)));
        }
        let machine = opened.machine(&source)?;
        let (compiled, machine) = compared(compiled, machine, &seated(&schema, &start.cells));
        let traits = traits(&source.text, &schema);
        let plan = Arc::new(Plan { source, params, compiled });
        let number = machines::register(Runner::new(Arc::clone(&plan), Some(machine)));
        let mut script = Script { number, plan, schema, start, traits };
        let mut start = script.start.clone();
        script.run(&mut start, None, Vec::new());
        script.start = start;
        if script.traits.sum == Sum::General && script.pays_nothing_together() {
            script.traits.sum = Sum::Zero;
        }
        script.schema.demand_fitting_goals(script.file(), script.traits.sum)?;
        script.rehearse()?;
        Ok(script)
    }

    /// Whether what some win others lose, in every random match of a few.
    fn pays_nothing_together(&self) -> bool {
        (0..TRIALS).all(|number| {
            let (mut state, mut rng) = (self.start.clone(), Rng::stream(1, "sum", number));
            let payoff = self.playout(&mut state, &mut Vec::new(), &mut rng);
            // A file whose rules break is not run again and again.
            state.fault.is_none() && payoff.points.iter().sum::<f32>().abs() < 1e-6
        })
    }

    /// Why a seat to move has no move.
    #[must_use]
    pub fn why_no_move(&self, state: &State) -> Fault {
        match self.ask(|rules| rules.moves(&state.cells, &mut Vec::new())) {
            Err(fault) => fault,
            Ok(()) => Fault {
                what: format!(
                    "{} can do nothing, and the match is not over; finish it in `over`, or write function \
                     Game.stuck(s, finish)",
                    self.schema.seats[self.mover(state)]
                ),
                place: self.plan.source.place_of("moves"),
                value: String::new(),
            },
        }
    }

    /// The name of the file.
    #[must_use]
    pub fn file(&self) -> &str {
        &self.plan.source.file
    }

    /// Why the rules run in the Luau machine; `None` where they are compiled.
    #[must_use]
    pub fn slow_lane(&self) -> Option<&SlowLane> {
        self.plan.compiled.as_ref().err()
    }

    /// Each lane the rules can run in, with its name, for measuring: `vm`, and `wasm` where they are compiled.
    ///
    /// # Errors
    /// When memory runs out.
    pub fn lanes(&self) -> Result<Vec<NamedLane>, RulesError> {
        let Plan { source, params, compiled } = &*self.plan;
        let machine = Opened::run(source, Some(params))?.machine(source)?;
        let mut lanes: Vec<NamedLane> = vec![("vm", Box::new(machine))];
        let instance = compiled.as_ref().ok().and_then(|compiled| Instance::new(compiled).ok());
        lanes.extend(instance.map(|instance| ("wasm", Box::new(instance) as Box<dyn Lane>)));
        Ok(lanes)
    }

    /// What the file declares.
    #[must_use]
    pub fn schema(&self) -> &Schema {
        &self.schema
    }

    /// The file it came from.
    pub(crate) fn source(&self) -> &Source {
        &self.plan.source
    }

    /// The file, run once more with the same parameters.
    pub(crate) fn opened(&self) -> Result<Opened, RulesError> {
        Opened::run(&self.plan.source, Some(&self.plan.params))
    }

    /// Asks this thread's runner.
    pub(crate) fn ask<T>(&self, question: impl FnOnce(&mut Runner) -> T) -> T {
        machines::ask(self.number, || Runner::new(Arc::clone(&self.plan), None), question)
    }

    /// Asks this thread's Luau machine.
    pub(crate) fn consult<T>(&self, question: impl FnOnce(&mut Machine) -> T) -> Result<T, Fault> {
        self.ask(|rules| rules.machine().map(question))
    }

    /// A line of the file, for messages.
    pub(crate) fn place(&self, line: u32) -> String {
        format!("{}:{line}", self.plan.source.file)
    }

    /// Runs a move, or the set-up, with what chance has brought so far.
    pub(crate) fn run(&self, state: &mut State, chosen: Option<u32>, outcomes: Vec<u64>) {
        let cells = &mut state.cells;
        let ran = self.ask(|rules| match chosen {
            Some(chosen) => rules.act(cells, chosen, &outcomes, None),
            None => match self.schema.deal(cells, &outcomes) {
                Ok(left) => rules.set_up(cells, left),
                Err(need) => Ran::Chance(need),
            },
        });
        state.pending = None;
        match ran {
            Ran::Done => {}
            Ran::Chance(need) if outcomes.len() < MOST_OUTCOMES => {
                state.pending = Some(Box::new(Pending { chosen, outcomes, need }));
            }
            Ran::Chance(_) => {
                let what = format!("one rule asks chance more than {MOST_OUTCOMES} times");
                state.fault = Some(Box::new(self.plan.fault(what)));
            }
            Ran::Broken(fault) => state.fault = Some(Box::new(fault)),
        }
    }

    /// Every seat remembers what it saw: the table now, and of the move as much as it shows.
    pub(crate) fn remember(&self, state: &mut State, mover: Option<(usize, u32)>) {
        let State { cells, recall, .. } = state;
        let mut bytes = Vec::with_capacity(4 * cells.len() + 4);
        for (seat, memory) in recall.iter_mut().enumerate() {
            bytes.clear();
            self.schema.view(cells, Some(seat), |cell| bytes.extend(cell.to_le_bytes()));
            let seen = mover.map_or(u32::MAX, |(who, chosen)| self.shown(chosen, who == seat));
            bytes.extend(seen.to_le_bytes());
            *memory = xxh3_64_with_seed(&bytes, *memory);
        }
    }

    /// What a move shows: itself to who makes it, and to others unless it is secret.
    pub(crate) fn shown(&self, chosen: u32, own: bool) -> u32 {
        let (action, _) = self.schema.decode(chosen);
        if own || !action.secret { chosen } else { action.first }
    }

    /// The seat to move, from the cells.
    pub(crate) fn mover(&self, state: &State) -> usize {
        (state.cells[TURN].max(1) as usize - 1).min(self.schema.seats.len() - 1)
    }

    pub(crate) fn need(state: &State) -> Option<Need> {
        state.pending.as_ref().map(|pending| pending.need)
    }
}

/// Rules that remember something elsewhere than in the state.
fn outside_state(file: &str, slow: &SlowLane) -> Wrong {
    Wrong {
        file: file.into(),
        line: slow.line,
        what: format!("a rule {}", slow.because),
        value: String::new(),
        hint: "what is remembered from move to move is declared in state = { ... }".into(),
    }
}
