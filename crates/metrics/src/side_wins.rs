//! Wins by side: is a faction, deck or role too strong?
//!
//! # Question
//! How often does each side win, where sides are not simply the seats?
//!
//! # Unit
//! Share of the matches in which the side was played.
//!
//! # Range
//! 0 to 1.
//!
//! # Reading
//! Sides meant to be equal should win equally often. A side whose whole interval lies above or below
//! the others' wants a change.
//!
//! # Formula
//! `side-wins`: wins of the side / finished matches of the side, over all seats that played it; n counts
//! these. Interval: Wilson (1927) when every block has one match of the side; otherwise over blocks,
//! because matches of one block share a deal (see `wins`).
//!
//! # Blind spots
//! Says nothing of which side meets which. Mixes in the seat and the agent unless they were rotated.

use crate::block_shares::BlockShares;
use crate::outcome::{Outcome, outcomes};
use crate::{Card, Context, Measure, Metric, Row, Unit};
use ludometer_record::{MatchRecord, NameId};
use std::collections::BTreeMap;

/// Name and documentation.
#[must_use]
pub fn card() -> Card {
    Card::from_source("side-wins", "Wins by side", include_str!("side_wins.rs"), &["side-wins"])
}

/// Wins by side and block.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    sides: BTreeMap<NameId, BlockShares>,
    /// Whether some seat played a side that is not its own name.
    apart_from_seats: bool,
}

impl Metric for Tally {
    fn observe(&mut self, context: &Context, record: &MatchRecord) {
        for (seat, (side, result)) in record.sides.iter().zip(outcomes(context, record)).enumerate() {
            self.apart_from_seats |= context.names.text(*side) != context.seat_name(seat);
            if result != Outcome::Open {
                self.sides.entry(*side).or_default().count(record.block, result == Outcome::Win);
            }
        }
    }

    fn merge(&mut self, other: Self) {
        self.apart_from_seats |= other.apart_from_seats;
        for (side, shares) in other.sides {
            self.sides.entry(side).or_default().merge(shares);
        }
    }

    fn finish(&self, context: &Context) -> Vec<Measure> {
        if !self.apart_from_seats || self.sides.is_empty() {
            return vec![];
        }
        let row =
            |(side, shares): (&NameId, &BlockShares)| Row::new(context.names.text(*side), shares.balanced());
        let mut rows: Vec<Row> = self.sides.iter().map(row).collect();
        rows.sort_by(|a, b| a.label.cmp(&b.label));
        vec![Measure::rows("side-wins", "Wins by side", Unit::Share, rows, None)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::support::{World, find};
    use ludometer_stats::wilson;

    #[test]
    fn a_side_is_followed_through_the_seats() {
        let mut world = World::new(&["first", "second"]);
        let records = [
            world.game().sides(&["elves", "orcs"]).places(&[1, 2]).done(),
            world.game().sides(&["orcs", "elves"]).places(&[2, 1]).done(),
            world.game().sides(&["orcs", "dwarves"]).places(&[1, 2]).done(),
        ];
        let found = world.measure::<Tally>(&records);
        assert_eq!(find(&found, "side-wins").row("elves"), Some(&wilson(2, 2)));
        assert_eq!(find(&found, "side-wins").row("orcs"), Some(&wilson(1, 3)));
        assert_eq!(find(&found, "side-wins").row("dwarves"), Some(&wilson(0, 1)));
    }

    #[test]
    fn silent_where_sides_are_seats() {
        let mut world = World::new(&["X", "O"]);
        let records = [world.game().done()];
        assert!(world.measure::<Tally>(&records).is_empty());
    }
}
