//! Retrieval in two steps: the nearest cluster of an index, then the most similar of its decisions.
//!
//! The threshold begins at 98 % and is lowered by 2 points until enough decisions reach it (≥, where the thesis has both
//! > and ≥), or all that there are.

use super::base::Base;
use super::drawer::{Drawer, Entry, Measure};
use ludometer_game::CaseQuery;

/// Points by which the threshold is lowered.
pub const STEP: u8 = 2;

/// How much is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Demand {
    /// Similarity to begin with, in percent.
    pub threshold: u8,
    /// How many decisions are enough.
    pub least: usize,
}

/// A decision that was found.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Found {
    /// Its answer, what it brought, and its case.
    pub entry: Entry,
    /// How similar it is, 0 to 1.
    pub similarity: f32,
    /// The cluster it belongs to.
    pub cluster: u8,
    /// Its place in the drawer it is from.
    pub at: u32,
}

/// What was found, and how. Holds its memory for the next question.
#[derive(Clone, Debug, Default)]
pub struct Retrieved {
    /// The decisions at or above the threshold, in the order of their cases.
    pub found: Vec<Found>,
    /// The threshold in the end, in percent.
    pub threshold: u8,
    /// How many reached the threshold in the beginning.
    pub similar: usize,
    /// How many were compared.
    pub compared: usize,
    /// The cluster of the index they are from.
    pub cluster: u8,
    asked: Vec<f32>,
    sums: Vec<f32>,
    measures: Vec<Measure>,
}

impl Retrieved {
    /// Looks for decisions like this one; `values` are what is known of each attribute.
    pub fn search(&mut self, base: &Base, query: CaseQuery, values: &[f32], demand: Demand) {
        self.found.clear();
        self.threshold = demand.threshold;
        self.cluster = base.cluster_of(query.scenario, values);
        let drawer = base.drawer(query.scenario, query.facing, self.cluster);
        self.compared = drawer.map_or(0, Drawer::len);
        self.similar = 0;
        let Some(drawer) = drawer else { return };
        let asks = &base.schema().scenarios[usize::from(query.scenario)].asks;
        self.asked.clear();
        self.asked.extend(asks.iter().map(|place| values[*place]));
        base.measures(query.scenario, &mut self.measures);
        let many = drawer.compare(&self.asked, &self.measures, &mut self.sums).max(1) as f32;
        let reach = |threshold: u8| f32::from(threshold) / 100.0 * many;
        let count = |threshold: u8| {
            let least = reach(threshold);
            self.sums.iter().filter(|sum| **sum >= least).count()
        };
        self.similar = count(demand.threshold);
        let mut enough = self.similar;
        while enough < demand.least && self.threshold > 0 {
            self.threshold = self.threshold.saturating_sub(STEP);
            enough = count(self.threshold);
        }
        let least = reach(self.threshold);
        let groups = base.groups(usize::from(query.scenario));
        self.found.reserve(enough);
        for (at, sum) in self.sums.iter().enumerate().filter(|(_, sum)| **sum >= least) {
            let entry = drawer.entry(at);
            let (similarity, cluster) = (sum / many, groups.label(entry.group));
            self.found.push(Found { entry, similarity, cluster, at: at as u32 });
        }
    }
}
