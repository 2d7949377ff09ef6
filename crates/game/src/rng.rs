//! Named random streams.
//!
//! Randomness is always an argument. A stream is hashed from (seed, label, index), so that the dice
//! of match 7, the thinking of an agent and a training shuffle never share or disturb each other.

use rand_core::{Rng as _, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use xxhash_rust::xxh3::xxh3_64;

/// A fast, reproducible random stream (xoshiro256++).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rng(Xoshiro256PlusPlus);

impl Rng {
    /// The stream called `label`, number `index`, of the job with this seed.
    #[must_use]
    pub fn stream(seed: u64, label: &str, index: u64) -> Self {
        Rng(Xoshiro256PlusPlus::seed_from_u64(Self::derive(seed, label, index)))
    }

    /// A derived seed: the hash of all three, never an exclusive or.
    #[must_use]
    pub fn derive(seed: u64, label: &str, index: u64) -> u64 {
        let mut bytes = Vec::with_capacity(label.len() + 16);
        bytes.extend_from_slice(&seed.to_le_bytes());
        bytes.extend_from_slice(&index.to_le_bytes());
        bytes.extend_from_slice(label.as_bytes());
        xxh3_64(&bytes)
    }

    /// 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A whole number in `0..n`. The bias of the multiplication is below n / 2^64.
    #[inline]
    pub fn below(&mut self, n: usize) -> usize {
        debug_assert!(n > 0, "nothing to choose from");
        ((u128::from(self.bits()) * n as u128) >> 64) as usize
    }

    /// Many draws of numbers below `largest` or less, several from each random word.
    #[inline]
    pub fn draws(&mut self, largest: usize) -> Draws<'_> {
        let bits = usize::BITS - largest.saturating_sub(1).leading_zeros();
        Draws { rng: self, word: 0, left: 0, per_word: (40 / bits.max(1)).max(1) }
    }

    /// A number in `[0, 1)` with 53 random bits.
    #[inline]
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }

    /// Puts the items in a uniformly random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }

    /// Draws an index with probability proportional to its weight (roulette). `None` if no weight
    /// is positive.
    pub fn roulette(&mut self, weights: impl Iterator<Item = f64> + Clone) -> Option<usize> {
        let total: f64 = weights.clone().filter(|w| *w > 0.0).sum();
        let mut left = self.unit() * total;
        let mut last = None;
        for (index, weight) in weights.enumerate().filter(|(_, w)| *w > 0.0) {
            last = Some(index);
            if left < weight {
                break;
            }
            left -= weight;
        }
        last
    }
}

/// Cheap draws of small numbers, for playouts: see [`Rng::draws`].
///
/// A word is read as a fraction of 1. Multiplied by n its whole part is a draw, and what is left
/// behind the point serves the next one. A word is spent on draws of at most 2^40 outcomes together
/// (for a `largest` up to 2^40), so the bias of each is below 2^-24.
pub struct Draws<'a> {
    rng: &'a mut Rng,
    word: u64,
    left: u32,
    per_word: u32,
}

impl Draws<'_> {
    /// A whole number in `0..n`, n at most the `largest` that was declared.
    #[inline]
    pub fn below(&mut self, n: usize) -> usize {
        debug_assert!(n > 0, "nothing to choose from");
        if self.left == 0 {
            self.word = self.rng.bits();
            self.left = self.per_word;
        }
        self.left -= 1;
        let product = u128::from(self.word) * n as u128;
        self.word = product as u64;
        (product >> 64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_differ_by_every_part_of_their_name() {
        let bits = |seed, label, index| Rng::stream(seed, label, index).bits();
        let base = bits(1, "dice", 0);
        assert_eq!(base, bits(1, "dice", 0));
        assert_ne!(base, bits(2, "dice", 0));
        assert_ne!(base, bits(1, "deal", 0));
        assert_ne!(base, bits(1, "dice", 1));
        assert_ne!(bits(1, "dice", 2), bits(2, "dice", 1));
    }

    #[test]
    fn below_is_uniform() {
        let mut rng = Rng::stream(1, "uniform", 0);
        let mut seen = [0u32; 7];
        for _ in 0..70_000 {
            seen[rng.below(7)] += 1;
        }
        let chi2: f64 = seen.iter().map(|&n| (f64::from(n) - 1e4).powi(2) / 1e4).sum();
        assert!(chi2 < 22.5, "chi-square {chi2} with 6 degrees of freedom");
    }

    #[test]
    fn draws_from_one_word_are_uniform_and_independent() {
        let mut rng = Rng::stream(1, "draws", 0);
        let mut draws = rng.draws(7);
        let mut pairs = [0u32; 49];
        let mut last = draws.below(7);
        for _ in 0..490_000 {
            let next = draws.below(7);
            pairs[last * 7 + next] += 1;
            last = next;
        }
        let chi2: f64 = pairs.iter().map(|&n| (f64::from(n) - 1e4).powi(2) / 1e4).sum();
        assert!(chi2 < 84.0, "chi-square {chi2} with 48 degrees of freedom");
    }

    #[test]
    fn a_word_is_not_asked_for_more_than_it_holds() {
        let draws_of = |largest| Rng::stream(1, "draws", 0).draws(largest).per_word;
        assert_eq!([1, 2, 7, 9, 1 << 20, (1 << 20) + 1].map(draws_of), [40, 40, 13, 10, 2, 1]);
    }

    #[test]
    fn roulette_skips_what_has_no_weight() {
        let mut rng = Rng::stream(1, "roulette", 0);
        for _ in 0..1000 {
            let drawn = rng.roulette([0.0, 2.0, 0.0, 1.0, 0.0].into_iter());
            assert!(matches!(drawn, Some(1 | 3)));
        }
        assert_eq!(rng.roulette([0.0].into_iter()), None);
    }
}
