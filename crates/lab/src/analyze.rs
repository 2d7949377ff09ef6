//! What an agent thinks of a position: value, probability and quality of each move, its line.

use crate::opening::text_of;
use ludometer_agents::{AgentError, AgentSpec, build};
use ludometer_arena::Table;
use ludometer_game::{Fault, Game, Rng, Scene, Turn, View};
use serde::Serialize;

/// An agent's opinion of a position.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Analysis {
    /// The game.
    pub game: String,
    /// The agent.
    pub agent: String,
    /// The seed of its thinking.
    pub seed: u64,
    /// The position, where the game has a notation for it.
    pub position: Option<String>,
    /// Whose turn it is: the seat's name.
    pub to_move: String,
    /// The seat to move, counted from 1.
    pub seat: usize,
    /// Every legal move, the most probable first.
    pub moves: Vec<MoveOpinion>,
    /// The move the agent plays.
    pub best: String,
    /// How good the position is for each seat, −1 to 1.
    pub values: Vec<f32>,
    /// Whether the values are proven.
    pub proven: bool,
    /// Positions looked at.
    pub nodes: u64,
    /// The moves it expects, as far as it can tell.
    pub line: Vec<String>,
    /// The picture of the position, as the seat to move sees it.
    #[serde(skip)]
    pub scene: Scene,
}

/// An agent's opinion of a move.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MoveOpinion {
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// How likely it is played.
    pub probability: Option<f32>,
    /// How good it is for the mover, −1 to 1.
    pub value: Option<f32>,
    /// How often it was looked at.
    pub visits: Option<u32>,
}

/// Why an agent did not answer.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum Asked {
    /// It cannot play this game.
    #[error(transparent)]
    Cannot(#[from] AgentError),
    /// It failed.
    #[error("the agent failed: {0}")]
    Failed(Fault),
}

/// Asks an agent. `None` when the match is over in the starting state.
pub(crate) fn analyze<G: Game>(
    table: &Table<G>,
    game_name: &str,
    spec: &AgentSpec,
    seed: u64,
) -> Result<Option<Analysis>, Asked> {
    let game = &table.game;
    let mut agent = build(game, spec)?;
    let mut state = table.start.clone();
    game.settle(&mut state, &mut Rng::stream(seed, "opening", 1));
    let Turn::Seat(seat) = game.turn(&state) else { return Ok(None) };
    let view = View::new(game, &state, seat);
    let decision = agent.decide(&view, &mut Rng::stream(seed, "think", 0)).map_err(Asked::Failed)?;
    let opinion = |(index, &option): (usize, &G::Move)| MoveOpinion {
        text: text_of(game, &state, option),
        probability: decision.shares.get(index).copied(),
        value: decision.qualities.get(index).copied(),
        visits: decision.visits.get(index).copied(),
    };
    let mut moves: Vec<MoveOpinion> = view.legal().iter().enumerate().map(opinion).collect();
    moves.sort_by(|a, b| b.probability.unwrap_or(0.0).total_cmp(&a.probability.unwrap_or(0.0)));
    Ok(Some(Analysis {
        game: game_name.to_owned(),
        agent: spec.to_string(),
        seed,
        position: game.position(&state),
        to_move: game.seat_name(seat),
        seat: seat.index() + 1,
        moves,
        best: text_of(game, &state, decision.chosen),
        values: decision.values.clone(),
        proven: decision.proven,
        nodes: decision.nodes,
        line: line_texts(game, &state, &decision.line),
        scene: view.scene(),
    }))
}

/// The texts of a line of moves, as far as they can be played.
fn line_texts<G: Game>(game: &G, state: &G::State, line: &[G::Move]) -> Vec<String> {
    let mut state = state.clone();
    let mut texts = Vec::new();
    for &chosen in line {
        if !matches!(game.turn(&state), Turn::Seat(_) | Turn::Chance) {
            break;
        }
        texts.push(text_of(game, &state, chosen));
        game.play(&mut state, chosen);
    }
    texts
}
