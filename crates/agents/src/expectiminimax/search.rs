//! The search itself: expectiminimax with windows, deepened one decision at a time.
//!
//! Depth counts decisions; chance turns cost none, and at the edge a throw to come is left to the
//! estimate. Values are from −1 to 1, of a decision for its mover, of a chance turn for the side of the
//! [`Sight`]. A value is *proven* when it rests on finished matches alone. What comes out equals plain
//! expectiminimax at the same depth, up to rounding: windows, probes, tables and ordering only save work.

mod chance;
mod span;

pub(super) use chance::chance_key;

use super::found::{Counts, Found};
use crate::Patience;
use crate::alphabeta::found::{RootMove, Worth, after_a_depth, after_a_stop, is_settled};
use crate::evaluation::Scratch;
use crate::order::{Experience, Here, take_best};
use crate::sight::Sight;
use crate::table::{Bound, FOR_GOOD, Known, Table};
use ludometer_game::{Game, Turn};
use std::ops::Range;

/// How chance turns are cut.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Prune {
    /// Nothing is cut anywhere: plain expectiminimax.
    None,
    /// Outcomes one after the other, until the rest cannot matter.
    Star1,
    /// First one move after every outcome, then as Star1.
    Star2,
}

/// When a search stops, and what it may cut.
#[derive(Clone, Copy, Debug)]
pub struct Limits<'a> {
    /// Decisions to look ahead.
    pub depth: u32,
    /// Positions to look at; the first depth is always finished.
    pub nodes: u64,
    /// When to stop before that; out of time, too, the first depth is finished.
    pub patience: Patience<'a>,
    /// How chance turns are cut.
    pub prune: Prune,
    /// The smallest and the largest value there is.
    pub bounds: (f32, f32),
    /// Whether promising moves and likely outcomes come first.
    pub order: bool,
    /// Whether every move of the root gets its own value, not only the best.
    pub every: bool,
}

/// A search and its memory.
pub struct Search<G: Game> {
    table: Table,
    experience: Experience<G::Move>,
    /// Moves of all positions begun and not finished, one after the other, with their ratings.
    moves: Vec<G::Move>,
    ratings: Vec<i32>,
    scratch: Scratch,
    counts: Counts,
    /// At how many positions the clock is read next.
    next_look: u64,
    /// Whether a depth is finished, so that there is a move to stop with.
    can_stop: bool,
    stopped: bool,
}

/// Where in the tree a position is.
struct At<'a, G: Game> {
    sight: &'a Sight<'a, G>,
    limits: &'a Limits<'a>,
    /// Decisions left.
    depth: u32,
    /// Decisions from the root.
    ply: usize,
    /// Whether the side that wants high values made the last decision.
    moved: bool,
    /// Chance turns since then.
    throws: u32,
    /// Which outcome of the last chance turn led here, from 1; 0 straight after a decision.
    outcome: usize,
}

impl<G: Game> Clone for At<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<G: Game> Copy for At<'_, G> {}

/// Values that matter: what is below `low` or above `high` need not be told apart.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Window {
    low: f32,
    high: f32,
}

impl Window {
    const FULL: Window = Window { low: f32::NEG_INFINITY, high: f32::INFINITY };

    /// The same window for the other side.
    fn turned(self) -> Self {
        Window { low: -self.high, high: -self.low }
    }
}

/// A decision some of whose moves were tried.
struct Begun {
    key: u64,
    /// Its moves among those of the search.
    moves: Range<usize>,
    untried: usize,
    /// The best so far, for the mover, and its place in the legal list.
    best: Worth,
    place: usize,
    /// Whether the values of all moves tried are proven.
    proven: bool,
}

/// What nothing is known about.
const GUESS: Worth = Worth { value: 0.0, proven: false };
/// Outcomes that remember what cut after them, for each ply.
const LANES: usize = 64;
/// Chance turns in a row that are followed: dice that never stop are left to the estimate.
pub(crate) const MOST_THROWS: u32 = 16;

impl<G: Game> Search<G> {
    /// A search with a table of at most `bytes`; none where that is 0.
    #[must_use]
    pub fn new(bytes: usize) -> Self {
        Search {
            table: Table::new(bytes),
            experience: Experience::new(),
            moves: Vec::new(),
            ratings: Vec::new(),
            scratch: Scratch::default(),
            counts: Counts::default(),
            next_look: 0,
            can_stop: false,
            stopped: false,
        }
    }

    /// Forgets everything: a new match.
    pub fn forget(&mut self) {
        self.table.forget();
        self.experience.forget();
    }

    /// What the table knows of the position with this key.
    pub(super) fn known(&self, key: u64) -> Option<Known> {
        self.table.get(key)
    }

    /// Searches a state in which a seat is to move; `legal` are its moves. Of equal moves the first wins.
    pub fn run(
        &mut self,
        sight: &Sight<'_, G>,
        root: &G::State,
        legal: &[G::Move],
        limits: &Limits<'_>,
    ) -> Found<G::Move> {
        self.counts = Counts::default();
        (self.next_look, self.can_stop, self.stopped) = (0, false, false);
        let unknown = Worth { value: f32::NEG_INFINITY, proven: false };
        let start = |&option| RootMove { option, worth: unknown, exact: false, nodes: 0 };
        let mut moves: Vec<RootMove<G::Move>> = legal.iter().map(start).collect();
        let (mut finished, mut last, mut proven) = (0, Counts::default(), false);
        for depth in 1..=limits.depth {
            let before = self.counts;
            let next = self.iteration(sight, root, &moves, depth, limits);
            if self.stopped {
                moves = after_a_stop(&moves, &next);
                proven = moves[0].is_won();
                break;
            }
            (finished, last, self.can_stop) = (depth, self.counts.since(&before), true);
            moves = after_a_depth(&moves, next, depth);
            proven = is_settled(&moves);
            if proven {
                break;
            }
        }
        let line = self.line(sight, root, moves[0].option, finished);
        Found { moves, proven, depth: finished, counts: self.counts, last, line }
    }

    /// One depth over all moves of the root, the best first in what comes back. Stopped in the middle, it
    /// returns what was finished.
    fn iteration(
        &mut self,
        sight: &Sight<'_, G>,
        root: &G::State,
        known: &[RootMove<G::Move>],
        depth: u32,
        limits: &Limits<'_>,
    ) -> Vec<RootMove<G::Move>> {
        let Turn::Seat(mover) = sight.game.turn(root) else { return known.to_vec() };
        let more = sight.wants_more(mover);
        let mut searched: Vec<RootMove<G::Move>> = Vec::with_capacity(known.len());
        let mut best = f32::NEG_INFINITY;
        for old in known {
            let before = self.counts.nodes;
            let mut child = root.clone();
            sight.game.play(&mut child, old.option);
            let at = At { sight, limits, depth: depth - 1, ply: 1, moved: more, throws: 0, outcome: 0 };
            let low = if limits.every { f32::NEG_INFINITY } else { best };
            let worth = self.value(&at, &child, more, Window { low, ..Window::FULL });
            if self.stopped {
                break;
            }
            let exact = worth.value > low || limits.prune == Prune::None;
            let found = RootMove { option: old.option, worth, exact, nodes: self.counts.nodes - before };
            // Stable: among equals the first stays first.
            let place = searched.iter().position(|other| worth.value > other.worth.value);
            searched.insert(place.unwrap_or(searched.len()), found);
            best = best.max(worth.value);
        }
        searched
    }

    /// The value of a position for one side, as far as the window goes.
    fn value(&mut self, at: &At<'_, G>, state: &G::State, more: bool, window: Window) -> Worth {
        self.counts.nodes += 1;
        if self.must_stop(at.limits) {
            return GUESS;
        }
        let window = if at.limits.prune == Prune::None { Window::FULL } else { window };
        let turn = at.sight.game.turn(state);
        // Whose value it is that the position itself has.
        let owner = match turn {
            Turn::Seat(mover) => at.sight.wants_more(mover),
            _ => true,
        };
        let own = if owner == more { window } else { window.turned() };
        let worth = match turn {
            Turn::Over => self.result(at, state),
            Turn::Seat(_) | Turn::Chance if at.depth == 0 => self.estimate(at, state, owner),
            Turn::Seat(_) => self.decision(at, state, owner, own),
            Turn::Chance if at.throws < MOST_THROWS => self.chance(at, state, own),
            Turn::Chance => self.estimate(at, state, owner),
            // Rules that break are worth nothing to anybody, and prove nothing.
            _ => GUESS,
        };
        if owner == more { worth } else { Worth { value: -worth.value, ..worth } }
    }

    fn result(&mut self, at: &At<'_, G>, state: &G::State) -> Worth {
        self.counts.leaves += 1;
        // Without bounds nothing is a win for good.
        Worth { value: at.sight.result(state), proven: at.sight.is_bounded() }
    }

    /// What a position looks worth to its owner; `more` says whether that is the side that wants high values.
    fn estimate(&mut self, at: &At<'_, G>, state: &G::State, more: bool) -> Worth {
        self.counts.leaves += 1;
        let value = at.sight.estimate_after(state, at.moved, &mut self.scratch);
        Worth { value: if more { value } else { -value }, proven: false }
    }

    /// The value of a decision for its mover.
    fn decision(&mut self, at: &At<'_, G>, state: &G::State, more: bool, window: Window) -> Worth {
        let key = at.sight.key(state);
        let known = self.table.get(key);
        let enough = |known: &Known| known.is_enough(at.depth as i32, window.low, window.high);
        if let Some(Known { value, proven, .. }) = known.filter(enough) {
            self.counts.hits += 1;
            return Worth { value, proven };
        }
        let start = self.moves.len();
        let begun = self.begin(at, state, more, key, known);
        let worth = begun.map_or(GUESS, |begun| self.finish(at, state, more, window, begun));
        self.moves.truncate(start);
        self.ratings.truncate(start);
        worth
    }

    /// Lists and rates the moves of a decision; none where rules that break leave it without. They stay
    /// with the search until whoever asked takes them off.
    fn begin(
        &mut self,
        at: &At<'_, G>,
        state: &G::State,
        more: bool,
        key: u64,
        known: Option<Known>,
    ) -> Option<Begun> {
        let start = self.moves.len();
        at.sight.game.moves(state, &mut self.moves);
        let moves = start..self.moves.len();
        if at.limits.order {
            let remembered = known.map(|known| usize::from(known.best));
            let here = Here { ply: at.lane(), more, remembered };
            let options = &self.moves[moves.clone()];
            self.experience.rate(at.sight.game, state, options, here, &mut self.ratings);
        } else {
            self.ratings.resize(moves.end, 0);
        }
        let best = Worth { value: f32::NEG_INFINITY, proven: false };
        let untried = moves.len();
        (untried > 0).then_some(Begun { key, moves, untried, best, place: 0, proven: true })
    }

    /// Tries the most promising of the moves that were not tried yet.
    fn try_next(&mut self, at: &At<'_, G>, state: &G::State, more: bool, window: Window, begun: &mut Begun) {
        let place = take_best(&mut self.ratings[begun.moves.clone()]);
        let mut child = state.clone();
        at.sight.game.play(&mut child, self.moves[begun.moves.start + place]);
        let below = At { depth: at.depth - 1, ply: at.ply + 1, moved: more, throws: 0, outcome: 0, ..*at };
        let low = window.low.max(begun.best.value);
        let worth = self.value(&below, &child, more, Window { low, ..window });
        begun.untried -= 1;
        begun.proven &= worth.proven;
        if worth.value > begun.best.value {
            (begun.best, begun.place) = (worth, place);
        }
    }

    /// Tries what is left of a decision, until the rest is cut off.
    fn finish(
        &mut self,
        at: &At<'_, G>,
        state: &G::State,
        more: bool,
        window: Window,
        mut begun: Begun,
    ) -> Worth {
        // Nothing is better than a win: who has one looks no further.
        let (low, high) = at.limits.bounds;
        let most = match at.limits.prune {
            Prune::None => f32::INFINITY,
            _ if more => high,
            _ => -low,
        };
        let window = Window { high: window.high.min(most), ..window };
        while begun.untried > 0 && begun.best.value < window.high {
            self.try_next(at, state, more, window, &mut begun);
            if self.stopped {
                return GUESS;
            }
        }
        self.counts.cuts += u64::from(begun.untried > 0);
        let value = begun.best.value;
        let (bound, proven) = match value {
            // A cut is as sure as the move that made it; anything else as sure as all moves.
            value if value >= window.high => (Bound::Lower, begun.best.proven),
            value if value <= window.low => (Bound::Upper, begun.proven),
            _ => (Bound::Exact, begun.proven),
        };
        if at.limits.order && bound != Bound::Upper {
            let chosen = self.moves[begun.moves.start + begun.place];
            self.experience.learn(chosen, at.lane(), at.depth as i32, more);
        }
        self.remember(begun.key, at.depth, Worth { value, proven }, bound, begun.place);
        Worth { value, proven }
    }

    fn remember(&mut self, key: u64, depth: u32, worth: Worth, bound: Bound, place: usize) {
        let Worth { value, proven } = worth;
        let depth = if proven { FOR_GOOD } else { depth.min(254) as u8 };
        self.table.put(key, Known { value, bound, depth, proven, best: place as u16 });
    }

    /// Whether the budget is spent. The first depth is always finished, unless nobody waits for it.
    #[inline]
    fn must_stop(&mut self, limits: &Limits<'_>) -> bool {
        if self.counts.nodes >= self.next_look {
            self.next_look = Patience::next_look(self.counts.nodes);
            self.stopped |= limits.patience.is_halted() || self.can_stop && limits.patience.is_late();
        }
        self.stopped |= self.can_stop && self.counts.nodes > limits.nodes;
        self.stopped
    }

    /// The moves expected until the next throw, as far as the table remembers.
    fn line(&self, sight: &Sight<'_, G>, root: &G::State, first: G::Move, depth: u32) -> Vec<G::Move> {
        let (mut state, mut line, mut legal) = (root.clone(), vec![first], Vec::new());
        sight.game.play(&mut state, first);
        while line.len() < depth as usize && matches!(sight.game.turn(&state), Turn::Seat(_)) {
            let Some(known) = self.table.get(sight.key(&state)) else { break };
            legal.clear();
            sight.game.moves(&state, &mut legal);
            let Some(&next) = legal.get(usize::from(known.best)) else { break };
            line.push(next);
            sight.game.play(&mut state, next);
        }
        line
    }
}

impl<G: Game> At<'_, G> {
    /// Where killers are kept: what answered a throw well once probably does again.
    fn lane(&self) -> usize {
        self.ply * LANES + self.outcome.min(LANES - 1)
    }
}
