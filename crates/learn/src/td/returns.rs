//! TD(λ) after a match: every prediction is corrected towards its λ-return, a blend of the predictions after it and of
//! what the match paid.
//!
//! Small corrections add up to those of the traces of [`super::learner`] (the forward and the backward view of one rule).
//! Nothing is kept for each weight, and a network of several outputs learns as easily as one of one.

use super::bout::Seen;
use super::learner::Rates;
use ludometer_agents::td::{Correction, Hidden, Net, Outputs};

/// Learns from matches; holds nothing but scratch space.
#[derive(Clone, Debug, Default)]
pub struct Returns {
    predictions: Vec<Outputs>,
    hidden: Hidden,
    correction: Correction,
}

impl Returns {
    /// Learns from what one seat saw. Returns by how much its last prediction was wrong; none where there was none.
    pub fn learn(&mut self, net: &mut Net, rates: &Rates, seen: &Seen) -> Option<f32> {
        let Returns { predictions, hidden, correction } = self;
        predictions.clear();
        predictions.extend(seen.steps.iter().map(|active| net.say(active, hidden)));
        let error = seen.reward - net.worth(predictions.last()?);
        let mut wanted = net.told_apart(seen.reward);
        for (active, prediction) in seen.steps.iter().zip(predictions.iter()).rev() {
            correction.correct(net, active, &wanted, rates.alpha);
            for (wanted, prediction) in wanted.iter_mut().zip(prediction) {
                *wanted = rates.gamma * prediction + rates.lambda * (*wanted - prediction);
            }
        }
        Some(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::td::learner::Traces;
    use ludometer_agents::td::{Active, Derivative, PLAIN};
    use ludometer_game::Rng;

    fn rates(alpha: f32, lambda: f32) -> Rates {
        Rates { alpha: (alpha, 2.0 * alpha), lambda, gamma: 1.0, momentum: 0.0, derivative: Derivative::True }
    }

    fn net(results: &[f32]) -> Net {
        let mut rng = Rng::stream(1, "returns", 0);
        Net::new(4, 3, results, || rng.unit() as f32 - 0.5)
    }

    fn seen(reward: f32) -> Seen {
        let steps: Vec<Active> =
            vec![vec![(0, 1.0)], vec![(1, 1.0), (2, 0.5)], vec![(3, 1.0)], vec![(0, 0.5)]];
        Seen { steps, result: reward, reward }
    }

    /// The forward view and the backward view, with corrections too small to touch each other.
    #[test]
    fn small_corrections_add_up_to_those_of_traces() {
        for lambda in [0.0, 0.6, 1.0] {
            let (rates, seen, before) = (rates(1e-4, lambda), seen(1.0), net(&PLAIN));
            let (mut found, mut expected) = (before.clone(), before.clone());
            let error = Returns::default().learn(&mut found, &rates, &seen);
            let mut traces = Traces::new(&expected);
            traces.start();
            seen.steps.iter().for_each(|active| traces.step(&mut expected, &rates, active));
            let other = traces.finish(&mut expected, &rates, seen.reward);
            assert!((error.unwrap() - other.unwrap()).abs() < 2e-3);
            let changes = |net: &Net| -> Vec<f32> {
                net.weights().iter().zip(before.weights()).map(|(now, then)| now - then).collect()
            };
            for (one, other) in changes(&found).into_iter().zip(changes(&expected)) {
                assert!((one - other).abs() < 1e-6, "{one} and {other} at λ {lambda}");
            }
            assert_ne!(found, before);
        }
    }

    #[test]
    fn several_outputs_learn_how_likely_each_result_is() {
        let results = [-1.0, -0.5, 0.5, 1.0];
        let (mut net, mut returns) = (net(&results), Returns::default());
        let active: Active = vec![(0, 1.0), (2, 1.0)];
        let seen = |reward| Seen { steps: vec![active.clone()], result: reward, reward };
        // Half of the matches are won doubly, a quarter are won, a quarter are lost doubly.
        for _ in 0..4000 {
            for reward in [1.0, 0.5, -1.0, 1.0] {
                returns.learn(&mut net, &rates(0.01, 0.5), &seen(reward));
            }
        }
        let outputs = net.say(&active, &mut Hidden::new());
        for (output, likely) in outputs.iter().zip([0.75, 0.75, 0.5]) {
            assert!(((1.0 + output) / 2.0 - likely).abs() < 0.03, "{output} where {likely} was expected");
        }
        assert!((net.value(&active) - 0.375).abs() < 0.04, "{}", net.value(&active));
    }

    #[test]
    fn who_never_predicted_learns_nothing() {
        let mut net = net(&PLAIN);
        assert_eq!(Returns::default().learn(&mut net, &rates(0.1, 0.5), &Seen::default()), None);
        assert_eq!(net, self::net(&PLAIN));
    }
}
