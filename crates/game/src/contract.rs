//! The contract: what a game says of itself.
//!
//! Seven methods are required, all others have a default that is right for a plain board game with
//! perfect information. Searchers are generic over `G: Game`; nothing here allocates per move
//! except the methods that make text, pictures and records.

use crate::{
    Board, CaseBook, Coarse, Derived, Element, Encoding, Fault, Feature, Goal, Packed, Part, Payoff,
    PositionError, Rng, Scene, Seat, Smaller, Solver, Story, Symmetry, Turn, text_of,
};
use rustc_hash::FxHasher;
use std::borrow::Cow;
use std::fmt::Debug;
use std::hash::{Hash, Hasher};

/// How a game uses chance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChanceKind {
    /// Never.
    None,
    /// Every chance turn lists its outcomes with their odds.
    Listed,
    /// Some chance turns have too many outcomes to list (a shuffle); they can only be drawn.
    Drawn,
}

/// How the payoffs of the seats relate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sum {
    /// What one wins the others lose: points sum to 0.
    Zero,
    /// Anything.
    General,
    /// All seats always have the same points.
    Shared,
}

/// What kind of game it is. Agents and plans read this; the conformance test checks it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Traits {
    /// Use of chance.
    pub chance: ChanceKind,
    /// Whether seats know different things.
    pub hidden: bool,
    /// Relation of payoffs.
    pub sum: Sum,
}

/// What a seat sees of a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Seen<M> {
    /// The move itself.
    Full(M),
    /// Only that a move of this class was made.
    Hidden(u32),
}

/// A turn-based game for one to eight seats.
///
/// A state holds everything that legality and payoff depend on, and nothing else: no random
/// generator, no listeners, no log.
pub trait Game: Sized + Send + Sync + 'static {
    /// A position, with whatever each seat has learnt.
    type State: Clone + Eq + Hash + Debug + Send + Sync + 'static;
    /// A move of a seat or of chance.
    type Move: Packed + Eq + Hash + Debug + Send + Sync + 'static;

    /// Whether the game marks [`Game::noisy`] moves at all; others do not pay for being asked.
    const NOISY: bool = false;

    /// How many seats, 1 to 8.
    fn seats(&self) -> usize;
    /// The most plies (moves of seats and of chance) a match may take before it is called endless.
    /// It belongs to the match, not to the state: what a searcher proves holds without it.
    fn limit(&self) -> u32;
    /// The state before the first move.
    fn initial(&self) -> Self::State;
    /// Whose turn it is.
    fn turn(&self, state: &Self::State) -> Turn;
    /// Appends the legal moves of the seat to move; at least one. Only called on a seat's turn. The
    /// only way it can fail is to append nothing: such a state counts as broken.
    fn moves(&self, state: &Self::State, out: &mut Vec<Self::Move>);
    /// Plays a legal move or a possible chance outcome.
    fn play(&self, state: &mut Self::State, chosen: Self::Move);
    /// What the match is worth. On an unfinished state: what it would be worth if it stopped here,
    /// which is how endless matches and cut-off searches are valued. Never asked of a broken state.
    fn payoff(&self, state: &Self::State) -> Payoff;

    /// Smallest and largest points a seat can get.
    fn bounds(&self) -> (f32, f32) {
        (-1.0, 1.0)
    }
    /// What kind of game this is.
    fn traits(&self) -> Traits {
        Traits { chance: ChanceKind::None, hidden: false, sum: Sum::Zero }
    }

    // --- chance -------------------------------------------------------------------------------

    /// Appends the outcomes of a chance turn with their probabilities. `false`: too many to list,
    /// nothing was appended.
    fn chance(&self, _state: &Self::State, _out: &mut Vec<(Self::Move, f64)>) -> bool {
        false
    }
    /// Draws an outcome of a chance turn. A shuffle is one move that carries a seed. The default
    /// lists all outcomes for every draw; a game that draws often does better with its own.
    fn draw(&self, state: &Self::State, rng: &mut Rng) -> Self::Move {
        let mut odds = Vec::new();
        assert!(self.chance(state, &mut odds), "a game whose chance is not listed must implement draw");
        let drawn = rng.roulette(odds.iter().map(|(_, p)| *p)).expect("chance outcomes have positive odds");
        odds[drawn].0
    }

    /// Lets chance act until somebody moves or the match is over. Dice that never stop are cut at the
    /// limit of the match.
    fn settle(&self, state: &mut Self::State, rng: &mut Rng) {
        for _ in 0..self.limit() {
            if self.turn(state) != Turn::Chance {
                return;
            }
            let outcome = self.draw(state, rng);
            self.play(state, outcome);
        }
    }

    // --- hidden information -------------------------------------------------------------------

    /// A state that `me` cannot tell from this one: what is hidden from `me` is drawn anew, as
    /// likely as it is given what `me` has seen of the deal and the legality of moves.
    fn sample(&self, state: &Self::State, _me: Seat, _rng: &mut Rng) -> Self::State {
        state.clone()
    }
    /// Appends everything `me` knows, in one canonical form; equal bytes mean that `me` cannot tell
    /// the states apart. With hidden information it must have perfect recall.
    ///
    /// The default collects what the state feeds to its [`Hash`]. Those bytes may differ from one
    /// build or machine to the next and are good inside one process only. A game whose infos are
    /// stored on disk writes them itself, in a portable form.
    fn info(&self, state: &Self::State, _me: Seat, out: &mut Vec<u8>) {
        state.hash(&mut ByteSink(out));
    }
    /// What seat `by` sees of a move (of a seat or of chance) made in this state. Who makes a move
    /// sees it in full.
    fn seen(&self, _state: &Self::State, made: Self::Move, _by: Seat) -> Seen<Self::Move> {
        Seen::Full(made)
    }

    // --- for people ---------------------------------------------------------------------------

    /// Writes a move as people do: without white space, commas and semicolons, which separate moves
    /// in a list.
    fn text(&self, _state: &Self::State, chosen: Self::Move, out: &mut String) {
        use std::fmt::Write;
        // Writing to a String cannot fail.
        let _ = write!(out, "{chosen:?}");
    }
    /// Reads a move of the seat to move, or of chance. The default compares with the text of every
    /// legal move and every listed outcome.
    fn parse(&self, state: &Self::State, text: &str) -> Option<Self::Move> {
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
            written.eq_ignore_ascii_case(text.trim())
        })
    }
    /// Writes a position, if the game has a notation for positions.
    fn position(&self, _state: &Self::State) -> Option<String> {
        None
    }
    /// Reads a position.
    ///
    /// # Errors
    /// When the game has no such notation or the text is not a position.
    fn read_position(&self, _text: &str) -> Result<Self::State, PositionError> {
        Err(PositionError::NoNotation)
    }
    /// The picture `viewer` sees; `None` sees everything. The default shows the whole state and so
    /// fits perfect information only.
    fn scene(&self, state: &Self::State, _viewer: Option<Seat>) -> Scene {
        Scene::of(Part::Label(format!("{state:?}")))
    }
    /// Named lists of openings matches of this game are usually begun with, each a line of moves with spaces between
    /// them, so that players who never vary do not repeat one match.
    fn openings(&self) -> Vec<(String, Vec<String>)> {
        Vec::new()
    }
    /// The map of the board, if there is one: what heat maps are drawn on.
    fn board(&self) -> Option<Board> {
        None
    }
    /// The name of a seat: "X", "White"; by default "Seat 1" and so on.
    fn seat_name(&self, seat: Seat) -> String {
        format!("Seat {}", seat.index() + 1)
    }
    /// The stage of a turn that takes several moves; empty when there is only one.
    fn stage(&self, _state: &Self::State) -> Cow<'static, str> {
        "".into()
    }

    // --- for records --------------------------------------------------------------------------

    /// Appends what a designer can name in a move: action, cell, card, phase.
    fn elements(&self, _state: &Self::State, _chosen: Self::Move, _out: &mut Vec<Element>) {}
    /// Names of the numbers [`Game::observe`] gives.
    fn observables(&self) -> Vec<String> {
        Vec::new()
    }
    /// Appends one number for each observable as `viewer` sees it; `None` sees everything.
    fn observe(&self, _state: &Self::State, _viewer: Option<Seat>, _out: &mut Vec<f32>) {}
    /// The score of a seat, where the game keeps one that all can see.
    fn score(&self, _state: &Self::State, _seat: Seat) -> Option<f32> {
        None
    }
    /// A quick estimate of a seat's points at the end, for shallow agents; it may use only what
    /// that seat knows.
    fn evaluate(&self, _state: &Self::State, _seat: Seat) -> Option<f32> {
        None
    }
    /// Names of the strategies the game's designer states, in the order [`Game::advise`] numbers them.
    fn strategies(&self) -> Vec<String> {
        Vec::new()
    }
    /// Appends how much a strategy likes each of these legal moves of `seat`, who is to move; the more, the
    /// better, on whatever scale. It may use only what `seat` knows. A game without strategies appends
    /// nothing.
    ///
    /// # Errors
    /// When the strategy breaks or chooses what is not legal.
    fn advise(
        &self,
        _state: &Self::State,
        _seat: Seat,
        _strategy: usize,
        _moves: &[Self::Move],
        _out: &mut Vec<f32>,
    ) -> Result<(), Fault> {
        Ok(())
    }
    /// Whether a move can turn the evaluation over at a stroke: a capture, a promotion. Searchers that
    /// stop at a depth look on through noisy moves until the position is quiet. Only asked where
    /// [`Game::NOISY`] is set.
    fn noisy(&self, _state: &Self::State, _chosen: Self::Move) -> bool {
        false
    }
    /// The team of a seat; by default every seat plays for itself.
    fn team(&self, seat: Seat) -> u8 {
        seat.index() as u8
    }
    /// The side (faction, deck, role) a seat plays in this match; by default one per seat.
    fn side(&self, _state: &Self::State, seat: Seat) -> String {
        self.seat_name(seat)
    }
    /// What its designer wants of the game, with the parameters it has now.
    fn goals(&self) -> Vec<Goal> {
        Vec::new()
    }
    /// Which deal, hand or round of the match this is, for games made of several; learners may
    /// treat each as an episode.
    fn episode(&self, _state: &Self::State) -> u32 {
        0
    }
    /// Why a finished match ended: "line", "board full"; a few fixed phrases.
    fn ending(&self, _state: &Self::State) -> Cow<'static, str> {
        "finished".into()
    }
    /// Adds to the story of the match what this move brought: points by source, counts, notes.
    fn narrate(&self, _before: &Self::State, _chosen: Self::Move, _after: &Self::State, _story: &mut Story) {}
    /// What went wrong in a [`Turn::Broken`] state.
    fn fault(&self, _state: &Self::State) -> Option<Fault> {
        None
    }

    // --- for tables and networks --------------------------------------------------------------

    /// A transposition key. Equal states have equal keys, and equal keys mean the same future:
    /// searchers share values and proofs by key, so a key that leaves out anything legality or
    /// payoff depends on is wrong. The default, like that of [`Game::info`], is good inside one
    /// process only.
    fn key(&self, state: &Self::State) -> u64 {
        let mut hasher = FxHasher::default();
        state.hash(&mut hasher);
        hasher.finish()
    }
    /// The size of the action space, if it is fixed.
    fn actions(&self) -> Option<usize> {
        None
    }
    /// The number of a move in the action space; where there is none, its position in the legal
    /// list sorted by text.
    fn index(&self, state: &Self::State, chosen: Self::Move) -> usize {
        let mut legal = Vec::new();
        self.moves(state, &mut legal);
        let own = text_of(self, state, chosen);
        legal.into_iter().filter(|&option| text_of(self, state, option) < own).count()
    }
    /// The size of the network input, if the game can be encoded.
    fn encoding(&self) -> Option<Encoding> {
        None
    }
    /// Writes the position as `me` sees it, `me` first; `out` has the length of the encoding.
    fn encode(&self, _state: &Self::State, _me: Seat, _out: &mut [f32]) {}
    /// Ways to turn the board that change nothing, without the one that leaves it as it is; only for encodings over
    /// a grid and fixed action spaces.
    fn symmetries(&self) -> Vec<Symmetry> {
        Vec::new()
    }
    /// Parameters of the rules as numbers, by name: what a network is told that learns several settings at once.
    /// Switches are 0 or 1.
    fn constants(&self) -> Vec<(String, f32)> {
        Vec::new()
    }
    /// Hand-made features, for linear evaluations and learners: names, ranges and how a network reads them. Learners
    /// that are not told otherwise use the first named set, or all where there is none.
    fn features(&self) -> Vec<Feature> {
        Vec::new()
    }
    /// Appends one number for each feature, in their order and inside their ranges, for seat `me`;
    /// they may use only what `me` knows.
    fn read_features(&self, _state: &Self::State, _me: Seat, _out: &mut Vec<f32>) {}
    /// Appends the numbers of some features alone: `chosen` are their places in the list, in rising order. A game
    /// with many features that are slow to read does better than the default, which reads all of them.
    fn read_chosen_features(&self, state: &Self::State, me: Seat, chosen: &[u16], out: &mut Vec<f32>) {
        let start = out.len();
        self.read_features(state, me, out);
        for (to, &from) in chosen.iter().enumerate() {
            out[start + to] = out[start + usize::from(from)];
        }
        out.truncate(start + chosen.len());
    }

    /// How its matches are told as cases, for players who remember them.
    fn cases(&self) -> Box<dyn CaseBook<Self>> {
        Box::new(Derived)
    }

    /// A solver of its own, where the game has one that beats going through every line: `bytes` is the
    /// memory it may use.
    fn solver(&self, _bytes: usize) -> Option<Box<dyn Solver<Self>>> {
        None
    }

    /// The smaller game a strategy for this one can be learnt in, where this one is too large to learn.
    fn smaller(&self) -> Option<Smaller> {
        None
    }
    /// The decision of `me`, who is to move, in terms of that smaller game, played with these numbers of its
    /// rules: what a strategy of it is asked, and what its answers mean. It may use only what `me` knows. A game
    /// without a smaller one says nothing.
    fn coarse(
        &self,
        _state: &Self::State,
        _me: Seat,
        _rules: &[(String, f32)],
    ) -> Option<Coarse<Self::Move>> {
        None
    }

    // --- speed --------------------------------------------------------------------------------

    /// Plays uniformly random moves to the end or the limit. `buffer` is scratch space. A game may
    /// do it faster, drawing from the same distribution. Rules that break on the way pay a draw.
    fn playout(&self, state: &mut Self::State, buffer: &mut Vec<Self::Move>, rng: &mut Rng) -> Payoff {
        for _ in 0..self.limit() {
            let chosen = match self.turn(state) {
                Turn::Seat(_) => {
                    buffer.clear();
                    self.moves(state, buffer);
                    if buffer.is_empty() {
                        return Payoff::draw(self.seats());
                    }
                    buffer[rng.below(buffer.len())]
                }
                Turn::Chance => self.draw(state, rng),
                Turn::Over => break,
                Turn::Broken => return Payoff::draw(self.seats()),
            };
            self.play(state, chosen);
        }
        self.payoff(state)
    }
}

/// Collects the bytes a state feeds to its hash: a canonical form for free.
struct ByteSink<'a>(&'a mut Vec<u8>);

impl Hasher for ByteSink<'_> {
    fn finish(&self) -> u64 {
        0
    }
    fn write(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }
}
