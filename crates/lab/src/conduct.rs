//! Carries out a job: plays what is missing, measures, writes the run folder.

use crate::house::House;
use crate::job::{Effort, Job, Request, quoted};
use crate::open::open;
use crate::plan::plan;
use crate::report::page;
use crate::{LabError, PROGRAM};
use ludometer_agents::AgentSpec;
use ludometer_arena::{Flow, Observer, Order, Sink};
use ludometer_metrics::{Summariser, Summary};
use ludometer_record::folder::{JOB, REPORT, SUMMARY, TIMING};
use ludometer_record::{
    AgentInfo, Group, Header, MatchRecord, Names, Run, RunError, RunFolder, SCHEMA, Writer,
};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Share of the minutes after which no match is begun, and after which none is gone on with; the rest is
/// for the report.
const PLAYED_SHARES: [f64; 2] = [0.85, 0.95];
/// How many times the minutes may pass before the first block that could be reported.
const GIVE_UP: f64 = 2.0;

/// How to carry out a job; none of it changes the result.
pub struct Conduct<'a> {
    /// Threads to play on.
    pub threads: usize,
    /// The folder, or the request's own.
    pub out: Option<PathBuf>,
    /// Set to stop.
    pub cancel: &'a AtomicBool,
    /// Hears how it goes.
    pub observer: &'a mut dyn Watch,
}

/// Hears how a job goes.
pub trait Watch: Observer {
    /// The plan is made, or read again.
    fn planned(&mut self, _job: &Job, _lines: &[String], _folder: &Path) {}
}

/// What a job left behind.
pub struct Outcome {
    /// The job.
    pub job: Job,
    /// The run folder.
    pub folder: RunFolder,
    /// What was measured.
    pub summary: Summary,
    /// Stored matches that could not be read and so are not measured.
    pub problems: Vec<String>,
}

/// Plays, measures and writes the run folder. A folder that holds the same job is gone on with.
///
/// # Errors
/// When the request is not valid, the folder holds something else, or the run was stopped.
pub fn conduct(request: &Request, mut how: Conduct<'_>) -> Result<Outcome, LabError> {
    let began = Instant::now();
    let house = open(&request.game, request.seed)?;
    if house.is_over() {
        return Err(LabError::Over("play"));
    }
    let path = how.out.clone().unwrap_or_else(|| request.default_folder());
    let known = known_job(&path, request)?;
    if path.exists() {
        // Whatever is wrong with the folder is said before anything is timed.
        RunFolder::create(&path)?;
    }
    let (mut job, lines) = match known {
        Some(job) => (job, vec!["going on with the plan in job.toml".to_owned()]),
        None => make_job(&*house, request, &how)?,
    };
    job.check(&house.info(), &path.join(JOB))?;
    house.fits(&job.specs()?, &job.schedule(), how.threads)?;
    let folder = RunFolder::create(&path)?;
    if folder.job()?.is_none() {
        folder.write(JOB, job.to_toml())?;
    }
    how.observer.planned(&job, &lines, &path);
    play_missing(&*house, &mut job, &folder, &mut how, began)?;
    let run = Run::open(folder.path())?;
    let (summary, problems) = measure(&run);
    folder.write(SUMMARY, summary_bytes(&summary))?;
    folder.write(REPORT, page(Ok(&*house), &job, &run, &summary))?;
    Ok(Outcome { job, folder, summary, problems })
}

/// The summary as it is stored.
pub(crate) fn summary_bytes(summary: &Summary) -> String {
    // A summary is plain data: it always serialises.
    let mut text = serde_json::to_string_pretty(summary).unwrap_or_default();
    text.push('\n');
    text
}

/// Measures a run; matches that cannot be read come back as problems.
pub(crate) fn measure(run: &Run) -> (Summary, Vec<String>) {
    let mut problems = Vec::new();
    let mut summariser = Summariser::default();
    for record in run.whole(&mut problems) {
        summariser.observe(run.header(), run.names(), &record);
    }
    let summary = summariser.finish(run.header(), run.names());
    (summary, problems.iter().map(ToString::to_string).collect())
}

/// The job in a folder, if it answers this request.
fn known_job(path: &Path, request: &Request) -> Result<Option<Job>, LabError> {
    let file = path.join(JOB);
    let text = match std::fs::read_to_string(&file) {
        Ok(text) => text,
        Err(cause) if cause.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(cause) if cause.kind() == std::io::ErrorKind::NotADirectory => return Ok(None),
        Err(cause) => return Err(LabError::File { path: file, cause }),
    };
    let job = Job::from_toml(&text, file)?;
    match job.request.difference(request) {
        Some(what) => Err(LabError::OtherJob { path: path.to_owned(), what }),
        None => Ok(Some(job)),
    }
}

fn make_job(house: &dyn House, request: &Request, how: &Conduct<'_>) -> Result<(Job, Vec<String>), LabError> {
    let planned = plan(house, request, how.threads, how.cancel)?;
    let mut command = request.command();
    // A plan made by timing is found again only in its own folder.
    if let (Effort::Minutes(_), Some(path)) = (request.effort, &how.out) {
        command.push_str(&format!(" --out {}", quoted(&path.to_string_lossy())));
    }
    let job = Job {
        schema: SCHEMA,
        program: PROGRAM.to_owned(),
        command,
        game_version: house.info().version,
        agents: planned.agents.iter().map(ToString::to_string).collect(),
        longer: planned.longer,
        minutes: planned.minutes,
        request: request.clone(),
        groups: planned.groups,
    };
    Ok((job, planned.lines))
}

/// What a record keeps of an agent, so that it pins who played.
fn agent_info(house: &dyn House, text: &str) -> Result<AgentInfo, LabError> {
    let spec = AgentSpec::read(text)?;
    let admitted = house.admits(&spec)?;
    let params = spec.params().iter().map(|(name, value)| (name.to_owned(), value.to_string()));
    // The text of a specification does not say what its files held.
    let params = params.chain(admitted.fingerprint.map(|print| ("files".to_owned(), print)));
    let version = ludometer_agents::card(spec.name())?.version;
    Ok(AgentInfo {
        spec: text.to_owned(),
        version,
        params: params.collect(),
        reproducible: admitted.reproducible,
    })
}

/// The head of the run a job makes.
pub(crate) fn header(house: &dyn House, job: &Job) -> Result<Header, LabError> {
    let opening = &job.request.game.opening;
    Ok(Header {
        schema: SCHEMA,
        program: PROGRAM.to_owned(),
        game: house.info(),
        seed: job.request.seed,
        agents: job.agents.iter().map(|text| agent_info(house, text)).collect::<Result<_, _>>()?,
        groups: job
            .groups
            .iter()
            .map(|group| Group {
                name: group.name.clone(),
                lineup: group.lineup.clone(),
                blocks: group.blocks,
            })
            .collect(),
        opening: [opening.position.as_str(), opening.moves.as_str()].join(" ").trim().to_owned(),
    })
}

/// Plays what the folder does not hold yet. Where the time is up first, the plan is cut to what is there.
fn play_missing(
    house: &dyn House,
    job: &mut Job,
    folder: &RunFolder,
    how: &mut Conduct<'_>,
    started: Instant,
) -> Result<(), LabError> {
    let began = Instant::now();
    let wanted = job.wanted();
    let header = header(house, job)?;
    let writer = if folder.has_database() {
        Writer::resume(folder.path(), &header)?
    } else {
        Writer::create(folder.path(), &header)?
    };
    let missing: Vec<u64> = wanted.iter().copied().filter(|n| !writer.done().contains(n)).collect();
    how.observer.began(wanted.len() as u64, (wanted.len() - missing.len()) as u64);
    let clock = Clock::of(job, started);
    let mut writer = play_into(writer, &clock, house, job, &missing, how)?;
    if wanted.iter().any(|number| !writer.done().contains(number)) {
        let (done, total) = (writer.done().len() as u64, wanted.len() as u64);
        if clock.flow(writer.done()) == Flow::On || how.cancel.load(Ordering::Relaxed) {
            return Err(LabError::Stopped { done, total });
        }
        if !clock.is_worth_reporting(writer.done()) {
            return Err(LabError::TooSlow { done, total });
        }
        // The plan is cut before the matches are: who is killed in between cuts again.
        job.cut(writer.done());
        folder.write(JOB, job.to_toml())?;
    }
    writer.keep_only(&job.wanted().into_iter().collect())?;
    if !missing.is_empty() {
        let timing = serde_json::json!({
            "threads": how.threads, "matches": missing.len(), "seconds": began.elapsed().as_secs_f64(),
        });
        folder.write(TIMING, format!("{timing:#}\n"))?;
    }
    Ok(())
}

/// Plays these matches, as far as the clock allows, and hands the writer back with all of them stored.
fn play_into(
    writer: Writer,
    clock: &Clock,
    house: &dyn House,
    job: &Job,
    numbers: &[u64],
    how: &mut Conduct<'_>,
) -> Result<Writer, LabError> {
    let specs = job.specs()?;
    let schedule = job.schedule();
    let order =
        Order { schedule: &schedule, specs: &specs, numbers, threads: how.threads, cancel: how.cancel };
    let mut keeper = Keeper { writer, observer: &mut *how.observer, failed: None, clock };
    house.run(&order, &mut keeper)?;
    keeper.observer.ended();
    if let Some(error) = keeper.failed {
        return Err(error.into());
    }
    let mut writer = keeper.writer;
    writer.flush()?;
    Ok(writer)
}

/// When to begin no more matches, when to go on with none, and when to wait for the first block no longer.
#[derive(Clone, Copy)]
struct Deadlines {
    finish: Instant,
    halt: Instant,
    give_up: Instant,
}

/// Knows when the minutes of a play-test are over.
struct Clock {
    deadlines: Option<Deadlines>,
    /// The matches of the first block of each group: before one of these is whole there is nothing to
    /// report.
    firsts: Vec<Vec<u64>>,
}

impl Clock {
    fn of(job: &Job, started: Instant) -> Self {
        let deadlines = match job.request.effort {
            Effort::Minutes(minutes) => {
                let after = |share| started + Duration::from_secs_f64(minutes * 60.0 * share);
                let [finish, halt] = PLAYED_SHARES.map(after);
                Some(Deadlines { finish, halt, give_up: after(GIVE_UP) })
            }
            _ => None,
        };
        let mut first = 0;
        let mut firsts = Vec::new();
        for group in &job.groups {
            let seats = group.lineup.len() as u64;
            firsts.push((first..first + seats).collect());
            first += group.blocks * seats;
        }
        Clock { deadlines, firsts }
    }

    fn flow(&self, done: &BTreeSet<u64>) -> Flow {
        let Some(Deadlines { finish, halt, give_up }) = self.deadlines else { return Flow::On };
        let now = Instant::now();
        if now < finish {
            return Flow::On;
        }
        match self.is_worth_reporting(done) {
            true if now < halt => Flow::Finish,
            false if now < give_up => Flow::On,
            _ => Flow::Halt,
        }
    }

    fn is_worth_reporting(&self, done: &BTreeSet<u64>) -> bool {
        self.firsts.iter().any(|block| block.iter().all(|number| done.contains(number)))
    }
}

/// Hands every match to the writer and to whoever watches.
struct Keeper<'a> {
    writer: Writer,
    observer: &'a mut dyn Watch,
    failed: Option<RunError>,
    clock: &'a Clock,
}

impl Keeper<'_> {
    fn check(&mut self, result: Result<(), RunError>) -> Flow {
        if let Err(error) = result {
            self.failed.get_or_insert(error);
        }
        if self.failed.is_some() { Flow::Halt } else { self.clock.flow(self.writer.done()) }
    }
}

impl Sink for Keeper<'_> {
    fn take(&mut self, record: MatchRecord, names: &Names) -> Flow {
        self.observer.finished(&record);
        let result = self.writer.append(record, names);
        self.check(result)
    }

    fn idle(&mut self) -> Flow {
        let result = self.writer.flush();
        self.check(result)
    }
}
