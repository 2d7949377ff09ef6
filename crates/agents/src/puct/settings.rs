//! What a guided search is told.

use super::graph::Edge;

/// How the next move to look at is chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Formula {
    /// AlphaZero's: Q + c · P · √(visits of the position) / (1 + visits of the move).
    AlphaZero,
    /// Equation 2 of the thesis behind APTS, without the root: Q + c · P / (1 + visits of the move).
    Thesis,
}

/// How the moves of the first position are treated.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Root {
    /// By the formula, like everywhere.
    Puct {
        /// How much of the priors is Dirichlet noise.
        noise: f32,
        /// The total of the noise's concentration, shared by the legal moves.
        alpha: f32,
        /// Moves get at least √(forced · P · visits) looks once they had one; 0 is off.
        forced: f32,
    },
    /// Gumbel's: draws so many moves, and halves them in rounds.
    Gumbel {
        /// Moves that are considered.
        considered: usize,
        /// Whether the draw is random; otherwise the likeliest moves are considered.
        random: bool,
        /// How much what was found counts against what the network thought.
        scale: f32,
    },
}

/// What a guided search is told.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// Simulations.
    pub sims: u32,
    /// Exploration.
    pub c: f32,
    /// How moves are chosen.
    pub formula: Formula,
    /// How much less than its position an untried move is believed to be worth.
    pub urgency: f32,
    /// How the first position is treated.
    pub root: Root,
    /// Positions kept at most.
    pub nodes: usize,
}

impl Settings {
    /// What a prior counts for in a position with so many visits.
    pub(super) fn wide(&self, visits: f32) -> f32 {
        match self.formula {
            // One more, so that priors order the moves of a position nobody has looked into.
            Formula::AlphaZero => self.c * (visits + 1.0).sqrt(),
            Formula::Thesis => self.c,
        }
    }
}

/// Untried moves of the first position are believed to be worth as much as it is, so that noise can do its work.
pub(super) const NO_URGENCY: f32 = 0.0;

/// The best move by the formula. `worth` is what the network thinks of the position.
pub(super) fn best<M>(
    settings: &Settings,
    edges: &[Edge<M>],
    priors: impl Fn(usize) -> f32,
    worth: f32,
    urgency: f32,
) -> usize {
    let (mut visits, mut sum, mut seen) = (0u32, worth, 0.0f32);
    for (index, edge) in edges.iter().enumerate().filter(|(_, edge)| edge.visits > 0) {
        visits += edge.visits;
        sum += edge.mean * edge.visits as f32;
        seen += priors(index);
    }
    let untried = (sum / (visits + 1) as f32 - urgency * seen.sqrt()).max(-1.0);
    let wide = settings.wide(visits as f32);
    let mut best = (f32::NEG_INFINITY, 0);
    for (index, edge) in edges.iter().enumerate() {
        let mean = match edge.visits {
            _ if edge.is_lost() => f32::NEG_INFINITY,
            0 => untried,
            _ => edge.mean,
        };
        let score = mean + wide * priors(index) / (1 + edge.visits) as f32;
        if score > best.0 {
            best = (score, index);
        }
    }
    best.1
}
