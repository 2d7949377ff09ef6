//! What the best player loses without each of its features: it is trained again without one, and plays against it.
//!
//! A training has luck: the same features, trained twice, differ by more than their matches do. So each is trained
//! several times, and a training, not a match, is what is counted.

use super::genes::Genes;
use super::population::{Individual, World};
use crate::spread::{Hears, spread};
use ludometer_stats::{Estimate, Moments, benjamini_hochberg, student_cdf, wilson_mean};
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

/// Numbers of those who are trained for this, far from all others.
const FIRST: u64 = 1 << 40;

/// How players without a feature do against the best.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Ablation {
    /// What they lack; nothing where they are only trained again.
    pub without: Option<String>,
    /// How many matches each of them was to play.
    pub matches: u64,
    /// Matches won, drawn and lost by each of them.
    pub trainings: Vec<[u64; 3]>,
}

impl Ablation {
    /// The share of all points of each training, a draw half a win. One whose matches all broke has none.
    #[must_use]
    pub fn scores(&self) -> Vec<f64> {
        let played = self.trainings.iter().filter(|results| results.iter().sum::<u64>() > 0);
        let score =
            |[won, drawn, lost]: &[u64; 3]| (*won as f64 + 0.5 * *drawn as f64) / (won + drawn + lost) as f64;
        played.map(score).collect()
    }

    fn moments(&self) -> Moments {
        self.scores().into_iter().collect()
    }

    /// The mean of the shares with Student's interval over trainings, and Wilson's where all came out alike; none
    /// without any.
    #[must_use]
    pub fn score(&self) -> Option<Estimate> {
        let moments = self.moments();
        match moments.deviation() {
            Some(spread) if spread > 0.0 => moments.mean_within((0.0, 1.0)),
            _ => moments.average().map(|average| wilson_mean(average, moments.n())),
        }
    }

    /// How likely a difference like this one to another is, where there is none: Welch's test over trainings. Trainings
    /// that do not differ at all say nothing of how far they would.
    fn chance_of_difference(&self, other: &Ablation) -> f64 {
        let [one, other] = [self.moments(), other.moments()];
        let (Some(spread), Some(other_spread)) = (one.deviation(), other.deviation()) else { return 1.0 };
        let error = |spread: f64, n: u64| spread * spread / n as f64;
        let [first, second] = [error(spread, one.n()), error(other_spread, other.n())];
        let both = first + second;
        if both <= 0.0 {
            return 1.0;
        }
        let part = |error: f64, n: u64| error * error / (n - 1) as f64;
        let freedom = both * both / (part(first, one.n()) + part(second, other.n()));
        let apart = one.average().unwrap_or_default() - other.average().unwrap_or_default();
        2.0 * student_cdf(-(apart / both.sqrt()).abs(), freedom)
    }
}

/// The most false ones among the differences that are called so.
const FALSE: f64 = 0.05;

/// For each of these how it compares with the best trained again as it is, which is the first of them: worse, better, or
/// not to be told apart, with a correction for so many comparisons.
pub fn compared(found: &[Ablation]) -> Vec<Ordering> {
    let Some((whole, rest)) = found.split_first() else { return Vec::new() };
    let chances: Vec<f64> = rest.iter().map(|one| one.chance_of_difference(whole)).collect();
    let average = |one: &Ablation| one.moments().average().unwrap_or_default();
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
    let trainings = found[0].trainings.len();
    Some(match names.as_slice() {
        [] => format!(
            "in {trainings} trainings each the best is not measurably worse without any one of its {many} features"
        ),
        names => {
            format!(
                "in {trainings} trainings each the best is worse without {} (of {many})",
                names.join(", ")
            )
        }
    })
}

/// Trains the best again with all of its features, and without each, so often, and lets them play so many matches each;
/// none if it was stopped.
pub fn ablate(
    world: &World<'_>,
    best: &Individual,
    [trainings, matches]: [u64; 2],
    hears: Hears<'_>,
) -> Option<Vec<Ablation>> {
    let lacks = (0..world.candidates.len()).filter(|at| best.genes.has(*at) && best.genes.count() > 1);
    let tried: Vec<(Option<usize>, Genes)> =
        [(None, best.genes)].into_iter().chain(lacks.map(|at| (Some(at), best.genes.mutated(at)))).collect();
    let each = trainings as usize;
    let measure = |at: usize, goes_on: Hears<'_>| {
        let other = world.raise(FIRST + at as u64, tried[at / each].1, goes_on)?;
        Some(world.duel([&other, best], matches, "ablation"))
    };
    let results = spread(world.threads, tried.len() * each, measure, hears)?;
    let name = |at: usize| world.features[usize::from(world.candidates[at])].name.clone();
    let of = |((without, _), trainings): (&(Option<usize>, Genes), &[[u64; 3]])| Ablation {
        without: without.map(name),
        matches,
        trainings: trainings.to_vec(),
    };
    Some(tried.iter().zip(results.chunks_exact(each)).map(of).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trained(without: Option<&str>, trainings: &[[u64; 3]]) -> Ablation {
        Ablation { without: without.map(str::to_owned), matches: 10, trainings: trainings.to_vec() }
    }

    #[test]
    fn what_matters_is_told_from_the_luck_of_trainings() {
        let whole = trained(None, &[[4, 2, 4], [5, 2, 3], [4, 3, 3], [3, 3, 4]]);
        let found = [
            whole.clone(),
            trained(Some("men"), &[[0, 1, 9], [1, 0, 9], [0, 0, 10], [1, 1, 8]]),
            // One training that went wrong is no evidence against its features.
            trained(Some("kings"), &[[4, 2, 4], [0, 0, 10], [5, 1, 4], [4, 2, 4]]),
            trained(Some("noise"), &[[9, 1, 0], [10, 0, 0], [8, 1, 1], [9, 0, 1]]),
        ];
        assert_eq!(compared(&found), [Ordering::Equal, Ordering::Less, Ordering::Equal, Ordering::Greater]);
        assert_eq!(finding(&found).unwrap(), "in 4 trainings each the best is worse without men (of 3)");
        let few = [whole.clone(), found[2].clone()];
        assert!(finding(&few).unwrap().ends_with("not measurably worse without any one of its 1 features"));
        assert_eq!((finding(&[whole]), finding(&[])), (None, None));
    }

    #[test]
    fn trainings_that_do_not_differ_say_nothing_of_how_far_they_would() {
        let found = [trained(None, &[[0, 2, 0]; 2]), trained(Some("men"), &[[0, 0, 2]; 2])];
        assert_eq!(compared(&found), [Ordering::Equal; 2]);
        let score = found[1].score().unwrap();
        assert!(score.low == 0.0 && score.high > 0.5, "{score:?}");
        let broken = [trained(None, &[[0; 3]; 2]), trained(Some("men"), &[[0, 0, 2]; 2])];
        assert_eq!((compared(&broken), broken[0].score()), (vec![Ordering::Equal; 2], None));
    }
}
