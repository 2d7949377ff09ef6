//! Ratings from results between pairs (Bradley & Terry 1952), in Elo, with a mean of 0.
//!
//! P(i beats j) = 1 / (1 + 10^((r_j − r_i) / 400)); a draw counts as half a win. Everybody also has
//! one drawn match with a player of rating 0 who does not exist: a small prior that keeps ratings
//! finite for those who won or lost everything, and ties together groups that never met. Intervals
//! come from the inverse of the Hessian, carried through the shift to mean 0. They take matches as
//! independent and draws as if half were won and half lost, both of which make them wide rather than
//! narrow when pairs swap seats; for intervals by block see [`crate::bootstrap()`].

use crate::{Estimate, Z95};

/// All results between two.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pairing {
    /// One of them, counted from 0.
    pub first: usize,
    /// The other.
    pub second: usize,
    /// Points of `first`: wins and half of the draws.
    pub score: f64,
    /// Matches between them.
    pub matches: f64,
}

/// Drawn matches of everybody against a player of rating 0.
const PRIOR: f64 = 1.0;

/// Ratings in Elo of players 0 to `players` − 1, with mean 0 and 95 % intervals; n is the number of
/// matches of the player. Pairings may repeat; those that name nobody, or somebody against himself,
/// are left out.
#[must_use]
pub fn bradley_terry(players: usize, pairings: &[Pairing]) -> Vec<Estimate> {
    let valid = |p: &&Pairing| p.first != p.second && p.first.max(p.second) < players && p.matches > 0.0;
    let pairings: Vec<Pairing> = pairings.iter().filter(valid).copied().collect();
    let strengths = fit(players, &pairings);
    let (_, information) = slope_and_information(&strengths, &pairings);
    let errors = centred_errors(&information);
    let middle = strengths.iter().sum::<f64>() / players.max(1) as f64;
    let elo = 400.0 / std::f64::consts::LN_10;
    (0..players)
        .map(|player| {
            let value = (strengths[player] - middle) * elo;
            let half = Z95 * errors[player] * elo;
            let matches: f64 =
                pairings.iter().filter(|p| p.first == player || p.second == player).map(|p| p.matches).sum();
            Estimate { value, low: value - half, high: value + half, n: matches.round() as u64 }
        })
        .collect()
}

/// Most likely strengths in natural units, by Newton's method; the prior makes the likelihood strictly
/// concave, so it converges from 0 when steps are kept short.
fn fit(players: usize, pairings: &[Pairing]) -> Vec<f64> {
    let mut strengths = vec![0.0; players];
    for _ in 0..200 {
        let (slope, information) = slope_and_information(&strengths, pairings);
        let step = solve(&information, &slope);
        let longest = step.iter().fold(0.0f64, |longest, s| longest.max(s.abs()));
        let shorten = if longest > 1.0 { 1.0 / longest } else { 1.0 };
        strengths.iter_mut().zip(&step).for_each(|(strength, s)| *strength += shorten * s);
        if longest < 1e-12 {
            break;
        }
    }
    strengths
}

/// First derivative and negative second derivative of the log-likelihood.
fn slope_and_information(strengths: &[f64], pairings: &[Pairing]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let expected = |difference: f64| 1.0 / (1.0 + libm::exp(-difference));
    let n = strengths.len();
    let mut slope = vec![0.0; n];
    let mut information = vec![vec![0.0; n]; n];
    for player in 0..n {
        let chance = expected(strengths[player]);
        slope[player] += PRIOR * (0.5 - chance);
        information[player][player] += PRIOR * chance * (1.0 - chance);
    }
    for &Pairing { first, second, score, matches } in pairings {
        let chance = expected(strengths[first] - strengths[second]);
        let surprise = score - matches * chance;
        let weight = matches * chance * (1.0 - chance);
        slope[first] += surprise;
        slope[second] -= surprise;
        information[first][first] += weight;
        information[second][second] += weight;
        information[first][second] -= weight;
        information[second][first] -= weight;
    }
    (slope, information)
}

/// Solves a positive definite system by Gaussian elimination; no pivots are needed.
fn solve(matrix: &[Vec<f64>], right: &[f64]) -> Vec<f64> {
    let n = right.len();
    let mut rows: Vec<Vec<f64>> =
        matrix.iter().zip(right).map(|(row, r)| row.iter().copied().chain([*r]).collect()).collect();
    for pivot in 0..n {
        let (above, below) = rows.split_at_mut(pivot + 1);
        let pivot_row = &above[pivot];
        for row in below {
            let factor = row[pivot] / pivot_row[pivot];
            row.iter_mut().zip(pivot_row).for_each(|(cell, p)| *cell -= factor * p);
        }
    }
    let mut solution = vec![0.0; n];
    for pivot in (0..n).rev() {
        let known: f64 = (pivot + 1..n).map(|column| rows[pivot][column] * solution[column]).sum();
        solution[pivot] = (rows[pivot][n] - known) / rows[pivot][pivot];
    }
    solution
}

/// Standard errors of strength minus mean strength: the diagonal of C H⁻¹ C with C = I − 1/n.
fn centred_errors(information: &[Vec<f64>]) -> Vec<f64> {
    let n = information.len();
    (0..n)
        .map(|player| {
            let contrast: Vec<f64> =
                (0..n).map(|other| f64::from(u8::from(other == player)) - 1.0 / n as f64).collect();
            let solved = solve(information, &contrast);
            contrast.iter().zip(&solved).map(|(c, s)| c * s).sum::<f64>().max(0.0).sqrt()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Splitmix, bootstrap, elo_of_score, score_of_elo};

    fn pairing(first: usize, second: usize, score: f64, matches: f64) -> Pairing {
        Pairing { first, second, score, matches }
    }

    /// The minorise–maximise iteration, slow and sure, with the same prior.
    fn oracle(players: usize, pairings: &[Pairing]) -> Vec<f64> {
        let mut gamma = vec![1.0; players];
        for _ in 0..20_000 {
            gamma = (0..players)
                .map(|i| {
                    let mut won = 0.5 * PRIOR;
                    let mut weight = PRIOR / (gamma[i] + 1.0);
                    for p in pairings.iter().filter(|p| p.first == i || p.second == i) {
                        won += if p.first == i { p.score } else { p.matches - p.score };
                        weight += p.matches / (gamma[p.first] + gamma[p.second]);
                    }
                    won / weight
                })
                .collect();
        }
        let elo: Vec<f64> = gamma.iter().map(|g: &f64| 400.0 * g.log10()).collect();
        let middle = elo.iter().sum::<f64>() / players as f64;
        elo.iter().map(|e| e - middle).collect()
    }

    #[test]
    fn agrees_with_the_slow_iteration() {
        let table = [
            pairing(0, 1, 30.5, 40.0),
            pairing(1, 2, 22.0, 40.0),
            pairing(2, 0, 3.0, 40.0),
            pairing(3, 0, 8.0, 10.0),
        ];
        let found = bradley_terry(4, &table);
        for (fast, slow) in found.iter().zip(oracle(4, &table)) {
            assert!((fast.value - slow).abs() < 1e-6, "{fast:?} {slow}");
        }
        assert!(found.iter().map(|e| e.value).sum::<f64>().abs() < 1e-9);
        assert_eq!(found[0].n, 90);
    }

    #[test]
    fn two_players_are_the_elo_of_their_score() {
        let found = bradley_terry(2, &[pairing(0, 1, 7500.0, 10_000.0)]);
        assert!((found[0].value - found[1].value - elo_of_score(0.75)).abs() < 0.2);
        // Standard error of the difference: 400 / ln 10 / sqrt(n p (1 − p)).
        let expected = Z95 * 400.0 / std::f64::consts::LN_10 / (10_000.0f64 * 0.75 * 0.25).sqrt();
        assert!((found[0].high - found[0].low - expected).abs() < 0.05);
    }

    #[test]
    fn winning_everything_stays_finite_and_unsure() {
        let found = bradley_terry(3, &[pairing(0, 1, 50.0, 50.0), pairing(0, 2, 50.0, 50.0)]);
        assert!(found[0].value > 300.0 && found[0].value < 2000.0);
        assert!(found[0].low > 0.0 && found[0].high - found[0].low > 200.0);
        assert!((found[1].value - found[2].value).abs() < 1e-6);
    }

    #[test]
    fn strangers_and_nobody() {
        assert!(bradley_terry(0, &[]).is_empty());
        let alone = bradley_terry(1, &[]);
        assert_eq!((alone[0].value, alone[0].n), (0.0, 0));
        let apart = bradley_terry(2, &[pairing(0, 0, 1.0, 1.0), pairing(0, 9, 1.0, 1.0)]);
        assert!(apart[0].value == 0.0 && apart[0].high > 300.0);
    }

    #[test]
    fn recovers_true_strengths_and_agrees_with_the_bootstrap() {
        let truth = [120.0, 0.0, -120.0];
        let mut stream = Splitmix::named("recover");
        let mut blocks = Vec::new();
        for _ in 0..300 {
            for (first, second) in [(0, 1), (0, 2), (1, 2)] {
                let won = stream.unit() < score_of_elo(truth[first] - truth[second]);
                blocks.push(pairing(first, second, f64::from(u8::from(won)), 1.0));
            }
        }
        let found = bradley_terry(3, &blocks);
        for (player, strength) in truth.iter().enumerate() {
            assert!((found[player].value - strength).abs() < 45.0);
        }
        let again = bootstrap(&blocks, 300, "ratings", |drawn| {
            let drawn: Vec<Pairing> = drawn.iter().map(|p| **p).collect();
            bradley_terry(3, &drawn)[0].value
        })
        .unwrap();
        let (by_formula, by_resampling) = (found[0].high - found[0].low, again.high - again.low);
        assert!((by_formula / by_resampling - 1.0).abs() < 0.25, "{by_formula} {by_resampling}");
    }
}
