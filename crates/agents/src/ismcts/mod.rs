//! Information-set Monte-Carlo tree search: one tree over what can be known, a new world every time.
//!
//! # Idea
//! Every simulation draws a world that the seat cannot tell from the true one and walks down a tree
//! whose nodes are not positions but what is known there, so that worlds that look alike share their
//! statistics and nobody plans with what nobody will know. Not every move is legal in every world, so a
//! move is weighed by how often it was available, n′, rather than by the visits of its parent:
//! m* = argmax Q(m) + c · sqrt(ln n′(m) / n(m)). Untried moves come first, in random order.
//!
//! `observer=multiple` gives every seat a tree of its own, all walked down together: everybody chooses
//! by what they know themselves, and hides what the others cannot see. `observer=single` keeps one tree
//! with the eyes of the searching seat: others choose as if they saw no more than it does. That
//! learns faster, which helps in trick-taking, and loses money at poker (`docs/experiments/hidden.md`).
//!
//! A match of several hands, deals or rounds (`episode` of the game) need not be played to its end in every simulation:
//! with `episode=on` it stops with the hand and asks the game what the score is worth, so that luck in the hands
//! after it does not blur what this one is about.
//!
//! # Paper
//! Cowling, Powley and Whitehouse 2012. Their c of 0.7 belongs to results from 0 to 1; ours go from −1
//! to 1, which would make it 1.4. A little less was found to be better.
//!
//! # Needs
//! Nothing. `rollout=evaluate` needs the game's evaluator; `guide` and `prior` need a game that states
//! strategies and do what they do in `mcts`.
//!
//! # Cost
//! `sims` random matches per move, each in a freshly drawn world; about 80 bytes per simulation, with one
//! observer up to 150. Many observers learn more slowly than one: their knowledge is spread over more nodes.
//!
//! # Wrong tool
//! Where nothing is hidden `mcts` is better: it proves wins. Where bluffing decides it is no
//! equilibrium: worlds are drawn as if the others had played at random so far, and more simulations may
//! even make it easier to exploit.

mod search;
mod tree;

pub use search::{Observer, Search};

use crate::mcts::{
    Candidate, Final, Found, Rollout, Settings, demand_advice, guide_params, pick, policy, read_guide, unseen,
};
use crate::{Agent, AgentError, Decision, Explored, Ready};
use ludometer_game::{Card, Fault, Game, ParamSpec, Params, Rng, Seat, View};

/// Name, documentation and parameters.
#[must_use]
pub fn card() -> Card {
    let mut params = vec![
        ParamSpec::whole("sims", "simulations per move", 1000, 1..=100_000_000),
        ParamSpec::choice(
            "observer",
            "one tree for every seat, or one with the eyes of the searching seat",
            &["multiple", "single"],
        ),
        ParamSpec::real("c", "exploration: higher tries more moves, lower looks deeper", 1.0, 0.0..=100.0),
        ParamSpec::choice("rollout", "how a new position is valued", &["random", "evaluate"]),
        ParamSpec::choice("final", "what decides after the search", &["visits", "quality"]),
        ParamSpec::real("temperature", "0 plays the best move; higher draws among more", 0.0, 0.0..=1000.0),
        ParamSpec::switch(
            "episode",
            "simulations end with the hand, valued by the game's evaluator or the score so far; for matches of hands, as truco",
            false,
        ),
        ParamSpec::switch("even", "every move gets the same simulations and the best mean is played", false),
    ];
    params.extend(guide_params());
    Card::from_source("ismcts", "Information-set tree search", 1, include_str!("mod.rs"), params)
}

/// Makes the agent ready.
///
/// # Errors
/// When `rollout=evaluate` is asked of a game without an evaluator.
pub fn prepare<G: Game>(game: &G, params: &Params) -> Result<Ready<G>, AgentError> {
    let evaluate = params.word("rollout") == "evaluate";
    if evaluate && game.evaluate(&game.initial(), Seat::new(0)).is_none() {
        return Err(AgentError::CannotPlay {
            agent: "ismcts:rollout=evaluate".into(),
            needs: "an evaluator".into(),
            instead: "`ismcts` with rollout=random".into(),
        });
    }
    let (guide, prior) = read_guide(game, "ismcts", params)?;
    let settings = Settings {
        sims: params.count("sims") as u32,
        c: params.real("c") as f32,
        rollout: Rollout::new(evaluate, guide),
    };
    let observer = if params.word("observer") == "multiple" { Observer::Multiple } else { Observer::Single };
    let finish = if params.word("final") == "quality" { Final::Quality } else { Final::Visits };
    let (temperature, even) = (params.real("temperature") as f32, params.switch("even"));
    let episode = params.switch("episode");
    let make = move || Ismcts::<G> {
        settings,
        finish,
        temperature,
        even,
        prior,
        search: Search::new(observer).evenly(even).within_episode(episode).with_prior(prior),
        last: Vec::new(),
    };
    Ok(Ready::new(make))
}

struct Ismcts<G: Game> {
    settings: Settings,
    finish: Final,
    temperature: f32,
    even: bool,
    /// The strategy whose favourites are tried first.
    prior: Option<usize>,
    search: Search<G>,
    /// What the last decision found out about its moves.
    last: Vec<(G::Move, Candidate)>,
}

impl<G: Game> Agent<G> for Ismcts<G> {
    fn decide(&mut self, view: &View<'_, G>, rng: &mut Rng) -> Result<Decision<G::Move>, Fault> {
        let legal = view.legal();
        demand_advice(view, self.settings.rollout.guide(), self.prior)?;
        let Found { candidates, values, sims, .. } = self.search.run(view, self.settings, rng);
        let known: Vec<Candidate> = candidates.iter().map(|(_, candidate)| *candidate).collect();
        self.last = candidates;
        let (index, shares) = if self.even {
            best_mean(&known, rng)
        } else {
            let shares = policy(&known, self.finish, self.temperature);
            (pick(&known, &shares, self.finish, self.temperature, rng), shares)
        };
        Ok(Decision {
            shares,
            qualities: known.iter().map(quality).collect(),
            visits: known.iter().map(|candidate| candidate.visits).collect(),
            values,
            nodes: sims,
            line: vec![legal[index]],
            facts: vec![("information sets", self.search.information_sets() as f64)],
            ..Decision::blind(legal[index])
        })
    }

    fn explored(&self, _view: &View<'_, G>, depth: usize, width: usize) -> Vec<Explored<G::Move>> {
        unseen(self.last.clone(), if depth == 0 { 0 } else { width })
    }
}

/// What a move is worth; nothing where nobody looked.
fn quality(candidate: &Candidate) -> f32 {
    if candidate.visits == 0 { f32::NAN } else { candidate.mean }
}

/// The move with the best mean of those looked at, and all shares on it. Equals are drawn.
fn best_mean(known: &[Candidate], rng: &mut Rng) -> (usize, Vec<f32>) {
    // What is not a number is neither the largest nor as large.
    let best = known.iter().map(quality).fold(f32::NEG_INFINITY, f32::max);
    let mut equals: Vec<usize> = (0..known.len()).filter(|&index| quality(&known[index]) >= best).collect();
    if equals.is_empty() {
        equals = (0..known.len()).collect();
    }
    let index = equals[rng.below(equals.len())];
    (index, (0..known.len()).map(|other| f32::from(u8::from(other == index))).collect())
}
