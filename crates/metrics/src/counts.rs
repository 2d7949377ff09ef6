//! Counts: how often do the things happen that the game counts?
//!
//! # Question
//! How often per match does each event occur that the game itself names: captures, reshuffles, busts?
//!
//! # Unit
//! Times per match.
//!
//! # Range
//! 0 upwards.
//!
//! # Reading
//! Compare with what you meant: a rule that fires once in fifty matches costs a page of the rule book
//! and is hardly ever seen.
//!
//! # Formula
//! `counts`: sum of the count / finished matches, 0 in matches that do not mention it. Student's t over
//! matches, or over blocks where there is chance (see `length`), hence nothing below two of them.
//!
//! # Blind spots
//! Only what the game reports. Rare events have a skewed distribution, for which Student's interval is
//! too short on the upper side.

use crate::block_means::{BlockMeans, Matches};
use crate::{Card, Context, Estimate, Measure, Metric, Row, Unit};
use ludometer_record::{MatchRecord, NameId};
use std::collections::BTreeMap;

/// Name and documentation.
#[must_use]
pub fn card() -> Card {
    Card::from_source("counts", "Counts", include_str!("counts.rs"), &["counts"])
}

/// Counts per match by name.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    finished: Matches,
    counts: BTreeMap<NameId, BlockMeans>,
}

impl Metric for Tally {
    fn observe(&mut self, _context: &Context, record: &MatchRecord) {
        if !record.is_finished() {
            return;
        }
        *self.finished.entry(record.block).or_default() += 1;
        let mut sums: BTreeMap<NameId, f64> = BTreeMap::new();
        for (name, times) in &record.counts {
            *sums.entry(*name).or_default() += times;
        }
        for (name, times) in sums {
            self.counts.entry(name).or_default().add(record.block, times);
        }
    }

    fn merge(&mut self, other: Self) {
        for (block, matches) in other.finished {
            *self.finished.entry(block).or_default() += matches;
        }
        for (name, means) in other.counts {
            self.counts.entry(name).or_default().merge(means);
        }
    }

    fn finish(&self, context: &Context) -> Vec<Measure> {
        let row = |(name, means): (&NameId, &BlockMeans)| {
            let mean = means.padded(&self.finished).mean(context)?;
            // Nothing happens less than never.
            let low = mean.low.max(0.0).min(mean.value);
            Some(Row::new(context.names.text(*name), Estimate { low, ..mean }))
        };
        let mut rows: Vec<Row> = self.counts.iter().filter_map(row).collect();
        if rows.is_empty() {
            return vec![];
        }
        rows.sort_by(|a, b| a.label.cmp(&b.label));
        vec![Measure::rows("counts", "How often things happen in a match", Unit::Count, rows, None)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::support::{World, find, value};
    use ludometer_record::Ending;

    #[test]
    fn matches_without_the_event_count_as_zero() {
        let mut world = World::new(&["X", "O"]);
        let records = [
            world.game().count("captures", 3.0).count("jumps", 1.0).done(),
            world.game().count("captures", 1.0).done(),
            world.game().done(),
            world.game().done(),
            world.game().count("captures", 50.0).ending(Ending::Panic).done(),
        ];
        let found = world.measure::<Tally>(&records);
        assert_eq!(value(&found, "counts", "captures"), 1.0);
        assert_eq!(value(&found, "counts", "jumps"), 0.25);
        assert_eq!(find(&found, "counts").row("jumps").unwrap().n, 4);
    }

    #[test]
    fn silent_without_counts() {
        let mut world = World::new(&["X"]);
        let records = [world.game().done(), world.game().done()];
        assert!(world.measure::<Tally>(&records).is_empty());
    }
}
