//! First move: which openings are played, and which of them win?
//!
//! # Question
//! What does the first mover open with, and is an opening better or worse than the others?
//!
//! # Unit
//! Share of matches.
//!
//! # Range
//! 0 to 1.
//!
//! # Reading
//! One opening in nearly all matches between strong agents means that the first turn is no choice. An
//! opening that *stands out* wins more (or less) often than the other openings together, by more than
//! chance explains even though many openings are compared.
//!
//! # Formula
//! `openings`, the most common first: matches with the opening / matches that begin with a choice; wins of the
//! first mover / finished matches after it. Both with Wilson's interval (1927). *Stands out*: Fisher's
//! exact test (two-sided) of wins after this opening against wins after all others, marked at a false
//! discovery rate of 5 % (Benjamini & Hochberg 1995). At most 60 openings are listed.
//!
//! # Blind spots
//! Only the very first decision by a seat, and only if it has a choice there; what chance dealt before is not looked at. With different
//! agents in the group a strong agent's favourite opening looks strong. Draws count as not won.
//! Matches of one block count as independent.

use crate::outcome::{Outcome, outcomes};
use crate::{Card, Context, Entry, Measure, Metric, Unit};
use ludometer_record::{MatchRecord, NameId};
use ludometer_stats::{benjamini_hochberg, fisher_exact, wilson};
use std::collections::BTreeMap;

/// The most openings listed.
const MOST_ROWS: usize = 60;

/// The accepted share of false marks.
const FALSE_DISCOVERIES: f64 = 0.05;

/// Name and documentation.
#[must_use]
pub fn card() -> Card {
    Card::from_source("first-move", "First move", include_str!("first_move.rs"), &["openings"])
}

/// What followed an opening.
#[derive(Clone, Copy, Debug, Default)]
struct Results {
    matches: u64,
    finished: u64,
    wins: u64,
}

impl Results {
    fn merge(&mut self, other: &Results) {
        self.matches += other.matches;
        self.finished += other.finished;
        self.wins += other.wins;
    }
}

/// Results by opening.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    openings: BTreeMap<NameId, Results>,
}

impl Metric for Tally {
    fn observe(&mut self, context: &Context, record: &MatchRecord) {
        let mut decisions = record.plies.iter().filter_map(|ply| Some((ply, ply.actor.seat()?)));
        let Some((ply, seat)) = decisions.next().filter(|(ply, _)| ply.legal.len() > 1) else { return };
        let Some(opening) = ply.played() else { return };
        let result = outcomes(context, record).get(seat).copied().unwrap_or(Outcome::Open);
        self.openings.entry(opening.text).or_default().merge(&Results {
            matches: 1,
            finished: u64::from(result != Outcome::Open),
            wins: u64::from(result == Outcome::Win),
        });
    }

    fn merge(&mut self, other: Self) {
        for (opening, results) in other.openings {
            self.openings.entry(opening).or_default().merge(&results);
        }
    }

    fn finish(&self, context: &Context) -> Vec<Measure> {
        if self.openings.is_empty() {
            return vec![];
        }
        let mut openings: Vec<(&str, Results)> =
            self.openings.iter().map(|(name, results)| (context.names.text(*name), *results)).collect();
        openings.sort_by(|a, b| b.1.matches.cmp(&a.1.matches).then(a.0.cmp(b.0)));
        let mut all = Results::default();
        openings.iter().for_each(|(_, results)| all.merge(results));
        let marks = marks(&openings, &all);
        let row = |((text, results), mark): (&(&str, Results), &'static str)| {
            vec![
                Entry::Text((*text).to_owned()),
                Entry::count(results.matches),
                Entry::Estimate(wilson(results.matches, all.matches)),
                Entry::Estimate(wilson(results.wins, results.finished)),
                Entry::Text(mark.into()),
            ]
        };
        let mut rows: Vec<Vec<Entry>> = openings.iter().zip(marks).take(MOST_ROWS).map(row).collect();
        if let Some(rest) = openings.get(MOST_ROWS..).filter(|rest| !rest.is_empty()) {
            let mut sum = Results::default();
            rest.iter().for_each(|(_, results)| sum.merge(results));
            let label = format!("({} more)", rest.len());
            rows.push(row((&(label.as_str(), sum), "")));
        }
        let columns = ["opening", "matches", "share", "first mover wins", "stands out"];
        let columns = columns.map(String::from).to_vec();
        vec![Measure::table("openings", "Openings", Unit::Share, columns, rows)]
    }
}

/// Which openings differ from all others together, and to which side.
fn marks(openings: &[(&str, Results)], all: &Results) -> Vec<&'static str> {
    let p_values: Vec<f64> = openings
        .iter()
        .map(|(_, one)| fisher_exact(one.wins, one.finished, all.wins - one.wins, all.finished - one.finished))
        .collect();
    let found = benjamini_hochberg(&p_values, FALSE_DISCOVERIES);
    let better = |one: &Results| one.wins * all.finished > all.wins * one.finished;
    openings
        .iter()
        .zip(found)
        .map(|((_, one), found)| match (found, better(one)) {
            (false, _) => "",
            (true, true) => "better",
            (true, false) => "worse",
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Shape;
    use crate::support::{World, find};

    fn rows(measures: &[Measure]) -> &[Vec<Entry>] {
        let Shape::Table { columns, rows } = &find(measures, "openings").shape else { panic!("no table") };
        assert!(rows.iter().all(|row| row.len() == columns.len()));
        rows
    }

    #[test]
    fn a_winning_opening_stands_out() {
        let mut world = World::new(&["X", "O"]);
        let mut records = Vec::new();
        for i in 0..60u32 {
            // The second mover moves too; it is the first who counts. `a` wins 28 of 30, the others 5 of 15.
            let (opening, won) = if i % 2 == 0 { (0, i < 56) } else { (1 + i / 2 % 2, i % 12 < 4) };
            let game = world.game().chance("deal").decide(1, &["a", "b", "c"], opening).decide(0, &["z"], 0);
            records.push(game.places(if won { &[2, 1] } else { &[1, 2] }).done());
        }
        let found = world.measure::<Tally>(&records);
        let rows = rows(&found);
        assert_eq!(rows[0][..2], [Entry::Text("a".into()), Entry::Number(30.0)]);
        assert_eq!(rows[0][2], Entry::Estimate(wilson(30, 60)));
        assert_eq!(rows[0][3], Entry::Estimate(wilson(28, 30)));
        assert_eq!(rows[0][4], Entry::Text("better".into()));
        assert_eq!(rows[1][3], Entry::Estimate(wilson(5, 15)));
        assert_eq!(rows[2][4], Entry::Text("worse".into()));
    }

    #[test]
    fn equal_openings_are_not_marked_and_long_lists_are_cut() {
        let mut world = World::new(&["X", "O"]);
        let texts: Vec<String> = (0..70).map(|i| format!("m{i:02}")).collect();
        let legal: Vec<&str> = texts.iter().map(String::as_str).collect();
        let records: Vec<MatchRecord> =
            (0..70).map(|i| world.game().decide(0, &legal, i).places(&[1, 2]).done()).collect();
        let found = world.measure::<Tally>(&records);
        let rows = rows(&found);
        assert_eq!(rows.len(), 61);
        assert_eq!(rows[60][..2], [Entry::Text("(10 more)".into()), Entry::Number(10.0)]);
        assert!(rows.iter().all(|row| row[4] == Entry::Text(String::new())));
    }
}
