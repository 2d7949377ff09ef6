//! What a position is worth where a search must stop: the game's own estimate, or a weighted sum of
//! features read from a file.
//!
//! The file is TOML: `bias = 0.0` and a table `[weights]` with `feature = weight`. A seat's sum is the bias
//! and its features, as that seat sees them, times their weights. Between two opponents x is half of what
//! the sum of one is above that of the other: a position is worth to one what it costs the other, and the
//! bias cancels. Otherwise x is the seat's own sum. It is brought to −1 to 1 by x / (1 + |x|), which keeps
//! the order of positions.

use crate::AgentError;
use crate::td::{Active, Judge};
use ludometer_game::{Feature, Game, Seat, unknown};
use std::collections::BTreeMap;
use std::hash::Hasher;
use std::sync::Arc;

/// How positions are valued before the match is over.
#[derive(Clone, PartialEq, Debug)]
pub enum Evaluation {
    /// By the game's evaluator.
    Game,
    /// By what the game would pay if it stopped here: all there is without an evaluator.
    Payoff,
    /// By a weighted sum of features.
    Linear {
        /// Added to every sum.
        bias: f32,
        /// The places of the features that have a weight, in rising order.
        places: Vec<u16>,
        /// One weight for each of them.
        weights: Vec<f32>,
        /// Tells one file from another in records.
        fingerprint: String,
    },
    /// By a network over features, which always looks from the seat that plays.
    Judge {
        /// The network.
        judge: Arc<Judge>,
        /// Tells one network from another in records.
        fingerprint: String,
    },
}

/// Space for reading features, so that nothing is allocated for each position.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    pub(crate) numbers: Vec<f32>,
    pub(crate) active: Active,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    bias: f32,
    weights: BTreeMap<String, f32>,
}

impl Evaluation {
    /// What `file` says, or the game's own where it is empty.
    ///
    /// # Errors
    /// When the file does not read or names a feature the game does not have.
    pub fn read<G: Game>(game: &G, agent: &str, file: &str) -> Result<Self, AgentError> {
        if file.is_empty() {
            let known = game.evaluate(&game.initial(), Seat::new(0)).is_some();
            return Ok(if known { Evaluation::Game } else { Evaluation::Payoff });
        }
        let bad = |cause: String| AgentError::File { agent: agent.into(), path: file.into(), cause };
        let text = std::fs::read_to_string(file).map_err(|error| bad(error.to_string()))?;
        Self::parse(&game.features(), &text).map_err(bad)
    }

    /// The weighted sum of a seat's features; 0 where nothing is weighed.
    #[inline]
    pub(crate) fn sum<G: Game>(&self, game: &G, state: &G::State, seat: Seat, numbers: &mut Vec<f32>) -> f32 {
        let Evaluation::Linear { bias, places, weights, .. } = self else { return 0.0 };
        numbers.clear();
        game.read_chosen_features(state, seat, places, numbers);
        let weighed = |sum, (feature, weight): (&f32, &f32)| sum + feature.clamp(-FAR, FAR) * weight;
        numbers.iter().zip(weights).fold(*bias, weighed)
    }

    /// Tells one file from another; none where there is no file.
    #[must_use]
    pub fn fingerprint(&self) -> Option<String> {
        match self {
            Evaluation::Linear { fingerprint, .. } | Evaluation::Judge { fingerprint, .. } => {
                Some(fingerprint.clone())
            }
            _ => None,
        }
    }

    fn parse(features: &[Feature], text: &str) -> Result<Self, String> {
        let file: File = toml::from_str(text).map_err(|error| {
            format!("{error}a file is `[weights]` and a number for each feature{}", example(features))
        })?;
        let names: Vec<&str> = features.iter().map(|feature| feature.name.as_str()).collect();
        if names.is_empty() {
            return Err("this game offers no features to weigh; play without such a file".into());
        }
        let mut weights = vec![0.0; names.len()];
        for (name, weight) in &file.weights {
            let place = names.iter().position(|known| known == name);
            weights[place.ok_or_else(|| unknown("feature", name, &names))?] = *weight;
        }
        if !file.bias.is_finite() || weights.iter().any(|weight| !weight.is_finite()) {
            return Err("a weight is not a finite number".into());
        }
        let reach = |(feature, weight): (&Feature, &f32)| {
            let (low, high) = feature.range;
            weight.abs() * low.abs().max(high.abs()).min(FAR)
        };
        let most = features.iter().zip(&weights).map(reach).fold(file.bias.abs(), |sum, part| sum + part);
        if most > LARGEST_SUM {
            return Err(format!("the weighted features can reach {most:e}; scale the weights down"));
        }
        let mut hasher = rustc_hash::FxHasher::default();
        hasher.write(text.as_bytes());
        let fingerprint = format!("{:016x}", hasher.finish());
        let weighed = (0u16..).zip(weights).filter(|(_, weight)| *weight != 0.0);
        let (places, weights) = weighed.unzip();
        Ok(Evaluation::Linear { bias: file.bias, places, weights, fingerprint })
    }
}

/// A line of a file that would do.
fn example(features: &[Feature]) -> String {
    features.first().map_or_else(String::new, |feature| format!(", like `{} = 0.1`", feature.name))
}

/// Features without bounds, as observables of rules files, count no further than this.
const FAR: f32 = 1e9;

/// The largest sum whose differences are still numbers.
const LARGEST_SUM: f32 = 1e30;

/// Brings any sum to −1 to 1 and keeps the order.
#[inline]
pub(crate) fn squash(sum: f32) -> f32 {
    sum / (1.0 + sum.abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn features() -> Vec<Feature> {
        vec![Feature::new("men", (0.0, 12.0)), Feature::new("kings", (0.0, 12.0))]
    }

    #[test]
    fn weights_follow_the_order_of_the_game() {
        let read = Evaluation::parse(&features(), "bias = 0.5\n[weights]\nkings = 1.5\n").unwrap();
        let Evaluation::Linear { bias, places, weights, .. } = read else { panic!("not linear") };
        assert_eq!((bias, places, weights), (0.5, vec![1], vec![1.5]));
    }

    #[test]
    fn an_unknown_feature_is_answered_with_the_nearest() {
        let refused = Evaluation::parse(&features(), "[weights]\nmenn = 1\n").unwrap_err();
        assert!(refused.contains("did you mean `men`?"), "{refused}");
        assert!(Evaluation::parse(&[], "[weights]\n").unwrap_err().contains("no features"));
        assert!(Evaluation::parse(&features(), "weights = 3").is_err());
        let refused = Evaluation::parse(&features(), "[weights]\nmen = 3e38\n").unwrap_err();
        assert!(refused.contains("scale the weights down"), "{refused}");
        let unbounded = [Feature::new("gold", (f32::NEG_INFINITY, f32::INFINITY))];
        assert!(Evaluation::parse(&unbounded, "[weights]\ngold = 0.1\n").is_ok());
    }
}
