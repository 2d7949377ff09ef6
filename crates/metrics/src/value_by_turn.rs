//! Value by turn: how does the match tilt?
//!
//! # Question
//! How good does its position look for each seat, turn by turn, in the eyes of the agents?
//!
//! # Unit
//! Value, from −1 (surely lost) to 1 (surely won).
//!
//! # Range
//! −1 to 1.
//!
//! # Reading
//! Lines that lie apart from the first turn show an advantage of a seat that the agents see at once;
//! lines that part slowly show one that is earned. Flat lines at 0 until the end: nobody can tell who
//! is winning, or it is always close.
//!
//! # Formula
//! `value-by-turn`, for each seat: mean over matches of the seat's value at the t-th decision of the
//! match: the mean of the latest opinion of every seat, because whose turn it is shifts what an agent
//! thinks. Opinions that rest on fewer than 50 positions are left out; one that is proven takes the
//! place of those of all seats until a newer one comes. With Student's t over matches, or over blocks
//! where there is chance (see `length`); shown for turns of which at least ten matches (or all, if
//! fewer) have a value. All matches count, also those that did not finish.
//!
//! # Blind spots
//! The values are the agents' opinions; weak agents have weak opinions, and on hidden information each
//! sees only its own side. Late turns are seen only by long matches.

use crate::by_turn::ByTurn;
use crate::values::opinions;
use crate::{Card, Context, Line, Measure, Metric, Unit};
use ludometer_record::MatchRecord;

/// Name and documentation.
#[must_use]
pub fn card() -> Card {
    Card::from_source("value-by-turn", "Value by turn", include_str!("value_by_turn.rs"), &["value-by-turn"])
}

/// Values by seat and turn.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    seats: Vec<ByTurn>,
}

impl Metric for Tally {
    fn observe(&mut self, context: &Context, record: &MatchRecord) {
        self.seats.resize(context.seats(), ByTurn::default());
        for (turn, values) in opinions(context, record) {
            self.seats
                .iter_mut()
                .zip(values)
                .for_each(|(seat, value)| seat.add(context, record.block, turn, value));
        }
    }

    fn merge(&mut self, other: Self) {
        self.seats.resize(self.seats.len().max(other.seats.len()), ByTurn::default());
        self.seats.iter_mut().zip(other.seats).for_each(|(mine, theirs)| mine.merge(theirs));
    }

    fn finish(&self, context: &Context) -> Vec<Measure> {
        let seats = self.seats.iter().enumerate();
        let lines: Vec<Line> = seats
            .filter_map(|(seat, values)| values.line(context, context.seat_name(seat), (-1.0, 1.0)))
            .collect();
        if lines.is_empty() {
            return vec![];
        }
        vec![Measure::lines("value-by-turn", "Value of each seat by turn", Unit::Value, "turn", lines)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Shape;
    use crate::support::{World, find};

    #[test]
    fn means_by_seat_and_turn() {
        let mut world = World::new(&["X", "O"]);
        let records = [
            world.game().story(&[0.0, 0.5]).done(),
            world.game().story(&[0.5, 1.0]).done(),
            world.game().moves(2).done(),
        ];
        let found = world.measure::<Tally>(&records);
        let Shape::Lines { lines, .. } = &find(&found, "value-by-turn").shape else { panic!("no lines") };
        let values =
            |line: usize| lines[line].points.iter().map(|(at, e)| (*at, e.value, e.n)).collect::<Vec<_>>();
        assert_eq!(values(0), [(1.0, 0.25, 2), (2.0, 0.75, 2)]);
        assert_eq!(values(1), [(1.0, -0.25, 2), (2.0, -0.75, 2)]);
        assert_eq!(lines[1].label, "O");
    }

    #[test]
    fn silent_without_opinions() {
        let mut world = World::new(&["A", "B", "C"]);
        let records = [world.game().moves(3).done(), world.game().moves(3).done()];
        assert!(world.measure::<Tally>(&records).is_empty());
    }
}
