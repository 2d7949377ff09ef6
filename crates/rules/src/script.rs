//! A rules file as a [`Game`].

use crate::error::RulesError;
use crate::lane::{Event, EventKind, Lane, Need, Ran};
use crate::machines;
use crate::schema::{BECAUSE, ENDED, HEADER, PHASE, Schema, TURN};
use crate::source::Source;
use crate::state::{Move, Pending, State};
use crate::vm::{MOST_OUTCOMES, Machine, Opened};
use ludometer_game::{
    Board, ChanceKind, Element, Encoding, Fault, Game, Params, Payoff, Rng, Scene, Seat, Seen, Story, Sum,
    Traits, Turn,
};
use rustc_hash::FxHasher;
use std::borrow::Cow;
use std::fmt::Write;
use std::hash::{Hash, Hasher};
use xxhash_rust::xxh3::xxh3_64_with_seed;

/// Random matches by which a game is known.
const TRIALS: u64 = 32;
/// The most outcomes that are listed.
const LISTED: u32 = 4096;

/// A game that a rules file describes, with these parameters.
pub struct Script {
    number: u64,
    source: Source,
    params: Params,
    schema: Schema,
    start: State,
    traits: Traits,
}

impl Script {
    /// Builds a game from a file and checked parameters.
    ///
    /// # Errors
    /// When the file is wrong.
    pub fn new(source: Source, params: Params) -> Result<Script, RulesError> {
        let opened = Opened::run(&source, Some(&params))?;
        let schema = opened.schema.clone();
        let mut cells = vec![0; schema.cells].into_boxed_slice();
        cells[TURN] = 1;
        for field in &schema.fields {
            for owner in 0..schema.copies(field) {
                cells[schema.place(field, owner).start] = field.start;
            }
        }
        let recall = vec![0; if schema.hidden() { schema.seats.len() } else { 0 }].into_boxed_slice();
        let number = machines::register(opened.machine(&source)?);
        let start = State { cells, recall, pending: None, fault: None };
        let traits = traits(&source.text, &schema);
        let mut script = Script { number, source, params, schema, start, traits };
        let mut start = script.start.clone();
        script.run(&mut start, None, Vec::new());
        script.start = start;
        if script.traits.sum == Sum::General && script.pays_nothing_together() {
            script.traits.sum = Sum::Zero;
        }
        Ok(script)
    }

    /// Whether what some win others lose, in every random match of a few.
    fn pays_nothing_together(&self) -> bool {
        (0..TRIALS).all(|number| {
            let (mut state, mut rng) = (self.start.clone(), Rng::stream(1, "sum", number));
            let payoff = self.playout(&mut state, &mut Vec::new(), &mut rng);
            payoff.points.iter().sum::<f32>().abs() < 1e-6
        })
    }

    /// Why a seat to move has no move.
    #[must_use]
    pub fn why_no_move(&self, state: &State) -> Fault {
        match self.ask(|machine| machine.moves(&state.cells, &mut Vec::new())) {
            Ok(Err(fault)) | Err(fault) => fault,
            Ok(Ok(())) => Fault {
                what: format!(
                    "{} can do nothing, and the match is not over; finish it in `over`, or write function \
                     Game.stuck(s, finish)",
                    self.schema.seats[self.mover(state)]
                ),
                place: self.source.place_of("moves"),
                value: String::new(),
            },
        }
    }

    /// What the file declares.
    #[must_use]
    pub fn schema(&self) -> &Schema {
        &self.schema
    }

    /// Asks this thread's machine.
    fn ask<T>(&self, question: impl FnOnce(&mut Machine) -> T) -> Result<T, Fault> {
        let make = || Opened::run(&self.source, Some(&self.params))?.machine(&self.source);
        machines::ask(self.number, make, question).map_err(|error| self.fault_of(error.to_string()))
    }

    /// A fault no line is to blame for.
    fn fault_of(&self, what: String) -> Fault {
        Fault { what, place: self.source.file.clone(), value: String::new() }
    }

    /// Runs a move, or the set-up, with what chance has brought so far.
    fn run(&self, state: &mut State, chosen: Option<u32>, outcomes: Vec<u64>) {
        let cells = &mut state.cells;
        let ran = self.ask(|machine| match chosen {
            Some(chosen) => machine.act(cells, chosen, &outcomes, None),
            None => machine.set_up(cells, &outcomes),
        });
        state.pending = None;
        match ran {
            Ok(Ran::Done) => {}
            Ok(Ran::Chance(need)) if outcomes.len() < MOST_OUTCOMES => {
                state.pending = Some(Box::new(Pending { chosen, outcomes, need }));
            }
            Ok(Ran::Chance(_)) => {
                let what = format!("one rule asks chance more than {MOST_OUTCOMES} times");
                state.fault = Some(Box::new(self.fault_of(what)));
            }
            Ok(Ran::Broken(fault)) | Err(fault) => state.fault = Some(Box::new(fault)),
        }
    }

    /// Every seat remembers what it saw: the table now, and of the move as much as it shows.
    fn remember(&self, state: &mut State, mover: Option<(usize, u32)>) {
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
    fn shown(&self, chosen: u32, own: bool) -> u32 {
        let (action, _) = self.schema.decode(chosen);
        if own || !action.secret { chosen } else { action.first }
    }

    /// The seat to move, from the cells.
    fn mover(&self, state: &State) -> usize {
        (state.cells[TURN].max(1) as usize - 1).min(self.schema.seats.len() - 1)
    }

    fn need(state: &State) -> Option<Need> {
        state.pending.as_ref().map(|pending| pending.need)
    }
}

/// What kind of game it is, as far as the text tells.
fn traits(text: &str, schema: &Schema) -> Traits {
    let says =
        |word: &str| text.lines().any(|line| line.split("--").next().unwrap_or_default().contains(word));
    let chance = if says("shuffle") {
        ChanceKind::Drawn
    } else if says("chance.") {
        ChanceKind::Listed
    } else {
        ChanceKind::None
    };
    let won_by_many = schema.seats.len() > 2 && (says("finish.win") || says("finish.lose"));
    let sum = if says("finish.all_") {
        Sum::Shared
    } else if won_by_many || (says("finish.score") && schema.scoring == "score") {
        Sum::General
    } else {
        Sum::Zero
    };
    Traits { chance, hidden: schema.hidden(), sum }
}

impl Game for Script {
    type State = State;
    type Move = Move;

    fn seats(&self) -> usize {
        self.schema.seats.len()
    }
    fn limit(&self) -> u32 {
        self.schema.limit
    }
    fn initial(&self) -> State {
        self.start.clone()
    }
    fn turn(&self, state: &State) -> Turn {
        match state {
            State { fault: Some(_), .. } => Turn::Broken,
            State { pending: Some(_), .. } => Turn::Chance,
            _ if state.cells[ENDED] != 0 => Turn::Over,
            _ => Turn::Seat(Seat::new(self.mover(state) as u8)),
        }
    }
    fn moves(&self, state: &State, out: &mut Vec<Move>) {
        let mut numbers = Vec::new();
        // Rules that cannot list moves list none, which is how a state is broken here.
        if let Ok(Ok(())) = self.ask(|machine| machine.moves(&state.cells, &mut numbers)) {
            out.extend(numbers.into_iter().map(Move::Act));
        }
    }
    fn play(&self, state: &mut State, chosen: Move) {
        let (number, outcomes) = match (chosen, state.pending.take()) {
            (Move::Act(number), _) => (Some(number), Vec::new()),
            (Move::Chance(outcome), Some(pending)) => {
                let mut outcomes = pending.outcomes;
                outcomes.push(outcome);
                (pending.chosen, outcomes)
            }
            (Move::Chance(_), None) => return,
        };
        let mover = self.mover(state);
        self.run(state, number, outcomes);
        if state.pending.is_none() && self.traits.hidden {
            self.remember(state, number.map(|number| (mover, number)));
        }
    }
    fn payoff(&self, state: &State) -> Payoff {
        self.schema.payoff(&state.cells)
    }
    fn bounds(&self) -> (f32, f32) {
        self.schema.point_bounds()
    }
    fn traits(&self) -> Traits {
        self.traits
    }

    fn chance(&self, state: &State, out: &mut Vec<(Move, f64)>) -> bool {
        match Self::need(state) {
            Some(Need::Below(count)) if count <= LISTED => {
                let odds = 1.0 / f64::from(count);
                out.extend((0..u64::from(count)).map(|outcome| (Move::Chance(outcome), odds)));
                true
            }
            _ => false,
        }
    }
    fn draw(&self, state: &State, rng: &mut Rng) -> Move {
        Move::Chance(match Self::need(state) {
            Some(Need::Below(count)) => rng.below(count as usize) as u64,
            _ => rng.bits(),
        })
    }

    fn sample(&self, state: &State, me: Seat, rng: &mut Rng) -> State {
        let mut world = state.clone();
        if self.traits.hidden {
            self.schema.redraw(&mut world.cells, me.index(), rng);
        }
        world
    }
    fn info(&self, state: &State, me: Seat, out: &mut Vec<u8>) {
        let viewer = self.traits.hidden.then_some(me.index());
        self.schema.view(&state.cells, viewer, |cell| out.extend(cell.to_le_bytes()));
        if let Some(memory) = state.recall.get(me.index()) {
            out.extend(memory.to_le_bytes());
        }
        if let Some(pending) = &state.pending {
            let told =
                pending.chosen.map_or(u32::MAX, |chosen| self.shown(chosen, self.mover(state) == me.index()));
            out.extend(told.to_le_bytes());
            out.push(pending.outcomes.len() as u8);
            if !self.traits.hidden {
                pending.outcomes.iter().for_each(|outcome| out.extend(outcome.to_le_bytes()));
            }
        }
    }
    fn seen(&self, state: &State, made: Move, by: Seat) -> Seen<Move> {
        match made {
            _ if !self.traits.hidden => Seen::Full(made),
            Move::Act(number) => {
                let open = self.mover(state) == by.index() || !self.schema.decode(number).0.secret;
                if open { Seen::Full(made) } else { Seen::Hidden(self.shown(number, false)) }
            }
            // What chance brought is seen where it shows.
            Move::Chance(_) => {
                let mut after = state.clone();
                self.play(&mut after, made);
                let mut info = Vec::new();
                self.info(&after, by, &mut info);
                Seen::Hidden(xxh3_64_with_seed(&info, 0) as u32)
            }
        }
    }

    fn text(&self, state: &State, chosen: Move, out: &mut String) {
        // Writing to a String cannot fail.
        let _ = match (chosen, Self::need(state)) {
            (Move::Act(number), _) => write!(out, "{}", self.schema.text(number)),
            (Move::Chance(seed), Some(Need::Shuffle)) => write!(out, "shuffle-{seed:016x}"),
            (Move::Chance(outcome), _) => write!(out, "chance-{}", outcome + 1),
        };
    }
    fn parse(&self, state: &State, text: &str) -> Option<Move> {
        let text = text.trim();
        if let Some(seed) = text.strip_prefix("shuffle-").filter(|_| Self::need(state) == Some(Need::Shuffle))
        {
            return u64::from_str_radix(seed, 16).ok().map(Move::Chance);
        }
        let mut options = Vec::new();
        match self.turn(state) {
            Turn::Seat(_) => self.moves(state, &mut options),
            Turn::Chance => {
                let mut odds = Vec::new();
                self.chance(state, &mut odds);
                options.extend(odds.into_iter().map(|(outcome, _)| outcome));
            }
            _ => {}
        }
        let mut written = String::new();
        options.into_iter().find(|&option| {
            written.clear();
            self.text(state, option, &mut written);
            written.eq_ignore_ascii_case(text)
        })
    }
    fn scene(&self, state: &State, viewer: Option<Seat>) -> Scene {
        self.schema.scene(&state.cells, viewer.map(Seat::index))
    }
    fn board(&self) -> Option<Board> {
        self.schema.board()
    }
    fn seat_name(&self, seat: Seat) -> String {
        self.schema.seats[seat.index()].clone()
    }
    fn stage(&self, state: &State) -> Cow<'static, str> {
        self.schema.phases[state.cells[PHASE] as usize].clone().into()
    }

    fn elements(&self, _state: &State, chosen: Move, out: &mut Vec<Element>) {
        if let Move::Act(number) = chosen {
            self.schema.elements(number, out);
        }
    }
    fn observables(&self) -> Vec<String> {
        self.schema.observables()
    }
    fn observe(&self, state: &State, viewer: Option<Seat>, out: &mut Vec<f32>) {
        self.schema.observe(&state.cells, viewer.map(Seat::index), out);
    }
    fn team(&self, seat: Seat) -> u8 {
        self.schema.teams[seat.index()]
    }
    fn ending(&self, state: &State) -> Cow<'static, str> {
        match state.cells[BECAUSE] {
            0 => "finished".into(),
            number => self.schema.texts[number as usize - 1].clone().into(),
        }
    }
    fn narrate(&self, before: &State, chosen: Move, _after: &State, story: &mut Story) {
        let (number, outcomes) = match (chosen, &before.pending) {
            (Move::Act(number), _) => (number, Vec::new()),
            (Move::Chance(outcome), Some(pending)) => {
                let Some(number) = pending.chosen else { return };
                (number, [&pending.outcomes[..], &[outcome]].concat())
            }
            (Move::Chance(_), None) => return,
        };
        let (mut cells, mut events) = (before.cells.clone(), Vec::new());
        let ran = self.ask(|machine| machine.act(&mut cells, number, &outcomes, Some(&mut events)));
        if ran == Ok(Ran::Done) {
            events.into_iter().for_each(|event| tell(event, story));
        }
    }
    fn fault(&self, state: &State) -> Option<Fault> {
        state.fault.as_deref().cloned()
    }

    fn key(&self, state: &State) -> u64 {
        let mut hasher = FxHasher::default();
        state.cells[..HEADER + self.seats()].hash(&mut hasher);
        for field in self.schema.fields.iter().filter(|field| !field.helper) {
            let size = field.kind.size() * self.schema.copies(field);
            state.cells[field.first..field.first + size].hash(&mut hasher);
        }
        state.pending.hash(&mut hasher);
        state.fault.hash(&mut hasher);
        hasher.finish()
    }
    fn actions(&self) -> Option<usize> {
        Some(self.schema.moves() as usize)
    }
    fn index(&self, _state: &State, chosen: Move) -> usize {
        match chosen {
            Move::Act(number) => number as usize,
            Move::Chance(_) => 0,
        }
    }
    fn encoding(&self) -> Option<Encoding> {
        Some(self.schema.encoding())
    }
    fn encode(&self, state: &State, me: Seat, out: &mut [f32]) {
        self.schema.encode(&state.cells, me.index(), out);
    }

    fn playout(&self, state: &mut State, _buffer: &mut Vec<Move>, rng: &mut Rng) -> Payoff {
        let mut plies = self.schema.limit;
        while self.turn(state) == Turn::Chance && plies > 0 {
            let outcome = self.draw(state, rng);
            self.play(state, outcome);
            plies -= 1;
        }
        if self.turn(state).seat().is_some() {
            let (cells, seed) = (&mut state.cells, rng.bits());
            match self.ask(|machine| machine.play_out(cells, seed, plies)) {
                // A playout draws its own chance, so that it never waits.
                Ok(Ran::Done | Ran::Chance(_)) => {}
                Ok(Ran::Broken(fault)) | Err(fault) => state.fault = Some(Box::new(fault)),
            }
        }
        if state.fault.is_some() { Payoff::draw(self.seats()) } else { self.payoff(state) }
    }
}

fn tell(event: Event, story: &mut Story) {
    match event.kind {
        EventKind::Count => story.count(&event.text, f64::from(event.value)),
        EventKind::Note => story.note(event.text),
        EventKind::Score => {
            story.score(Seat::new(event.seat.saturating_sub(1) as u8), &event.text, event.value as f32);
        }
    }
}
