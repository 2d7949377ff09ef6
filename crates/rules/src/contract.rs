//! A rules file as a [`Game`]: every call of the contract, answered from cells and declarations.

use crate::lane::{Event, EventKind, Lane, Need, Ran};
use crate::schema::{BECAUSE, ENDED, HEADER, PHASE};
use crate::script::Script;
use crate::state::{Move, State};
use ludometer_game::{
    Board, Element, Encoding, Fault, Feature, Game, Goal, Payoff, Rng, Scene, Seat, Seen, Story, Symmetry,
    Traits, Turn,
};
use rustc_hash::FxHasher;
use std::borrow::Cow;
use std::fmt::Write;
use std::hash::{Hash, Hasher};
use xxhash_rust::xxh3::xxh3_64_with_seed;

/// The most outcomes that are listed.
const LISTED: u32 = 4096;

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
        // Rules that cannot list moves list none, which is how a state is broken here.
        self.ask(|rules| rules.each_move(&state.cells, |number| out.push(Move::Act(number))));
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
        if self.traits.hidden { self.imagine(state, me.index(), rng) } else { state.clone() }
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
            out.extend((pending.outcomes.len() as u32).to_le_bytes());
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
        if self.turn(state).seat().is_none() {
            let Some(Need::Below(count)) = Self::need(state) else { return None };
            let outcome: u64 = text.strip_prefix("chance-")?.parse().ok()?;
            return (1..=u64::from(count)).contains(&outcome).then(|| Move::Chance(outcome - 1));
        }
        let mut options = Vec::new();
        self.moves(state, &mut options);
        let mut written = String::new();
        let mut find = |fits: fn(&str, &str) -> bool| {
            options.iter().copied().find(|&option| {
                written.clear();
                self.text(state, option, &mut written);
                fits(&written, text)
            })
        };
        find(|one, other| one == other).or_else(|| find(str::eq_ignore_ascii_case))
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
    fn evaluate(&self, state: &State, seat: Seat) -> Option<f32> {
        self.estimate(state, seat)
    }
    fn strategies(&self) -> Vec<String> {
        self.schema.advice.strategies.clone()
    }
    fn advise(
        &self,
        state: &State,
        seat: Seat,
        strategy: usize,
        moves: &[Move],
        out: &mut Vec<f32>,
    ) -> Result<(), Fault> {
        self.weigh(state, seat, strategy, moves, out)
    }
    fn team(&self, seat: Seat) -> u8 {
        self.schema.teams[seat.index()]
    }
    fn side(&self, state: &State, seat: Seat) -> String {
        let side = self.schema.side_of(&state.cells, seat.index());
        side.cloned().unwrap_or_else(|| self.seat_name(seat))
    }
    fn goals(&self) -> Vec<Goal> {
        let now = self.schema.goals.iter().filter(|stated| stated.now);
        now.map(|stated| stated.goal.clone()).collect()
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
        let ran = self.ask(|rules| rules.act(&mut cells, number, &outcomes, Some(&mut events)));
        if ran == Ran::Done {
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
    fn constants(&self) -> Vec<(String, f32)> {
        self.plan.params.numbers()
    }
    fn symmetries(&self) -> Vec<Symmetry> {
        let Some(Encoding::Grid { .. }) = self.encoding() else { return Vec::new() };
        let found = crate::inspect::symmetries(self, 1);
        found.iter().filter_map(|symmetry| symmetry.of_encoding(&self.schema)).collect()
    }
    fn encoding(&self) -> Option<Encoding> {
        Some(self.schema.encoding())
    }
    fn encode(&self, state: &State, me: Seat, out: &mut [f32]) {
        self.schema.encode(&state.cells, me.index(), out);
    }

    fn features(&self) -> Vec<Feature> {
        self.schema.features()
    }
    fn read_features(&self, state: &State, me: Seat, out: &mut Vec<f32>) {
        self.schema.read_features(&state.cells, me.index(), self.turn(state) == Turn::Seat(me), out);
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
            match self.ask(|rules| rules.play_out(cells, seed, plies)) {
                // A playout draws its own chance, so that it never waits.
                Ran::Done | Ran::Chance(_) => {}
                Ran::Broken(fault) => state.fault = Some(Box::new(fault)),
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
