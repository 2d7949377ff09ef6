//! Ratings from a round robin.

use crate::class_log::forfeited_by;
use crate::conduct::Outcome;
use ludometer_metrics::Estimate;
use ludometer_record::{Ending, MatchRecord, Run, RunError};
use ludometer_stats::{Moments, Pairing, bradley_terry};
use serde::Serialize;
use std::collections::BTreeMap;

/// The table of a tournament.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Standings {
    /// The game.
    pub game: String,
    /// Matches played.
    pub matches: u64,
    /// Agents, the best first: by points, where those say more than who won.
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
    /// What a seat of it got a match in the game's points, where those say more than who won.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<f64>,
    /// Its matches.
    pub matches: u64,
    /// Wins.
    pub wins: u64,
    /// Draws.
    pub draws: u64,
    /// Losses.
    pub losses: u64,
    /// Those of them it lost by failing.
    pub forfeits: u64,
    /// What happened in the first of these.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub forfeited: Option<String>,
}

/// One pairing's result.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PairingResult {
    /// The first agent.
    pub first: String,
    /// The second agent.
    pub second: String,
    /// How often the first won, a draw counted half, with the block as the unit.
    pub score: Estimate,
    /// What a seat of the first and of the second got a match in the game's points, where those say more
    /// than who won.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<[Estimate; 2]>,
    /// Matches.
    pub matches: u64,
}

/// A match of a pairing.
struct Met {
    block: u64,
    /// Mean points of the seats of the first and of the second.
    points: [f64; 2],
}

impl Met {
    /// A match that has a result.
    fn read(record: &MatchRecord, first: usize, second: usize) -> Option<Met> {
        let mean = |agent: usize| {
            let points =
                record.agents.iter().zip(&record.points).filter(|(who, _)| usize::from(**who) == agent);
            let (sum, seats) = points.fold((0.0, 0), |(sum, seats), (_, p)| (sum + f64::from(*p), seats + 1));
            sum / f64::from(seats.max(1))
        };
        matches!(record.ending, Ending::Finished | Ending::Limit | Ending::Forfeit)
            .then(|| Met { block: record.block, points: [mean(first), mean(second)] })
    }

    /// Who took it: 1 for the first agent, 0 for the second, a half for neither.
    fn score(&self) -> f64 {
        let [first, second] = self.points;
        if first > second {
            1.0
        } else if first < second {
            0.0
        } else {
            0.5
        }
    }
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
    let mut failures: Vec<(u64, Option<String>)> = vec![(0, None); agents];
    // By pair, the agent typed first in front; lineups that swap the two belong to one pairing.
    let mut pairings: BTreeMap<(usize, usize), Vec<Met>> = BTreeMap::new();
    let mut problems = Vec::new();
    for record in run.whole(&mut problems) {
        let lineup = header.groups.get(record.group as usize).map(|group| group.lineup.as_slice());
        let Some((first, second)) = lineup.and_then(pair) else { continue };
        let Some(met) = Met::read(&record, first, second) else { continue };
        if let Some((count, told)) = forfeited_by(&record).and_then(|agent| failures.get_mut(agent)) {
            *count += 1;
            *told = told.take().or_else(|| record.evidence.as_ref().map(|evidence| evidence.what.clone()));
        }
        // Won, drawn, lost.
        let outcome = (2.0 - 2.0 * met.score()) as usize;
        tallies[first][outcome] += 1;
        tallies[second][2 - outcome] += 1;
        pairings.entry((first, second)).or_default().push(met);
    }
    let spec = |agent: usize| header.agents[agent].spec.clone();
    let mut table = Vec::new();
    let mut results = Vec::new();
    for (&(first, second), met) in &pairings {
        let matches = met.len() as u64;
        let total = met.iter().map(Met::score).sum::<f64>();
        table.push(Pairing { first, second, score: total, matches: matches as f64 });
        let points = points(met, header.game.bounds);
        let score = score_by_block(met);
        results.push(PairingResult { first: spec(first), second: spec(second), score, points, matches });
    }
    let ratings = bradley_terry(agents, &table);
    let mut standing: Vec<Standing> = (0..agents)
        .map(|agent| {
            let [wins, draws, losses] = tallies[agent];
            let matches = wins + draws + losses;
            let points = mean_points(agent, &pairings).filter(|_| says_more(header.game.bounds));
            let (forfeits, forfeited) = failures[agent].clone();
            let (agent, rating) = (spec(agent), ratings[agent]);
            Standing { agent, rating, points, matches, wins, draws, losses, forfeits, forfeited }
        })
        .collect();
    let rank = |standing: &Standing| (standing.points.unwrap_or_default(), standing.rating.value);
    standing.sort_by(|a, b| rank(b).0.total_cmp(&rank(a).0).then(rank(b).1.total_cmp(&rank(a).1)));
    let matches = pairings.values().map(|scores| scores.len() as u64).sum();
    Ok(Standings { game: header.game.name.clone(), matches, agents: standing, pairings: results })
}

/// The two agents of a lineup, in the order in which they were typed.
fn pair(lineup: &[usize]) -> Option<(usize, usize)> {
    let (first, second) = (*lineup.iter().min()?, *lineup.iter().max()?);
    (first != second).then_some((first, second))
}

/// Whether points say more than who won.
fn says_more((low, high): (f32, f32)) -> bool {
    low < -1.0 || high > 1.0
}

/// What an agent got a match.
fn mean_points(agent: usize, pairings: &BTreeMap<(usize, usize), Vec<Met>>) -> Option<f64> {
    let mut moments = Moments::default();
    for (&(first, second), met) in pairings {
        let side = if agent == first { 0 } else { 1 };
        if agent == first || agent == second {
            met.iter().for_each(|one| moments.add(one.points[side]));
        }
    }
    moments.average()
}

/// What both sides got, where points say more than who won.
fn points(met: &[Met], bounds: (f32, f32)) -> Option<[Estimate; 2]> {
    if says_more(bounds) {
        Some([points_by_block(met, 0, bounds)?, points_by_block(met, 1, bounds)?])
    } else {
        None
    }
}

/// Means of the blocks: matches of a block share their deal, so the block is the unit.
fn block_means(met: &[Met], of: impl Fn(&Met) -> f64) -> Vec<f64> {
    let mut blocks: BTreeMap<u64, (f64, u32)> = BTreeMap::new();
    for one in met {
        let entry = blocks.entry(one.block).or_default();
        *entry = (entry.0 + of(one), entry.1 + 1);
    }
    blocks.values().map(|(sum, n)| sum / f64::from(*n)).collect()
}

fn score_by_block(met: &[Met]) -> Estimate {
    let means = block_means(met, Met::score);
    let value = means.iter().sum::<f64>() / means.len().max(1) as f64;
    let n = met.len() as u64;
    match ludometer_stats::mean(&means) {
        // Blocks that all agree have no spread of their own; a share of matches still has.
        Some(found) if found.high > found.low => {
            Estimate { value, low: found.low.max(0.0), high: found.high.min(1.0), n }
        }
        _ => Estimate { n, ..ludometer_stats::wilson((value * n as f64).round() as u64, n) },
    }
}

fn points_by_block(met: &[Met], side: usize, (low, high): (f32, f32)) -> Option<Estimate> {
    let mut moments = Moments::default();
    block_means(met, |one| one.points[side]).into_iter().for_each(|mean| moments.add(mean));
    let found = moments.mean_within((f64::from(low), f64::from(high)))?;
    Some(Estimate { n: met.len() as u64, ..found })
}
