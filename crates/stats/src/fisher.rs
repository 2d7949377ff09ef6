//! Fisher's exact test: do two groups differ in a share?

/// The two-sided p-value that `a` of `n` and `b` of `m` come from one common share: the chance, given
/// the totals, of a table at most as likely as this one. 1 when a group is empty.
#[must_use]
pub fn fisher_exact(a: u64, n: u64, b: u64, m: u64) -> f64 {
    let hits = a + b;
    let log_total = log_choose(n + m, hits);
    let log_chance = |x: u64| log_choose(n, x) + log_choose(m, hits - x) - log_total;
    let seen = log_chance(a);
    // The margin treats tables as equally likely that differ only by rounding.
    let sum: f64 = (hits.saturating_sub(m)..=hits.min(n))
        .map(log_chance)
        .filter(|chance| *chance <= seen + 1e-7)
        .map(libm::exp)
        .sum();
    sum.min(1.0)
}

fn log_choose(n: u64, k: u64) -> f64 {
    let log_factorial = |x: u64| libm::lgamma(x as f64 + 1.0);
    log_factorial(n) - log_factorial(k) - log_factorial(n - k)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn known_values() {
        // The lady tasting tea: all of four right; 3 of 4 against 1 of 4.
        assert!((fisher_exact(4, 4, 0, 4) - 2.0 / 70.0).abs() < 1e-12);
        assert!((fisher_exact(3, 4, 1, 4) - 34.0 / 70.0).abs() < 1e-12);
        assert!((fisher_exact(8, 10, 1, 6) - 0.034_965_034_965).abs() < 1e-9);
        assert_eq!(fisher_exact(0, 0, 3, 7), 1.0);
    }

    proptest! {
        #[test]
        fn the_order_of_groups_does_not_matter(n in 0u64..60, m in 0u64..60, s in 0.0..=1.0f64, t in 0.0..=1.0f64) {
            let (a, b) = ((n as f64 * s) as u64, (m as f64 * t) as u64);
            let p = fisher_exact(a, n, b, m);
            prop_assert!((0.0..=1.0).contains(&p));
            prop_assert!((p - fisher_exact(b, m, a, n)).abs() < 1e-9);
            prop_assert!((p - fisher_exact(n - a, n, m - b, m)).abs() < 1e-9);
        }
    }
}
