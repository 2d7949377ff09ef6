//! Completion: do matches come to an end, and how?
//!
//! # Question
//! How many matches end by the rules, at the limit, or because something broke; and what
//! ended them?
//!
//! # Unit
//! Share of matches.
//!
//! # Range
//! 0 to 1.
//!
//! # Reading
//! *finished* should be 100 %. *endless* matches hit the declared limit of plies: the game can go
//! round in circles, or the limit is too low. *illegal move*, *fault* and *panic* are defects of an
//! agent, the rules or the program; each is kept with its evidence. In `endings` a way to win that
//! never occurs is a rule that does not matter. `defects` says what broke, in the words of the evidence.
//!
//! # Formula
//! `completion`: matches with that ending / all matches. How many are drawn says
//! `draws`. `endings`: matches that ended for that reason, in the game's own
//! words, / all matches; matches the game says nothing about go by the kind of their ending.
//! `defects`: matches that broke with these words, whatever the value they name, / all matches; left out where
//! nothing broke.
//! Interval: Wilson (1927); where there is chance, matches of one block share a deal, and Wilson's is taken
//! for the effective number of matches (Korn & Graubard 1998).
//!
//! # Blind spots
//! A defect that no match met is not excluded: the upper end of its interval says how frequent it may be.

use crate::block_shares::BlockShares;
use crate::{Card, Context, Measure, Metric, Row, Unit};
use ludometer_record::{Ending, MatchRecord, NameId};
use std::collections::BTreeMap;

/// Name and documentation.
#[must_use]
pub fn card() -> Card {
    let measures = ["completion", "endings", "defects"];
    Card::from_source("completion", "Completion", include_str!("completion.rs"), &measures)
}

/// The endings in the order in which they are shown.
const ENDINGS: [(Ending, &str); 6] = [
    (Ending::Finished, "finished"),
    (Ending::Limit, "endless"),
    (Ending::Illegal, "illegal move"),
    (Ending::Fault, "fault"),
    (Ending::Panic, "panic"),
    (Ending::Forfeit, "forfeit"),
];

/// Matches by ending and reason.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Matches by block.
    matches: BTreeMap<u64, u64>,
    by_reason: BTreeMap<(NameId, Ending), BTreeMap<u64, u64>>,
    /// What broke, by the words of the evidence without the value.
    defects: BTreeMap<String, BTreeMap<u64, u64>>,
}

impl Metric for Tally {
    fn observe(&mut self, _context: &Context, record: &MatchRecord) {
        *self.matches.entry(record.block).or_default() += 1;
        let reason = self.by_reason.entry((record.because, record.ending)).or_default();
        *reason.entry(record.block).or_default() += 1;
        let broken = !matches!(record.ending, Ending::Finished | Ending::Limit);
        if let Some(evidence) = record.evidence.as_ref().filter(|_| broken) {
            let matches = self.defects.entry(without_value(&evidence.what)).or_default();
            *matches.entry(record.block).or_default() += 1;
        }
    }

    fn merge(&mut self, other: Self) {
        add(&mut self.matches, &other.matches);
        for (reason, matches) in other.by_reason {
            add(self.by_reason.entry(reason).or_default(), &matches);
        }
        for (what, matches) in other.defects {
            add(self.defects.entry(what).or_default(), &matches);
        }
    }

    fn finish(&self, context: &Context) -> Vec<Measure> {
        let share = |found: &BTreeMap<u64, u64>| BlockShares::of(found, &self.matches).share(context);
        let endings = ENDINGS.iter().map(|(ending, word)| {
            let mut matches = BTreeMap::new();
            let same = self.by_reason.iter().filter(|((_, other), _)| other == ending);
            same.for_each(|(_, more)| add(&mut matches, more));
            Row::new(*word, share(&matches))
        });
        let mut reasons: BTreeMap<&str, BTreeMap<u64, u64>> = BTreeMap::new();
        for ((because, ending), matches) in &self.by_reason {
            let text = context.names.text(*because);
            add(reasons.entry(if text.is_empty() { word(*ending) } else { text }).or_default(), matches);
        }
        let reasons = reasons.iter().map(|(text, matches)| Row::new(*text, share(matches)));
        let defects = self.defects.iter().map(|(text, matches)| Row::new(text.as_str(), share(matches)));
        let mut measures = vec![
            Measure::rows("completion", "How matches end", Unit::Share, endings.collect(), None),
            Measure::rows("endings", "Why matches end", Unit::Share, by_share(reasons), None),
        ];
        if !self.defects.is_empty() {
            measures.push(Measure::rows("defects", "What broke", Unit::Share, by_share(defects), None));
        }
        measures
    }
}

/// The largest share first.
fn by_share(rows: impl Iterator<Item = Row>) -> Vec<Row> {
    let mut rows: Vec<Row> = rows.collect();
    rows.sort_by(|a, b| b.estimate.value.total_cmp(&a.estimate.value).then(a.label.cmp(&b.label)));
    rows
}

/// Adds matches by block.
fn add(mine: &mut BTreeMap<u64, u64>, theirs: &BTreeMap<u64, u64>) {
    for (block, matches) in theirs {
        *mine.entry(*block).or_default() += matches;
    }
}

/// What went wrong without the value that came along, which differs from match to match while the defect is one:
/// `the sum is too large (heap.luau:3; value 12)`.
fn without_value(what: &str) -> String {
    match what.strip_suffix(')').and_then(|inside| inside.rsplit_once("; value ")) {
        Some((before, _)) => format!("{before})"),
        None => what.to_owned(),
    }
}

/// The ending in a designer's words.
fn word(ending: Ending) -> &'static str {
    ENDINGS.iter().find(|(known, _)| *known == ending).map_or("?", |(_, word)| word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::support::{World, find, value};
    use ludometer_stats::wilson;

    #[test]
    fn every_kind_of_ending() {
        let mut world = World::new(&["X", "O"]);
        let records = [
            world.game().places(&[1, 2]).because("line").done(),
            world.game().places(&[2, 1]).because("line").done(),
            world.game().because("board full").done(),
            world.game().ending(Ending::Limit).done(),
            world.game().ending(Ending::Illegal).done(),
            world
                .game()
                .ending(Ending::Fault)
                .because("script error")
                .broken("line 3 divides by zero")
                .done(),
            world.game().ending(Ending::Panic).done(),
            world.game().done(),
        ];
        let found = world.measure::<Tally>(&records);
        let share = |label| value(&found, "completion", label) * 8.0;
        assert_eq!((share("finished"), share("endless")), (4.0, 1.0));
        assert_eq!((share("illegal move"), share("fault"), share("panic")), (1.0, 1.0, 1.0));
        assert_eq!(value(&found, "endings", "line"), 0.25);
        assert_eq!(value(&found, "endings", "script error"), 0.125);
        assert_eq!(value(&found, "endings", "endless"), 0.125);
        assert_eq!(value(&found, "defects", "line 3 divides by zero"), 0.125);
        let whole = world.measure::<Tally>(&records[..3]);
        assert!(whole.iter().all(|measure| measure.id != "defects"), "nothing broke");
        assert_eq!(find(&found, "endings").row("line").unwrap().n, 8);
    }

    #[test]
    fn a_defect_is_one_whatever_its_value() {
        let mut world = World::new(&["X", "O"]);
        let broken = [
            "too large (heap.luau:3; value 12)",
            "too large (heap.luau:3; value 7 (seven))",
            "too large (heap.luau:3)",
            "too large (heap.luau:4; value 12)",
        ];
        let records: Vec<_> =
            broken.iter().map(|what| world.game().ending(Ending::Fault).broken(what).done()).collect();
        let found = world.measure::<Tally>(&records);
        assert_eq!(value(&found, "defects", "too large (heap.luau:3)"), 0.75);
        assert_eq!(value(&found, "defects", "too large (heap.luau:4)"), 0.25);
    }

    #[test]
    fn matches_of_one_deal_are_not_independent() {
        let mut world = World::new(&["X", "O"]);
        let mut records = Vec::new();
        for block in 0..10 {
            let ending = if block < 4 { Ending::Limit } else { Ending::Finished };
            records.extend((0..4).map(|_| world.game().block(block).ending(ending).done()));
        }
        let endless =
            |world: &World| *find(&world.measure::<Tally>(&records), "completion").row("endless").unwrap();
        let plain = endless(&world);
        assert_eq!(plain, wilson(16, 40));
        let dice = endless(&world.dice());
        assert_eq!((dice.value, dice.n), (0.4, 40));
        assert!(dice.high - dice.low > 1.5 * (plain.high - plain.low), "{dice:?}");
    }
}
