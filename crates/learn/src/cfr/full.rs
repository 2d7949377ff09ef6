//! CFR and CFR+: every iteration goes through the whole game, once for each seat.
//!
//! A seat's regret for a move is what it would have gained by always playing that move where it could, so far
//! (Zinkevich and others 2007). It plays each move in proportion to its positive regret; the average over all
//! iterations goes to an equilibrium between two seats with opposite interests. CFR+ (Tammelin 2014) forgets
//! regret below 0 at once and weighs later iterations more.

use super::form::{Form, Step, Weight, mean};

/// What an iteration works with. All of it follows from the regrets, so none of it is kept in files.
#[derive(Clone, Debug)]
pub struct Full {
    plus: bool,
    policy: Vec<f64>,
    plans: Vec<f64>,
    gains: Vec<f64>,
}

impl Full {
    /// Goes on from these regrets.
    #[must_use]
    pub fn new(form: &Form, plus: bool, regrets: &[f64]) -> Self {
        let mut policy = form.uniform();
        for step in (0..form.seats()).flat_map(|seat| form.steps(seat)) {
            match_regrets(&regrets[step.moves()], &mut policy[step.moves()]);
        }
        Full { plus, plans: form.plans(&policy), policy, gains: vec![0.0; form.sequences()] }
    }

    /// One iteration; the first has the number 1.
    pub fn iterate(&mut self, form: &Form, number: u64, regrets: &mut [f64], averages: &mut [f64]) {
        for seat in 0..form.seats() {
            let plans = std::mem::take(&mut self.plans);
            self.learn(form, seat, &plans, regrets);
            self.plans = plans;
            self.plan(form, seat);
            self.average(form, seat, number, averages);
        }
    }

    /// How likely every seat plays each of its sequences.
    pub(super) fn plans(&self) -> &[f64] {
        &self.plans
    }

    /// Plans a seat's play anew.
    pub(super) fn plan(&mut self, form: &Form, seat: usize) {
        form.plan(seat, &self.policy, &mut self.plans);
    }

    /// Adds a seat's plan to the averages, in the iteration of this number.
    pub(super) fn average(&self, form: &Form, seat: usize, number: u64, averages: &mut [f64]) {
        let weight = if self.plus { number as f64 } else { 1.0 };
        for at in form.steps(seat).iter().flat_map(Step::moves) {
            averages[at] += weight * self.plans[at];
        }
    }

    /// Adds to the regrets of a seat that faces these plans and finds its strategy anew.
    pub(super) fn learn(&mut self, form: &Form, seat: usize, faced: &[f64], regrets: &mut [f64]) {
        let Full { plus, policy, gains, .. } = self;
        let floor = if *plus { 0.0 } else { f64::NEG_INFINITY };
        form.fold(seat, faced, Weight::Points, gains, |step, gains| {
            let (regrets, policy) = (&mut regrets[step.moves()], &mut policy[step.moves()]);
            let worth = mean(policy, gains);
            for (regret, gain) in regrets.iter_mut().zip(gains) {
                *regret = (*regret + gain - worth).max(floor);
            }
            match_regrets(regrets, policy);
            worth
        });
    }
}

/// The strategy of these regrets: in proportion to what is above 0, even where nothing is.
#[inline]
pub fn match_regrets(regrets: &[f64], policy: &mut [f64]) {
    let mut sum = 0.0;
    for (share, regret) in policy.iter_mut().zip(regrets) {
        *share = regret.max(0.0);
        sum += *share;
    }
    if sum > 0.0 {
        // Not by the reciprocal: that of a tiny sum has no number.
        policy.iter_mut().for_each(|share| *share /= sum);
    } else {
        policy.fill(1.0 / policy.len() as f64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regrets_become_a_strategy() {
        let matched = |regrets: &[f64]| {
            let mut policy = vec![0.0; regrets.len()];
            match_regrets(regrets, &mut policy);
            policy
        };
        assert_eq!(matched(&[3.0, -5.0, 1.0]), [0.75, 0.0, 0.25]);
        assert_eq!(matched(&[-1.0, 0.0]), [0.5, 0.5]);
    }
}
