//! A ratio of sums, such as legal moves per decision, that knows which observations are alike.
//!
//! The decisions of a match are alike; where the game has chance, so are those of all matches of a
//! block, which share the deal. The match, or with chance the block, is one cluster. Clusters that all
//! agree have no spread, yet a few of them prove nothing: then the interval is that of
//! [`BlockMeans`](crate::block_means::BlockMeans) for values that all agree.

use crate::Context;
use crate::block_means::{ROUNDING, unseen};
use ludometer_record::MatchRecord;
use ludometer_stats::{Clusters, Estimate};
use std::collections::BTreeMap;

/// Sums by cluster.
#[derive(Clone, Debug, Default)]
pub(crate) struct BlockRatios {
    clusters: BTreeMap<u64, (u64, u64)>,
}

impl BlockRatios {
    /// Adds what one match brings: `part` for `whole` observations.
    pub(crate) fn add(&mut self, context: &Context, record: &MatchRecord, part: u64, whole: u64) {
        let cluster = if context.has_chance() { record.block } else { record.number };
        let sums = self.clusters.entry(cluster).or_default();
        *sums = (sums.0 + part, sums.1 + whole);
    }

    /// Adds the sums of another one; no match may be in both.
    pub(crate) fn merge(&mut self, other: Self) {
        for (cluster, (part, whole)) in other.clusters {
            let sums = self.clusters.entry(cluster).or_default();
            *sums = (sums.0 + part, sums.1 + whole);
        }
    }

    /// The ratio for amounts inside `bounds`; `None` for fewer than two clusters.
    pub(crate) fn ratio(&self, bounds: (f64, f64)) -> Option<Estimate> {
        let clusters = self.clusters();
        let found = clusters.ratio(bounds)?;
        if found.high - found.low > ROUNDING * found.value.abs().max(1.0) {
            return Some(found);
        }
        let half = unseen(clusters.count(), found.value);
        let (low, high) = ((found.value - half).max(bounds.0), (found.value + half).min(bounds.1));
        Some(Estimate { low: low.min(found.value), high: high.max(found.value), ..found })
    }

    /// The ratio where `part` counts some of the observations; `None` without any.
    pub(crate) fn share(&self) -> Option<Estimate> {
        let clusters = self.clusters();
        (clusters.count() > 0).then(|| clusters.share())
    }

    fn clusters(&self) -> Clusters {
        self.clusters.values().copied().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::support::World;

    fn ratios(world: &mut World, values: impl IntoIterator<Item = (u64, u64, u64)>) -> BlockRatios {
        let mut ratios = BlockRatios::default();
        for (block, part, whole) in values {
            let record = world.game().block(block).done();
            ratios.add(&world.context(), &record, part, whole);
        }
        ratios
    }

    #[test]
    fn a_deal_is_one_cluster() {
        let copies = (0..40).map(|number| (number / 4, 10 + number / 4, 5));
        let width = |mut world: World| {
            let found = ratios(&mut world, copies.clone()).ratio((0.0, 99.0)).unwrap();
            assert_eq!((found.value, found.n), (2.9, 200));
            found.high - found.low
        };
        let (plain, dice) = (width(World::new(&["X", "O"])), width(World::new(&["X", "O"]).dice()));
        assert!(dice > 1.8 * plain, "{dice} {plain}");
    }

    #[test]
    fn agreement_of_a_few_is_no_certainty() {
        let mut world = World::new(&["X", "O"]);
        let mut width = |count| {
            let found = ratios(&mut world, (0..count).map(|block| (block, 6, 3))).ratio((1.0, 99.0)).unwrap();
            assert!(found.value == 2.0 && found.low >= 1.0);
            found.high - found.low
        };
        assert!(width(5) > 0.8 && width(2000) < 0.01, "{} {}", width(5), width(2000));
        assert_eq!(ratios(&mut world, [(0, 6, 3)]).ratio((1.0, 99.0)), None);
        assert_eq!(BlockRatios::default().share(), None);
    }
}
