//! The first position of a search: noise, forced looks, Gumbel's rounds; and what was learnt of its moves.

use super::graph::Edge;
use super::noise::{dirichlet, gumbel};
use super::settings::{NO_URGENCY, Root, Settings, best};
use ludometer_game::Rng;

/// Visits that are added to those of the most visited move before they weigh how good moves turned out: Danihelka and
/// others 2022.
const VISITS: f32 = 50.0;
/// How much what was found counts where the first position is not Gumbel's.
const PLAIN_SCALE: f32 = 1.0;

/// How the moves of the first position are looked at.
#[derive(Clone, Debug, Default)]
pub(super) struct Plan {
    /// Priors with noise in them.
    priors: Vec<f32>,
    /// What Gumbel's draw adds to the logarithm of each prior.
    gumbels: Vec<f32>,
    /// Visits of the moves that do not count: Gumbel's rounds begin anew.
    before: Vec<u32>,
    /// How often the move looked at next was looked at before, simulation by simulation.
    schedule: Vec<u32>,
}

/// A move of the first position as the search left it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Looked<M> {
    /// The move.
    pub by: M,
    /// Looks: those of this search in Gumbel's rounds, else also those of earlier ones.
    pub visits: u32,
    /// Mean result for the mover, −1 to 1; exact if proven.
    pub mean: f32,
    /// What the network thought of it.
    pub prior: f32,
    /// Whether its worth is known.
    pub proven: bool,
    /// Its score in Gumbel's rounds.
    pub score: f32,
}

impl Plan {
    /// Before the first simulation.
    pub fn begin<M>(&mut self, settings: &Settings, edges: &[Edge<M>], rng: &mut Rng) {
        self.priors.clear();
        self.priors.extend(edges.iter().map(|edge| edge.prior));
        // By the formula all looks are balanced, also those of earlier searches; Gumbel's rounds count their own.
        let counts_all = matches!(settings.root, Root::Puct { .. });
        self.before.clear();
        self.before.extend(edges.iter().map(|edge| if counts_all { 0 } else { edge.visits }));
        self.gumbels.clear();
        self.schedule.clear();
        match settings.root {
            Root::Puct { noise, alpha, .. } if noise > 0.0 => {
                let drawn = dirichlet(alpha / edges.len() as f32, edges.len(), rng);
                for (prior, drawn) in self.priors.iter_mut().zip(drawn) {
                    *prior += noise * (drawn - *prior);
                }
            }
            Root::Puct { .. } => {}
            Root::Gumbel { considered, random, .. } => {
                self.gumbels.extend(edges.iter().map(|_| if random { gumbel(rng) } else { 0.0 }));
                self.schedule = schedule(considered.min(edges.len()), settings.sims as usize);
            }
        }
    }

    /// The move to look at in this simulation.
    pub fn choose<M>(&self, settings: &Settings, edges: &[Edge<M>], worth: f32, simulation: u32) -> usize {
        match settings.root {
            Root::Puct { forced, .. } => self
                .forced(forced, edges)
                .unwrap_or_else(|| best(settings, edges, |index| self.priors[index], worth, NO_URGENCY)),
            Root::Gumbel { .. } => {
                let wanted = self.schedule.get(simulation as usize).copied().unwrap_or(u32::MAX);
                let fits = |index: &usize| self.visits(edges, *index) == wanted && !edges[*index].is_lost();
                let scores = self.scores(settings, edges, worth);
                let open = (0..edges.len()).filter(fits);
                open.max_by(|a, b| scores[*a].total_cmp(&scores[*b]))
                    .unwrap_or_else(|| best(settings, edges, |index| self.priors[index], worth, NO_URGENCY))
            }
        }
    }

    /// A move that was looked at less often than it is owed.
    fn forced<M>(&self, forced: f32, edges: &[Edge<M>]) -> Option<usize> {
        let all: u32 = (0..edges.len()).map(|index| self.visits(edges, index)).sum();
        (0..edges.len()).filter(|_| forced > 0.0).find(|&index| {
            let owed = (forced * self.priors[index] * all as f32).sqrt();
            let visits = self.visits(edges, index);
            visits > 0 && (visits as f32) < owed && !edges[index].is_lost()
        })
    }

    fn visits<M>(&self, edges: &[Edge<M>], index: usize) -> u32 {
        edges[index].visits - self.before[index]
    }

    /// Gumbel's score of each move: the draw, the logarithm of its prior, and how good it turned out.
    fn scores<M>(&self, settings: &Settings, edges: &[Edge<M>], worth: f32) -> Vec<f32> {
        let improved = improved(settings, edges, worth);
        let drawn = |index: usize| self.gumbels.get(index).copied().unwrap_or(0.0);
        improved.into_iter().enumerate().map(|(index, logit)| drawn(index) + logit).collect()
    }

    /// What was learnt of each move.
    pub fn looked<M: Copy>(&self, settings: &Settings, edges: &[Edge<M>], worth: f32) -> Vec<Looked<M>> {
        let scores = self.scores(settings, edges, worth);
        let read = |(index, edge): (usize, &Edge<M>)| Looked {
            by: edge.by,
            visits: self.visits(edges, index),
            mean: edge.mean,
            prior: edge.prior,
            proven: edge.is_proven(),
            score: scores[index],
        };
        edges.iter().enumerate().map(read).collect()
    }

    /// Priors with the noise of this search.
    pub fn priors(&self) -> &[f32] {
        &self.priors
    }
}

/// The logits of a better policy than the priors: each move by its prior and its mean result, moves without one by
/// what the visited ones let expect.
pub(super) fn improved<M>(settings: &Settings, edges: &[Edge<M>], worth: f32) -> Vec<f32> {
    let most = edges.iter().map(|edge| edge.visits).max().unwrap_or(0) as f32;
    let (mut visits, mut weight, mut sum) = (0u32, 0.0f32, 0.0f32);
    for edge in edges.iter().filter(|edge| edge.visits > 0) {
        visits += edge.visits;
        weight += edge.prior;
        sum += edge.prior * edge.mean;
    }
    let seen = if weight > 0.0 { sum / weight } else { worth };
    let unseen = (worth + visits as f32 * seen) / (visits + 1) as f32;
    let scale = match settings.root {
        Root::Gumbel { scale, .. } => scale,
        Root::Puct { .. } => PLAIN_SCALE,
    };
    let logit = |edge: &Edge<M>| {
        let mean = if edge.visits > 0 || edge.is_proven() { edge.mean } else { unseen };
        libm::logf(edge.prior.max(1e-8)) + (VISITS + most) * scale * (mean + 1.0) / 2.0
    };
    edges.iter().map(logit).collect()
}

/// How often the move looked at next was looked at before, for every simulation: all considered moves equally often,
/// then the better half, and so on.
fn schedule(considered: usize, simulations: usize) -> Vec<u32> {
    if considered <= 1 {
        return (0..simulations as u32).collect();
    }
    let rounds = considered.next_power_of_two().ilog2() as usize;
    let mut visits = vec![0u32; considered];
    let (mut wanted, mut left) = (Vec::with_capacity(simulations), considered);
    while wanted.len() < simulations {
        for _ in 0..(simulations / (rounds * left)).max(1) {
            wanted.extend_from_slice(&visits[..left]);
            visits[..left].iter_mut().for_each(|visits| *visits += 1);
        }
        left = (left / 2).max(2);
    }
    wanted.truncate(simulations);
    wanted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_halve_the_moves() {
        assert_eq!(schedule(4, 8), [0, 0, 0, 0, 1, 1, 2, 2]);
        assert_eq!(schedule(1, 3), [0, 1, 2]);
        assert_eq!(schedule(2, 5), [0, 0, 1, 1, 2]);
        let long = schedule(16, 64);
        assert_eq!(long.len(), 64);
        assert_eq!(long.iter().filter(|visits| **visits == 0).count(), 16);
    }
}
