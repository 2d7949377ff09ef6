//! Prepared situations in a file: a line of JSON with what is asked, the position, and the moves that are right.
//!
//! Finding situations in a game of some size takes the solver a while, and bots are compared on the same ones.

use crate::LabError;
use crate::situations::{Kind, Situation};
use ludometer_game::{AnyGame, Game, text_of};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// A line.
#[derive(Serialize, Deserialize)]
struct Line {
    kind: Kind,
    position: String,
    right: Vec<String>,
}

/// Writes situations to a file that does not exist yet.
///
/// # Errors
/// When the game cannot write positions, or the file cannot be written.
pub fn write_base(game: &AnyGame, asked: &[Situation<AnyGame>], path: &Path) -> Result<(), LabError> {
    let line = |one: &Situation<AnyGame>| {
        let right = one.moves.iter().zip(&one.right).filter(|(_, right)| **right);
        let right = right.map(|(option, _)| text_of(game, &one.state, *option)).collect();
        let position = game.position(&one.state)?;
        serde_json::to_string(&Line { kind: one.kind, position, right }).ok()
    };
    let lines: Option<Vec<String>> = asked.iter().map(line).collect();
    let lines =
        lines.ok_or_else(|| LabError::Usage("--base: this game cannot write its positions".into()))?;
    std::fs::write(path, lines.join("\n") + "\n")
        .map_err(|cause| LabError::File { path: path.to_owned(), cause })
}

/// Reads situations.
///
/// # Errors
/// When the file does not read, or a line is no situation of this game; says which.
pub fn read_base(game: &AnyGame, path: &Path) -> Result<Vec<Situation<AnyGame>>, LabError> {
    let text =
        std::fs::read_to_string(path).map_err(|cause| LabError::File { path: path.to_owned(), cause })?;
    let wrong = |at: usize, what: String| {
        LabError::Usage(format!(
            "{}:{}: {what}; --base is a file that test-bot wrote",
            path.display(),
            at + 1
        ))
    };
    let read = |(at, line): (usize, &str)| {
        let line: Line = serde_json::from_str(line).map_err(|error| wrong(at, error.to_string()))?;
        let state = game.read_position(&line.position).map_err(|error| wrong(at, error.to_string()))?;
        let seat = game.turn(&state).seat().ok_or_else(|| wrong(at, "nobody is to move".into()))?;
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        let right: Vec<bool> =
            moves.iter().map(|option| line.right.contains(&text_of(game, &state, *option))).collect();
        if right.iter().filter(|right| **right).count() != line.right.len() {
            return Err(wrong(at, format!("not all of {} are legal", line.right.join(" "))));
        }
        Ok(Situation { kind: line.kind, state, seat, moves, right })
    };
    text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()).map(read).collect()
}
