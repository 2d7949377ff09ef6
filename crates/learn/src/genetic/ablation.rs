//! What the best player loses without each of its features: it is trained again without one, and plays against it.

use super::genes::Genes;
use super::population::{Individual, World};
use crate::td::spread::Hears;
use ludometer_stats::{Estimate, mean};
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;

/// Numbers of those who are trained for this, far from all others.
const FIRST: u64 = 1 << 40;

/// How a player without a feature does against the best.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Ablation {
    /// What it lacks; nothing where it is only trained again.
    pub without: Option<String>,
    /// Matches it won, drew and lost.
    pub results: [u64; 3],
}

impl Ablation {
    /// Matches that were played.
    #[must_use]
    pub fn matches(&self) -> u64 {
        self.results.iter().sum()
    }

    /// Its share of all points, a draw half a win, with Student's interval; none for fewer than two matches.
    #[must_use]
    pub fn score(&self) -> Option<Estimate> {
        let worth = [1.0, 0.5, 0.0].into_iter().zip(self.results);
        let all: Vec<f64> =
            worth.flat_map(|(worth, count)| std::iter::repeat_n(worth, count as usize)).collect();
        mean(&all)
    }
}

/// Trains the best again with all of its features, and without each, and lets them play; none if it was stopped.
pub fn ablate(world: &World<'_>, best: &Individual, matches: u64, hears: Hears<'_>) -> Option<Vec<Ablation>> {
    let candidates = world.candidates.len();
    let lacks = (0..candidates).filter(|at| best.genes.has(*at) && best.genes.count() > 1);
    let tried: Vec<(Option<usize>, Genes)> =
        [(None, best.genes)].into_iter().chain(lacks.map(|at| (Some(at), best.genes.mutated(at)))).collect();
    let genes: Vec<Genes> = tried.iter().map(|(_, genes)| *genes).collect();
    let raised = world.raise_all(FIRST, &genes, hears)?;
    let mut found = Vec::new();
    for ((without, _), other) in tried.into_iter().zip(&raised) {
        let results = world.duel([other, best], matches, "ablation");
        let name = |at: usize| world.features[usize::from(world.candidates[at])].name.clone();
        found.push(Ablation { without: without.map(name), results });
        if let ControlFlow::Break(()) = hears(found.len() as u64, raised.len() as u64) {
            return None;
        }
    }
    Some(found)
}
