//! Score bounds: between what and what the points of each seat lie when every seat plays its best.
//!
//! A finished match has one value; an unknown position may bring anything. In between, a seat gets at
//! least the best of what its moves guarantee and at most the best of what they allow; chance gives
//! the mean of both. A move that allows no more than another guarantees is beaten: it needs no more
//! simulations. Where both ends meet for all seats the position is proven. A plain proof needs every
//! move proven, or a win; bounds also prove the values between and the means of dice.

use super::choose::Candidate;
use super::open::Table;
use super::style::Step;
use super::tree::{ROOT, Tree};
use ludometer_game::{Game, Seat, Seats, Sum};
use rustc_hash::FxHashMap;

/// The worst and the best there is.
const WORST: f32 = -1.0;
const BEST: f32 = 1.0;

/// What every seat gets at least and at most.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Span {
    low: Seats<f32>,
    high: Seats<f32>,
}

impl Span {
    fn exact(worth: Seats<f32>) -> Self {
        Span { low: worth, high: worth }
    }

    fn unknown(seats: usize) -> Self {
        Span { low: Seats::all(WORST, seats), high: Seats::all(BEST, seats) }
    }

    fn is_closed(&self) -> bool {
        self.low == self.high
    }
}

/// How others fare when a seat chooses what is best for itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Others {
    /// Two opponents: what one wins the other loses.
    Lose,
    /// They want the same, or there are none.
    Share,
    /// Nobody knows which of equally good moves is chosen.
    Vary,
}

/// The bounds found in one search.
pub(super) struct Bounds {
    /// By edge; what is missing is proven or unknown.
    known: FxHashMap<u32, Span>,
    seats: usize,
    others: Others,
}

impl Bounds {
    pub fn new() -> Self {
        Bounds { known: FxHashMap::default(), seats: 0, others: Others::Vary }
    }

    pub fn start<G: Game>(&mut self, game: &G) {
        self.known.clear();
        self.seats = game.seats();
        self.others = match game.traits().sum {
            Sum::Zero if self.seats == 2 => Others::Lose,
            Sum::Shared => Others::Share,
            _ if self.seats == 1 => Others::Share,
            _ => Others::Vary,
        };
    }

    /// Takes the children that are not beaten; one that guarantees as much as any stays.
    pub fn unbeaten<M: Copy>(&self, tree: &Tree<M>, at: u32, seat: Seat, out: &mut Vec<u32>) {
        let children = tree.children(at);
        let (mut floor, mut leader) = (WORST, children.start);
        for child in children.clone() {
            let low = self.span(tree, child).low[seat];
            if low > floor {
                (floor, leader) = (low, child);
            }
        }
        let ties_are_equal = self.others != Others::Vary;
        let beaten = |child: u32| {
            let high = self.span(tree, child).high[seat];
            floor > WORST && child != leader && (high < floor || (ties_are_equal && high == floor))
        };
        out.extend(children.filter(|&child| !beaten(child)));
    }

    /// Marks the beaten moves of the root. Once the root is proven, so is a move that may bring less.
    pub fn mark<M: Copy>(&self, tree: &Tree<M>, me: Seat, candidates: &mut [(M, Candidate)]) {
        let mut unbeaten = Vec::new();
        self.unbeaten(tree, ROOT, me, &mut unbeaten);
        let sure = tree.proof(ROOT).map_or(WORST, |proof| proof[me]);
        for ((_, candidate), child) in candidates.iter_mut().zip(tree.children(ROOT)) {
            candidate.beaten = !unbeaten.contains(&child) || self.span(tree, child).low[me] < sure;
        }
    }

    /// The end of the path is worth this: narrows the positions before it as far as anything changes.
    /// Returns the first step of the path that is newly proven.
    pub fn tighten<G: Game>(
        &mut self,
        tree: &mut Tree<G::Move>,
        table: &Table<'_, G>,
        path: &[Step],
        worth: &Seats<f32>,
    ) -> Option<usize> {
        let last = path.len() - 1;
        if tree.proof(path[last].0).is_none() {
            self.known.insert(path[last].0, Span::exact(*worth));
        }
        let mut highest = None;
        for step in (0..last).rev() {
            let (at, mover) = path[step];
            if tree.proof(at).is_some() {
                continue;
            }
            let span = match path[step + 1].1 {
                Some(seat) => Some(self.of_choice(tree, at, seat)),
                None => self.of_chance(tree, table, &path[..=step]),
            };
            let Some(span) = span.filter(|span| *span != self.span(tree, at)) else { break };
            self.known.insert(at, span);
            if span.is_closed() {
                tree.prove(at, &span.low, span.low[mover.unwrap_or(table.me)]);
                highest = Some(step);
            }
        }
        highest
    }

    fn span<M: Copy>(&self, tree: &Tree<M>, at: u32) -> Span {
        match tree.proof(at) {
            Some(worth) => Span::exact(*worth),
            None => self.known.get(&at).copied().unwrap_or_else(|| Span::unknown(self.seats)),
        }
    }

    fn of_choice<M: Copy>(&self, tree: &Tree<M>, at: u32, seat: Seat) -> Span {
        let children = || tree.children(at).map(|child| self.span(tree, child));
        let floor = children().map(|span| span.low[seat]).fold(WORST, f32::max);
        // The seat never takes a move that brings it less than another is sure to bring.
        let taken = children().filter(|span| span.high[seat] >= floor);
        let both = |one: Span, other: Span| {
            let (mut low, mut high) = (one.low, one.high);
            for who in Seat::all(self.seats) {
                let (lows, highs) = ((one.low[who], other.low[who]), (one.high[who], other.high[who]));
                (low[who], high[who]) = match self.others {
                    _ if who == seat => (lows.0.max(lows.1), highs.0.max(highs.1)),
                    Others::Share => (lows.0.max(lows.1), highs.0.max(highs.1)),
                    Others::Lose => (lows.0.min(lows.1), highs.0.min(highs.1)),
                    Others::Vary => (lows.0.min(lows.1), highs.0.max(highs.1)),
                };
            }
            Span { low, high }
        };
        taken.reduce(both).unwrap_or_else(|| Span::unknown(self.seats))
    }

    /// Nothing where outcomes can only be drawn: nobody knows what else may come.
    fn of_chance<G: Game>(&self, tree: &Tree<G::Move>, table: &Table<'_, G>, path: &[Step]) -> Option<Span> {
        let mut state = table.root.clone();
        for &(at, _) in &path[1..] {
            table.game.play(&mut state, tree.edge(at).by);
        }
        let (at, mut odds) = (path[path.len() - 1].0, Vec::new());
        if !table.game.chance(&state, &mut odds) || odds.len() != tree.children(at).len() {
            return None;
        }
        // Divided by their sum: odds may miss 1 by a rounding, and a mean of ones must be one.
        let total: f64 = odds.iter().map(|(_, odds)| odds).sum();
        let spans: Vec<Span> = tree.children(at).map(|child| self.span(tree, child)).collect();
        let mean = |end: fn(&Span) -> &Seats<f32>| {
            Seats::from_fn(self.seats, |seat| {
                let terms =
                    odds.iter().zip(&spans).map(|((_, odds), span)| odds * f64::from(end(span)[seat]));
                (terms.sum::<f64>() / total) as f32
            })
        };
        Some(Span { low: mean(|span| &span.low), high: mean(|span| &span.high) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIRST: Seat = Seat::new(0);

    /// A root of three moves with these spans of the first of two opponents.
    fn root(spans: [(f32, f32); 3]) -> (Bounds, Tree<u8>) {
        let mut tree = Tree::default();
        tree.reset(0u8);
        tree.expand(ROOT, [0u8, 1, 2].into_iter());
        let mut bounds = Bounds { seats: 2, others: Others::Lose, ..Bounds::new() };
        for (child, (low, high)) in tree.children(ROOT).zip(spans) {
            let of =
                |own: f32, other: f32| Seats::from_fn(2, |seat| if seat == FIRST { own } else { -other });
            bounds.known.insert(child, Span { low: of(low, high), high: of(high, low) });
        }
        (bounds, tree)
    }

    fn unbeaten(spans: [(f32, f32); 3]) -> Vec<u32> {
        let (bounds, tree) = root(spans);
        let mut out = Vec::new();
        bounds.unbeaten(&tree, ROOT, FIRST, &mut out);
        out
    }

    #[test]
    fn a_choice_takes_the_best_of_both_ends() {
        let (bounds, tree) = root([(-1.0, 0.5), (0.25, 0.75), (-0.5, 0.0)]);
        let span = bounds.of_choice(&tree, ROOT, FIRST);
        assert_eq!((span.low.as_slice(), span.high.as_slice()), (&[0.25, -0.75][..], &[0.75, -0.25][..]));
        let span = bounds.of_choice(&tree, ROOT, Seat::new(1));
        assert_eq!((span.low.as_slice(), span.high.as_slice()), (&[-1.0, 0.0][..], &[0.0, 1.0][..]));
    }

    #[test]
    fn who_cannot_do_better_is_beaten_and_the_leader_stays() {
        assert_eq!(unbeaten([(-1.0, 0.5), (0.25, 0.75), (-0.5, 0.25)]), [1, 2]);
        assert_eq!(unbeaten([(0.25, 0.25), (0.25, 0.25), (-0.5, 0.2)]), [1]);
        assert_eq!(unbeaten([(-1.0, 1.0), (-1.0, 0.0), (-1.0, -1.0)]), [1, 2, 3]);
    }
}
