//! A mean over matches that knows which matches belong to one block.
//!
//! Where the game has chance, matches of one block share the deal: the block is the unit, and the
//! interval is that of a ratio of block sums (Cochran, *Sampling Techniques*, ch. 6) with Student's t.
//! Without chance matches are independent, and the interval is Student's over matches.
//!
//! Units that all agree have no spread, yet a few of them prove nothing. With 95 % confidence the share of
//! units that differ unseen is at most w, the upper end of Wilson's interval for none out of so many. The
//! interval then reaches w times the mean, or w where the mean is below one: as if each of them differed
//! by as much as the mean itself.

use crate::Context;
use ludometer_stats::{Estimate, Moments, student_quantile, wilson};
use std::collections::BTreeMap;

/// Matches by block.
pub(crate) type Matches = BTreeMap<u64, u64>;

/// An error below this part of the mean is rounding.
pub(crate) const ROUNDING: f64 = 1e-9;

/// Values by block.
#[derive(Clone, Debug, Default)]
pub(crate) struct BlockMeans {
    blocks: BTreeMap<u64, Moments>,
}

impl BlockMeans {
    /// Adds the value of a match. What is not a finite number is left out.
    pub(crate) fn add(&mut self, block: u64, value: f64) {
        if value.is_finite() {
            self.blocks.entry(block).or_default().add(value);
        }
    }

    /// Adds the values of another one; no match may be in both.
    pub(crate) fn merge(&mut self, other: Self) {
        for (block, moments) in other.blocks {
            self.blocks.entry(block).or_default().merge(&moments);
        }
    }

    /// The same values with a zero for every other match: for things that are only reported when they
    /// happen.
    pub(crate) fn padded(&self, matches: &Matches) -> Self {
        let of = |block: &u64| self.blocks.get(block).copied().unwrap_or_default();
        BlockMeans { blocks: matches.iter().map(|(block, n)| (*block, of(block).padded(*n))).collect() }
    }

    /// All values, whatever their block.
    pub(crate) fn all(&self) -> Moments {
        let mut all = Moments::default();
        self.blocks.values().for_each(|block| all.merge(block));
        all
    }

    /// The mean for values inside `bounds`; `None` without values. One unit alone says nothing about the
    /// spread: its interval is `bounds`.
    pub(crate) fn mean_within(&self, context: &Context, bounds: (f64, f64)) -> Option<Estimate> {
        let all = self.all();
        let value = all.average()?;
        let half = self.half_width(context, &all, value);
        let (low, high) = ((value - half).max(bounds.0), (value + half).min(bounds.1));
        Some(Estimate { value, low: low.min(value), high: high.max(value), n: all.n() })
    }

    /// The mean for values without bounds; `None` for fewer than two units.
    pub(crate) fn mean(&self, context: &Context) -> Option<Estimate> {
        let bounds = (f64::NEG_INFINITY, f64::INFINITY);
        if self.units(context) < 2 { None } else { self.mean_within(context, bounds) }
    }

    /// How much wider than for independent matches an interval has to be, because those of a deal are
    /// alike: at least 1.
    pub(crate) fn stretch(&self, context: &Context) -> f64 {
        let all = self.all();
        let (Some(value), Some(plain)) = (all.average(), error(&all)) else { return 1.0 };
        if plain == 0.0 || self.units(context) < 2 {
            return 1.0;
        }
        (self.half_width(context, &all, value) / (reach(all.n()) * plain)).max(1.0)
    }

    /// How far the mean of units that all agree may be off.
    pub(crate) fn unseen(&self, context: &Context) -> f64 {
        unseen(self.units(context), self.all().average().unwrap_or(1.0))
    }

    /// How many independent things were seen.
    fn units(&self, context: &Context) -> u64 {
        if context.has_chance() { self.blocks.len() as u64 } else { self.all().n() }
    }

    fn half_width(&self, context: &Context, all: &Moments, value: f64) -> f64 {
        let units = self.units(context);
        let Some(plain) = error(all).filter(|_| units > 1) else { return f64::INFINITY };
        let between = if context.has_chance() { self.error_between_blocks(all, value) } else { plain };
        // Balanced blocks may all have one mean although their matches differ.
        let error = if between > ROUNDING * value.abs().max(1.0) { between } else { plain };
        if error > 0.0 { reach(units) * error } else { self.unseen(context) }
    }

    /// The standard error of Σy / Σx over blocks.
    fn error_between_blocks(&self, all: &Moments, value: f64) -> f64 {
        let blocks = self.blocks.len() as f64;
        let residual = |block: &Moments| {
            let mean = block.average().unwrap_or(value);
            (block.n() as f64 * (mean - value)).powi(2)
        };
        let squares: f64 = self.blocks.values().map(residual).sum();
        (squares / (blocks * (blocks - 1.0))).sqrt() / (all.n() as f64 / blocks)
    }
}

/// How far the mean may be off when so many units all agree on it.
pub(crate) fn unseen(units: u64, mean: f64) -> f64 {
    wilson(0, units).high * mean.abs().max(1.0)
}

/// The standard error of the mean of independent values.
fn error(values: &Moments) -> Option<f64> {
    Some(values.deviation()? / (values.n() as f64).sqrt())
}

/// How many standard errors a 95 % interval over so many units reaches.
fn reach(units: u64) -> f64 {
    student_quantile(0.975, units as f64 - 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::support::World;

    const ANY: (f64, f64) = (0.0, 100.0);

    fn means(values: impl IntoIterator<Item = (u64, f64)>) -> BlockMeans {
        let mut means = BlockMeans::default();
        values.into_iter().for_each(|(block, value)| means.add(block, value));
        means
    }

    #[test]
    fn without_chance_matches_are_the_unit() {
        let found = means((0..20u32).map(|i| (u64::from(i / 4), f64::from(i % 7))));
        let world = World::new(&["X", "O"]);
        let (mean, plain) =
            (found.mean_within(&world.context(), ANY).unwrap(), found.all().mean_within(ANY).unwrap());
        assert!((mean.low - plain.low).abs() < 1e-12 && (mean.high - plain.high).abs() < 1e-12);
        assert!((found.stretch(&world.context()) - 1.0).abs() < 1e-12);
    }

    #[test]
    fn matches_that_copy_each_other_count_once() {
        let world = World::new(&["X", "O"]).dice();
        let copies = means((0..40u32).map(|i| (u64::from(i / 4), f64::from(i / 4 % 5))));
        let once: Moments = (0..10u32).map(|i| f64::from(i % 5)).collect();
        let (found, once) =
            (copies.mean_within(&world.context(), ANY).unwrap(), once.mean_within(ANY).unwrap());
        assert_eq!((found.value, found.n), (once.value, 40));
        assert!((found.low - once.low).abs() < 1e-9 && (found.high - once.high).abs() < 1e-9);
        assert!(copies.stretch(&world.context()) > 2.0);
    }

    #[test]
    fn a_single_deal_says_nothing_of_others() {
        let world = World::new(&["X", "O"]).dice();
        let found = means([(3, 1.0), (3, 2.0), (3, 3.0)]);
        assert_eq!(
            found.mean_within(&world.context(), ANY),
            Some(Estimate { value: 2.0, low: 0.0, high: 100.0, n: 3 })
        );
        assert_eq!(found.mean(&world.context()), None);
    }

    #[test]
    fn agreement_of_a_few_is_no_certainty() {
        for world in [World::new(&["X", "O"]), World::new(&["X", "O"]).dice()] {
            let width = |count: u64| {
                let nines = means((0..count).map(|block| (block, 9.0)));
                let mean = nines.mean_within(&world.context(), ANY).unwrap();
                assert_eq!(mean.value, 9.0);
                mean.high - mean.low
            };
            assert!(width(5) > 4.0 && width(20) > 1.0 && width(5000) < 0.02, "{} {}", width(5), width(5000));
            let none = means((0..50).map(|block| (block, 0.0))).mean_within(&world.context(), (0.0, 1.0));
            assert_eq!(none.map(|mean| (mean.low, mean.high)), Some((0.0, wilson(0, 50).high)));
        }
    }

    #[test]
    fn balanced_blocks_keep_the_spread_of_their_matches() {
        let world = World::new(&["X", "O"]).dice();
        let pairs = means((0..40u32).map(|i| (u64::from(i / 2), f64::from(i % 2))));
        let found = pairs.mean_within(&world.context(), (0.0, 1.0)).unwrap();
        assert!(found.value == 0.5 && found.high - found.low > 0.2, "{found:?}");
    }

    #[test]
    fn silence_counts_as_zero() {
        let matches: Matches = [(0, 2), (1, 2)].into();
        let found = means([(0, 4.0)]).padded(&matches);
        assert_eq!((found.all().n(), found.all().average()), (4, Some(1.0)));
    }
}
