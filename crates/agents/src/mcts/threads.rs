//! Several threads: each grows a tree of its own, and what they found of the moves is added up.
//!
//! The trees share nothing, so nothing waits and nothing depends on which thread is faster: every
//! thread has its share of the simulations and its own random stream, and the answers are added in a
//! fixed order. The same seed gives the same answer on every machine, with the same number of threads.

use super::choose::Candidate;
use super::extended::{Extended, Options};
use super::style::Plain;
use super::{Found, Search, Settings};
use crate::ismcts;
use ludometer_game::{Game, Rng, View};
use std::panic::resume_unwind;
use std::thread;

/// The search of one thread and its memory.
pub(super) struct Worker<G: Game> {
    pub open: Search<G>,
    extended: Option<Extended>,
    hidden: ismcts::Search<G>,
}

impl<G: Game> Worker<G> {
    pub fn new(options: Options) -> Self {
        Worker {
            open: Search::default(),
            extended: Extended::new(options),
            hidden: ismcts::Search::default().with_prior(options.prior),
        }
    }

    fn run(&mut self, view: &View<'_, G>, settings: Settings, rng: &mut Rng) -> Found<G::Move> {
        let game = view.game();
        if game.traits().hidden {
            return self.hidden.run(view, settings, rng);
        }
        let root = view.sample(rng);
        match &mut self.extended {
            None => self.open.run_in(&mut Plain, game, &root, settings, view.halting(), rng),
            Some(extended) => {
                extended.start(game);
                self.open.run_in(extended, game, &root, settings, view.halting(), rng)
            }
        }
    }
}

/// Searches with all workers at once, the first on the calling thread.
pub(super) fn search<G: Game>(
    workers: &mut [Worker<G>],
    view: &View<'_, G>,
    settings: Settings,
    rng: &mut Rng,
) -> Found<G::Move> {
    let count = workers.len().min(settings.sims as usize);
    if count == 1 {
        return workers[0].run(view, settings, rng);
    }
    let seed = rng.bits();
    let run = |(index, worker): (usize, &mut Worker<G>)| {
        let (each, left) = (settings.sims / count as u32, settings.sims as usize % count);
        let share = Settings { sims: each + u32::from(index < left), ..settings };
        worker.run(view, share, &mut Rng::stream(seed, "thread", index as u64))
    };
    let all = thread::scope(|scope| {
        let mut workers = workers[..count].iter_mut().enumerate();
        let first = workers.next();
        let others: Vec<_> = workers.map(|worker| scope.spawn(move || run(worker))).collect();
        let mut all: Vec<_> = first.map(run).into_iter().collect();
        all.extend(others.into_iter().map(|other| other.join().unwrap_or_else(|cause| resume_unwind(cause))));
        all
    });
    add_up(all)
}

/// One answer of several. A proof needs nobody's agreement.
fn add_up<M: Copy + PartialEq>(mut all: Vec<Found<M>>) -> Found<M> {
    let sims = all.iter().map(|found| found.sims).sum();
    if let Some(proven) = all.iter().position(|found| found.proven) {
        return Found { sims, ..all.swap_remove(proven) };
    }
    let weight = |found: &Found<M>| found.sims as f64 / sims as f64;
    let value =
        |seat: usize| all.iter().map(|found| f64::from(found.values[seat]) * weight(found)).sum::<f64>();
    let candidates: Vec<(M, Candidate)> = all[0]
        .candidates
        .iter()
        .map(|&(option, first)| {
            let others = all[1..].iter().map(|found| found.of(option));
            (option, others.fold(first, Candidate::with))
        })
        .collect();
    let most = candidates.iter().max_by_key(|(_, candidate)| candidate.visits).map(|(option, _)| *option);
    let line = all.iter().map(|found| &found.line).find(|line| line.first() == most.as_ref());
    Found {
        values: (0..all[0].values.len()).map(|seat| value(seat) as f32).collect(),
        proven: false,
        sims,
        line: line.cloned().unwrap_or_default(),
        candidates,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidate(visits: u32, mean: f32, proven: bool) -> Candidate {
        Candidate { visits, mean, proven, beaten: false }
    }

    fn found(candidates: [Candidate; 2], value: f32, sims: u64, first: u8) -> Found<u8> {
        Found {
            candidates: candidates.into_iter().enumerate().map(|(m, c)| (m as u8, c)).collect(),
            values: vec![value, -value],
            proven: false,
            sims,
            line: vec![first, 7],
        }
    }

    #[test]
    fn visits_add_up_and_means_are_weighed_by_them() {
        let one = found([candidate(30, 0.5, false), candidate(10, -1.0, true)], 0.5, 40, 0);
        let other = found([candidate(10, -0.5, false), candidate(50, 0.25, false)], 0.1, 60, 1);
        let sum = add_up(vec![one, other]);
        assert_eq!(sum.candidates[0].1, candidate(40, 0.25, false));
        assert_eq!(sum.candidates[1].1, candidate(60, -1.0, true), "a proof is one for all");
        assert_eq!((sum.sims, &sum.line[..]), (100, &[1, 7][..]));
        assert!((sum.values[0] - 0.26).abs() < 1e-6 && !sum.proven);
    }

    #[test]
    fn who_proved_the_root_is_believed() {
        let open = found([candidate(30, 0.5, false), candidate(10, 0.0, false)], 0.5, 40, 0);
        let proven =
            Found { proven: true, ..found([candidate(3, 0.0, false), candidate(2, 1.0, true)], 1.0, 5, 1) };
        let sum = add_up(vec![open, proven]);
        assert_eq!((sum.proven, sum.sims, sum.values[0], sum.line[0]), (true, 45, 1.0, 1));
    }
}
