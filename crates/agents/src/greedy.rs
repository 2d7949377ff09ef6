//! One ply ahead: the move that looks best at once.
//!
//! # Idea
//! Try every legal move and keep the one after which the game's evaluator, or else its score,
//! looks best for the mover; the end of the match counts by its payoff. Chance that follows is
//! averaged, hidden things are drawn a few times. Equal moves are drawn at random.
//!
//! # Paper
//! None; the classic one-step look-ahead.
//!
//! # Needs
//! An evaluator or a score.
//!
//! # Cost
//! One evaluation per legal move, times up to `worlds` where there is chance or hidden information.
//!
//! # Wrong tool
//! Where a good move looks bad at first: sacrifices, traps, long plans.

use crate::{Agent, AgentError, Decision, Ready, to_unit};
use ludometer_game::{Card, Fault, Game, ParamSpec, Params, Payoff, Rng, Seat, Turn, View};

/// Name, documentation and parameters.
#[must_use]
pub fn card() -> Card {
    let params = vec![ParamSpec::whole(
        "worlds",
        "samples of hidden things and dice averaged for each move",
        8,
        1..=1000,
    )];
    Card::from_source("greedy", "Greedy", 1, include_str!("greedy.rs"), params)
}

/// Makes the agent ready.
///
/// # Errors
/// When the game has neither an evaluator nor a score.
pub fn prepare<G: Game>(game: &G, params: &Params) -> Result<Ready<G>, AgentError> {
    let start = game.initial();
    let first = Seat::new(0);
    if game.evaluate(&start, first).is_none() && game.score(&start, first).is_none() {
        return Err(AgentError::CannotPlay {
            agent: "greedy".into(),
            needs: "an evaluator or a score".into(),
            instead: "`random` or `mcts`".into(),
        });
    }
    let worlds = params.count("worlds");
    Ok(Ready::new(move || Greedy { worlds }))
}

struct Greedy {
    worlds: usize,
}

impl<G: Game> Agent<G> for Greedy {
    fn decide(&mut self, view: &View<'_, G>, rng: &mut Rng) -> Result<Decision<G::Move>, Fault> {
        let game = view.game();
        let legal = view.legal();
        let traits = game.traits();
        let certain = !traits.hidden && traits.chance == ludometer_game::ChanceKind::None;
        let worlds = if certain { 1 } else { self.worlds };
        let mut sums = vec![0.0f32; legal.len()];
        for _ in 0..worlds {
            if view.halted() {
                break;
            }
            let world = view.sample(rng);
            for (sum, &option) in sums.iter_mut().zip(legal) {
                let mut next = world.clone();
                game.play(&mut next, option);
                game.settle(&mut next, rng);
                *sum += look(game, &next, view.seat());
            }
        }
        let qualities: Vec<f32> = sums.iter().map(|sum| sum / worlds as f32).collect();
        let best = qualities.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let ties: Vec<usize> = (0..legal.len()).filter(|&i| qualities[i] >= best).collect();
        let chosen = legal[ties[rng.below(ties.len())]];
        let shares = qualities.iter().map(|&q| if q >= best { 1.0 / ties.len() as f32 } else { 0.0 });
        Ok(Decision {
            shares: shares.collect(),
            nodes: (worlds * legal.len()) as u64,
            line: vec![chosen],
            qualities,
            ..Decision::blind(chosen)
        })
    }
}

/// How good a state looks for a seat, −1 to 1.
fn look<G: Game>(game: &G, state: &G::State, seat: Seat) -> f32 {
    if game.turn(state) == Turn::Broken {
        return 0.0;
    }
    if game.turn(state) == Turn::Over {
        let Payoff { points, .. } = game.payoff(state);
        return to_unit(points[seat], game.bounds());
    }
    if let Some(estimate) = game.evaluate(state, seat) {
        return to_unit(estimate, game.bounds());
    }
    let score = |who| game.score(state, who).unwrap_or(0.0);
    let rivals = Seat::all(game.seats()).filter(|&who| game.team(who) != game.team(seat));
    let rival = rivals.map(score).fold(f32::NEG_INFINITY, f32::max);
    let lead = if rival.is_finite() { score(seat) - rival } else { score(seat) };
    // Any lead counts less than a sure win.
    lead / (1.0 + lead.abs()) * 0.99
}
