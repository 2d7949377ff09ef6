//! A generation: everybody is trained, and everybody plays everybody.

use super::genes::Genes;
use crate::td::bout::Matches;
use crate::td::school::{School, points};
use crate::td::settings::Plan;
use ludometer_agents::td::{Coding, Judge};
use ludometer_game::{Feature, Rng};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;

/// Somebody who was trained.
#[derive(Clone, PartialEq, Debug)]
pub struct Individual {
    /// Its number; the seed of its training comes from it.
    pub number: u64,
    /// Its features.
    pub genes: Genes,
    /// Its player.
    pub judge: Judge,
    /// Points of the last tournament: 2 for a win, 1 for a draw.
    pub fitness: u64,
}

/// The world they live in.
pub struct World<'a> {
    /// The game.
    pub matches: &'a dyn Matches,
    /// How each is trained.
    pub plan: &'a Plan,
    /// Sessions of each training.
    pub sessions: u64,
    /// The game's features.
    pub features: &'a [Feature],
    /// The places of the candidates among them.
    pub candidates: &'a [u16],
    /// Of everything random.
    pub seed: u64,
    /// Threads to work on; nothing depends on it.
    pub threads: usize,
}

/// Heard after each piece of work: how many are done, out of how many. Breaking stops everything.
pub type Hears<'a> = &'a mut dyn FnMut(u64, u64) -> ControlFlow<()>;

impl World<'_> {
    /// How somebody with these genes reads positions.
    #[must_use]
    pub fn coding(&self, genes: Genes) -> Coding {
        Coding::new(self.features, &genes.of(self.candidates))
    }

    /// Brings up somebody with these genes.
    #[must_use]
    pub fn raise(&self, number: u64, genes: Genes) -> Individual {
        let seed = Rng::derive(self.seed, "individual", number);
        let school = School { matches: self.matches, plan: self.plan, seed, threads: 1 };
        let mut pupil = school.enrol(self.coding(genes));
        (0..self.sessions).for_each(|_| school.teach(&mut pupil));
        Individual { number, genes, judge: school.graduate(&pupil), fitness: 0 }
    }

    /// Brings up everybody; none if somebody stopped it.
    pub fn raise_all(&self, first: u64, genes: &[Genes], hears: Hears<'_>) -> Option<Vec<Individual>> {
        let raise = |at: usize| self.raise(first + at as u64, genes[at]);
        self.spread(genes.len(), raise, hears)
    }

    /// What one of them wins, draws and loses against another; `label` tells tournaments apart.
    #[must_use]
    pub fn duel(&self, players: [&Individual; 2], matches: u64, label: &str) -> [u64; 3] {
        let [one, other] = players.map(|player| player.number);
        let school = School { matches: self.matches, plan: self.plan, seed: self.seed, threads: 1 };
        school.contest(
            players.map(|player| &player.judge),
            matches,
            &format!("{label}: {one} against {other}"),
        )
    }

    /// Everybody plays so many matches against everybody, and is as fit as it has points; false if it was stopped.
    pub fn compete(&self, all: &mut [Individual], matches: u64, label: &str, hears: Hears<'_>) -> bool {
        let many = all.len();
        // Row by row: who plays all those after it.
        let row = |one: usize| -> Vec<[u64; 3]> {
            (one + 1..many).map(|other| self.duel([&all[one], &all[other]], matches, label)).collect()
        };
        let Some(rows) = self.spread(many, row, hears) else { return false };
        let mut fitness = vec![0; many];
        for (one, row) in rows.into_iter().enumerate() {
            for (other, [won, drawn, lost]) in (one + 1..).zip(row) {
                fitness[one] += points(&[won, drawn, lost]);
                fitness[other] += points(&[lost, drawn, won]);
            }
        }
        all.iter_mut().zip(fitness).for_each(|(individual, earned)| individual.fitness = earned);
        true
    }

    /// Does pieces of work on all threads; what they give comes in their order, or nothing if somebody stopped it.
    fn spread<T: Send>(
        &self,
        pieces: usize,
        work: impl Fn(usize) -> T + Sync,
        hears: Hears<'_>,
    ) -> Option<Vec<T>> {
        let (next, stopped) = (AtomicUsize::new(0), AtomicBool::new(false));
        let (send, receive) = mpsc::channel();
        let mut done: Vec<Option<T>> = (0..pieces).map(|_| None).collect();
        std::thread::scope(|scope| {
            for _ in 0..self.threads.clamp(1, pieces.max(1)) {
                let (send, next, stopped, work) = (send.clone(), &next, &stopped, &work);
                scope.spawn(move || {
                    while !stopped.load(Ordering::Relaxed) {
                        let at = next.fetch_add(1, Ordering::Relaxed);
                        if at >= pieces || send.send((at, work(at))).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(send);
            for (count, (at, found)) in (1..).zip(receive) {
                done[at] = Some(found);
                if hears(count, pieces as u64).is_break() {
                    stopped.store(true, Ordering::Relaxed);
                }
            }
        });
        done.into_iter().collect()
    }
}
