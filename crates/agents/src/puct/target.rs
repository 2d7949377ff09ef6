//! What a network should learn from a search.

use super::root::Looked;
use super::settings::{Root, Settings};

/// How likely each move should be. A sure win takes all; sure losses get nothing unless there is nothing else; what
/// was looked at only because it had to be is taken off again.
pub(super) fn policy<M>(
    settings: &Settings,
    looked: &[Looked<M>],
    priors: &[f32],
    improved: &[f32],
) -> Vec<f32> {
    let best = looked.iter().map(|one| one.mean).fold(f32::NEG_INFINITY, f32::max);
    let won = |one: &Looked<M>| one.proven && one.mean >= 1.0;
    let lost = |one: &Looked<M>| one.proven && one.mean <= -1.0;
    let (any_won, exact) = (looked.iter().any(won), looked.iter().all(|one| one.proven));
    let open = |one: &Looked<M>| match (any_won, exact) {
        (true, _) => won(one),
        (_, true) => one.mean >= best,
        _ => !lost(one),
    };
    let weights = match settings.root {
        Root::Gumbel { .. } => softmax(improved),
        Root::Puct { forced, .. } => visits(settings, looked, priors, forced),
    };
    let kept: Vec<f32> =
        weights.iter().zip(looked).map(|(w, one)| if open(one) { *w } else { 0.0 }).collect();
    let total: f32 = kept.iter().sum();
    if total > 0.0 {
        return kept.into_iter().map(|weight| weight / total).collect();
    }
    let left = looked.iter().filter(|one| open(one)).count().max(1) as f32;
    looked.iter().map(|one| if open(one) { 1.0 / left } else { 0.0 }).collect()
}

fn softmax(logits: &[f32]) -> Vec<f32> {
    let most = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    logits.iter().map(|logit| libm::expf(logit - most)).collect()
}

/// Visits, without those that the best move's score does not ask for (KataGo's pruning of forced looks).
fn visits<M>(settings: &Settings, looked: &[Looked<M>], priors: &[f32], forced: f32) -> Vec<f32> {
    let counts: Vec<f32> = looked.iter().map(|one| one.visits as f32).collect();
    let all: f32 = counts.iter().sum();
    let Some(first) = (0..looked.len()).max_by(|a, b| counts[*a].total_cmp(&counts[*b])) else {
        return counts;
    };
    if forced <= 0.0 {
        return counts;
    }
    let wide = settings.wide(all);
    let score = |index: usize, visits: f32| looked[index].mean + wide * priors[index] / (1.0 + visits);
    let bound = score(first, counts[first]);
    let prune = |(index, &visits): (usize, &f32)| {
        if index == first || visits == 0.0 {
            return visits;
        }
        let owed = (forced * priors[index] * all).sqrt();
        let mut kept = visits;
        while kept > 0.0 && visits - kept < owed && score(index, kept - 1.0) < bound {
            kept -= 1.0;
        }
        if kept <= 1.0 { 0.0 } else { kept }
    };
    counts.iter().enumerate().map(prune).collect()
}
