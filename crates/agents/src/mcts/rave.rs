//! All moves as first (RAVE, GRAVE): a move is judged by every simulation in which it was played later.
//!
//! In many games a good move is good whenever it is played. So each position also counts, for every
//! move of every seat, what simulations brought in which the move came at any later time, in the tree
//! or in the random match. That is much data soon, but about slightly different positions: it leads
//! while a move has few visits of its own and fades as they come in.
//!
//! Positions with few visits have little such data, too. GRAVE reads it from the nearest position on
//! the way from the root that was visited often enough; with a threshold of 0 it is RAVE.

use super::style::Step;
use super::tally::{Played, Tally};
use super::tree::{ROOT, Tree};
use ludometer_game::Seats;
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::Hasher;

/// The statistics of one search.
pub(super) struct Rave {
    /// At so many visits a move's own mean weighs as much as plentiful statistics of this kind.
    equivalence: f32,
    /// Visits a position needs for its statistics to be used.
    threshold: u32,
    /// By position and move.
    tallies: FxHashMap<u64, Tally>,
    /// Scratch space: where in the simulation each move came last.
    latest: FxHashMap<u64, usize>,
}

impl Rave {
    pub fn new(equivalence: u32, threshold: u32) -> Self {
        Rave {
            equivalence: equivalence as f32,
            threshold,
            tallies: FxHashMap::default(),
            latest: FxHashMap::default(),
        }
    }

    pub fn forget(&mut self) {
        self.tallies.clear();
    }

    /// The position at or above the end of the path whose statistics are used there.
    pub fn reference<M: Copy>(&self, tree: &Tree<M>, path: &[Step]) -> u32 {
        let often = |&&(at, _): &&Step| tree.edge(at).visits >= self.threshold;
        path.iter().rev().find(often).map_or(ROOT, |&(at, _)| at)
    }

    /// What a position knows of a move.
    pub fn tally(&self, at: u32, played: Played) -> Tally {
        self.tallies.get(&spot(at, played)).copied().unwrap_or_default()
    }

    /// A move's own statistics and those of all moves as first in one number; none if both are empty.
    pub fn blend(&self, own: Tally, all: Tally) -> Option<f32> {
        let (n, m) = (own.count as f32, all.count as f32);
        if n + m == 0.0 {
            return None;
        }
        let trust = m / (m + n + m * n / self.equivalence);
        Some((1.0 - trust) * own.mean + trust * all.mean)
    }

    /// Learns from a simulation: `line` is every move of a seat in it, of which those of the path come
    /// first. A new position learns nothing yet: most are never visited again.
    pub fn learn<M: Copy>(&mut self, tree: &Tree<M>, path: &[Step], line: &[Played], result: &Seats<f32>) {
        self.latest.clear();
        // Going backwards, `latest` says where a move comes next; only the first time counts.
        let mut later = line.len();
        for step in (0..path.len()).rev() {
            let from = path[1..=step].iter().filter(|(_, mover)| mover.is_some()).count();
            for at in (from..later).rev() {
                self.latest.insert(line[at].key, at);
            }
            later = from;
            let (at, _) = path[step];
            if tree.is_leaf(at) {
                continue;
            }
            for (place, played) in line.iter().enumerate().skip(from) {
                if self.latest[&played.key] == place {
                    self.tallies.entry(spot(at, *played)).or_default().add(result[played.seat]);
                }
            }
        }
    }
}

/// A move as seen from a position.
#[inline]
fn spot(at: u32, played: Played) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write_u32(at);
    hasher.write_u64(played.key);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_game::Seat;

    const FIRST: Seat = Seat::new(0);
    const SECOND: Seat = Seat::new(1);

    /// The root with moves 0 and 1, and move 0 with replies 5 and 6; both visited.
    fn tree() -> Tree<u8> {
        let mut tree = Tree::default();
        tree.reset(0);
        tree.expand(ROOT, [0u8, 1].into_iter());
        tree.expand(1, [5u8, 6].into_iter());
        for at in [ROOT, 1] {
            tree.edge_mut(at).add(0.0);
        }
        tree
    }

    fn result() -> Seats<f32> {
        Seats::from_fn(2, |seat| if seat == FIRST { 1.0 } else { -1.0 })
    }

    #[test]
    fn every_position_on_the_way_learns_of_every_later_move_once() {
        let (mut rave, tree) = (Rave::new(100, 0), tree());
        let path = [(ROOT, Some(FIRST)), (1, Some(FIRST)), (3, Some(SECOND))];
        let played = |seat, chosen: u8| Played::new(seat, chosen);
        // In the tree 0 and 5, then in the random match 7, 0 again, 7 again.
        let line = [(FIRST, 0), (SECOND, 5), (FIRST, 7), (SECOND, 0), (FIRST, 7)].map(|(s, m)| played(s, m));
        rave.learn(&tree, &path, &line, &result());
        let won = Tally { count: 1, mean: 1.0 };
        let lost = Tally { count: 1, mean: -1.0 };
        for (at, known) in [(ROOT, [won, lost, won, lost]), (1, [Tally::default(), lost, won, lost])] {
            let asked = [(FIRST, 0), (SECOND, 5), (FIRST, 7), (SECOND, 0)];
            for ((seat, chosen), expected) in asked.into_iter().zip(known) {
                assert_eq!(rave.tally(at, played(seat, chosen)), expected, "{at}: {seat} {chosen}");
            }
        }
        assert_eq!(rave.tally(3, played(FIRST, 7)), Tally::default(), "a new position learns nothing");
        assert_eq!(rave.tally(ROOT, played(SECOND, 7)), Tally::default(), "seats are told apart");
    }

    #[test]
    fn own_visits_take_over_at_the_equivalence() {
        let rave = Rave::new(50, 0);
        let tally = |count, mean| Tally { count, mean };
        assert_eq!(rave.blend(tally(0, 0.0), tally(0, 0.0)), None);
        assert_eq!(rave.blend(tally(0, 0.0), tally(3, 0.5)), Some(0.5));
        assert_eq!(rave.blend(tally(4, -0.5), tally(0, 0.0)), Some(-0.5));
        let even = rave.blend(tally(50, 1.0), tally(10_000_000, 0.0)).unwrap();
        assert!((even - 0.5).abs() < 1e-3, "{even}");
        let mature = rave.blend(tally(5000, 1.0), tally(10_000_000, 0.0)).unwrap();
        assert!(mature > 0.98, "{mature}");
    }

    #[test]
    fn the_reference_is_the_nearest_position_visited_often_enough() {
        let mut tree = tree();
        for _ in 0..10 {
            tree.edge_mut(ROOT).add(0.0);
        }
        let path = [(ROOT, Some(FIRST)), (1, Some(FIRST))];
        assert_eq!(Rave::new(50, 0).reference(&tree, &path), 1);
        assert_eq!(Rave::new(50, 1).reference(&tree, &path), 1);
        assert_eq!(Rave::new(50, 2).reference(&tree, &path), ROOT);
        assert_eq!(Rave::new(50, 1000).reference(&tree, &path), ROOT);
    }
}
