//! Wins by duration: whom do short and long matches favour?
//!
//! # Question
//! Does who wins depend on how long the match takes?
//!
//! # Unit
//! Share of the matches of a band.
//!
//! # Range
//! 0 to 1.
//!
//! # Reading
//! A seat that wins most short matches has an early attack; one that wins the long ones has the better
//! endgame. Draws that pile up in the last band are matches that run dry.
//!
//! # Formula
//! `wins-by-length`: finished matches are split into three bands at the terciles of their number of
//! decisions (a length is never split, so bands may differ in size, and there may be fewer). In each
//! band: matches, each seat's wins / matches, draws / matches. Interval: Wilson (1927); where there is
//! chance, for the effective number of matches, see `completion`. The idea is that of the APTS thesis,
//! which used fixed bands.
//!
//! # Blind spots
//! Length is a result of play, not a cause: it cannot be set by hand. Three bands and several seats are
//! many comparisons; expect one interval in twenty to miss.

use crate::block_shares::BlockShares;
use crate::outcome::{Outcome, outcomes};
use crate::{Card, Context, Entry, Measure, Metric, Unit};
use ludometer_record::MatchRecord;
use std::collections::BTreeMap;

/// Name and documentation.
#[must_use]
pub fn card() -> Card {
    let measures = ["wins-by-length"];
    Card::from_source("duration-bands", "Wins by duration", include_str!("duration_bands.rs"), &measures)
}

/// Results of the matches of one length, or of one band.
#[derive(Clone, Debug, Default)]
struct Results {
    matches: u64,
    draws: BlockShares,
    wins: Vec<BlockShares>,
}

impl Results {
    fn merge(&mut self, other: &Results) {
        self.matches += other.matches;
        self.draws.merge(other.draws.clone());
        self.wins.resize(self.wins.len().max(other.wins.len()), BlockShares::default());
        self.wins.iter_mut().zip(&other.wins).for_each(|(mine, theirs)| mine.merge(theirs.clone()));
    }
}

/// Results by length.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    by_length: BTreeMap<usize, Results>,
}

impl Metric for Tally {
    fn observe(&mut self, context: &Context, record: &MatchRecord) {
        if !record.is_finished() {
            return;
        }
        let results = outcomes(context, record);
        let length = self.by_length.entry(record.decisions()).or_default();
        length.matches += 1;
        length.draws.count(record.block, results.contains(&Outcome::Draw));
        length.wins.resize(results.len(), BlockShares::default());
        for (wins, result) in length.wins.iter_mut().zip(&results) {
            wins.count(record.block, *result == Outcome::Win);
        }
    }

    fn merge(&mut self, other: Self) {
        for (length, results) in other.by_length {
            self.by_length.entry(length).or_default().merge(&results);
        }
    }

    fn finish(&self, context: &Context) -> Vec<Measure> {
        let bands = self.bands();
        if bands.is_empty() {
            return vec![];
        }
        let mut columns = vec!["moves".to_owned(), "matches".to_owned()];
        columns.extend(context.header.game.seats.iter().map(|seat| format!("{seat} wins")));
        if context.is_contest() {
            columns.push("draws".into());
        }
        let row = |(shortest, longest, results): &(usize, usize, Results)| {
            let label =
                if shortest == longest { shortest.to_string() } else { format!("{shortest}–{longest}") };
            let share = |found: &BlockShares| Entry::Estimate(found.share(context));
            let mut row = vec![Entry::Text(label), Entry::count(results.matches)];
            row.extend(results.wins.iter().map(share));
            row.extend(context.is_contest().then(|| share(&results.draws)));
            row
        };
        let rows = bands.iter().map(row).collect();
        vec![Measure::table("wins-by-length", "Wins by duration", Unit::Share, columns, rows)]
    }
}

impl Tally {
    /// Shortest length, longest length and results of each band that has matches.
    fn bands(&self) -> Vec<(usize, usize, Results)> {
        let total: u64 = self.by_length.values().map(|results| results.matches).sum();
        let mut bands: Vec<(usize, usize, Results)> = Vec::new();
        let (mut before, mut current) = (0, None);
        for (&length, results) in &self.by_length {
            // A length belongs to the band in which its middle match falls, so that one length with
            // most of the matches still leaves the others a band of their own.
            let third = 3 * (2 * before + results.matches) / (2 * total);
            before += results.matches;
            match bands.last_mut().filter(|_| current == Some(third)) {
                Some((_, longest, sum)) => {
                    *longest = length;
                    sum.merge(results);
                }
                None => bands.push((length, length, results.clone())),
            }
            current = Some(third);
        }
        bands
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::support::{World, find};
    use crate::{Estimate, Shape};
    use ludometer_record::Ending;
    use ludometer_stats::wilson;

    fn rows(measures: &[Measure]) -> &[Vec<Entry>] {
        let Shape::Table { columns, rows } = &find(measures, "wins-by-length").shape else {
            panic!("no table")
        };
        assert!(rows.iter().all(|row| row.len() == columns.len()));
        rows
    }

    #[test]
    fn terciles_by_hand() {
        let mut world = World::new(&["X", "O"]);
        let mut records = Vec::new();
        for length in 1..=9 {
            // X wins the short ones, O the middle ones, the long ones are drawn.
            let places: [u8; 2] = [[1, 2], [2, 1], [1, 1]][(length - 1) / 3];
            records.push(world.game().moves(length).places(&places).done());
        }
        records.push(world.game().moves(50).ending(Ending::Limit).done());
        let found = world.measure::<Tally>(&records);
        let sure = |yes: u64| Entry::Estimate(wilson(3 * yes, 3));
        let expected = [("1–3", [1, 0, 0]), ("4–6", [0, 1, 0]), ("7–9", [0, 0, 1])];
        for (row, (label, shares)) in rows(&found).iter().zip(expected) {
            assert_eq!(row[..2], [Entry::Text(label.into()), Entry::Number(3.0)]);
            assert_eq!(row[2..], shares.map(sure));
        }
    }

    #[test]
    fn a_single_length_is_a_single_band() {
        let mut world = World::new(&["A"]);
        let records: Vec<MatchRecord> = (0..7).map(|_| world.game().moves(5).done()).collect();
        let found = world.measure::<Tally>(&records);
        let all: Estimate = wilson(7, 7);
        assert_eq!(rows(&found), [vec![Entry::Text("5".into()), Entry::Number(7.0), Entry::Estimate(all)]]);
        assert!(world.measure::<Tally>(&[]).is_empty());
    }

    #[test]
    fn matches_of_one_deal_are_not_independent() {
        let mut world = World::new(&["X", "O"]);
        let records: Vec<MatchRecord> = (0..40)
            .map(|number| {
                let places: [u8; 2] = if number % 8 < 4 { [1, 2] } else { [2, 1] };
                world.game().block(number / 4).moves(5).places(&places).done()
            })
            .collect();
        let first = |world: &World| {
            let found = world.measure::<Tally>(&records);
            let Entry::Estimate(wins) = rows(&found)[0][2] else { panic!("no share") };
            wins
        };
        assert_eq!(first(&world), wilson(20, 40));
        let dice = first(&world.dice());
        assert!(dice.value == 0.5 && dice.high > wilson(20, 40).high + 0.1, "{dice:?}");
    }
}
