//! Means that do not depend on the order of what was added.
//!
//! Floating-point sums differ with the order of their terms, so shards merged in another order would
//! give other bytes. Here every value is rounded once, to a multiple of 2⁻²⁴, and sums are whole
//! numbers: adding and merging are exact.

use crate::Estimate;
use crate::student::reach;

/// Values are kept as multiples of this: exact for whole numbers, and as fine as an `f32` near 1.
const STEP: f64 = 1.0 / 16_777_216.0;

/// Larger values are cut, so that 2²⁷ squares cannot overflow.
const LARGEST: f64 = 67_108_864.0;

/// How many values there were, their sum and the sum of their squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Moments {
    n: u64,
    sum: i128,
    squares: i128,
}

impl Moments {
    /// Adds a value. What is not a finite number is left out.
    pub fn add(&mut self, value: f64) {
        self.add_times(value, 1);
    }

    /// Adds a value that was seen so often.
    pub fn add_times(&mut self, value: f64, times: u64) {
        if value.is_finite() {
            let steps = (value.clamp(-LARGEST, LARGEST) / STEP).round() as i128;
            self.n += times;
            self.sum += steps * i128::from(times);
            self.squares = self.squares.saturating_add((steps * steps).saturating_mul(i128::from(times)));
        }
    }

    /// Adds all that another one holds.
    pub fn merge(&mut self, other: &Moments) {
        self.n += other.n;
        self.sum += other.sum;
        self.squares = self.squares.saturating_add(other.squares);
    }

    /// The same values with so many zeros that there are `n`: for things that are only reported
    /// when they happen.
    #[must_use]
    pub fn padded(mut self, n: u64) -> Self {
        self.n = self.n.max(n);
        self
    }

    /// How many values there were.
    #[must_use]
    pub const fn n(&self) -> u64 {
        self.n
    }

    /// The mean; `None` without values.
    #[must_use]
    pub fn average(&self) -> Option<f64> {
        (self.n > 0).then(|| self.sum as f64 * STEP / self.n as f64)
    }

    /// The sample standard deviation (divisor n − 1); `None` for fewer than two values.
    #[must_use]
    pub fn deviation(&self) -> Option<f64> {
        if self.n < 2 {
            return None;
        }
        // n Σx² − (Σx)² is exact as long as it fits; rounding before the difference would not be.
        let n = i128::from(self.n);
        let exact = n
            .checked_mul(self.squares)
            .and_then(|left| self.sum.checked_mul(self.sum).map(|right| (left - right) as f64));
        let spread =
            exact.unwrap_or(self.n as f64 * self.squares as f64 - self.sum as f64 * self.sum as f64).max(0.0);
        Some((spread / (self.n as f64 * (self.n - 1) as f64)).sqrt() * STEP)
    }

    /// The mean with Student's 95 % interval, for values that lie inside `bounds`. One value alone
    /// says nothing about the spread: its interval is `bounds`. `None` without values.
    #[must_use]
    pub fn mean_within(&self, bounds: (f64, f64)) -> Option<Estimate> {
        let value = self.average()?;
        let half = self
            .deviation()
            .map_or(f64::INFINITY, |deviation| reach(self.n) * deviation / (self.n as f64).sqrt());
        Some(Estimate::around(value, value, half, bounds, self.n))
    }

    /// The mean with Student's 95 % interval, for values without bounds; `None` for fewer than two.
    #[must_use]
    pub fn mean(&self) -> Option<Estimate> {
        if self.n < 2 { None } else { self.mean_within((f64::NEG_INFINITY, f64::INFINITY)) }
    }

    /// The sample standard deviation with a 95 % interval; `None` for fewer than two values.
    ///
    /// The interval is that of normal values (chi-square, by the Wilson–Hilferty approximation);
    /// it is too narrow for long tails.
    #[must_use]
    pub fn spread(&self) -> Option<Estimate> {
        let value = self.deviation()?;
        let df = (self.n - 1) as f64;
        let end = |z: f64| {
            let root = 1.0 - 2.0 / (9.0 * df) + z * (2.0 / (9.0 * df)).sqrt();
            // Wilson–Hilferty turns negative for one or two degrees of freedom; chi-square does not.
            value / (root * root * root).max(1e-3).sqrt()
        };
        Some(Estimate {
            value,
            low: end(crate::Z95).min(value),
            high: end(-crate::Z95).max(value),
            n: self.n,
        })
    }
}

impl FromIterator<f64> for Moments {
    fn from_iter<I: IntoIterator<Item = f64>>(values: I) -> Self {
        let mut moments = Moments::default();
        values.into_iter().for_each(|value| moments.add(value));
        moments
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn known_values() {
        let moments: Moments = [1.0, 2.0, 4.0].into_iter().collect();
        let mean = moments.mean().unwrap();
        assert!((mean.value - 7.0 / 3.0).abs() < 1e-12);
        assert!(
            (mean.low - -1.461_249_70).abs() < 1e-6 && (mean.high - 6.127_916_37).abs() < 1e-6,
            "{mean:?}"
        );
        assert!((moments.deviation().unwrap() - (7.0f64 / 3.0).sqrt()).abs() < 1e-12);
    }

    #[test]
    fn the_spread_of_normal_values() {
        // Ten values with standard deviation 1: chi-square gives 0.687835 to 1.825610.
        let moments: Moments =
            (0..10).map(|i| if i % 2 == 0 { 0.9f64.sqrt() } else { -(0.9f64.sqrt()) }).collect();
        let spread = moments.spread().unwrap();
        assert!((spread.value - 1.0).abs() < 1e-6);
        assert!(
            (spread.low - 0.687_835).abs() < 2e-3 && (spread.high - 1.825_610).abs() < 2e-2,
            "{spread:?}"
        );
    }

    #[test]
    fn few_values_say_little() {
        assert_eq!(Moments::default().mean(), None);
        let one: Moments = [3.0].into_iter().collect();
        assert_eq!(one.mean(), None);
        assert_eq!(one.mean_within((0.0, 9.0)), Some(Estimate { value: 3.0, low: 0.0, high: 9.0, n: 1 }));
        assert_eq!(one.spread(), None);
    }

    #[test]
    fn nonsense_is_left_out_and_padding_adds_zeros() {
        let moments: Moments = [f64::NAN, f64::INFINITY, 6.0].into_iter().collect();
        assert_eq!(moments.n(), 1);
        assert_eq!(moments.padded(3).average(), Some(2.0));
    }

    proptest! {
        #[test]
        fn order_and_shards_do_not_matter(values in prop::collection::vec(-1e6..1e6f64, 0..50), cut in 0usize..50) {
            let whole: Moments = values.iter().copied().collect();
            let cut = cut.min(values.len());
            let mut parts: Moments = values[cut..].iter().rev().copied().collect();
            parts.merge(&values[..cut].iter().copied().collect());
            prop_assert_eq!(whole, parts);
        }

        #[test]
        fn agrees_with_two_passes(values in prop::collection::vec(-100.0..100.0f64, 2..60)) {
            let moments: Moments = values.iter().copied().collect();
            let plain = crate::mean(&values).unwrap();
            let exact = moments.mean().unwrap();
            prop_assert!((plain.value - exact.value).abs() < 1e-6);
            prop_assert!((plain.low - exact.low).abs() < 1e-5);
        }
    }
}
