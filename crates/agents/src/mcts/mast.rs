//! Move-average sampling (MAST): random matches that prefer moves which did well in earlier ones.
//!
//! Every move of a seat has the mean result of all simulations of this search in which it was played,
//! in the tree or in the random match. A random match takes the best known move, and with a small
//! probability any move at all. A move never played counts as won, so each is soon tried.

use super::tally::{Played, Tally};
use ludometer_game::{Packed, Rng, Seat, Seats};
use rustc_hash::FxHashMap;

/// What an untried move is hoped to bring.
const HOPE: f32 = 1.0;

/// The statistics of one search.
pub(super) struct Mast {
    /// The probability of any move at all.
    epsilon: f64,
    tallies: FxHashMap<u64, Tally>,
}

impl Mast {
    pub fn new(epsilon: f64) -> Self {
        Mast { epsilon, tallies: FxHashMap::default() }
    }

    pub fn forget(&mut self) {
        self.tallies.clear();
    }

    pub fn learn(&mut self, line: &[Played], result: &Seats<f32>) {
        for played in line {
            self.tallies.entry(played.key).or_default().add(result[played.seat]);
        }
    }

    /// The move of a random match; equals are drawn.
    pub fn pick<M: Packed>(&self, seat: Seat, moves: &[M], rng: &mut Rng) -> M {
        if self.epsilon > 0.0 && rng.unit() < self.epsilon {
            return moves[rng.below(moves.len())];
        }
        let mut best = Lot::default();
        for &option in moves {
            let known = self.tallies.get(&Played::new(seat, option).key);
            best.offer(known.map_or(HOPE, |tally| tally.mean), option, rng);
        }
        best.winner().unwrap_or(moves[0])
    }
}

/// The best of what is offered, equals drawn by lot.
pub(super) struct Lot<T> {
    best: Option<(f32, T)>,
    equals: usize,
}

impl<T> Default for Lot<T> {
    fn default() -> Self {
        Lot { best: None, equals: 0 }
    }
}

impl<T> Lot<T> {
    #[inline]
    pub fn offer(&mut self, worth: f32, what: T, rng: &mut Rng) {
        let best = self.best.as_ref().map_or(f32::NEG_INFINITY, |(worth, _)| *worth);
        if self.best.is_none() || worth > best {
            (self.best, self.equals) = (Some((worth, what)), 1);
        } else if worth == best {
            self.equals += 1;
            if rng.below(self.equals) == 0 {
                self.best = Some((worth, what));
            }
        }
    }

    pub fn winner(self) -> Option<T> {
        self.best.map(|(_, what)| what)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIRST: Seat = Seat::new(0);
    const SECOND: Seat = Seat::new(1);

    /// Move 1 won twice for the first seat, move 2 lost, move 3 was never played.
    fn taught(epsilon: f64) -> Mast {
        let mut mast = Mast::new(epsilon);
        let result = |first: f32| Seats::from_fn(2, |seat| if seat == FIRST { first } else { -first });
        mast.learn(&[Played::new(FIRST, 1u8), Played::new(SECOND, 2u8)], &result(0.5));
        mast.learn(&[Played::new(FIRST, 2u8), Played::new(SECOND, 1u8)], &result(-1.0));
        mast
    }

    #[test]
    fn the_best_known_move_of_this_seat_is_taken() {
        let (mast, mut rng) = (taught(0.0), Rng::stream(1, "mast", 0));
        for _ in 0..50 {
            assert_eq!(mast.pick(FIRST, &[1u8, 2], &mut rng), 1);
            assert_eq!(mast.pick(SECOND, &[2u8, 1], &mut rng), 1);
            assert_eq!(mast.pick(FIRST, &[1u8, 2, 3], &mut rng), 3, "untried moves are hoped to win");
        }
    }

    #[test]
    fn with_the_given_probability_any_move_is_played() {
        let (mast, mut rng) = (taught(0.4), Rng::stream(1, "mast", 0));
        let worse = (0..10_000).filter(|_| mast.pick(FIRST, &[1u8, 2], &mut rng) == 2).count();
        // Half of the blind draws: 2000, with a standard deviation of 40.
        assert!((1840..2160).contains(&worse), "{worse}");
    }

    #[test]
    fn equals_are_drawn() {
        let (mast, mut rng) = (Mast::new(0.0), Rng::stream(1, "mast", 0));
        let mut seen = [0; 3];
        for _ in 0..3000 {
            seen[usize::from(mast.pick(FIRST, &[0u8, 1, 2], &mut rng))] += 1;
        }
        // A standard deviation of 26.
        assert!(seen.iter().all(|n| (870..1130).contains(n)), "{seen:?}");
    }
}
