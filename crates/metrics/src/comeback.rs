//! Comeback: can a bad position still be won?
//!
//! # Question
//! How many wins come from far behind?
//!
//! # Unit
//! Share of won matches.
//!
//! # Range
//! 0 to 1.
//!
//! # Reading
//! Near 0 who falls behind may as well give up: the game snowballs. Near the share of wins that chance
//! alone would give, a lead is worthless. Compare rungs of the ladder: comebacks that vanish with
//! stronger agents were blunders.
//!
//! # Formula
//! A won match is a comeback when, at two decisions with values in a row, a winner was more than 0.6 of
//! what the match was worth behind its best rival; for two opponents with opposite values that is a value
//! below −0.3. What a match was worth is the largest result of a seat on the scale of values, so that a
//! plain win counts like a triple one; at least 0.1 must be missing. Values are
//! the mean of the latest opinion of every seat, as in `value-by-turn`. Two in a row, because the second
//! usually holds a newer opinion of somebody else: one agent's moment of error is no comeback. Without opponents (alone or together): when its value was
//! below −0.3 twice in a row.
//! `comeback`: comebacks / finished matches with a winner and at least one value. Interval: Wilson
//! (1927), where there is chance for the effective number of matches, see `completion`.
//!
//! # Blind spots
//! As good as the agents' opinions: weak agents that misjudge a position alike invent a comeback.

use crate::block_shares::BlockShares;
use crate::outcome::winners;
use crate::values::{LEAD, behind, opinions};
use crate::{Card, Context, Measure, Metric, Row, Unit};
use ludometer_record::MatchRecord;

/// A value below this, or twice as far behind a rival, is far behind.
const FAR_BEHIND: f64 = -0.3;

/// Name and documentation.
#[must_use]
pub fn card() -> Card {
    Card::from_source("comeback", "Comeback", include_str!("comeback.rs"), &["comeback"])
}

/// Won matches and comebacks.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    comebacks: BlockShares,
}

/// The largest result of a seat on the scale from −1 to 1.
fn worth(context: &Context, record: &MatchRecord) -> f64 {
    let (low, high) = context.header.game.bounds;
    let (middle, half) = (f64::midpoint(low.into(), high.into()), f64::from(high - low) / 2.0);
    let units = record.points.iter().map(|&points| (f64::from(points) - middle).abs() / half);
    units.fold(0.0, f64::max).clamp(0.0, 1.0)
}

impl Metric for Tally {
    fn observe(&mut self, context: &Context, record: &MatchRecord) {
        let winners = winners(context, record);
        let opinions = opinions(context, record);
        if winners.is_empty() || opinions.is_empty() {
            return;
        }
        let far = (-2.0 * FAR_BEHIND * worth(context, record)).max(LEAD);
        let far_behind = |values: &[f64], winner: usize| match behind(context, values, winner) {
            Some(gap) => gap > far,
            None => values[winner] < FAR_BEHIND,
        };
        let comeback = winners.iter().any(|winner| {
            opinions.windows(2).any(|pair| pair.iter().all(|(_, values)| far_behind(values, *winner)))
        });
        self.comebacks.count(record.block, comeback);
    }

    fn merge(&mut self, other: Self) {
        self.comebacks.merge(other.comebacks);
    }

    fn finish(&self, context: &Context) -> Vec<Measure> {
        if self.comebacks.trials() == 0 {
            return vec![];
        }
        let rows = vec![Row::new("comebacks", self.comebacks.share(context))];
        vec![Measure::rows("comeback", "Wins from far behind", Unit::Share, rows, None)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::support::{World, find};
    use ludometer_stats::wilson;

    #[test]
    fn comebacks_by_hand() {
        let mut world = World::new(&["X", "O"]);
        let records = [
            world.game().story(&[-0.5, -0.4, 0.8]).places(&[1, 2]).done(),
            world.game().story(&[-0.5, 0.8, -0.5]).places(&[1, 2]).done(),
            world.game().story(&[0.4, 0.4, -0.8]).places(&[2, 1]).done(),
            world.game().story(&[0.9, -0.8]).done(),
            world.game().moves(4).places(&[2, 1]).done(),
        ];
        let found = world.measure::<Tally>(&records);
        assert_eq!(find(&found, "comeback").row("comebacks"), Some(&wilson(2, 3)));
    }

    #[test]
    fn alone_the_own_value_counts() {
        let mut solo = World::new(&["A"]);
        let records = [
            solo.game().decide(0, &["a"], 0).values(&[-0.4]).decide(0, &["a"], 0).values(&[-0.4]).done(),
            solo.game().decide(0, &["a"], 0).values(&[-0.4]).done(),
            solo.game().decide(0, &["a"], 0).values(&[-0.9]).places(&[2]).done(),
        ];
        let found = solo.measure::<Tally>(&records);
        assert_eq!(find(&found, "comeback").row("comebacks"), Some(&wilson(1, 2)));
    }
}
