//! Matches of draughts as PDN, the format other programs read: a run written out, a file to start from.

use crate::{LabError, Opening};
use ludometer_games::draughts::pdn::{self, Game, Outcome};
use ludometer_record::{Header, MatchRecord, Names};
use std::path::Path;

/// The one game with this notation.
const GAME: &str = "draughts";

/// Refuses runs and requests of other games.
pub(crate) fn demand_draughts(game: &str) -> Result<(), LabError> {
    if game == GAME { Ok(()) } else { Err(LabError::NoPdn(game.to_owned())) }
}

/// The last position of a match of a file, as an opening; matches are counted from 1.
///
/// # Errors
/// When the game is not draughts, the file is not PDN or has no such match.
pub fn pdn_opening(game: &str, path: &Path, number: usize) -> Result<Opening, LabError> {
    demand_draughts(game)?;
    let failed = |what: String| LabError::Pdn { path: path.to_owned(), what };
    let text = std::fs::read_to_string(path).map_err(|cause| failed(cause.to_string()))?;
    let games = pdn::read(&text).map_err(|cause| failed(cause.to_string()))?;
    let count = games.len();
    let game = number.checked_sub(1).and_then(|place| games.into_iter().nth(place));
    let game = game.ok_or_else(|| failed(format!("there is no match {number}; it has {count}")))?;
    Ok(Opening { moves: game.moves.join(" "), position: game.fen.unwrap_or_default(), several: Vec::new() })
}

/// A recorded match as PDN.
pub(crate) fn write(header: &Header, names: &Names, record: &MatchRecord) -> String {
    let agent = |seat: usize| {
        let place = record.agents.get(seat).map(|&agent| usize::from(agent));
        place.and_then(|place| header.agents.get(place)).map_or("?", |agent| agent.spec.as_str())
    };
    let tag = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let round = record.number.to_string();
    // What matches started with: a position has colons, moves have none.
    let opening = header.opening.split_whitespace();
    let (fen, typed): (Vec<&str>, Vec<&str>) = opening.partition(|word| word.contains(':'));
    let apart = typed.into_iter().flat_map(|words| words.split([',', ';']));
    let mut moves: Vec<&str> = apart.filter(|text| !text.is_empty()).collect();
    moves.extend(record.plies.iter().filter_map(|ply| Some(names.text(ply.played()?.text))));
    let game = Game {
        tags: vec![
            tag("Event", &header.game.title),
            tag("Round", &round),
            tag("Black", agent(0)),
            tag("White", agent(1)),
            tag("GameType", "21"),
        ],
        fen: fen.first().map(ToString::to_string),
        moves: moves.into_iter().map(String::from).collect(),
        result: match record.points.first() {
            Some(&points) if points > 0.0 => Outcome::BlackWins,
            Some(&points) if points < 0.0 => Outcome::WhiteWins,
            Some(_) => Outcome::Draw,
            None => Outcome::Unknown,
        },
    };
    pdn::write(&[game])
}
