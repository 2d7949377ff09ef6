//! Averaging over worlds: solve many deals as if all cards lay open, and play what is best on average.
//!
//! # Idea
//! Draw `deals` worlds that the seat cannot tell from the true one, find out with open cards what every
//! move is worth in each, and play the move with the best mean. `with=alphabeta` solves a world by α–β,
//! paranoid with three or more seats, as deep as `depth` and `nodes` allow; chance that is left in a world
//! is averaged over its outcomes, and where these cannot be listed the look-ahead ends with an estimate.
//! `with=mcts` searches a world with `sims` simulations, which draw what chance is left. Equal moves are
//! told apart by lot.
//!
//! # Paper
//! Levy 1989; Ginsberg 2001 (GIB, 100 deals a card at bridge); Frank and Basin 1998 (why it is wrong); Long
//! et al. 2010 (when it works all the same).
//!
//! # Needs
//! Nothing; but where nothing is hidden there is only one world, and `alphabeta` or `mcts` is the same
//! with less ado. `depth` and `nodes` count `with=alphabeta`, `sims` counts `with=mcts`.
//!
//! # Cost
//! `deals` times one search.
//!
//! # Wrong tool
//! In every world the search sees everything: that is its sin. It believes that the seat will know later
//! what it does not know now, and plans a different reply for each world at the very moment at which it
//! cannot tell them apart (strategy fusion): on `roads` it walks under the bus, on `four-cards` it cannot
//! tell the right lead from the wrong one. It never plays to learn something, never hides what it knows,
//! and thinks that the others see its cards. `ismcts` has none of the first fault; `analyze` shows it.

mod solver;

use crate::{Agent, AgentError, Decision, Evaluation, Imagined, Ready, Sight};
use ludometer_game::{Card, Fault, Game, ParamSpec, Params, Rng, View};
use solver::{Solved, Solver, Way};

/// Worlds that are remembered for whoever asks.
const MOST_TOLD: usize = 16;
/// Values nearer than this are the same: they are means of many.
const SAME: f32 = 1e-5;

/// Name, documentation and parameters.
#[must_use]
pub fn card() -> Card {
    let params = vec![
        ParamSpec::whole("deals", "worlds drawn and solved for a move", 100, 1..=100_000),
        ParamSpec::choice("with", "how a world is solved", &["alphabeta", "mcts"]),
        ParamSpec::whole("depth", "plies to look ahead in each world", 100, 1..=100),
        ParamSpec::whole("nodes", "positions to look at in each world", 1000, 1..=1_000_000_000),
        ParamSpec::whole("sims", "simulations in each world", 100, 1..=100_000_000),
    ];
    Card::from_source("pimc", "Averaging over worlds", 1, include_str!("mod.rs"), params)
}

/// Makes the agent ready.
///
/// # Errors
/// Never.
pub fn prepare<G: Game>(game: &G, params: &Params) -> Result<Ready<G>, AgentError> {
    let evaluation = Evaluation::read(game, "pimc", "")?;
    let way = match params.word("with") {
        "mcts" => Way::Mcts { sims: params.count("sims") as u32 },
        _ => Way::AlphaBeta { depth: params.count("depth") as u32, nodes: params.count("nodes") as u64 },
    };
    let deals = if game.traits().hidden { params.count("deals") } else { 1 };
    let make = move || Pimc::<G> {
        deals,
        solver: Solver::new(way, evaluation.clone()),
        evaluation: evaluation.clone(),
        told: Vec::new(),
    };
    Ok(Ready::new(make))
}

struct Pimc<G: Game> {
    deals: usize,
    solver: Solver<G>,
    evaluation: Evaluation,
    /// The first worlds of the last decision.
    told: Vec<Imagined<G>>,
}

/// What was found out about one move in all worlds.
#[derive(Clone, Copy, Default)]
struct Average {
    sum: f64,
    /// Worlds in which it was looked at.
    worlds: u32,
    /// Worlds in which no move is better.
    best: u32,
    nodes: u64,
}

impl Average {
    /// Its mean; not a number where nobody looked.
    fn mean(&self) -> f32 {
        (self.sum / f64::from(self.worlds)) as f32
    }
}

impl<G: Game> Agent<G> for Pimc<G> {
    fn start(&mut self) {
        self.solver.forget();
        self.told.clear();
    }

    fn decide(&mut self, view: &View<'_, G>, rng: &mut Rng) -> Result<Decision<G::Move>, Fault> {
        let legal = view.legal();
        let mut averages = vec![Average::default(); legal.len()];
        let (mut nodes, mut worlds, mut proven) = (0, 0, 0);
        self.told.clear();
        while worlds < self.deals && !view.halted() {
            let world = view.sample(rng);
            let solved = self.solver.solve(view, &world, worlds < MOST_TOLD, rng);
            add(&mut averages, &solved);
            nodes += solved.nodes;
            proven += usize::from(solved.proven);
            worlds += 1;
            if let Some(plans) = solved.plans {
                let values = solved.moves.iter().map(|known| known.value).collect();
                self.told.push(Imagined { world, values, plans });
            }
        }
        let qualities: Vec<f32> = averages.iter().map(Average::mean).collect();
        let best = qualities.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let mut equals: Vec<usize> =
            (0..legal.len()).filter(|&place| qualities[place] >= best - SAME).collect();
        // Whoever is halted before the first world may answer anything.
        if equals.is_empty() {
            equals = (0..legal.len()).collect();
        }
        let place = equals[rng.below(equals.len())];
        let share = |other| if equals.contains(&other) { 1.0 / equals.len() as f32 } else { 0.0 };
        let sight = Sight::new(view.game(), view.seat(), &self.evaluation);
        let agreed = f64::from(100 * averages[place].best) / worlds.max(1) as f64;
        Ok(Decision {
            shares: (0..legal.len()).map(share).collect(),
            visits: averages.iter().map(|one| u32::try_from(one.nodes).unwrap_or(u32::MAX)).collect(),
            values: sight.values(if sight.wants_more(view.seat()) { best } else { -best }),
            nodes,
            line: vec![legal[place]],
            facts: vec![
                ("worlds", worlds as f64),
                ("worlds solved to the end", proven as f64),
                ("worlds in which no move is better, %", agreed),
            ],
            qualities,
            ..Decision::blind(legal[place])
        })
    }

    fn imagined(&self) -> &[Imagined<G>] {
        &self.told
    }
}

/// Adds what one world says of every move.
fn add(averages: &mut [Average], solved: &Solved<impl Copy>) {
    let looked_at = || solved.moves.iter().filter(|known| known.nodes > 0);
    let best = looked_at().map(|known| known.value).fold(f32::NEG_INFINITY, f32::max);
    for (average, known) in averages.iter_mut().zip(&solved.moves).filter(|(_, known)| known.nodes > 0) {
        average.sum += f64::from(known.value);
        average.worlds += 1;
        average.best += u32::from(known.value >= best - SAME);
        average.nodes += known.nodes;
    }
}
