//! A training under way: session after session, what is kept in between, and the bot at the end.

use super::bout::Matches;
use super::ends::unless_useless;
use super::finals::Graduate;
use super::page::{PAGE, page};
use super::school::{Pupil, School, Session};
use super::settings::{self, Opponent, Plan, Subject};
use crate::spread::unless_stopped;
use crate::training::{TIME_IS_UP, with_count};
use crate::{BotFolder, Job, Progress, STATE, Saved, TrainError, Trained, Training, Watch, Wish};
use ludometer_agents::bot::{BOT, Bot, fingerprint};
use ludometer_agents::td::{Judge, KIND, NETWORK, Net};
use std::time::{Duration, Instant};

/// The numbers of a session, as they are kept.
const KEPT: usize = 8;
/// The least time from one look at the bot to the next while it learns.
const GLANCE: Duration = Duration::from_secs(2);
/// One line of JSON for each session.
const METRICS: &str = "metrics.jsonl";

/// Trains a bot, or goes on with one.
pub(super) fn run(
    (subject, matches, plan): (&Subject, &dyn Matches, &Plan),
    training: &Training<'_>,
    job: Job,
    watch: &mut dyn Watch,
) -> Result<Trained, TrainError> {
    let params = training.params;
    let coding = settings::coding(subject, params, "td")?;
    let total = if training.dry { 1 } else { plan.sessions(params) };
    let school = School { matches, plan, seed: training.seed, threads: training.threads };
    let mut pupil = school.enrol(coding);
    let saved = BotFolder::look(training.folder, &job)?;
    let folder = if training.dry { None } else { Some(BotFolder::take(training.folder, &job)?) };
    if let (Some(saved), false) = (saved, training.dry) {
        restore(&mut pupil, &saved.numbers)
            .ok_or_else(|| TrainError::Damaged(training.folder.join(STATE)))?;
    }
    let mut course = Course { training, job, school, pupil, folder, total, shown: None };
    let before = course.done();
    if before > total {
        let path = training.folder.to_owned();
        return Err(TrainError::Further { path, done: before, unit: "sessions" });
    }
    let mut notes = vec![course.note()];
    notes.extend(plan.note(subject, params));
    watch.began(&notes, before);
    let ended = course.learn(watch)?;
    let graduate = course.graduate(watch)?;
    let bot = course.write(&graduate.judge, false)?;
    if graduate.finalists > 1 {
        let Graduate { place, finalists, score, .. } = graduate;
        let which =
            if place + 1 == finalists { "the last".to_owned() } else { format!("number {}", place + 1) };
        let score = 100.0 * score;
        let won = format!(
            "the tournament at the end: of {finalists} networks {which} is the best, with {score:.0} % of its points"
        );
        watch.noted(&won);
        notes.push(won);
    }
    for note in matches.ends().notes((plan.limit, subject.limit), before > 0) {
        watch.noted(&note);
        notes.push(note);
    }
    Ok(Trained { bot, folder: training.folder.to_owned(), before, notes, ended })
}

struct Course<'a> {
    training: &'a Training<'a>,
    job: Job,
    school: School<'a>,
    pupil: Pupil,
    /// None in a dry run.
    folder: Option<BotFolder>,
    total: u64,
    /// When the bot was written last.
    shown: Option<Instant>,
}

impl Course<'_> {
    fn done(&self) -> u64 {
        self.pupil.sessions.len() as u64
    }

    fn note(&self) -> String {
        let (coding, plan) = (&self.pupil.judge.coding, self.school.plan);
        let against = match plan.opponent {
            Opponent::Clone => "a clone of itself",
            Opponent::Itself => "itself",
        };
        let many = |count: usize, one: &str| format!("{count} {one}{}", if count == 1 { "" } else { "s" });
        format!(
            "{}, {}, {}, against {against}, {} ahead",
            many(coding.places().len(), "feature"),
            many(coding.inputs(), "input"),
            many(plan.hidden, "hidden unit"),
            match plan.depth {
                1 => "1 ply".to_owned(),
                depth => format!("{depth} plies"),
            }
        )
    }

    /// Session after session; why it ended early, if it did.
    fn learn(&mut self, watch: &mut dyn Watch) -> Result<Option<String>, TrainError> {
        while self.done() < self.total {
            let label = format!("session {}", self.done() + 1);
            let ends = self.school.matches.ends();
            let mut hears = |done, total| {
                watch.doing(&label, done, total);
                unless_useless(watch.wish(), ends)
            };
            let taught = self.school.teach(&mut self.pupil, &mut hears);
            ends.refuse_a_broken_game("td", self.training.dry)?;
            if !taught {
                return self.stop();
            }
            let done = self.done();
            let measures = self.pupil.sessions.last().map(|last| measures(last, self.school.plan));
            watch.reached(&Progress { done, total: self.total, measures: measures.unwrap_or_default() });
            self.keep()?;
            match watch.wish() {
                Wish::Enough => return Ok(Some(TIME_IS_UP.to_owned())),
                Wish::Stop if done < self.total => return self.stop(),
                _ => {}
            }
        }
        Ok(None)
    }

    /// Somebody stopped it: the page waits for nothing more.
    fn stop<T>(&self) -> Result<T, TrainError> {
        if self.done() > 0 {
            self.write(&self.pupil.judge, false)?;
        }
        Err(self.stopped())
    }

    /// The best of all the network was.
    fn graduate(&self, watch: &mut dyn Watch) -> Result<Graduate, TrainError> {
        let best = self.school.graduate(&self.pupil, &mut |done, total| {
            watch.doing("finals", done, total);
            unless_stopped(watch.wish())
        });
        if best.is_none() && self.done() > 0 {
            self.write(&self.pupil.judge, false)?;
        }
        best.ok_or_else(|| self.stopped())
    }

    fn stopped(&self) -> TrainError {
        let (done, total, unit) = (self.done(), self.total, "sessions");
        match &self.folder {
            Some(folder) if done > 0 => {
                let path = folder.path().to_owned();
                match done == total {
                    // What is missing is the tournament at the end.
                    true => TrainError::StoppedBot { unit, done, total, path },
                    false => TrainError::Stopped { unit, done, total, path },
                }
            }
            _ => TrainError::StoppedEmpty { unit, done, total },
        }
    }

    /// Everything that is needed to go on, and now and then the network as it is, to look at and to play against.
    fn keep(&mut self) -> Result<(), TrainError> {
        let Some(folder) = &self.folder else { return Ok(()) };
        let numbers = numbers(&self.pupil);
        let saved = Saved { job: self.job.clone(), iterations: self.done(), numbers };
        folder.write(STATE, &saved.to_bytes())?;
        if self.shown.is_none_or(|last| last.elapsed() > GLANCE) {
            self.shown = Some(Instant::now());
            self.write(&self.pupil.judge, true)?;
        }
        Ok(())
    }

    /// Writes the bot; the file that makes it one comes last. The page is live while more is to come.
    fn write(&self, judge: &Judge, live: bool) -> Result<Bot, TrainError> {
        let network = judge.to_json(self.school.plan.plays);
        let last = self.pupil.sessions.last();
        let bot = Bot {
            iterations: self.done(),
            fingerprint: fingerprint(network.as_bytes()),
            command: with_count(&self.training.command, "--sessions", self.done() as usize),
            measures: last
                .map(|last| measures(last, self.school.plan))
                .unwrap_or_default()
                .into_iter()
                .collect(),
            ..self.job.bot(KIND, "td-lambda", self.training)
        };
        if let Some(folder) = &self.folder {
            // Plain data always serialises.
            let line = |session: &Session| serde_json::to_string(session).unwrap_or_default() + "\n";
            folder.write(METRICS, self.pupil.sessions.iter().map(line).collect::<String>().as_bytes())?;
            folder.write(PAGE, page(&bot, &self.pupil.sessions, self.school.plan, live).as_bytes())?;
            folder.write(NETWORK, network.as_bytes())?;
            folder.write(BOT, bot.to_toml().as_bytes())?;
        }
        Ok(bot)
    }
}

/// What a session measured, by name.
fn measures(session: &Session, plan: &Plan) -> Vec<(String, f64)> {
    let games = session.results.iter().sum::<u64>();
    let mut all = Vec::new();
    // Of matches that all broke there is nothing to say but that.
    if games > 0 {
        let score = (2 * session.results[0] + session.results[1]) as f64 / (2 * games) as f64;
        all.extend([("score", score), ("error", session.error), ("plies", session.plies)]);
    }
    if plan.opponent == Opponent::Clone {
        all.push(("test", session.test as f64 / (2 * plan.tests) as f64));
    }
    if session.broken(plan) > 0 {
        all.push(("broken", session.broken(plan) as f64));
    }
    all.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

fn wide(net: &Net) -> Vec<f64> {
    net.weights().into_iter().map(f64::from).collect()
}

fn numbers(pupil: &Pupil) -> Vec<Vec<f64>> {
    let session = |session: &Session| {
        let [won, drawn, lost] = session.results.map(|count| count as f64);
        let copied = f64::from(u8::from(session.copied));
        [session.games as f64, won, drawn, lost, session.error, session.plies, session.test as f64, copied]
    };
    let sessions = pupil.sessions.iter().flat_map(session).collect();
    let mut numbers = vec![wide(&pupil.judge.net), wide(&pupil.clone), sessions];
    numbers.extend(pupil.past.iter().map(wide));
    numbers
}

/// Brings back what was kept; none if it does not fit.
fn restore(pupil: &mut Pupil, numbers: &[Vec<f64>]) -> Option<()> {
    let (inputs, hidden, results) =
        (pupil.judge.net.inputs(), pupil.judge.net.hidden(), pupil.judge.net.results().to_vec());
    let net = |weights: &Vec<f64>| {
        let weights: Vec<f32> = weights.iter().map(|weight| *weight as f32).collect();
        Net::of_weights(inputs, hidden, &results, &weights)
    };
    let [own, clone, sessions, past @ ..] = numbers else { return None };
    if sessions.len() % KEPT != 0 {
        return None;
    }
    let session = |kept: &[f64]| Session {
        games: kept[0] as u64,
        results: [kept[1] as u64, kept[2] as u64, kept[3] as u64],
        error: kept[4],
        plies: kept[5],
        test: kept[6] as u64,
        copied: kept[7] != 0.0,
    };
    pupil.judge.net = net(own)?;
    pupil.clone = net(clone)?;
    pupil.past = past.iter().map(net).collect::<Option<_>>()?;
    pupil.sessions = sessions.chunks_exact(KEPT).map(session).collect();
    Some(())
}
