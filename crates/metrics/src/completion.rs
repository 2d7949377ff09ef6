//! Completion: do matches come to an end, and how?
//!
//! # Question
//! How many matches end by the rules, in a draw, at the limit, or because something broke; and what
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
//! never occurs is a rule that does not matter.
//!
//! # Formula
//! `completion`: matches with that ending / all matches. *drawn* is the part of *finished* in which all
//! share one place (opponents only). `endings`: matches that ended for that reason, in the game's own
//! words, / all matches; matches the game says nothing about go by the kind of their ending.
//! Interval: Wilson (1927).
//!
//! # Blind spots
//! Matches of one block share a deal; the intervals take them as independent.

use crate::outcome::{Outcome, outcomes};
use crate::{Card, Context, Measure, Metric, Row, Unit};
use ludometer_record::{Ending, MatchRecord, NameId};
use ludometer_stats::wilson;
use std::collections::BTreeMap;

/// Name and documentation.
#[must_use]
pub fn card() -> Card {
    let measures = ["completion", "endings"];
    Card::from_source("completion", "Completion", include_str!("completion.rs"), &measures)
}

/// The endings in the order in which they are shown.
const ENDINGS: [(Ending, &str); 5] = [
    (Ending::Finished, "finished"),
    (Ending::Limit, "endless"),
    (Ending::Illegal, "illegal move"),
    (Ending::Fault, "fault"),
    (Ending::Panic, "panic"),
];

/// Matches by ending and reason.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    matches: u64,
    drawn: u64,
    by_ending: [u64; ENDINGS.len()],
    by_reason: BTreeMap<(NameId, &'static str), u64>,
}

impl Metric for Tally {
    fn observe(&mut self, context: &Context, record: &MatchRecord) {
        self.matches += 1;
        self.drawn += u64::from(outcomes(context, record).contains(&Outcome::Draw));
        for (count, (ending, word)) in self.by_ending.iter_mut().zip(ENDINGS) {
            if ending == record.ending {
                *count += 1;
                *self.by_reason.entry((record.because, word)).or_default() += 1;
            }
        }
    }

    fn merge(&mut self, other: Self) {
        self.matches += other.matches;
        self.drawn += other.drawn;
        self.by_ending.iter_mut().zip(other.by_ending).for_each(|(mine, theirs)| *mine += theirs);
        for (reason, count) in other.by_reason {
            *self.by_reason.entry(reason).or_default() += count;
        }
    }

    fn finish(&self, context: &Context) -> Vec<Measure> {
        let row = |label: &str, count: u64| Row::new(label, wilson(count, self.matches));
        let mut rows: Vec<Row> =
            ENDINGS.iter().zip(self.by_ending).map(|((_, word), count)| row(word, count)).collect();
        if context.is_contest() {
            rows.insert(1, row("drawn", self.drawn));
        }
        let mut reasons: BTreeMap<&str, u64> = BTreeMap::new();
        for ((because, word), count) in &self.by_reason {
            let text = context.names.text(*because);
            *reasons.entry(if text.is_empty() { word } else { text }).or_default() += count;
        }
        let mut reasons: Vec<(&str, u64)> = reasons.into_iter().collect();
        reasons.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
        let reasons = reasons.into_iter().map(|(text, count)| row(text, count)).collect();
        vec![
            Measure::rows("completion", "How matches end", Unit::Share, rows, None),
            Measure::rows("endings", "What ends a match", Unit::Share, reasons, None),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::support::{World, find, value};

    #[test]
    fn every_kind_of_ending() {
        let mut world = World::new(&["X", "O"]);
        let records = [
            world.game().places(&[1, 2]).because("line").done(),
            world.game().places(&[2, 1]).because("line").done(),
            world.game().because("board full").done(),
            world.game().ending(Ending::Limit).done(),
            world.game().ending(Ending::Illegal).done(),
            world.game().ending(Ending::Fault).because("script error").done(),
            world.game().ending(Ending::Panic).done(),
            world.game().done(),
        ];
        let found = world.measure::<Tally>(&records);
        let share = |label| value(&found, "completion", label) * 8.0;
        assert_eq!((share("finished"), share("drawn"), share("endless")), (4.0, 2.0, 1.0));
        assert_eq!((share("illegal move"), share("fault"), share("panic")), (1.0, 1.0, 1.0));
        assert_eq!(value(&found, "endings", "line"), 0.25);
        assert_eq!(value(&found, "endings", "script error"), 0.125);
        assert_eq!(value(&found, "endings", "endless"), 0.125);
        assert_eq!(find(&found, "endings").row("line").unwrap().n, 8);
    }

    #[test]
    fn nothing_is_drawn_alone() {
        let mut world = World::new(&["A"]);
        let records = [world.game().done()];
        let found = world.measure::<Tally>(&records);
        assert_eq!(find(&found, "completion").row("drawn"), None);
    }
}
