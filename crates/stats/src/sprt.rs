//! Wald's sequential test: stop as soon as the question "this much stronger?" is answered.
//!
//! H0: the difference is `elo0`; H1: it is `elo1`. The log-likelihood ratio is that of the generalised
//! test in its normal approximation, LLR = N (s1 − s0)(2 s̄ − s0 − s1) / (2 v), with s̄ and v the mean
//! and variance of the score and s0, s1 the scores expected at the two differences. On single matches
//! the scores are 0, ½, 1; on pairs with swapped seats 0, ¼, ½, ¾, 1, which is both right for
//! correlated matches and faster. Empty cells count as 0.001, so that the variance is never 0.

use crate::score_of_elo;

/// A test that may be looked at after every match.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The difference that is not enough.
    pub elo0: f64,
    /// The difference that is enough; larger than `elo0`.
    pub elo1: f64,
    /// The chance to accept H1 when H0 is true.
    pub alpha: f64,
    /// The chance to accept H0 when H1 is true.
    pub beta: f64,
}

/// What the test says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SprtAnswer {
    /// Not stronger.
    AcceptH0,
    /// Stronger.
    AcceptH1,
    /// Play on.
    Continue,
}

impl Sprt {
    /// The test with errors of 5 % on both sides.
    #[must_use]
    pub const fn new(elo0: f64, elo1: f64) -> Self {
        Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 }
    }

    /// The log-likelihood ratio of single matches: losses, draws, wins.
    #[must_use]
    pub fn llr_of_matches(&self, counts: [u64; 3]) -> f64 {
        self.llr(&counts)
    }

    /// The log-likelihood ratio of pairs of matches with swapped seats, by points of the pair:
    /// 0, ½, 1, 1½, 2.
    #[must_use]
    pub fn llr_of_pairs(&self, counts: [u64; 5]) -> f64 {
        self.llr(&counts)
    }

    /// Counts of equally spaced scores from 0 to 1.
    fn llr(&self, counts: &[u64]) -> f64 {
        if counts.iter().all(|count| *count == 0) {
            return 0.0;
        }
        let filled = |count: &u64| if *count == 0 { 1e-3 } else { *count as f64 };
        let total: f64 = counts.iter().map(filled).sum();
        let steps = (counts.len() - 1) as f64;
        let average = |f: &dyn Fn(f64) -> f64| {
            counts.iter().enumerate().map(|(i, count)| f(i as f64 / steps) * filled(count)).sum::<f64>()
                / total
        };
        let mean = average(&|score| score);
        let variance = average(&|score| (score - mean) * (score - mean));
        let (s0, s1) = (score_of_elo(self.elo0), score_of_elo(self.elo1));
        total * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance)
    }

    /// The bounds at which the test ends.
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        (libm::log(self.beta / (1.0 - self.alpha)), libm::log((1.0 - self.beta) / self.alpha))
    }

    /// What a log-likelihood ratio says.
    #[must_use]
    pub fn answer(&self, llr: f64) -> SprtAnswer {
        let (lower, upper) = self.bounds();
        if llr <= lower {
            SprtAnswer::AcceptH0
        } else if llr >= upper {
            SprtAnswer::AcceptH1
        } else {
            SprtAnswer::Continue
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Splitmix;

    #[test]
    fn known_values() {
        let test = Sprt::new(0.0, 5.0);
        let (lower, upper) = test.bounds();
        assert!((upper - 2.944_438_979).abs() < 1e-9 && (lower + upper).abs() < 1e-12);
        assert!((test.llr_of_matches([300, 500, 360]) - 1.312587344909).abs() < 1e-9);
        assert!((test.llr_of_pairs([10, 120, 300, 140, 15]) - 1.013668076036).abs() < 1e-9);
        assert_eq!(test.llr_of_matches([0, 0, 0]), 0.0);
        assert!(test.llr_of_matches([0, 0, 9]).is_finite());
    }

    /// Plays until the test ends; the stronger wins with this chance.
    fn run(test: &Sprt, chance: f64, stream: &mut Splitmix) -> SprtAnswer {
        let mut counts = [0, 0, 0];
        loop {
            counts[if stream.unit() < chance { 2 } else { 0 }] += 1;
            // The normal approximation needs a few matches before it means anything.
            let answer = test.answer(test.llr_of_matches(counts));
            if answer != SprtAnswer::Continue && counts[0] > 0 && counts[2] > 0 {
                return answer;
            }
        }
    }

    #[test]
    fn errs_about_as_often_as_promised() {
        let test = Sprt::new(0.0, 60.0);
        let mut stream = Splitmix::named("sprt");
        let (mut false_alarms, mut misses) = (0, 0);
        for _ in 0..600 {
            false_alarms += u32::from(run(&test, 0.5, &mut stream) == SprtAnswer::AcceptH1);
            misses += u32::from(run(&test, score_of_elo(60.0), &mut stream) == SprtAnswer::AcceptH0);
        }
        assert!(false_alarms <= 42 && misses <= 42, "{false_alarms} {misses}");
    }
}
