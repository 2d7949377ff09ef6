//! Decisiveness: how late is the match decided?
//!
//! # Question
//! After which part of the match is the eventual winner ahead for good?
//!
//! # Unit
//! Share of the match.
//!
//! # Range
//! 0 (ahead from the first decision) to 1 (ahead only when it was over).
//!
//! # Reading
//! Early decisions leave a long rest that is played out for nothing; very late ones make the first half
//! look pointless. Much depends on taste; many good games lie between 0.5 and 0.9.
//!
//! # Formula
//! For a finished match with winners and others, of M decisions: the winners lead when the best value
//! among them is more than 0.1 above the best of all others. Values are the mean of the latest opinion
//! of every seat, as in `value-by-turn`. Let t be
//! the last decision (from 1) with values at which they do not lead; the match is decided after t / M of
//! it: 0 if there is none, 1 if it is the last one with values. `decisiveness`: mean over matches with
//! Student's t (over blocks where there is chance, see `length`). Browne (2008) and Ludii measure from the moment the winner passes a threshold for the
//! first time; a lead that is lost again does not count here.
//!
//! # Blind spots
//! As good as the agents' opinions: weak agents notice late. Draws, endless matches and games without
//! losers are left out.

use crate::block_means::BlockMeans;
use crate::outcome::winners;
use crate::values::{lead_together, opinions};
use crate::{Card, Context, Measure, Metric, Row, Unit};
use ludometer_record::MatchRecord;

/// Name and documentation.
#[must_use]
pub fn card() -> Card {
    Card::from_source("decisiveness", "Decisiveness", include_str!("decisiveness.rs"), &["decisiveness"])
}

/// The decided part per match.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    decided_after: BlockMeans,
}

impl Metric for Tally {
    fn observe(&mut self, context: &Context, record: &MatchRecord) {
        let winners = winners(context, record);
        let opinions = opinions(context, record);
        if winners.is_empty() || winners.len() == context.seats() || opinions.is_empty() {
            return;
        }
        let open = opinions.iter().rposition(|(_, values)| !lead_together(values, &winners));
        let part = match open {
            None => 0.0,
            Some(last) if last + 1 == opinions.len() => 1.0,
            Some(place) => (opinions[place].0 + 1) as f64 / record.decisions() as f64,
        };
        self.decided_after.add(record.block, part);
    }

    fn merge(&mut self, other: Self) {
        self.decided_after.merge(other.decided_after);
    }

    fn finish(&self, context: &Context) -> Vec<Measure> {
        let Some(mean) = self.decided_after.mean_within(context, (0.0, 1.0)) else { return vec![] };
        let rows = vec![Row::new("decided after", mean)];
        vec![Measure::rows("decisiveness", "Part of the match before it is decided", Unit::Share, rows, None)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::support::{Builder, World, find, value};

    fn decided(world: &World, record: MatchRecord) -> f64 {
        value(&world.measure::<Tally>(&[record]), "decisiveness", "decided after")
    }

    #[test]
    fn the_last_moment_of_doubt() {
        let mut world = World::new(&["X", "O"]);
        let wins = |game: Builder| game.places(&[1, 2]).done();
        let early = wins(world.game().story(&[0.5, 0.6, 0.7, 0.8]));
        assert_eq!(decided(&world, early), 0.0);
        let middle = wins(world.game().story(&[0.5, -0.6, 0.7, 0.8]));
        assert_eq!(decided(&world, middle), 0.5);
        let late = wins(world.game().story(&[0.5, 0.6, 0.7, 0.0]));
        assert_eq!(decided(&world, late), 1.0);
        // Decisions without an opinion are part of the match.
        let silent = wins(world.game().story(&[0.0]).moves(1).story(&[0.5]).moves(1));
        assert_eq!(decided(&world, silent), 0.25);
    }

    #[test]
    fn draws_and_common_wins_are_left_out() {
        let mut world = World::new(&["X", "O"]);
        let records = [world.game().story(&[0.5]).done(), world.game().moves(3).places(&[1, 2]).done()];
        assert!(world.measure::<Tally>(&records).is_empty());
        let mut friends = World::new(&["A", "B"]).cooperative();
        let records = [friends.game().story(&[0.5]).done()];
        assert!(friends.measure::<Tally>(&records).is_empty());
    }

    #[test]
    fn of_three_seats_two_may_win() {
        let mut world = World::new(&["A", "B", "C"]);
        let record = world
            .game()
            .decide(0, &["a"], 0)
            .values(&[0.1, 0.2, 0.3])
            .decide(1, &["a"], 0)
            .values(&[0.6, 0.2, -0.3])
            .places(&[1, 1, 3])
            .done();
        let found = world.measure::<Tally>(&[record]);
        assert_eq!(find(&found, "decisiveness").row("decided after").unwrap().value, 0.5);
    }
}
