//! k-means over weighted points, standardised first, with seeded starts.
//!
//! Cards and bets repeat themselves: points are held once, with how often they came, which changes nothing but the time
//! it takes. Starts are drawn as k-means++ draws them; of a few, the best is kept.

use ludometer_game::Rng;
use serde::{Deserialize, Serialize};

/// Starts of which the best is kept.
const STARTS: u64 = 3;
/// Rounds after which a start is given up on; most settle within ten.
const ROUNDS: usize = 50;

/// Points, each with how often it came.
#[derive(Clone, Debug, Default)]
pub struct Points {
    /// Numbers of a point.
    pub width: usize,
    /// All of them, one point after the other.
    pub values: Vec<f32>,
    /// How often each came.
    pub weights: Vec<u32>,
}

/// Clusters: centres among standardised points.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Clusters {
    /// What is taken away from each number.
    mean: Vec<f32>,
    /// What it is multiplied by then: 1 over the deviation, 0 where all are equal.
    scale: Vec<f32>,
    /// Centres, one after the other.
    centres: Vec<f32>,
}

impl Points {
    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.weights.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.weights.is_empty()
    }

    /// One of them.
    #[must_use]
    pub fn at(&self, number: usize) -> &[f32] {
        &self.values[number * self.width..][..self.width]
    }

    /// Every so many-th point, where there are more than this.
    #[must_use]
    pub fn thinned(&self, most: usize) -> Points {
        let step = self.len().div_ceil(most).max(1);
        let mut thin = Points { width: self.width, ..Points::default() };
        for number in (0..self.len()).step_by(step) {
            thin.values.extend_from_slice(self.at(number));
            thin.weights.push(self.weights[number]);
        }
        thin
    }

    /// Mean and 1 / deviation of each number; what is unknown is left out.
    fn standard(&self) -> (Vec<f32>, Vec<f32>) {
        let of = |column: usize| {
            let (mut many, mut sum, mut squares) = (0.0, 0.0, 0.0);
            for number in 0..self.len() {
                let value = f64::from(self.at(number)[column]);
                if !value.is_nan() {
                    let weight = f64::from(self.weights[number]);
                    many += weight;
                    sum += weight * value;
                    squares += weight * value * value;
                }
            }
            let mean = if many > 0.0 { sum / many } else { 0.0 };
            let spread = if many > 0.0 { (squares / many - mean * mean).max(0.0).sqrt() } else { 0.0 };
            (mean as f32, if spread > 1e-9 { (1.0 / spread) as f32 } else { 0.0 })
        };
        (0..self.width).map(of).unzip()
    }
}

impl Clusters {
    /// The best of a few starts with `k` clusters, and the sum of squares within them.
    #[must_use]
    pub fn fit(points: &Points, k: usize, seed: u64) -> (Clusters, f64) {
        let (mean, scale) = points.standard();
        let empty = Clusters { mean, scale, centres: Vec::new() };
        let mut standard = Vec::with_capacity(points.values.len());
        for number in 0..points.len() {
            empty.standardise(points.at(number), &mut standard);
        }
        let space = Space { width: points.width, points: &standard, weights: &points.weights };
        let tries = (0..STARTS).map(|start| space.settle(k, &mut Rng::stream(seed, "k-means", start)));
        let best = tries.min_by(|one, other| one.1.total_cmp(&other.1)).unwrap_or_default();
        let centres = best.0.into_iter().map(|number| number as f32).collect();
        (Clusters { centres, ..empty }, best.1)
    }

    /// How many.
    #[must_use]
    pub fn len(&self) -> usize {
        self.centres.len().checked_div(self.mean.len()).unwrap_or(0)
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.centres.is_empty()
    }

    /// Whether it is over points of so many numbers, and whole.
    #[must_use]
    pub fn fits(&self, width: usize) -> bool {
        self.mean.len() == width
            && self.scale.len() == width
            && width > 0
            && self.centres.len().is_multiple_of(width)
            && (1..=255).contains(&self.len())
    }

    fn standardise(&self, point: &[f32], out: &mut Vec<f32>) {
        out.extend(point.iter().zip(&self.mean).zip(&self.scale).map(|((value, mean), scale)| {
            let standard = (value - mean) * scale;
            // What is unknown is as usual.
            if standard.is_nan() { 0.0 } else { standard }
        }));
    }

    /// The cluster whose centre is nearest; of equals the first.
    #[must_use]
    pub fn nearest(&self, point: &[f32]) -> u8 {
        let mut best = (f32::INFINITY, 0);
        for (number, centre) in self.centres.chunks_exact(self.mean.len().max(1)).enumerate() {
            let mut far = 0.0;
            for (((value, mean), scale), centre) in point.iter().zip(&self.mean).zip(&self.scale).zip(centre)
            {
                let standard = (value - mean) * scale;
                let away = if standard.is_nan() { -centre } else { standard - centre };
                far += away * away;
            }
            if far < best.0 {
                best = (far, number as u8);
            }
        }
        best.1
    }
}

/// Standardised points.
struct Space<'a> {
    width: usize,
    points: &'a [f32],
    weights: &'a [u32],
}

impl Space<'_> {
    fn at(&self, number: usize) -> &[f32] {
        &self.points[number * self.width..][..self.width]
    }

    /// Centres that do not move any more, and the sum of squares.
    fn settle(&self, k: usize, rng: &mut Rng) -> (Vec<f64>, f64) {
        let mut centres = self.start(k, rng);
        let mut of = vec![usize::MAX; self.weights.len()];
        let mut squares = 0.0;
        for _ in 0..ROUNDS {
            let mut moved = false;
            squares = 0.0;
            for (number, own) in of.iter_mut().enumerate() {
                let (nearest, far) = nearest(&centres, self.width, self.at(number));
                moved |= std::mem::replace(own, nearest) != nearest;
                squares += far * f64::from(self.weights[number]);
            }
            if !moved {
                break;
            }
            self.centre(&of, &mut centres);
        }
        (centres, squares)
    }

    /// Puts every centre in the middle of its points; one without points stays where it is.
    fn centre(&self, of: &[usize], centres: &mut [f64]) {
        let mut sums = vec![0.0; centres.len()];
        let mut many = vec![0.0; centres.len() / self.width];
        for (number, &own) in of.iter().enumerate() {
            let weight = f64::from(self.weights[number]);
            many[own] += weight;
            for (sum, value) in sums[own * self.width..].iter_mut().zip(self.at(number)) {
                *sum += weight * f64::from(*value);
            }
        }
        for (own, &many) in many.iter().enumerate().filter(|(_, many)| **many > 0.0) {
            for column in 0..self.width {
                centres[own * self.width + column] = sums[own * self.width + column] / many;
            }
        }
    }

    /// First centres: each drawn from the points, the further from those before the likelier.
    fn start(&self, k: usize, rng: &mut Rng) -> Vec<f64> {
        let mut centres: Vec<f64> = Vec::with_capacity(k * self.width);
        let mut far = vec![1.0; self.weights.len()];
        for _ in 0..k {
            let weights = far.iter().zip(self.weights).map(|(far, weight)| far * f64::from(*weight));
            // Where every point has a centre already, nothing is left to draw.
            let Some(drawn) = rng.roulette(weights) else { break };
            centres.extend(self.at(drawn).iter().map(|value| f64::from(*value)));
            for (number, far) in far.iter_mut().enumerate() {
                *far = nearest(&centres, self.width, self.at(number)).1;
            }
        }
        centres
    }
}

/// The nearest centre, and the square of how far it is.
fn nearest(centres: &[f64], width: usize, point: &[f32]) -> (usize, f64) {
    let mut best = (0, f64::INFINITY);
    for (number, centre) in centres.chunks_exact(width).enumerate() {
        let away = |(value, centre): (&f32, &f64)| (f64::from(*value) - centre).powi(2);
        let far = point.iter().zip(centre).map(away).sum();
        if far < best.1 {
            best = (number, far);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three heaps far apart, the second seldom.
    fn heaps() -> Points {
        let mut rng = Rng::stream(1, "heaps", 0);
        let mut points = Points { width: 2, ..Points::default() };
        for number in 0..300u32 {
            let heap = f64::from(number % 3);
            points.values.extend([100.0 * heap + rng.unit(), -heap + 0.01 * rng.unit()].map(|v| v as f32));
            points.weights.push(if number % 3 == 1 { 1 } else { 5 });
        }
        points
    }

    #[test]
    fn heaps_are_found_whatever_the_scale_of_their_numbers() {
        let points = heaps();
        let (clusters, squares) = Clusters::fit(&points, 3, 1);
        assert!(squares < 1.0, "{squares}");
        assert!(clusters.fits(2) && clusters.len() == 3);
        let labels: Vec<u8> = (0..3).map(|number| clusters.nearest(points.at(number))).collect();
        for number in 0..points.len() {
            assert_eq!(clusters.nearest(points.at(number)), labels[number % 3]);
        }
        assert_eq!(labels.iter().collect::<std::collections::BTreeSet<_>>().len(), 3);
    }

    #[test]
    fn weights_are_as_good_as_repetitions() {
        let points = heaps();
        let mut repeated = Points { width: 2, ..Points::default() };
        for number in 0..points.len() {
            for _ in 0..points.weights[number] {
                repeated.values.extend_from_slice(points.at(number));
                repeated.weights.push(1);
            }
        }
        let [one, other] = [&points, &repeated].map(|points| Clusters::fit(points, 3, 1).1);
        assert!((one - other).abs() < 1e-6, "{one} and {other}");
    }

    #[test]
    fn more_clusters_than_points_are_not_invented_and_the_unknown_is_as_usual() {
        let points = Points { width: 1, values: vec![1.0, 3.0, f32::NAN], weights: vec![1, 1, 1] };
        let (clusters, squares) = Clusters::fit(&points, 9, 1);
        assert_eq!((clusters.len(), squares), (3, 0.0));
        assert_eq!(clusters.nearest(&[f32::NAN]), clusters.nearest(&[2.0]));
    }
}
