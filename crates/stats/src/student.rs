//! Student's t distribution: how far a mean may be off when its spread is estimated too.

use crate::beta::beta_cdf;
use crate::normal::{bisect, normal_quantile};

/// The chance that a t number with `df` degrees of freedom is at most `x`.
#[must_use]
pub fn student_cdf(x: f64, df: f64) -> f64 {
    let tail = 0.5 * beta_cdf(df / (df + x * x), 0.5 * df, 0.5);
    if x > 0.0 { 1.0 - tail } else { tail }
}

/// The number below which a t number with `df` degrees of freedom falls with chance `p`.
#[must_use]
pub fn student_quantile(p: f64, df: f64) -> f64 {
    // From here on the normal quantile differs by less than the sixth digit.
    if df > 1e6 || p <= 0.0 || p >= 1.0 {
        return normal_quantile(p);
    }
    if p > 0.5 {
        return -student_quantile(1.0 - p, df);
    }
    bisect(-1e9, 0.0, |x| student_cdf(x, df) < p)
}

/// How many standard errors a two-sided 95 % interval reaches, for `n` observations.
pub(crate) fn reach(n: u64) -> f64 {
    student_quantile(0.975, n as f64 - 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn known_values() {
        for (df, expected) in [
            (1.0, 12.706_204_736_174_7),
            (2.0, 4.302_652_729_749_46),
            (9.0, 2.262_157_162_798_21),
            (30.0, 2.042_272_456_301_24),
            (1000.0, 1.962_339_080_826_41),
        ] {
            assert!((student_quantile(0.975, df) - expected).abs() < 1e-9, "{df}");
        }
        assert!((student_cdf(1.0, 1.0) - 0.75).abs() < 1e-14);
    }

    proptest! {
        #[test]
        fn symmetric_and_monotone(x in 0.0..50.0f64, more in 0.01..5.0f64, df in 1.0..300.0f64) {
            prop_assert!((student_cdf(x, df) + student_cdf(-x, df) - 1.0).abs() < 1e-12);
            prop_assert!(student_cdf(x + more, df) >= student_cdf(x, df));
        }
    }
}
