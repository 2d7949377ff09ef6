//! Learning against a strategy that is known, without trusting it blindly.
//!
//! The other seat is taken to play what is known with some chance, and else to answer as well as it can
//! (Johanson, Zinkevich and Bowling 2007, "Computing robust counter-strategies"). With no trust that gives an
//! equilibrium, with full trust the best answer, which anybody else can exploit; between the two little of the
//! one is given away for much of the other. Nobody tells the seat that learns which of the two it faces: it
//! faces their mean, and in sequence form that is the mean of their plans.

use super::form::{Form, Step};
use super::full::Full;
use super::tree::Tree;
use crate::TrainError;
use ludometer_game::{Fault, Game, Seat};

/// The other seat, as the one that learns faces it.
#[derive(Clone, Debug)]
pub struct Restricted {
    trust: f64,
    /// The strategy that is known, as a policy and as plans.
    known: Vec<f64>,
    known_plans: Vec<f64>,
    /// What answers as well as it can.
    rival: Full,
    rival_regrets: Vec<f64>,
    faced: Vec<f64>,
}

impl Restricted {
    /// Begins against a policy, played with this chance; `plus` as in [`Full::new`].
    #[must_use]
    pub fn new(form: &Form, known: Vec<f64>, trust: f64, plus: bool) -> Self {
        let rival_regrets = vec![0.0; form.sequences()];
        Restricted {
            trust,
            known_plans: form.plans(&known),
            known,
            rival: Full::new(form, plus, &rival_regrets),
            rival_regrets,
            faced: vec![1.0; form.sequences()],
        }
    }

    /// Goes on from what the other seat regretted.
    pub fn restore(&mut self, form: &Form, plus: bool, regrets: &[f64]) {
        self.rival_regrets = regrets.to_vec();
        self.rival = Full::new(form, plus, regrets);
    }

    /// What the other seat regrets.
    #[must_use]
    pub fn regrets(&self) -> &[f64] {
        &self.rival_regrets
    }

    /// One iteration of the two seats, each learning against the other taken for the known strategy; the first
    /// has the number 1.
    pub fn iterate(
        &mut self,
        form: &Form,
        number: u64,
        own: &mut Full,
        regrets: &mut [f64],
        averages: &mut [f64],
    ) {
        for (seat, other) in [(0, 1), (1, 0)] {
            for at in form.steps(other).iter().flat_map(Step::moves) {
                self.faced[at] =
                    self.trust * self.known_plans[at] + (1.0 - self.trust) * self.rival.plans()[at];
            }
            own.learn(form, seat, &self.faced, regrets);
            own.plan(form, seat);
            own.average(form, seat, number, averages);
            self.rival.learn(form, other, own.plans(), &mut self.rival_regrets);
            self.rival.plan(form, other);
        }
    }

    /// What a policy gets from the known one, on the average over the seats.
    #[must_use]
    pub fn won_from_known(&self, form: &Form, policy: &[f64]) -> f64 {
        let mut both = self.known.clone();
        let mut won = 0.0;
        for seat in 0..2 {
            let own = || form.steps(seat).iter().flat_map(Step::moves);
            own().for_each(|at| both[at] = policy[at]);
            won += form.value(seat, &both) / 2.0;
            own().for_each(|at| both[at] = self.known[at]);
        }
        won
    }
}

/// A strategy the game states, as a policy: its best moves, each as likely.
///
/// # Errors
/// When the strategy breaks.
pub fn stated<G: Game>(game: &G, tree: &Tree, form: &Form, strategy: usize) -> Result<Vec<f64>, TrainError> {
    let mut policy = form.uniform();
    let (mut legal, mut liked) = (Vec::new(), Vec::new());
    for set in &tree.sets {
        let state = tree.walk(game, set.example, |_, _| ());
        legal.clear();
        liked.clear();
        game.moves(&state, &mut legal);
        game.advise(&state, Seat::new(set.seat), strategy, &legal, &mut liked).map_err(TrainError::Failed)?;
        if liked.len() != legal.len() {
            return Err(TrainError::Failed(silent(&game.strategies()[strategy])));
        }
        let best = liked.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let all = liked.iter().filter(|&&liked| liked >= best).count();
        for (at, liked) in set.sequences().zip(&liked) {
            policy[at] = if *liked >= best { 1.0 / all as f64 } else { 0.0 };
        }
    }
    Ok(policy)
}

fn silent(strategy: &str) -> Fault {
    Fault {
        what: format!("the strategy `{strategy}` does not score every legal move"),
        place: "strategies".into(),
        value: String::new(),
    }
}
