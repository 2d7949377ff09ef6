//! After the search: how good each move is, how likely it is played, which one it is.

use ludometer_game::Rng;
use std::cmp::Ordering;

/// What decides after the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Final {
    /// The most visited move.
    Visits,
    /// The move quality of APTS, [`move_quality`].
    Quality,
}

/// One root move as the search left it.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub(crate) struct Candidate {
    pub visits: u32,
    /// Mean result for the mover, −1 to 1; exact if proven.
    pub mean: f32,
    pub proven: bool,
    /// Another move is proven to be at least as good. Never true of all moves.
    pub beaten: bool,
}

impl Candidate {
    fn is_won(&self) -> bool {
        self.proven && self.mean >= 1.0
    }
    fn is_lost(&self) -> bool {
        self.proven && self.mean <= -1.0
    }
    fn is_out(&self) -> bool {
        self.beaten || self.is_lost()
    }

    /// The same move with what another search found of it, which knows nothing of who is beaten here.
    pub fn with(self, other: Candidate) -> Self {
        let visits = self.visits + other.visits;
        let mean = match (self.proven, other.proven) {
            (true, _) => self.mean,
            (_, true) => other.mean,
            _ => {
                let sum = |c: &Candidate| f64::from(c.mean) * f64::from(c.visits);
                ((sum(&self) + sum(&other)) / f64::from(visits.max(1))) as f32
            }
        };
        Candidate { visits, mean, proven: self.proven || other.proven, beaten: self.beaten }
    }
}

/// The move quality of APTS (its equation 3): accumulated result plus the fourth root of visits.
#[must_use]
pub fn move_quality(sum: f64, visits: f64) -> f64 {
    sum + visits.sqrt().sqrt()
}

/// Probabilities proportional to exp(quality / temperature); a temperature of 0.25 reproduces the
/// figures printed in the thesis behind APTS.
#[must_use]
pub fn softmax(qualities: &[f64], temperature: f64) -> Vec<f64> {
    let best = qualities.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let weights: Vec<f64> = qualities.iter().map(|q| libm::exp((q - best) / temperature)).collect();
    let total: f64 = weights.iter().sum();
    weights.iter().map(|weight| weight / total).collect()
}

fn quality(candidate: &Candidate) -> f64 {
    let visits = f64::from(candidate.visits);
    move_quality(f64::from(candidate.mean) * visits, visits)
}

/// The probability of each move. A proven win takes all; proven losses and beaten moves get nothing
/// unless there is nothing else; when every move is proven only the best are left. At temperature 0
/// this still shows how the attention was spread (at temperature 1).
pub(crate) fn policy(candidates: &[Candidate], finish: Final, temperature: f32) -> Vec<f32> {
    let any_won = candidates.iter().any(Candidate::is_won);
    let exact = all_proven(candidates);
    let best = candidates.iter().map(|c| c.mean).fold(f32::NEG_INFINITY, f32::max);
    let open = |c: &Candidate| match (any_won, exact) {
        (true, _) => c.is_won(),
        (_, true) => c.mean >= best,
        _ => !c.is_out(),
    };
    let temperature = if temperature > 0.0 { f64::from(temperature) } else { 1.0 };
    let weights: Vec<f64> = match finish {
        Final::Visits => {
            let most = candidates.iter().map(|c| c.visits).max().unwrap_or(1).max(1);
            let share = |c: &Candidate| f64::from(c.visits) / f64::from(most);
            candidates.iter().map(|c| libm::pow(share(c), 1.0 / temperature)).collect()
        }
        Final::Quality => softmax(&candidates.iter().map(quality).collect::<Vec<_>>(), temperature),
    };
    let kept: Vec<f64> =
        weights.iter().zip(candidates).map(|(w, c)| if open(c) { *w } else { 0.0 }).collect();
    let total: f64 = kept.iter().sum();
    if total > 0.0 {
        return kept.iter().map(|weight| (weight / total) as f32).collect();
    }
    // All weight lay on lost moves: whatever is left is equally good.
    let left = candidates.iter().filter(|c| open(c)).count() as f32;
    candidates.iter().map(|c| if open(c) { 1.0 / left } else { 0.0 }).collect()
}

/// The move to play: drawn by roulette, or at temperature 0 the best one.
pub(crate) fn pick(
    candidates: &[Candidate],
    shares: &[f32],
    finish: Final,
    temperature: f32,
    rng: &mut Rng,
) -> usize {
    if temperature > 0.0 {
        return rng.roulette(shares.iter().map(|&share| f64::from(share))).unwrap_or(0);
    }
    let exact = all_proven(candidates);
    let compare = |a: &Candidate, b: &Candidate| {
        if exact { a.mean.total_cmp(&b.mean).then(a.visits.cmp(&b.visits)) } else { compare(a, b, finish) }
    };
    let Some(best) = candidates.iter().max_by(|a, b| compare(a, b)) else { return 0 };
    // Equals are drawn: always taking the first would look like a preference for it.
    let equals: Vec<usize> =
        (0..candidates.len()).filter(|&index| compare(&candidates[index], best).is_eq()).collect();
    equals[rng.below(equals.len())]
}

/// Whether the worth of every move is known, so that nothing needs to be weighed.
fn all_proven(candidates: &[Candidate]) -> bool {
    candidates.iter().all(|candidate| candidate.proven)
}

/// Proven wins first, proven losses and beaten moves last; then the score; then, among moves looked at equally often,
/// the mean. While something is still open, a proven value in between is one more estimate.
fn compare(a: &Candidate, b: &Candidate, finish: Final) -> Ordering {
    let sure = |c: &Candidate| i8::from(c.is_won()) - i8::from(c.is_out());
    let score = |c: &Candidate| match finish {
        Final::Visits => f64::from(c.visits),
        Final::Quality => quality(c),
    };
    sure(a).cmp(&sure(b)).then(score(a).total_cmp(&score(b))).then(a.mean.total_cmp(&b.mean))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Qualities and probabilities printed in the thesis behind APTS, figure 26.
    #[test]
    fn the_thesis_softens_with_a_coefficient_of_four() {
        let qualities = [-7.50, 5.61, -11.60, 136.40, 2.75, 5.57, 41.01];
        let printed = [1.07e-250, 6.31e-228, 7.84e-258, 1.0, 6.67e-233, 5.26e-228, 1.93e-166];
        for (ours, theirs) in softmax(&qualities, 0.25).into_iter().zip(printed) {
            // The qualities are printed with two decimals, hence a few per cent on probabilities.
            assert!((libm::log(ours) - libm::log(theirs)).abs() < 0.05, "{ours:e} against {theirs:e}");
        }
    }

    #[test]
    fn quality_adds_the_fourth_root_of_visits() {
        assert_eq!(move_quality(10.0, 16.0), 12.0);
    }

    fn candidate(visits: u32, mean: f32, proven: bool) -> Candidate {
        Candidate { visits, mean, proven, beaten: false }
    }

    #[test]
    fn a_proven_win_beats_many_visits_and_a_proven_loss_is_avoided() {
        let mut rng = Rng::stream(1, "pick", 0);
        let moves = [candidate(900, 0.9, false), candidate(3, 1.0, true), candidate(990, -1.0, true)];
        let shares = policy(&moves, Final::Visits, 0.0);
        assert_eq!(shares, vec![0.0, 1.0, 0.0]);
        assert_eq!(pick(&moves, &shares, Final::Visits, 0.0, &mut rng), 1);
        let moves = [candidate(900, -1.0, true), candidate(3, -0.9, false)];
        let shares = policy(&moves, Final::Quality, 1.0);
        assert_eq!(shares, vec![0.0, 1.0]);
        assert_eq!(pick(&moves, &shares, Final::Visits, 0.0, &mut rng), 1);
    }

    #[test]
    fn a_beaten_move_is_not_played_however_often_it_was_looked_at() {
        let mut rng = Rng::stream(1, "pick", 0);
        let beaten = Candidate { beaten: true, ..candidate(900, 0.1, false) };
        let moves = [beaten, candidate(3, 0.2, true), candidate(5, 0.0, false)];
        let shares = policy(&moves, Final::Visits, 0.0);
        assert_eq!(shares, vec![0.0, 0.375, 0.625]);
        assert_eq!(pick(&moves, &shares, Final::Visits, 0.0, &mut rng), 2);
    }

    #[test]
    fn equal_visits_are_decided_by_the_mean_and_equal_moves_by_lot() {
        let mut rng = Rng::stream(1, "pick", 0);
        let moves = [candidate(1, -0.5, false), candidate(1, 0.5, false), candidate(1, 0.5, false)];
        let shares = policy(&moves, Final::Visits, 0.0);
        let mut picked = [0; 3];
        for _ in 0..200 {
            picked[pick(&moves, &shares, Final::Visits, 0.0, &mut rng)] += 1;
        }
        assert!(picked[0] == 0 && picked[1] > 50 && picked[2] > 50, "{picked:?}");
    }

    #[test]
    fn when_all_is_proven_the_best_is_played_however_little_it_was_looked_at() {
        let mut rng = Rng::stream(1, "pick", 0);
        let moves = [candidate(900, 0.2, true), candidate(3, 0.4, true)];
        let shares = policy(&moves, Final::Visits, 1.0);
        assert_eq!(shares, vec![0.0, 1.0]);
        assert_eq!(pick(&moves, &shares, Final::Visits, 0.0, &mut rng), 1);
    }

    #[test]
    fn when_all_is_lost_the_most_resistance_is_played() {
        let mut rng = Rng::stream(1, "pick", 0);
        let moves = [candidate(3, -1.0, true), candidate(90, -1.0, true)];
        let shares = policy(&moves, Final::Visits, 0.0);
        assert_eq!(pick(&moves, &shares, Final::Visits, 0.0, &mut rng), 1);
    }
}
