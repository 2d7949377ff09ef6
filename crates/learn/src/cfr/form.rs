//! The game as seats see it: information sets in order, and what every pair of ways to play is worth.
//!
//! A seat that remembers everything has one way to each of its information sets: the *sequence* of its own
//! moves. An ending is reached when every seat plays the sequence that leads there and chance helps; endings
//! with the same sequences are added up once. What is left is a sparse table (Koller, Megiddo and von Stengel
//! 1996), and a pass over a strategy is a pass over its rows, without the nodes between.

use super::tree::{Tree, What};
use crate::TrainError;
use ludometer_game::Seat;

/// An information set as its seat meets it.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// The sequence that leads here.
    pub parent: u32,
    /// The sequence of its first move; the others follow it.
    pub first: u32,
    /// How many moves.
    pub count: u32,
}

impl Step {
    /// The sequences of its moves.
    #[inline]
    #[must_use]
    pub fn moves(&self) -> std::ops::Range<usize> {
        self.first as usize..(self.first + self.count) as usize
    }
}

/// What an outcome is counted by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Weight {
    /// Points of the seat, times how likely chance is.
    Points,
    /// How likely chance is.
    Odds,
}

/// A game in sequence form. Everything a strategy says is kept by sequence.
#[derive(Clone, Debug)]
pub struct Form {
    seats: usize,
    /// By seat, its information sets; what is met earlier comes earlier.
    steps: Vec<Vec<Step>>,
    /// Where the outcomes of each sequence begin, and where the last ends.
    rows: Vec<u32>,
    /// The sequences of the other seats, as many for each outcome as there are other seats.
    others: Vec<u32>,
    points: Vec<f64>,
    odds: Vec<f64>,
}

/// Endings with the same sequences, added up.
#[derive(Clone, Default)]
struct Outcomes {
    sequences: Vec<u32>,
    odds: Vec<f64>,
    points: Vec<f64>,
}

impl Form {
    /// The sequence form of a tree.
    ///
    /// # Errors
    /// When a seat forgets what it did: it meets an information set on two ways.
    pub fn new(tree: &Tree) -> Result<Form, TrainError> {
        let mut parents = vec![None; tree.sets.len()];
        let outcomes = Outcomes::gather(tree, &mut parents)?.merged(tree.seats);
        let mut steps = vec![Vec::new(); tree.seats];
        for (set, parent) in tree.sets.iter().zip(parents) {
            let parent = parent.unwrap_or(u32::from(set.seat));
            steps[usize::from(set.seat)].push(Step { parent, first: set.first, count: set.count });
        }
        Ok(outcomes.arranged(tree, steps))
    }

    /// How many seats.
    #[must_use]
    pub fn seats(&self) -> usize {
        self.seats
    }

    /// How many sequences.
    #[must_use]
    pub fn sequences(&self) -> usize {
        self.rows.len() - 1
    }

    /// How many outcomes are looked at in one pass for every seat.
    #[must_use]
    pub fn outcomes(&self) -> usize {
        self.odds.len()
    }

    /// The information sets of a seat; what is met earlier comes earlier.
    #[must_use]
    pub fn steps(&self, seat: usize) -> &[Step] {
        &self.steps[seat]
    }

    /// The strategy in which every move of a set is equally likely.
    #[must_use]
    pub fn uniform(&self) -> Vec<f64> {
        let mut policy = vec![1.0; self.sequences()];
        for step in self.steps.iter().flatten() {
            policy[step.moves()].fill(1.0 / f64::from(step.count));
        }
        policy
    }

    /// How likely every seat plays each of its sequences when asked all along: its plan.
    #[must_use]
    pub fn plans(&self, policy: &[f64]) -> Vec<f64> {
        let mut plans = vec![1.0; self.sequences()];
        (0..self.seats).for_each(|seat| self.plan(seat, policy, &mut plans));
        plans
    }

    /// The same for one seat, put in its places of `plans`.
    pub fn plan(&self, seat: usize, policy: &[f64], plans: &mut [f64]) {
        for step in &self.steps[seat] {
            let reach = plans[step.parent as usize];
            for at in step.moves() {
                plans[at] = reach * policy[at];
            }
        }
    }

    /// Goes through the information sets of a seat, last first, while the others keep to their plans.
    /// `settle` gets a set and what each of its moves gains, and says what the set is worth; what the
    /// whole match is worth comes back. Gains are weighted by how likely the others and chance lead there,
    /// and are left in `gains`.
    #[inline]
    pub fn fold(
        &self,
        seat: usize,
        plans: &[f64],
        weight: Weight,
        gains: &mut [f64],
        mut settle: impl FnMut(&Step, &[f64]) -> f64,
    ) -> f64 {
        let weights = match weight {
            Weight::Points => &self.points,
            Weight::Odds => &self.odds,
        };
        gains[seat] = self.row(seat, plans, weights);
        for step in &self.steps[seat] {
            for at in step.moves() {
                gains[at] = self.row(at, plans, weights);
            }
        }
        for step in self.steps[seat].iter().rev() {
            let worth = settle(step, &gains[step.moves()]);
            gains[step.parent as usize] += worth;
        }
        gains[seat]
    }

    /// What a sequence brings at once.
    #[inline]
    fn row(&self, sequence: usize, plans: &[f64], weights: &[f64]) -> f64 {
        let (from, to) = (self.rows[sequence] as usize, self.rows[sequence + 1] as usize);
        let others = self.seats - 1;
        if others == 1 {
            let both = weights[from..to].iter().zip(&self.others[from..to]);
            return both.map(|(weight, &other)| weight * plans[other as usize]).sum();
        }
        let of = |at: usize| self.others[at * others..(at + 1) * others].iter();
        let reach = |at: usize| of(at).map(|&other| plans[other as usize]).product::<f64>();
        (from..to).map(|at| weights[at] * reach(at)).sum()
    }

    /// What a seat gets when everybody keeps to the strategy.
    #[must_use]
    pub fn value(&self, seat: usize, policy: &[f64]) -> f64 {
        let mut gains = vec![0.0; self.sequences()];
        let mean = |step: &Step, gains: &[f64]| mean(&policy[step.moves()], gains);
        self.fold(seat, &self.plans(policy), Weight::Points, &mut gains, mean)
    }

    /// What a seat gets at best when all others keep to the strategy: exact.
    #[must_use]
    pub fn best_response(&self, seat: usize, policy: &[f64]) -> f64 {
        let mut gains = vec![0.0; self.sequences()];
        let best = |_: &Step, gains: &[f64]| gains.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        self.fold(seat, &self.plans(policy), Weight::Points, &mut gains, best)
    }

    /// What a seat can gain by leaving the strategy, on the average over the seats: 0 in equilibrium.
    #[must_use]
    pub fn exploitability(&self, policy: &[f64]) -> f64 {
        let gain = |seat| self.best_response(seat, policy) - self.value(seat, policy);
        (0..self.seats).map(gain).sum::<f64>() / self.seats as f64
    }
}

/// The mean of gains under a strategy.
#[inline]
pub fn mean(policy: &[f64], gains: &[f64]) -> f64 {
    policy.iter().zip(gains).map(|(share, gain)| share * gain).sum()
}

impl Outcomes {
    /// All endings of a tree. The sequence that leads to each information set is put in `parents`.
    fn gather(tree: &Tree, parents: &mut [Option<u32>]) -> Result<Outcomes, TrainError> {
        let seats = tree.seats;
        let mut outcomes = Outcomes::default();
        // Where every seat stands in every node, and how likely chance leads there.
        let mut stands: Vec<u32> = vec![0; tree.nodes.len() * seats];
        let mut reach = vec![1.0; tree.nodes.len()];
        (0..seats).for_each(|seat| stands[seat] = seat as u32);
        for (at, node) in tree.nodes.iter().enumerate() {
            let (before, after) = stands.split_at_mut((node.first as usize * seats).max((at + 1) * seats));
            let here = &before[at * seats..(at + 1) * seats];
            for child in 0..node.children as usize {
                after[child * seats..(child + 1) * seats].copy_from_slice(here);
                let number = node.first as usize + child;
                reach[number] = reach[at] * tree.odds[number];
            }
            match node.what {
                What::Chance => {}
                What::Choice(number) => {
                    let set = &tree.sets[number as usize];
                    let seat = usize::from(set.seat);
                    if *parents[number as usize].get_or_insert(here[seat]) != here[seat] {
                        return Err(forgets(Seat::new(set.seat)));
                    }
                    for child in 0..node.children {
                        after[child as usize * seats + seat] = set.first + child;
                    }
                }
                What::End(number) => {
                    let points = &tree.points[number as usize * seats..][..seats];
                    outcomes.sequences.extend_from_slice(here);
                    outcomes.odds.push(reach[at]);
                    outcomes.points.extend(points.iter().map(|points| points * reach[at]));
                }
            }
        }
        Ok(outcomes)
    }

    /// Endings with the same sequences added up, ordered by sequences.
    fn merged(self, seats: usize) -> Outcomes {
        let of = |at: u32| &self.sequences[at as usize * seats..][..seats];
        let mut order: Vec<u32> = (0..self.odds.len() as u32).collect();
        order.sort_by(|&one, &other| of(one).cmp(of(other)));
        let mut merged = Outcomes::default();
        for at in order {
            if merged.sequences.is_empty() || merged.sequences[merged.sequences.len() - seats..] != *of(at) {
                merged.sequences.extend_from_slice(of(at));
                merged.odds.push(0.0);
                merged.points.extend(std::iter::repeat_n(0.0, seats));
            }
            let last = merged.odds.len() - 1;
            merged.odds[last] += self.odds[at as usize];
            for seat in 0..seats {
                merged.points[last * seats + seat] += self.points[at as usize * seats + seat];
            }
        }
        merged
    }

    /// The outcomes once for every seat, by its own sequence.
    fn arranged(&self, tree: &Tree, steps: Vec<Vec<Step>>) -> Form {
        let seats = tree.seats;
        let mut rows = vec![0u32; tree.sequences() + 1];
        self.sequences.iter().for_each(|&own| rows[own as usize + 1] += 1);
        for at in 1..rows.len() {
            rows[at] += rows[at - 1];
        }
        let total = self.sequences.len();
        let mut next = rows.clone();
        let mut form = Form {
            seats,
            steps,
            rows,
            others: vec![0; total * (seats - 1)],
            points: vec![0.0; total],
            odds: vec![0.0; total],
        };
        for (at, together) in self.sequences.chunks_exact(seats).enumerate() {
            for (seat, &own) in together.iter().enumerate() {
                let place = next[own as usize] as usize;
                next[own as usize] += 1;
                form.points[place] = self.points[at * seats + seat];
                form.odds[place] = self.odds[at];
                let others = together.iter().enumerate().filter(|(other, _)| *other != seat);
                for (slot, (_, &other)) in others.enumerate() {
                    form.others[place * (seats - 1) + slot] = other;
                }
            }
        }
        form
    }
}

fn forgets(seat: Seat) -> TrainError {
    TrainError::CannotLearn {
        trainer: "cfr",
        needs: format!("seats that remember all they did, and {seat} knows the same after different moves"),
        instead: "without hidden information, `solve` and `alphabeta` need no training".into(),
    }
}
