//! The decisions of a scenario as points, and their clusters.
//!
//! Cards and bets repeat themselves, so that many decisions are one point: clustering them again touches the points, and
//! no decision.

use super::elbow::cluster;
use super::kmeans::{Clusters, Points};
use rustc_hash::FxHashMap;

/// The points of a scenario, in the order they first came.
#[derive(Clone, Debug, Default)]
pub struct Groups {
    points: Points,
    known: FxHashMap<Box<[u32]>, u32>,
    labels: Vec<u8>,
    clusters: Option<Clusters>,
}

impl Groups {
    /// Points of so many numbers.
    #[must_use]
    pub fn new(width: usize) -> Self {
        Groups { points: Points { width, ..Points::default() }, ..Groups::default() }
    }

    /// The number of a point, which came once more.
    pub fn add(&mut self, point: &[f32]) -> u32 {
        // Bits tell what is unknown, too.
        let bits: Box<[u32]> = point.iter().map(|value| value.to_bits()).collect();
        let next = self.points.len() as u32;
        let number = *self.known.entry(bits).or_insert(next);
        if number == next {
            self.points.values.extend_from_slice(point);
            self.points.weights.push(0);
            self.labels.push(self.clusters.as_ref().map_or(0, |clusters| clusters.nearest(point)));
        }
        self.points.weights[number as usize] += 1;
        number
    }

    /// The cluster of a point.
    #[must_use]
    pub fn label(&self, point: u32) -> u8 {
        self.labels[point as usize]
    }

    /// The clusters, once there are any.
    #[must_use]
    pub fn clusters(&self) -> Option<&Clusters> {
        self.clusters.as_ref()
    }

    /// How many clusters there are; without any, all is one.
    #[must_use]
    pub fn len(&self) -> usize {
        self.clusters.as_ref().map_or(1, Clusters::len)
    }

    /// Whether nothing came yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.points.is_empty()
    }

    /// How many different points came.
    #[must_use]
    pub fn points(&self) -> usize {
        self.points.len()
    }

    /// Takes these clusters.
    pub fn take(&mut self, clusters: Option<Clusters>) {
        let nearest = |number| clusters.as_ref().map_or(0, |found| found.nearest(self.points.at(number)));
        self.labels = (0..self.points.len()).map(nearest).collect();
        self.clusters = clusters;
    }

    /// Looks for the elbow again; where it is elsewhere, or there were no clusters, clusters anew. Says whether it did.
    pub fn recluster(&mut self, seed: u64) -> bool {
        let found = cluster(&self.points, seed);
        let changed = found.as_ref().map(Clusters::len) != self.clusters.as_ref().map(Clusters::len);
        if changed {
            self.take(found);
        }
        changed
    }
}
