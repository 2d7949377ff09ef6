//! A training under way: rounds until all episodes are learnt from, marks in between, and what is kept.

use super::cold::{Cold, STORE};
use super::episode::{Cast, Manner};
use super::mark::{METRICS, Mark, next_mark, of};
use super::page::{PAGE, page};
use super::round::{Rounds, Tally, begin};
use super::settings::{self, Plan, Role};
use crate::training::{TIME_IS_UP, with_count};
use crate::{BotFolder, Job, Progress, STATE, Saved, TrainError, Trained, Training, Watch, Wish};
use ludometer_agents::bot::{BOT, Bot};
use ludometer_agents::q::{KIND, Nothing, Pair, TABLE, Table, Values};
use ludometer_agents::{AgentSpec, Ready, prepare};
use ludometer_game::{Fault, Game};
use std::fs::{self, File};
use std::io::{BufReader, BufWriter, Write};
use std::path::Path;
use std::time::{Duration, Instant};

/// Matches of each test at a mark.
const SHOWN: u64 = 200;
/// Writing takes at most this share of the time: one part in so many.
const PATIENCE: u32 = 20;

/// A training under way.
pub(super) struct Course<'a, G: Game> {
    game: &'a G,
    training: &'a Training<'a>,
    plan: &'a Plan,
    job: Job,
    cast: Cast<G>,
    values: Values,
    /// What does not fit into memory.
    cold: Option<Cold>,
    marks: Vec<Mark>,
    /// None in a dry run.
    folder: Option<BotFolder>,
    before: u64,
    /// When the bot was written, and how long that took.
    written: (Instant, Duration),
}

impl<'a, G: Game> Course<'a, G> {
    /// Begins a training, or goes on with one.
    pub fn begin(
        game: &'a G,
        training: &'a Training<'a>,
        plan: &'a Plan,
        job: Job,
        known: bool,
    ) -> Result<Self, TrainError> {
        let cast = cast(game, plan)?;
        let memory = settings::memory(training.params)?;
        let mut values = begin(plan, game.seats(), game.bounds());
        let folder = match training.dry {
            true => None,
            false => Some(BotFolder::take(training.folder, &job)?),
        };
        if let Some(folder) = &folder {
            let saved = Saved { job: job.clone(), iterations: 0, numbers: Vec::new() };
            folder.write(STATE, &saved.to_bytes())?;
            // A training that was killed may have left it.
            folder.remove(STORE)?;
        }
        let cold = match (&folder, memory) {
            (Some(folder), Some(limit)) => Some(store(folder, values.tables.len(), limit)?),
            _ => None,
        };
        let mut marks = Vec::new();
        if let Some(folder) = folder.as_ref().filter(|_| known) {
            let place = folder.path().join(TABLE);
            if place.exists() {
                let fresh = (values.tables.len(), values.each);
                values = read(&place, cold.as_ref())?;
                if (values.tables.len(), values.each) != fresh {
                    return Err(TrainError::Damaged(place));
                }
            }
            let lines = fs::read_to_string(folder.path().join(METRICS)).unwrap_or_default();
            marks = Mark::read(&lines, values.episodes);
        }
        let (before, written) = (values.episodes, (Instant::now(), Duration::ZERO));
        Ok(Course { game, training, plan, job, cast, values, cold, marks, folder, before, written })
    }

    /// Trains to the end.
    pub fn run(mut self, total: u64, watch: &mut dyn Watch) -> Result<Trained, TrainError> {
        if self.before > total {
            let path = self.training.folder.to_owned();
            return Err(TrainError::Further { path, done: self.before, unit: "episodes" });
        }
        let notes = self.notes();
        watch.began(&notes, self.before);
        let mut ended = None;
        let mut since = Tally::default();
        while self.values.episodes < total {
            let done = self.values.episodes;
            let mark = next_mark(done).min(total);
            let upto = (done + self.plan.round_after(done)).min(mark);
            let Course { game, training, plan, cast, values, cold, .. } = &mut self;
            let (seed, threads, cold) = (training.seed, training.threads, cold.as_ref());
            let rounds = Rounds { game: *game, plan, cast, seed, threads, cold };
            match rounds.learn(values, done..upto) {
                Ok(tally) => {
                    since.add(&tally);
                    refuse_a_broken_game(&since)?;
                }
                Err(fault) => {
                    // Where an agent fails nothing of the round was learnt yet. A store that fails may leave half of
                    // it: the table stays as it was written last.
                    if self.cold.is_none() {
                        self.keep()?;
                    }
                    return Err(TrainError::Failed(fault));
                }
            }
            if upto == mark {
                let mark = self.mark(&std::mem::take(&mut since))?;
                watch.reached(&Progress { done: upto, total, measures: mark.measures() });
                self.marks.push(mark);
                if self.marks.len() == 1 {
                    // From here on it can be played.
                    self.keep()?;
                }
            }
            match watch.wish() {
                Wish::Enough => {
                    ended = Some(TIME_IS_UP.to_owned());
                    break;
                }
                Wish::Stop if upto < total => {
                    self.keep()?;
                    let (path, unit) = (self.training.folder.to_owned(), "episodes");
                    return Err(TrainError::Stopped { unit, done: upto, total, path });
                }
                _ => self.keep_now_and_then()?,
            }
        }
        self.keep()?;
        let bot = self.bot(String::new());
        Ok(Trained { bot, folder: self.training.folder.to_owned(), before: self.before, notes, ended })
    }

    fn rounds(&self) -> Rounds<'_, G> {
        let (seed, threads) = (self.training.seed, self.training.threads);
        Rounds { game: self.game, plan: self.plan, cast: &self.cast, seed, threads, cold: self.cold.as_ref() }
    }

    /// Measures what was learnt so far.
    fn mark(&self, since: &Tally) -> Result<Mark, TrainError> {
        let rounds = self.rounds();
        let show =
            |manner, label: &str| rounds.show(&self.values, manner, label, SHOWN).map_err(TrainError::Failed);
        let learns = |seat: usize| matches!(self.plan.roles[seat], Role::Learner { .. });
        let seats = self.game.seats();
        let all = (0..seats).all(learns) && seats > 1;
        let clones = if all { show(Manner::Showing, "clones")?.results } else { Vec::new() };
        let mut against_random = vec![[0; 3]; seats];
        for seat in (0..seats).filter(|seat| learns(*seat)) {
            against_random[seat] = of(&show(Manner::Against(seat), "against random")?, seat);
        }
        // Random play learns nothing: it is the same at every mark.
        let random = match self.marks.last().filter(|mark| !mark.random.is_empty()) {
            Some(before) => before.random.clone(),
            None => show(Manner::Random, "random play")?.results,
        };
        let sum = |read: fn(&Table) -> usize| self.values.tables.iter().map(read).sum::<usize>() as u64;
        Ok(Mark {
            episodes: self.values.episodes,
            states: sum(Table::states) + self.cold.as_ref().map_or(0, Cold::states),
            pairs: sum(Table::pairs) + self.cold.as_ref().map_or(0, Cold::all_pairs),
            bytes: sum(Table::bytes),
            learning: since.results.clone(),
            broken: since.broken,
            clones,
            against_random,
            random,
        })
    }

    fn keep_now_and_then(&mut self) -> Result<(), TrainError> {
        const SELDOM: Duration = Duration::from_secs(10);
        let (when, took) = self.written;
        if when.elapsed() > SELDOM.max(took * PATIENCE) { self.keep() } else { Ok(()) }
    }

    /// Writes the bot as it is. Who plays it reads one file, which is replaced at once.
    fn keep(&mut self) -> Result<(), TrainError> {
        let Some(folder) = &self.folder else { return Ok(()) };
        let began = Instant::now();
        let mut print = String::new();
        folder.write_with(TABLE, |file| {
            let mut file = BufWriter::new(file);
            print = match &self.cold {
                Some(cold) => self.values.write_to(&mut file, cold)?,
                None => self.values.write_to(&mut file, &Nothing)?,
            };
            file.flush()
        })?;
        let bot = self.bot(print);
        folder.write(METRICS, Mark::lines(&self.marks).as_bytes())?;
        folder.write(PAGE, page(&bot, &self.marks).as_bytes())?;
        folder.write(BOT, bot.to_toml().as_bytes())?;
        self.written = (Instant::now(), began.elapsed());
        Ok(())
    }

    fn bot(&self, fingerprint: String) -> Bot {
        Bot {
            iterations: self.values.episodes,
            fingerprint,
            command: with_count(&self.training.command, "--episodes", self.values.episodes as usize),
            measures: self.marks.last().map(Mark::measures).unwrap_or_default().into_iter().collect(),
            ..self.job.bot(KIND, self.training.params.word("method"), self.training)
        }
    }

    fn notes(&self) -> Vec<String> {
        let who = |(seat, role): (usize, &Role)| match role {
            Role::Learner { .. } => format!("seat {} learns", seat + 1),
            Role::Agent(spec) => format!("seat {} is {spec}", seat + 1),
        };
        vec![self.plan.roles.iter().enumerate().map(who).collect::<Vec<_>>().join(", ")]
    }
}

/// Refuses to go on where no match ever comes to its end.
fn refuse_a_broken_game(tally: &Tally) -> Result<(), TrainError> {
    const ENOUGH: u64 = 10;
    if tally.matches() > 0 || tally.broken < ENOUGH {
        return Ok(());
    }
    let why = tally.why.clone().unwrap_or_else(|| "the rules broke".into());
    let what = format!("the first {} matches all broke: {why}", tally.broken);
    Err(TrainError::Failed(Fault { what, place: "train q".into(), value: String::new() }))
}

/// A store for what does not fit into memory.
fn store(folder: &BotFolder, tables: usize, limit: usize) -> Result<Cold, TrainError> {
    Cold::new(folder.path(), tables, limit).map_err(|error| {
        let place = folder.path().join(STORE);
        TrainError::File { path: place, cause: std::io::Error::other(error) }
    })
}

/// Reads a table; what does not fit into memory goes to the store.
fn read(place: &Path, cold: Option<&Cold>) -> Result<Values, TrainError> {
    let file = File::open(place).map_err(TrainError::file(place))?;
    let mut failed = None;
    let mut keep = |table: usize, shard: usize, pairs: &[Pair]| match cold {
        // Everything is cold at first: what is met comes to memory.
        Some(cold) => {
            failed = failed.take().or(cold.store(table, shard, pairs).err());
            false
        }
        None => true,
    };
    let values = Values::read_from(&mut BufReader::new(file), &mut keep);
    match failed {
        Some(fault) => Err(TrainError::Failed(fault)),
        None => values.map_err(|_| TrainError::Damaged(place.to_owned())),
    }
}

/// Makes the agents ready that do not learn.
fn cast<G: Game>(game: &G, plan: &Plan) -> Result<Cast<G>, TrainError> {
    let ready = |spec: &str| -> Result<Ready<G>, TrainError> { Ok(prepare(game, &AgentSpec::read(spec)?)?) };
    let agents = plan.roles.iter().map(|role| match role {
        Role::Learner { .. } => Ok(None),
        Role::Agent(spec) => ready(spec).map(Some),
    });
    Ok(Cast {
        agents: agents.collect::<Result<_, _>>()?,
        explorer: plan.explorer.as_deref().map(ready).transpose()?,
    })
}
