//! The search itself: principal variation search with iterative deepening.
//!
//! Values are for the side to move, −1 to 1. A value is *proven* when it rests on finished matches
//! alone; proven values hold at any depth. The result equals plain minimax at the same depth, with the
//! same rules for noisy and for forced moves: tables, windows and ordering only save work.

mod chance;
mod quiet;

use super::found::{Counts, Found, RootMove, Worth, after_a_depth, after_a_stop, is_settled};
use crate::Patience;
use crate::evaluation::Scratch;
use crate::order::{Experience, Here, take_best};
use crate::sight::Sight;
use crate::table::{Bound, FOR_GOOD, Known, Table};
use ludometer_game::{Game, Rng, Turn};

/// When a search stops, and how it treats its edge.
#[derive(Clone, Copy, Debug)]
pub struct Limits<'a> {
    /// Plies to look ahead.
    pub depth: u32,
    /// Positions to look at; the first depth is always finished.
    pub nodes: u64,
    /// When to stop before that; out of time, too, the first depth is finished.
    pub patience: Patience<'a>,
    /// Plies of noisy moves followed beyond the depth.
    pub quiescence: u32,
    /// Whether a forced move costs no depth.
    pub extend: bool,
    /// Whether every move of the root gets its own value, not only the best.
    pub every: bool,
}

/// A search and its memory.
pub struct Search<G: Game> {
    table: Table,
    experience: Experience<G::Move>,
    /// Outcomes of all chance turns on the way down, one after the other.
    odds: Vec<(G::Move, f64)>,
    /// Moves of all plies on the way down, one after the other, with their ratings.
    moves: Vec<G::Move>,
    ratings: Vec<i32>,
    scratch: Scratch,
    counts: Counts,
    /// At how many positions the clock is read next.
    next_look: u64,
    /// Whether a depth is finished, so that there is a move to stop with.
    can_stop: bool,
    stopped: bool,
    /// From this ply on forced moves cost depth, too.
    deepest: usize,
}

/// What is the same for all children of a position.
struct Below<'a, G: Game> {
    sight: &'a Sight<'a, G>,
    limits: &'a Limits<'a>,
    /// Plies left.
    depth: i32,
    /// Plies from the root.
    ply: usize,
}

impl<G: Game> Clone for Below<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<G: Game> Copy for Below<'_, G> {}

/// What trying the moves of a position gave.
struct Tried {
    best: f32,
    /// The place of the best move in the legal list.
    place: usize,
    proven: bool,
    /// Whether the rest of the moves was cut off.
    cut: bool,
}

/// What nothing is known about.
const GUESS: Worth = Worth { value: 0.0, proven: false };

impl<G: Game> Search<G> {
    /// A search with a table of at most `bytes`; none where that is 0.
    #[must_use]
    pub fn new(bytes: usize) -> Self {
        Search {
            table: Table::new(bytes),
            experience: Experience::new(),
            odds: Vec::new(),
            moves: Vec::new(),
            ratings: Vec::new(),
            scratch: Scratch::default(),
            counts: Counts::default(),
            next_look: 0,
            can_stop: false,
            stopped: false,
            deepest: 0,
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

    /// Searches a state in which a seat is to move. Equal moves are told apart by lot.
    pub fn run(
        &mut self,
        sight: &Sight<'_, G>,
        root: &G::State,
        limits: &Limits<'_>,
        rng: &mut Rng,
    ) -> Found<G::Move> {
        self.counts = Counts::default();
        (self.next_look, self.can_stop, self.stopped) = (0, false, false);
        let mut legal = Vec::new();
        sight.game.moves(root, &mut legal);
        rng.shuffle(&mut legal);
        let unknown = Worth { value: f32::NEG_INFINITY, proven: false };
        let start = |option| RootMove { option, worth: unknown, exact: false, nodes: 0 };
        let mut moves: Vec<RootMove<G::Move>> = legal.into_iter().map(start).collect();
        let mut finished = 0;
        let mut proven = false;
        for depth in 1..=limits.depth {
            let next = self.iteration(sight, root, &moves, depth, limits);
            if self.stopped {
                moves = after_a_stop(&moves, &next);
                proven = moves[0].is_won();
                break;
            }
            (finished, self.can_stop) = (depth, true);
            moves = after_a_depth(&moves, next, depth);
            proven = is_settled(&moves);
            if proven {
                break;
            }
        }
        let line = self.line(sight, root, moves[0].option, finished);
        Found { moves, proven, depth: finished, counts: self.counts, line }
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
        self.deepest = 2 * depth as usize;
        let mut searched: Vec<RootMove<G::Move>> = Vec::with_capacity(known.len());
        let mut best = f32::NEG_INFINITY;
        for (place, old) in known.iter().enumerate() {
            let before = self.counts.nodes;
            let mut child = root.clone();
            sight.game.play(&mut child, old.option);
            let cx = Below { sight, limits, depth: depth as i32 - 1, ply: 1 };
            let full = place == 0 || limits.every;
            let mut worth = None;
            if !full {
                let tried = self.child(&cx, &child, more, best, best.next_up());
                worth = (tried.value <= best).then_some(tried);
            }
            let exact = worth.is_none();
            let floor = if full { f32::NEG_INFINITY } else { best };
            let worth = worth.unwrap_or_else(|| self.child(&cx, &child, more, floor, f32::INFINITY));
            if self.stopped {
                break;
            }
            let nodes = self.counts.nodes - before;
            let found = RootMove { option: old.option, worth, exact, nodes };
            // Stable: among equals the first stays first.
            let at = searched.iter().position(|other| worth.value > other.worth.value);
            searched.insert(at.unwrap_or(searched.len()), found);
            best = best.max(worth.value);
        }
        searched
    }

    /// The value of a child for the side that moved into it.
    #[inline]
    fn child(&mut self, cx: &Below<'_, G>, child: &G::State, more: bool, alpha: f32, beta: f32) -> Worth {
        let child_more = match cx.sight.game.turn(child) {
            Turn::Seat(seat) => cx.sight.wants_more(seat),
            Turn::Over => {
                self.counts.nodes += 1;
                let value = cx.sight.result(child);
                return Worth { value: if more { value } else { -value }, proven: true };
            }
            Turn::Chance => return self.chance(cx, child, more),
            // Rules that break are worth nothing to anybody, and prove nothing.
            _ => {
                self.counts.nodes += 1;
                return GUESS;
            }
        };
        if child_more == more {
            self.node(cx, child, more, alpha, beta)
        } else {
            let worth = self.node(cx, child, child_more, -beta, -alpha);
            Worth { value: -worth.value, ..worth }
        }
    }

    fn node(&mut self, cx: &Below<'_, G>, state: &G::State, more: bool, alpha: f32, beta: f32) -> Worth {
        self.counts.nodes += 1;
        if self.must_stop(cx.limits) {
            return GUESS;
        }
        if cx.depth <= 0 {
            let value = self.edge(cx, state, more, alpha, beta, cx.limits.quiescence);
            return Worth { value, proven: false };
        }
        // Nothing is better than a win: who has one looks no further.
        let beta = beta.min(1.0);
        let key = cx.sight.key(state);
        let known = self.table.get(key);
        if let Some(Known { value, proven, .. }) =
            known.filter(|known| known.is_enough(cx.depth, alpha, beta))
        {
            self.counts.hits += 1;
            return Worth { value, proven };
        }
        let start = self.moves.len();
        cx.sight.game.moves(state, &mut self.moves);
        if self.moves.len() == start {
            return GUESS;
        }
        let remembered = known.map(|known| usize::from(known.best));
        let here = Here { ply: cx.ply, more, remembered };
        self.experience.rate(cx.sight.game, state, &self.moves[start..], here, &mut self.ratings);
        let tried = self.best_of(cx, state, more, (alpha, beta), start);
        self.moves.truncate(start);
        self.ratings.truncate(start);
        let Some(tried) = tried else { return GUESS };
        self.table.put(key, tried.known(cx.depth, alpha));
        Worth { value: tried.best, proven: tried.proven }
    }

    /// Tries the moves from `start` on, best rated first; none when stopped.
    fn best_of(
        &mut self,
        cx: &Below<'_, G>,
        state: &G::State,
        more: bool,
        (alpha, beta): (f32, f32),
        start: usize,
    ) -> Option<Tried> {
        let end = self.moves.len();
        let forced = cx.limits.extend && end - start == 1 && cx.ply < self.deepest;
        let below = Below { depth: cx.depth - i32::from(!forced), ply: cx.ply + 1, ..*cx };
        let mut tried = Tried { best: f32::NEG_INFINITY, place: 0, proven: true, cut: false };
        for nth in 0..end - start {
            let place = take_best(&mut self.ratings[start..end]);
            let option = self.moves[start + place];
            let mut child = state.clone();
            cx.sight.game.play(&mut child, option);
            let worth = self.scouted(&below, &child, more, (alpha.max(tried.best), beta), nth == 0);
            if self.stopped {
                return None;
            }
            tried.proven &= worth.proven;
            if worth.value > tried.best {
                (tried.best, tried.place) = (worth.value, place);
            }
            if tried.best >= beta {
                self.counts.cuts += 1;
                self.counts.first_cuts += u64::from(nth == 0);
                self.experience.learn(option, cx.ply, cx.depth, more);
                // A cut is as sure as the move that made it; anything else as sure as all moves.
                (tried.cut, tried.proven) = (true, worth.proven);
                break;
            }
        }
        Some(tried)
    }

    /// The value of a child for the side that moved into it. After the first move a quick test comes
    /// before it: whether this one is better at all.
    #[inline]
    fn scouted(
        &mut self,
        below: &Below<'_, G>,
        child: &G::State,
        more: bool,
        (floor, beta): (f32, f32),
        first: bool,
    ) -> Worth {
        if !first && floor > f32::NEG_INFINITY && floor.next_up() < beta {
            let scouted = self.child(below, child, more, floor, floor.next_up());
            if self.stopped || scouted.value <= floor || scouted.value >= beta {
                return scouted;
            }
        }
        self.child(below, child, more, floor, beta)
    }

    /// Whether the budget is spent. The first depth is always finished, unless nobody waits for it.
    #[inline]
    fn must_stop(&mut self, limits: &Limits<'_>) -> bool {
        if self.counts.nodes >= self.next_look {
            self.look(limits);
        }
        self.stopped |= self.can_stop && self.counts.nodes > limits.nodes;
        self.stopped
    }

    #[cold]
    fn look(&mut self, limits: &Limits<'_>) {
        self.next_look = Patience::next_look(self.counts.nodes);
        self.stopped |= limits.patience.is_halted() || self.can_stop && limits.patience.is_late();
    }

    /// The moves both sides are expected to make, as far as the table remembers.
    pub(crate) fn line(
        &self,
        sight: &Sight<'_, G>,
        root: &G::State,
        first: G::Move,
        depth: u32,
    ) -> Vec<G::Move> {
        let mut state = root.clone();
        sight.game.play(&mut state, first);
        let mut line = vec![first];
        let mut legal = Vec::new();
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

impl Tried {
    /// What the table keeps of it.
    fn known(&self, depth: i32, alpha: f32) -> Known {
        let bound = match self.cut {
            true => Bound::Lower,
            false if self.best <= alpha => Bound::Upper,
            false => Bound::Exact,
        };
        let depth = if self.proven { FOR_GOOD } else { depth.clamp(0, 254) as u8 };
        Known { value: self.best, bound, depth, proven: self.proven, best: self.place as u16 }
    }
}
