//! A game that is being solved: its tree, what was learnt so far, and one of the ways to learn more.

use super::form::{Form, Step};
use super::full::Full;
use super::restricted::Restricted;
use super::sampling::Sampler;
use super::tree::Tree;
use crate::TrainError;
use ludometer_game::Rng;

/// How to learn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// CFR+: the whole game, regrets never below 0, later iterations count more.
    Plus,
    /// CFR: the whole game.
    Vanilla,
    /// MCCFR with external sampling.
    External,
    /// MCCFR with outcome sampling.
    Outcome,
}

impl Method {
    /// What is typed, the default first.
    pub const WORDS: [&str; 4] = ["cfr+", "cfr", "external", "outcome"];

    /// Whether it looks at a few matches instead of all.
    #[must_use]
    pub fn samples(self) -> bool {
        matches!(self, Method::External | Method::Outcome)
    }

    /// The method of a word.
    #[must_use]
    pub fn read(word: &str) -> Option<Method> {
        let all = [Method::Plus, Method::Vanilla, Method::External, Method::Outcome];
        all.into_iter().zip(Method::WORDS).find(|(_, known)| *known == word).map(|(method, _)| method)
    }
}

/// A game that is being solved.
pub struct Solver {
    tree: Tree,
    form: Form,
    method: Method,
    full: Full,
    /// Whom it learns against, where that is known.
    against: Option<Restricted>,
    seed: u64,
    /// How often outcome sampling tries a move its strategy would not.
    explore: f64,
    iterations: u64,
    regrets: Vec<f64>,
    averages: Vec<f64>,
    desk: Vec<f64>,
}

impl Solver {
    /// Begins with nothing learnt.
    ///
    /// # Errors
    /// When a seat forgets what it did.
    pub fn new(tree: Tree, method: Method, seed: u64, explore: f64) -> Result<Self, TrainError> {
        let form = Form::new(&tree)?;
        let empty = vec![0.0; form.sequences()];
        let full = Full::new(&form, method == Method::Plus, &empty);
        let (regrets, averages) = (empty.clone(), empty);
        Ok(Solver {
            tree,
            form,
            method,
            full,
            against: None,
            seed,
            explore,
            iterations: 0,
            regrets,
            averages,
            desk: Vec::new(),
        })
    }

    /// Learns from now on against a policy that the other seat plays with the chance `trust`. For two seats
    /// that go through the whole game in an iteration.
    pub fn face(&mut self, known: Vec<f64>, trust: f64) {
        debug_assert!(self.form.seats() == 2 && !self.method.samples());
        self.against = Some(Restricted::new(&self.form, known, trust, self.method == Method::Plus));
    }

    /// Whom it learns against, where that is known.
    #[must_use]
    pub fn against(&self) -> Option<&Restricted> {
        self.against.as_ref()
    }

    /// Goes on from what was learnt before: regrets and averages, and what the other seat regrets where that
    /// is known. `false` if they do not fit this game.
    #[must_use]
    pub fn restore(&mut self, iterations: u64, numbers: &[Vec<f64>]) -> bool {
        let [regrets, averages, rival @ ..] = numbers else { return false };
        let fits = |numbers: &[Vec<f64>]| numbers.iter().all(|kept| kept.len() == self.form.sequences());
        if !fits(numbers) || rival.len() != usize::from(self.against.is_some()) {
            return false;
        }
        let plus = self.method == Method::Plus;
        (self.iterations, self.regrets, self.averages) = (iterations, regrets.clone(), averages.clone());
        self.full = Full::new(&self.form, plus, &self.regrets);
        if let (Some(against), [rival]) = (&mut self.against, rival) {
            against.restore(&self.form, plus, rival);
        }
        true
    }

    /// Everything that was learnt: what [`Solver::restore`] takes.
    #[must_use]
    pub fn numbers(&self) -> Vec<Vec<f64>> {
        let rival = self.against.iter().map(|against| against.regrets().to_vec());
        [self.regrets.clone(), self.averages.clone()].into_iter().chain(rival).collect()
    }

    /// Learns for so many iterations more.
    pub fn run(&mut self, iterations: u64) {
        for _ in 0..iterations {
            self.iterations += 1;
            let Solver { form, full, against, iterations, regrets, averages, .. } = self;
            match (self.method, against) {
                (Method::Plus | Method::Vanilla, Some(against)) => {
                    against.iterate(form, *iterations, full, regrets, averages);
                }
                (Method::Plus | Method::Vanilla, None) => {
                    full.iterate(form, *iterations, regrets, averages);
                }
                (Method::External | Method::Outcome, _) => self.sample(),
            }
        }
    }

    /// An iteration of sampling. It has a random stream of its own, so that it is the same one however the
    /// training came here.
    fn sample(&mut self) {
        let mut rng = Rng::stream(self.seed, "cfr", self.iterations);
        for me in 0..self.form.seats() {
            let numbers = [&mut self.regrets[..], &mut self.averages[..]];
            let mut sampler = Sampler::new(&self.tree, numbers, &mut rng, me, &mut self.desk);
            match self.method {
                Method::Outcome => _ = sampler.outcome(0, 1.0, self.explore),
                _ => _ = sampler.external(0),
            }
        }
    }

    /// About how many iterations pass while nobody notices.
    #[must_use]
    pub fn burst(&self) -> u64 {
        match self.method {
            Method::Plus | Method::Vanilla => (200_000 / self.form.outcomes().max(1)).max(1) as u64,
            Method::External | Method::Outcome => 256,
        }
    }

    /// Iterations done.
    #[must_use]
    pub fn iterations(&self) -> u64 {
        self.iterations
    }

    /// The tree.
    #[must_use]
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// The sequence form.
    #[must_use]
    pub fn form(&self) -> &Form {
        &self.form
    }

    /// The strategy that was learnt, the average over all iterations; even where nobody ever came.
    #[must_use]
    pub fn average(&self) -> Vec<f64> {
        let mut policy = self.form.uniform();
        let moves = (0..self.form.seats()).flat_map(|seat| self.form.steps(seat)).map(Step::moves);
        for moves in moves {
            let sum: f64 = self.averages[moves.clone()].iter().sum();
            if sum > 0.0 {
                moves.for_each(|at| policy[at] = self.averages[at] / sum);
            }
        }
        policy
    }
}
