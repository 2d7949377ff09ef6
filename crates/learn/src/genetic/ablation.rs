//! What the best player loses without each of its features: it is trained again without one, and plays against it.

use super::genes::Genes;
use super::population::{Individual, World};
use crate::spread::Hears;
use ludometer_stats::{Estimate, Moments, benjamini_hochberg, normal_cdf, wilson_mean};
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
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

    fn points(&self) -> Moments {
        let mut points = Moments::default();
        [1.0, 0.5, 0.0]
            .into_iter()
            .zip(self.results)
            .for_each(|(worth, count)| points.add_times(worth, count));
        points
    }

    /// Its share of all points, a draw half a win, with Student's interval, and Wilson's where all matches ended alike;
    /// none without matches.
    #[must_use]
    pub fn score(&self) -> Option<Estimate> {
        let points = self.points();
        match points.deviation() {
            Some(spread) if spread > 0.0 => points.mean_within((0.0, 1.0)),
            _ => points.average().map(|average| wilson_mean(average, points.n())),
        }
    }

    /// How likely a difference like this one to another is, where there is none.
    fn chance_of_difference(&self, other: &Ablation) -> f64 {
        let (one, other) = (self.points(), other.points());
        let error = |points: &Moments| points.deviation().map(|spread| spread * spread / points.n() as f64);
        let (Some(first), Some(second)) = (error(&one), error(&other)) else { return 1.0 };
        let apart = one.average().unwrap_or_default() - other.average().unwrap_or_default();
        match (first + second).sqrt() {
            spread if spread > 0.0 => 2.0 * normal_cdf(-(apart / spread).abs()),
            _ => f64::from(u8::from(apart == 0.0)),
        }
    }
}

/// The most false ones among the differences that are called so.
const FALSE: f64 = 0.05;

/// For each of these how it compares with the best trained again as it is, which is the first of them: worse, better, or
/// not to be told apart, with a correction for so many comparisons.
pub fn compared(found: &[Ablation]) -> Vec<Ordering> {
    let Some((whole, rest)) = found.split_first() else { return Vec::new() };
    let chances: Vec<f64> = rest.iter().map(|one| one.chance_of_difference(whole)).collect();
    let average = |one: &Ablation| one.points().average().unwrap_or_default();
    let told =
        benjamini_hochberg(&chances, FALSE).into_iter().zip(rest).map(|(differs, one)| match differs {
            true => average(one).total_cmp(&average(whole)),
            false => Ordering::Equal,
        });
    [Ordering::Equal].into_iter().chain(told).collect()
}

/// Which features matter, in a sentence; none where nothing was measured.
pub fn finding(found: &[Ablation]) -> Option<String> {
    let worse = compared(found).into_iter().zip(found).filter(|(than, _)| *than == Ordering::Less);
    let names: Vec<&str> = worse.filter_map(|(_, one)| one.without.as_deref()).collect();
    let many = found.len().checked_sub(2)? + 1;
    Some(match names.as_slice() {
        [] => {
            format!("without any one of its {many} features the best, trained again, is not measurably worse")
        }
        names => format!("the best, trained again, is worse without {} (of {many})", names.join(", ")),
    })
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_matters_is_told_from_noise() {
        let without = |name: &str, results| Ablation { without: Some(name.into()), results };
        let whole = Ablation { without: None, results: [34, 99, 67] };
        let found = [
            whole.clone(),
            without("men", [2, 106, 92]),
            without("kings", [30, 108, 62]),
            without("noise", [90, 90, 20]),
        ];
        assert_eq!(compared(&found), [Ordering::Equal, Ordering::Less, Ordering::Equal, Ordering::Greater]);
        assert_eq!(finding(&found).unwrap(), "the best, trained again, is worse without men (of 3)");
        let few = [whole.clone(), without("kings", [30, 108, 62])];
        assert!(finding(&few).unwrap().starts_with("without any one of its 1 features"));
        assert_eq!((finding(&[whole]), finding(&[])), (None, None));
        let score = without("all", [0, 0, 10]).score().unwrap();
        assert!(score.low == 0.0 && score.high > 0.2 && score.high < 0.3, "{score:?}");
    }
}
