//! Means by turn of the match, as a line.

use crate::block_means::BlockMeans;
use crate::{Context, Line};

/// A turn is shown when at least so many matches (or all, if there are fewer) tell something of it.
const ENOUGH: u64 = 10;

/// What was seen at each turn, from the first decision of the match.
#[derive(Clone, Debug, Default)]
pub(crate) struct ByTurn {
    turns: Vec<BlockMeans>,
}

impl ByTurn {
    /// Adds what a match of this block says of a turn, counted from 0.
    pub(crate) fn add(&mut self, context: &Context, block: u64, turn: usize, value: f64) {
        if self.turns.len() <= turn {
            self.turns.resize(turn + 1, BlockMeans::default());
        }
        // Without chance blocks do not matter, and one for all keeps long matches small.
        self.turns[turn].add(if context.has_chance() { block } else { 0 }, value);
    }

    pub(crate) fn merge(&mut self, other: Self) {
        if self.turns.len() < other.turns.len() {
            self.turns.resize(other.turns.len(), BlockMeans::default());
        }
        self.turns.iter_mut().zip(other.turns).for_each(|(mine, theirs)| mine.merge(theirs));
    }

    /// Mean and interval of every turn about which enough is known; turns count from 1.
    pub(crate) fn line(&self, context: &Context, label: &str, bounds: (f64, f64)) -> Option<Line> {
        let matches = |turn: &BlockMeans| turn.all().n();
        let most = self.turns.iter().map(matches).max().unwrap_or(0);
        let enough = ENOUGH.min(most).max(2);
        let known = self.turns.iter().enumerate().filter(|(_, means)| matches(means) >= enough);
        let points: Vec<_> = known
            .filter_map(|(turn, means)| Some(((turn + 1) as f64, means.mean_within(context, bounds)?)))
            .filter(|(_, mean)| mean.low.is_finite() && mean.high.is_finite())
            .collect();
        (!points.is_empty()).then(|| Line { label: label.into(), points })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::support::World;

    const ANY: (f64, f64) = (0.0, 9.0);

    #[test]
    fn thin_turns_are_cut() {
        let world = World::new(&["X", "O"]);
        let context = world.context();
        let mut by_turn = ByTurn::default();
        for game in 0..12 {
            let lasts = |turn: &usize| *turn < 3 || game < 4;
            (0..5).filter(lasts).for_each(|turn| by_turn.add(&context, game, turn, turn as f64));
        }
        let line = by_turn.line(&context, "x", ANY).unwrap();
        let shown: Vec<(f64, f64, u64)> = line.points.iter().map(|(at, e)| (*at, e.value, e.n)).collect();
        assert_eq!(shown, [(1.0, 0.0, 12), (2.0, 1.0, 12), (3.0, 2.0, 12)]);
    }

    #[test]
    fn one_match_draws_no_line() {
        let world = World::new(&["X", "O"]);
        let mut by_turn = ByTurn::default();
        by_turn.add(&world.context(), 0, 0, 1.0);
        assert_eq!(by_turn.line(&world.context(), "x", ANY), None);
    }

    #[test]
    fn matches_of_one_deal_are_not_independent() {
        let width = |world: &World| {
            let mut by_turn = ByTurn::default();
            // Four copies of ten deals.
            (0..40).for_each(|game| by_turn.add(&world.context(), game / 4, 0, (game / 4 % 5) as f64));
            let (_, mean) = by_turn.line(&world.context(), "x", ANY).unwrap().points[0];
            mean.high - mean.low
        };
        let (plain, dice) = (World::new(&["X", "O"]), World::new(&["X", "O"]).dice());
        assert!(width(&dice) > 1.8 * width(&plain), "{} {}", width(&dice), width(&plain));
    }

    #[test]
    fn a_single_deal_without_bounds_draws_no_line() {
        let world = World::new(&["X", "O"]).dice();
        let mut by_turn = ByTurn::default();
        (0..12).for_each(|_| by_turn.add(&world.context(), 0, 0, 1.0));
        assert_eq!(by_turn.line(&world.context(), "x", (0.0, f64::INFINITY)), None);
    }
}
