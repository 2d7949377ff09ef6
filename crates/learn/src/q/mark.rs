//! What is known of a learner after so many episodes: a line of `metrics.jsonl`.

use super::round::Tally;
use ludometer_stats::wilson;
use serde::{Deserialize, Serialize};

/// The file with a line for each mark.
pub const METRICS: &str = "metrics.jsonl";

/// What a learner is after so many episodes.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Mark {
    /// Episodes it learnt from.
    pub episodes: u64,
    /// States in which something was tried, in all tables.
    pub states: u64,
    /// Pairs of state and action that were tried.
    pub pairs: u64,
    /// Bytes of memory.
    pub bytes: u64,
    /// How the matches it learnt from since the last mark ended, by seat: won, drawn, lost.
    pub learning: Vec<[u64; 3]>,
    /// Matches since the last mark that broke.
    #[serde(default)]
    pub broken: u64,
    /// What was learnt against itself, by seat.
    pub clones: Vec<[u64; 3]>,
    /// What every seat learnt against random play, by seat.
    pub against_random: Vec<[u64; 3]>,
    /// Random play on all seats: the floor under the others.
    #[serde(default)]
    pub random: Vec<[u64; 3]>,
}

impl Mark {
    /// Wins and draws as a share.
    #[must_use]
    pub fn quality(results: &[u64; 3]) -> ludometer_stats::Estimate {
        wilson(results[0] + results[1], results.iter().sum())
    }

    /// What a line of progress says.
    #[must_use]
    pub fn measures(&self) -> Vec<(String, f64)> {
        let mut measures = vec![
            ("states".to_owned(), self.states as f64),
            ("pairs".to_owned(), self.pairs as f64),
            ("megabytes".to_owned(), self.bytes as f64 / 1e6),
        ];
        let mut shares = |name: &str, all: &[[u64; 3]]| {
            for (seat, results) in
                all.iter().enumerate().filter(|(_, results)| results.iter().sum::<u64>() > 0)
            {
                measures.push((format!("{name}-{}", seat + 1), Mark::quality(results).value));
            }
        };
        shares("clone", &self.clones[..self.clones.len().min(1)]);
        shares("random", &self.against_random);
        if self.broken > 0 {
            measures.push(("broken".to_owned(), self.broken as f64));
        }
        measures
    }

    /// All marks as lines of JSON.
    #[must_use]
    pub fn lines(marks: &[Mark]) -> String {
        // Plain data always serialises.
        marks.iter().map(|mark| serde_json::to_string(mark).unwrap_or_default() + "\n").collect()
    }

    /// The marks of such lines, up to so many episodes; a damaged line is left out.
    #[must_use]
    pub fn read(text: &str, episodes: u64) -> Vec<Mark> {
        let marks = text.lines().filter_map(|line| serde_json::from_str::<Mark>(line).ok());
        marks.filter(|mark| mark.episodes <= episodes).collect()
    }
}

/// Where the next mark is: every 1000 episodes at first, then ever less often, the same whatever was asked for.
#[must_use]
pub fn next_mark(done: u64) -> u64 {
    let apart = match done {
        0..100_000 => 1000,
        100_000..1_000_000 => 10_000,
        _ => 100_000,
    };
    (done / apart + 1) * apart
}

/// The results of one seat.
pub(super) fn of(tally: &Tally, seat: usize) -> [u64; 3] {
    tally.results.get(seat).copied().unwrap_or_default()
}
