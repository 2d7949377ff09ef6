//! How many clusters there are: the elbow of the sum of squares within them, found without a plot.
//!
//! W(k) is the sum of squares with k clusters over the largest of them; D(k) = (W(k+1) − W(k)) / (K(k+1) − K(k)), where
//! K are the numbers of clusters; where D(k) and D(k−1) have the same sign, DD(k) = |D(k) / D(k−1)|; the k with the
//! smallest DD is the elbow. Where nothing is left to explain D(k) is 0, which counts as the same sign. The thesis does
//! not say how far k goes; here to 9, which needs W up to 10.

use super::kmeans::{Clusters, Points};
use ludometer_game::Rng;

/// The most clusters whose sum of squares is looked at.
pub const MOST: usize = 10;
/// Points that are fitted; of more, every so many-th.
const FITTED: usize = 4096;

/// The elbow of these sums of squares with 1, 2, 3… clusters; 1 where there is none.
#[must_use]
pub fn elbow(squares: &[f64]) -> usize {
    let largest = squares.iter().copied().fold(0.0, f64::max);
    let differences: Vec<f64> = squares.windows(2).map(|two| (two[1] - two[0]) / largest).collect();
    let mut best = (f64::INFINITY, 1);
    for (at, two) in differences.windows(2).enumerate() {
        let ratio = two[1] / two[0];
        // The ratio is not negative where the signs are equal.
        if ratio >= 0.0 && ratio < best.0 {
            best = (ratio, at + 2);
        }
    }
    best.1
}

/// The clusters at the elbow of these points; none without points.
#[must_use]
pub fn cluster(points: &Points, seed: u64) -> Option<Clusters> {
    if points.is_empty() || points.width == 0 {
        return None;
    }
    let thin = points.thinned(FITTED);
    let mut fits: Vec<(Clusters, f64)> = Vec::new();
    for k in 1..=MOST {
        let fit = Clusters::fit(&thin, k, Rng::derive(seed, "elbow", k as u64));
        let exact = fit.0.len() < k || fit.1 <= 1e-9;
        fits.push(fit);
        if exact {
            break;
        }
    }
    let mut squares: Vec<f64> = fits.iter().map(|fit| fit.1).collect();
    if squares.len() < MOST {
        // No more clusters could explain more.
        squares.push(0.0);
    }
    let k = elbow(&squares).min(fits.len());
    Some(fits.swap_remove(k - 1).0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_elbow_by_hand() {
        // D = −60, −25, −10, −5, −4 (over 100): DD(2) = 25/60, DD(3) = 10/25, DD(4) = 5/10, DD(5) = 4/5.
        assert_eq!(elbow(&[100.0, 40.0, 15.0, 5.0, 0.0, -4.0]), 3);
        // D = −80, −5, −4: DD(2) = 1/16, DD(3) = 4/5.
        assert_eq!(elbow(&[100.0, 20.0, 15.0, 11.0]), 2);
        // D = −50, 10, −20, −2: signs differ at 2 and 3; DD(4) = 1/10.
        assert_eq!(elbow(&[100.0, 50.0, 60.0, 40.0, 38.0]), 4);
        assert_eq!(elbow(&[100.0, 30.0, 0.0, 0.0]), 3, "nothing is left to explain");
        assert_eq!((elbow(&[0.0, 0.0, 0.0]), elbow(&[7.0])), (1, 1), "there is no elbow");
    }

    #[test]
    fn as_many_clusters_as_there_are_heaps() {
        let mut rng = Rng::stream(1, "heaps", 0);
        let mut points = Points { width: 1, ..Points::default() };
        for number in 0..400 {
            points.values.push((number % 4 * 50) as f32 + rng.unit() as f32);
            points.weights.push(1);
        }
        assert_eq!(cluster(&points, 1).map(|found| found.len()), Some(4));
        let few = Points { width: 1, values: vec![1.0, 2.0, 9.0], weights: vec![4, 1, 1] };
        assert_eq!(cluster(&few, 1).map(|found| found.len()), Some(3));
        assert_eq!(cluster(&Points::default(), 1), None);
    }
}
