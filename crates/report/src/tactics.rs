//! What a report shows of tactics: decisions that are alike, how often they were made, what they earned.

use crate::format;
use ludometer_metrics::{Estimate, Unit};
use serde::Serialize;

/// The tactics of recorded hands.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Tactics {
    /// Matches they come from; none where nobody knows which hands are of the same match, as in a base.
    pub matches: Option<u64>,
    /// Hands (deals, or whole matches), each as one seat lived it.
    pub hands: u64,
    /// Matches that are not, or not wholly, among them: broken ones, and those after hands enough.
    pub left_out: u64,
    /// What to know of the names, in the words of the game.
    pub note: String,
    /// Kinds of decision that came up.
    pub situations: Vec<Situation>,
}

/// A kind of decision.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Situation {
    /// Its name.
    pub name: String,
    /// How many decisions there were.
    pub decisions: u64,
    /// What its points are won with.
    pub account: String,
    /// Its tactics, the most frequent first.
    pub tactics: Vec<Tactic>,
}

/// Decisions that are alike.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Tactic {
    /// What they are called.
    pub name: String,
    /// How many.
    pub decisions: u64,
    /// Their share of the decisions of this kind.
    pub share: Estimate,
    /// What they are told by: each attribute with its mean, or its most frequent word.
    pub seen: Vec<(String, String)>,
    /// What was done, with shares, the most frequent first.
    pub answers: Vec<(String, f64)>,
    /// How many hands were won; those that brought nothing count half.
    pub won: Estimate,
    /// Points a hand brought; none where there are too few.
    pub points: Option<Estimate>,
    /// Each player with the share of its own decisions of this kind.
    pub players: Vec<(String, Estimate)>,
}

const COLUMNS: [&str; 7] = ["tactic", "share", "told by", "done", "won", "points", "who plays it"];

impl Situation {
    /// Its tactics as a table: the columns in which there is anything, and the rows.
    #[must_use]
    pub fn table(&self) -> (Vec<&'static str>, Vec<Vec<String>>) {
        let rows: Vec<[String; 7]> = self.tactics.iter().map(Tactic::cells).collect();
        let told = |column: &usize| rows.iter().any(|row| !row[*column].is_empty());
        let columns: Vec<usize> = (0..COLUMNS.len()).filter(told).collect();
        let row = |row: &[String; 7]| columns.iter().map(|column| row[*column].clone()).collect();
        (columns.iter().map(|column| COLUMNS[*column]).collect(), rows.iter().map(row).collect())
    }
}

impl Tactic {
    fn cells(&self) -> [String; 7] {
        let seen = self.seen.iter().map(|(name, value)| format!("{name} {value}"));
        let answers =
            self.answers.iter().map(|(name, share)| format!("{name} {}", format::percent(*share, 0)));
        let players =
            self.players.iter().map(|(name, share)| format!("{name} {}", format::percent(share.value, 0)));
        [
            self.name.clone(),
            format::estimate(&self.share, Unit::Share),
            listed(seen),
            listed(answers),
            format::estimate(&self.won, Unit::Share),
            self.points.as_ref().map_or_else(|| "–".into(), |points| format::estimate(points, Unit::Points)),
            listed(players),
        ]
    }
}

fn listed(parts: impl Iterator<Item = String>) -> String {
    parts.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    fn estimate(value: f64, low: f64, high: f64) -> Estimate {
        Estimate { value, low, high, n: 100 }
    }

    pub(crate) fn example() -> Tactics {
        let coward = Tactic {
            name: "weak <hand>; leaves".into(),
            decisions: 28,
            share: estimate(0.28, 0.2, 0.37),
            seen: vec![("high-kind".into(), "9.2".into()), ("truco".into(), "the other 93 %".into())],
            answers: vec![("leaves".into(), 0.75), ("low card".into(), 0.25)],
            won: estimate(0.1, 0.04, 0.2),
            points: Some(estimate(-1.5, -1.8, -1.2)),
            players: vec![("strategy:timid".into(), estimate(0.4, 0.3, 0.5))],
        };
        let situation = Situation {
            name: "1st card, agent second".into(),
            decisions: 100,
            account: "hand".into(),
            tactics: vec![coward],
        };
        Tactics {
            matches: Some(4),
            hands: 50,
            left_out: 2,
            note: "Of this game.".into(),
            situations: vec![situation],
        }
    }

    #[test]
    fn cells_say_everything_in_words() {
        let (columns, rows) = example().situations[0].table();
        let cells: Vec<String> = rows[0].iter().map(|cell| cell.replace('\u{a0}', " ")).collect();
        assert_eq!(columns, COLUMNS);
        let expected = [
            "weak <hand>; leaves",
            "28 % (20–37 %)",
            "high-kind 9.2, truco the other 93 %",
            "leaves 75 %, low card 25 %",
            "10 % (4–20 %)",
            "−1.5 (−1.8 to −1.2)",
            "strategy:timid 40 %",
        ];
        assert_eq!(cells, expected);
    }

    #[test]
    fn a_column_without_anything_is_left_out() {
        let mut situation = example().situations.remove(0);
        situation.tactics[0].players.clear();
        let (columns, rows) = situation.table();
        assert_eq!((columns.len(), rows[0].len(), columns.last()), (6, 6, Some(&"points")));
    }
}
