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
//! first mover / finished matches after it. Both with Wilson's interval (1927); where there is chance,
//! for the effective number of matches, see `completion`. *Stands out*: Fisher's exact test (two-sided)
//! of wins after this opening against wins after all others, marked at a false discovery rate of 5 %
//! (Benjamini & Hochberg 1995); where there is chance, matches and wins are first scaled down to the
//! effective number of matches (Rao & Scott 1992). At most 60 openings are listed.
//!
//! # Blind spots
//! Only the very first decision by a seat, and only if it has a choice there; what chance dealt before is not looked at. With different
//! agents in the group a strong agent's favourite opening looks strong. Draws count as not won.

use crate::block_shares::BlockShares;
use crate::outcome::{Outcome, outcomes};
use crate::{Card, Context, Entry, Measure, Metric, Unit};
use ludometer_record::{MatchRecord, NameId};
use ludometer_stats::{benjamini_hochberg, fisher_exact};
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
#[derive(Clone, Debug, Default)]
struct Results {
    /// Matches by block.
    matches: BTreeMap<u64, u64>,
    /// Wins of the first mover in finished matches.
    wins: BlockShares,
}

impl Results {
    fn merge(&mut self, other: &Results) {
        for (block, matches) in &other.matches {
            *self.matches.entry(*block).or_default() += matches;
        }
        self.wins.merge(other.wins.clone());
    }

    fn count(&self) -> u64 {
        self.matches.values().sum()
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
        let results = self.openings.entry(opening.text).or_default();
        *results.matches.entry(record.block).or_default() += 1;
        if result != Outcome::Open {
            results.wins.count(record.block, result == Outcome::Win);
        }
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
        let mut openings: Vec<(&str, &Results)> =
            self.openings.iter().map(|(name, results)| (context.names.text(*name), results)).collect();
        openings.sort_by(|a, b| b.1.count().cmp(&a.1.count()).then(a.0.cmp(b.0)));
        let mut all = Results::default();
        openings.iter().for_each(|(_, results)| all.merge(results));
        let marks = marks(context, &openings, &all);
        let row = |((text, results), mark): (&(&str, &Results), &'static str)| {
            vec![
                Entry::Text((*text).to_owned()),
                Entry::count(results.count()),
                Entry::Estimate(BlockShares::of(&results.matches, &all.matches).share(context)),
                Entry::Estimate(results.wins.share(context)),
                Entry::Text(mark.into()),
            ]
        };
        let mut rows: Vec<Vec<Entry>> = openings.iter().zip(marks).take(MOST_ROWS).map(row).collect();
        if let Some(rest) = openings.get(MOST_ROWS..).filter(|rest| !rest.is_empty()) {
            let mut sum = Results::default();
            rest.iter().for_each(|(_, results)| sum.merge(results));
            let label = format!("({} more)", rest.len());
            rows.push(row((&(label.as_str(), &sum), "")));
        }
        let columns = ["opening", "matches", "share", "first mover wins", "stands out"];
        let columns = columns.map(String::from).to_vec();
        vec![Measure::table("openings", "Openings", Unit::Share, columns, rows)]
    }
}

/// Which openings differ from all others together, and to which side.
fn marks(context: &Context, openings: &[(&str, &Results)], all: &Results) -> Vec<&'static str> {
    let p_values: Vec<f64> = openings.iter().map(|(_, one)| p_value(context, &one.wins, &all.wins)).collect();
    let found = benjamini_hochberg(&p_values, FALSE_DISCOVERIES);
    let better = |one: &BlockShares| one.yes() * all.wins.trials() > all.wins.yes() * one.trials();
    openings
        .iter()
        .zip(found)
        .map(|((_, one), found)| match (found, better(&one.wins)) {
            (false, _) => "",
            (true, true) => "better",
            (true, false) => "worse",
        })
        .collect()
}

/// How likely chance alone makes the wins after one opening differ so much from those after the others.
fn p_value(context: &Context, one: &BlockShares, all: &BlockShares) -> f64 {
    let (trials, everything) = (one.trials(), all.trials());
    // Wins of all openings together tell how alike the matches of a deal are; one opening alone has
    // too few.
    let independent = all.effective_trials(context) / everything.max(1) as f64;
    let scaled = |count: u64| (count as f64 * independent).round() as u64;
    let (wins, trials, rest) = (scaled(one.yes()), scaled(trials), scaled(everything - trials));
    let other_wins = scaled(all.yes() - one.yes());
    fisher_exact(wins.min(trials), trials, other_wins.min(rest), rest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Shape;
    use crate::support::{World, find};
    use ludometer_stats::wilson;

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

    #[test]
    fn matches_of_one_deal_are_not_independent() {
        let mut world = World::new(&["X", "O"]);
        // Both openings are played with six deals, four times each; the deal decides who wins.
        let records: Vec<MatchRecord> = (0..48u32)
            .map(|number| {
                let (opening, deal) = (number / 24, number / 4);
                let won = if opening == 0 { deal % 6 < 5 } else { deal % 6 < 2 };
                let game = world.game().block(u64::from(deal)).decide(0, &["a", "b"], opening);
                game.places(if won { &[1, 2] } else { &[2, 1] }).done()
            })
            .collect();
        let found = |world: &World| rows(&world.measure::<Tally>(&records))[0].clone();
        let plain = found(&world);
        assert_eq!(plain[3], Entry::Estimate(wilson(20, 24)));
        assert_eq!(plain[4], Entry::Text("better".into()));
        let dice = found(&world.dice());
        let Entry::Estimate(wins) = dice[3] else { panic!("no share") };
        assert!(wins.value == 20.0 / 24.0 && wins.low < wilson(20, 24).low - 0.1, "{wins:?}");
        assert_eq!(dice[4], Entry::Text(String::new()), "twelve deals do not tell the openings apart");
    }
}
