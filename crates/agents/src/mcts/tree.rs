//! The tree, as flat as possible: one array of edges; the children of a position lie side by side.
//!
//! An edge is a move and the position behind it. Its statistics are kept for the seat that makes
//! the move, so that choosing reads one number per child whatever the number of seats. Children are
//! written only when a position is visited a second time; most positions never are. Nothing is
//! stored that can be derived: how many children were tried follows from the visits.

use crate::to_unit;
use ludometer_game::{Payoff, Seats};
use rustc_hash::FxHashMap;

/// The first edge is the root.
pub(super) const ROOT: u32 = 0;
/// No children yet.
const LEAF: u32 = u32::MAX;
/// Most children a position can have.
pub(super) const MOST_CHILDREN: usize = u16::MAX as usize;
/// In [`Edge::proof`]: nothing is proven.
const OPEN: u8 = u8::MAX;
/// Most different payoffs that can be proven in one tree; further ones stay estimates.
const MOST_PROOFS: usize = OPEN as usize;

/// A move and what is known of the position behind it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge<M> {
    pub visits: u32,
    /// Mean result for the seat that makes this move, −1 to 1. Negative infinity once it is proven
    /// to be the worst: never chosen again.
    pub mean: f32,
    /// Where the children start.
    link: u32,
    /// How many children there are, tried or not.
    len: u16,
    /// Which payoff is proven.
    proof: u8,
    pub by: M,
}

/// A search tree over moves of type `M`.
#[derive(Debug)]
pub struct Tree<M> {
    edges: Vec<Edge<M>>,
    /// Payoffs of proven positions, in −1 to 1 per seat; few differ, so they are shared.
    proofs: Vec<Seats<f32>>,
    /// Which payoff is proven for the state with this key, so that a proof found on one way to a
    /// position holds on every other way.
    by_key: FxHashMap<u64, u8>,
}

impl<M> Default for Tree<M> {
    fn default() -> Self {
        Tree { edges: Vec::new(), proofs: Vec::new(), by_key: FxHashMap::default() }
    }
}

impl<M: Copy> Tree<M> {
    /// Empties the tree down to a root; memory is kept.
    pub(super) fn reset(&mut self, any_move: M) {
        self.edges.clear();
        self.proofs.clear();
        self.by_key.clear();
        // The root counts as visited, like every position that is about to be expanded.
        self.edges.push(Edge { visits: 1, ..Edge::fresh(any_move) });
    }

    pub(super) fn edge(&self, at: u32) -> &Edge<M> {
        &self.edges[at as usize]
    }

    pub(super) fn edge_mut(&mut self, at: u32) -> &mut Edge<M> {
        &mut self.edges[at as usize]
    }

    /// Writes the children of a position. Moves beyond the most a position can have are ignored.
    pub(super) fn expand(&mut self, at: u32, moves: impl ExactSizeIterator<Item = M>) {
        let len = moves.len().min(MOST_CHILDREN);
        let link = self.edges.len() as u32;
        if self.edges.capacity() - self.edges.len() < len {
            // Growing by an eighth rather than by doubling keeps the memory close to what is used.
            let more = (self.edges.len() / 8).max(len).max(1024);
            self.edges.reserve_exact(more);
        }
        self.edges.extend(moves.take(len).map(Edge::fresh));
        let edge = self.edge_mut(at);
        (edge.link, edge.len) = (link, len as u16);
    }

    pub(super) fn is_leaf(&self, at: u32) -> bool {
        self.edge(at).link == LEAF
    }

    /// Where the children of an expanded position lie.
    pub(super) fn children(&self, at: u32) -> std::ops::Range<u32> {
        let edge = self.edge(at);
        if edge.link == LEAF { 0..0 } else { edge.link..edge.link + u32::from(edge.len) }
    }

    /// The children as a slice.
    pub(super) fn child_edges(&self, at: u32) -> &[Edge<M>] {
        let range = self.children(at);
        &self.edges[range.start as usize..range.end as usize]
    }

    pub(super) fn swap(&mut self, left: u32, right: u32) {
        self.edges.swap(left as usize, right as usize);
    }

    /// The proven payoff of a position, −1 to 1 per seat.
    #[inline]
    pub(super) fn proof(&self, at: u32) -> Option<&Seats<f32>> {
        let edge = self.edge(at);
        edge.is_proven().then(|| &self.proofs[usize::from(edge.proof)])
    }

    /// Records what a position is worth for certain; `value` is that worth for the seat that moved
    /// there.
    pub(super) fn prove(&mut self, at: u32, payoff: &Seats<f32>, value: f32) {
        let known = self.proofs.iter().position(|proof| proof == payoff);
        let proof = match known {
            Some(known) => known,
            None if self.proofs.len() >= MOST_PROOFS => return,
            None => {
                self.proofs.push(*payoff);
                self.proofs.len() - 1
            }
        };
        let edge = self.edge_mut(at);
        edge.proof = proof as u8;
        edge.mean = if value <= -1.0 { f32::NEG_INFINITY } else { value };
    }

    /// Whether any proof can be looked up by key.
    #[inline]
    pub(super) fn has_keys(&self) -> bool {
        !self.by_key.is_empty()
    }

    /// What is proven of the state with this key.
    #[inline]
    pub(super) fn proof_by_key(&self, key: u64) -> Option<&Seats<f32>> {
        self.by_key.get(&key).map(|&proof| &self.proofs[usize::from(proof)])
    }

    /// Makes the proof of a position known under the key of its state.
    pub(super) fn share_proof(&mut self, at: u32, key: u64) {
        let edge = self.edge(at);
        if edge.is_proven() {
            let proof = edge.proof;
            self.by_key.insert(key, proof);
        }
    }

    /// Bytes held.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.edges.capacity() * size_of::<Edge<M>>()
            + self.proofs.capacity() * size_of::<Seats<f32>>()
            // A hash table keeps one byte beside each entry.
            + self.by_key.capacity() * (size_of::<(u64, u8)>() + 1)
    }

    /// Edges in use.
    #[must_use]
    pub fn len(&self) -> usize {
        self.edges.len()
    }

    /// Whether nothing was searched yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.edges.is_empty()
    }
}

impl<M> Edge<M> {
    fn fresh(by: M) -> Self {
        Edge { visits: 0, mean: 0.0, link: LEAF, len: 0, proof: OPEN, by }
    }

    /// How many children of a decision were tried; they come first. The first visit made the
    /// position, every later one looked at a child.
    #[inline]
    pub fn tried(&self) -> u32 {
        (self.visits - 1).min(u32::from(self.len))
    }

    /// How many outcomes of a chance turn were drawn after so many visits, when they cannot be
    /// listed: about the square root, so that old draws are met again and searched deeper.
    pub fn drawn(&self, visits: u32) -> u32 {
        if visits <= 1 { 0 } else { ((visits - 2).isqrt() + 1).min(u32::from(self.len) - 1) }
    }

    #[inline]
    pub fn is_proven(&self) -> bool {
        self.proof != OPEN
    }

    /// Adds one result for the seat that makes this move.
    #[inline]
    pub fn add(&mut self, result: f32) {
        self.visits += 1;
        if !self.is_proven() {
            self.mean += (result - self.mean) / self.visits as f32;
        }
    }
}

/// A payoff in points brought to −1 to 1 per seat, with the scale worked out once per search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scale {
    low: f32,
    high: f32,
}

impl Scale {
    pub fn new((low, high): (f32, f32)) -> Self {
        Scale { low, high }
    }

    #[inline]
    pub fn unit(self, points: f32) -> f32 {
        to_unit(points, (self.low, self.high))
    }

    #[inline]
    pub fn units(self, payoff: &Payoff) -> Seats<f32> {
        let mut units = payoff.points;
        for seat in ludometer_game::Seat::all(units.len()) {
            units[seat] = self.unit(units[seat]);
        }
        units
    }
}
