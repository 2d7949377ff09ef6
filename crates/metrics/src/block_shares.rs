//! A share of matches, or a mean score, that knows which matches belong to one block.
//!
//! Matches of one block share a deal, and agents swap seats inside it, so they are not independent.
//! Where every block is a single match the interval is Wilson's; otherwise the block is the unit
//! ([`Clusters::block_mean`]).

use ludometer_stats::{Clusters, Estimate, wilson};
use std::collections::BTreeMap;

/// Half points by block.
#[derive(Clone, Debug, Default)]
pub(crate) struct BlockShares {
    blocks: BTreeMap<u64, Block>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Block {
    half_points: u64,
    trials: u64,
}

impl BlockShares {
    /// Counts a trial worth 0 (no), 1 (half) or 2 (yes).
    pub(crate) fn add(&mut self, block: u64, half_points: u64) {
        let entry = self.blocks.entry(block).or_default();
        entry.half_points += half_points;
        entry.trials += 1;
    }

    /// Counts a yes or a no.
    pub(crate) fn count(&mut self, block: u64, yes: bool) {
        self.add(block, 2 * u64::from(yes));
    }

    /// Adds the trials of another one.
    pub(crate) fn merge(&mut self, other: Self) {
        for (number, block) in other.blocks {
            let entry = self.blocks.entry(number).or_default();
            entry.half_points += block.half_points;
            entry.trials += block.trials;
        }
    }

    /// The share of full points; n is the number of trials.
    pub(crate) fn estimate(&self) -> Estimate {
        let plain = |block: &Block| block.trials == 1 && block.half_points != 1;
        if self.blocks.values().all(plain) {
            let yes = self.blocks.values().filter(|block| block.half_points == 2).count();
            return wilson(yes as u64, self.blocks.len() as u64);
        }
        let sums: Clusters =
            self.blocks.values().map(|block| (block.half_points, 2 * block.trials)).collect();
        Estimate { n: sums.chances() / 2, ..sums.block_mean() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn single_matches_are_wilson() {
        let mut shares = BlockShares::default();
        (0..10).for_each(|block| shares.count(block, block < 8));
        assert_eq!(shares.estimate(), wilson(8, 10));
        assert_eq!(BlockShares::default().estimate(), wilson(0, 0));
    }

    #[test]
    fn pairs_are_counted_as_pairs() {
        let mut shares = BlockShares::default();
        for block in 0..50 {
            shares.count(block, true);
            shares.count(block, false);
        }
        let found = shares.estimate();
        assert_eq!((found.value, found.n), (0.5, 100));
        assert!(found.high < wilson(50, 100).high, "swapped seats cancel");
    }
}
