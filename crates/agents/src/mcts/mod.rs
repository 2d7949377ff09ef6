//! Monte-Carlo tree search: play many random matches, look more at the moves that did well.
//!
//! # Idea
//! UCT. Every simulation walks down the tree by m* = argmax Q(s,m) + c · sqrt(ln V(s) / V(s,m)),
//! adds one position, plays a random match from there and carries every seat's payoff back up.
//! Untried moves come first, in random order. Dice are drawn at chance turns. Finished matches are
//! proofs: a win is taken at once, a forced loss is avoided, and both are backed up the tree.
//! With hidden information every simulation plays in a new world drawn from what the seat knows,
//! and one tree is keyed by what the seat sees; it claims no equilibrium.
//!
//! # Paper
//! Kocsis and Szepesvári 2006 (UCT); Winands et al. 2008 (proofs); Cowling et al. 2012 (hidden
//! information, availability count). `final=quality` is the move quality A = ΣQ + V^(1/4) of APTS.
//!
//! # Needs
//! Nothing. `rollout=evaluate` needs the game's evaluator.
//!
//! # Cost
//! `sims` random matches per move; about 20 to 28 bytes per legal move of every position visited
//! twice.
//!
//! # Wrong tool
//! Where a single narrow line of play decides and random matches never find it; where bluffing
//! matters.

mod blind;
mod choose;
mod explore;
mod open;
mod tree;

pub use blind::BlindSearch;
pub use choose::{Final, move_quality, softmax};
pub use open::Search;
pub use tree::Tree;

use crate::{Agent, AgentError, Decision, Explored, Ready};
use choose::Candidate;
use ludometer_game::{Card, Fault, Game, ParamSpec, Params, Rng, Seat, View};

/// Name, documentation and parameters.
#[must_use]
pub fn card() -> Card {
    let params = vec![
        ParamSpec::whole("sims", "simulations per move", 1000, 1..=100_000_000),
        ParamSpec::real("c", "exploration: higher tries more moves, lower looks deeper", 1.4, 0.0..=100.0),
        ParamSpec::choice("rollout", "how a new position is valued", &["random", "evaluate"]),
        ParamSpec::choice("final", "what decides after the search", &["visits", "quality"]),
        ParamSpec::real("temperature", "0 plays the best move; higher draws among more", 0.0, 0.0..=1000.0),
    ];
    Card::from_source("mcts", "Monte-Carlo tree search", 1, include_str!("mod.rs"), params)
}

/// Makes the agent ready.
///
/// # Errors
/// When `rollout=evaluate` is asked of a game without an evaluator.
pub fn prepare<G: Game>(game: &G, params: &Params) -> Result<Ready<G>, AgentError> {
    let evaluate = params.word("rollout") == "evaluate";
    if evaluate && game.evaluate(&game.initial(), Seat::new(0)).is_none() {
        return Err(AgentError::CannotPlay {
            agent: "mcts:rollout=evaluate".into(),
            needs: "an evaluator".into(),
            instead: "`mcts` with rollout=random".into(),
        });
    }
    let settings = Settings {
        sims: params.count("sims") as u32,
        c: params.real("c") as f32,
        rollout: if evaluate { Rollout::Evaluate } else { Rollout::Random },
    };
    let finish = if params.word("final") == "quality" { Final::Quality } else { Final::Visits };
    let temperature = params.real("temperature") as f32;
    Ok(Ready::new(move || Mcts::<G> {
        settings,
        finish,
        temperature,
        open: Search::default(),
        blind: BlindSearch::default(),
    }))
}

/// What a search is told.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Simulations.
    pub sims: u32,
    /// Exploration.
    pub c: f32,
    /// How a new position is valued.
    pub rollout: Rollout,
}

/// How a new position is valued.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rollout {
    /// By a random match to its end.
    Random,
    /// By the game's evaluator.
    Evaluate,
}

struct Mcts<G: Game> {
    settings: Settings,
    finish: Final,
    temperature: f32,
    open: Search<G>,
    blind: BlindSearch<G>,
}

/// What a search found at its root.
#[derive(Clone, Debug)]
pub struct Found<M> {
    candidates: Vec<(M, Candidate)>,
    values: Vec<f32>,
    proven: bool,
    sims: u64,
    line: Vec<M>,
}

impl<G: Game> Agent<G> for Mcts<G> {
    fn decide(&mut self, view: &View<'_, G>, rng: &mut Rng) -> Result<Decision<G::Move>, Fault> {
        let legal = view.legal();
        let found = if view.game().traits().hidden {
            self.blind.run(view, self.settings, rng)
        } else {
            let root = view.sample(rng);
            self.open.run_watched(view.game(), &root, self.settings, view.halting(), rng)
        };
        // The search keeps moves in its own order; the view's order is what records use.
        let candidates: Vec<Candidate> = legal.iter().map(|&option| found.of(option)).collect();
        let shares = choose::policy(&candidates, self.finish, self.temperature);
        let index = choose::pick(&candidates, &shares, self.finish, self.temperature, rng);
        let mut line = found.line;
        if line.first() != Some(&legal[index]) {
            line = vec![legal[index]];
        }
        Ok(Decision {
            chosen: legal[index],
            shares,
            qualities: candidates.iter().map(|candidate| candidate.mean).collect(),
            proofs: proofs(&candidates),
            visits: candidates.iter().map(|candidate| candidate.visits).collect(),
            values: found.values,
            proven: found.proven,
            nodes: found.sims,
            line,
            facts: Vec::new(),
        })
    }

    fn explored(&self, view: &View<'_, G>, depth: usize, width: usize) -> Vec<Explored<G::Move>> {
        if view.game().traits().hidden {
            explore::unseen(self.blind.root_moves(), if depth == 0 { 0 } else { width })
        } else {
            explore::explored(self.open.tree(), depth, width)
        }
    }
}

/// Which candidates are proven; empty where none is, as in most positions of most matches.
fn proofs(candidates: &[Candidate]) -> Vec<bool> {
    let any = candidates.iter().any(|candidate| candidate.proven);
    candidates.iter().filter(|_| any).map(|candidate| candidate.proven).collect()
}

impl<M: PartialEq + Copy> Found<M> {
    /// How many simulations were made; fewer than asked for when the root was proven.
    #[must_use]
    pub fn simulations(&self) -> u64 {
        self.sims
    }

    fn of(&self, option: M) -> Candidate {
        let known = self.candidates.iter().find(|(candidate, _)| *candidate == option);
        known.map_or(Candidate { visits: 0, mean: 0.0, proven: false }, |(_, candidate)| *candidate)
    }
}
