//! Elo: strength differences on the scale where 400 points are odds of ten to one.

use crate::{Estimate, normal_cdf};

/// Scores nearer to 0 or 1 than this are cut: ±1600 points, more than any number of matches proves.
const SMALLEST_SCORE: f64 = 1e-4;

/// The Elo difference at which this mean score (wins and half of the draws) is expected.
/// Kept within ±1600.
#[must_use]
pub fn elo_of_score(score: f64) -> f64 {
    let score = score.clamp(SMALLEST_SCORE, 1.0 - SMALLEST_SCORE);
    -400.0 * libm::log10(1.0 / score - 1.0)
}

/// The mean score expected at this Elo difference.
#[must_use]
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + libm::pow(10.0, -elo / 400.0))
}

/// The Elo difference of a mean score with the interval carried over.
#[must_use]
pub fn elo_estimate(score: &Estimate) -> Estimate {
    Estimate {
        value: elo_of_score(score.value),
        low: elo_of_score(score.low),
        high: elo_of_score(score.high),
        n: score.n,
    }
}

/// The chance that the one with this mean score is the stronger, given the standard error of the
/// score. Without any error the score alone decides.
#[must_use]
pub fn likelihood_of_superiority(score: f64, standard_error: f64) -> f64 {
    if standard_error > 0.0 {
        return normal_cdf((score - 0.5) / standard_error);
    }
    match score.total_cmp(&0.5) {
        std::cmp::Ordering::Less => 0.0,
        std::cmp::Ordering::Equal => 0.5,
        std::cmp::Ordering::Greater => 1.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn known_values() {
        assert!((elo_of_score(0.75) - 190.848_501_888).abs() < 1e-8);
        assert!((score_of_elo(400.0) - 10.0 / 11.0).abs() < 1e-15);
        assert_eq!(elo_of_score(0.5), 0.0);
        assert!(elo_of_score(1.0) > 1599.0 && elo_of_score(1.0).is_finite());
        assert!((likelihood_of_superiority(0.55, 0.05) - 0.841_344_746).abs() < 1e-8);
        assert_eq!(likelihood_of_superiority(0.5, 0.0), 0.5);
    }

    proptest! {
        #[test]
        fn each_undoes_the_other(elo in -1500.0..1500.0f64) {
            prop_assert!((elo_of_score(score_of_elo(elo)) - elo).abs() < 1e-7);
        }
    }
}
