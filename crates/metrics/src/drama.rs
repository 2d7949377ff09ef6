//! Drama: how far was the winner behind?
//!
//! # Question
//! How much does the eventual winner trail on the way to the win?
//!
//! # Unit
//! Part of the range of values.
//!
//! # Range
//! 0 (the winner never trailed) to 1 (it looked surely lost throughout).
//!
//! # Reading
//! Near 0 the match is a procession. Around 0.1 winners had to fight. Far more says that the agents are
//! surprised by the outcome: deep game, hidden information or weak agents.
//!
//! # Formula
//! For a finished match with winners W and opponents: over the M decisions with values E (the mean of
//! the latest opinion of every seat, as in `value-by-turn`), drama = (1/M) Σ_m mean_{w∈W} max(0, max_{p rival of w} E_p(m) − E_w(m)) / 2. `drama`:
//! mean over matches with Student's t (over blocks where there is chance, see `length`). This is Ludii's *Drama (average)* scaled to 0..1, with the winner
//! taken from the finished match. Browne (2008) takes square roots and only the moves at which the winner
//! trails.
//!
//! # Blind spots
//! As good as the agents' opinions. Draws, endless matches and games without opponents have no winner to
//! follow and are left out.

use crate::block_means::BlockMeans;
use crate::outcome::winners;
use crate::values::{behind, opinions};
use crate::{Card, Context, Measure, Metric, Row, Unit};
use ludometer_record::MatchRecord;

/// Name and documentation.
#[must_use]
pub fn card() -> Card {
    Card::from_source("drama", "Drama", include_str!("drama.rs"), &["drama"])
}

/// Drama per match.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    drama: BlockMeans,
}

impl Metric for Tally {
    fn observe(&mut self, context: &Context, record: &MatchRecord) {
        let winners = winners(context, record);
        let opinions = opinions(context, record);
        let gaps: Vec<f64> = opinions
            .iter()
            .flat_map(|(_, values)| winners.iter().filter_map(|winner| behind(context, values, *winner)))
            .map(|gap| gap.max(0.0) / 2.0)
            .collect();
        // Without winners, rivals or opinions there are no gaps, and the mean is left out.
        self.drama.add(record.block, gaps.iter().sum::<f64>() / gaps.len() as f64);
    }

    fn merge(&mut self, other: Self) {
        self.drama.merge(other.drama);
    }

    fn finish(&self, context: &Context) -> Vec<Measure> {
        let Some(mean) = self.drama.mean_within(context, (0.0, 1.0)) else { return vec![] };
        vec![Measure::rows(
            "drama",
            "Drama: how far winners trailed, 0 to 1",
            Unit::Value,
            vec![Row::new("drama", mean)],
            None,
        )]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::support::{World, find, value};

    fn near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-6, "{found} is not {expected}");
    }

    #[test]
    fn gaps_by_hand() {
        let mut world = World::new(&["X", "O"]);
        // O wins although X was ahead by 1.0 and 0.4: halves 0.5 and 0.2 over four plies.
        let trailing = world.game().story(&[0.5, 0.2, -0.3, -0.8]).places(&[2, 1]).done();
        near(value(&world.measure::<Tally>(std::slice::from_ref(&trailing)), "drama", "drama"), 0.175);
        let procession = world.game().story(&[0.1, 0.4]).places(&[1, 2]).done();
        let drawn = world.game().story(&[0.9, 0.9]).done();
        let found = world.measure::<Tally>(&[trailing, procession, drawn]);
        near(value(&found, "drama", "drama"), 0.0875);
        assert_eq!(find(&found, "drama").row("drama").unwrap().n, 2);
    }

    #[test]
    fn only_rivals_count() {
        let mut world = World::new(&["N", "E", "S", "W"]).teams(&[0, 1, 0, 1]);
        let record =
            world.game().decide(0, &["a"], 0).values(&[-0.2, 0.2, 0.9, 0.1]).places(&[1, 2, 1, 2]).done();
        // N trails E by 0.4, half of it 0.2; S leads; the mean of both is 0.1.
        near(value(&world.measure::<Tally>(&[record]), "drama", "drama"), 0.1);
        let mut friends = World::new(&["A", "B"]).cooperative();
        let record = friends.game().story(&[-0.9]).done();
        assert!(friends.measure::<Tally>(&[record]).is_empty());
    }
}
