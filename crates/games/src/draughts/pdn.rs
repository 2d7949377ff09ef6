//! Portable Draughts Notation: whole matches as text, read and written.
//!
//! A file holds matches one after the other: tags in brackets, then numbered moves, then the result.
//! Comments, variations and marks of good and bad moves are skipped. By the definition of the tags
//! `1-0` means that White won; some files of English draughts mean the player who began, who is Black,
//! and only their colour tags tell. Reading checks the form alone; [`replay`] plays the moves.

use ludometer_game::{Game as Rules, text_of};
use reader::Reader;

mod reader;

/// Columns of a line of moves.
const WIDTH: usize = 79;
/// Tags that have a field of their own and are written from it.
const OWN_FIELDS: [&str; 3] = ["Result", "SetUp", "FEN"];

/// How a match ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// `1-0`.
    WhiteWins,
    /// `0-1`.
    BlackWins,
    /// `1/2-1/2`.
    Draw,
    /// `*`: unfinished, or nobody knows.
    Unknown,
}

impl Outcome {
    /// The text in files.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Outcome::WhiteWins => "1-0",
            Outcome::BlackWins => "0-1",
            Outcome::Draw => "1/2-1/2",
            Outcome::Unknown => "*",
        }
    }

    /// Reads a result; two points for a win are another way to write it.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        match text {
            "1-0" | "2-0" => Some(Outcome::WhiteWins),
            "0-1" | "0-2" => Some(Outcome::BlackWins),
            "1/2-1/2" | "1-1" => Some(Outcome::Draw),
            "*" => Some(Outcome::Unknown),
            _ => None,
        }
    }
}

/// One match of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    /// Names and values in their order, without those of the fields below.
    pub tags: Vec<(String, String)>,
    /// Where it began, if not at the usual start.
    pub fen: Option<String>,
    /// The moves as they are written: `11-15`, `8x15x24` or `8x24`.
    pub moves: Vec<String>,
    /// How it ended.
    pub result: Outcome,
}

/// Why a text is not PDN, or its moves cannot be played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PdnError {
    /// The text does not read.
    #[error("line {line}: {what}")]
    Unreadable {
        /// Counted from 1.
        line: usize,
        /// What is wrong.
        what: String,
    },
    /// A move is not legal where it is played.
    #[error("move {number}, `{text}`, is not legal in `{position}`; legal: {legal}")]
    Illegal {
        /// Counted from 1, moves of both players together.
        number: usize,
        /// The move.
        text: String,
        /// The position before it.
        position: String,
        /// What would be legal.
        legal: String,
    },
    /// The position it begins from does not read.
    #[error("the tag FEN: {0}")]
    Start(#[from] ludometer_game::PositionError),
}

/// Reads all matches of a file.
///
/// # Errors
/// When the text is not PDN; says the line.
pub fn read(text: &str) -> Result<Vec<Game>, PdnError> {
    Reader::new(text).games()
}

/// Writes matches, one after the other.
#[must_use]
pub fn write(games: &[Game]) -> String {
    games.iter().map(write_one).collect::<Vec<_>>().join("\n")
}

fn write_one(game: &Game) -> String {
    let mut text = String::new();
    let set_up = game.fen.iter().flat_map(|fen| [("SetUp", "1"), ("FEN", fen.as_str())]);
    let tags = game.tags.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    for (name, value) in tags.chain([("Result", game.result.text())]).chain(set_up) {
        text += &format!("[{name} \"{}\"]\n", value.replace('\\', "\\\\").replace('"', "\\\""));
    }
    text.push('\n');
    let mut column = 0;
    for word in words(game) {
        if column > 0 && column + 1 + word.len() > WIDTH {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text += &word;
        column += word.len();
    }
    text.push('\n');
    text
}

/// Moves with their numbers, then the result. Black and White share a number.
fn words(game: &Game) -> Vec<String> {
    let white_begins = game.fen.as_ref().is_some_and(|fen| fen.trim_start().starts_with(['W', 'w']));
    let mut words = Vec::new();
    for (at, text) in game.moves.iter().enumerate() {
        let ply = at + usize::from(white_begins);
        if ply % 2 == 0 {
            words.push(format!("{}.", ply / 2 + 1));
        } else if at == 0 {
            words.push("1...".into());
        }
        words.push(text.clone());
    }
    words.push(game.result.text().into());
    words
}

/// Plays a match by the rules and gives the position it ends in.
///
/// # Errors
/// When the start does not read or a move is not legal.
pub fn replay<R: Rules>(rules: &R, game: &Game) -> Result<R::State, PdnError> {
    let mut state = match &game.fen {
        Some(fen) => rules.read_position(fen)?,
        None => rules.initial(),
    };
    for (at, text) in game.moves.iter().enumerate() {
        let chosen = rules.parse(&state, text).ok_or_else(|| PdnError::Illegal {
            number: at + 1,
            text: text.clone(),
            position: rules.position(&state).unwrap_or_default(),
            legal: legal_texts(rules, &state),
        })?;
        rules.play(&mut state, chosen);
    }
    Ok(state)
}

fn legal_texts<R: Rules>(rules: &R, state: &R::State) -> String {
    let mut legal = Vec::new();
    if rules.turn(state).seat().is_some() {
        rules.moves(state, &mut legal);
    }
    let texts: Vec<String> = legal.into_iter().map(|option| text_of(rules, state, option)).collect();
    if texts.is_empty() { "nothing, the match is over".into() } else { texts.join(" ") }
}

#[cfg(test)]
mod tests;
