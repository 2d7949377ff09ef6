//! Duration: how long is a match?
//!
//! # Question
//! How many decisions do the players take in a match, and how much does that vary?
//!
//! # Unit
//! Decisions: moves made by seats. Chance is not counted; a turn of several stages counts each.
//!
//! # Range
//! 0 to the limit of the game.
//!
//! # Reading
//! Compare the mean with the length you want. A large standard deviation means that nobody can plan
//! the evening. Two humps in the histogram mean two kinds of match: look at `endings`.
//!
//! # Formula
//! Over finished matches. `length`: *min*, *max* (facts about these matches, hence without width),
//! *mean* with Student's t, *median* with order statistics (a 95 % interval from ranks, whole range
//! below six matches), *sd* with divisor n − 1 and the chi-square interval of normal lengths.
//! `length-histogram`: whole-number bins of one width (1, 2 or 5 times a power of ten), at most 30.
//!
//! # Blind spots
//! Endless and broken matches are left out: see `completion`. Decisions are not minutes. The interval
//! of *sd* is too narrow for lengths with long tails.

use crate::{Bin, Card, Context, Estimate, Measure, Metric, Row, Shape, Unit};
use ludometer_record::MatchRecord;
use ludometer_stats::{Moments, median};
use std::collections::BTreeMap;

/// The most bars a histogram has.
const MOST_BINS: u64 = 30;

/// Name and documentation.
#[must_use]
pub fn card() -> Card {
    let measures = ["length", "length-histogram"];
    Card::from_source("duration", "Duration", include_str!("duration.rs"), &measures)
}

/// Finished matches by length.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    lengths: BTreeMap<u64, u64>,
}

impl Metric for Tally {
    fn observe(&mut self, _context: &Context, record: &MatchRecord) {
        if record.is_finished() {
            *self.lengths.entry(record.decisions() as u64).or_default() += 1;
        }
    }

    fn merge(&mut self, other: Self) {
        for (length, count) in other.lengths {
            *self.lengths.entry(length).or_default() += count;
        }
    }

    fn finish(&self, context: &Context) -> Vec<Measure> {
        let (Some((&shortest, _)), Some((&longest, _))) =
            (self.lengths.first_key_value(), self.lengths.last_key_value())
        else {
            return vec![];
        };
        let bounds = (0.0, f64::from(context.header.game.limit));
        let mut moments = Moments::default();
        let mut sorted = Vec::new();
        for (&length, &count) in &self.lengths {
            moments.add_times(length as f64, count);
            sorted.extend(std::iter::repeat_n(length as f64, count as usize));
        }
        let rows = [
            ("min", Some(Estimate::fact(shortest as f64, moments.n()))),
            ("max", Some(Estimate::fact(longest as f64, moments.n()))),
            ("mean", moments.mean_within(bounds)),
            ("median", median(&sorted, bounds)),
            ("sd", moments.spread()),
        ];
        let rows = rows.into_iter().filter_map(|(label, estimate)| Some(Row::new(label, estimate?))).collect();
        let shape = Shape::Histogram { bins: self.bins(shortest, longest), axis: "decisions".into() };
        let title = "Decisions per match".into();
        vec![
            Measure::rows("length", "Decisions per match", Unit::Count, rows, None),
            Measure { id: "length-histogram".into(), title, unit: Unit::Count, shape },
        ]
    }
}

impl Tally {
    fn bins(&self, shortest: u64, longest: u64) -> Vec<Bin> {
        let width = bin_width(shortest, longest);
        (shortest / width..=longest / width)
            .map(|bin| {
                let (low, high) = (bin * width, (bin + 1) * width);
                let count = self.lengths.range(low..high).map(|(_, count)| count).sum();
                Bin { low: low as f64, high: high as f64, count }
            })
            .collect()
    }
}

/// The smallest of 1, 2, 5, 10, 20, 50 … that needs no more than the most bins.
fn bin_width(shortest: u64, longest: u64) -> u64 {
    let widths = (0..19).flat_map(|power| [1, 2, 5].map(|digit| digit * 10u64.pow(power)));
    let mut fitting = widths.filter(|width| longest / width - shortest / width < MOST_BINS);
    fitting.next().unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::support::{World, find, value};
    use ludometer_record::Ending;

    #[test]
    fn lengths_known_by_hand() {
        let mut world = World::new(&["X", "O"]);
        let mut records: Vec<MatchRecord> =
            [2, 4, 4, 10].into_iter().map(|n| world.game().chance("deal").moves(n).done()).collect();
        records.push(world.game().moves(90).ending(Ending::Limit).done());
        let found = world.measure::<Tally>(&records);
        let row = |label| value(&found, "length", label);
        assert_eq!((row("min"), row("max"), row("mean"), row("median")), (2.0, 10.0, 5.0, 4.0));
        assert!((row("sd") - 12.0f64.sqrt()).abs() < 1e-9);
        let Shape::Histogram { bins, .. } = &find(&found, "length-histogram").shape else { panic!("no bins") };
        let counts: Vec<u64> = bins.iter().map(|bin| bin.count).collect();
        assert_eq!(counts, [1, 0, 2, 0, 0, 0, 0, 0, 1]);
        assert_eq!((bins[0].low, bins[8].high), (2.0, 11.0));
    }

    #[test]
    fn one_match_has_a_mean_but_no_spread() {
        let mut world = World::new(&["X"]);
        let records = [world.game().moves(3).done()];
        let found = world.measure::<Tally>(&records);
        let mean = find(&found, "length").row("mean").unwrap();
        assert_eq!((mean.value, mean.low, mean.high), (3.0, 0.0, 100.0));
        assert_eq!(find(&found, "length").row("sd"), None);
        assert!(world.measure::<Tally>(&[]).is_empty());
    }

    #[test]
    fn bins_are_round_and_few() {
        assert_eq!(bin_width(5, 9), 1);
        assert_eq!(bin_width(7, 42), 2);
        assert_eq!(bin_width(0, 1000), 50);
        assert_eq!(bin_width(0, 29), 1);
        assert_eq!(bin_width(0, 30), 2);
    }
}
