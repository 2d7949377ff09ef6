//! A strategy that comes with the game: `strategy:NAME`.
//!
//! # Idea
//! The rules file, or a built-in game such as `truco`, scores the legal moves by what the seat sees, in a few
//! lines of its own, or names one of them. The move with the highest score is played; equals are drawn by lot.
//! It plays what the designer thinks people will try, so that a plan ("always attack") can be measured against
//! others and against search.
//! `mcts` and `ismcts` take the same strategies: `guide=NAME` lets one play the matches of a simulation,
//! `prior=NAME` lets one say which moves are looked at first.
//!
//! # Paper
//! None; it is the designer's own.
//!
//! # Needs
//! A game that states strategies: a rules file with `Game.strategies = { rush = function(v, moves) ... end }`,
//! or `truco`.
//!
//! # Cost
//! One call of the strategy per move.
//!
//! # Wrong tool
//! For the strength of good play: it knows what the designer thought of, and nothing else.

use crate::{Agent, AgentError, Decision, Ready};
use ludometer_game::{Card, Fault, Game, ParamSpec, Params, Rng, View, unknown};

/// Name, documentation and parameters.
#[must_use]
pub fn card() -> Card {
    let params = vec![ParamSpec::text("name", "strategy of the game; `strategy:rush` is short for it", "")];
    Card::from_source("strategy", "Stated strategy", 1, include_str!("strategy.rs"), params)
}

/// Makes the agent ready.
///
/// # Errors
/// When the game states no strategy of this name.
pub fn prepare<G: Game>(game: &G, params: &Params) -> Result<Ready<G>, AgentError> {
    let strategy = number_of(game, "strategy", params.word("name"))?;
    Ok(Ready::new(move || Stated { strategy }))
}

/// The number of the strategy of this name.
///
/// # Errors
/// When the game states none, or not this one; says which there are.
pub fn number_of<G: Game>(game: &G, agent: &str, name: &str) -> Result<usize, AgentError> {
    let stated = game.strategies();
    if stated.is_empty() {
        return Err(AgentError::CannotPlay {
            agent: agent.into(),
            needs: "strategies that the game states".into(),
            instead: "`random` or `mcts`".into(),
        });
    }
    stated.iter().position(|known| known == name).ok_or_else(|| {
        let names: Vec<&str> = stated.iter().map(String::as_str).collect();
        let what = match name {
            "" => format!("which strategy? Write `strategy:{}`; valid: {}", names[0], names.join(", ")),
            name => unknown("strategy", name, &names),
        };
        AgentError::Strategy { agent: agent.into(), what }
    })
}

/// The places of the moves a strategy likes best.
pub(crate) fn favourites(weights: &[f32]) -> Vec<usize> {
    let best = weights.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    (0..weights.len()).filter(|&place| weights[place] >= best).collect()
}

struct Stated {
    strategy: usize,
}

impl<G: Game> Agent<G> for Stated {
    fn decide(&mut self, view: &View<'_, G>, rng: &mut Rng) -> Result<Decision<G::Move>, Fault> {
        let mut weights = Vec::new();
        view.advise(self.strategy, &mut weights)?;
        let best = favourites(&weights);
        let chosen = view.legal()[best[rng.below(best.len())]];
        let share = |place| if best.contains(&place) { 1.0 / best.len() as f32 } else { 0.0 };
        Ok(Decision { shares: (0..weights.len()).map(share).collect(), ..Decision::blind(chosen) })
    }
}
