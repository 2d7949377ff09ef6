//! A share of matches, or a mean score, that knows which matches belong to one block.
//!
//! Matches of one block share a deal, and agents swap seats inside it, so they are not independent.

use crate::Context;
use ludometer_stats::{Clusters, Estimate, wilson};
use std::collections::BTreeMap;

/// The parts of a whole point. Every number of up to eight seats divides it, so that points which are
/// shared out stay exact.
pub(crate) const WHOLE: u64 = 840;

/// Points by block.
#[derive(Clone, Debug, Default)]
pub(crate) struct BlockShares {
    blocks: BTreeMap<u64, Block>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Block {
    /// In parts of [`WHOLE`].
    points: u64,
    trials: u64,
}

impl BlockShares {
    /// Counts a trial worth 0 to [`WHOLE`].
    pub(crate) fn add(&mut self, block: u64, points: u64) {
        let entry = self.blocks.entry(block).or_default();
        entry.points += points;
        entry.trials += 1;
    }

    /// So many yes among so many trials, by block.
    pub(crate) fn of(yes: &BTreeMap<u64, u64>, trials: &BTreeMap<u64, u64>) -> Self {
        let points = |block: &u64| WHOLE * yes.get(block).copied().unwrap_or(0);
        let block =
            |(number, trials): (&u64, &u64)| (*number, Block { points: points(number), trials: *trials });
        BlockShares { blocks: trials.iter().map(block).collect() }
    }

    /// Counts a yes or a no.
    pub(crate) fn count(&mut self, block: u64, yes: bool) {
        self.add(block, WHOLE * u64::from(yes));
    }

    /// Adds the trials of another one.
    pub(crate) fn merge(&mut self, other: Self) {
        for (number, block) in other.blocks {
            let entry = self.blocks.entry(number).or_default();
            entry.points += block.points;
            entry.trials += block.trials;
        }
    }

    /// How many trials there were.
    pub(crate) fn trials(&self) -> u64 {
        self.blocks.values().map(|block| block.trials).sum()
    }

    /// How many were a yes, where nothing else is counted.
    pub(crate) fn yes(&self) -> u64 {
        self.blocks.values().map(|block| block.points).sum::<u64>() / WHOLE
    }

    /// The share of yes for things that a deal makes alike: with chance Wilson's interval for the
    /// effective number of trials ([`Clusters::share`]), without chance plain Wilson.
    pub(crate) fn share(&self, context: &Context) -> Estimate {
        if context.has_chance() { self.sums().share() } else { wilson(self.yes(), self.trials()) }
    }

    /// How many independent trials [`BlockShares::share`] takes these for.
    pub(crate) fn effective_trials(&self, context: &Context) -> f64 {
        if context.has_chance() { self.sums().effective_trials() } else { self.trials() as f64 }
    }

    fn sums(&self) -> Clusters {
        self.blocks.values().map(|block| (block.points / WHOLE, block.trials)).collect()
    }

    /// The mean score where the places of a block are balanced: Wilson's interval when every block is
    /// one match that gives all or nothing, otherwise the block is the unit ([`Clusters::block_mean`]).
    /// n is the number of trials.
    pub(crate) fn balanced(&self) -> Estimate {
        let plain = |block: &Block| block.trials == 1 && block.points.is_multiple_of(WHOLE);
        if self.blocks.values().all(plain) {
            return wilson(self.yes(), self.trials());
        }
        let sums: Clusters = self.blocks.values().map(|block| (block.points, WHOLE * block.trials)).collect();
        Estimate { n: self.trials(), ..sums.block_mean() }
    }

    /// The share of yes by seat. One agent in every seat of a game without chance makes matches that
    /// are independent, blocks or not; otherwise see [`BlockShares::balanced`].
    pub(crate) fn by_seat(&self, context: &Context) -> Estimate {
        if context.has_chance() || !context.group.is_self_play() {
            return self.balanced();
        }
        wilson(self.yes(), self.trials())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::support::World;

    #[test]
    fn single_matches_are_wilson() {
        let mut shares = BlockShares::default();
        (0..10).for_each(|block| shares.count(block, block < 8));
        assert_eq!(shares.balanced(), wilson(8, 10));
        assert_eq!(BlockShares::default().balanced(), wilson(0, 0));
    }

    #[test]
    fn a_deal_is_the_unit_only_where_there_is_chance() {
        let mut shares = BlockShares::default();
        (0..40).for_each(|number| shares.count(number / 4, number < 20));
        let (plain, dice) = (World::new(&["X", "O"]), World::new(&["X", "O"]).dice());
        assert_eq!(shares.share(&plain.context()), wilson(20, 40));
        assert_eq!(shares.by_seat(&plain.context()), wilson(20, 40));
        for found in [shares.share(&dice.context()), shares.by_seat(&dice.context())] {
            assert!(found.n == 40 && found.high > wilson(20, 40).high + 0.1, "{found:?}");
        }
    }

    #[test]
    fn pairs_are_counted_as_pairs() {
        let mut shares = BlockShares::default();
        for block in 0..50 {
            shares.count(block, true);
            shares.count(block, false);
        }
        let found = shares.balanced();
        assert_eq!((found.value, found.n), (0.5, 100));
        assert!(found.high < wilson(50, 100).high, "swapped seats cancel");
    }
}
