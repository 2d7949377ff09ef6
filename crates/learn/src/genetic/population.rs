//! A generation: everybody is trained, and everybody plays everybody.

use super::genes::Genes;
use crate::spread::{Hears, spread};
use crate::td::bout::Matches;
use crate::td::school::{School, points};
use crate::td::settings::Plan;
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

/// Whom the matches of a tournament are against.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Field {
    /// So many against each of the others.
    Each,
    /// So many in all, two at a time against others drawn by lot.
    Total,
}

impl Field {
    /// As it is typed.
    #[must_use]
    pub fn named(word: &str) -> Field {
        if word == "total" { Field::Total } else { Field::Each }
    }

    /// How many matches each of so many plays.
    #[must_use]
    pub fn matches(self, many: usize, matches: u64) -> u64 {
        match self {
            Field::Each => matches * (many as u64 - 1),
            Field::Total => matches,
        }
    }
}

/// Opponents drawn by lot: whom each meets. Who is left over meets nobody and rests.
fn lot(many: usize, mut rng: Rng) -> Vec<usize> {
    let mut order: Vec<usize> = (0..many).collect();
    rng.shuffle(&mut order);
    let mut meets: Vec<usize> = (0..many).collect();
    for pair in order.chunks_exact(2) {
        (meets[pair[0]], meets[pair[1]]) = (pair[1], pair[0]);
    }
    meets
}

/// The world they live in.
pub struct World<'a> {
    /// The game.
    pub matches: &'a dyn Matches,
    /// How each is trained.
    pub plan: &'a Plan,
    /// Sessions of each training.
    pub sessions: u64,
    /// Whom they meet in tournaments.
    pub field: Field,
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
        Some(Individual { number, genes, judge: school.graduate(&pupil, hears)?.judge, fitness: 0 })
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

    /// Everybody plays so many matches against the field, and is as fit as it has points; false if it was stopped.
    pub fn compete(&self, all: &mut [Individual], matches: u64, label: &str, hears: Hears<'_>) -> bool {
        let many = all.len();
        let rounds: Vec<Vec<usize>> = match self.field {
            Field::Each => Vec::new(),
            Field::Total => {
                (0..matches / 2).map(|round| lot(many, Rng::stream(self.seed, label, round))).collect()
            }
        };
        // Row by row: who plays those after it.
        let row = |one: usize, goes_on: Hears<'_>| -> Option<Vec<(usize, [u64; 3])>> {
            let mut meet = |other: usize, matches: u64, label: &str| {
                let goes_on = goes_on(0, 0).is_continue();
                goes_on.then(|| (other, self.duel([&all[one], &all[other]], matches, label)))
            };
            match self.field {
                Field::Each => (one + 1..many).map(|other| meet(other, matches, label)).collect(),
                Field::Total => {
                    let met = rounds.iter().map(|meets| meets[one]).enumerate();
                    let met = met.filter(|(_, other)| *other > one);
                    met.map(|(round, other)| meet(other, 2, &format!("{label}, round {round}"))).collect()
                }
            }
        };
        let Some(rows) = spread(self.threads, many, row, hears) else { return false };
        let mut fitness = vec![0; many];
        for (one, row) in rows.into_iter().enumerate() {
            for (other, [won, drawn, lost]) in row {
                fitness[one] += points(&[won, drawn, lost]);
                fitness[other] += points(&[lost, drawn, won]);
            }
        }
        // Who rests has what two draws bring.
        for meets in &rounds {
            (0..many).filter(|one| meets[*one] == *one).for_each(|one| fitness[one] += points(&[0, 2, 0]));
        }
        all.iter_mut().zip(fitness).for_each(|(individual, earned)| individual.fitness = earned);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_lot_everybody_meets_somebody_once() {
        for many in [2, 7, 10] {
            let meets = lot(many, Rng::stream(1, "lot", 0));
            let rest = (0..many).filter(|one| meets[*one] == *one).count();
            assert_eq!(rest, many % 2);
            assert!((0..many).all(|one| meets[meets[one]] == one), "{meets:?}");
        }
        assert_ne!(lot(10, Rng::stream(1, "lot", 0)), lot(10, Rng::stream(1, "lot", 1)));
    }
}
