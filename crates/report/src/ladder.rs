//! The groups of a run in order of strength: rungs (one agent in every seat) and duels.
//!
//! A run lists its agents in the order of its plan, weakest first; `random`, which does not think, is
//! the floor wherever it stands. Agents that were typed by hand may come in any order, so duels have
//! the last word: if one of them is clearly won by the agent that should be the weaker, all agents are
//! sorted by what the duels show.

use ludometer_metrics::{Estimate, GroupSummary, Measure, Summary};
use ludometer_record::{AgentInfo, Group};
use std::collections::BTreeMap;

/// A group that was played, with what was found in it.
#[derive(Clone, Copy)]
pub(crate) struct Rung<'a> {
    pub group: &'a Group,
    pub found: &'a GroupSummary,
    agents: &'a [AgentInfo],
}

impl<'a> Rung<'a> {
    /// The measure with this id.
    pub fn measure(&self, id: &str) -> Option<&'a Measure> {
        self.found.measure(id)
    }

    /// Whether all its agents play what they learnt.
    pub fn is_trained(&self) -> bool {
        let trained = |agent: &AgentInfo| agent.spec.contains(":bot=") || agent.spec.contains(",bot=");
        let mut agents = self.group.lineup.iter().filter_map(|&agent| self.agents.get(agent)).peekable();
        agents.peek().is_some() && agents.all(trained)
    }

    /// Whether this agent plays in it.
    pub fn has(&self, spec: &str) -> bool {
        self.group.lineup.iter().filter_map(|&agent| self.agents.get(agent)).any(|agent| agent.spec == spec)
    }

    /// What to call it: the agent where only one plays.
    pub fn name(&self) -> &'a str {
        let agent = self.group.lineup.first().and_then(|&agent| self.agents.get(agent));
        match agent {
            Some(agent) if self.group.is_self_play() => &agent.spec,
            _ => &self.group.name,
        }
    }

    /// Everybody who plays in it, once, by number.
    fn lineup(&self) -> Vec<usize> {
        let mut all = self.group.lineup.clone();
        all.retain(|&agent| agent < self.agents.len());
        all.sort_unstable();
        all.dedup();
        all
    }
}

/// All groups that were played, in order of strength.
pub(crate) struct Ladder<'a> {
    pub summary: &'a Summary,
    /// Groups with one agent in every seat, weakest first.
    pub rungs: Vec<Rung<'a>>,
    /// Groups in which agents meet.
    pub duels: Vec<Rung<'a>>,
    /// The place of every agent, from the weakest.
    ranks: Vec<usize>,
}

impl<'a> Ladder<'a> {
    /// Sorts the groups of a run.
    pub fn of(summary: &'a Summary) -> Self {
        let agents = &summary.header.agents;
        let played = summary.header.groups.iter().zip(&summary.groups).filter(|(_, found)| found.matches > 0);
        let all = played.map(|(group, found)| Rung { group, found, agents });
        let (mut rungs, duels): (Vec<_>, Vec<_>) = all.partition(|rung| rung.group.is_self_play());
        let meetings: Vec<Meeting> = duels.iter().filter_map(Meeting::of).collect();
        let ranks = ranks(agents, &meetings);
        rungs.sort_by_key(|rung| rung.group.lineup.first().and_then(|&agent| ranks.get(agent)));
        Ladder { summary, rungs, duels, ranks }
    }

    /// Everybody who plays in a group, once, weakest first.
    pub fn agents(&self, rung: &Rung<'a>) -> Vec<&'a str> {
        let mut all = rung.lineup();
        all.sort_by_key(|&agent| self.ranks[agent]);
        all.into_iter().map(|agent| rung.agents[agent].spec.as_str()).collect()
    }

    /// The strongest rung; in a run without self-play, the last duel.
    pub fn strongest(&self) -> Option<Rung<'a>> {
        self.rungs.last().or(self.duels.last()).copied()
    }

    /// The strongest rung that has this measure, and the measure.
    pub fn best_with(&self, id: &str) -> Option<(Rung<'a>, &'a Measure)> {
        let strongest_first = self.rungs.iter().rev().chain(self.duels.iter().rev());
        strongest_first.filter_map(|rung| Some((*rung, rung.measure(id)?))).next()
    }

    /// Every group, strongest rung first, duels last.
    pub fn all(&self) -> impl Iterator<Item = Rung<'a>> {
        self.rungs.iter().rev().chain(&self.duels).copied()
    }

    /// Matches of the whole run.
    pub fn matches(&self) -> u64 {
        self.all().map(|rung| rung.found.matches).sum()
    }
}

/// What a duel of two agents shows.
struct Meeting {
    /// The agents by number, in the order of the run.
    agents: [usize; 2],
    /// Their scores.
    scores: [Estimate; 2],
}

impl Meeting {
    fn of(rung: &Rung<'_>) -> Option<Self> {
        let [first, second] = rung.lineup()[..] else { return None };
        let measure = rung.measure("agent-wins")?;
        let score = |agent: usize| measure.row(&rung.agents[agent].spec).copied();
        Some(Meeting { agents: [first, second], scores: [score(first)?, score(second)?] })
    }

    /// Whether the first is clearly better, or the second.
    fn clear_winner(&self) -> Option<usize> {
        let [first, second] = &self.scores;
        if first.low > second.high {
            Some(self.agents[0])
        } else if second.low > first.high {
            Some(self.agents[1])
        } else {
            None
        }
    }

    /// How much better the second is than the first, on the scale of log odds.
    fn gap(&self) -> f64 {
        let odds = |score: &Estimate| {
            let share = score.value.clamp(0.001, 0.999);
            (share / (1.0 - share)).ln()
        };
        odds(&self.scores[1]) - odds(&self.scores[0])
    }
}

/// The place of every agent, from the weakest.
fn ranks(agents: &[AgentInfo], meetings: &[Meeting]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..agents.len()).collect();
    order.sort_by_key(|&agent| agents[agent].spec != "random");
    let ranks = places(&order);
    let against = |meeting: &Meeting| {
        let winner = meeting.clear_winner();
        winner.is_some_and(|winner| meeting.agents.iter().any(|&agent| ranks[agent] > ranks[winner]))
    };
    if !meetings.iter().any(against) {
        return ranks;
    }
    let ratings = ratings(agents.len(), meetings);
    order.sort_by(|&a, &b| ratings[a].total_cmp(&ratings[b]));
    places(&order)
}

/// Where each agent stands in an order.
fn places(order: &[usize]) -> Vec<usize> {
    let by_agent: BTreeMap<usize, usize> =
        order.iter().enumerate().map(|(place, &agent)| (agent, place)).collect();
    by_agent.into_values().collect()
}

/// Ratings that fit the gaps of all meetings: each agent moves, again and again, to the mean of what
/// its meetings say of it. An agent that met nobody stays in the middle.
fn ratings(agents: usize, meetings: &[Meeting]) -> Vec<f64> {
    const ROUNDS: usize = 200;
    let mut ratings = vec![0.0; agents];
    for _ in 0..ROUNDS {
        for agent in 0..agents {
            let says = |meeting: &Meeting| match meeting.agents {
                [weaker, stronger] if stronger == agent => Some(ratings[weaker] + meeting.gap()),
                [weaker, stronger] if weaker == agent => Some(ratings[stronger] - meeting.gap()),
                _ => None,
            };
            let said: Vec<f64> = meetings.iter().filter_map(says).collect();
            if !said.is_empty() {
                ratings[agent] = said.iter().sum::<f64>() / said.len() as f64;
            }
        }
    }
    ratings
}

#[cfg(test)]
mod tests {
    use super::*;

    fn agents(specs: &[&str]) -> Vec<AgentInfo> {
        let info = |spec: &&str| AgentInfo {
            spec: spec.to_string(),
            version: 1,
            params: vec![],
            reproducible: true,
        };
        specs.iter().map(info).collect()
    }

    /// The second of two agents scores `share`, give or take `half`.
    fn meeting(first: usize, second: usize, share: f64, half: f64) -> Meeting {
        let score = |value: f64| Estimate { value, low: value - half, high: value + half, n: 100 };
        Meeting { agents: [first, second], scores: [score(1.0 - share), score(share)] }
    }

    fn order(specs: &[&str], meetings: &[Meeting]) -> Vec<String> {
        let mut sorted: Vec<(usize, &str)> =
            ranks(&agents(specs), meetings).into_iter().zip(specs.iter().copied()).collect();
        sorted.sort_unstable();
        sorted.into_iter().map(|(_, spec)| spec.to_owned()).collect()
    }

    #[test]
    fn the_plan_is_in_order() {
        let planned = ["random", "mcts:sims=8", "mcts:sims=64,c=2"];
        assert_eq!(order(&planned, &[]), planned);
        // A difference that is not clear does not turn the plan over.
        assert_eq!(order(&planned, &[meeting(1, 2, 0.48, 0.05)]), planned);
    }

    #[test]
    fn random_is_the_floor_wherever_it_is_typed() {
        assert_eq!(order(&["mcts", "random", "greedy"], &[]), ["random", "mcts", "greedy"]);
    }

    #[test]
    fn duels_have_the_last_word() {
        let typed = ["strong", "weak", "middling"];
        let met = [meeting(0, 1, 0.02, 0.02), meeting(1, 2, 0.7, 0.05)];
        assert_eq!(order(&typed, &met), ["weak", "middling", "strong"]);
        let everybody = [meeting(0, 1, 0.1, 0.02), meeting(0, 2, 0.3, 0.02), meeting(1, 2, 0.8, 0.02)];
        assert_eq!(order(&typed, &everybody), ["weak", "middling", "strong"]);
    }
}
