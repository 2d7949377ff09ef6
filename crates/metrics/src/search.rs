//! Search: how hard did the agents think?
//!
//! # Question
//! How many positions did the agents look at, for each move they could choose?
//!
//! # Unit
//! Positions.
//!
//! # Range
//! 0 upwards.
//!
//! # Reading
//! Below ten an agent has hardly tried its moves once each: what it chooses, and what it thinks of a
//! position, is little better than chance, and so is every finding that rests on strong play. Give it
//! more time.
//!
//! # Formula
//! `search`: *positions per legal move* = Σ positions looked at / Σ legal moves, over decisions with at
//! least two legal moves at which the agent looked at anything. Decisions that it solved are left out:
//! a proof needs no more thought. The interval is that of `branching`.
//!
//! # Blind spots
//! A position is not the same work for every agent: a good evaluation sees more in one than a random
//! match shows in ten. Agents that do not search are not seen.

use crate::block_ratios::BlockRatios;
use crate::{Card, Context, Measure, Metric, Row, Unit};
use ludometer_record::MatchRecord;

/// Name and documentation.
#[must_use]
pub fn card() -> Card {
    Card::from_source("search", "Search", include_str!("search.rs"), &["search"])
}

/// Positions and legal moves by match.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    positions: BlockRatios,
}

impl Metric for Tally {
    fn observe(&mut self, context: &Context, record: &MatchRecord) {
        let decisions = record.plies.iter().filter(|ply| ply.actor.seat().is_some());
        let searched = decisions.filter(|ply| ply.legal.len() > 1 && ply.nodes > 0 && !ply.proven);
        let (mut positions, mut moves) = (0u64, 0);
        for ply in searched {
            positions = positions.saturating_add(ply.nodes);
            moves += ply.legal.len() as u64;
        }
        if moves > 0 {
            self.positions.add(context, record, positions, moves);
        }
    }

    fn merge(&mut self, other: Self) {
        self.positions.merge(other.positions);
    }

    fn finish(&self, _context: &Context) -> Vec<Measure> {
        let Some(positions) = self.positions.ratio((0.0, f64::INFINITY)) else { return vec![] };
        let rows = vec![Row::new("positions per legal move", positions)];
        vec![Measure::rows("search", "Positions looked at per legal move", Unit::Count, rows, None)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::support::{World, value};

    #[test]
    fn positions_counted_by_hand() {
        let mut world = World::new(&["X", "O"]);
        let records = [
            world.game().decide(0, &["a", "b", "c"], 0).nodes(60).decide(1, &["a", "b"], 0).nodes(15).done(),
            // Forced, solved and thoughtless decisions say nothing of how hard the agent thinks.
            world.game().decide(0, &["a"], 0).nodes(900).decide(1, &["a", "b"], 0).proven().done(),
            world.game().decide(0, &["a", "b"], 0).nodes(0).decide(1, &["a", "b", "c"], 0).nodes(21).done(),
        ];
        let found = world.measure::<Tally>(&records);
        assert_eq!(value(&found, "search", "positions per legal move"), 96.0 / 8.0);
    }

    #[test]
    fn silent_where_nobody_searches() {
        let mut world = World::new(&["X", "O"]);
        let records: Vec<MatchRecord> =
            (0..5).map(|_| world.game().decide(0, &["a", "b"], 0).nodes(0).done()).collect();
        assert!(world.measure::<Tally>(&records).is_empty());
    }
}
