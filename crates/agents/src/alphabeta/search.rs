//! The search itself: principal variation search with iterative deepening.
//!
//! Values are for the side to move, −1 to 1. A value is *proven* when it rests on finished matches
//! alone; proven values hold at any depth. The result equals plain minimax at the same depth wherever
//! quiescence and extensions are off: tables, windows and ordering only save work.

use crate::order::{Experience, Here, take_best};
use crate::sight::Sight;
use crate::table::{Bound, Known, Table};
use ludometer_game::{Game, Rng, Turn};
use std::time::Instant;

/// When a search stops, and how it treats its edge.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Plies to look ahead.
    pub depth: u32,
    /// Positions to look at; the first ply is always finished.
    pub nodes: u64,
    /// When to stop by the clock.
    pub deadline: Option<Instant>,
    /// Plies of noisy moves followed beyond the depth.
    pub quiescence: u32,
    /// Whether a forced move costs no depth.
    pub extend: bool,
    /// Whether every move of the root gets its own value, not only the best.
    pub every: bool,
}

/// What happened on the way.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Counts {
    /// Positions looked at.
    pub nodes: u64,
    /// Times the rest of the moves was cut off.
    pub cuts: u64,
    /// Of these, by the first move tried.
    pub first_cuts: u64,
    /// Positions answered by the table.
    pub hits: u64,
}

/// A value and whether it is proven.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Worth {
    /// For the side to move.
    pub value: f32,
    /// Whether it rests on finished matches alone.
    pub proven: bool,
}

/// A move of the root.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RootMove<M> {
    /// The move.
    pub option: M,
    /// Its value; unless `exact`, the true one is at most this.
    pub worth: Worth,
    /// Whether the value is more than a bound.
    pub exact: bool,
    /// Positions looked at below it.
    pub nodes: u64,
}

impl<M> RootMove<M> {
    /// Whether its value is proven and no mere bound.
    #[must_use]
    pub fn is_exactly_known(&self) -> bool {
        self.worth.proven && (self.exact || self.worth.value <= -1.0)
    }
}

/// What a search found.
pub struct Found<M> {
    /// All legal moves, the best first.
    pub moves: Vec<RootMove<M>>,
    /// The depth that was finished.
    pub depth: u32,
    /// Counts over all depths.
    pub counts: Counts,
    /// The moves expected, the best first.
    pub line: Vec<M>,
}

impl<M> Found<M> {
    /// Whether the value of the best move is the value of the position, whatever lies deeper.
    #[must_use]
    pub fn is_proven(&self) -> bool {
        is_settled(&self.moves)
    }
}

fn is_settled<M>(moves: &[RootMove<M>]) -> bool {
    let best = moves[0].worth;
    best.proven && (best.value >= 1.0 || moves.iter().all(|known| known.worth.proven))
}

/// A search and its memory.
pub struct Search<G: Game> {
    table: Table,
    experience: Experience<G::Move>,
    /// Moves of all plies on the way down, one after the other, with their ratings.
    moves: Vec<G::Move>,
    ratings: Vec<i32>,
    scratch: Vec<f32>,
    counts: Counts,
    stopped: bool,
    /// Nothing below this ply is extended.
    deepest: usize,
}

/// Knowledge that holds at any depth.
const FOR_GOOD: u8 = u8::MAX;
/// How often the clock is read.
const CLOCK_EVERY: u64 = 1024;

impl<G: Game> Search<G> {
    /// A search with a table of at most `bytes`; none where that is 0.
    #[must_use]
    pub fn new(bytes: usize) -> Self {
        Search {
            table: Table::new(bytes),
            experience: Experience::new(),
            moves: Vec::new(),
            ratings: Vec::new(),
            scratch: Vec::new(),
            counts: Counts::default(),
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
        limits: &Limits,
        rng: &mut Rng,
    ) -> Found<G::Move> {
        self.counts = Counts::default();
        self.stopped = false;
        let mut legal = Vec::new();
        sight.game.moves(root, &mut legal);
        rng.shuffle(&mut legal);
        let unknown = Worth { value: f32::NEG_INFINITY, proven: false };
        let start = |option| RootMove { option, worth: unknown, exact: false, nodes: 0 };
        let mut moves: Vec<RootMove<G::Move>> = legal.into_iter().map(start).collect();
        let mut finished = 0;
        for depth in 1..=limits.depth {
            let next = self.iteration(sight, root, &moves, depth, limits);
            if self.stopped {
                moves = after_a_stop(&moves, &next);
                break;
            }
            finished = depth;
            let lost = next[0].worth.proven && next[0].worth.value <= -1.0;
            if !(lost && depth > 1) {
                moves = next;
            } else {
                // All is lost: what held out longest is still first.
                let longest = moves[0].option;
                moves = next;
                let place = moves.iter().position(|known| known.option == longest).unwrap_or(0);
                moves[..=place].rotate_right(1);
            }
            if is_settled(&moves) {
                break;
            }
        }
        let line = self.line(sight, root, moves[0].option, finished);
        Found { moves, depth: finished, counts: self.counts, line }
    }

    /// One depth over all moves of the root, the best first in what comes back. Stopped in the middle, it
    /// returns what was finished.
    fn iteration(
        &mut self,
        sight: &Sight<'_, G>,
        root: &G::State,
        known: &[RootMove<G::Move>],
        depth: u32,
        limits: &Limits,
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
        let (turn, flip) = match cx.sight.game.turn(child) {
            Turn::Seat(seat) => {
                let child_more = cx.sight.wants_more(seat);
                (Some(child_more), child_more != more)
            }
            Turn::Over => {
                self.counts.nodes += 1;
                let value = cx.sight.result(child);
                return Worth { value: if more { value } else { -value }, proven: true };
            }
            // Rules that break are worth nothing to anybody, and prove nothing.
            _ => (None, false),
        };
        let Some(child_more) = turn else {
            self.counts.nodes += 1;
            return Worth { value: 0.0, proven: false };
        };
        if flip {
            let worth = self.node(cx, child, child_more, -beta, -alpha);
            Worth { value: -worth.value, ..worth }
        } else {
            self.node(cx, child, child_more, alpha, beta)
        }
    }

    fn node(&mut self, cx: &Below<'_, G>, state: &G::State, more: bool, alpha: f32, beta: f32) -> Worth {
        let guess = Worth { value: 0.0, proven: false };
        self.counts.nodes += 1;
        if self.out_of_budget(cx.limits) {
            self.stopped = true;
            return guess;
        }
        if cx.depth <= 0 {
            let value = self.edge(cx, state, more, alpha, beta, cx.limits.quiescence);
            return Worth { value, proven: false };
        }
        // Nothing is better than a win: who has one looks no further.
        let beta = beta.min(1.0);
        let key = cx.sight.key(state);
        let known = self.table.get(key);
        if let Some(known) = known
            && let Some(worth) = answered(&known, cx.depth, alpha, beta)
        {
            self.counts.hits += 1;
            return worth;
        }
        let start = self.moves.len();
        cx.sight.game.moves(state, &mut self.moves);
        let count = self.moves.len() - start;
        if count == 0 {
            return guess;
        }
        let remembered = known.map(|known| usize::from(known.best));
        let here = Here { ply: cx.ply, more, remembered };
        self.experience.rate(cx.sight.game, state, &self.moves[start..], here, &mut self.ratings);
        let worth = self.best_of(cx, state, more, alpha, beta, (start, count, key));
        self.moves.truncate(start);
        self.ratings.truncate(start);
        worth
    }

    /// Tries the moves from `start` on, best rated first.
    fn best_of(
        &mut self,
        cx: &Below<'_, G>,
        state: &G::State,
        more: bool,
        alpha: f32,
        beta: f32,
        (start, count, key): (usize, usize, u64),
    ) -> Worth {
        let forced = cx.limits.extend && count == 1 && cx.ply < self.deepest;
        let below = Below { depth: cx.depth - i32::from(!forced), ply: cx.ply + 1, ..*cx };
        let (mut best, mut chosen) = (f32::NEG_INFINITY, start);
        let mut floor = alpha;
        let mut proven = true;
        let mut cut = None;
        let mut tried = 0;
        while tried < count {
            let place = start + take_best(&mut self.ratings[start..start + count]);
            let option = self.moves[place];
            let mut child = state.clone();
            cx.sight.game.play(&mut child, option);
            let mut worth = None;
            if tried > 0 && floor > f32::NEG_INFINITY && floor.next_up() < beta {
                let scouted = self.child(&below, &child, more, floor, floor.next_up());
                if scouted.value <= floor || scouted.value >= beta {
                    worth = Some(scouted);
                }
            }
            let worth = worth.unwrap_or_else(|| self.child(&below, &child, more, floor, beta));
            if self.stopped {
                return Worth { value: 0.0, proven: false };
            }
            proven &= worth.proven;
            if worth.value > best {
                (best, chosen) = (worth.value, place);
                floor = floor.max(best);
            }
            if best >= beta {
                self.counts.cuts += 1;
                self.counts.first_cuts += u64::from(tried == 0);
                self.experience.learn(option, cx.ply, cx.depth, more);
                cut = Some(worth.proven);
                break;
            }
            tried += 1;
        }
        // A cut is as sure as the move that made it; anything else as sure as all moves.
        let proven = cut.unwrap_or(proven);
        let bound = match cut {
            Some(_) => Bound::Lower,
            None if best <= alpha => Bound::Upper,
            None => Bound::Exact,
        };
        let depth = if proven { FOR_GOOD } else { cx.depth.clamp(0, 254) as u8 };
        let known = Known { value: best, bound, depth, proven, best: (chosen - start) as u16 };
        self.table.put(key, known);
        Worth { value: best, proven }
    }

    /// The value at the edge of the depth: noisy moves are followed until the position is quiet.
    fn edge(
        &mut self,
        cx: &Below<'_, G>,
        state: &G::State,
        more: bool,
        alpha: f32,
        beta: f32,
        plies: u32,
    ) -> f32 {
        let value = cx.sight.estimate(state, &mut self.scratch);
        let standing = if more { value } else { -value };
        if !G::NOISY || plies == 0 {
            return standing;
        }
        let start = self.moves.len();
        cx.sight.game.moves(state, &mut self.moves);
        let end = self.moves.len();
        let noisy = |search: &Self, at: usize| cx.sight.game.noisy(state, search.moves[at]);
        let count = (start..end).filter(|&at| noisy(self, at)).count();
        // Who must make a noisy move cannot stand still.
        let forced = count == end - start;
        let mut best = if forced && count > 0 { f32::NEG_INFINITY } else { standing };
        let mut at = start;
        while at < end && best < beta && count > 0 {
            if noisy(self, at) {
                let mut child = state.clone();
                cx.sight.game.play(&mut child, self.moves[at]);
                best = best.max(self.after_noise(cx, &child, more, alpha.max(best), beta, plies - 1));
            }
            at += 1;
        }
        self.moves.truncate(start);
        best
    }

    fn after_noise(
        &mut self,
        cx: &Below<'_, G>,
        child: &G::State,
        more: bool,
        alpha: f32,
        beta: f32,
        plies: u32,
    ) -> f32 {
        self.counts.nodes += 1;
        match cx.sight.game.turn(child) {
            Turn::Over => {
                let value = cx.sight.result(child);
                if more { value } else { -value }
            }
            Turn::Seat(seat) => {
                let child_more = cx.sight.wants_more(seat);
                if child_more == more {
                    self.edge(cx, child, more, alpha, beta, plies)
                } else {
                    -self.edge(cx, child, child_more, -beta, -alpha, plies)
                }
            }
            _ => 0.0,
        }
    }

    #[inline]
    fn out_of_budget(&self, limits: &Limits) -> bool {
        if self.stopped || (self.counts.nodes > limits.nodes && self.deepest > 2) {
            return true;
        }
        self.counts.nodes.is_multiple_of(CLOCK_EVERY)
            && self.deepest > 2
            && limits.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// The moves both sides are expected to make, as far as the table remembers.
    fn line(&self, sight: &Sight<'_, G>, root: &G::State, first: G::Move, depth: u32) -> Vec<G::Move> {
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

/// What is the same for all children of a position.
struct Below<'a, G: Game> {
    sight: &'a Sight<'a, G>,
    limits: &'a Limits,
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

/// The table's answer, if it is deep enough and says enough for this window.
#[inline]
fn answered(known: &Known, depth: i32, alpha: f32, beta: f32) -> Option<Worth> {
    // Deeper knowledge of the same position would be better, but not what minimax says at this depth.
    if i32::from(known.depth) != depth && !known.proven {
        return None;
    }
    let enough = match known.bound {
        Bound::Exact => true,
        Bound::Lower => known.value >= beta,
        Bound::Upper => known.value <= alpha,
    };
    enough.then_some(Worth { value: known.value, proven: known.proven })
}

/// What is known when a depth was stopped in the middle: the moves of the last finished depth, the best of
/// those searched again first. If all of these turned out lost, the best of the others comes first instead.
fn after_a_stop<M: Copy + PartialEq>(known: &[RootMove<M>], again: &[RootMove<M>]) -> Vec<RootMove<M>> {
    let Some(best) = again.first() else { return known.to_vec() };
    let was_searched = |old: &&RootMove<M>| again.iter().any(|new| new.option == old.option);
    let (_, others): (Vec<&RootMove<M>>, Vec<&RootMove<M>>) = known.iter().partition(was_searched);
    let lost = best.worth.proven && best.worth.value <= -1.0;
    let (first, second): (Vec<RootMove<M>>, Vec<RootMove<M>>) =
        (again.to_vec(), others.into_iter().copied().collect());
    if lost { [second, first].concat() } else { [first, second].concat() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(option: u8, value: f32, proven: bool) -> RootMove<u8> {
        RootMove { option, worth: Worth { value, proven }, exact: true, nodes: 1 }
    }

    #[test]
    fn a_move_that_was_just_proven_lost_is_not_played_while_others_are_open() {
        let old = [known(1, 0.2, false), known(2, -0.1, false), known(3, -0.5, false)];
        let first = |again: &[RootMove<u8>]| after_a_stop(&old, again)[0].option;
        assert_eq!(first(&[]), 1);
        assert_eq!(first(&[known(1, 0.1, false)]), 1, "a little worse is still the best guess");
        assert_eq!(first(&[known(1, -1.0, true)]), 2);
        assert_eq!(first(&[known(2, 0.3, false), known(1, 0.1, false)]), 2);
        assert_eq!(after_a_stop(&old, &[known(1, -1.0, true)]).len(), 3);
    }
}
