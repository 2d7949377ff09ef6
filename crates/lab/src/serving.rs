//! A bot that answers "which move?": asked with a position, it says what it plays and what it thinks of every move.

use crate::opening::{legal_texts, parse_legal};
use crate::{GameRequest, LabError, Opening, open};
use ludometer_agents::{AgentSpec, Ready, prepare};
use ludometer_game::{AnyGame, AnyState, Game, Rng, Turn, View};
use serde::{Deserialize, Serialize};

/// A question: where, and with which luck.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Ask {
    /// A position in the game's notation; the start where it is empty.
    pub position: Option<String>,
    /// Moves played from there: a list of them, or a text with spaces between them.
    pub moves: Option<Moves>,
    /// The legal moves as the caller knows them: the answer is one of these, whatever the bot calls it.
    pub legal: Option<Vec<String>>,
    /// The seed of what the bot draws at random.
    pub seed: u64,
    /// What Ludometer tells players besides, as one of which a bot may be asked; it needs none of it.
    #[serde(rename = "do")]
    pub wish: Unused,
    /// See `wish`.
    pub seat: Unused,
    /// See `wish`.
    pub seats: Unused,
    /// See `wish`.
    pub move_ms: Unused,
    /// See `wish`.
    pub match_ms: Unused,
    /// See `wish`.
    pub scene: Unused,
}

/// A word of a question that is known and not looked at.
pub type Unused = Option<serde::de::IgnoredAny>;

/// Moves that were played.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(untagged, expecting = "`moves` is a list of texts, or one text with spaces between moves")]
pub enum Moves {
    /// With spaces between them.
    Text(String),
    /// One by one.
    List(Vec<String>),
}

impl Moves {
    fn text(&self) -> String {
        match self {
            Moves::Text(text) => text.clone(),
            Moves::List(moves) => moves.join(" "),
        }
    }
}

/// What the bot thinks of a move.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Opinion {
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// How likely it plays it, or how much it looked at it; none where it does not say.
    pub share: Option<f32>,
    /// How good it is, −1 to 1; none where it does not say.
    pub value: Option<f32>,
}

/// An answer.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Reply {
    /// The move; none where the match is over.
    #[serde(rename = "move")]
    pub chosen: Option<String>,
    /// Whose move it is, from 0.
    pub seat: Option<usize>,
    /// How good the position is for each seat, −1 to 1; empty where it does not say.
    pub values: Vec<f32>,
    /// Every legal move.
    pub moves: Vec<Opinion>,
    /// What every seat has, where the match is over.
    pub points: Option<Vec<f32>>,
}

/// A bot with its game, made ready once.
pub struct Answering {
    game: AnyGame,
    ready: Ready<AnyGame>,
}

impl Answering {
    /// Makes an agent ready for its game.
    ///
    /// # Errors
    /// When the game does not open or the agent cannot play it.
    pub fn open(request: &GameRequest, agent: &AgentSpec, seed: u64) -> Result<Answering, LabError> {
        let game = open(request, seed)?.game();
        let ready = prepare(&game, agent)?;
        Ok(Answering { game, ready })
    }

    /// A move the caller holds for legal, and that is not.
    fn stranger<'a>(&self, ask: &'a Ask, state: &AnyState) -> Option<&'a String> {
        ask.legal.iter().flatten().find(|text| parse_legal(&self.game, state, text).is_none())
    }

    /// Answers a question.
    ///
    /// # Errors
    /// When the position does not read, a move is not legal, or the bot fails; in words.
    pub fn answer(&self, ask: &Ask) -> Result<Reply, LabError> {
        let opening = Opening {
            position: ask.position.clone().unwrap_or_default(),
            moves: ask.moves.as_ref().map(Moves::text).unwrap_or_default(),
            several: Vec::new(),
        };
        let state = opening.play(&self.game, ask.seed)?;
        let seat = match self.game.turn(&state) {
            Turn::Seat(seat) => seat,
            Turn::Over => {
                let points = self.game.payoff(&state).points.iter().copied().collect();
                return Ok(Reply {
                    chosen: None,
                    seat: None,
                    values: Vec::new(),
                    moves: Vec::new(),
                    points: Some(points),
                });
            }
            _ => {
                let outcomes = "it is the turn of chance here: add to `moves` what it brought";
                return Err(LabError::Usage(outcomes.into()));
            }
        };
        if let Some(strange) = self.stranger(ask, &state) {
            let what = format!("`{strange}` is not legal in the position that was told");
            return Err(LabError::Usage(format!("{what}: `position` or `moves` say where the match is")));
        }
        let mut rng = Rng::stream(ask.seed, "served", 0);
        let mut agent = self.ready.seat();
        agent.start();
        let view = View::new(&self.game, &state, seat);
        let decision = agent.decide(&view, &mut rng).map_err(LabError::AgentFailed)?;
        let texts = legal_texts(&self.game, &state);
        let opinion = |(at, text): (usize, &String)| Opinion {
            text: text.clone(),
            share: decision.shares.get(at).copied(),
            value: decision.qualities.get(at).copied().filter(|value| !value.is_nan()),
        };
        let chosen = view.text(decision.chosen);
        // A caller may write moves otherwise than the game does.
        let known =
            ask.legal.iter().flatten().find(|text| {
                **text == chosen || parse_legal(&self.game, &state, text) == Some(decision.chosen)
            });
        Ok(Reply {
            chosen: Some(known.unwrap_or(&chosen).clone()),
            seat: Some(seat.index()),
            values: decision.values.clone(),
            moves: texts.iter().enumerate().map(opinion).collect(),
            points: None,
        })
    }
}
