//! A round: matches on tables that do not change, on all threads, then everything they teach, in the order of the
//! matches. What is learnt does not depend on how many threads there are.

use super::episode::{Cast, Episode, Manner};
use super::lesson::{Lesson, Past, Teacher, result};
use super::settings::Plan;
use ludometer_agents::q::{SHARDS, Shard, Table, Values};
use ludometer_game::{Fault, Game, Payoff, Rng, Seat};
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Fewer matches than this are not worth a second thread.
const WORTH_A_THREAD: u64 = 64;
/// Parts of a round for each thread, so that none waits long for the last one.
const PARTS: usize = 4;

/// How matches ended, seat by seat: won, drawn, lost; and those that broke.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Won, drawn and lost, by seat.
    pub results: Vec<[u64; 3]>,
    /// Matches that broke, which teach nothing.
    pub broken: u64,
}

impl Tally {
    fn new(seats: usize) -> Tally {
        Tally { results: vec![[0; 3]; seats], broken: 0 }
    }

    /// Counts those of another.
    pub fn add(&mut self, other: &Tally) {
        self.results.resize(other.results.len().max(self.results.len()), [0; 3]);
        for (own, more) in self.results.iter_mut().flatten().zip(other.results.iter().flatten()) {
            *own += more;
        }
        self.broken += other.broken;
    }

    /// Matches that were played to their end.
    #[must_use]
    pub fn matches(&self) -> u64 {
        self.results.first().map_or(0, |results| results.iter().sum())
    }
}

/// Plays rounds.
pub struct Rounds<'a, G: Game> {
    /// The game.
    pub game: &'a G,
    /// What is learnt, and how.
    pub plan: &'a Plan,
    /// Who plays beside the learners.
    pub cast: &'a Cast<G>,
    /// The seed of everything random.
    pub seed: u64,
    /// Threads to play on.
    pub threads: usize,
}

/// What a part of a round taught, by who will apply it, and how its matches ended.
type Part = (Vec<Vec<Lesson>>, Tally);

impl<G: Game> Rounds<'_, G> {
    /// Plays matches by their numbers and learns from them.
    ///
    /// # Errors
    /// When an agent fails; nothing of the round is learnt then.
    pub fn learn(&self, values: &mut Values, numbers: Range<u64>) -> Result<Tally, Fault> {
        let many = numbers.end - numbers.start >= WORTH_A_THREAD;
        let threads = if many { self.threads.max(1) } else { 1 };
        let parts = self.parts(values, numbers, threads)?;
        apply(values, &parts, threads, self.plan.start);
        values.episodes += parts.iter().map(|(_, tally)| tally.matches() + tally.broken).sum::<u64>();
        let mut tally = Tally::new(self.game.seats());
        parts.iter().for_each(|(_, part)| tally.add(part));
        Ok(tally)
    }

    fn parts(&self, values: &Values, numbers: Range<u64>, threads: usize) -> Result<Vec<Part>, Fault> {
        if threads == 1 {
            return Ok(vec![self.part(values, numbers, 1)?]);
        }
        let count = threads * PARTS;
        let length = numbers.end - numbers.start;
        let bound = |at: usize| numbers.start + length * at as u64 / count as u64;
        let (next, done) = (AtomicUsize::new(0), Mutex::new(vec![None; count]));
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    loop {
                        let at = next.fetch_add(1, Ordering::Relaxed);
                        if at >= count {
                            return;
                        }
                        let part = self.part(values, bound(at)..bound(at + 1), threads);
                        done.lock().unwrap_or_else(PoisonError::into_inner)[at] = Some(part);
                    }
                });
            }
        });
        let done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
        done.into_iter().flatten().collect()
    }

    fn part(&self, values: &Values, numbers: Range<u64>, owners: usize) -> Result<Part, Fault> {
        let mut lessons = vec![Vec::new(); owners];
        let mut tally = Tally::new(self.game.seats());
        let mut episode = Episode::new(self.game, self.plan, self.cast);
        let mut teacher = Teacher::new(self.plan);
        for number in numbers {
            let mut rng = Rng::stream(self.seed, "episode", number);
            let Some(payoff) = episode.play(values, number, Manner::Learning, &mut rng)? else {
                tally.broken += 1;
                continue;
            };
            count(&mut tally, &payoff);
            let mut past = Past { number, steps: &episode.steps, rows: &mut episode.rows, payoff };
            teacher.teach(&mut past, &mut rng, &mut |lesson| {
                lessons[owner(lesson.place.shard(), owners)].push(lesson);
            });
        }
        Ok((lessons, tally))
    }

    /// Plays matches to be looked at; nothing is learnt.
    ///
    /// # Errors
    /// When an agent fails.
    pub fn show(&self, values: &Values, manner: Manner, label: &str, matches: u64) -> Result<Tally, Fault> {
        let mut tally = Tally::new(self.game.seats());
        let mut episode = Episode::new(self.game, self.plan, self.cast);
        for number in 0..matches {
            let mut rng = Rng::stream(self.seed, label, number);
            match episode.play(values, 0, manner, &mut rng)? {
                Some(payoff) => count(&mut tally, &payoff),
                None => tally.broken += 1,
            }
        }
        Ok(tally)
    }
}

fn count(tally: &mut Tally, payoff: &Payoff) {
    for (seat, results) in tally.results.iter_mut().enumerate() {
        results[result(payoff, Seat::new(seat as u8))] += 1;
    }
}

/// Who applies what is learnt about a shard.
fn owner(shard: usize, owners: usize) -> usize {
    shard * owners / SHARDS
}

/// Applies everything that was taught, each owner its own shards, in the order of the matches.
fn apply(values: &mut Values, parts: &[Part], owners: usize, start: f32) {
    let first = |owner: usize| (owner * SHARDS).div_ceil(owners);
    let mut shares: Vec<Vec<&mut [Shard]>> = (0..owners).map(|_| Vec::new()).collect();
    for table in &mut values.tables {
        let mut rest = table.shards_mut();
        for (owner, share) in shares.iter_mut().enumerate() {
            let (own, more) = rest.split_at_mut(first(owner + 1) - first(owner));
            share.push(own);
            rest = more;
        }
    }
    let work = |owner: usize, share: &mut [&mut [Shard]]| {
        for lesson in parts.iter().flat_map(|(lessons, _)| &lessons[owner]) {
            let shard = &mut share[usize::from(lesson.table)][lesson.place.shard() - first(owner)];
            let value = shard.value(lesson.place, lesson.slot, start);
            *value += lesson.rate * (lesson.target - *value);
        }
    };
    if owners == 1 {
        return shares.iter_mut().for_each(|share| work(0, share));
    }
    std::thread::scope(|scope| {
        for (owner, share) in shares.iter_mut().enumerate() {
            let work = &work;
            scope.spawn(move || work(owner, share));
        }
    });
}

/// Empty tables for a plan.
pub fn begin(plan: &Plan, seats: usize, bounds: (f32, f32)) -> Values {
    let each = plan.tables_each();
    let largest = match plan.rewards {
        Some(rewards) => rewards.iter().fold(0.0f32, |most, reward| most.max(reward.abs())),
        None => bounds.0.abs().max(bounds.1.abs()),
    };
    let tables = vec![Table::default(); each * seats];
    Values { episodes: 0, start: plan.start, largest, folded: plan.folded, each, tables }
}
