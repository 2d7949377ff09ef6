//! What an agent thinks of a position: value, probability and quality of each move, its line.

use crate::equilibrium::equilibrium;
use crate::tree::{DEEP, Drawer, WIDE, to_points};
use crate::worlds::{Answered, Hidden, hidden};
use ludometer_agents::cases::Why;
use ludometer_agents::lesson::Measure;
use ludometer_agents::{AgentError, AgentSpec, Decision, build};
use ludometer_arena::Table;
use ludometer_game::{AnyGame, Fault, Game, Rng, Scene, Seat, Turn, View, are_opponents, text_of};
use ludometer_report::TreePicture;
use serde::{Serialize, Serializer};
use std::sync::Arc;

/// An agent's opinion of a position, with what was asked.
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
    /// Whether values are the game's points rather than from −1 to 1.
    pub points: bool,
    /// The opinion.
    #[serde(flatten)]
    pub thought: Thought,
    /// Why it would do that, where the agent can say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<Why>,
    /// What is hidden from the seat to move, if anything is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hidden: Option<Hidden>,
    /// What a network is asked about it, where the game has an encoder.
    #[serde(skip)]
    pub inputs: Option<Vec<f32>>,
    /// The picture of the position, as the seat to move sees it.
    #[serde(skip)]
    pub scene: Scene,
    /// The top of the tree the agent explored; nothing but its root if it keeps none.
    #[serde(skip)]
    pub tree: TreePicture,
}

/// An agent's opinion of a position. All values are from −1, the worst end of the game, to 1, the best.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Thought {
    /// Every legal move, the most probable first.
    pub moves: Vec<MoveOpinion>,
    /// The move the agent plays.
    pub best: String,
    /// How good the position is for each seat.
    pub values: Vec<f32>,
    /// Whether the values are proven.
    pub proven: bool,
    /// Positions looked at.
    pub nodes: u64,
    /// The moves it expects, as far as it can tell.
    pub line: Vec<String>,
    /// Whatever else it counted, by name.
    #[serde(serialize_with = "as_map")]
    pub facts: Vec<(&'static str, f64)>,
}

fn as_map<S: Serializer>(facts: &[(&'static str, f64)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(facts.iter().copied())
}

/// An agent's opinion of a move.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MoveOpinion {
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// Its number among the answers of a network, where one was asked and the game numbers its actions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub action: Option<usize>,
    /// How likely it is played.
    pub probability: Option<f32>,
    /// How likely it seemed before any search; none if nobody said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prior: Option<f32>,
    /// How good it is for the mover; none if it was never looked at.
    pub value: Option<f32>,
    /// What is proven of it, if anything is.
    pub proof: Option<Proof>,
    /// How often it was looked at.
    pub visits: Option<u32>,
}

/// What is proven of a move, for who makes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Proof {
    /// The best end of the game.
    Win,
    /// The worst end of the game.
    Loss,
    /// Nobody wins.
    Draw,
    /// The value is exact; there is no simpler word for it.
    Exact,
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

/// What is asked about.
pub(crate) struct Subject<'a, G: Game> {
    pub table: &'a Table<G>,
    pub name: &'a str,
    pub title: &'a str,
    pub measure: Measure,
}

/// Asks an agent, and shows at most so many `worlds` of what is hidden. `None` when the match is over in
/// the starting state.
pub(crate) fn analyze<G: Game>(
    subject: &Subject<'_, G>,
    spec: &AgentSpec,
    worlds: usize,
    seed: u64,
) -> Result<Option<Analysis>, Asked> {
    let (table, measure) = (subject.table, subject.measure);
    let game = &*table.game;
    let mut state = table.start.clone();
    game.settle(&mut state, &mut Rng::stream(seed, "opening", 1));
    let Turn::Seat(seat) = game.turn(&state) else {
        build(game, spec)?;
        return Ok(None);
    };
    let view = View::new(game, &state, seat);
    let mut agent = build(game, spec)?;
    let decision = agent.decide(&view, &mut Rng::stream(seed, "think", 0)).map_err(Asked::Failed)?;
    let why = agent.why(&view, &mut Rng::stream(seed, "think", 0));
    let explored = agent.explored(&view, DEEP, WIDE);
    let hidden = if worlds > 0 && game.traits().hidden {
        let answered = Answered { view: &view, agent: &*agent, decision: &decision };
        let hidden = hidden(&answered, worlds, &mut Rng::stream(seed, "worlds", 0))?;
        let mut known = Vec::new();
        view.info(&mut known);
        let equilibrium = equilibrium(&AnyGame::shared(Arc::clone(&table.game)), seat, &known);
        Some(Hidden { equilibrium, ..hidden })
    } else {
        None
    };
    let mut thought = opinion(&view, &state, decision);
    let drawer = Drawer { game, me: seat, measure };
    let value = thought.values.get(seat.index()).copied();
    let tree = drawer.picture(subject.title, &spec.to_string(), &state, value, &explored);
    if measure == Measure::Points {
        in_points(&mut thought, game.bounds());
    }
    Ok(Some(Analysis {
        game: subject.name.to_owned(),
        agent: spec.to_string(),
        seed,
        position: game.position(&state),
        to_move: game.seat_name(seat),
        seat: seat.index() + 1,
        points: measure == Measure::Points,
        thought,
        why,
        hidden,
        inputs: inputs(&view),
        scene: game.scene(&state, Some(seat)),
        tree,
    }))
}

/// What a network is asked about a position.
fn inputs<G: Game>(view: &View<'_, G>) -> Option<Vec<f32>> {
    let mut inputs = vec![0.0; view.encoding()?.len()];
    view.encode(&mut inputs);
    Some(inputs)
}

/// Brings all values from −1 to 1 back to points.
fn in_points(thought: &mut Thought, bounds: (f32, f32)) {
    for value in &mut thought.values {
        *value = to_points(*value, bounds);
    }
    for value in thought.moves.iter_mut().filter_map(|opinion| opinion.value.as_mut()) {
        *value = to_points(*value, bounds);
    }
}

/// What an agent thinks in this seat, whose turn it is; it sees what the seat sees.
pub(crate) fn think<G: Game>(
    game: &G,
    state: &G::State,
    seat: Seat,
    spec: &AgentSpec,
    rng: &mut Rng,
) -> Result<Thought, Asked> {
    let view = View::new(game, state, seat);
    let decision = build(game, spec)?.decide(&view, rng).map_err(Asked::Failed)?;
    Ok(opinion(&view, state, decision))
}

/// A decision in words.
fn opinion<G: Game>(view: &View<'_, G>, state: &G::State, decision: Decision<G::Move>) -> Thought {
    let game = view.game();
    let of_move = |(index, &option): (usize, &G::Move)| {
        let visits = decision.visits.get(index).copied();
        // A move nobody looked at has no value, whatever stands in its place, nor has one with a mere bound.
        let value =
            decision.qualities.get(index).copied().filter(|value| visits != Some(0) && !value.is_nan());
        let proven = decision.proofs.get(index) == Some(&true);
        MoveOpinion {
            text: text_of(game, state, option),
            action: game.actions().filter(|_| !decision.priors.is_empty()).map(|_| game.index(state, option)),
            probability: decision.shares.get(index).copied(),
            prior: decision.priors.get(index).copied(),
            value,
            proof: value.filter(|_| proven).map(|value| proof(game, value)),
            visits,
        }
    };
    let mut moves: Vec<MoveOpinion> = view.legal().iter().enumerate().map(of_move).collect();
    let rank = |opinion: &MoveOpinion| (opinion.probability.unwrap_or(0.0), opinion.value.unwrap_or(-2.0));
    moves.sort_by(|a, b| rank(b).0.total_cmp(&rank(a).0).then(rank(b).1.total_cmp(&rank(a).1)));
    Thought {
        moves,
        best: text_of(game, state, decision.chosen),
        values: decision.values,
        proven: decision.proven,
        nodes: decision.nodes,
        line: line_texts(game, state, &decision.line),
        facts: decision.facts,
    }
}

/// The word for a proven value. Only between two opponents is the middle of the scale a draw.
fn proof<G: Game>(game: &G, value: f32) -> Proof {
    if value >= 1.0 {
        Proof::Win
    } else if value <= -1.0 {
        Proof::Loss
    } else if value == 0.0 && are_opponents(game) {
        Proof::Draw
    } else {
        Proof::Exact
    }
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
