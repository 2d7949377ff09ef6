//! What a match of self-play was, turn by turn: the match memory of the thesis behind APTS.

use ludometer_agents::network::Model;
use ludometer_agents::puct::Looked;
use ludometer_game::{Game, Seat, text_of};
use serde::{Deserialize, Serialize};

/// A match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MatchMemory {
    /// Its number, from 0.
    #[serde(rename = "match")]
    pub number: u64,
    /// Turn by turn.
    pub turns: Vec<TurnMemory>,
    /// What every seat got at the end.
    pub points: Vec<f32>,
}

/// A turn.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TurnMemory {
    /// The position as the network sees it.
    pub state: Vec<f32>,
    /// The seat that moves, from 1.
    pub player: usize,
    /// The seat that moved before.
    pub before: Option<usize>,
    /// How good the search found each action, −1 to 1; none where it is not legal or was not looked at.
    pub qualities: Vec<Option<f32>>,
    /// The action that was picked.
    pub picked: usize,
    /// The move in words.
    #[serde(rename = "move")]
    pub text: String,
}

impl TurnMemory {
    /// A turn of `seat`, which chose one of the moves that were looked at.
    pub(super) fn new<G: Game>(
        (game, model, state): (&G, &Model, &G::State),
        seat: Seat,
        before: Option<usize>,
        looked: &[Looked<G::Move>],
        chosen: usize,
    ) -> TurnMemory {
        // Without a list of actions a move is its place among the legal ones.
        let action = |at: usize| match game.actions() {
            Some(_) => game.index(state, looked[at].by),
            None => at,
        };
        let mut qualities = vec![None; game.actions().unwrap_or(looked.len())];
        for (at, one) in looked.iter().enumerate().filter(|(_, one)| one.visits > 0 || one.proven) {
            qualities[action(at)] = Some(one.mean);
        }
        TurnMemory {
            state: model.inputs(game, state, seat),
            player: seat.index() + 1,
            before,
            qualities,
            picked: action(chosen),
            text: text_of(game, state, looked[chosen].by),
        }
    }
}
