//! The raw network of a trained bot: one look, no search.
//!
//! # Idea
//! `ludometer train alphazero GAME` trains a network that says how likely each move is and what the position is
//! worth. This agent plays the likeliest move, or draws one with those odds. In games without a fixed list of moves
//! it plays the move that leads to the position the network likes best.
//!
//! # Paper
//! Silver and others 2018, "A general reinforcement learning algorithm that masters chess, shogi, and Go through
//! self-play".
//!
//! # Needs
//! A bot that `train alphazero` made for the same game with the same rules.
//!
//! # Cost
//! One call of the network per move; one per legal move where there is no fixed list of moves.
//!
//! # Wrong tool
//! Where a few moves of looking ahead decide: `puct` with the same bot looks ahead.

use crate::network::{Asked, Model, kernel_param, policy_actions};
use crate::puct::{fingerprint_of, load_model};
use crate::{Agent, AgentError, Decision, Ready, to_unit};
use ludometer_game::{Card, Fault, Game, ParamSpec, Params, Rng, Seat, Seats, Turn, View};
use std::sync::Arc;

/// Name, documentation and parameters.
#[must_use]
pub fn card() -> Card {
    let params = vec![
        ParamSpec::text(
            "bot",
            "a folder that `train alphazero` wrote, or a bot that comes with the program",
            "",
        ),
        ParamSpec::real(
            "temperature",
            "0 plays the likeliest move; 1 draws with the network's odds",
            0.0,
            0.0..=100.0,
        ),
        kernel_param(),
    ];
    Card::from_source("policy", "Trained network alone", 1, include_str!("policy.rs"), params)
}

/// Makes the agent ready.
///
/// # Errors
/// When no bot is named, its files do not read, or it was trained for other rules.
pub fn prepare<G: Game>(game: &G, params: &Params) -> Result<Ready<G>, AgentError> {
    let (model, bot) = load_model(game, "policy", params)?;
    let fingerprint = fingerprint_of(&model, &bot);
    let (model, temperature) = (Arc::new(model), params.real("temperature") as f32);
    let make = move || Policy { model: Arc::clone(&model), asked: Asked::default(), temperature };
    Ok(Ready::new(make).with_fingerprint(Some(fingerprint)))
}

struct Policy {
    model: Arc<Model>,
    asked: Asked,
    temperature: f32,
}

impl<G: Game> Agent<G> for Policy {
    fn decide(&mut self, view: &View<'_, G>, rng: &mut Rng) -> Result<Decision<G::Move>, Fault> {
        let (game, legal) = (view.game(), view.legal());
        let state = view.sample(rng);
        let softness = if self.temperature > 0.0 { self.temperature } else { 1.0 };
        let values = self.model.judge(game, &state, view.seat(), legal, 1.0, &mut self.asked);
        let (mut qualities, mut priors) = (Vec::new(), Vec::new());
        let shares = if policy_actions(game).is_some() {
            priors.clone_from(&self.asked.priors);
            heated(&priors, softness)
        } else {
            qualities = self.worths(game, &state, view.seat(), legal, rng);
            soften(&qualities, softness)
        };
        let likeliest = (0..legal.len()).max_by(|a, b| shares[*a].total_cmp(&shares[*b])).unwrap_or(0);
        let chosen = match self.temperature > 0.0 {
            true => rng.roulette(shares.iter().map(|share| f64::from(*share))).unwrap_or(likeliest),
            false => likeliest,
        };
        let values = Seat::all(game.seats()).map(|seat| values[seat]).collect();
        Ok(Decision { shares, priors, qualities, values, nodes: 1, ..Decision::blind(legal[chosen]) })
    }
}

impl Policy {
    /// What the positions behind the moves are worth to the mover; where chance comes first, one outcome stands for
    /// all.
    fn worths<G: Game>(
        &mut self,
        game: &G,
        state: &G::State,
        me: Seat,
        legal: &[G::Move],
        rng: &mut Rng,
    ) -> Vec<f32> {
        let none: [G::Move; 0] = [];
        let worth = |option: &G::Move| {
            let mut next = state.clone();
            game.play(&mut next, *option);
            game.settle(&mut next, rng);
            match game.turn(&next) {
                Turn::Seat(seat) => self.model.judge(game, &next, seat, &none, 1.0, &mut self.asked)[me],
                Turn::Over => {
                    let points: Seats<f32> = game.payoff(&next).points;
                    to_unit(points[me], game.bounds())
                }
                _ => 0.0,
            }
        };
        legal.iter().map(worth).collect()
    }
}

/// Shares as they are at a temperature.
fn heated(shares: &[f32], temperature: f32) -> Vec<f32> {
    let most = shares.iter().copied().fold(f32::MIN_POSITIVE, f32::max);
    let weights: Vec<f32> = shares.iter().map(|share| libm::powf(share / most, 1.0 / temperature)).collect();
    let total: f32 = weights.iter().sum();
    weights.into_iter().map(|weight| weight / total).collect()
}

/// Shares that grow with how good moves are.
fn soften(qualities: &[f32], temperature: f32) -> Vec<f32> {
    const SHARPNESS: f32 = 20.0;
    let best = qualities.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let weights: Vec<f32> =
        qualities.iter().map(|q| libm::expf(SHARPNESS * (q - best) / temperature)).collect();
    let total: f32 = weights.iter().sum();
    weights.into_iter().map(|weight| weight / total).collect()
}
