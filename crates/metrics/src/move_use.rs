//! Move use: how often is each move played when it could be?
//!
//! # Question
//! Which moves do players choose, seat by seat?
//!
//! # Unit
//! Decisions; *share* is the share of chances that were taken.
//!
//! # Range
//! 0 upwards for counts, 0 to 1 for shares.
//!
//! # Reading
//! A move that is taken nearly always when it is legal leaves no choice; one that is never taken might
//! as well not exist. Compare random with strong play: what strong agents avoid is weak.
//!
//! # Formula
//! `move-table`, by move text and seat: *legal* = decisions at which the move was legal; *played* = how
//! often it was chosen; *share* = played / legal. The 60 moves played most are listed, then one line with
//! the sums of all others, so that *played* adds up to all decisions. Decisions of one seat in one match
//! are a cluster: Wilson's interval with the effective number of decisions (Korn & Graubard 1998).
//!
//! # Blind spots
//! Moves with the same text in different positions are one move. All matches count, also those that did
//! not finish.

use crate::usage::Usage;
use crate::{Card, Context, Entry, Measure, Metric, Unit};
use ludometer_record::MatchRecord;
use ludometer_stats::Clusters;
use std::slice;

/// The most moves listed.
const MOST_ROWS: usize = 60;

/// Name and documentation.
#[must_use]
pub fn card() -> Card {
    Card::from_source("move-use", "Moves", include_str!("move_use.rs"), &["move-table"])
}

/// Chances and choices by move text.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    moves: Usage,
}

impl Metric for Tally {
    fn observe(&mut self, context: &Context, record: &MatchRecord) {
        self.moves.observe(context, record, |option| slice::from_ref(&option.text));
    }

    fn merge(&mut self, other: Self) {
        self.moves.merge(other.moves);
    }

    fn finish(&self, context: &Context) -> Vec<Measure> {
        let mut moves: Vec<(u64, &str, &[Clusters])> = self
            .moves
            .by_name
            .iter()
            .map(|(name, seats)| {
                (seats.iter().map(Clusters::hits).sum(), context.names.text(*name), &seats[..])
            })
            .collect();
        if moves.is_empty() {
            return vec![];
        }
        moves.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(b.1)));
        let mut rows: Vec<Vec<Entry>> =
            moves.iter().take(MOST_ROWS).map(|(_, text, seats)| row(text, seats)).collect();
        if let Some(rest) = moves.get(MOST_ROWS..).filter(|rest| !rest.is_empty()) {
            rows.push(rest_row(rest, context.seats()));
        }
        let mut columns = vec!["move".to_owned()];
        for seat in &context.header.game.seats {
            columns.extend(["legal", "played", "share"].map(|what| format!("{seat} {what}")));
        }
        vec![Measure::table(
            "move-table",
            "How often each seat plays a move when it can",
            Unit::Share,
            columns,
            rows,
        )]
    }
}

fn row(text: &str, seats: &[Clusters]) -> Vec<Entry> {
    let mut row = vec![Entry::Text(text.into())];
    for chances in seats {
        let share = (chances.chances() > 0).then(|| chances.share());
        row.extend([Entry::count(chances.chances()), Entry::count(chances.hits()), share.into()]);
    }
    row
}

/// The sums of the moves that are not listed.
fn rest_row(rest: &[(u64, &str, &[Clusters])], seats: usize) -> Vec<Entry> {
    let mut row = vec![Entry::Text(format!("({} more)", rest.len()))];
    for seat in 0..seats {
        let sum = |count: fn(&Clusters) -> u64| rest.iter().map(|(_, _, seats)| count(&seats[seat])).sum();
        row.extend([
            Entry::count(sum(Clusters::chances)),
            Entry::count(sum(Clusters::hits)),
            Entry::nothing(),
        ]);
    }
    row
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Shape;
    use crate::support::{World, find};

    fn rows(measures: &[Measure]) -> &[Vec<Entry>] {
        let Shape::Table { columns, rows } = &find(measures, "move-table").shape else { panic!("no table") };
        assert!(rows.iter().all(|row| row.len() == columns.len()));
        rows
    }

    fn number(entry: &Entry) -> f64 {
        if let Entry::Number(number) = entry { *number } else { panic!("{entry:?} is no number") }
    }

    #[test]
    fn moves_counted_by_hand() {
        let mut world = World::new(&["X", "O"]);
        let records = [
            world.game().decide(0, &["a", "b"], 0).decide(1, &["a", "b"], 1).decide(0, &["a"], 0).done(),
            world.game().decide(0, &["a", "c"], 1).done(),
        ];
        let found = world.measure::<Tally>(&records);
        let counts: Vec<(&Entry, Vec<f64>)> = rows(&found)
            .iter()
            .map(|row| (&row[0], [1, 2, 4, 5].iter().map(|column| number(&row[*column])).collect()))
            .collect();
        // X: a legal 3 times and played twice; O: a legal once, never played.
        assert_eq!(counts[0], (&Entry::Text("a".into()), vec![3.0, 2.0, 1.0, 0.0]));
        assert_eq!(counts[1], (&Entry::Text("b".into()), vec![1.0, 0.0, 1.0, 1.0]));
        assert_eq!(counts[2], (&Entry::Text("c".into()), vec![1.0, 1.0, 0.0, 0.0]));
        assert_eq!(rows(&found)[2][6], Entry::nothing());
        let Entry::Estimate(share) = rows(&found)[0][3] else { panic!("no share") };
        assert!((share.value - 2.0 / 3.0).abs() < 1e-12 && share.n == 3);
    }

    #[test]
    fn played_adds_up_to_all_decisions_even_when_the_list_is_cut() {
        let mut world = World::new(&["A", "B", "C"]);
        let texts: Vec<String> = (0..100).map(|i| format!("m{i}")).collect();
        let legal: Vec<&str> = texts.iter().map(String::as_str).collect();
        let records: Vec<MatchRecord> = (0..100)
            .map(|i| world.game().decide((i % 3) as u8, &legal, i).decide(0, &legal, 5).done())
            .collect();
        let found = world.measure::<Tally>(&records);
        let rows = rows(&found);
        assert_eq!(rows.len(), 61);
        assert_eq!(rows[60][0], Entry::Text("(40 more)".into()));
        let played: f64 = rows.iter().map(|row| number(&row[2]) + number(&row[5]) + number(&row[8])).sum();
        assert_eq!(played, 200.0);
    }
}
