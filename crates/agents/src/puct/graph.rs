//! What a guided search remembers: positions by what their mover knows, and the moves between them.
//!
//! A position is found by its key: the state's own where everybody sees everything, the mover's information
//! otherwise. Ways that lead to the same position share what is known of it, so that a network is asked once.
//! Chance and hidden cards are drawn anew by every simulation and need no place of their own.

use ludometer_game::{Seat, Seats};
use rustc_hash::FxHashMap;

/// In [`Node::proof`] and [`Edge::proof`]: nothing is proven.
const OPEN: u16 = u16::MAX;

/// A position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// Where its moves begin.
    first: u32,
    /// How many there are.
    len: u16,
    proof: u16,
    /// What the network thinks it is worth to who moves here, −1 to 1.
    pub worth: f32,
}

/// A move from a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge<M> {
    pub visits: u32,
    /// Mean result for the seat that makes the move, −1 to 1; exact once it is proven.
    pub mean: f32,
    /// How likely the network would play it.
    pub prior: f32,
    proof: u16,
    pub by: M,
}

/// Positions and moves of a search.
#[derive(Debug)]
pub(super) struct Graph<M> {
    nodes: Vec<Node>,
    edges: Vec<Edge<M>>,
    by_key: FxHashMap<u64, u32>,
    /// Proven payoffs, −1 to 1 per seat; few differ.
    proofs: Vec<Seats<f32>>,
}

impl<M> Default for Graph<M> {
    fn default() -> Self {
        Graph { nodes: Vec::new(), edges: Vec::new(), by_key: FxHashMap::default(), proofs: Vec::new() }
    }
}

impl<M: Copy> Graph<M> {
    /// Forgets everything; memory is kept.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.edges.clear();
        self.by_key.clear();
        self.proofs.clear();
    }

    /// How many positions are known.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        // A hash table keeps one byte beside each entry.
        let table = self.by_key.capacity() * (size_of::<(u64, u32)>() + 1);
        self.nodes.capacity() * size_of::<Node>() + self.edges.capacity() * size_of::<Edge<M>>() + table
    }

    pub fn find(&self, key: u64) -> Option<u32> {
        self.by_key.get(&key).copied()
    }

    /// Adds a position with its moves, their priors and what it is worth to its mover.
    pub fn add(&mut self, key: u64, moves: &[M], priors: &[f32], worth: f32) -> u32 {
        let at = self.nodes.len() as u32;
        let first = self.edges.len() as u32;
        let fresh = |(&by, &prior): (&M, &f32)| Edge { visits: 0, mean: 0.0, prior, proof: OPEN, by };
        self.edges.extend(moves.iter().zip(priors).map(fresh));
        self.nodes.push(Node { first, len: moves.len() as u16, proof: OPEN, worth });
        self.by_key.insert(key, at);
        at
    }

    pub fn node(&self, at: u32) -> &Node {
        &self.nodes[at as usize]
    }

    /// The moves of a position.
    pub fn moves(&self, at: u32) -> &[Edge<M>] {
        let node = self.node(at);
        &self.edges[node.first as usize..][..usize::from(node.len)]
    }

    /// How many moves of a position were looked at.
    pub fn visited(&self, at: u32) -> usize {
        self.moves(at).iter().filter(|edge| edge.visits > 0).count()
    }

    pub fn edge(&self, at: u32, index: usize) -> &Edge<M> {
        &self.moves(at)[index]
    }

    pub fn edge_mut(&mut self, at: u32, index: usize) -> &mut Edge<M> {
        let first = self.nodes[at as usize].first as usize;
        &mut self.edges[first + index]
    }

    /// What a position is surely worth, −1 to 1 per seat.
    pub fn proof(&self, at: u32) -> Option<&Seats<f32>> {
        self.proofs.get(usize::from(self.node(at).proof))
    }

    /// What a move surely brings.
    pub fn edge_proof(&self, at: u32, index: usize) -> Option<&Seats<f32>> {
        self.proofs.get(usize::from(self.edge(at, index).proof))
    }

    /// Records what a move surely brings, and what that proves of the position it is made in: a sure win is
    /// enough where it `settles` what everybody gets, otherwise all moves must be known. Returns what the position
    /// is worth if that is proven now.
    pub fn prove(
        &mut self,
        at: u32,
        index: usize,
        payoff: &Seats<f32>,
        mover: Seat,
        settles: bool,
    ) -> Option<Seats<f32>> {
        let proof = self.number_of(payoff)?;
        let edge = self.edge_mut(at, index);
        (edge.proof, edge.mean) = (proof, payoff[mover]);
        let known = match payoff[mover] >= 1.0 && settles {
            true => Some(*payoff),
            false => self.best_if_all_proven(at, mover),
        }?;
        self.nodes[at as usize].proof = self.number_of(&known)?;
        Some(known)
    }

    /// The number of a payoff among those that are proven; none where there are too many.
    fn number_of(&mut self, payoff: &Seats<f32>) -> Option<u16> {
        let known = self.proofs.iter().position(|proof| proof == payoff);
        let number = known.unwrap_or_else(|| {
            if self.proofs.len() < usize::from(OPEN) {
                self.proofs.push(*payoff);
            }
            self.proofs.len() - 1
        });
        (self.proofs.get(number) == Some(payoff)).then_some(number as u16)
    }

    /// What a position is worth when all its moves are proven. Where the mover's best moves differ in what they
    /// bring the others, nobody knows which it will choose: nothing is proven then.
    fn best_if_all_proven(&self, at: u32, mover: Seat) -> Option<Seats<f32>> {
        let mut best: Option<Seats<f32>> = None;
        let mut agreed = true;
        for edge in self.moves(at) {
            let proof = *self.proofs.get(usize::from(edge.proof))?;
            match best {
                Some(so_far) if proof[mover] < so_far[mover] => {}
                Some(so_far) if proof[mover] == so_far[mover] => agreed &= proof == so_far,
                _ => (best, agreed) = (Some(proof), true),
            }
        }
        best.filter(|_| agreed)
    }
}

impl<M> Edge<M> {
    pub fn is_proven(&self) -> bool {
        self.proof != OPEN
    }

    /// Surely the worst that can happen.
    pub fn is_lost(&self) -> bool {
        self.is_proven() && self.mean <= -1.0
    }

    /// Adds one result for the seat that makes this move.
    pub fn add(&mut self, result: f32) {
        self.visits += 1;
        if !self.is_proven() {
            self.mean += (result - self.mean) / self.visits as f32;
        }
    }
}
