//! The tournament that ends a training: of all a network was, the one that plays best is the bot.

use super::school::{Pupil, School, points};
use crate::spread::{Hears, spread};
use ludometer_agents::td::{Judge, Net};

/// Who won the tournament at the end.
pub struct Graduate {
    /// The network that is the bot.
    pub judge: Judge,
    /// Which it was of all that played, in the order in which they came to be, from 0.
    pub place: usize,
    /// How many played.
    pub finalists: usize,
    /// Its share of the points.
    pub score: f64,
}

/// The most that play in it: pairs grow with their square.
const MOST: usize = 32;

impl School<'_> {
    /// The network that plays best of all it was: a tournament of each with each, and between equals the later one. None
    /// if somebody stopped it. Of more than 32 the first and the last play, and others between them.
    #[must_use]
    pub fn graduate(&self, pupil: &Pupil, hears: Hears<'_>) -> Option<Graduate> {
        let judge = |net: &Net| Judge { coding: pupil.judge.coding.clone(), net: net.clone() };
        let all: Vec<&Net> = match pupil.past.last() {
            Some(last) if *last == pupil.judge.net => pupil.past.iter().collect(),
            _ => pupil.past.iter().chain([&pupil.judge.net]).collect(),
        };
        let mut finalists: Vec<Judge> = places(all.len()).map(|at| judge(all[at])).collect();
        let pairs: Vec<(usize, usize)> = (0..finalists.len())
            .flat_map(|one| (one + 1..finalists.len()).map(move |other| (one, other)))
            .collect();
        let play = |at: usize, _: Hears<'_>| {
            let (one, other) = pairs[at];
            let label = format!("finals {one} {other}");
            Some(self.contest([&finalists[one], &finalists[other]], self.plan.finals, &label))
        };
        let found = spread(self.threads, pairs.len(), play, hears)?;
        let mut earned = vec![0; finalists.len()];
        for ((one, other), [won, drawn, lost]) in pairs.into_iter().zip(found) {
            earned[one] += points(&[won, drawn, lost]);
            earned[other] += points(&[lost, drawn, won]);
        }
        let (place, many) = ((0..finalists.len()).max_by_key(|at| earned[*at])?, finalists.len());
        let most = 2 * self.plan.finals * (many as u64 - 1);
        let score = earned[place] as f64 / most.max(1) as f64;
        Some(Graduate { judge: finalists.swap_remove(place), place, finalists: many, score })
    }
}

/// Who plays of so many, by their places in rising order.
fn places(many: usize) -> impl Iterator<Item = usize> {
    let play = many.min(MOST);
    (0..play).map(move |at| at * (many - 1) / play.saturating_sub(1).max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_all_play_and_of_many_some_from_the_first_to_the_last() {
        for many in [1, 2, 5, MOST] {
            assert!(places(many).eq(0..many), "{many}");
        }
        for many in [MOST + 1, 100, 1_000_000] {
            let play: Vec<usize> = places(many).collect();
            assert_eq!((play.len(), play[0], play[MOST - 1]), (MOST, 0, many - 1));
            assert!(play.is_sorted_by(|one, next| one < next));
        }
    }
}
