//! One world with open cards: what every move is worth there.

use crate::alphabeta::search::{Limits, Search};
use crate::mcts::{self, Rollout, Settings};
use crate::{Evaluation, Patience, Sight};
use ludometer_game::{Game, Rng, View};

/// Memory for positions already seen, shared by all worlds.
const TABLE_BYTES: usize = 4 << 20;
/// Plies of noisy moves followed beyond the depth, as `alphabeta` does.
const QUIESCENCE: u32 = 8;
/// Exploration, as in `mcts`.
const EXPLORATION: f32 = 1.4;

/// How a world is solved.
#[derive(Clone, Copy, Debug)]
pub(super) enum Way {
    AlphaBeta { depth: u32, nodes: u64 },
    Mcts { sims: u32 },
}

/// A move in one world.
#[derive(Clone, Copy, Debug)]
pub(super) struct KnownMove {
    /// For the seat to move, −1 to 1.
    pub value: f32,
    /// Positions or simulations behind it; none if it was not looked at.
    pub nodes: u64,
}

/// A world that was searched; moves are in the order of the view.
pub(super) struct Solved<M> {
    pub moves: Vec<KnownMove>,
    /// The moves expected after each, if they were asked for.
    pub plans: Option<Vec<Vec<M>>>,
    pub nodes: u64,
    pub proven: bool,
}

/// Solves worlds, and remembers positions from one to the next.
pub(super) struct Solver<G: Game> {
    way: Way,
    evaluation: Evaluation,
    alphabeta: Search<G>,
    mcts: mcts::Search<G>,
}

impl<G: Game> Solver<G> {
    pub fn new(way: Way, evaluation: Evaluation) -> Self {
        let bytes = if matches!(way, Way::AlphaBeta { .. }) { TABLE_BYTES } else { 0 };
        Solver { way, evaluation, alphabeta: Search::new(bytes), mcts: mcts::Search::default() }
    }

    /// Forgets everything: a new match.
    pub fn forget(&mut self) {
        self.alphabeta.forget();
    }

    /// What every move of the view is worth in this world, and with `plans` how the match would go on.
    pub fn solve(
        &mut self,
        view: &View<'_, G>,
        world: &G::State,
        plans: bool,
        rng: &mut Rng,
    ) -> Solved<G::Move> {
        match self.way {
            Way::AlphaBeta { depth, nodes } => self.by_alphabeta(view, world, (depth, nodes), plans, rng),
            Way::Mcts { sims } => self.by_mcts(view, world, sims, plans, rng),
        }
    }

    fn by_alphabeta(
        &mut self,
        view: &View<'_, G>,
        world: &G::State,
        (depth, nodes): (u32, u64),
        plans: bool,
        rng: &mut Rng,
    ) -> Solved<G::Move> {
        let patience = Patience::of(view, None);
        let limits = Limits { depth, nodes, patience, quiescence: QUIESCENCE, extend: true, every: true };
        let sight = Sight::new(view.game(), view.seat(), &self.evaluation);
        let found = self.alphabeta.run(&sight, world, &limits, rng);
        let of = |option: &G::Move| found.moves.iter().find(|known| known.option == *option);
        let known = |option: &G::Move| {
            let known = of(option);
            // A move that only the budget kept from being looked at has no value yet.
            let value = known.map_or(f32::NEG_INFINITY, |known| known.worth.value);
            let nodes = known.filter(|_| value.is_finite()).map_or(0, |known| known.nodes.max(1));
            KnownMove { value: value.clamp(-1.0, 1.0), nodes }
        };
        let plan = |&option: &G::Move| self.alphabeta.line(&sight, world, option, found.depth);
        Solved {
            moves: view.legal().iter().map(known).collect(),
            plans: plans.then(|| view.legal().iter().map(plan).collect()),
            nodes: found.counts.nodes,
            proven: found.moves.iter().all(|known| known.worth.proven),
        }
    }

    fn by_mcts(
        &mut self,
        view: &View<'_, G>,
        world: &G::State,
        sims: u32,
        plans: bool,
        rng: &mut Rng,
    ) -> Solved<G::Move> {
        let settings = Settings { sims, c: EXPLORATION, rollout: Rollout::Random };
        let found = self.mcts.run_watched(view.game(), world, settings, view.halting(), rng);
        let known = |&option: &G::Move| {
            let candidate = found.of(option);
            let nodes = u64::from(candidate.visits).max(u64::from(candidate.proven));
            KnownMove { value: candidate.mean, nodes }
        };
        let plan = |&option: &G::Move| match found.line.first() {
            Some(&first) if first == option => found.line.clone(),
            _ => vec![option],
        };
        Solved {
            moves: view.legal().iter().map(known).collect(),
            plans: plans.then(|| view.legal().iter().map(plan).collect()),
            nodes: found.sims,
            proven: found.proven,
        }
    }
}
