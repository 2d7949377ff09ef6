//! Means by turn of the match, as a line.

use crate::Line;
use ludometer_stats::Moments;

/// A turn is shown when at least so many matches (or all, if there are fewer) tell something of it.
const ENOUGH: u64 = 10;

/// What was seen at each turn, from the first decision of the match.
#[derive(Clone, Debug, Default)]
pub(crate) struct ByTurn {
    turns: Vec<Moments>,
}

impl ByTurn {
    /// Adds what one match says of a turn, counted from 0.
    pub(crate) fn add(&mut self, turn: usize, value: f64) {
        if self.turns.len() <= turn {
            self.turns.resize(turn + 1, Moments::default());
        }
        self.turns[turn].add(value);
    }

    pub(crate) fn merge(&mut self, other: &Self) {
        if self.turns.len() < other.turns.len() {
            self.turns.resize(other.turns.len(), Moments::default());
        }
        self.turns.iter_mut().zip(&other.turns).for_each(|(mine, theirs)| mine.merge(theirs));
    }

    /// Mean and interval of every turn about which enough is known; turns count from 1.
    pub(crate) fn line(&self, label: &str, bounds: (f64, f64)) -> Option<Line> {
        let most = self.turns.iter().map(Moments::n).max().unwrap_or(0);
        let enough = ENOUGH.min(most).max(2);
        let points: Vec<_> = self
            .turns
            .iter()
            .enumerate()
            .filter(|(_, moments)| moments.n() >= enough)
            .filter_map(|(turn, moments)| Some(((turn + 1) as f64, moments.mean_within(bounds)?)))
            .collect();
        (!points.is_empty()).then(|| Line { label: label.into(), points })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thin_turns_are_cut() {
        let mut by_turn = ByTurn::default();
        for game in 0..12 {
            (0..5).filter(|turn| *turn < 3 || game < 4).for_each(|turn| by_turn.add(turn, turn as f64));
        }
        let line = by_turn.line("x", (0.0, 9.0)).unwrap();
        let shown: Vec<(f64, f64, u64)> = line.points.iter().map(|(at, e)| (*at, e.value, e.n)).collect();
        assert_eq!(shown, [(1.0, 0.0, 12), (2.0, 1.0, 12), (3.0, 2.0, 12)]);
    }

    #[test]
    fn one_match_draws_no_line() {
        let mut by_turn = ByTurn::default();
        by_turn.add(0, 1.0);
        assert_eq!(by_turn.line("x", (0.0, 9.0)), None);
    }
}
