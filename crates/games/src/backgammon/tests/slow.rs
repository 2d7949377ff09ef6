//! A second, slow generator of plays, written from the rules: plain arrays, every order of the dice,
//! sets of positions.

use super::super::State;
use std::collections::HashSet;

/// Checkers by place for the mover and for the opponent, each from their own side.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Table {
    pub mine: [u8; 26],
    pub theirs: [u8; 26],
}

impl Table {
    /// The position as this player sees it.
    pub fn of(state: &State, player: u8) -> Self {
        let places = |side: usize| std::array::from_fn(|place| state.sides[side].on(place as u8));
        let player = usize::from(player);
        Table { mine: places(player), theirs: places(1 - player) }
    }

    fn step(&self, from: usize, die: usize) -> Option<Table> {
        let mut next = self.clone();
        if self.mine[from] == 0 || (self.mine[25] > 0 && from != 25) {
            return None;
        }
        next.mine[from] -= 1;
        if from > die {
            let to = from - die;
            match self.theirs[25 - to] {
                0 => {}
                1 => {
                    next.theirs[25 - to] = 0;
                    next.theirs[25] += 1;
                }
                _ => return None,
            }
            next.mine[to] += 1;
            return Some(next);
        }
        let outside = self.mine[7..].iter().any(|&number| number > 0);
        let higher = self.mine[from + 1..].iter().any(|&number| number > 0);
        if outside || (from < die && higher) {
            return None;
        }
        next.mine[0] += 1;
        Some(next)
    }

    /// What can be reached with exactly the first 0, 1, 2 … of these dice, in this order.
    fn reached(&self, dice: &[usize]) -> Vec<HashSet<Table>> {
        let mut levels = vec![HashSet::from([self.clone()])];
        for &die in dice {
            let steps = |table: &Table| (1..=25).filter_map(|from| table.step(from, die)).collect::<Vec<_>>();
            levels.push(levels[levels.len() - 1].iter().flat_map(steps).collect());
        }
        levels
    }

    /// All positions a legal play leads to.
    pub fn results(&self, high: u8, low: u8) -> HashSet<Table> {
        let (high, low) = (usize::from(high), usize::from(low));
        if high == low {
            let levels = self.reached(&[high; 4]);
            return levels.into_iter().rfind(|level| !level.is_empty()).unwrap_or_default();
        }
        let [one, other] = [[high, low], [low, high]].map(|dice| self.reached(&dice));
        let both: HashSet<Table> = one[2].union(&other[2]).cloned().collect();
        let choices = [both, one[1].clone(), other[1].clone(), one[0].clone()];
        choices.into_iter().find(|results| !results.is_empty()).unwrap_or_default()
    }
}
