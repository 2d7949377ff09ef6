//! MCCFR: every iteration looks at a few matches, drawn so that regrets are right on the average.
//!
//! Lanctot and others 2009, "Monte Carlo sampling for regret minimization in extensive games". *External
//! sampling* draws chance and the other seats and tries every move of the seat that learns. *Outcome sampling*
//! draws a single match; the seat that learns explores, and what it finds is weighed by how unlikely it was
//! to look. The strategy of a seat is averaged while others learn, as often as it is met.

use super::full::match_regrets;
use super::tree::{InfoSet, Tree, What};
use ludometer_game::Rng;

/// One seat's share of an iteration.
pub struct Sampler<'a> {
    tree: &'a Tree,
    regrets: &'a mut [f64],
    averages: &'a mut [f64],
    rng: &'a mut Rng,
    /// The seat that learns.
    me: u8,
    /// Strategies and values of the sets on the way, the deepest last.
    desk: &'a mut Vec<f64>,
}

impl<'a> Sampler<'a> {
    /// Makes ready for the seat `me`; `desk` is room to work in.
    pub fn new(
        tree: &'a Tree,
        [regrets, averages]: [&'a mut [f64]; 2],
        rng: &'a mut Rng,
        me: usize,
        desk: &'a mut Vec<f64>,
    ) -> Self {
        desk.clear();
        Sampler { tree, regrets, averages, rng, me: me as u8, desk }
    }

    /// External sampling from a node on; what was found is worth this to the seat that learns.
    pub fn external(&mut self, at: u32) -> f64 {
        let node = self.tree.nodes[at as usize];
        match node.what {
            What::End(number) => self.points(number),
            What::Chance => {
                let child = self.drawn_outcome(node.first, node.children);
                self.external(child)
            }
            What::Choice(number) => {
                let set = self.tree.sets[number as usize];
                let base = self.open(&set);
                let worth = if set.seat == self.me {
                    self.try_all(&set, base, node.first)
                } else {
                    self.average(&set, base, 1.0);
                    let child = self.drawn_move(base, set.count);
                    self.external(node.first + child)
                };
                self.desk.truncate(base);
                worth
            }
        }
    }

    /// Tries every move of a set and adds to its regrets.
    fn try_all(&mut self, set: &InfoSet, base: usize, first: u32) -> f64 {
        let count = set.count as usize;
        let values = self.desk.len();
        self.desk.resize(values + count, 0.0);
        let mut worth = 0.0;
        for choice in 0..count {
            let value = self.external(first + choice as u32);
            self.desk[values + choice] = value;
            worth += self.desk[base + choice] * value;
        }
        for (regret, value) in self.regrets[set.sequences()].iter_mut().zip(&self.desk[values..]) {
            *regret += value - worth;
        }
        worth
    }

    /// Outcome sampling from a node on. `chance_of_looking` is how likely the seat that learns came to look
    /// here; comes back: the points found over the chance of looking there, and how likely the seat's own
    /// strategy goes from here to there.
    pub fn outcome(&mut self, at: u32, chance_of_looking: f64, explore: f64) -> (f64, f64) {
        let node = self.tree.nodes[at as usize];
        match node.what {
            What::End(number) => (self.points(number) / chance_of_looking, 1.0),
            What::Chance => {
                let child = self.drawn_outcome(node.first, node.children);
                self.outcome(child, chance_of_looking, explore)
            }
            What::Choice(number) => {
                let set = self.tree.sets[number as usize];
                let base = self.open(&set);
                let found = if set.seat == self.me {
                    self.explore(&set, base, node.first, chance_of_looking, explore)
                } else {
                    self.average(&set, base, 1.0 / chance_of_looking);
                    let child = self.drawn_move(base, set.count);
                    self.outcome(node.first + child, chance_of_looking, explore)
                };
                self.desk.truncate(base);
                found
            }
        }
    }

    /// Tries one move of a set, often one its strategy would not play, and adds to its regrets.
    fn explore(
        &mut self,
        set: &InfoSet,
        base: usize,
        first: u32,
        chance_of_looking: f64,
        explore: f64,
    ) -> (f64, f64) {
        let even = 1.0 / f64::from(set.count);
        let chosen = match self.rng.unit() < explore {
            true => self.rng.below(set.count as usize) as u32,
            false => self.drawn_move(base, set.count),
        };
        let share = self.desk[base + chosen as usize];
        let odds = explore * even + (1.0 - explore) * share;
        let (found, tail) = self.outcome(first + chosen, chance_of_looking * odds, explore);
        let gain = found * tail;
        for (choice, regret) in self.regrets[set.sequences()].iter_mut().enumerate() {
            let own = if choice == chosen as usize { gain } else { 0.0 };
            *regret += own - share * gain;
        }
        (found, tail * share)
    }

    /// Puts the strategy of a set on the desk and says where.
    #[inline]
    fn open(&mut self, set: &InfoSet) -> usize {
        let base = self.desk.len();
        self.desk.resize(base + set.count as usize, 0.0);
        match_regrets(&self.regrets[set.sequences()], &mut self.desk[base..]);
        base
    }

    #[inline]
    fn average(&mut self, set: &InfoSet, base: usize, weight: f64) {
        for (average, share) in self.averages[set.sequences()].iter_mut().zip(&self.desk[base..]) {
            *average += weight * share;
        }
    }

    fn points(&self, ending: u32) -> f64 {
        self.tree.points[ending as usize * self.tree.seats + usize::from(self.me)]
    }

    #[inline]
    fn drawn_move(&mut self, base: usize, count: u32) -> u32 {
        let mut left = self.rng.unit();
        let shares = &self.desk[base..base + count as usize];
        drawn(shares, &mut left)
    }

    #[inline]
    fn drawn_outcome(&mut self, first: u32, count: u32) -> u32 {
        let mut left = self.rng.unit();
        let odds = &self.tree.odds[first as usize..(first + count) as usize];
        first + drawn(odds, &mut left)
    }
}

/// Which of these odds the number in [0, 1) falls on; the last that is possible where rounding leaves some.
#[inline]
fn drawn(odds: &[f64], left: &mut f64) -> u32 {
    let mut last = 0;
    for (at, &odd) in odds.iter().enumerate().filter(|(_, odd)| **odd > 0.0) {
        last = at as u32;
        if *left < odd {
            break;
        }
        *left -= odd;
    }
    last
}
