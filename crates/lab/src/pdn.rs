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
    let round = (record.number + 1).to_string();
    let (fen, mut moves) = apart(&header.opening);
    moves.extend(record.plies.iter().filter_map(|ply| Some(names.text(ply.played()?.text))));
    let game = Game {
        tags: vec![
            tag("Event", &header.game.title),
            // A record does not say where and when.
            tag("Site", "?"),
            tag("Date", "????.??.??"),
            tag("Round", &round),
            tag("Black", agent(0)),
            tag("White", agent(1)),
            tag("GameType", "21"),
        ],
        fen,
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

/// What matches started with: the position without blanks, if there is one, and the moves from there.
///
/// A position has colons, moves have none. After the last colon stand a letter and squares with commas between them;
/// a blank that neither follows the letter nor touches a comma ends it.
fn apart(opening: &str) -> (Option<String>, Vec<&str>) {
    let last = opening.rfind(':').map_or(0, |colon| colon + 1);
    let mut fen: String = opening[..last].split_whitespace().collect();
    let mut rest = opening[last..].split_whitespace().peekable();
    while let Some(word) = rest.next_if(|word| {
        let open = fen.ends_with(|end: char| end == ',' || end == ':' || end.is_alphabetic());
        open || (last > 0 && word.starts_with(','))
    }) {
        fen.push_str(word);
    }
    let moves = rest.flat_map(|words| words.split([',', ';'])).filter(|text| !text.is_empty()).collect();
    ((last > 0).then_some(fen), moves)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_and_moves_come_apart_however_they_are_spaced() {
        let (plain, blanks) = ("B:W18,24:B12", "B : W 18, 24 :B 12");
        for position in [plain, blanks, " B:W18 ,24:B12 ", "B:W18,24: B12"] {
            assert_eq!(apart(position), (Some(plain.to_owned()), Vec::new()), "{position}");
            let opening = format!("{position} 12-16,18-15; 16-19");
            assert_eq!(
                apart(&opening),
                (Some(plain.to_owned()), vec!["12-16", "18-15", "16-19"]),
                "{opening}"
            );
        }
        assert_eq!(apart("B:W21 - 32:B 1-12, 13 9-14").1, ["9-14"]);
        assert_eq!(apart("W:WK32:B K1,K 2:H 3 32-28").0.as_deref(), Some("W:WK32:BK1,K2:H3"));
        assert_eq!(apart("11-15, 22-18"), (None, vec!["11-15", "22-18"]));
        assert_eq!(apart(""), (None, Vec::new()));
    }
}
