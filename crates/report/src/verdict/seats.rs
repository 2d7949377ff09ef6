//! Is the game fair to every seat?
//!
//! A seat's score is its wins plus its part of the draws, as a share of all points given. Fine if
//! every seat's whole 95 % interval lies within 5 percentage points of the equal share, a problem
//! if one lies wholly outside. Judged between the strongest players, and only if they think hard enough:
//! what beginners do to each other says little of the rules. Where something is hidden only an equilibrium
//! (`cfr`) shows a problem; with other players it is unsure.

use super::read::{self, Z95};
use super::{Status, Verdict, strength};
use crate::copies;
use crate::format;
use crate::ladder::{Ladder, Rung};
use ludometer_metrics::{Estimate, Unit};

/// How far from the equal share a seat may be.
const TOLERANCE: f64 = 0.05;

pub(super) fn verdict(ladder: &Ladder<'_>) -> Option<Verdict> {
    let game = &ladder.summary.header.game;
    if game.seats.len() < 2 || game.cooperative {
        return None;
    }
    let (rung, _) = ladder.best_with("seat-wins")?;
    let equal = equal_share(&game.teams, game.seats.len());
    let scores = scores(ladder, &rung)?;
    let judged = judge(&scores, equal);
    let doubt = copies::doubt(&rung)
        .or_else(|| strength::doubt(&rung))
        .or_else(|| doubt_in_the_dark(game.hidden, &rung, judged));
    let status = if doubt.is_some() { Status::Unsure } else { judged };
    let (seat, score) = most_unequal(&scores, equal);
    let name = &game.seats[seat];
    let ahead = if score.value >= equal { "ahead" } else { "behind" };
    let measured = format!("{name} scores {}", format::estimate(score, Unit::Share));
    let fair = format::percent(equal, usize::from((equal * 100.0).fract() > 1e-9));
    let answer = match status {
        Status::Fine => format!("Yes: {measured}, {fair} is equal."),
        Status::Problem => format!("No: {name} is {ahead}. {measured}, {fair} is equal."),
        Status::Unsure => format!("Not settled: {measured}, {fair} is equal."),
    };
    let border = 100.0 * TOLERANCE;
    let mut detail =
        format!("Judged with {} in every seat; up to {border:.0} points either way is fine.", rung.name());
    if let Some(doubt) = doubt {
        detail.push_str(&doubt);
    } else if status == Status::Unsure {
        let distance = (score.value - equal).abs();
        let needed = read::needed(score.n, (score.high - score.low) / 2.0, (TOLERANCE - distance).abs());
        detail.push_str(&format!(" {}", read::settle(needed, score.n)));
    }
    if let Some(weakest) = ladder.rungs.first().filter(|weakest| weakest.group != rung.group)
        && let Some(score) = self::scores(ladder, weakest).and_then(|scores| scores.get(seat).copied())
    {
        let score = format::estimate(&score, Unit::Share);
        detail.push_str(&format!(" At the weakest level ({}) {name} scores {score}.", weakest.name()));
    }
    let question = "Is the game fair to every seat?".into();
    Some(Verdict { id: "seats".into(), question, answer, status, detail, n: score.n })
}

/// Searchers play no equilibrium: where something is hidden, what they do to each other may be theirs rather
/// than the rules'.
fn doubt_in_the_dark(hidden: bool, rung: &Rung<'_>, judged: Status) -> Option<String> {
    (hidden && judged == Status::Problem && !rung.name().starts_with("cfr")).then(|| {
        " Something is hidden here and these players play no equilibrium, so that the lead may be theirs rather \
         than the rules'; `ludometer train cfr` settles it where the game is small enough."
            .into()
    })
}

/// The share of the points that a seat has when all are alike: one part per team.
pub(crate) fn equal_share(teams: &[u8], seats: usize) -> f64 {
    let mut teams = teams.to_vec();
    teams.sort_unstable();
    teams.dedup();
    1.0 / if teams.is_empty() { seats } else { teams.len() } as f64
}

/// Score of each seat: wins plus its part of the draws, as a share of all points given.
pub(crate) fn scores(ladder: &Ladder<'_>, rung: &Rung<'_>) -> Option<Vec<Estimate>> {
    let game = &ladder.summary.header.game;
    let seats = game.seats.len();
    let wins: Vec<Estimate> =
        read::rows(rung.measure("seat-wins")?).into_iter().take(seats).map(|(_, wins)| wins).collect();
    if wins.len() < seats || wins.iter().any(|wins| wins.n == 0) {
        return None;
    }
    let draws = rung.measure("draws").and_then(|draws| {
        read::labelled(draws, &["drawn", "draw"])
            .or_else(|| read::rows(draws).first().map(|(_, draws)| *draws))
    });
    let equal = equal_share(&game.teams, seats);
    let sides = (1.0 / equal).round();
    let total: f64 = wins.iter().map(|wins| wins.value).sum::<f64>() * sides / seats as f64;
    // A metric that shares out draws itself leaves nothing over.
    let draws = draws.map_or(0.0, |draws| draws.value.min(1.0 - total)).max(0.0);
    if draws <= 1e-9 || total + draws <= 0.0 {
        return Some(wins);
    }
    Some(wins.iter().map(|wins| with_draws(wins, draws, equal, total + draws)).collect())
}

/// Adds a seat's part of the draws. The interval is Agresti and Coull's with the variance of three
/// outcomes, on the number of independent matches that the interval of the wins implies.
fn with_draws(wins: &Estimate, draws: f64, equal: f64, total: f64) -> Estimate {
    let half = (wins.high - wins.low) / 2.0;
    let variance = wins.value * (1.0 - wins.value);
    let implied =
        if half > 0.0 && variance > 0.0 { variance * Z95 * Z95 / (half * half) } else { wins.n as f64 };
    let n = implied.min(wins.n as f64);
    let pseudo = Z95 * Z95;
    let mean = (n * (wins.value + draws * equal) + pseudo / 2.0) / (n + pseudo);
    let square = (n * (wins.value + draws * equal * equal) + pseudo / 2.0) / (n + pseudo);
    let half = Z95 * ((square - mean * mean).max(0.0) / (n + pseudo)).sqrt();
    let value = (wins.value + draws * equal) / total;
    let (low, high) = ((mean - half) / total, (mean + half) / total);
    Estimate { value, low: low.clamp(0.0, value), high: high.clamp(value, 1.0), n: wins.n }
}

fn judge(scores: &[Estimate], equal: f64) -> Status {
    let outside = |score: &Estimate| score.low > equal + TOLERANCE || score.high < equal - TOLERANCE;
    let inside = |score: &Estimate| score.low >= equal - TOLERANCE && score.high <= equal + TOLERANCE;
    if scores.iter().any(outside) {
        Status::Problem
    } else if scores.iter().all(inside) {
        Status::Fine
    } else {
        Status::Unsure
    }
}

fn most_unequal(scores: &[Estimate], equal: f64) -> (usize, &Estimate) {
    let distance = |score: &Estimate| (score.value - equal).abs();
    let mut worst = 0;
    for seat in 1..scores.len() {
        // Of two that mirror each other the earlier is named.
        if distance(&scores[seat]) > distance(&scores[worst]) + 1e-9 {
            worst = seat;
        }
    }
    (worst, &scores[worst])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(value: f64, half: f64) -> Estimate {
        Estimate { value, low: value - half, high: value + half, n: 400 }
    }

    #[test]
    fn the_rule_of_five_points() {
        assert_eq!(judge(&[score(0.51, 0.03), score(0.49, 0.03)], 0.5), Status::Fine);
        assert_eq!(judge(&[score(0.59, 0.03), score(0.41, 0.03)], 0.5), Status::Problem);
        assert_eq!(judge(&[score(0.54, 0.03), score(0.46, 0.03)], 0.5), Status::Unsure);
    }

    #[test]
    fn draws_count_half_and_narrow_the_interval() {
        let wins = Estimate { value: 0.1, low: 0.07, high: 0.14, n: 400 };
        let score = with_draws(&wins, 0.8, 0.5, 1.0);
        assert!((score.value - 0.5).abs() < 1e-9);
        assert!(score.high - score.low < 0.06, "{score:?}: all drawn is a sure 50 %");
        assert!(score.low < 0.5 && score.high > 0.5);
    }

    #[test]
    fn teams_share_the_points() {
        assert_eq!(equal_share(&[0, 1, 0, 1], 4), 0.5);
        assert_eq!(equal_share(&[0, 1, 2], 3), 1.0 / 3.0);
        assert_eq!(equal_share(&[], 2), 0.5);
    }
}
