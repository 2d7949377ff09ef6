//! Where matches start: the game's own start, a line of moves, a position, or a list of first moves.

use ludometer_game::{Game, PositionError, Rng, Turn, text_of};
use serde::{Deserialize, Serialize};

/// What was typed with `--moves`, `--position` and `--openings`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Opening {
    /// Moves as text, separated by spaces or commas, played from the position if there is one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub moves: String,
    /// A position in the game's notation.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub position: String,
    /// First moves that are made for the players, a line for each block in turn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub several: Vec<String>,
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
    /// A word is neither an outcome of chance where it was typed nor a move after what was drawn instead.
    #[error(
        "move {number} of --moves, `{text}`, is nothing that chance can bring here (it looks like `{drawn}`), and \
         where chance is drawn from the seed it is not legal either; legal after `{drawn}`: {legal}"
    )]
    Neither {
        /// Which move, counted from 1.
        number: usize,
        /// What was typed.
        text: String,
        /// What chance brought instead.
        drawn: String,
        /// What would be legal after that.
        legal: String,
    },
    /// A move of a list of openings is not legal.
    #[error("--openings, line {line}: move {number}, `{text}`, is not legal; legal: {legal}")]
    Line {
        /// Which line, counted from 1.
        line: usize,
        /// Which move, counted from 1.
        number: usize,
        /// What stands there.
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

    /// The first moves of each line of the list, from the state after the opening.
    ///
    /// # Errors
    /// When a move is not legal.
    pub fn lines<G: Game>(&self, game: &G, start: &G::State) -> Result<Vec<Vec<G::Move>>, OpeningError> {
        let line = |(at, line): (usize, &String)| {
            let (mut state, mut moves) = (start.clone(), Vec::new());
            for (number, text) in words(line).enumerate() {
                let chosen = parse_legal(game, &state, text).ok_or_else(|| OpeningError::Line {
                    line: at + 1,
                    number: number + 1,
                    text: text.into(),
                    legal: legal_texts(game, &state).join(" "),
                })?;
                moves.push(chosen);
                game.play(&mut state, chosen);
            }
            Ok(moves)
        };
        self.several.iter().enumerate().map(line).collect()
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

/// The lines of a list of openings: one the game knows by this name, or those of a file.
///
/// # Errors
/// When there is neither; says which lists the game has.
pub fn opening_lines<G: Game>(game: &G, typed: &str) -> Result<Vec<String>, String> {
    let lists = game.openings();
    if let Some((_, lines)) = lists.iter().find(|(name, _)| name == typed) {
        return Ok(lines.clone());
    }
    let known = match lists.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>() {
        none if none.is_empty() => "this game has no lists of its own".to_owned(),
        names => format!("this game has {}", names.join(", ")),
    };
    let text = std::fs::read_to_string(typed)
        .map_err(|error| format!("--openings {typed}: no such list ({known}), and no such file ({error})"))?;
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let lines: Vec<String> = lines.map(str::to_owned).collect();
    match lines.len() {
        0 => Err(format!("--openings {typed}: there is no opening in it, a line of moves each")),
        _ => Ok(lines),
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
    // What chance brought last because the text is no outcome of it.
    let mut drawn = None;
    for _ in 0..=game.limit() {
        match game.turn(state) {
            Turn::Seat(_) => {
                let Some(chosen) = parse_legal(game, state, text) else {
                    let (text, legal) = (text.to_owned(), legal_texts(game, state).join(" "));
                    return Err(match drawn {
                        Some(drawn) => OpeningError::Neither { number, text, drawn, legal },
                        None => OpeningError::Illegal { number, text, legal },
                    });
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
                drawn = Some(text_of(game, state, outcome));
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
