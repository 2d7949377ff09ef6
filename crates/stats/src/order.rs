//! Quantiles and the median, from sorted values.

use crate::{Estimate, beta_cdf};

/// The quantile `p` of sorted values, interpolating between neighbours (Hyndman & Fan's type 7);
/// `None` without values.
#[must_use]
pub fn quantile(sorted: &[f64], p: f64) -> Option<f64> {
    let place = p.clamp(0.0, 1.0) * sorted.len().checked_sub(1)? as f64;
    let (below, part) = (place.floor() as usize, place.fract());
    let above = (below + 1).min(sorted.len() - 1);
    Some(sorted[below] + part * (sorted[above] - sorted[below]))
}

/// The median of sorted values with a 95 % interval of order statistics, which supposes nothing about
/// the distribution. Fewer than six values cannot give 95 %: the interval is then `bounds`.
#[must_use]
pub fn median(sorted: &[f64], bounds: (f64, f64)) -> Option<Estimate> {
    let value = quantile(sorted, 0.5)?;
    let n = sorted.len();
    let (low, high) = match outer_ranks(n) {
        Some(rank) => (sorted[rank - 1], sorted[n - rank]),
        None => (bounds.0.min(sorted[0]), bounds.1.max(sorted[n - 1])),
    };
    Some(Estimate { value, low, high, n: n as u64 })
}

/// The largest rank r (from 1) such that the r-th smallest and the r-th largest value enclose the
/// median with at least 95 %: fewer than r of n fair coins show heads with at most 2.5 %.
fn outer_ranks(n: usize) -> Option<usize> {
    let fewer_than = |rank: usize| beta_cdf(0.5, (n - rank + 1) as f64, rank as f64);
    if n == 0 || fewer_than(1) > 0.025 {
        return None;
    }
    let (mut holds, mut fails) = (1, n / 2 + 1);
    while holds + 1 < fails {
        let middle = usize::midpoint(holds, fails);
        if fewer_than(middle) <= 0.025 {
            holds = middle;
        } else {
            fails = middle;
        }
    }
    Some(holds)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn quantiles_interpolate() {
        let values = [1.0, 2.0, 4.0, 8.0];
        assert_eq!(quantile(&values, 0.5), Some(3.0));
        assert_eq!(quantile(&values, 0.25), Some(1.75));
        assert_eq!(quantile(&values, 1.0), Some(8.0));
        assert_eq!(quantile(&[], 0.5), None);
    }

    #[test]
    fn ranks_as_in_the_tables() {
        for (n, rank) in
            [(5, None), (6, Some(1)), (9, Some(2)), (10, Some(2)), (20, Some(6)), (100, Some(40))]
        {
            assert_eq!(outer_ranks(n), rank, "{n}");
        }
        let values: Vec<f64> = (1..=20).map(f64::from).collect();
        assert_eq!(median(&values, (0.0, 99.0)), Some(Estimate { value: 10.5, low: 6.0, high: 15.0, n: 20 }));
        assert_eq!(median(&[7.0], (0.0, 9.0)), Some(Estimate { value: 7.0, low: 0.0, high: 9.0, n: 1 }));
    }

    proptest! {
        #[test]
        fn the_interval_holds_the_median(mut values in prop::collection::vec(0.0..100.0f64, 1..200)) {
            values.sort_by(f64::total_cmp);
            let found = median(&values, (0.0, 100.0)).unwrap();
            prop_assert!(found.low <= found.value && found.value <= found.high);
        }
    }
}
