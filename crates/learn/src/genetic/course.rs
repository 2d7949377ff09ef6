//! A training under way: generation after generation, what is kept in between, and the bot at the end.

use super::ablation::{Ablation, ablate, finding};
use super::genes::{Breeding, Genes, MOST};
use super::page::{Generation, PAGE, page};
use super::population::{Field, Individual, World};
use crate::spread::unless_stopped;
use crate::td::bout::Matches;
use crate::td::choice::{chosen, sets};
use crate::td::ends::unless_useless;
use crate::td::settings::{self, Plan, Subject};
use crate::training::{TIME_IS_UP, with_count};
use crate::{BotFolder, Job, Progress, STATE, Saved, TrainError, Trained, Training, Watch, Wish};
use ludometer_agents::bot::{BOT, Bot, fingerprint};
use ludometer_agents::td::{Judge, KIND, NETWORK, Net};
use ludometer_game::{ParamError, Params, Rng};
use std::ops::ControlFlow;

/// One line of JSON for each generation.
const METRICS: &str = "metrics.jsonl";
/// What the best loses without each of its features.
const ABLATION: &str = "ablation.json";
/// Why the bot is finished and its page is not.
const NOT_MEASURED: &str = "the time was up before it was known what the best loses without each feature; the same \
                            command goes on with that";

/// Trains a bot, or goes on with one.
pub(super) fn run(
    (subject, matches, plan): (&Subject, &dyn Matches, &Plan),
    training: &Training<'_>,
    job: Job,
    watch: &mut dyn Watch,
) -> Result<Trained, TrainError> {
    let params = training.params;
    let candidates = candidates(subject, params)?;
    let world = World {
        matches,
        plan,
        sessions: if training.dry { 1 } else { params.count("sessions") as u64 },
        field: Field::named(params.word("fitness")),
        features: &subject.features,
        candidates: &candidates,
        seed: training.seed,
        threads: training.threads,
    };
    let saved = BotFolder::look(training.folder, &job)?;
    let notes = notes(&world, subject, training);
    if training.dry {
        watch.began(&notes, 0);
        let stopped = TrainError::StoppedEmpty { unit: "generations", done: 0, total: 1 };
        let best = rehearse(&world, watch).ok_or(stopped)?;
        matches.ends().refuse_a_broken_game("genetic", true)?;
        let bot = bot(training, &job, 0, &best.judge, plan, &[]);
        let notes = with_ends(notes, (subject, matches, plan), false, watch);
        return Ok(Trained { bot, folder: training.folder.to_owned(), before: 0, notes, ended: None });
    }
    let total = params.count("generations") as u64;
    let folder = taken(training, &job, saved.is_none())?;
    let mut course = Course { training, job, world, folder, parents: Vec::new(), past: Vec::new(), total };
    if let Some(saved) = saved {
        course.restore(&saved)?;
    }
    let before = course.done();
    if before > total {
        let path = training.folder.to_owned();
        return Err(TrainError::Further { path, done: before, unit: "generations" });
    }
    watch.began(&notes, before);
    let ended = course.evolve(watch)?;
    let (bot, late) = course.finish(watch)?;
    let notes = with_ends(notes, (subject, matches, plan), before > 0, watch);
    let ended = ended.or(late);
    Ok(Trained { bot, folder: training.folder.to_owned(), before, notes, ended })
}

/// These notes, and what is to be said of how matches ended.
fn with_ends(
    mut notes: Vec<String>,
    (subject, matches, plan): (&Subject, &dyn Matches, &Plan),
    went_on: bool,
    watch: &mut dyn Watch,
) -> Vec<String> {
    for note in matches.ends().notes((plan.limit, subject.limit), went_on) {
        watch.noted(&note);
        notes.push(note);
    }
    notes
}

/// The folder, known to be this training's from now on, whatever is written first.
fn taken(training: &Training<'_>, job: &Job, new: bool) -> Result<BotFolder, TrainError> {
    let folder = BotFolder::take(training.folder, job)?;
    if new {
        let nothing = Saved { job: job.clone(), iterations: 0, numbers: Vec::new() };
        folder.write(STATE, &nothing.to_bytes())?;
    }
    Ok(folder)
}

/// Everything once with as few as there can be: a training, a tournament, what the best loses without a feature. None if
/// somebody stopped it.
fn rehearse(world: &World<'_>, watch: &mut dyn Watch) -> Option<Individual> {
    const FEW: u64 = 2;
    let mut hears = |_, _| unless_stopped(watch.wish());
    // Two features are the fewest of which one can be left out.
    let genes = [Genes::all(world.candidates.len()), Genes::all(2)];
    let mut all = world.raise_all(0, &genes, &mut hears)?;
    let whole = world.compete(&mut all, FEW, "tournament", &mut hears);
    let best = all.pop().filter(|_| whole)?;
    ablate(world, &best, [1, FEW], &mut hears)?;
    Some(best)
}

fn candidates(subject: &Subject, params: &Params) -> Result<Vec<u16>, TrainError> {
    let typed = settings::candidates(subject, params, "genetic")?;
    let places = fitting_set(subject, params).map_or(typed, |(_, places)| places);
    match places.len() {
        2..=MOST => Ok(places),
        many => Err(TrainError::Params {
            trainer: "genetic".into(),
            cause: ParamError::Together(format!(
                "--features: these are {many} candidates, and 2 to {MOST} can be chosen from; name some, as `ludometer \
                 games NAME` lists them"
            )),
        }),
    }
}

/// Where nobody names any features: the first set that is neither too small nor too large.
fn fitting_set<'a>(subject: &'a Subject, params: &Params) -> Option<(&'a str, Vec<u16>)> {
    let unnamed = sets(&subject.features).into_iter().filter(|_| params.word("features").is_empty());
    let faithful = params.switch("faithful");
    let all = unnamed.filter_map(|set| Some((set, chosen(&subject.features, set, faithful).ok()?)));
    all.into_iter().find(|(_, places)| (2..=MOST).contains(&places.len()))
}

fn notes(world: &World<'_>, subject: &Subject, training: &Training<'_>) -> Vec<String> {
    let (population, sessions) = (training.params.count("population"), world.sessions);
    let (candidates, games, depth) = (world.candidates.len(), world.plan.games, world.plan.depth);
    let set = match fitting_set(subject, training.params) {
        Some((set, _)) => format!(" (the set `{set}`)"),
        None => String::new(),
    };
    let first = format!(
        "{population} individuals, {candidates} candidates{set}, {sessions} x {games} matches each, depth {depth}"
    );
    [first].into_iter().chain(world.plan.note(subject, training.params)).collect()
}

struct Course<'a> {
    training: &'a Training<'a>,
    job: Job,
    world: World<'a>,
    folder: BotFolder,
    /// Those who go on, the fittest first.
    parents: Vec<Individual>,
    past: Vec<Generation>,
    total: u64,
}

impl Course<'_> {
    fn done(&self) -> u64 {
        self.past.len() as u64
    }

    /// Generation after generation; why it ended early, if it did.
    fn evolve(&mut self, watch: &mut dyn Watch) -> Result<Option<String>, TrainError> {
        while self.done() < self.total {
            let whole = self.generation(watch);
            self.world.matches.ends().refuse_a_broken_game("genetic", false)?;
            if !whole {
                return self.stop();
            }
            let last = self.past.last().map(Generation::measures).unwrap_or_default();
            watch.reached(&Progress { done: self.done(), total: self.total, measures: last });
            self.keep()?;
            match watch.wish() {
                Wish::Enough => return Ok(Some(TIME_IS_UP.to_owned())),
                Wish::Stop if self.done() < self.total => return self.stop(),
                _ => {}
            }
        }
        Ok(None)
    }

    /// Somebody stopped it: the page waits for nothing more.
    fn stop<T>(&self) -> Result<T, TrainError> {
        if self.done() > 0 {
            self.write_bot(&self.measured(), false)?;
        }
        Err(self.stopped())
    }

    fn stopped(&self) -> TrainError {
        let (unit, done, total, path) =
            ("generations", self.done(), self.total, self.training.folder.to_owned());
        match done {
            0 => TrainError::StoppedEmpty { unit, done, total },
            // What is missing is how it does without its features.
            _ if done == total => TrainError::StoppedBot { unit, done, total, path },
            _ => TrainError::Stopped { unit, done, total, path },
        }
    }

    /// One generation; false if somebody stopped it, and nothing changed.
    fn generation(&mut self, watch: &mut dyn Watch) -> bool {
        let params = self.training.params;
        let (number, population) = (self.done(), params.count("population"));
        let candidates = self.world.candidates.len();
        let mut rng = Rng::stream(self.world.seed, "generation", number);
        let genes = match number {
            0 => (0..population).map(|_| Genes::random(candidates, &mut rng)).collect(),
            _ => {
                let breeding = Breeding {
                    tour: params.count("tour"),
                    crossover: params.real("crossover"),
                    mutation: params.real("mutation"),
                };
                let parents: Vec<(Genes, u64)> =
                    self.parents.iter().map(|parent| (parent.genes, parent.fitness)).collect();
                breeding.children(&parents, candidates, population, &mut rng)
            }
        };
        let mut hears = |what: &str, done, total| {
            watch.doing(&format!("generation {number}: {what}"), done, total);
            unless_useless(watch.wish(), self.world.matches.ends())
        };
        let first = number * population as u64;
        let raised = self.world.raise_all(first, &genes, &mut |done, total| hears("trained", done, total));
        let Some(mut all) = raised else { return false };
        all.extend(self.parents.iter().cloned());
        let (matches, label) = (params.count("matches") as u64, format!("tournament {number}"));
        let mut told = |done, total| hears("tournament", done, total);
        if !self.world.compete(&mut all, matches, &label, &mut told) {
            return false;
        }
        let most = 2 * self.world.field.matches(all.len(), matches);
        // Between equals the younger: it was measured once, and not because it was lucky before.
        all.sort_by_key(|one| (std::cmp::Reverse(one.fitness), std::cmp::Reverse(one.number)));
        all.truncate(population);
        self.past.push(Generation::of(number, &all, most, &self.world));
        self.parents = all;
        true
    }

    /// Everything that is needed to go on, and the best so far.
    fn keep(&self) -> Result<(), TrainError> {
        let Some(best) = self.parents.first() else { return Ok(()) };
        let number = self.done().saturating_sub(1);
        // It is true of the best of an earlier generation.
        self.folder.remove(ABLATION)?;
        let network = best.judge.to_json(self.world.plan.plays);
        self.folder.write(&format!("generation-{number:02}.json"), network.as_bytes())?;
        // Plain data always serialises.
        let line = |one: &Generation| serde_json::to_string(one).unwrap_or_default() + "\n";
        self.folder.write(METRICS, self.past.iter().map(line).collect::<String>().as_bytes())?;
        let saved = Saved {
            job: self.job.clone(),
            iterations: self.done(),
            numbers: self.parents.iter().map(numbers).collect(),
        };
        self.folder.write(STATE, &saved.to_bytes())?;
        self.write_bot(&[], true).map(|_| ())
    }

    /// Brings back what was kept.
    fn restore(&mut self, saved: &Saved) -> Result<(), TrainError> {
        if saved.iterations == 0 {
            return Ok(());
        }
        let [metrics, state] = [METRICS, STATE].map(|name| self.folder.path().join(name));
        let text = std::fs::read_to_string(&metrics).map_err(TrainError::file(&metrics))?;
        let past: Option<Vec<_>> = text.lines().map(|line| serde_json::from_str(line).ok()).collect();
        // One generation more than was kept beside it is that of a training that was killed in between.
        let past = past.filter(|past| past.len() as u64 >= saved.iterations);
        self.past = past.ok_or(TrainError::Damaged(metrics))?;
        self.past.truncate(saved.iterations as usize);
        let parents = saved.numbers.iter().map(|kept| individual(&self.world, kept));
        self.parents = parents.collect::<Option<_>>().ok_or(TrainError::Damaged(state))?;
        Ok(())
    }

    /// Trainings and matches of the ablation that is asked for.
    fn asked(&self) -> [u64; 2] {
        ["trainings", "ablation"].map(|name| self.training.params.count(name) as u64)
    }

    /// What the best is known to lose without each feature, by however many matches; nothing where nobody knows.
    fn measured(&self) -> Vec<Ablation> {
        let text = std::fs::read_to_string(self.folder.path().join(ABLATION));
        text.ok().and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default()
    }

    /// Measures what the best loses without each feature, where nobody knows, and writes the bot; why that was not
    /// measured, if it was not.
    fn finish(&self, watch: &mut dyn Watch) -> Result<(Bot, Option<String>), TrainError> {
        let (asked, known) = (self.asked(), self.measured());
        let is_asked = |one: &Ablation| [one.trainings.len() as u64, one.matches] == asked;
        let enough = asked[1] == 0 || (!known.is_empty() && known.iter().all(is_asked));
        let Some(best) = self.parents.first().filter(|_| !enough) else {
            return Ok((self.write_bot(&known, false)?, None));
        };
        let mut late = false;
        let found = ablate(&self.world, best, asked, &mut |done, total| {
            watch.doing("ablation", done, total);
            let wish = watch.wish();
            late = wish == Wish::Enough;
            if late { ControlFlow::Break(()) } else { unless_stopped(wish) }
        });
        match found {
            Some(found) => {
                let text = serde_json::to_string_pretty(&found).unwrap_or_default();
                self.folder.write(ABLATION, text.as_bytes())?;
                finding(&found).iter().for_each(|finding| watch.noted(finding));
                Ok((self.write_bot(&found, false)?, None))
            }
            None if late => Ok((self.write_bot(&known, false)?, Some(NOT_MEASURED.to_owned()))),
            None => self.stop(),
        }
    }

    /// Writes the bot; the file that makes it one comes last. The page is live while more is to come.
    fn write_bot(&self, ablations: &[Ablation], live: bool) -> Result<Bot, TrainError> {
        let best = self.parents.first().ok_or_else(|| self.stopped())?;
        let bot = bot(self.training, &self.job, self.done(), &best.judge, self.world.plan, &self.past);
        self.folder.write(PAGE, page(&bot, &self.past, ablations, live).as_bytes())?;
        self.folder.write(NETWORK, best.judge.to_json(self.world.plan.plays).as_bytes())?;
        self.folder.write(BOT, bot.to_toml().as_bytes())?;
        Ok(bot)
    }
}

fn bot(
    training: &Training<'_>,
    job: &Job,
    generations: u64,
    judge: &Judge,
    plan: &Plan,
    past: &[Generation],
) -> Bot {
    let measures = past.last().map(Generation::measures).unwrap_or_default();
    Bot {
        iterations: generations,
        fingerprint: fingerprint(judge.to_json(plan.plays).as_bytes()),
        command: with_count(&training.command, "--generations", generations as usize),
        measures: measures.into_iter().collect(),
        ..job.bot(KIND, "genetic", training)
    }
}

/// Somebody in numbers; genes as two halves, which a number holds exactly.
fn numbers(one: &Individual) -> Vec<f64> {
    let halves = [one.genes.0 as u32, (one.genes.0 >> 32) as u32].map(f64::from);
    let mut all = vec![one.number as f64, halves[0], halves[1], one.fitness as f64];
    all.extend(one.judge.net.weights().into_iter().map(f64::from));
    all
}

fn individual(world: &World<'_>, kept: &[f64]) -> Option<Individual> {
    let [number, low, high, fitness, weights @ ..] = kept else { return None };
    let genes = Genes(*low as u64 | (*high as u64) << 32);
    let coding = world.coding(genes);
    let weights: Vec<f32> = weights.iter().map(|weight| *weight as f32).collect();
    let net = Net::of_weights(coding.inputs(), world.plan.hidden, &world.plan.results, &weights)?;
    Some(Individual { number: *number as u64, genes, judge: Judge { coding, net }, fitness: *fitness as u64 })
}
