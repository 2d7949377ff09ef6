//! Ratings from a round robin.

use crate::class_log::forfeited_by;
use crate::conduct::Outcome;
use ludometer_metrics::Estimate;
use ludometer_metrics::distinct::{are_few, print};
use ludometer_record::{Ending, MatchRecord, Run, RunError};
use ludometer_stats::{Moments, Pairing, bradley_terry, mean, wilson_mean};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

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
    /// How many of them differ: the others are copies.
    pub distinct: u64,
    /// What copies mean for these numbers, where few matches differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remark: Option<String>,
}

/// A match of a pairing.
struct Met {
    block: u64,
    /// What copies of it have in common; nothing where chance decided something.
    print: Option<u64>,
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
        matches!(record.ending, Ending::Finished | Ending::Limit | Ending::Forfeit).then(|| Met {
            block: record.block,
            print: print(record),
            points: [mean(first), mean(second)],
        })
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
        results.push(result([spec(first), spec(second)], met, header.game.bounds));
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

/// How the first of two agents did.
fn result([first, second]: [String; 2], met: &[Met], bounds: (f32, f32)) -> PairingResult {
    let (matches, distinct) = (met.len() as u64, distinct(met));
    // `random` draws every move by lot: where it plays, few different matches are all that the game has.
    let by_lot = first == "random" || second == "random";
    let few = (!by_lot && are_few(distinct, matches)).then_some(distinct);
    let (score, points) = (score_by_block(met, few), points(met, bounds));
    let remark = few.map(|few| remark(few, matches));
    PairingResult { first, second, score, points, matches, distinct, remark }
}

/// How many matches differ.
fn distinct(met: &[Met]) -> u64 {
    let prints: BTreeSet<u64> = met.iter().filter_map(|one| one.print).collect();
    let drawn = met.iter().filter(|one| one.print.is_none()).count();
    (prints.len() + drawn) as u64
}

/// Says that most matches are copies.
fn remark(distinct: u64, matches: u64) -> String {
    let (different, drawn) = match distinct {
        1 => ("1 match".to_owned(), "nothing"),
        few => (format!("{few} matches"), "hardly anything"),
    };
    format!(
        "these {matches} matches are {different} played again and again: {drawn} here is drawn by lot. The \
         interval of the score takes copies for one; those of ratings and points count them all. Start from \
         many places with --openings, or take agents that vary"
    )
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

/// The mean score, with the block as the unit; of blocks that are copies there are only as many as `few` different
/// matches make.
fn score_by_block(met: &[Met], few: Option<u64>) -> Estimate {
    /// A spread of this size is what rounding leaves of none.
    const NONE: f64 = 1e-9;
    let means = block_means(met, Met::score);
    let (n, blocks) = (met.len() as u64, means.len() as u64);
    let value = means.iter().sum::<f64>() / blocks.max(1) as f64;
    let units = few.map_or(blocks, |few| (few * blocks / n.max(1)).max(1));
    match mean(&means).filter(|_| few.is_none()) {
        Some(found) if found.high - found.low > NONE => {
            Estimate { value, low: found.low.max(0.0), high: found.high.min(1.0), n }
        }
        // Blocks that all agree have no spread of their own; a share of as many trials still has.
        _ => Estimate { n, ..wilson_mean(value, units) },
    }
}

fn points_by_block(met: &[Met], side: usize, (low, high): (f32, f32)) -> Option<Estimate> {
    let mut moments = Moments::default();
    block_means(met, |one| one.points[side]).into_iter().for_each(|mean| moments.add(mean));
    let found = moments.mean_within((f64::from(low), f64::from(high)))?;
    Some(Estimate { n: met.len() as u64, ..found })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A match of two seats; what the second gets is what the first does not.
    fn met(block: u64, points: f64) -> Met {
        Met { block, print: None, points: [points, -points] }
    }

    /// Pairs that all went the same way.
    fn pairs(count: u64, points: [f64; 2]) -> Vec<Met> {
        (0..count).flat_map(|block| points.map(|points| met(block, points))).collect()
    }

    #[test]
    fn pairs_that_all_agree_keep_their_mean() {
        let won_and_drawn = score_by_block(&pairs(1, [1.0, 0.0]), None);
        assert_eq!((won_and_drawn.value, won_and_drawn.n), (0.75, 2));
        let drawn_and_lost = score_by_block(&pairs(3, [0.0, -1.0]), None);
        assert_eq!((drawn_and_lost.value, drawn_and_lost.n), (0.25, 6));
        for score in [won_and_drawn, drawn_and_lost] {
            assert!(score.low > 0.0 && score.low < score.value - 0.1, "{score:?}");
            assert!(score.high < 1.0 && score.high > score.value + 0.1, "{score:?}");
        }
    }

    #[test]
    fn copies_are_no_new_evidence() {
        let mut copies = pairs(100, [-1.0, -1.0]);
        assert_eq!(distinct(&copies), 200, "chance decided something");
        for (number, one) in copies.iter_mut().enumerate() {
            one.print = Some(number as u64 % 2);
        }
        let specs = || ["td:bot=a".to_owned(), "td:bot=b".to_owned()];
        let found = result(specs(), &copies, (-1.0, 1.0));
        assert_eq!((found.distinct, found.matches, found.score.value), (2, 200, 0.0));
        assert!(found.score.high > 0.5, "one pair proves little: {:?}", found.score);
        assert!(found.remark.unwrap().starts_with("these 200 matches are 2 matches played again and again"));
        let by_lot = result(["random".to_owned(), "greedy".to_owned()], &copies, (-1.0, 1.0));
        assert!(by_lot.remark.is_none() && by_lot.score.high < 0.1, "{by_lot:?}");
    }
}
