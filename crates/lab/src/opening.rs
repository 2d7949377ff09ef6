//! Where matches start: the game's own start, a line of moves, or a position.

use ludometer_game::{Game, PositionError, Rng, Turn, text_of};
use serde::{Deserialize, Serialize};

/// What was typed with `--moves` and `--position`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Opening {
    /// Moves as text, separated by spaces or commas, played from the position if there is one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub moves: String,
    /// A position in the game's notation.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub position: String,
}

/// Why an opening cannot be played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OpeningError {
    /// The position does not read.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A move is not legal where it was typed.
    #[error("move {number} of --moves, `{text}`, is not legal here; legal: {legal}")]
    Illegal {
        /// Which move, counted from 1.
        number: usize,
        /// What was typed.
        text: String,
        /// What would be legal.
        legal: String,
    },
    /// The match is over before the moves are.
    #[error("the match is over before move {number} of --moves, `{text}`; remove it and what follows")]
    Over {
        /// Which move, counted from 1.
        number: usize,
        /// What was typed.
        text: String,
    },
}

impl Opening {
    /// Whether matches start where the game does.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.moves.trim().is_empty() && self.position.trim().is_empty()
    }

    /// How many moves were typed.
    pub(crate) fn count(&self) -> u64 {
        words(&self.moves).count() as u64
    }

    /// The state after the opening: the moves are played from the position. Chance moves that were not typed are drawn from `seed`.
    ///
    /// # Errors
    /// When the position does not read or a move is not legal.
    pub fn play<G: Game>(&self, game: &G, seed: u64) -> Result<G::State, OpeningError> {
        let position = self.position.trim();
        let mut state = if position.is_empty() { game.initial() } else { game.read_position(position)? };
        let mut dice = Rng::stream(seed, "opening", 0);
        for (index, text) in words(&self.moves).enumerate() {
            play_text(game, &mut state, index + 1, text, &mut dice)?;
        }
        Ok(state)
    }
}

fn words(moves: &str) -> impl Iterator<Item = &str> {
    moves.split(|c: char| c.is_whitespace() || c == ',' || c == ';').filter(|word| !word.is_empty())
}

fn play_text<G: Game>(
    game: &G,
    state: &mut G::State,
    number: usize,
    text: &str,
    dice: &mut Rng,
) -> Result<(), OpeningError> {
    for _ in 0..=game.limit() {
        match game.turn(state) {
            Turn::Seat(_) => {
                let Some(chosen) = parse_legal(game, state, text) else {
                    let legal = legal_texts(game, state).join(" ");
                    return Err(OpeningError::Illegal { number, text: text.into(), legal });
                };
                game.play(state, chosen);
                return Ok(());
            }
            Turn::Chance => {
                if let Some(outcome) = game.parse(state, text) {
                    game.play(state, outcome);
                    return Ok(());
                }
                let outcome = game.draw(state, dice);
                game.play(state, outcome);
            }
            _ => break,
        }
    }
    Err(OpeningError::Over { number, text: text.into() })
}

/// Reads a move and makes sure that it is legal, whatever the game's parser accepts.
pub(crate) fn parse_legal<G: Game>(game: &G, state: &G::State, text: &str) -> Option<G::Move> {
    let chosen = game.parse(state, text)?;
    let mut legal = Vec::new();
    game.moves(state, &mut legal);
    legal.contains(&chosen).then_some(chosen)
}

/// The texts of all legal moves.
pub(crate) fn legal_texts<G: Game>(game: &G, state: &G::State) -> Vec<String> {
    let mut legal = Vec::new();
    game.moves(state, &mut legal);
    legal.into_iter().map(|option| text_of(game, state, option)).collect()
}
