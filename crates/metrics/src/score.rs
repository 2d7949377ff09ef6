//! Score: how many points, by how much, and from what?
//!
//! # Question
//! Where the game keeps a score: what does each seat reach, by how much does the winner win, and which
//! sources bring the points?
//!
//! # Unit
//! Points of the game.
//!
//! # Range
//! Any number.
//!
//! # Reading
//! A mean margin that is small against the scores means close matches. A source that brings almost all
//! points makes the others decoration; one that brings a seat more than the others is an advantage to
//! look at.
//!
//! # Formula
//! Over finished matches. `score`: mean final score of each seat. `score-margin`: best score among the
//! winners minus best score among all others, mean over matches that have both (a draw has none; it is
//! negative where the most points do not win). `score-sources`: mean points of each seat from each
//! source per match, 0 in matches without it. Student's t over matches, or over blocks
//! where there is chance (see `length`), hence nothing below two of them.
//!
//! # Blind spots
//! Supposes that more points are better. Means hide how points are spread over matches.

use crate::block_means::{BlockMeans, Matches};
use crate::outcome::winners;
use crate::{Card, Context, Entry, Measure, Metric, Row, Unit};
use ludometer_record::{MatchRecord, NameId};
use std::collections::BTreeMap;

/// Name and documentation.
#[must_use]
pub fn card() -> Card {
    let measures = ["score", "score-margin", "score-sources"];
    Card::from_source("score", "Score", include_str!("score.rs"), &measures)
}

/// Scores, margins and sources.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    finished: Matches,
    seats: Vec<BlockMeans>,
    margin: BlockMeans,
    sources: BTreeMap<(NameId, u8), BlockMeans>,
}

impl Metric for Tally {
    fn observe(&mut self, context: &Context, record: &MatchRecord) {
        if !record.is_finished() {
            return;
        }
        *self.finished.entry(record.block).or_default() += 1;
        self.seats.resize(context.seats(), BlockMeans::default());
        if record.scores.len() == context.seats() {
            self.seats
                .iter_mut()
                .zip(&record.scores)
                .for_each(|(seat, score)| seat.add(record.block, f64::from(*score)));
            self.margin.add(record.block, margin(&record.scores, &winners(context, record)));
        }
        for (key, points) in sum_by_source(record) {
            self.sources.entry(key).or_default().add(record.block, points);
        }
    }

    fn merge(&mut self, other: Self) {
        for (block, matches) in other.finished {
            *self.finished.entry(block).or_default() += matches;
        }
        self.seats.resize(self.seats.len().max(other.seats.len()), BlockMeans::default());
        self.seats.iter_mut().zip(other.seats).for_each(|(mine, theirs)| mine.merge(theirs));
        self.margin.merge(other.margin);
        for (key, means) in other.sources {
            self.sources.entry(key).or_default().merge(means);
        }
    }

    fn finish(&self, context: &Context) -> Vec<Measure> {
        let seats = self.seats.iter().enumerate();
        let rows: Vec<Row> = seats
            .filter_map(|(seat, score)| Some(Row::new(context.seat_name(seat), score.mean(context)?)))
            .collect();
        let mut measures = Vec::new();
        if !rows.is_empty() {
            measures.push(Measure::rows("score", "Final score by seat", Unit::Points, rows, None));
        }
        if let Some(margin) = self.margin.mean(context) {
            let rows = vec![Row::new("margin", margin)];
            measures.push(Measure::rows("score-margin", "Margin of the winner", Unit::Points, rows, None));
        }
        measures.extend(self.source_table(context));
        measures
    }
}

impl Tally {
    fn source_table(&self, context: &Context) -> Option<Measure> {
        let mut names: Vec<(&str, NameId)> =
            self.sources.keys().map(|(name, _)| (context.names.text(*name), *name)).collect();
        names.sort_unstable();
        names.dedup();
        if names.is_empty() {
            return None;
        }
        let mean = |name: NameId, seat: usize| {
            let points = self.sources.get(&(name, seat as u8)).cloned().unwrap_or_default();
            Entry::from(points.padded(&self.finished).mean(context))
        };
        let row = |(text, name): &(&str, NameId)| {
            let label = Entry::Text((*text).to_owned());
            [label].into_iter().chain((0..context.seats()).map(|seat| mean(*name, seat))).collect()
        };
        let columns = ["source".to_owned()].into_iter().chain(context.header.game.seats.clone()).collect();
        let rows = names.iter().map(row).collect();
        Some(Measure::table("score-sources", "Points per match by source", Unit::Points, columns, rows))
    }
}

/// Best score among the winners minus best score among the others; not finite when a side is empty.
fn margin(scores: &[f32], winners: &[usize]) -> f64 {
    let best = |won: bool| {
        let seats = (0..scores.len()).filter(|seat| winners.contains(seat) == won);
        seats.map(|seat| f64::from(scores[seat])).fold(f64::NEG_INFINITY, f64::max)
    };
    best(true) - best(false)
}

/// A source may be named several times in a match.
fn sum_by_source(record: &MatchRecord) -> BTreeMap<(NameId, u8), f64> {
    let mut sums = BTreeMap::new();
    for (seat, source, points) in &record.sources {
        *sums.entry((*source, *seat)).or_default() += f64::from(*points);
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Shape;
    use crate::support::{World, find, value};
    use ludometer_record::Ending;

    #[test]
    fn points_by_hand() {
        let mut world = World::new(&["A", "B", "C"]);
        let records = [
            world.game().scores(&[10.0, 4.0, 6.0]).places(&[1, 3, 2]).source(0, "line", 6.0).done(),
            world.game().scores(&[2.0, 8.0, 8.0]).places(&[3, 1, 1]).source(1, "line", 3.0).done(),
            world.game().scores(&[5.0, 5.0, 5.0]).source(0, "line", 1.0).source(0, "line", 2.0).done(),
            world.game().scores(&[99.0, 0.0, 0.0]).source(2, "square", 9.0).ending(Ending::Limit).done(),
        ];
        let found = world.measure::<Tally>(&records);
        assert!((value(&found, "score", "A") - 17.0 / 3.0).abs() < 1e-9);
        assert_eq!(value(&found, "score-margin", "margin"), 5.0);
        let Shape::Table { columns, rows } = &find(&found, "score-sources").shape else { panic!("no table") };
        assert_eq!(columns, &["source", "A", "B", "C"]);
        assert_eq!(rows.len(), 1, "the unfinished match brings no source");
        let means: Vec<f64> = rows[0][1..]
            .iter()
            .map(|entry| if let Entry::Estimate(e) = entry { e.value } else { panic!("{entry:?}") })
            .collect();
        assert_eq!(means, [3.0, 1.0, 0.0]);
    }

    #[test]
    fn absent_without_scores_or_with_one_match() {
        let mut world = World::new(&["X", "O"]);
        let plain = [world.game().done(), world.game().places(&[1, 2]).done()];
        assert!(world.measure::<Tally>(&plain).is_empty());
        let one = [world.game().scores(&[1.0, 2.0]).places(&[2, 1]).source(0, "line", 1.0).done()];
        let found = world.measure::<Tally>(&one);
        assert!(found.iter().all(|measure| measure.id == "score-sources"), "{found:?}");
    }
}
