//! How one network is brought up: sessions against a clone of itself, which is replaced when it is beaten.
//!
//! Where it plays itself there is no clone: matches are played in rounds on weights that do not change, on any number of
//! threads, and learnt from in their order.

use super::bout::{Learnt, Lesson, Matches, Seen};
use super::learner::Traces;
use super::returns::Returns;
use super::settings::{Opponent, Plan};
use crate::spread::{Hears, in_order};
use ludometer_agents::td::{Coding, Judge, Net};
use ludometer_game::{Rng, Seat};
use serde::{Deserialize, Serialize};

/// What a session brought.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Session {
    /// Matches learnt from so far, all sessions together.
    pub games: u64,
    /// Wins, draws and losses of the learner in the session; of the first seat where it plays itself. Matches that broke
    /// are none of them.
    pub results: [u64; 3],
    /// The mean square of how wrong the last prediction of a match was.
    pub error: f64,
    /// Plies of a match.
    pub plies: f64,
    /// Points of the learner in the test, 2 for a win and 1 for a draw, out of twice the matches.
    pub test: u64,
    /// Whether the clone became a copy of it.
    pub copied: bool,
}

impl Session {
    /// How many of the session's matches broke.
    #[must_use]
    pub fn broken(&self, plan: &Plan) -> u64 {
        plan.games.saturating_sub(self.results.iter().sum())
    }
}

/// A network in training.
#[derive(Clone, PartialEq, Debug)]
pub struct Pupil {
    /// What learns.
    pub judge: Judge,
    /// What it plays.
    pub clone: Net,
    /// What the clone was, from the first time it was replaced; of many only some.
    pub past: Vec<Net>,
    /// Sessions so far.
    pub sessions: Vec<Session>,
}

/// The rules of a school.
pub struct School<'a> {
    /// The game.
    pub matches: &'a dyn Matches,
    /// How is learnt.
    pub plan: &'a Plan,
    /// Of everything random.
    pub seed: u64,
    /// Threads to play on; what is learnt does not depend on it.
    pub threads: usize,
}

/// So many of what the clone was are remembered, at most: all of it is written after every session.
const MOST_PAST: usize = 64;

/// Forgets every second one where there are too many, but not the first and not the last.
fn thin<T>(past: &mut Vec<T>) {
    if past.len() > MOST_PAST {
        let mut place = 0..past.len();
        past.retain(|_| place.next().is_some_and(|at| at % 2 == 0));
    }
}

impl School<'_> {
    /// A network that knows nothing.
    #[must_use]
    pub fn enrol(&self, coding: Coding) -> Pupil {
        let mut rng = Rng::stream(self.seed, "weights", 0);
        let spread = self.plan.spread;
        let draw = || spread * (2.0 * rng.unit() as f32 - 1.0);
        let net = Net::new(coding.inputs(), self.plan.hidden, &self.plan.results, draw);
        Pupil { clone: net.clone(), judge: Judge { coding, net }, past: Vec::new(), sessions: Vec::new() }
    }

    /// One session; false if somebody stopped it, and nothing changed.
    #[must_use]
    pub fn teach(&self, pupil: &mut Pupil, hears: Hears<'_>) -> bool {
        let before = pupil.judge.net.clone();
        let session = match self.plan.opponent {
            Opponent::Clone => self.against_clone(pupil, hears),
            Opponent::Itself => self.against_itself(pupil, hears),
        };
        let Some(mut session) = session else {
            pupil.judge.net = before;
            return false;
        };
        session.games = self.plan.games * (pupil.sessions.len() as u64 + 1);
        if self.plan.opponent == Opponent::Clone {
            let clone = Judge { net: pupil.clone.clone(), coding: pupil.judge.coding.clone() };
            let label = format!("test {}", pupil.sessions.len());
            session.test = points(&self.contest([&pupil.judge, &clone], self.plan.tests, &label));
            session.copied = session.test > self.plan.tests;
            if session.copied {
                pupil.clone = pupil.judge.net.clone();
                pupil.past.push(pupil.judge.net.clone());
                thin(&mut pupil.past);
            }
        }
        pupil.sessions.push(session);
        true
    }

    fn against_clone(&self, pupil: &mut Pupil, hears: Hears<'_>) -> Option<Session> {
        let Pupil { judge, clone, sessions, .. } = pupil;
        let other = Judge { net: clone.clone(), coding: judge.coding.clone() };
        let mut traces = Traces::new(&judge.net);
        let mut tally = Tally::default();
        let first = sessions.len() as u64 * self.plan.games;
        for number in first..first + self.plan.games {
            if hears(number - first, self.plan.games).is_break() {
                return None;
            }
            let rates = self.plan.rates(judge.net.inputs(), number);
            let mut rng = Rng::stream(self.seed, "lesson", number);
            let seat = Seat::new((number % self.matches.seats() as u64) as u8);
            let pupil = (&mut *judge, &mut traces);
            let learnt = self.matches.learn(pupil, &other, &Lesson { seat, rates }, &mut rng);
            learnt.iter().for_each(|learnt| tally.add(learnt));
        }
        Some(tally.session())
    }

    fn against_itself(&self, pupil: &mut Pupil, hears: Hears<'_>) -> Option<Session> {
        let mut returns = Returns::default();
        let mut tally = Tally::default();
        let first = pupil.sessions.len() as u64 * self.plan.games;
        let last = first + self.plan.games;
        let mut start = first;
        while start < last {
            if hears(start - first, self.plan.games).is_break() {
                return None;
            }
            let end = (start + self.plan.round).min(last);
            let rates = self.plan.rates(pupil.judge.net.inputs(), start);
            for (seen, plies) in self.round(&pupil.judge, start, end).into_iter().flatten() {
                let mut learnt = Learnt { result: seen[0].result, error: 0.0, plies };
                for seen in &seen {
                    let error = returns.learn(&mut pupil.judge.net, &rates, seen).unwrap_or_default();
                    learnt.error += f64::from(error).powi(2) / self.matches.seats() as f64;
                }
                tally.add(&learnt);
            }
            start = end;
        }
        Some(tally.session())
    }

    /// Matches of a network with itself, in their order; none for one that broke.
    fn round(&self, judge: &Judge, start: u64, end: u64) -> Vec<Option<(Vec<Seen>, u32)>> {
        let watch = |number| self.matches.watch(judge, &mut Rng::stream(self.seed, "lesson", number));
        in_order(self.threads, start..end, watch)
    }

    /// What the first of two networks wins, draws and loses of so many matches between two opponents, in pairs from the
    /// same opening and with the same dice. Matches that broke are missing.
    #[must_use]
    pub fn contest(&self, players: [&Judge; 2], matches: u64, label: &str) -> [u64; 3] {
        let mut found = [0; 3];
        for number in 0..matches {
            // Both matches of a pair have the same opening, and the same throws as far as both last.
            let own = Rng::derive(self.seed, label, 0);
            let [mut rng, mut dice] = ["test", "dice"].map(|what| Rng::stream(own, what, number / 2));
            let mut judges = players;
            judges.rotate_left((number % 2) as usize);
            if let Some(results) = self.matches.play(&judges, &mut rng, &mut dice) {
                found[2 - points_of(results[Seat::new((number % 2) as u8)]) as usize] += 1;
            }
        }
        found
    }
}

/// 2 for a win and 1 for a draw, of all that were won, drawn and lost.
#[must_use]
pub fn points([won, drawn, _]: &[u64; 3]) -> u64 {
    2 * won + drawn
}

/// 2 for a win, 1 for a draw.
fn points_of(result: f32) -> u64 {
    match result {
        won if won > 0.0 => 2,
        lost if lost < 0.0 => 0,
        _ => 1,
    }
}

/// What the matches of a session add up to.
#[derive(Default)]
struct Tally {
    results: [u64; 3],
    error: f64,
    plies: u64,
}

impl Tally {
    fn add(&mut self, learnt: &Learnt) {
        self.results[2 - points_of(learnt.result) as usize] += 1;
        self.error += learnt.error;
        self.plies += u64::from(learnt.plies);
    }

    fn session(&self) -> Session {
        let games = self.results.iter().sum::<u64>().max(1) as f64;
        Session {
            results: self.results,
            error: self.error / games,
            plies: self.plies as f64 / games,
            ..Session::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_and_the_last_of_many_are_remembered() {
        let mut past = Vec::new();
        for number in 0..1000 {
            past.push(number);
            thin(&mut past);
            assert!(past.len() <= MOST_PAST && past[0] == 0 && past.last() == Some(&number));
        }
        assert!(past.is_sorted() && past.len() > MOST_PAST / 2);
    }
}
