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
//! below six matches), *sd* with divisor n − 1 and the chi-square interval of normal lengths. Where the
//! game has chance, matches of one block share a deal and the block is the unit of the mean (the ratio
//! estimator, Cochran, *Sampling Techniques*, ch. 6); the intervals of *median* and *sd* are stretched by
//! as much as that of the mean. Lengths that are all equal leave doubt too: with 95 % confidence at most a
//! share w of the matches differ unseen (Wilson's upper end for none out of n), and the interval is as wide
//! as if they differed by the mean itself.
//! `length-histogram`: whole-number bins of one width (1, 2 or 5 times a power of ten), at most 30.
//!
//! # Blind spots
//! Endless and broken matches are left out: see `completion`. Decisions are not minutes. The interval
//! of *sd* is too narrow for lengths with long tails.

use crate::block_means::BlockMeans;
use crate::{Bin, Card, Context, Estimate, Measure, Metric, Row, Shape, Unit};
use ludometer_record::MatchRecord;
use ludometer_stats::median;
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
    by_block: BlockMeans,
}

impl Metric for Tally {
    fn observe(&mut self, _context: &Context, record: &MatchRecord) {
        if record.is_finished() {
            *self.lengths.entry(record.decisions() as u64).or_default() += 1;
            self.by_block.add(record.block, record.decisions() as f64);
        }
    }

    fn merge(&mut self, other: Self) {
        for (length, count) in other.lengths {
            *self.lengths.entry(length).or_default() += count;
        }
        self.by_block.merge(other.by_block);
    }

    fn finish(&self, context: &Context) -> Vec<Measure> {
        let (Some((&shortest, _)), Some((&longest, _))) =
            (self.lengths.first_key_value(), self.lengths.last_key_value())
        else {
            return vec![];
        };
        let bounds = (0.0, f64::from(context.header.game.limit));
        let moments = self.by_block.all();
        let repeat = |(length, count): (&u64, &u64)| std::iter::repeat_n(*length as f64, *count as usize);
        let sorted: Vec<f64> = self.lengths.iter().flat_map(repeat).collect();
        let stretch = self.by_block.stretch(context);
        let stretched = |estimate: Estimate, bounds| stretched(estimate, stretch, bounds);
        let rows = [
            ("min", Some(Estimate::fact(shortest as f64, moments.n()))),
            ("max", Some(Estimate::fact(longest as f64, moments.n()))),
            ("mean", self.by_block.mean_within(context, bounds)),
            ("median", median(&sorted, bounds).map(|median| stretched(median, bounds))),
            ("sd", moments.spread().map(|sd| stretched(self.with_doubt(sd, context), (0.0, f64::INFINITY)))),
        ];
        let rows =
            rows.into_iter().filter_map(|(label, estimate)| Some(Row::new(label, estimate?))).collect();
        let shape = Shape::Histogram { bins: self.bins(shortest, longest), axis: "moves".into() };
        let title = "Moves per match".into();
        vec![
            Measure::rows("length", "Moves per match", Unit::Count, rows, None),
            Measure { id: "length-histogram".into(), title, unit: Unit::Count, shape },
        ]
    }
}

impl Tally {
    /// Equal lengths do not prove that there is no spread.
    fn with_doubt(&self, sd: Estimate, context: &Context) -> Estimate {
        if sd.value > 0.0 { sd } else { Estimate { high: self.by_block.unseen(context), ..sd } }
    }

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

/// The interval so many times as wide on either side, inside bounds.
fn stretched(estimate: Estimate, times: f64, bounds: (f64, f64)) -> Estimate {
    let Estimate { value, low, high, n } = estimate;
    let (low, high) = (value - (value - low) * times, value + (high - value) * times);
    Estimate { value, low: low.max(bounds.0).min(value), high: high.min(bounds.1).max(value), n }
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
        let Shape::Histogram { bins, .. } = &find(&found, "length-histogram").shape else {
            panic!("no bins")
        };
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
    fn a_deal_is_the_unit_where_there_is_chance() {
        let mut world = World::new(&["X", "O"]);
        let records: Vec<MatchRecord> = (0..40u64)
            .map(|number| world.game().block(number / 4).moves(5 + number as usize / 4 % 5).done())
            .collect();
        let width = |world: &World, label: &str| {
            let found = world.measure::<Tally>(&records);
            let row = find(&found, "length").row(label).unwrap();
            row.high - row.low
        };
        let (plain, dice) = (world.clone(), world.dice());
        for label in ["mean", "sd"] {
            assert!(width(&dice, label) > 1.8 * width(&plain, label), "{label}");
        }
        assert!(width(&dice, "median") >= width(&plain, "median"));
    }

    #[test]
    fn equal_lengths_leave_doubt() {
        let mut world = World::new(&["X", "O"]);
        let records: Vec<MatchRecord> = (0..10).map(|_| world.game().moves(9).done()).collect();
        let found = world.measure::<Tally>(&records);
        for (label, value) in [("mean", 9.0), ("sd", 0.0)] {
            let row = find(&found, "length").row(label).unwrap();
            assert!(row.value == value && row.high > value + 1.0, "{label}: {row:?}");
        }
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
