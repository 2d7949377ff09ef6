//! The beta distribution, on which Student's t, Jeffreys' interval and binomial tails rest.

use crate::normal::bisect;

/// The chance that a beta(`a`, `b`) number is at most `x`: the regularised incomplete beta function.
///
/// By the continued fraction of the incomplete beta function (Abramowitz & Stegun 26.5.8), evaluated
/// with Lentz's method on whichever side of the mean it converges fast.
#[must_use]
pub fn beta_cdf(x: f64, a: f64, b: f64) -> f64 {
    if x <= 0.0 {
        return 0.0;
    }
    if x >= 1.0 {
        return 1.0;
    }
    if x > (a + 1.0) / (a + b + 2.0) {
        return 1.0 - beta_cdf(1.0 - x, b, a);
    }
    let log_beta = libm::lgamma(a) + libm::lgamma(b) - libm::lgamma(a + b);
    let front = libm::exp(a * libm::log(x) + b * libm::log1p(-x) - log_beta) / a;
    (front * fraction(x, a, b)).clamp(0.0, 1.0)
}

/// Lentz's evaluation of the continued fraction.
fn fraction(x: f64, a: f64, b: f64) -> f64 {
    const TINY: f64 = 1e-300;
    let away_from_zero = |v: f64| if v.abs() < TINY { TINY } else { v };
    let mut c = 1.0;
    let mut d = 1.0 / away_from_zero(1.0 - (a + b) * x / (a + 1.0));
    let mut result = d;
    // The number of steps grows with the square root of the parameters.
    for step in 1..100_000 {
        let m = f64::from(step);
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        for term in [even, odd] {
            d = 1.0 / away_from_zero(1.0 + term * d);
            c = away_from_zero(1.0 + term / c);
            result *= c * d;
        }
        if (c * d - 1.0).abs() < 1e-15 {
            break;
        }
    }
    result
}

/// The number below which a beta(`a`, `b`) number falls with chance `p`.
#[must_use]
pub fn beta_quantile(p: f64, a: f64, b: f64) -> f64 {
    bisect(0.0, 1.0, |x| beta_cdf(x, a, b) < p)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn known_values() {
        // A uniform number, a square root, and the sum of binomial chances 386 / 1024.
        assert!((beta_cdf(0.3, 1.0, 1.0) - 0.3).abs() < 1e-14);
        assert!((beta_cdf(0.25, 0.5, 1.0) - 0.5).abs() < 1e-14);
        assert!((beta_cdf(0.5, 6.0, 5.0) - 386.0 / 1024.0).abs() < 1e-13);
        assert!((beta_quantile(0.5, 1.0, 2.0) - (1.0 - 0.5f64.sqrt())).abs() < 1e-13);
    }

    proptest! {
        #[test]
        fn mirror_image(x in 0.0..1.0f64, a in 0.5..200.0f64, b in 0.5..200.0f64) {
            prop_assert!((beta_cdf(x, a, b) + beta_cdf(1.0 - x, b, a) - 1.0).abs() < 1e-10);
        }

        #[test]
        fn quantile_undoes_cdf(p in 0.001..0.999f64, a in 0.5..500.0f64, b in 0.5..500.0f64) {
            prop_assert!((beta_cdf(beta_quantile(p, a, b), a, b) - p).abs() < 1e-9);
        }
    }
}
