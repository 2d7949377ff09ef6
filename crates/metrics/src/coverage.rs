//! Coverage: how much of the board is used?
//!
//! # Question
//! On how many of the board's cells is a move made, in one match and ever?
//!
//! # Unit
//! Share of the cells.
//!
//! # Range
//! 0 to 1.
//!
//! # Reading
//! A low share per match on a large board means that the board could be smaller. *ever* below 100 % over
//! many matches means cells that nobody wants: `board-heat` and `dead-elements` say which.
//!
//! # Formula
//! `coverage`: *per match* = distinct cells chosen / all cells, mean over finished matches with Student's
//! t (over blocks where there is chance, see `length`); *ever* = cells chosen in any finished match / all cells, a fact about these matches, hence without
//! width. A cell is chosen when the move played has the element `cell:NAME`. Ludii counts cells ever
//! occupied; this counts cells ever moved to, from or at.
//!
//! # Blind spots
//! Cells filled by other means (captures, growth) are not seen. *ever* grows with the number of matches.

use crate::block_means::BlockMeans;
use crate::{Card, Context, Estimate, Measure, Metric, Row, Unit};
use ludometer_record::{MatchRecord, NameId};
use std::collections::BTreeSet;

/// Name and documentation.
#[must_use]
pub fn card() -> Card {
    Card::from_source("coverage", "Coverage", include_str!("coverage.rs"), &["coverage"])
}

/// Cells used per match and ever.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    per_match: BlockMeans,
    ever: BTreeSet<NameId>,
}

impl Metric for Tally {
    fn observe(&mut self, context: &Context, record: &MatchRecord) {
        let Some(board) = context.header.game.board.as_ref().filter(|_| record.is_finished()) else { return };
        let decisions = record.plies.iter().filter(|ply| ply.actor.seat().is_some());
        let chosen = decisions.filter_map(|ply| ply.played());
        let elements: BTreeSet<NameId> = chosen.flat_map(|option| option.elements.iter().copied()).collect();
        let cells = board.cells.iter().filter_map(|cell| context.cell_id(cell));
        let used: BTreeSet<NameId> = cells.filter(|cell| elements.contains(cell)).collect();
        self.per_match.add(record.block, used.len() as f64 / board.cells.len().max(1) as f64);
        self.ever.extend(used);
    }

    fn merge(&mut self, other: Self) {
        self.per_match.merge(other.per_match);
        self.ever.extend(other.ever);
    }

    fn finish(&self, context: &Context) -> Vec<Measure> {
        let (Some(board), Some(per_match)) =
            (&context.header.game.board, self.per_match.mean_within(context, (0.0, 1.0)))
        else {
            return vec![];
        };
        let ever = self.ever.len() as f64 / board.cells.len().max(1) as f64;
        let rows =
            vec![Row::new("per match", per_match), Row::new("ever", Estimate::fact(ever, per_match.n))];
        vec![Measure::rows("coverage", "Share of the board used", Unit::Share, rows, None)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::support::{World, value};
    use ludometer_record::Ending;

    #[test]
    fn cells_counted_by_hand() {
        let mut world = World::new(&["X", "O"]).board(&["a", "b", "c", "d"]);
        let records = [
            world.game().decide(0, &["a", "b"], 0).decide(1, &["a", "b"], 0).done(),
            world.game().decide(0, &["a", "b"], 0).decide(1, &["b", "z"], 0).decide(0, &["z"], 0).done(),
            world.game().decide(0, &["d"], 0).ending(Ending::Fault).done(),
        ];
        let found = world.measure::<Tally>(&records);
        assert_eq!(value(&found, "coverage", "per match"), 0.375);
        assert_eq!(value(&found, "coverage", "ever"), 0.5);
    }

    #[test]
    fn silent_without_a_board() {
        let mut world = World::new(&["X"]);
        let records = [world.game().moves(2).done()];
        assert!(world.measure::<Tally>(&records).is_empty());
    }
}
