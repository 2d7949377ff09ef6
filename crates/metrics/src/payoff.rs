//! Payoff: what is a seat worth, where results are more than won or lost?
//!
//! # Question
//! How much does each seat get on average: chips, points, a graded result?
//!
//! # Unit
//! Points of the result (utility), not of the game's score.
//!
//! # Range
//! Any number inside the game's bounds.
//!
//! # Reading
//! In a game of chips the mean payoff says which seat is worth more; who wins more hands does not. An
//! interval that holds the mean of all seats is a fair seat.
//!
//! # Formula
//! `payoff`: mean points of each seat over finished matches. Student's t over matches, or over blocks
//! where there is chance (see `length`), hence nothing below two of them. Absent where every match
//! only says win, draw or loss: the shares of wins tell that better.
//!
//! # Blind spots
//! A mean hides risk: a seat that seldom wins a lot may have the same mean as one that often wins little.

use crate::block_means::BlockMeans;
use crate::{Card, Context, Measure, Metric, Row, Unit};
use ludometer_record::MatchRecord;

/// Name and documentation.
#[must_use]
pub fn card() -> Card {
    Card::from_source("payoff", "Payoff", include_str!("payoff.rs"), &["payoff"])
}

/// Points by seat.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    seats: Vec<BlockMeans>,
    /// Whether some result was neither the best, the worst nor the middle of the bounds.
    graded: bool,
}

impl Metric for Tally {
    fn observe(&mut self, context: &Context, record: &MatchRecord) {
        if !record.is_finished() || record.points.len() != context.seats() {
            return;
        }
        let (low, high) = context.header.game.bounds;
        let plain = |points: &f32| [low, high, (low + high) / 2.0].contains(points);
        self.graded |= !record.points.iter().all(plain);
        self.seats.resize(context.seats(), BlockMeans::default());
        for (seat, points) in self.seats.iter_mut().zip(&record.points) {
            seat.add(record.block, f64::from(*points));
        }
    }

    fn merge(&mut self, other: Self) {
        self.graded |= other.graded;
        self.seats.resize(self.seats.len().max(other.seats.len()), BlockMeans::default());
        self.seats.iter_mut().zip(other.seats).for_each(|(mine, theirs)| mine.merge(theirs));
    }

    fn finish(&self, context: &Context) -> Vec<Measure> {
        if !self.graded {
            return vec![];
        }
        let row = |(seat, points): (usize, &BlockMeans)| {
            Some(Row::new(context.seat_name(seat), points.mean(context)?))
        };
        let rows: Vec<Row> = self.seats.iter().enumerate().filter_map(row).collect();
        if rows.is_empty() {
            return vec![];
        }
        vec![Measure::rows("payoff", "Mean payoff by seat", Unit::Points, rows, None)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::support::{World, find};

    #[test]
    fn chips_by_hand() {
        let mut world = World::new(&["A", "B"]);
        world.header.game.bounds = (-2.0, 2.0);
        let mut records = vec![world.game().done(), world.game().done(), world.game().done()];
        for (record, chips) in records.iter_mut().zip([2.0, -1.0, -1.0]) {
            record.points = vec![chips, -chips];
        }
        let found = world.measure::<Tally>(&records);
        let mean = |seat| find(&found, "payoff").row(seat).expect("a row").value;
        assert!(mean("A").abs() < 1e-12 && mean("B").abs() < 1e-12);
    }

    #[test]
    fn silent_where_matches_are_only_won_or_lost() {
        let mut world = World::new(&["A", "B"]);
        let mut records = vec![world.game().done(), world.game().done()];
        for record in &mut records {
            record.points = vec![1.0, -1.0];
        }
        assert!(world.measure::<Tally>(&records).is_empty());
    }
}
