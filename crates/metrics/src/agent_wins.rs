//! Score by agent: who is stronger?
//!
//! # Question
//! How well does each agent do in a group where different agents meet?
//!
//! # Unit
//! Share of the point that each match gives: a win is 1, a tie of k on the first place 1/k.
//!
//! # Range
//! 0 to 1.
//!
//! # Reading
//! The line marks equal strength: one part for each team (or seat, without teams). A stronger agent (more thinking) should score clearly above it; if
//! it does not, the game is luck, solved, or beyond both.
//!
//! # Formula
//! `agent-wins`: mean of the points over all seats the agent sat in, in finished matches. Each match gives
//! one point; teams that share the first place share it equally (with two seats a draw is ½), and every
//! seat of a team counts what the team got. It is a mean by seat, so the equal share is the same however
//! many seats of the line-up an agent takes. n counts these seats. The unit of the interval is the block: the same deal with the agents rotated through
//! the seats. Student's t over block scores, after adding two blocks of score 0 and two of score 1
//! (Agresti & Coull 1998), so that a clean sweep still leaves doubt. Pairs remove most of the luck of
//! the deal and of the seat, which is why the interval can be narrower than Wilson's.
//!
//! # Blind spots
//! Matches that did not finish are left out. Second and later places are all worth nothing. An agent that meets itself beside others scores against itself too.

use crate::block_shares::BlockShares;
use crate::outcome::points;
use crate::{Card, Context, Measure, Metric, Row, Unit};
use ludometer_record::MatchRecord;
use std::collections::BTreeMap;

/// Name and documentation.
#[must_use]
pub fn card() -> Card {
    Card::from_source("agent-wins", "Score by agent", include_str!("agent_wins.rs"), &["agent-wins"])
}

/// Points by agent and block.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    scores: BTreeMap<u16, BlockShares>,
}

impl Metric for Tally {
    fn observe(&mut self, context: &Context, record: &MatchRecord) {
        if context.group.is_self_play() {
            return;
        }
        for (agent, points) in record.agents.iter().zip(points(context, record).unwrap_or_default()) {
            self.scores.entry(*agent).or_default().add(record.block, points);
        }
    }

    fn merge(&mut self, other: Self) {
        for (agent, scores) in other.scores {
            self.scores.entry(agent).or_default().merge(scores);
        }
    }

    fn finish(&self, context: &Context) -> Vec<Measure> {
        if self.scores.is_empty() {
            return vec![];
        }
        let spec = |agent: u16| context.header.agents.get(usize::from(agent)).map_or("?", |info| &info.spec);
        let rows = self.scores.iter().map(|(agent, scores)| Row::new(spec(*agent), scores.balanced()));
        let equal = context.is_contest().then(|| 1.0 / context.parties() as f64);
        vec![Measure::rows("agent-wins", "Score by agent", Unit::Share, rows.collect(), equal)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Shape;
    use crate::support::{World, find, value};
    use ludometer_record::Ending;

    #[test]
    fn draws_are_half_and_seats_do_not_matter() {
        let mut world = World::new(&["X", "O"]).lineup(&[0, 1]);
        let records = [
            world.game().block(0).agents(&[0, 1]).places(&[1, 2]).done(),
            world.game().block(0).agents(&[1, 0]).places(&[2, 1]).done(),
            world.game().block(1).agents(&[0, 1]).done(),
            world.game().block(1).agents(&[1, 0]).places(&[1, 2]).done(),
            world.game().block(2).agents(&[1, 0]).ending(Ending::Fault).done(),
        ];
        let found = world.measure::<Tally>(&records);
        assert_eq!(value(&found, "agent-wins", "first"), 2.5 / 4.0);
        assert_eq!(value(&found, "agent-wins", "second"), 1.5 / 4.0);
        assert_eq!(find(&found, "agent-wins").row("first").unwrap().n, 4);
    }

    #[test]
    fn a_clean_sweep_leaves_doubt() {
        let mut world = World::new(&["X", "O"]).lineup(&[0, 1]);
        let mut records = Vec::new();
        for block in 0..10 {
            records.push(world.game().block(block).agents(&[0, 1]).places(&[1, 2]).done());
            records.push(world.game().block(block).agents(&[1, 0]).places(&[2, 1]).done());
        }
        let found = world.measure::<Tally>(&records);
        let best = find(&found, "agent-wins").row("first").unwrap();
        assert!(best.value == 1.0 && best.high == 1.0 && best.low > 0.5 && best.low < 0.9, "{best:?}");
    }

    #[test]
    fn equals_on_three_seats_have_a_third_each() {
        let mut world = World::new(&["A", "B", "C"]).lineup(&[0, 1, 1]);
        let mut records = Vec::new();
        for block in 0..30 {
            for agents in [[0, 1, 1], [1, 0, 1], [1, 1, 0]] {
                // The first seat wins, unless all tie.
                let places: [u8; 3] = if block % 2 == 0 { [1, 1, 1] } else { [1, 2, 2] };
                records.push(world.game().block(block).agents(&agents).places(&places).done());
            }
        }
        let found = world.measure::<Tally>(&records);
        let measure = find(&found, "agent-wins");
        assert!(matches!(measure.shape, Shape::Rows { reference: Some(r), .. } if r == 1.0 / 3.0));
        for agent in ["first", "second"] {
            let score = measure.row(agent).unwrap();
            assert!(score.holds(1.0 / 3.0) && score.high < 0.5, "{agent}: {score:?}");
        }
        let total = value(&found, "agent-wins", "first") + 2.0 * value(&found, "agent-wins", "second");
        assert!((total - 1.0).abs() < 1e-12, "every match gives one point");
    }

    #[test]
    fn silent_in_self_play() {
        let mut world = World::new(&["X", "O"]);
        let records = [world.game().done()];
        assert!(world.measure::<Tally>(&records).is_empty());
    }
}
