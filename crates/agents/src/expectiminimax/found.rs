//! What a search found at its root, and what happened on the way.

use crate::alphabeta::found::{RootMove, only_wins_are_proven};

/// What happened on the way.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Counts {
    /// Positions looked at, chance turns among them.
    pub nodes: u64,
    /// Of these, finished matches and positions valued by the estimate.
    pub leaves: u64,
    /// Times the rest of the moves of a decision was cut off.
    pub cuts: u64,
    /// Times the rest of the outcomes of a chance turn was cut off.
    pub chance_cuts: u64,
    /// Outcomes after which one move was tried before the others.
    pub probes: u64,
    /// Of the chance turns cut off, those that probes alone cut.
    pub probe_cuts: u64,
    /// Positions answered by the table.
    pub hits: u64,
}

impl Counts {
    /// What came after an earlier count.
    #[must_use]
    pub fn since(&self, earlier: &Counts) -> Counts {
        Counts {
            nodes: self.nodes - earlier.nodes,
            leaves: self.leaves - earlier.leaves,
            cuts: self.cuts - earlier.cuts,
            chance_cuts: self.chance_cuts - earlier.chance_cuts,
            probes: self.probes - earlier.probes,
            probe_cuts: self.probe_cuts - earlier.probe_cuts,
            hits: self.hits - earlier.hits,
        }
    }
}

/// What a search found.
pub struct Found<M> {
    /// All legal moves, the best first.
    pub moves: Vec<RootMove<M>>,
    /// Whether the value of the best move is the value of the position, whatever lies deeper.
    pub proven: bool,
    /// The depth that was finished.
    pub depth: u32,
    /// Counts over all depths.
    pub counts: Counts,
    /// Counts of the deepest finished depth alone.
    pub last: Counts,
    /// The moves expected until the next throw, the best first.
    pub line: Vec<M>,
}

impl<M> Found<M> {
    /// The same from one seat's view of more than two sides, in which all others were thought to play
    /// against it: only what it wins all the same is proven.
    #[must_use]
    pub fn against_all(mut self) -> Self {
        only_wins_are_proven(&mut self.moves);
        self.proven &= self.moves[0].is_won();
        self
    }
}
