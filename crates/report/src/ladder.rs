//! The groups of a run in order of strength: rungs (one agent in every seat) and duels.
//!
//! Strength is read from the agents' names, because a report must not need the agents: `random` is
//! weakest, then agents without a budget, then those with one (`sims=`, `depth=`, …) by its size;
//! equals keep the order of the run.

use ludometer_metrics::{GroupSummary, Measure, Summary};
use ludometer_record::{AgentInfo, Group};
use std::cmp::Ordering;

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

    /// What to call it: the agent where only one plays.
    pub fn name(&self) -> &'a str {
        let agent = self.group.lineup.first().and_then(|&agent| self.agents.get(agent));
        match agent {
            Some(agent) if self.group.is_self_play() => &agent.spec,
            _ => &self.group.name,
        }
    }

    /// Everybody who plays in it, once, weakest first.
    pub fn agents(&self) -> Vec<&'a str> {
        let mut all: Vec<&str> = Vec::new();
        for agent in self.group.lineup.iter().filter_map(|&agent| self.agents.get(agent)) {
            if !all.contains(&agent.spec.as_str()) {
                all.push(&agent.spec);
            }
        }
        all.sort_by(|a, b| by_strength(a, b));
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
}

impl<'a> Ladder<'a> {
    /// Sorts the groups of a run.
    pub fn of(summary: &'a Summary) -> Self {
        let agents = &summary.header.agents;
        let played = summary.header.groups.iter().zip(&summary.groups).filter(|(_, found)| found.matches > 0);
        let all = played.map(|(group, found)| Rung { group, found, agents });
        let (mut rungs, duels): (Vec<_>, Vec<_>) = all.partition(|rung| rung.group.is_self_play());
        rungs.sort_by(|a, b| by_strength(a.name(), b.name()));
        Ladder { summary, rungs, duels }
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

/// Compares two agents by what their names say of their strength.
fn by_strength(a: &str, b: &str) -> Ordering {
    let ((class_a, budget_a), (class_b, budget_b)) = (strength(a), strength(b));
    class_a.cmp(&class_b).then(budget_a.total_cmp(&budget_b))
}

fn strength(spec: &str) -> (u8, f64) {
    let (name, options) = spec.split_once(':').unwrap_or((spec, ""));
    let budget = options.split(',').find_map(|option| {
        let (key, value) = option.split_once('=')?;
        let budget = ["sims", "depth", "nodes", "iterations", "worlds", "ms"].contains(&key.trim());
        if budget { value.trim().parse::<f64>().ok() } else { None }
    });
    match budget {
        _ if name == "random" => (0, 0.0),
        None => (1, 0.0),
        Some(budget) => (2, budget),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strength_is_read_from_the_name() {
        let mut agents = ["mcts:sims=1000,c=1.4", "mcts:sims=20", "greedy", "random"];
        agents.sort_by(|a, b| by_strength(a, b));
        assert_eq!(agents, ["random", "greedy", "mcts:sims=20", "mcts:sims=1000,c=1.4"]);
    }
}
