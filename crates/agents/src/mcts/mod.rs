//! Monte-Carlo tree search: play many random matches, look more at the moves that did well.
//!
//! # Idea
//! UCT. Every simulation walks down the tree by m* = argmax Q(s,m) + c · sqrt(ln V(s) / V(s,m)),
//! adds one position, plays a random match from there and carries every seat's payoff back up.
//! Untried moves come first, in random order. Dice are drawn at chance turns. Finished matches are
//! proofs: a win is taken at once, a forced loss is avoided, and both are backed up the tree.
//! With hidden information every simulation plays in a new world drawn from what the seat knows,
//! and one tree is keyed by what the seat sees, as `ismcts` does it; it claims no equilibrium.
//!
//! More ideas can be switched on, alone or together; `docs/experiments/mcts-options.md` says where each
//! was found to help. `rave=K`: a move is also judged by all simulations in which it was played later;
//! at K visits its own mean weighs as much. `grave=N` reads that from the nearest position above with N
//! visits. `rollout=mast`: random matches prefer moves that did well before in this search.
//! `bounds=on`: what every move brings at least and at most is carried up, and moves that cannot be
//! the best are dropped; for games with more outcomes than win and loss. `widen=A`: after V visits only
//! the best V^A moves by the game's evaluator are considered (in random order without one).
//! `threads=N`: N independent searches at once share the simulations, and their visits are added up.
//! No thread sees another's tree, so the answer does not depend on timing: the same seed and the same
//! N give the same match. Where a game states strategies, `guide=NAME` plays the matches of simulations
//! by one of them, now and then by a blind move, and `prior=NAME` tries the moves it likes first; with `widen`
//! these are also the ones that are considered first.
//!
//! # Paper
//! Kocsis and Szepesvári 2006 (UCT); Winands et al. 2008 (proofs); Cowling et al. 2012 (hidden
//! information, availability count). `final=quality` is the move quality A = ΣQ + V^(1/4) of APTS.
//! Gelly and Silver 2007 (RAVE); Cazenave 2015 (GRAVE); Finnsson and Björnsson 2008, Tak et al. 2012
//! (MAST); Cazenave and Saffidine 2010 (score bounds); Coulom 2007 (widening); Chaslot et al. 2008
//! (root parallelisation).
//!
//! # Needs
//! Nothing. `rollout=evaluate` needs the game's evaluator; `rave`, `rollout=mast`, `bounds` and `widen`
//! need a game in which nothing is hidden; `guide` and `prior` a game that states strategies.
//!
//! # Cost
//! `sims` random matches per move; about 20 to 28 bytes per legal move of every position visited
//! twice. `rave` and `rollout=mast` must see the moves of random matches and so play them move by move,
//! where some games have a much faster way; `rave` also keeps about 20 bytes per different later move
//! of every position visited twice. `widen` evaluates every move of every position visited twice.
//!
//! # Wrong tool
//! Where a single narrow line of play decides and random matches never find it; where bluffing
//! matters.

mod bounds;
mod choose;
mod explore;
mod extended;
mod guide;
mod logarithms;
mod mast;
mod open;
mod rave;
mod style;
mod tally;
mod threads;
mod tree;
mod widen;

pub(crate) use choose::{Candidate, pick, policy};
pub use choose::{Final, move_quality, softmax};
pub(crate) use explore::unseen;
pub use guide::Guide;
pub(crate) use guide::{demand_advice, params as guide_params, play_on, read as read_guide};
pub(crate) use logarithms::Logarithms;
pub use open::Search;
pub(crate) use tree::Scale;
pub use tree::Tree;

use crate::{Agent, AgentError, Decision, Explored, Ready};
use extended::Options;
use ludometer_game::{Card, Fault, Game, ParamError, ParamSpec, Params, Rng, Seat, View};
use threads::Worker;

/// The share of blind moves that suits most games.
const MAST_EPSILON: f64 = 0.4;

/// Name, documentation and parameters.
#[must_use]
pub fn card() -> Card {
    let mut params = vec![
        ParamSpec::whole("sims", "simulations per move", 1000, 1..=100_000_000),
        ParamSpec::real("c", "exploration: higher tries more moves, lower looks deeper", 1.4, 0.0..=100.0),
        ParamSpec::choice("rollout", "how a new position is valued", &["random", "evaluate", "mast"]),
        ParamSpec::choice("final", "what decides after the search", &["visits", "quality"]),
        ParamSpec::real("temperature", "0 plays the best move; higher draws among more", 0.0, 0.0..=1000.0),
        ParamSpec::whole(
            "rave",
            "visits at which a move's own mean weighs as much as all moves as first; 0 is off",
            0,
            0..=1_000_000_000,
        ),
        ParamSpec::whole("grave", "visits a position needs for its rave statistics", 0, 0..=1_000_000_000),
        ParamSpec::real("mast-epsilon", "share of blind moves with rollout=mast", MAST_EPSILON, 0.0..=1.0),
        ParamSpec::switch("bounds", "score bounds drop moves that cannot be the best", false),
        ParamSpec::real("widen", "consider visits to this power moves; 0 is all at once", 0.0, 0.0..=1.0),
        ParamSpec::whole("threads", "independent searches at once, which share `sims`", 1, 1..=256),
    ];
    params.extend(guide::params());
    Card::from_source("mcts", "Monte-Carlo tree search", 1, include_str!("mod.rs"), params)
}

/// Makes the agent ready.
///
/// # Errors
/// When `rollout=evaluate` is asked of a game without an evaluator, an option of a game it cannot
/// handle, or a parameter is set that has no effect without another.
pub fn prepare<G: Game>(game: &G, params: &Params) -> Result<Ready<G>, AgentError> {
    let evaluate = params.word("rollout") == "evaluate";
    if evaluate && game.evaluate(&game.initial(), Seat::new(0)).is_none() {
        return Err(AgentError::CannotPlay {
            agent: "mcts:rollout=evaluate".into(),
            needs: "an evaluator".into(),
            instead: "`mcts` with rollout=random".into(),
        });
    }
    let (guide, prior) = read_guide(game, "mcts", params)?;
    let options = read_options(params)?;
    if game.traits().hidden && options != Options::default() {
        return Err(AgentError::CannotPlay {
            agent: "mcts with rave, rollout=mast, bounds or widen".into(),
            needs: "a game without hidden information".into(),
            instead: "`mcts` without these".into(),
        });
    }
    let settings = Settings {
        sims: params.count("sims") as u32,
        c: params.real("c") as f32,
        rollout: Rollout::new(evaluate, guide),
    };
    let options = Options { prior, ..options };
    let finish = if params.word("final") == "quality" { Final::Quality } else { Final::Visits };
    let temperature = params.real("temperature") as f32;
    let threads = params.count("threads");
    let workers = move || (0..threads).map(|_| Worker::new(options)).collect();
    let make =
        move || Mcts::<G> { settings, finish, temperature, prior, workers: workers(), last: Vec::new() };
    Ok(Ready::new(make))
}

fn read_options(params: &Params) -> Result<Options, AgentError> {
    let needs = |without: &str, other: &str| {
        let cause = ParamError::Together(format!("`{without}` has no effect without `{other}`; type both"));
        Err(AgentError::Params { agent: "mcts".into(), cause })
    };
    let (rave, grave) = (params.count("rave") as u32, params.count("grave") as u32);
    let (mast, epsilon) = (params.word("rollout") == "mast", params.real("mast-epsilon"));
    let widen = params.real("widen") as f32;
    if grave > 0 && rave == 0 {
        return needs("grave", "rave");
    }
    if epsilon != MAST_EPSILON && !mast {
        return needs("mast-epsilon", "rollout=mast");
    }
    Ok(Options {
        rave: (rave > 0).then_some((rave, grave)),
        mast: mast.then_some(epsilon),
        bounds: params.switch("bounds"),
        widen: (widen > 0.0).then_some(widen),
        prior: None,
    })
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
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Rollout {
    /// By a random match to its end.
    Random,
    /// By the game's evaluator.
    Evaluate,
    /// By a match that a strategy of the game plays.
    Guided(Guide),
}

impl Rollout {
    pub(crate) fn new(evaluate: bool, guide: Option<Guide>) -> Self {
        match guide {
            Some(guide) => Rollout::Guided(guide),
            None if evaluate => Rollout::Evaluate,
            None => Rollout::Random,
        }
    }

    pub(crate) fn guide(self) -> Option<Guide> {
        match self {
            Rollout::Guided(guide) => Some(guide),
            _ => None,
        }
    }
}

struct Mcts<G: Game> {
    settings: Settings,
    finish: Final,
    temperature: f32,
    /// The strategy whose favourites are tried first.
    prior: Option<usize>,
    workers: Vec<Worker<G>>,
    /// What the last decision found out about its moves.
    last: Vec<(G::Move, Candidate)>,
}

/// What a search found at its root.
#[derive(Clone, Debug)]
pub struct Found<M> {
    pub(crate) candidates: Vec<(M, Candidate)>,
    pub(crate) values: Vec<f32>,
    pub(crate) proven: bool,
    pub(crate) sims: u64,
    pub(crate) line: Vec<M>,
}

impl<G: Game> Agent<G> for Mcts<G> {
    fn decide(&mut self, view: &View<'_, G>, rng: &mut Rng) -> Result<Decision<G::Move>, Fault> {
        let legal = view.legal();
        demand_advice(view, self.settings.rollout.guide(), self.prior)?;
        let found = threads::search(&mut self.workers, view, self.settings, rng);
        // The search keeps moves in its own order; the view's order is what records use.
        let candidates: Vec<Candidate> = legal.iter().map(|&option| found.of(option)).collect();
        let shares = policy(&candidates, self.finish, self.temperature);
        let index = pick(&candidates, &shares, self.finish, self.temperature, rng);
        self.last = found.candidates;
        let mut line = found.line;
        if line.first() != Some(&legal[index]) {
            line = vec![legal[index]];
        }
        Ok(Decision {
            priors: Vec::new(),
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
        // With several threads the first one's tree stands for all.
        let worker = &self.workers[0];
        if view.game().traits().hidden {
            unseen(self.last.clone(), if depth == 0 { 0 } else { width })
        } else {
            explore::explored(worker.open.tree(), depth, width)
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

    pub(crate) fn of(&self, option: M) -> Candidate {
        let known = self.candidates.iter().find(|(candidate, _)| *candidate == option);
        known.map_or(Candidate::default(), |(_, candidate)| *candidate)
    }
}
