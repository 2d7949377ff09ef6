//! Difficulty: a bot's levels from easy to hard, kept in `ladder.toml` beside it.

use crate::bot::BotFiles;
use serde::{Deserialize, Serialize};

/// The file.
pub const LADDER: &str = "ladder.toml";
/// The form of that file.
pub const LADDER_SCHEMA: u32 = 1;

/// Where the network alone ends and searches begin.
const SEARCHES: f64 = 0.5;
/// How freely the easiest level draws, and the last one without a search.
const TEMPERATURES: (f64, f64) = (20.0, 0.25);
/// How freely levels that search draw, from the first to the last: a little, so that matches differ.
const SEARCHING: (f64, f64) = (0.5, 0.2);
/// Noise in the network's opinion at the easiest level; none where searches begin.
const MOST_NOISE: f64 = 0.25;

/// The levels of a bot.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Ladder {
    /// The form of the file.
    pub schema: u32,
    /// The player the levels were fitted to.
    pub against: String,
    /// Fingerprint of the weights they were fitted with.
    pub fingerprint: String,
    /// What the network was told of the rules they were fitted with, where it learnt several.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub constants: Vec<f32>,
    /// From easy to hard; `level=1` is the first.
    pub levels: Vec<Level>,
}

/// One level.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Level {
    /// How often it should win, draws counted half.
    pub asked: f64,
    /// How often it did.
    pub measured: f64,
    /// Between these it lies, with 95 % confidence.
    pub interval: (f64, f64),
    /// Pairs of matches it was measured in.
    pub pairs: u64,
    /// Simulations per move; 0 is the network alone.
    pub sims: u32,
    /// How freely it draws among moves.
    pub temperature: f64,
    /// Share of noise in what the network thinks.
    pub noise: f64,
}

impl Ladder {
    /// Reads the ladder of a bot.
    ///
    /// # Errors
    /// When it has none, or the file does not read; in words.
    pub fn read(files: &BotFiles) -> Result<Ladder, String> {
        let bytes = files.read(LADDER).map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => {
                match files {
                    BotFiles::Folder(_) => format!("this bot has no levels yet; `ludometer ladder {files}` makes some"),
                    BotFiles::Shipped(_) => format!(
                        "this bot has no levels; `ludometer ladder {files} --out FOLDER` makes a copy that has some"
                    ),
                }
            }
            _ => error.to_string(),
        })?;
        let ladder: Ladder = toml::from_slice(&bytes).map_err(|error| error.to_string())?;
        match ladder.schema {
            LADDER_SCHEMA => Ok(ladder),
            schema => Err(format!("it has form {schema}; this release reads form {LADDER_SCHEMA}")),
        }
    }

    /// The level of this number, from 1.
    ///
    /// # Errors
    /// When there is none; in words.
    pub fn level(&self, number: usize) -> Result<&Level, String> {
        let found = number.checked_sub(1).and_then(|at| self.levels.get(at));
        found.ok_or_else(|| format!("there is no level {number}; there are {}", self.levels.len()))
    }

    /// The file's text.
    #[must_use]
    pub fn to_toml(&self) -> String {
        // Plain data always serialises.
        toml::to_string(self).unwrap_or_default()
    }
}

/// Simulations, temperature and noise of a strength from 0 to 1: at first the network alone, drawing ever less freely
/// among its moves, then searches that grow up to `most` simulations.
#[must_use]
pub fn rung(strength: f64, most: u32) -> (u32, f64, f64) {
    let between = |(from, to): (f64, f64), share: f64| from * libm::pow(to / from, share);
    let rounded = |number: f64| (1000.0 * number).round() / 1000.0;
    if strength < SEARCHES {
        let share = strength / SEARCHES;
        return (0, rounded(between(TEMPERATURES, share)), rounded(MOST_NOISE * (1.0 - share)));
    }
    let share = (strength - SEARCHES) / (1.0 - SEARCHES);
    let sims = between((1.0, f64::from(most.max(1))), share).round() as u32;
    (sims, rounded(between(SEARCHING, share)), 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strength_draws_less_and_then_searches_more() {
        assert_eq!(rung(0.0, 400), (0, 20.0, 0.25));
        assert_eq!(rung(1.0, 400), (400, 0.2, 0.0));
        let rungs: Vec<(u32, f64, f64)> = (0..=10).map(|at| rung(f64::from(at) / 10.0, 400)).collect();
        assert!(rungs.is_sorted_by_key(|rung| rung.0));
        assert!(rungs[..5].is_sorted_by(|a, b| a.1 > b.1));
    }
}
