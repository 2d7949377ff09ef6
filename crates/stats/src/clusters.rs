//! Ratios of sums over clusters of observations that are not independent.
//!
//! Decisions of one match, and matches of one block, are alike: treating them as independent trials
//! promises more than the data carry. Here each cluster brings y out of x (moves played out of
//! chances to play them, half points out of half points to win), the estimate is Σy / Σx, and its
//! uncertainty comes from how much clusters differ (the linearised ratio estimator, Cochran,
//! *Sampling Techniques*, ch. 6). Sums are whole numbers: adding and merging are exact.

use crate::proportion::wilson_parts;
use crate::student::reach;
use crate::{Estimate, Z95};

/// Sums over clusters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Clusters {
    clusters: u64,
    y: u64,
    x: u64,
    yy: u128,
    xy: u128,
    xx: u128,
}

impl Clusters {
    /// Adds a cluster with y out of x. A cluster without observations tells nothing and is left out.
    pub fn add(&mut self, y: u64, x: u64) {
        if x > 0 {
            let (wide_y, wide_x) = (u128::from(y), u128::from(x));
            self.clusters += 1;
            self.y += y;
            self.x += x;
            self.yy += wide_y * wide_y;
            self.xy += wide_x * wide_y;
            self.xx += wide_x * wide_x;
        }
    }

    /// Adds the clusters of another one; no cluster may be in both.
    pub fn merge(&mut self, other: &Clusters) {
        self.clusters += other.clusters;
        self.y += other.y;
        self.x += other.x;
        self.yy += other.yy;
        self.xy += other.xy;
        self.xx += other.xx;
    }

    /// Σy.
    #[must_use]
    pub const fn hits(&self) -> u64 {
        self.y
    }

    /// Σx.
    #[must_use]
    pub const fn chances(&self) -> u64 {
        self.x
    }

    /// How many clusters there are.
    #[must_use]
    pub const fn count(&self) -> u64 {
        self.clusters
    }

    /// Σy / Σx.
    fn value(&self) -> f64 {
        self.y as f64 / self.x as f64
    }

    /// Σ(y − r x)².
    fn residual_squares(&self, ratio: f64) -> f64 {
        (self.yy as f64 - 2.0 * ratio * self.xy as f64 + ratio * ratio * self.xx as f64).max(0.0)
    }

    /// Σy / Σx for any amounts, with Student's interval over the clusters, kept inside `bounds`.
    /// `None` for fewer than two clusters.
    #[must_use]
    pub fn ratio(&self, bounds: (f64, f64)) -> Option<Estimate> {
        if self.clusters < 2 {
            return None;
        }
        let (value, m) = (self.value(), self.clusters as f64);
        let per_cluster = self.x as f64 / m;
        let error = (self.residual_squares(value) / (m * (m - 1.0))).sqrt() / per_cluster;
        Some(Estimate::around(value, value, reach(self.clusters) * error, bounds, self.x))
    }

    /// The share of successes y among x trials whose clusters are alike inside: Wilson's interval for
    /// the effective number of trials (Korn & Graubard 1998). The effective number is never more than
    /// the trials; when all trials agree, and likeness cannot be seen, it is the number of clusters.
    #[must_use]
    pub fn share(&self) -> Estimate {
        if self.clusters == 0 {
            return Estimate { value: 0.0, low: 0.0, high: 1.0, n: 0 };
        }
        let value = self.value();
        let (centre, half) = wilson_parts(value, self.effective_trials(), Z95);
        Estimate::around(value, centre, half, (0.0, 1.0), self.x)
    }

    /// How many independent trials would say as much: at most the trials, at least one (0 without any).
    #[must_use]
    pub fn effective_trials(&self) -> f64 {
        let (m, trials) = (self.clusters as f64, self.x as f64);
        if self.clusters == self.x {
            return trials;
        }
        if self.clusters == 1 || self.y == 0 || self.y == self.x {
            return m;
        }
        let (value, per_cluster) = (self.value(), trials / m);
        let error_squared = self.residual_squares(value) / (m * (m - 1.0)) / (per_cluster * per_cluster);
        // Few clusters estimate their own spread badly; Student's reach pays for it.
        let few = Z95 / reach(self.clusters);
        (value * (1.0 - value) / error_squared * few * few).clamp(1.0, trials)
    }

    /// The mean of y / x for scores from 0 to 1 when a block of matches is balanced, so that blocks
    /// differ *less* than chance would have it: Student's interval over blocks, after adding two
    /// blocks of score 0 and two of score 1 (Agresti & Coull's rule, taken to blocks). Without them
    /// blocks that all agree would leave no doubt at all.
    #[must_use]
    pub fn block_mean(&self) -> Estimate {
        if self.clusters == 0 {
            return Estimate { value: 0.0, low: 0.0, high: 1.0, n: 0 };
        }
        let value = self.value();
        let m = self.clusters as f64 + 4.0;
        let per_block = self.x as f64 / self.clusters as f64;
        let centre = (self.y as f64 + 2.0 * per_block) / (per_block * m);
        let added = 2.0 * per_block * per_block * (centre * centre + (1.0 - centre) * (1.0 - centre));
        let squares = self.residual_squares(centre) + added;
        let error = (squares / (m * (m - 1.0))).sqrt() / per_block;
        let half = reach(self.clusters + 4) * error;
        Estimate::around(value, centre, half, (0.0, 1.0), self.x)
    }
}

impl FromIterator<(u64, u64)> for Clusters {
    fn from_iter<I: IntoIterator<Item = (u64, u64)>>(clusters: I) -> Self {
        let mut sums = Clusters::default();
        clusters.into_iter().for_each(|(y, x)| sums.add(y, x));
        sums
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Splitmix, wilson};
    use proptest::prelude::*;

    #[test]
    fn equal_clusters_are_block_means() {
        let blocks = [(1u64, 4u64), (2, 4), (4, 4), (1, 4), (3, 4)];
        let means: Vec<f64> = blocks.iter().map(|(y, x)| *y as f64 / *x as f64).collect();
        let plain = crate::mean(&means).unwrap();
        let found = Clusters::from_iter(blocks).ratio((0.0, 1.0)).unwrap();
        assert!((found.value - plain.value).abs() < 1e-12 && (found.low - plain.low).abs() < 1e-12);
        assert_eq!(found.n, 20);
    }

    #[test]
    fn single_trials_are_wilson() {
        let clusters: Clusters = (0..30).map(|i| (u64::from(i < 12), 1)).collect();
        assert_eq!(clusters.share(), wilson(12, 30));
    }

    #[test]
    fn trials_that_copy_each_other_count_once() {
        let clusters: Clusters = (0..40).map(|i| (if i < 16 { 10 } else { 0 }, 10)).collect();
        let (found, once, naive) = (clusters.share(), wilson(16, 40), wilson(160, 400));
        assert!((found.low - once.low).abs() < 0.02 && (found.high - once.high).abs() < 0.02);
        assert!(found.high - found.low > 2.0 * (naive.high - naive.low));
        assert!((30.0..50.0).contains(&clusters.effective_trials()), "{}", clusters.effective_trials());
        let never: Clusters = (0..40).map(|_| (0, 10)).collect();
        assert_eq!(never.share().high, wilson(0, 40).high);
        assert_eq!((never.effective_trials(), Clusters::default().effective_trials()), (40.0, 0.0));
    }

    #[test]
    fn balanced_blocks_gain_but_never_leave_no_doubt() {
        let pairs: Clusters = (0..100).map(|_| (1, 2)).collect();
        let found = pairs.block_mean();
        assert_eq!(found.value, 0.5);
        assert!(found.high > 0.51 && found.high < wilson(100, 200).high);
        let sweep: Clusters = (0..20).map(|_| (2, 2)).collect();
        assert!(sweep.block_mean().low < 0.9 && sweep.block_mean().high == 1.0);
    }

    #[test]
    fn intervals_hold_the_truth_about_as_often_as_promised() {
        let mut stream = Splitmix::named("coverage");
        let (mut shares, mut means) = (0, 0);
        for _ in 0..1000 {
            let mut sums = Clusters::default();
            for _ in 0..25 {
                // Clusters lean to one side, around a true share of 0.3.
                let lean = 0.1 + 0.4 * stream.unit();
                sums.add((0..8).filter(|_| stream.unit() < lean).count() as u64, 8);
            }
            shares += u32::from(sums.share().holds(0.3));
            means += u32::from(sums.block_mean().holds(0.3));
        }
        assert!((930..=985).contains(&shares), "{shares}");
        assert!((930..=990).contains(&means), "{means}");
    }

    proptest! {
        #[test]
        fn intervals_are_ordered_and_inside(parts in prop::collection::vec((0u64..9, 0u64..9), 0..30)) {
            let sums: Clusters = parts.iter().map(|(a, b)| (*a.min(b), *b)).collect();
            for found in [Some(sums.share()), Some(sums.block_mean()), sums.ratio((0.0, 1.0))].into_iter().flatten() {
                prop_assert!(0.0 <= found.low && found.low <= found.value);
                prop_assert!(found.value <= found.high && found.high <= 1.0);
            }
        }

        #[test]
        fn shards_do_not_matter(parts in prop::collection::vec((0u64..9, 0u64..9), 0..30), cut in 0usize..30) {
            let cut = cut.min(parts.len());
            let mut merged: Clusters = parts[cut..].iter().copied().collect();
            merged.merge(&parts[..cut].iter().copied().collect());
            prop_assert_eq!(merged, parts.iter().copied().collect::<Clusters>());
        }
    }
}
