//! The top of the tree, for drawing: the most visited moves of the most visited positions.

use super::choose::Candidate;
use super::tree::{Edge, ROOT, Tree};
use crate::{Explored, Told};
use std::cmp::Reverse;

/// The moves of the root, `plies` deep and at most `width` of a position.
pub(super) fn explored<M: Copy>(tree: &Tree<M>, plies: usize, width: usize) -> Vec<Explored<M>> {
    if tree.is_empty() { Vec::new() } else { children(tree, ROOT, plies, width) }
}

fn children<M: Copy>(tree: &Tree<M>, at: u32, plies: usize, width: usize) -> Vec<Explored<M>> {
    if plies == 0 {
        return Vec::new();
    }
    let mut visited: Vec<u32> = tree.children(at).filter(|&child| tree.edge(child).visits > 0).collect();
    // A won move comes first, however quickly it was proven.
    let won = |edge: &Edge<M>| edge.is_proven() && edge.mean >= 1.0;
    visited.sort_by_key(|&child| Reverse((won(tree.edge(child)), tree.edge(child).visits)));
    visited.truncate(width);
    let read = |child: u32| {
        let edge = tree.edge(child);
        let below = children(tree, child, plies - 1, width);
        Explored {
            option: edge.by,
            value: edge.mean.max(-1.0),
            told: Told::Exact,
            proven: edge.is_proven(),
            visits: Some(u64::from(edge.visits)),
            more: tree.children(child).len() - below.len(),
            children: below,
            cut: false,
        }
    };
    visited.into_iter().map(read).collect()
}

/// The moves of the root alone: what lies behind them is not the same in every world.
pub(crate) fn unseen<M>(candidates: Vec<(M, Candidate)>, width: usize) -> Vec<Explored<M>> {
    let mut candidates = candidates;
    candidates.retain(|(_, candidate)| candidate.visits > 0);
    candidates.sort_by_key(|(_, candidate)| Reverse(candidate.visits));
    let read = |(option, candidate): (M, Candidate)| Explored {
        option,
        value: candidate.mean,
        told: Told::Exact,
        proven: candidate.proven,
        visits: Some(u64::from(candidate.visits)),
        children: Vec::new(),
        more: 0,
        cut: false,
    };
    candidates.into_iter().take(width).map(read).collect()
}
