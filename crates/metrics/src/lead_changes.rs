//! Lead changes: how often does the favourite change?
//!
//! # Question
//! How often does the lead pass from one team to another in a match?
//!
//! # Unit
//! Changes per match; share of matches with at least one.
//!
//! # Range
//! 0 upwards; 0 to 1.
//!
//! # Reading
//! None at all: whoever gets ahead stays ahead. One to three make an exciting match. Very many mean
//! that a lead is worth nothing, or that the agents do not know who leads.
//!
//! # Formula
//! A team leads when its best value is more than 0.1 above that of every other team. Values are the mean
//! of the latest opinion of every seat, as in `value-by-turn`. A change is a decision at which a team leads and another one led last; decisions at
//! which nobody leads change nothing, and the first lead is no change. `lead-changes`: mean per match
//! with Student's t. `lead-changed`: matches with at least one change / matches, Wilson (1927). Where
//! there is chance the block is the unit of both, see `length` and `completion`. Over
//! finished matches with opponents and at least one value. Ludii's `LeadChange` differs: it divides by
//! the number of moves, counts ties as changes, and counts the first lead.
//!
//! # Blind spots
//! As good as the agents' opinions. Agents that disagree meet in the middle, which hides a lead that
//! only one of them sees. The margin of 0.1 hides small swings.

use crate::block_means::BlockMeans;
use crate::block_shares::BlockShares;
use crate::values::{leader, opinions};
use crate::{Card, Context, Measure, Metric, Row, Unit};
use ludometer_record::MatchRecord;

/// Name and documentation.
#[must_use]
pub fn card() -> Card {
    let measures = ["lead-changes", "lead-changed"];
    Card::from_source("lead-changes", "Lead changes", include_str!("lead_changes.rs"), &measures)
}

/// Changes per match.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    changes: BlockMeans,
    with_change: BlockShares,
}

impl Metric for Tally {
    fn observe(&mut self, context: &Context, record: &MatchRecord) {
        let opinions = opinions(context, record);
        if opinions.is_empty() || !record.is_finished() || !context.is_contest() {
            return;
        }
        let leaders: Vec<u8> = opinions.iter().filter_map(|(_, values)| leader(context, values)).collect();
        let changes = leaders.windows(2).filter(|pair| pair[0] != pair[1]).count();
        self.changes.add(record.block, changes as f64);
        self.with_change.count(record.block, changes > 0);
    }

    fn merge(&mut self, other: Self) {
        self.changes.merge(other.changes);
        self.with_change.merge(other.with_change);
    }

    fn finish(&self, context: &Context) -> Vec<Measure> {
        let bounds = (0.0, f64::from(context.header.game.limit));
        let Some(mean) = self.changes.mean_within(context, bounds) else { return vec![] };
        let share = self.with_change.share(context);
        let rows = |label: &str, estimate| vec![Row::new(label, estimate)];
        let (count, changed) = (rows("per match", mean), rows("at least one", share));
        vec![
            Measure::rows("lead-changes", "Lead changes", Unit::Count, count, None),
            Measure::rows("lead-changed", "Matches in which the lead changed", Unit::Share, changed, None),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::support::{World, find, value};
    use ludometer_record::Ending;

    #[test]
    fn changes_counted_by_hand() {
        let mut world = World::new(&["X", "O"]);
        let records = [
            // X leads, nobody, O, nobody, O, X: two changes.
            world.game().story(&[0.5, 0.0, -0.3, 0.04, -0.2, 0.9]).done(),
            world.game().story(&[0.0, 0.2, 0.02, 0.4]).done(),
            world.game().moves(5).done(),
            world.game().story(&[0.5, -0.5]).ending(Ending::Limit).done(),
        ];
        let found = world.measure::<Tally>(&records);
        assert_eq!(value(&found, "lead-changes", "per match"), 1.0);
        assert_eq!(value(&found, "lead-changed", "at least one"), 0.5);
        assert_eq!(find(&found, "lead-changed").row("at least one").unwrap().n, 2);
    }

    #[test]
    fn three_seats_and_teams() {
        let mut world = World::new(&["A", "B", "C"]);
        let record = world
            .game()
            .decide(0, &["a"], 0)
            .values(&[0.5, -0.5, -0.5])
            .decide(1, &["a"], 0)
            .values(&[0.2, 0.25, -0.5])
            .decide(2, &["a"], 0)
            .values(&[-0.5, -0.2, 0.4])
            .decide(0, &["a"], 0)
            .values(&[-0.5, -0.2, 0.4])
            .done();
        assert_eq!(value(&world.measure::<Tally>(&[record]), "lead-changes", "per match"), 1.0);
    }

    #[test]
    fn silent_among_friends() {
        let mut world = World::new(&["A", "B"]).cooperative();
        let records = [world.game().story(&[0.5, -0.5]).done()];
        assert!(world.measure::<Tally>(&records).is_empty());
    }
}
