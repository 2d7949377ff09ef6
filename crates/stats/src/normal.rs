//! The normal distribution.

/// The normal quantile of a two-sided 95 % interval.
pub const Z95: f64 = 1.959_963_984_540_054;

/// The chance that a standard normal number is at most `x`.
#[must_use]
pub fn normal_cdf(x: f64) -> f64 {
    0.5 * libm::erfc(-x / std::f64::consts::SQRT_2)
}

/// The number below which a standard normal number falls with chance `p`; infinite at 0 and 1.
#[must_use]
pub fn normal_quantile(p: f64) -> f64 {
    if p <= 0.0 {
        return f64::NEG_INFINITY;
    }
    if p >= 1.0 {
        return f64::INFINITY;
    }
    // The lower tail keeps its digits; the upper one is its mirror image.
    if p > 0.5 {
        return -normal_quantile(1.0 - p);
    }
    bisect(-40.0, 0.0, |x| normal_cdf(x) < p)
}

/// Where `below` turns from true to false, to the last bit that matters.
pub(crate) fn bisect(mut low: f64, mut high: f64, below: impl Fn(f64) -> bool) -> f64 {
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        if middle <= low || middle >= high {
            break;
        }
        if below(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    0.5 * (low + high)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn known_values() {
        assert!((normal_cdf(1.0) - 0.841_344_746_068_542_9).abs() < 1e-15);
        assert!((normal_cdf(-6.0) - 9.865_876_450_376_98e-10).abs() < 1e-23);
        assert!((normal_quantile(0.975) - Z95).abs() < 1e-13);
        assert!((normal_quantile(1e-9) - -5.997_807_015_007_687).abs() < 1e-10);
        assert_eq!(normal_quantile(0.0), f64::NEG_INFINITY);
        assert_eq!(normal_quantile(1.0), f64::INFINITY);
    }

    proptest! {
        #[test]
        fn quantile_undoes_cdf(x in -6.0..6.0f64) {
            prop_assert!((normal_quantile(normal_cdf(x)) - x).abs() < 1e-6);
        }
    }
}
