//! Conformance: random play under the eyes of every law.

use crate::laws;
use crate::memory::{Memory, extend_histories, hash_of};
use crate::report::{Breaches, Evidence, Law, Report};
use crate::walk::any_move;
use ludometer_game::{Game, Rng, Seat, Turn, text_of};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// States of a match that are all examined; of those after them only every [`STRIDE`]-th is.
const THOROUGH: u32 = 400;
const STRIDE: u32 = 16;
/// Old states that are hashed again after every move; all that are kept are at the end.
const RECENT: usize = 32;
const KEPT: usize = 4096;
/// Samples that must all be the true state before nothing seems to be hidden.
const SURE: u64 = 64;

/// How much of random play is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// Random matches.
    pub matches: u64,
    /// Of the positions of a match one in so many is examined, and the last one always.
    pub stride: u32,
    /// Moves of a position that are tried out at most.
    pub options: usize,
}

impl Effort {
    /// Every position of so many matches, and every move there.
    #[must_use]
    pub const fn whole(matches: u64) -> Self {
        Effort { matches, stride: 1, options: usize::MAX }
    }
}

/// Plays random matches from the start of the game and reports every broken law with the first evidence
/// of it.
pub fn conformance<G: Game>(game: &G, matches: u64, seed: u64) -> Report {
    conformance_from(game, &game.initial(), matches, seed)
}

/// The same from any state.
pub fn conformance_from<G: Game>(game: &G, start: &G::State, matches: u64, seed: u64) -> Report {
    let mut report = conformance_within(game, start, Effort::whole(matches), seed);
    // Not within an effort: rules files find their symmetries by the same test.
    let mut breaches = Breaches::default();
    laws::symmetries(game, seed, &mut breaches);
    report.add(breaches, || before_play(seed));
    report
}

/// The same, looking only at so much: for rules that take their time.
pub fn conformance_within<G: Game>(game: &G, start: &G::State, effort: Effort, seed: u64) -> Report {
    let mut report = Report::default();
    let mut breaches = Breaches::default();
    laws::declared(game, &mut breaches);
    report.add(breaches, || before_play(seed));
    let mut memory = Memory::new();
    for index in 0..effort.matches {
        let mut walk = Walk::new((game, start, effort), seed, index, &mut memory, &mut report);
        if let Err(cause) = catch_unwind(AssertUnwindSafe(|| walk.run())) {
            walk.note(Law::NoPanic, panic_text(cause.as_ref()));
        }
        report.matches += 1;
    }
    if memory.samples >= SURE && !memory.differed {
        let mut breaches = Breaches::default();
        breaches.add(Law::HiddenTrait, "something is hidden, but every sample was the true state");
        report.add(breaches, || before_play(seed));
    }
    report
}

/// The evidence of what is wrong before anything is played.
fn before_play(seed: u64) -> Evidence {
    Evidence { seed, match_index: 0, moves: vec![], state: "before the first move".into() }
}

/// What a panic said.
fn panic_text(cause: &(dyn Any + Send)) -> String {
    let text = cause.downcast_ref::<&str>().map(ToString::to_string);
    text.or_else(|| cause.downcast_ref::<String>().cloned()).unwrap_or_else(|| "a panic without words".into())
}

/// One random match.
struct Walk<'a, G: Game> {
    game: &'a G,
    seed: u64,
    index: u64,
    effort: Effort,
    state: G::State,
    moves: Vec<String>,
    past: Vec<(G::State, u64)>,
    histories: Vec<u64>,
    memory: &'a mut Memory<G>,
    report: &'a mut Report,
    /// Play and checks draw from their own streams, so that a check never changes the match.
    play: Rng,
    check: Rng,
}

impl<'a, G: Game> Walk<'a, G> {
    fn new(
        (game, start, effort): (&'a G, &G::State, Effort),
        seed: u64,
        index: u64,
        memory: &'a mut Memory<G>,
        report: &'a mut Report,
    ) -> Self {
        Walk {
            game,
            seed,
            index,
            effort,
            state: start.clone(),
            moves: Vec::new(),
            past: Vec::new(),
            histories: vec![0; game.seats()],
            memory,
            report,
            play: Rng::stream(seed, "conformance play", index),
            check: Rng::stream(seed, "conformance check", index),
        }
    }

    fn run(&mut self) {
        for ply in 0..=self.game.limit() {
            let looked = self.is_examined(ply);
            if looked {
                self.examine();
            }
            let Some(chosen) = any_move(self.game, &self.state, &mut self.play) else {
                if !looked {
                    self.examine();
                }
                break;
            };
            if ply == self.game.limit() {
                self.report.endless += 1;
                self.note(Law::Ends, format!("no end after {ply} moves"));
                break;
            }
            self.step(chosen);
        }
        self.old_states(0);
    }

    /// Matches look at different positions, so that each has its turn.
    fn is_examined(&self, ply: u32) -> bool {
        let turn = (u64::from(ply) + self.index).is_multiple_of(u64::from(self.effort.stride.max(1)));
        turn && (ply < THOROUGH || ply.is_multiple_of(STRIDE))
    }

    fn note(&mut self, law: Law, what: String) {
        let mut breaches = Breaches::default();
        breaches.add(law, what);
        self.file(breaches);
    }

    fn file(&mut self, breaches: Breaches) {
        let evidence = || Evidence {
            seed: self.seed,
            match_index: self.index,
            moves: self.moves.clone(),
            state: format!("{:?}", self.state),
        };
        self.report.add(breaches, evidence);
    }

    /// Holds every law against the present state.
    fn examine(&mut self) {
        let (game, state, mut breaches) = (self.game, &self.state, Breaches::default());
        let out = &mut breaches;
        if game.turn(state) == Turn::Broken {
            // Nothing is to be learnt from it but what broke it.
            laws::described(game, state, out);
            return self.file(breaches);
        }
        self.memory.identity(game, state, out);
        self.memory.info(game, state, &self.histories, out);
        laws::payoff(game, state, out);
        laws::evaluation(game, state, out);
        laws::described(game, state, out);
        laws::position(game, state, out);
        let mut options = match game.turn(state) {
            Turn::Seat(_) => laws::legal_moves(game, state, out),
            Turn::Chance => laws::chance_turn(game, state, &mut self.check, out),
            _ => Vec::new(),
        };
        if options.len() > self.effort.options {
            self.check.shuffle(&mut options);
            options.truncate(self.effort.options);
        }
        laws::options(game, state, &options, out);
        laws::siblings(game, state, &options, out);
        for seat in Seat::all(game.seats()) {
            let differs = laws::indistinguishable(game, state, seat, &mut self.check, out);
            self.memory.differed |= differs;
            self.memory.samples += u64::from(game.traits().hidden);
        }
        self.file(breaches);
    }

    fn step(&mut self, chosen: G::Move) {
        let before = self.state.clone();
        let text = text_of(self.game, &before, chosen);
        if self.past.len() < KEPT {
            self.past.push((before.clone(), hash_of(&before)));
        }
        self.game.play(&mut self.state, chosen);
        self.old_states(self.past.len().saturating_sub(RECENT));
        extend_histories(self.game, &before, chosen, &self.state, &mut self.histories);
        self.moves.push(text);
        self.report.plies += 1;
    }

    /// A state that changes after it was kept shares memory with one that was played on.
    fn old_states(&mut self, from: usize) {
        let changed = (from..self.past.len()).find(|&ply| hash_of(&self.past[ply].0) != self.past[ply].1);
        if let Some(ply) = changed {
            self.note(Law::OldStates, format!("the state kept before move {} has changed", ply + 1));
            self.past.clear();
        }
    }
}
