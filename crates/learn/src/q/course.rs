//! A training under way: rounds until all episodes are learnt from, marks in between, and what is kept.

use super::episode::{Cast, Manner};
use super::mark::{METRICS, Mark, next_mark, of};
use super::page::{PAGE, page};
use super::round::{Rounds, Tally, begin};
use super::settings::{Plan, Role};
use crate::training::{TIME_IS_UP, with_count};
use crate::{BotFolder, Job, Progress, STATE, Saved, TrainError, Trained, Training, Watch, Wish};
use ludometer_agents::bot::{BOT, BOT_SCHEMA, Bot, fingerprint};
use ludometer_agents::q::{KIND, TABLE, Table, Values};
use ludometer_agents::{AgentSpec, Ready, prepare};
use ludometer_game::Game;
use std::fs;
use std::time::{Duration, Instant};

/// Matches of each test at a mark.
const SHOWN: u64 = 200;
/// Writing takes at most this share of the time: one part in so many.
const PATIENCE: u32 = 10;

/// A training under way.
pub(super) struct Course<'a, G: Game> {
    game: &'a G,
    training: &'a Training<'a>,
    plan: &'a Plan,
    job: Job,
    cast: Cast<G>,
    values: Values,
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
        let mut values = begin(plan, game.seats(), game.bounds());
        let folder = match training.dry {
            true => None,
            false => Some(BotFolder::take(training.folder, &job)?),
        };
        let mut marks = Vec::new();
        if let Some(folder) = folder.as_ref().filter(|_| known) {
            let place = folder.path().join(TABLE);
            if place.exists() {
                let bytes = fs::read(&place).map_err(TrainError::file(&place))?;
                values = Values::from_bytes(&bytes).map_err(|_| TrainError::Damaged(place))?;
            }
            let lines = fs::read_to_string(folder.path().join(METRICS)).unwrap_or_default();
            marks = Mark::read(&lines, values.episodes);
        }
        let (before, written) = (values.episodes, (Instant::now(), Duration::ZERO));
        Ok(Course { game, training, plan, job, cast, values, marks, folder, before, written })
    }

    /// Trains to the end.
    pub fn run(mut self, total: u64, watch: &mut dyn Watch) -> Result<Trained, TrainError> {
        if self.before > total {
            let path = self.training.folder.to_owned();
            return Err(TrainError::Further { path, done: self.before, unit: "episodes" });
        }
        let notes = self.notes();
        watch.began(&notes, self.before);
        if let Some(folder) = &self.folder {
            let saved = Saved { job: self.job.clone(), iterations: 0, numbers: Vec::new() };
            folder.write(STATE, &saved.to_bytes())?;
        }
        let mut ended = None;
        let mut since = Tally::default();
        while self.values.episodes < total {
            let done = self.values.episodes;
            let mark = next_mark(done).min(total);
            let upto = (done + self.plan.round_after(done)).min(mark);
            let Course { game, training, plan, cast, values, .. } = &mut self;
            let rounds = Rounds { game: *game, plan, cast, seed: training.seed, threads: training.threads };
            since.add(&rounds.learn(values, done..upto).map_err(TrainError::Failed)?);
            if upto == mark {
                let mark = self.mark(&std::mem::take(&mut since))?;
                watch.reached(&Progress { done: upto, total, measures: mark.measures() });
                self.marks.push(mark);
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
        Rounds { game: self.game, plan: self.plan, cast: &self.cast, seed, threads }
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
        let sum = |read: fn(&Table) -> usize| self.values.tables.iter().map(read).sum::<usize>() as u64;
        Ok(Mark {
            episodes: self.values.episodes,
            states: sum(Table::states),
            pairs: sum(Table::pairs),
            bytes: sum(Table::bytes),
            learning: since.results.clone(),
            broken: since.broken,
            clones,
            against_random,
        })
    }

    fn keep_now_and_then(&mut self) -> Result<(), TrainError> {
        const SELDOM: Duration = Duration::from_secs(5);
        let (when, took) = self.written;
        if when.elapsed() > SELDOM.max(took * PATIENCE) { self.keep() } else { Ok(()) }
    }

    /// Writes the bot as it is. Who plays it reads one file, which is replaced at once.
    fn keep(&mut self) -> Result<(), TrainError> {
        let Some(folder) = &self.folder else { return Ok(()) };
        let began = Instant::now();
        let bytes = self.values.to_bytes();
        folder.write(TABLE, &bytes)?;
        let bot = self.bot(fingerprint(&bytes));
        folder.write(METRICS, Mark::lines(&self.marks).as_bytes())?;
        folder.write(PAGE, page(&bot, &self.marks).as_bytes())?;
        folder.write(BOT, bot.to_toml().as_bytes())?;
        self.written = (Instant::now(), began.elapsed());
        Ok(())
    }

    fn bot(&self, fingerprint: String) -> Bot {
        let Job { game, version, rules, signature, .. } = self.job.clone();
        let params = self.training.params;
        Bot {
            schema: BOT_SCHEMA,
            kind: KIND.into(),
            game,
            rules_file: self.training.rulebook.file.clone(),
            game_version: version,
            method: params.word("method").to_owned(),
            iterations: self.values.episodes,
            seed: self.job.seed.to_string(),
            signature,
            fingerprint,
            command: with_count(&self.training.command, "--episodes", self.values.episodes as usize),
            rules: rules.into_iter().collect(),
            vary: Vec::new(),
            measures: self.marks.last().map(Mark::measures).unwrap_or_default().into_iter().collect(),
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
