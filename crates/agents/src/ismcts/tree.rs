//! What is remembered of every information set: the moves seen from there, side by side.
//!
//! A node is found by the hash of what is known there, so the tree needs no links downwards. Its edges
//! lie in one array with all others; a node that runs out of room moves to the end of it with twice as
//! much. Most nodes never have more than one edge.

use ludometer_game::Seen;
use rustc_hash::FxHashMap;

/// A move as it was seen, with its statistics.
#[derive(Clone, Copy)]
pub(super) struct Edge<M> {
    pub seen: Seen<M>,
    pub visits: u32,
    /// How often it could have been chosen.
    pub available: u32,
    /// Mean result for the seat that makes the move, −1 to 1.
    pub mean: f32,
}

/// Where the edges of a node lie.
#[derive(Clone, Copy)]
struct Node {
    start: u32,
    len: u32,
    room: u32,
}

/// Information sets and the moves seen from them.
pub(super) struct Tree<M> {
    by_key: FxHashMap<u64, u32>,
    nodes: Vec<Node>,
    edges: Vec<Edge<M>>,
}

impl<M> Default for Tree<M> {
    fn default() -> Self {
        Tree { by_key: FxHashMap::default(), nodes: Vec::new(), edges: Vec::new() }
    }
}

impl<M: Copy + PartialEq> Tree<M> {
    /// Forgets everything; memory is kept.
    pub fn clear(&mut self) {
        self.by_key.clear();
        self.nodes.clear();
        self.edges.clear();
    }

    /// Information sets met so far.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether nothing was met yet.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.edges.capacity() * size_of::<Edge<M>>()
            + self.nodes.capacity() * size_of::<Node>()
            // A hash table keeps one byte beside each entry.
            + self.by_key.capacity() * (size_of::<(u64, u32)>() + 1)
    }

    /// The node with this key, made if there is none yet.
    #[inline]
    pub fn node(&mut self, key: u64) -> u32 {
        let next = self.nodes.len() as u32;
        let id = *self.by_key.entry(key).or_insert(next);
        if id == next {
            self.nodes.push(Node { start: self.edges.len() as u32, len: 0, room: 0 });
        }
        id
    }

    #[inline]
    pub fn edge(&self, id: u32) -> &Edge<M> {
        &self.edges[id as usize]
    }

    #[inline]
    pub fn edge_mut(&mut self, id: u32) -> &mut Edge<M> {
        &mut self.edges[id as usize]
    }

    /// The edge of a node by which this was seen, if there is one. Asked for one option after the other it
    /// puts their edges in that order, so that the next visit finds each where it expects it; edges found
    /// for earlier places stay where they are.
    #[inline]
    pub fn find(&mut self, node: u32, seen: Seen<M>, place: usize) -> Option<u32> {
        let Node { start, len, .. } = self.nodes[node as usize];
        let edges = &mut self.edges[start as usize..(start + len) as usize];
        if edges.get(place).is_some_and(|edge| edge.seen == seen) {
            return Some(start + place as u32);
        }
        let mut found = edges.iter().position(|edge| edge.seen == seen)?;
        if place < found {
            edges.swap(place, found);
            found = place;
        }
        Some(start + found as u32)
    }

    /// Adds an edge that was available once. Edges of this node may move.
    pub fn add(&mut self, node: u32, seen: Seen<M>) -> u32 {
        let edge = Edge { seen, visits: 0, available: 1, mean: 0.0 };
        let Node { start, len, room } = self.nodes[node as usize];
        let node = &mut self.nodes[node as usize];
        node.len += 1;
        if len < room {
            self.edges[(start + len) as usize] = edge;
            return start + len;
        }
        let end = self.edges.len() as u32;
        node.room = (2 * room).max(1);
        if start + room != end {
            node.start = end;
            self.edges.extend_from_within(start as usize..(start + len) as usize);
        }
        let (start, room) = (node.start, node.room);
        // What is beyond the new edge is overwritten before it is ever read.
        self.edges.resize((start + room) as usize, edge);
        start + len
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_game::Rng;

    /// Against one list for each node, in any order of visits.
    #[test]
    fn edges_are_found_again_wherever_they_moved() {
        let (mut tree, mut rng) = (Tree::default(), Rng::stream(1, "tree", 0));
        let mut plain: Vec<Vec<(Seen<u8>, u32)>> = vec![Vec::new(); 5];
        for _ in 0..5000 {
            let which = rng.below(plain.len());
            let node = tree.node(which as u64 * 7);
            let options: Vec<Seen<u8>> =
                (0..30).filter(|_| rng.below(3) > 0).map(|card| Seen::Full(card % 23)).collect();
            let found: Vec<Option<u32>> =
                options.iter().enumerate().map(|(place, &seen)| tree.find(node, seen, place)).collect();
            for (&seen, id) in options.iter().zip(&found) {
                let known = plain[which].iter().find(|(other, _)| *other == seen);
                assert_eq!(known.map(|known| known.1), id.map(|id| tree.edge(id).visits));
                assert!(id.is_none_or(|id| tree.edge(id).seen == seen));
            }
            let Some(nth) = (!options.is_empty()).then(|| rng.below(options.len())) else { continue };
            let id = found[nth].unwrap_or_else(|| {
                plain[which].push((options[nth], 0));
                tree.add(node, options[nth])
            });
            tree.edge_mut(id).visits += 1;
            let known = plain[which].iter_mut().find(|(other, _)| *other == options[nth]);
            known.expect("it was added").1 += 1;
        }
        assert_eq!(tree.len(), plain.len());
    }
}
