//! Different matches: are some of them copies?
//!
//! # Question
//! How many of the matches differ from each other?
//!
//! # Unit
//! Number of matches.
//!
//! # Range
//! 1 to the number of matches; left out where no two are alike.
//!
//! # Reading
//! Players that draw no lots play the same match each time they start from the same position. A thousand
//! copies of one match say no more of the game than one, whatever the intervals of other measures promise.
//! Few copies among players that do draw lots are ordinary: in a small game they meet again by chance.
//!
//! # Formula
//! `distinct`: a match is a copy if the same agents in the same seats made the same moves in an earlier one.
//! Matches in which chance decided something were drawn by lot and are never copies. A fact about these
//! matches, hence without width; n counts all of them.
//!
//! # Blind spots
//! Whether players draw lots is not known here: copies in a tiny game may be independent all the same.
//! Matches that differ in one late move count as different.

use crate::{Card, Context, Estimate, Measure, Metric, Row, Unit};
use ludometer_record::{Actor, MatchRecord};
use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Name and documentation.
#[must_use]
pub fn card() -> Card {
    Card::from_source("distinct", "Different matches", include_str!("distinct.rs"), &["distinct"])
}

/// Fewer different matches than this carry no verdict.
const FEW: u64 = 10;

/// Whether so few of these matches are different that the others cannot be taken for new evidence.
#[must_use]
pub fn are_few(different: u64, matches: u64) -> bool {
    // Short of half, copies are what small games bring by chance.
    different < FEW && 2 * different <= matches
}

/// What copies of a match have in common; nothing where chance decided something. Names are those of one run.
#[must_use]
pub fn print(record: &MatchRecord) -> Option<u64> {
    let mut hasher = DefaultHasher::new();
    record.agents.hash(&mut hasher);
    for ply in &record.plies {
        if ply.actor == Actor::Chance {
            return None;
        }
        (ply.actor.seat(), ply.played().map(|option| option.text)).hash(&mut hasher);
    }
    Some(hasher.finish())
}

/// Different matches.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    matches: u64,
    /// Matches in which chance decided something.
    drawn: u64,
    prints: BTreeSet<u64>,
}

impl Metric for Tally {
    fn observe(&mut self, _context: &Context, record: &MatchRecord) {
        self.matches += 1;
        match print(record) {
            Some(print) => {
                self.prints.insert(print);
            }
            None => self.drawn += 1,
        }
    }

    fn merge(&mut self, other: Self) {
        self.matches += other.matches;
        self.drawn += other.drawn;
        self.prints.extend(other.prints);
    }

    fn finish(&self, _context: &Context) -> Vec<Measure> {
        let different = self.drawn + self.prints.len() as u64;
        if different == self.matches {
            return vec![];
        }
        let rows = vec![Row::new("different matches", Estimate::fact(different as f64, self.matches))];
        vec![Measure::rows("distinct", "Different matches", Unit::Count, rows, None)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::support::{World, find, value};

    #[test]
    fn copies_count_once() {
        let mut world = World::new(&["X", "O"]);
        let mut line = |chosen: u32| world.game().decide(0, &["a", "b"], chosen).decide(1, &["c"], 0).done();
        let records = [line(0), line(0), line(1), line(0), line(1)];
        let found = world.measure::<Tally>(&records);
        assert_eq!(value(&found, "distinct", "different matches"), 2.0);
        assert_eq!(find(&found, "distinct").row("different matches").unwrap().n, 5);
        assert!(world.measure::<Tally>(&records[1..3]).is_empty(), "no two are alike");
    }

    #[test]
    fn what_chance_decided_and_other_seats_are_no_copies() {
        let mut world = World::new(&["X", "O"]);
        let rolled = [world.game().chance("six").done(), world.game().chance("six").done()];
        assert!(world.measure::<Tally>(&rolled).is_empty());
        let swapped = [world.game().agents(&[0, 1]).done(), world.game().agents(&[1, 0]).done()];
        assert!(world.measure::<Tally>(&swapped).is_empty());
    }

    #[test]
    fn few_are_few_of_many() {
        assert!(are_few(1, 1220) && are_few(9, 18) && are_few(1, 2));
        assert!(!are_few(10, 1220) && !are_few(9, 17) && !are_few(1, 1));
    }
}
