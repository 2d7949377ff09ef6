//! A round: matches on tables that do not change, on all threads, then everything they teach, in the order of the
//! matches. What is learnt does not depend on how many threads there are.

use super::cold::Cold;
use super::episode::{Cast, Manner, Sitting, Sittings};
use super::lesson::{Lesson, Teacher, result};
use super::settings::Plan;
use ludometer_agents::q::{SHARDS, Shard, Table, Values};
use ludometer_game::{Fault, Game, Rng, Seat};
use std::hint::black_box;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Fewer matches than this are not worth a second thread.
const WORTH_A_THREAD: u64 = 64;
/// Parts of a round for each thread, so that none waits long for the last one.
const PARTS: usize = 4;
/// Lessons are sorted into so many bins by their shards, and applied bin by bin: so they stay within a few pages of
/// memory for a while.
const BINS: usize = 64;
/// Lessons whose memory is fetched at once.
const FETCHED: usize = 32;

/// How matches ended, seat by seat: won, drawn, lost; and those that broke.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Won, drawn and lost, by seat.
    pub results: Vec<[u64; 3]>,
    /// Matches that broke, which teach nothing.
    pub broken: u64,
    /// Why the first of them did.
    pub why: Option<String>,
}

impl Tally {
    fn new(seats: usize) -> Tally {
        Tally { results: vec![[0; 3]; seats], broken: 0, why: None }
    }

    /// Counts those of another.
    pub fn add(&mut self, other: &Tally) {
        self.results.resize(other.results.len().max(self.results.len()), [0; 3]);
        for (own, more) in self.results.iter_mut().flatten().zip(other.results.iter().flatten()) {
            *own += more;
        }
        self.broken += other.broken;
        self.why = self.why.take().or_else(|| other.why.clone());
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
    /// What does not fit into memory.
    pub cold: Option<&'a Cold>,
}

/// What a part of a round taught, by bin, and how its matches ended.
type Part = (Vec<Vec<Lesson>>, Tally);

impl<'a, G: Game> Rounds<'a, G> {
    /// Plays matches by their numbers and learns from them.
    ///
    /// # Errors
    /// When an agent fails; nothing of the round is learnt then. When what does not fit into memory cannot be read or
    /// written: the tables are of no use then.
    pub fn learn(&self, values: &mut Values, numbers: Range<u64>) -> Result<Tally, Fault> {
        let many = numbers.end - numbers.start >= WORTH_A_THREAD;
        let owners = if many { self.threads.max(1) } else { 1 };
        let parts = on_threads(self.threads, numbers, |numbers| self.part(values, numbers))?;
        self.apply(values, &parts, owners.min(BINS))?;
        if let Some(cold) = self.cold {
            cold.make_room(values)?;
        }
        values.episodes += parts.iter().map(|(_, tally)| tally.matches() + tally.broken).sum::<u64>();
        let mut tally = Tally::new(self.game.seats());
        parts.iter().for_each(|(_, part)| tally.add(part));
        Ok(tally)
    }

    /// Applies everything that was taught, each owner its own bins, in the order of the matches.
    fn apply(&self, values: &mut Values, parts: &[Part], owners: usize) -> Result<(), Fault> {
        let bins = |owner: usize| owner * BINS / owners..(owner + 1) * BINS / owners;
        let mut shares: Vec<Vec<&mut [Shard]>> = (0..owners).map(|_| Vec::new()).collect();
        for table in &mut values.tables {
            let mut rest = table.shards_mut();
            for (owner, share) in shares.iter_mut().enumerate() {
                let (own, more) = rest.split_at_mut(bins(owner).len() * (SHARDS / BINS));
                share.push(own);
                rest = more;
            }
        }
        let (start, cold) = (self.plan.start, self.cold);
        let work = |owner: usize, share: &mut [&mut [Shard]]| {
            let first = bins(owner).start * (SHARDS / BINS);
            let all = bins(owner).flat_map(|bin| parts.iter().map(move |(lessons, _)| &lessons[bin]));
            all.into_iter().try_for_each(|lessons| apply_bin(share, first, lessons, start, cold))
        };
        if let [alone] = &mut shares[..] {
            return work(0, alone);
        }
        std::thread::scope(|scope| {
            let mut working = Vec::new();
            for (owner, share) in shares.iter_mut().enumerate() {
                let work = &work;
                working.push(scope.spawn(move || work(owner, share)));
            }
            working
                .into_iter()
                .try_for_each(|thread| thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
        })
    }

    fn part(&self, values: &Values, numbers: Range<u64>) -> Result<Part, Fault> {
        let mut lessons = vec![Vec::new(); BINS];
        let mut tally = Tally::new(self.game.seats());
        let mut teacher = Teacher::new(self.plan);
        let mut over = |sitting: &mut Sitting<G>| {
            count(&mut tally, sitting);
            if let Some(mut past) = sitting.past() {
                teacher.teach(&mut past, &mut |lesson| {
                    lessons[lesson.place.shard() / (SHARDS / BINS)].push(lesson);
                });
            }
        };
        let dice = |number| Rng::stream(self.seed, "episode", number);
        let mut sittings = Sittings::new(self, Manner::Learning);
        sittings.play(values, numbers, dice, &mut over)?;
        Ok((lessons, tally))
    }

    /// Plays matches to be looked at; nothing is learnt.
    ///
    /// # Errors
    /// When an agent fails.
    pub fn show(&self, values: &Values, manner: Manner, label: &str, matches: u64) -> Result<Tally, Fault> {
        let shown = on_threads(self.threads, 0..matches, |numbers| {
            let mut tally = Tally::new(self.game.seats());
            let dice = |number| Rng::stream(self.seed, label, number);
            let mut sittings = Sittings::new(self, manner);
            let mut over = |sitting: &mut Sitting<G>| count(&mut tally, sitting);
            sittings.play(values, numbers, dice, &mut over)?;
            Ok(tally)
        })?;
        let mut tally = Tally::new(self.game.seats());
        shown.iter().for_each(|part| tally.add(part));
        Ok(tally)
    }
}

/// Cuts numbers into parts and does something with each on so many threads; what comes out is in their order.
fn on_threads<T: Send>(
    threads: usize,
    numbers: Range<u64>,
    work: impl Fn(Range<u64>) -> Result<T, Fault> + Sync,
) -> Result<Vec<T>, Fault> {
    let length = numbers.end - numbers.start;
    if threads <= 1 || length < WORTH_A_THREAD {
        return Ok(vec![work(numbers)?]);
    }
    let count = threads * PARTS;
    let bound = |at: usize| numbers.start + length * at as u64 / count as u64;
    let (next, done) = (AtomicUsize::new(0), Mutex::new((0..count).map(|_| None).collect::<Vec<_>>()));
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    if at >= count {
                        return;
                    }
                    let part = work(bound(at)..bound(at + 1));
                    done.lock().unwrap_or_else(PoisonError::into_inner)[at] = Some(part);
                }
            });
        }
    });
    done.into_inner().unwrap_or_else(PoisonError::into_inner).into_iter().flatten().collect()
}

fn count<G: Game>(tally: &mut Tally, sitting: &Sitting<G>) {
    let Some(payoff) = &sitting.payoff else {
        tally.broken += 1;
        tally.why = tally.why.take().or_else(|| sitting.why.clone());
        return;
    };
    for (seat, results) in tally.results.iter_mut().enumerate() {
        results[result(payoff, Seat::new(seat as u8))] += 1;
    }
}

/// Applies lessons to the shards of all tables, from the first one given on.
fn apply_bin(
    share: &mut [&mut [Shard]],
    first: usize,
    lessons: &[Lesson],
    start: f32,
    cold: Option<&Cold>,
) -> Result<(), Fault> {
    let at = |lesson: &Lesson| (usize::from(lesson.table), lesson.place.shard() - first);
    for few in lessons.chunks(FETCHED) {
        let fetched = few.iter().map(|lesson| {
            let (table, shard) = at(lesson);
            share[table][shard].fetch(lesson.place)
        });
        black_box(fetched.sum::<usize>());
        for lesson in few {
            let (table, shard) = at(lesson);
            let shard = &mut share[table][shard];
            if let Some(cold) = cold {
                cold.fetch_back(table, lesson.place, shard)?;
            }
            let value = shard.value(lesson.place, lesson.slot, start);
            *value += lesson.rate * (lesson.target - *value);
        }
    }
    Ok(())
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
