//! The mean of a few numbers.

use crate::Estimate;
use crate::student::reach;

/// The mean with Student's 95 % interval; `None` for fewer than two values, which say nothing about
/// the spread. For sums that must not depend on order see [`crate::Moments`].
#[must_use]
pub fn mean(values: &[f64]) -> Option<Estimate> {
    if values.len() < 2 {
        return None;
    }
    let n = values.len() as f64;
    let value = values.iter().sum::<f64>() / n;
    let squares: f64 = values.iter().map(|x| (x - value) * (x - value)).sum();
    let half = reach(values.len() as u64) * (squares / (n - 1.0) / n).sqrt();
    Some(Estimate { value, low: value - half, high: value + half, n: values.len() as u64 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_values() {
        let found = mean(&[2.1, 2.9, 3.7, 4.4, 5.0, 6.3]).unwrap();
        assert!((found.value - 4.066_666_67).abs() < 1e-8);
        assert!(
            (found.low - 2.486_693_77).abs() < 1e-7 && (found.high - 5.646_639_57).abs() < 1e-7,
            "{found:?}"
        );
        assert_eq!(mean(&[1.0]), None);
    }
}
