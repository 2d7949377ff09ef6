//! How wrong the outputs are, and in which direction they should move.

use super::pass::OutputSlopes;
use crate::batch::Batch;
use crate::kernel::pad;
use crate::{Plan, Recipe};

/// How wrong a network is about a batch; means over the samples, by weight.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Losses {
    /// What is minimised: all losses, weighted by the recipe.
    pub total: f64,
    /// Cross-entropy of the policy against its target, in nats, over samples that have one.
    pub policy: f64,
    /// Squared error of the value.
    pub value: f64,
    /// Squared error of each further number, over samples where it is known.
    pub aux: Vec<f64>,
    /// Share of samples whose best action by the network is the best by the target.
    pub policy_accuracy: f64,
    /// Share of decided values whose sign is right.
    pub value_accuracy: f64,
    /// Entropy of the network's policy over legal actions, in nats.
    pub entropy: f64,
}

/// A weighted mean.
#[derive(Clone, Copy, Debug, Default)]
struct Mean {
    sum: f64,
    weight: f64,
}

impl Mean {
    fn add(&mut self, value: f64, weight: f64) {
        self.sum += value * weight;
        self.weight += weight;
    }

    fn get(self) -> f64 {
        if self.weight > 0.0 { self.sum / self.weight } else { 0.0 }
    }
}

/// Compares outputs with a batch; writes the slopes of the total loss.
pub(crate) fn compare(
    plan: &Plan,
    recipe: &Recipe,
    batch: &Batch,
    outputs: (&[f32], &[f32], &[f32]),
    slopes: &mut OutputSlopes,
) -> Losses {
    let mut losses = Losses::default();
    policy(plan, batch, outputs.0, slopes, &mut losses);
    value(plan, recipe, batch, outputs.1, slopes, &mut losses);
    aux(plan, recipe, batch, outputs.2, slopes, &mut losses);
    let aux_loss: f64 = losses.aux.iter().sum();
    losses.total = losses.policy
        + f64::from(recipe.value_weight) * losses.value
        + f64::from(recipe.aux_weight) * aux_loss;
    losses
}

fn policy(plan: &Plan, batch: &Batch, logits: &[f32], slopes: &mut OutputSlopes, losses: &mut Losses) {
    let (actions, stride) = (plan.policy, pad(plan.policy));
    reset(&mut slopes.policy, logits.len());
    let has_target =
        |sample: usize| batch.policy[sample * actions..][..actions].iter().any(|share| *share > 0.0);
    let weights = || {
        (0..batch.len()).filter(|sample| has_target(*sample)).map(|sample| f64::from(batch.weight[sample]))
    };
    let all: f64 = weights().sum();
    let (mut cross, mut right, mut entropy) = (Mean::default(), Mean::default(), Mean::default());
    let mut chances = vec![0.0; actions];
    for sample in 0..batch.len() {
        let legal = &batch.legal[sample * actions..][..actions];
        let target = &batch.policy[sample * actions..][..actions];
        let logits = &logits[sample * stride..][..actions];
        let weight = f64::from(batch.weight[sample]);
        let log_sum = softmax(logits, legal, &mut chances);
        let own = |action: &usize| legal[*action] && chances[*action] > 0.0;
        let spread = (0..actions).filter(own).map(|at| chances[at] * (log_sum - f64::from(logits[at]))).sum();
        entropy.add(spread, weight);
        if !has_target(sample) {
            continue;
        }
        let whole: f64 = target.iter().map(|share| f64::from(*share)).sum();
        let slopes = &mut slopes.policy[sample * stride..][..actions];
        let mut loss = 0.0;
        for action in (0..actions).filter(|action| legal[*action]) {
            let share = f64::from(target[action]) / whole;
            loss += share * (log_sum - f64::from(logits[action]));
            slopes[action] = ((chances[action] - share) * weight / all.max(f64::MIN_POSITIVE)) as f32;
        }
        cross.add(loss, weight);
        right.add(f64::from(u8::from(best(logits, legal) == best(target, legal))), weight);
    }
    (losses.policy, losses.policy_accuracy, losses.entropy) = (cross.get(), right.get(), entropy.get());
}

/// Fills in the chances of legal actions; returns the logarithm of their sum before division.
fn softmax(logits: &[f32], legal: &[bool], chances: &mut [f64]) -> f64 {
    let open = || logits.iter().zip(legal).filter(|(_, legal)| **legal).map(|(logit, _)| f64::from(*logit));
    let highest = open().fold(f64::NEG_INFINITY, f64::max);
    let mut sum = 0.0;
    for ((chance, logit), legal) in chances.iter_mut().zip(logits).zip(legal) {
        *chance = if *legal { libm::exp(f64::from(*logit) - highest) } else { 0.0 };
        sum += *chance;
    }
    if sum > 0.0 {
        chances.iter_mut().for_each(|chance| *chance /= sum);
    }
    highest + libm::log(sum)
}

fn best(scores: &[f32], legal: &[bool]) -> Option<usize> {
    let mut best: Option<usize> = None;
    for action in (0..scores.len()).filter(|action| legal[*action]) {
        if best.is_none_or(|best| scores[action] > scores[best]) {
            best = Some(action);
        }
    }
    best
}

fn value(
    plan: &Plan,
    recipe: &Recipe,
    batch: &Batch,
    raw: &[f32],
    slopes: &mut OutputSlopes,
    losses: &mut Losses,
) {
    let (values, stride) = (plan.value, pad(plan.value));
    reset(&mut slopes.value, raw.len());
    let all: f64 = batch.weight.iter().map(|weight| f64::from(*weight)).sum::<f64>() * values as f64;
    let (mut square, mut right) = (Mean::default(), Mean::default());
    for sample in 0..batch.len() {
        let weight = f64::from(batch.weight[sample]);
        for at in 0..values {
            let target = f64::from(batch.value[sample * values + at]);
            let guess = libm::tanh(f64::from(raw[sample * stride + at]));
            let error = guess - target;
            square.add(error * error, weight);
            if target != 0.0 {
                right.add(f64::from(u8::from(guess * target > 0.0)), weight);
            }
            let slope = 2.0 * error * (1.0 - guess * guess) * weight / all.max(f64::MIN_POSITIVE);
            slopes.value[sample * stride + at] = (slope * f64::from(recipe.value_weight)) as f32;
        }
    }
    (losses.value, losses.value_accuracy) = (square.get(), right.get());
}

fn aux(
    plan: &Plan,
    recipe: &Recipe,
    batch: &Batch,
    guesses: &[f32],
    slopes: &mut OutputSlopes,
    losses: &mut Losses,
) {
    let (numbers, stride) = (plan.aux.len(), pad(plan.aux.len()));
    reset(&mut slopes.aux, guesses.len());
    for at in 0..numbers {
        let target = |sample: usize| batch.aux[sample * numbers + at];
        let known = || (0..batch.len()).filter(|sample| !target(*sample).is_nan());
        let all: f64 = known().map(|sample| f64::from(batch.weight[sample])).sum();
        let mut square = Mean::default();
        for sample in known() {
            let weight = f64::from(batch.weight[sample]);
            let error = f64::from(guesses[sample * stride + at]) - f64::from(target(sample));
            square.add(error * error, weight);
            let slope = 2.0 * error * weight / all.max(f64::MIN_POSITIVE);
            slopes.aux[sample * stride + at] = (slope * f64::from(recipe.aux_weight)) as f32;
        }
        losses.aux.push(square.get());
    }
}

fn reset(slopes: &mut Vec<f32>, length: usize) {
    slopes.clear();
    slopes.resize(length, 0.0);
}
