//! Ratings from a round robin.

use crate::conduct::Outcome;
use ludometer_metrics::Estimate;
use ludometer_record::{MatchRecord, Run, RunError};
use ludometer_stats::{Pairing, bradley_terry};
use serde::Serialize;
use std::collections::BTreeMap;

/// The table of a tournament.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Standings {
    /// The game.
    pub game: String,
    /// Matches played.
    pub matches: u64,
    /// Agents, the best first.
    pub agents: Vec<Standing>,
    /// Every pairing.
    pub pairings: Vec<PairingResult>,
}

/// One agent's result.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Standing {
    /// The agent.
    pub agent: String,
    /// Its rating in Elo points; all ratings sum to 0.
    pub rating: Estimate,
    /// Its matches.
    pub matches: u64,
    /// Wins.
    pub wins: u64,
    /// Draws.
    pub draws: u64,
    /// Losses.
    pub losses: u64,
}

/// One pairing's result.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PairingResult {
    /// The first agent.
    pub first: String,
    /// The second agent.
    pub second: String,
    /// Share of the points the first took, with the block as the unit.
    pub score: Estimate,
    /// Matches.
    pub matches: u64,
}

/// Who took a match: 1 for the first agent, 0 for the second, a half for neither. With more than two
/// seats the mean points of an agent's seats decide.
fn score(record: &MatchRecord, first: u16, second: u16) -> Option<f64> {
    if !matches!(record.ending, ludometer_record::Ending::Finished | ludometer_record::Ending::Limit) {
        return None;
    }
    let mean = |agent: u16| {
        let points = record.agents.iter().zip(&record.points).filter(|(who, _)| **who == agent);
        let (sum, seats) = points.fold((0.0, 0), |(sum, seats), (_, p)| (sum + f64::from(*p), seats + 1));
        sum / f64::from(seats.max(1))
    };
    let (one, two) = (mean(first), mean(second));
    Some(if one > two {
        1.0
    } else if one < two {
        0.0
    } else {
        0.5
    })
}

/// The standings of a tournament's run.
///
/// # Errors
/// When the run cannot be read.
pub fn standings(outcome: &Outcome) -> Result<Standings, RunError> {
    let run = Run::open(outcome.folder.path())?;
    let header = run.header();
    let agents = header.agents.len();
    let mut tallies = vec![[0u64; 3]; agents];
    // By pair, the agent typed first in front; lineups that swap the two belong to one pairing.
    let mut pairings: BTreeMap<(usize, usize), Vec<(u64, f64)>> = BTreeMap::new();
    let mut problems = Vec::new();
    for record in run.whole(&mut problems) {
        let lineup = header.groups.get(record.group as usize).map(|group| group.lineup.as_slice());
        let Some((first, second)) = lineup.and_then(pair) else { continue };
        let Some(score) = score(&record, first as u16, second as u16) else { continue };
        let outcome = if score > 0.5 {
            0
        } else if score < 0.5 {
            2
        } else {
            1
        };
        tallies[first][outcome] += 1;
        tallies[second][2 - outcome] += 1;
        pairings.entry((first, second)).or_default().push((record.block, score));
    }
    let spec = |agent: usize| header.agents[agent].spec.clone();
    let mut table = Vec::new();
    let mut results = Vec::new();
    for (&(first, second), scores) in &pairings {
        let matches = scores.len() as u64;
        let total = scores.iter().map(|(_, score)| score).sum::<f64>();
        table.push(Pairing { first, second, score: total, matches: matches as f64 });
        let score = by_block(scores);
        results.push(PairingResult { first: spec(first), second: spec(second), score, matches });
    }
    let ratings = bradley_terry(agents, &table);
    let mut standing: Vec<Standing> = (0..agents)
        .map(|agent| {
            let [wins, draws, losses] = tallies[agent];
            let matches = wins + draws + losses;
            Standing { agent: spec(agent), rating: ratings[agent], matches, wins, draws, losses }
        })
        .collect();
    standing.sort_by(|a, b| b.rating.value.total_cmp(&a.rating.value));
    let matches = pairings.values().map(|scores| scores.len() as u64).sum();
    Ok(Standings { game: header.game.name.clone(), matches, agents: standing, pairings: results })
}

/// The two agents of a lineup, in the order in which they were typed.
fn pair(lineup: &[usize]) -> Option<(usize, usize)> {
    let (first, second) = (*lineup.iter().min()?, *lineup.iter().max()?);
    (first != second).then_some((first, second))
}

/// The mean score with the block as the unit, because matches of a block share their deal.
fn by_block(scores: &[(u64, f64)]) -> Estimate {
    let mut blocks: BTreeMap<u64, (f64, u32)> = BTreeMap::new();
    for (block, score) in scores {
        let entry = blocks.entry(*block).or_default();
        *entry = (entry.0 + score, entry.1 + 1);
    }
    let means: Vec<f64> = blocks.values().map(|(sum, n)| sum / f64::from(*n)).collect();
    let value = means.iter().sum::<f64>() / means.len().max(1) as f64;
    let n = scores.len() as u64;
    match ludometer_stats::mean(&means) {
        // Blocks that all agree have no spread of their own; a share of matches still has.
        Some(found) if found.high > found.low => {
            Estimate { value, low: found.low.max(0.0), high: found.high.min(1.0), n }
        }
        _ => Estimate { n, ..ludometer_stats::wilson((value * n as f64).round() as u64, n) },
    }
}
