//! A generation: everybody is trained, and everybody plays everybody.

use super::genes::Genes;
use crate::td::bout::Matches;
use crate::td::school::{School, points};
use crate::td::settings::Plan;
use crate::td::spread::{Hears, spread};
use ludometer_agents::td::{Coding, Judge};
use ludometer_game::{Feature, Rng};

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

impl World<'_> {
    /// How somebody with these genes reads positions.
    #[must_use]
    pub fn coding(&self, genes: Genes) -> Coding {
        Coding::new(self.features, &genes.of(self.candidates))
    }

    /// Brings up somebody with these genes; none if somebody stopped it.
    #[must_use]
    pub fn raise(&self, number: u64, genes: Genes, hears: Hears<'_>) -> Option<Individual> {
        let seed = Rng::derive(self.seed, "individual", number);
        let school = School { matches: self.matches, plan: self.plan, seed, threads: 1 };
        let mut pupil = school.enrol(self.coding(genes));
        if !(0..self.sessions).all(|_| school.teach(&mut pupil, hears)) {
            return None;
        }
        Some(Individual { number, genes, judge: school.graduate(&pupil, hears)?, fitness: 0 })
    }

    /// Brings up everybody; none if somebody stopped it.
    pub fn raise_all(&self, first: u64, genes: &[Genes], hears: Hears<'_>) -> Option<Vec<Individual>> {
        let raise = |at: usize, goes_on: Hears<'_>| self.raise(first + at as u64, genes[at], goes_on);
        spread(self.threads, genes.len(), raise, hears)
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
        let row = |one: usize, goes_on: Hears<'_>| -> Option<Vec<[u64; 3]>> {
            let duel = |other: usize| {
                let goes_on = goes_on(0, 0).is_continue();
                goes_on.then(|| self.duel([&all[one], &all[other]], matches, label))
            };
            (one + 1..many).map(duel).collect()
        };
        let Some(rows) = spread(self.threads, many, row, hears) else { return false };
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
}
