//! What another program says about a state.

use ludometer_game::Seat;
use serde::Deserialize;
use serde_json::value::RawValue;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// The most moves a state may have.
const MOST_MOVES: usize = u16::MAX as usize;

/// What can happen in a state.
#[derive(Clone, PartialEq, Debug)]
pub enum Status {
    /// A seat is to move.
    Seat(Seat),
    /// Chance is, with these odds.
    Chance(Vec<f64>),
    /// It is over, and everybody has these points.
    Over(Vec<f32>),
}

/// A state and everything that was said about it. States are equal when their texts are.
#[derive(Clone, Debug)]
pub struct Position(Arc<Said>);

#[derive(Debug)]
struct Said {
    state: String,
    status: Status,
    moves: Vec<String>,
    picture: Option<String>,
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.state == other.0.state
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.0.state.hash(hasher);
    }
}

/// The words of an answer.
#[derive(Deserialize)]
struct Answer<'a> {
    #[serde(borrow)]
    state: Option<&'a RawValue>,
    turn: Option<serde_json::Value>,
    #[serde(default)]
    moves: Vec<String>,
    odds: Option<Vec<f64>>,
    points: Option<Vec<f32>>,
    winner: Option<serde_json::Value>,
    over: Option<bool>,
    text: Option<String>,
}

impl Position {
    /// Reads an answer about a game of so many seats, in which a seat gets points between these.
    ///
    /// # Errors
    /// When it makes no sense; in words.
    pub fn read(answer: &str, seats: usize, bounds: (f32, f32)) -> Result<Position, String> {
        let answer: Answer<'_> = serde_json::from_str(answer).map_err(|error| error.to_string())?;
        let state = answer.state.ok_or("there is no `state`")?.get().to_owned();
        let status = answer.status(seats, bounds)?;
        if let Status::Over(points) = &status {
            check_points(points, bounds)?;
        }
        if !matches!(status, Status::Over(_)) {
            check_moves(&answer.moves)?;
        }
        let moves = if matches!(status, Status::Over(_)) { Vec::new() } else { answer.moves };
        Ok(Position(Arc::new(Said { state, status, moves, picture: answer.text })))
    }

    /// The state as JSON.
    #[must_use]
    pub fn state(&self) -> &str {
        &self.0.state
    }

    /// What can happen.
    #[must_use]
    pub fn status(&self) -> &Status {
        &self.0.status
    }

    /// The texts of the moves, or of what chance may do.
    #[must_use]
    pub fn moves(&self) -> &[String] {
        &self.0.moves
    }

    /// How the program draws it.
    #[must_use]
    pub fn picture(&self) -> Option<&str> {
        self.0.picture.as_deref()
    }
}

impl Answer<'_> {
    fn status(&self, seats: usize, bounds: (f32, f32)) -> Result<Status, String> {
        let turn = self.turn.as_ref();
        let over = self.over == Some(true) || turn.is_some_and(|turn| turn == "over");
        if self.points.is_some() && !over && !self.moves.is_empty() {
            return Err("there are `points` and `moves`: points are what everybody gets at the end".into());
        }
        if over || self.points.is_some() {
            return Ok(Status::Over(self.result(seats, bounds)?));
        }
        if turn.is_some_and(|turn| turn == "chance") {
            let odds = self.odds.clone().unwrap_or_else(|| vec![1.0; self.moves.len()]);
            let positive = odds.iter().all(|share| share.is_finite() && *share > 0.0);
            if odds.len() != self.moves.len() || !positive {
                return Err(format!("{} moves of chance need as many `odds` above 0", self.moves.len()));
            }
            let sum: f64 = odds.iter().sum();
            return Ok(Status::Chance(odds.into_iter().map(|share| share / sum).collect()));
        }
        let seat = turn.and_then(serde_json::Value::as_u64).filter(|seat| (*seat as usize) < seats);
        let seat = seat.ok_or_else(|| {
            format!("`turn` is the seat to move, 0 to {}, or \"chance\" or \"over\"", seats - 1)
        })?;
        Ok(Status::Seat(Seat::new(seat as u8)))
    }

    /// What everybody gets.
    fn result(&self, seats: usize, bounds: (f32, f32)) -> Result<Vec<f32>, String> {
        if let Some(points) = &self.points {
            let whole = points.len() == seats && points.iter().all(|points| points.is_finite());
            return if whole { Ok(points.clone()) } else { Err(format!("`points` are {seats} numbers")) };
        }
        match &self.winner {
            None | Some(serde_json::Value::Null) => Ok(vec![f32::midpoint(bounds.0, bounds.1); seats]),
            Some(winner) => {
                let winner = winner.as_u64().filter(|seat| (*seat as usize) < seats);
                let winner =
                    winner.ok_or_else(|| format!("`winner` is a seat, 0 to {}, or null", seats - 1))?;
                let (low, high) = bounds;
                Ok((0..seats).map(|seat| if seat as u64 == winner { high } else { low }).collect())
            }
        }
    }
}

/// What a program did not announce would count wrongly.
fn check_points(points: &[f32], (low, high): (f32, f32)) -> Result<(), String> {
    match points.iter().find(|points| **points < low || **points > high) {
        Some(points) => Err(format!(
            "a seat gets {points}, and `hello` said between {low} and {high}: its `points` are the least and the most"
        )),
        None => Ok(()),
    }
}

fn check_moves(moves: &[String]) -> Result<(), String> {
    if moves.is_empty() || moves.len() > MOST_MOVES {
        return Err(format!(
            "there are {} `moves`, and 1 to {MOST_MOVES} are needed while it is not over",
            moves.len()
        ));
    }
    let mut sorted: Vec<&str> = moves.iter().map(String::as_str).collect();
    sorted.sort_unstable();
    match sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(twice) => Err(format!("the move `{}` is there twice", twice[0])),
        None if sorted[0].trim().is_empty() => Err("a move has no text".into()),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_read() {
        let read = |text: &str| Position::read(text, 2, (-3.0, 3.0)).expect("sense");
        let going = read(r#"{"state": [0, 1], "turn": 1, "moves": ["a", "b"]}"#);
        assert_eq!((going.state(), going.moves().len()), ("[0, 1]", 2));
        assert_eq!(going.status(), &Status::Seat(Seat::new(1)));
        assert_eq!(
            read(r#"{"state": 1, "over": true, "winner": 1}"#).status(),
            &Status::Over(vec![-3.0, 3.0])
        );
        assert_eq!(read(r#"{"state": 1, "over": true}"#).status(), &Status::Over(vec![0.0, 0.0]));
        assert_eq!(read(r#"{"state": 1, "points": [3, -3]}"#).status(), &Status::Over(vec![3.0, -3.0]));
        let dice = read(r#"{"state": 1, "turn": "chance", "moves": ["1", "2"], "odds": [1, 3]}"#);
        assert_eq!(dice.status(), &Status::Chance(vec![0.25, 0.75]));
    }

    #[test]
    fn nonsense_is_refused_in_words() {
        let refused = |text: &str| Position::read(text, 2, (-3.0, 3.0)).expect_err("nonsense");
        assert!(refused("hello").contains("expected"));
        assert!(refused(r#"{"turn": 1}"#).contains("no `state`"));
        assert!(refused(r#"{"state": 1, "turn": 2, "moves": ["a"]}"#).contains("0 to 1"));
        assert!(refused(r#"{"state": 1, "turn": 1, "moves": []}"#).contains("0 `moves`"));
        assert!(refused(r#"{"state": 1, "turn": 1, "moves": ["a", "a"]}"#).contains("twice"));
        assert!(refused(r#"{"state": 1, "points": [1]}"#).contains("2 numbers"));
        assert!(refused(r#"{"state": 1, "points": [7, 5]}"#).contains("between -3 and 3"));
        let score = r#"{"state": 1, "turn": 0, "moves": ["a"], "points": [1, 0]}"#;
        assert!(refused(score).contains("at the end"));
        assert!(refused(r#"{"state": 1, "over": true, "winner": 7}"#).contains("`winner`"));
        assert!(
            refused(r#"{"state": 1, "turn": "chance", "moves": ["a"], "odds": [0]}"#).contains("above 0")
        );
    }
}
