//! Every legal move is equally likely.
//!
//! # Idea
//! Draw one of the legal moves. The floor under every measurement: what the rules do when nobody
//! plays for anything.
//!
//! # Paper
//! None.
//!
//! # Needs
//! Nothing.
//!
//! # Cost
//! One list of legal moves per move.
//!
//! # Wrong tool
//! For any question about people: nobody plays like this.

use crate::{Agent, AgentError, Decision, Ready};
use ludometer_game::{Card, Fault, Game, Params, Rng, View};

/// Name, documentation and parameters.
#[must_use]
pub fn card() -> Card {
    Card::from_source("random", "Random", 1, include_str!("random.rs"), vec![])
}

/// Makes the agent ready.
///
/// # Errors
/// Never.
pub fn prepare<G: Game>(_game: &G, _params: &Params) -> Result<Ready<G>, AgentError> {
    Ok(Ready::new(|| Random))
}

struct Random;

impl<G: Game> Agent<G> for Random {
    fn decide(&mut self, view: &View<'_, G>, rng: &mut Rng) -> Result<Decision<G::Move>, Fault> {
        let legal = view.legal();
        let chosen = legal[rng.below(legal.len())];
        let shares = vec![1.0 / legal.len() as f32; legal.len()];
        Ok(Decision { shares, ..Decision::blind(chosen) })
    }
}
