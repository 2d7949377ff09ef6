//! What is known of one cycle of training: a line of `metrics.jsonl`.

use super::lessons::{Lessons, validated};
use ludometer_net::Losses;
use ludometer_stats::wilson;
use serde::{Deserialize, Serialize};

/// The file with a line for each cycle.
pub const METRICS: &str = "metrics.jsonl";
/// The cycles from the best policy to the worst, and from the best value.
pub const RANKINGS: [&str; 2] = ["ranking-policy.csv", "ranking-value.csv"];

/// One cycle.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Cycle {
    /// Its number, from 1.
    pub cycle: u64,
    /// Matches played.
    pub matches: u64,
    /// Those that ended without a result.
    #[serde(default)]
    pub unfinished: u64,
    /// Moves per match.
    pub length: f64,
    /// Positions the matches left.
    pub positions: u64,
    /// Different positions there are to learn from.
    pub window: u64,
    /// Positions that had to be judged, per simulation.
    pub asked_per_simulation: f64,
    /// Steps of learning.
    pub steps: u64,
    /// The rate of learning.
    pub rate: f32,
    /// What was learnt, on the positions learnt from.
    pub learnt: Wrong,
    /// On positions that were not learnt from.
    pub validation: Wrong,
    /// How many those were.
    #[serde(default)]
    pub validated: u64,
    /// The score against the best network before, 0 to 1; none where it need not prove itself. Where matches are won
    /// by more or by less it is the share of pairs won.
    pub against_best: Option<f64>,
    /// Pairs of matches that is from.
    #[serde(default)]
    pub best_pairs: u64,
    /// Whether it is the best network now.
    pub accepted: bool,
    /// The score of the best network against the rival, 0 to 1.
    pub against_rival: Option<f64>,
    /// Pairs of matches that is from.
    #[serde(default)]
    pub rival_pairs: u64,
    /// Share of solved positions in which the network alone gives something away.
    pub mistakes: Option<f64>,
    /// Solved positions that is from.
    #[serde(default)]
    pub exercises: u64,
}

/// How wrong a network is.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Wrong {
    /// Cross-entropy of the policy, in nats.
    pub policy: f64,
    /// Squared error of the value.
    pub value: f64,
    /// Share of positions whose likeliest move is the one to learn.
    pub policy_accuracy: f64,
    /// Share of decided positions whose value has the right sign.
    pub value_accuracy: f64,
    /// Entropy of the policy, in nats.
    pub entropy: f64,
}

impl From<&Losses> for Wrong {
    fn from(losses: &Losses) -> Wrong {
        Wrong {
            policy: losses.policy,
            value: losses.value,
            policy_accuracy: losses.policy_accuracy,
            value_accuracy: losses.value_accuracy,
            entropy: losses.entropy,
        }
    }
}

impl Wrong {
    /// Loss, accuracy and entropy of the policy; none of a network without one, as in games whose moves have no
    /// numbers.
    #[must_use]
    pub fn of_policy(&self) -> Option<[f64; 3]> {
        let all = [self.policy, self.policy_accuracy, self.entropy];
        Some(all).filter(|all| all.iter().any(|measured| *measured != 0.0))
    }

    /// The mean of several.
    #[must_use]
    pub fn mean(all: &[Wrong]) -> Wrong {
        let of = |read: fn(&Wrong) -> f64| all.iter().map(read).sum::<f64>() / all.len().max(1) as f64;
        Wrong {
            policy: of(|one| one.policy),
            value: of(|one| one.value),
            policy_accuracy: of(|one| one.policy_accuracy),
            value_accuracy: of(|one| one.value_accuracy),
            entropy: of(|one| one.entropy),
        }
    }
}

impl Cycle {
    /// What lessons alone say: nothing was played, and nobody was measured against anybody.
    #[must_use]
    pub fn of_lessons(
        number: u64,
        positions: (usize, usize),
        lessons: &Lessons,
        learnt: Wrong,
        validation: Wrong,
    ) -> Cycle {
        Cycle {
            cycle: number,
            matches: 0,
            unfinished: 0,
            length: 0.0,
            positions: (positions.0 + positions.1) as u64,
            window: positions.0 as u64,
            asked_per_simulation: 0.0,
            steps: lessons.steps,
            rate: lessons.rate,
            learnt,
            validation,
            validated: validated(positions) as u64,
            against_best: None,
            best_pairs: 0,
            accepted: true,
            against_rival: None,
            rival_pairs: 0,
            mistakes: None,
            exercises: 0,
        }
    }

    /// What a line of progress says.
    #[must_use]
    pub fn measures(&self) -> Vec<(String, f64)> {
        let policy = self.validation.of_policy();
        let accepted = self.against_best.map(|_| f64::from(u8::from(self.accepted)));
        let measures = [
            ("policy-loss", policy.map(|[loss, _, _]| loss)),
            ("value-loss", Some(self.validation.value)),
            ("policy-accuracy", policy.map(|[_, accuracy, _]| accuracy)),
            ("value-accuracy", Some(self.validation.value_accuracy)),
            ("entropy", policy.map(|[_, _, entropy]| entropy)),
            ("accepted", accepted),
            ("length", Some(self.length).filter(|length| *length > 0.0)),
            ("unfinished", Some(self.unfinished as f64).filter(|unfinished| *unfinished > 0.0)),
            ("against-best", self.against_best),
            ("against-best-pairs", self.against_best.map(|_| self.best_pairs as f64)),
            ("against-rival", self.against_rival),
            ("against-rival-pairs", self.against_rival.map(|_| self.rival_pairs as f64)),
            ("mistakes", self.mistakes),
            ("mistakes-positions", self.mistakes.map(|_| self.exercises as f64)),
        ];
        measures.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))).collect()
    }
}

/// All cycles as lines of JSON.
#[must_use]
pub fn lines(cycles: &[Cycle]) -> String {
    // Plain data always serialises.
    cycles.iter().map(|cycle| serde_json::to_string(cycle).unwrap_or_default() + "\n").collect()
}

/// The cycles ranked by the accuracy of the policy, and by that of the value, as tables. What counts is what it is at
/// least, with 95 % confidence: one right answer of one is not better than 90 of 100.
#[must_use]
pub fn rankings(cycles: &[Cycle]) -> [String; 2] {
    let by = |accuracy: fn(&Cycle) -> f64| {
        let mut ranked: Vec<&Cycle> = cycles.iter().collect();
        let least = |cycle: &Cycle| {
            let n = cycle.validated;
            wilson((accuracy(cycle) * n as f64).round() as u64, n).low
        };
        ranked.sort_by(|a, b| least(b).total_cmp(&least(a)).then(a.cycle.cmp(&b.cycle)));
        let mut table =
            String::from("rank,cycle,policy_accuracy,value_accuracy,policy_loss,value_loss,positions\n");
        for (rank, cycle) in ranked.into_iter().enumerate() {
            let Wrong { policy, value, policy_accuracy, value_accuracy, .. } = cycle.validation;
            table += &format!(
                "{},{},{policy_accuracy:.6},{value_accuracy:.6},{policy:.6},{value:.6},{}\n",
                rank + 1,
                cycle.cycle,
                cycle.validated
            );
        }
        table
    };
    [by(|cycle| cycle.validation.policy_accuracy), by(|cycle| cycle.validation.value_accuracy)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lucky_answer_does_not_lead_the_ranking() {
        let lessons = Lessons { steps: 1, batch: 1, rate: 0.1 };
        let cycle = |number: u64, accuracy: f64, validated: u64| {
            let wrong = Wrong { policy_accuracy: accuracy, value_accuracy: accuracy, ..Wrong::default() };
            Cycle { validated, ..Cycle::of_lessons(number, (10, 10), &lessons, wrong, wrong) }
        };
        let [policy, value] = rankings(&[cycle(1, 1.0, 1), cycle(2, 0.9, 400), cycle(3, 0.8, 400)]);
        let order = |table: &str| -> Vec<String> {
            table.lines().skip(1).filter_map(|line| line.split(',').nth(1).map(str::to_owned)).collect()
        };
        assert_eq!(order(&policy), ["2", "3", "1"]);
        assert_eq!(order(&value), ["2", "3", "1"]);
    }
}
