//! Contests that measure a network: against the best one so far, and against another agent.

use super::bout::{Bout, Step};
use super::settings::Plan;
use ludometer_agents::network::{Asked, Model};
use ludometer_agents::puct::Settings;
use ludometer_agents::{AgentError, AgentSpec, Ready, prepare};
use ludometer_game::Game;
use ludometer_stats::{Sprt, SprtAnswer};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;

/// Pairs between two looks at the sequential test.
const ROUND: u64 = 10;
/// The difference in Elo that is worse, and the one that is better: in games that good players draw nobody would ever
/// be better by much.
const ELO: (f64, f64) = (-20.0, 20.0);
/// Matches a thread plays at once, so that positions they wait for are judged together.
const AT_ONCE: usize = 10;

/// Who plays.
pub(super) enum Player<'a, G: Game> {
    /// A network with a search.
    Network(&'a Model, Settings),
    /// Any other agent.
    Other(&'a Ready<G>),
}

/// Points of the first player over pairs of matches: 0, ½, 1, 1½ and 2 out of 2.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Score {
    pub counts: [u64; 5],
}

impl Score {
    /// Pairs that were played.
    pub fn pairs(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The mean, 0 to 1.
    pub fn mean(&self) -> f64 {
        let pairs = self.pairs();
        let points: u64 = self.counts.iter().zip(0u64..).map(|(count, points)| count * points).sum();
        points as f64 / (4 * pairs.max(1)) as f64
    }
}

/// A contest between two players.
pub(super) struct Contest<'a, G: Game> {
    pub game: &'a G,
    pub players: [Player<'a, G>; 2],
    /// Where its random streams come from.
    pub seed: u64,
    pub label: &'static str,
}

impl<G: Game> Contest<'_, G> {
    /// Whether the first player is better, by a sequential test of at most so many pairs. Where that decides nothing,
    /// whoever has half is taken: it has learnt more, and between good players of some games all is drawn.
    pub fn gate(&self, pairs: u64, threads: usize) -> (bool, Score) {
        let test = Sprt::new(ELO.0, ELO.1);
        let mut score = Score::default();
        let mut played = 0;
        while played < pairs {
            let upto = (played + ROUND).min(pairs);
            for (sum, more) in score.counts.iter_mut().zip(self.play(played..upto, threads).counts) {
                *sum += more;
            }
            played = upto;
            match test.answer(test.llr_of_pairs(score.counts)) {
                SprtAnswer::AcceptH1 => return (true, score),
                SprtAnswer::AcceptH0 => return (false, score),
                SprtAnswer::Continue => {}
            }
        }
        (score.mean() >= 0.5, score)
    }

    /// Plays pairs by their numbers: the same opening, once with the first player in each seat.
    pub fn play(&self, pairs: std::ops::Range<u64>, threads: usize) -> Score {
        let turns = self.game.seats().max(2) as u64;
        let (next, last) = (AtomicU64::new(pairs.start * turns), pairs.end * turns);
        let (send, receive) = mpsc::channel();
        let mut points: BTreeMap<u64, BTreeMap<usize, f32>> = BTreeMap::new();
        std::thread::scope(|scope| {
            for _ in 0..threads.max(1) {
                let (send, next) = (send.clone(), &next);
                scope.spawn(move || self.work(next, last, turns, &send));
            }
            drop(send);
            for ((pair, turn), won) in receive {
                points.entry(pair).or_default().insert(turn, won);
            }
        });
        let mut score = Score::default();
        // In the order of turns: in which order matches end is a matter of chance, and sums are rounded.
        let pairs = points.values().map(|pair| pair.values().copied().collect::<Vec<f32>>());
        pairs.for_each(|pair| score.counts[bin(&pair)] += 1);
        score
    }

    /// One thread: keeps its places filled with matches until there are none left.
    fn work(&self, next: &AtomicU64, last: u64, turns: u64, send: &mpsc::Sender<((u64, usize), f32)>) {
        let (mut asked, mut bouts): (Asked, Vec<Bout<G>>) = (Asked::default(), Vec::new());
        loop {
            while bouts.len() < AT_ONCE {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= last {
                    break;
                }
                bouts.push(Bout::new(self, number / turns, (number % turns) as usize));
            }
            bouts.retain_mut(|bout| match bout.advance(self) {
                Step::Waits => true,
                Step::Over(points) => {
                    // Whoever listens waits for all of them.
                    let _ = send.send((bout.place(), points));
                    false
                }
            });
            if bouts.is_empty() && next.load(Ordering::Relaxed) >= last {
                return;
            }
            for (which, player) in self.players.iter().enumerate() {
                if let Player::Network(model, _) = player {
                    self.judge(which, model, &mut bouts, &mut asked);
                }
            }
        }
    }

    /// Asks a network about all positions its searches wait for, at once.
    fn judge(&self, which: usize, model: &Model, bouts: &mut [Bout<G>], asked: &mut Asked) {
        asked.begin();
        for leaf in bouts.iter().filter_map(|bout| bout.leaf(which)) {
            asked.push(model, self.game, &leaf.state, leaf.seat);
        }
        asked.answer(model);
        let waiting = bouts.iter_mut().filter(|bout| bout.leaf(which).is_some());
        for (position, bout) in waiting.enumerate() {
            bout.hear(self, asked, position);
        }
    }
}

/// The place of a pair among the counts of a [`Score`]. Where matches are won by more or by less, as at cards, the pair
/// goes to who has more of both together.
fn bin(points: &[f32]) -> usize {
    const NOTHING: f64 = 1e-6;
    let mean = points.iter().map(|won| f64::from(*won)).sum::<f64>() / points.len().max(1) as f64;
    let plain = points.iter().all(|won| [0.0, 0.5, 1.0].contains(won));
    match mean - 0.5 {
        _ if plain && points.len() == 2 => (4.0 * mean).round() as usize,
        more if more > NOTHING => 4,
        more if more < -NOTHING => 0,
        _ => 2,
    }
}

/// The agent networks are measured against.
pub(super) fn rival<G: Game>(game: &G, plan: &Plan) -> Result<Ready<G>, AgentError> {
    prepare(game, &AgentSpec::read(&plan.rival)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_counted_by_results_or_by_who_has_more() {
        assert_eq!([bin(&[1.0, 1.0]), bin(&[1.0, 0.5]), bin(&[0.0, 1.0]), bin(&[0.0, 0.0])], [4, 3, 2, 0]);
        assert_eq!([bin(&[0.54, 0.5]), bin(&[0.46, 0.5]), bin(&[0.54, 0.46])], [4, 0, 2]);
        assert_eq!([bin(&[1.0, 0.4, 0.4, 0.4, 0.4, 0.4]), bin(&[0.4, 0.4, 1.0, 0.4, 0.4, 0.4])], [2, 2]);
    }
}
