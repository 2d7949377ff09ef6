//! How often something happens, from independent trials.

use crate::{Estimate, Z95, beta_quantile};

/// The share of `successes` in `n` trials with Wilson's 95 % interval.
///
/// With no trials nothing is known: the value is 0 and the interval is everything.
#[must_use]
pub fn wilson(successes: u64, n: u64) -> Estimate {
    wilson_z(successes, n, Z95)
}

/// [`wilson`] with another width: `z` standard errors.
#[must_use]
pub fn wilson_z(successes: u64, n: u64, z: f64) -> Estimate {
    if n == 0 {
        return Estimate { value: 0.0, low: 0.0, high: 1.0, n };
    }
    let share = successes as f64 / n as f64;
    let (centre, half) = wilson_parts(share, n as f64, z);
    Estimate::around(share, centre, half, (0.0, 1.0), n)
}

/// [`wilson`] where a trial may be won in part: `mean` of the scores, from 0 to 1, of `n` trials. It is wider
/// than scores in between deserve, never narrower: none spread more than all or nothing.
#[must_use]
pub fn wilson_mean(mean: f64, n: u64) -> Estimate {
    if n == 0 {
        return wilson(0, 0);
    }
    let (centre, half) = wilson_parts(mean, n as f64, Z95);
    Estimate::around(mean, centre, half, (0.0, 1.0), n)
}

/// Centre and half-width for a share seen in `n` trials, where `n` may be an effective number.
pub(crate) fn wilson_parts(share: f64, n: f64, z: f64) -> (f64, f64) {
    let z2 = z * z;
    let shrink = 1.0 + z2 / n;
    let centre = (share + z2 / (2.0 * n)) / shrink;
    let half = z * (share * (1.0 - share) / n + z2 / (4.0 * n * n)).sqrt() / shrink;
    (centre, half)
}

/// The share of `successes` in `n` trials with Jeffreys' 95 % interval: closer to its promise than
/// [`wilson`] when trials are few and the share is near 0 or 1.
#[must_use]
pub fn jeffreys(successes: u64, n: u64) -> Estimate {
    let failures = n - successes.min(n);
    let end = |p| beta_quantile(p, successes as f64 + 0.5, failures as f64 + 0.5);
    let value = if n == 0 { 0.0 } else { successes as f64 / n as f64 };
    // Convention of Brown, Cai & DasGupta (2001): the interval reaches the end that was observed.
    let low = if successes == 0 { 0.0 } else { end(0.025) };
    let high = if failures == 0 { 1.0 } else { end(0.975) };
    Estimate { value, low, high, n }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn close(found: Estimate, low: f64, high: f64) {
        assert!((found.low - low).abs() < 5e-7 && (found.high - high).abs() < 5e-7, "{found:?}");
    }

    #[test]
    fn known_values() {
        close(wilson(8, 10), 0.490_162_5, 0.943_317_8);
        close(wilson(0, 20), 0.0, 0.161_125_2);
        close(wilson(585, 1000), 0.554_192_8, 0.615_156_6);
        close(jeffreys(8, 10), 0.497_225_5, 0.955_940_6);
        close(jeffreys(0, 5), 0.0, 0.379_377_1);
        assert_eq!(wilson(0, 0), Estimate { value: 0.0, low: 0.0, high: 1.0, n: 0 });
    }

    #[test]
    fn a_trial_may_be_won_in_part() {
        assert_eq!(wilson_mean(0.4, 10), wilson(4, 10));
        assert_eq!(wilson_mean(0.0, 0), wilson(0, 0));
        let one = wilson_mean(0.75, 1);
        assert!(one.value == 0.75 && one.low < 0.2 && one.high > 0.95, "{one:?}");
    }

    proptest! {
        #[test]
        fn holds_the_share_and_mirrors(n in 1u64..5000, part in 0.0..=1.0f64) {
            let k = (n as f64 * part) as u64;
            for interval in [wilson, jeffreys] {
                let (hit, miss) = (interval(k, n), interval(n - k, n));
                prop_assert!(0.0 <= hit.low && hit.low <= hit.value && hit.value <= hit.high && hit.high <= 1.0);
                prop_assert!((hit.low + miss.high - 1.0).abs() < 1e-9);
            }
        }

        #[test]
        fn more_trials_narrow_it(n in 1u64..1000, part in 0.0..=1.0f64) {
            let k = (n as f64 * part) as u64;
            let width = |e: Estimate| e.high - e.low;
            prop_assert!(width(wilson(4 * k, 4 * n)) < width(wilson(k, n)));
        }
    }
}
