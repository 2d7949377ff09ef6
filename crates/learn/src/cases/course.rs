//! A training under way: hands of other players first, then rounds of matches between those who remember.

use super::bout::{Played, Sitter, Table};
use super::keep::write_base;
use super::settings::Plan;
use crate::spread::in_order;
use crate::training::{TIME_IS_UP, with_count};
use crate::{BotFolder, Job, Progress, STATE, Saved, TrainError, Trained, Training, Watch, Wish};
use ludometer_agents::bot::{BOT, Bot, BotFiles};
use ludometer_agents::cases::{Base, CASES, Chronicle, KIND, Manner, Player, StoreError, store};
use ludometer_agents::{AgentSpec, Ready, prepare};
use ludometer_game::{Case, CaseBook, Fault, Game, Rng, Seat};
use rustc_hash::FxHashSet;
use std::sync::Arc;
use std::time::{Duration, Instant};
use xxhash_rust::xxh3::xxh3_64;

/// The indexes are made anew when there are so many times as many cases.
const GROWN: u64 = 2;
/// First matches are given up on when there were so many times as many as hands are wanted.
const TRIES: u64 = 10;
/// Writing takes at most one part in so many of the time.
const PATIENCE: u32 = 20;

/// Plays the match of this number.
type Playing<'a, G> = dyn Fn(&Table<'_, G>, u64) -> Result<Played, Fault> + Sync + 'a;

/// Trains a base, or goes on with one.
pub(super) fn run<G: Game>(
    (game, plan): (&G, &Plan),
    training: &Training<'_>,
    job: Job,
    watch: &mut dyn Watch,
) -> Result<Trained, TrainError> {
    let known = BotFolder::look(training.folder, &job)?.is_some();
    let folder = if training.dry { None } else { Some(BotFolder::take(training.folder, &job)?) };
    let (mut base, mut told, mut kept) = (plan.start.clone(), plan.told.clone(), 0);
    if let Some(folder) = &folder {
        let saved = Saved { job: job.clone(), iterations: 0, numbers: Vec::new() };
        folder.write(STATE, &saved.to_bytes())?;
        // The job is the same: what makes the folder a bot may still be missing.
        match folder.path().join(CASES) {
            place if known && place.exists() => {
                (base, told) = stored(game, folder)?;
                kept = base.len();
            }
            // What it remembered is lost, and beginning again would hide that.
            place if folder.path().join(BOT).exists() => return Err(TrainError::Lost(place)),
            _ => {}
        }
    }
    if told.matches > plan.matches {
        let (path, done) = (training.folder.to_owned(), told.matches);
        return Err(TrainError::Further { path, done, unit: "matches" });
    }
    if told.matches < plan.matches && !told.matches.is_multiple_of(plan.round) {
        let (path, done, round) = (training.folder.to_owned(), told.matches, plan.round);
        return Err(TrainError::CutShort { path, done, round });
    }
    let ready =
        |specs: &[AgentSpec]| specs.iter().map(|spec| prepare(game, spec)).collect::<Result<Vec<_>, _>>();
    let (players, against) = (ready(&plan.players)?, ready(&plan.against)?);
    let known = (0..base.len()).map(|case| xxh3_64(base.bytes_of(case))).collect();
    let written = (Instant::now(), Duration::ZERO);
    let before = told.matches;
    let book = Arc::from(game.cases());
    let course = Course {
        game,
        book,
        plan,
        training,
        job,
        players,
        against,
        base,
        told,
        known,
        folder,
        kept,
        before,
        written,
    };
    course.run(watch)
}

/// The base that a training left in its folder.
fn stored<G: Game>(game: &G, folder: &BotFolder) -> Result<(Base, Chronicle), TrainError> {
    let files = BotFiles::Folder(folder.path().to_owned());
    let refused = |cause: StoreError| files.refusal(KIND, CASES, cause.to_string());
    let stored = store::read(&folder.path().join(CASES)).map_err(refused)?;
    Ok(stored.base(game.cases().schema(game)).map_err(refused)?)
}

struct Course<'a, G: Game> {
    game: &'a G,
    book: Arc<dyn CaseBook<G>>,
    plan: &'a Plan,
    training: &'a Training<'a>,
    job: Job,
    /// Who plays the first hands.
    players: Vec<Ready<G>>,
    /// Who plays those who remember; nobody where they play each other.
    against: Vec<Ready<G>>,
    base: Base,
    told: Chronicle,
    /// Every case of the base in short.
    known: FxHashSet<u64>,
    /// None in a dry run.
    folder: Option<BotFolder>,
    /// Cases that the store has.
    kept: usize,
    before: u64,
    /// When the base was written, and how long that took.
    written: (Instant, Duration),
}

impl<G: Game> Course<'_, G> {
    fn run(mut self, watch: &mut dyn Watch) -> Result<Trained, TrainError> {
        let notes = self.notes();
        watch.began(&notes, self.before);
        let ended = self.learn(watch)?;
        let bot = self.keep()?;
        let folder = self.training.folder.to_owned();
        Ok(Trained { bot, folder, before: self.before, notes, ended })
    }

    fn notes(&self) -> Vec<String> {
        let names = |all: Vec<String>| all.join(", ");
        let policies = names(self.plan.policies.iter().map(ToString::to_string).collect());
        let mut notes = vec![format!("{} cases to begin with; policies: {policies}", self.base.len())];
        if !self.plan.against.is_empty() {
            notes.push(format!(
                "against {}",
                names(self.plan.against.iter().map(ToString::to_string).collect())
            ));
        }
        if self.plan.boot > 0 {
            let players = names(self.plan.players.iter().map(ToString::to_string).collect());
            let stand_in = match self.base.schema().stand_in {
                "" => String::new(),
                whom => format!("; they stand in for {whom}"),
            };
            notes.push(format!("first {} hands by {players}{stand_in}", self.plan.boot));
        }
        notes
    }

    /// Round after round; why it ended early, if it did.
    fn learn(&mut self, watch: &mut dyn Watch) -> Result<Option<String>, TrainError> {
        loop {
            let done = if self.boots() {
                self.boot()?;
                watch.doing("first hands", self.base.len() as u64, self.plan.boot as u64);
                if !self.boots() && self.base.len() < self.plan.boot {
                    let (hands, matches) = (self.base.len(), self.told.count("first-matches"));
                    watch.noted(&format!(
                        "no more than {hands} different first hands came up in {matches} matches"
                    ));
                }
                false
            } else if self.told.matches < self.plan.matches {
                self.round()?;
                false
            } else {
                true
            };
            let (matches, total) = (self.told.matches, self.plan.matches);
            let wish = watch.wish();
            if done || wish == Wish::Look {
                watch.reached(&Progress { done: matches, total, measures: self.measures() });
            }
            match wish {
                _ if done => return Ok(None),
                Wish::Enough => return Ok(Some(TIME_IS_UP.to_owned())),
                Wish::Stop => {
                    self.keep()?;
                    return Err(self.stopped());
                }
                _ => self.keep_now_and_then()?,
            }
        }
    }

    /// What was done when the user stopped.
    fn stopped(&self) -> TrainError {
        let (unit, done, total) = match self.boots() {
            true => ("first hands", self.base.len() as u64, self.plan.boot as u64),
            false => ("matches", self.told.matches, self.plan.matches),
        };
        TrainError::StoppedBot { unit, done, total, path: self.training.folder.to_owned() }
    }

    /// Whether hands of other players are wanted.
    fn boots(&self) -> bool {
        let enough = if self.training.dry { 1 } else { self.plan.boot };
        // A small game has no more hands than it has.
        let tries = TRIES * (enough as u64 + self.plan.round);
        let wanted = self.told.matches == 0 && self.base.len() < enough;
        self.plan.boot > 0 && wanted && self.told.count("first-matches") < tries
    }

    /// A round of matches of other players.
    fn boot(&mut self) -> Result<(), TrainError> {
        let first = self.told.count("first-matches");
        let seats = self.game.seats();
        let play = |table: &Table<'_, G>, number: u64| {
            let seed = Rng::derive(self.training.seed, "first match", number);
            let mut rng = Rng::stream(seed, "seats", 0);
            let players = &self.players;
            let mut sitters: Vec<Sitter<G>> =
                (0..seats).map(|_| Sitter::Agent(players[rng.below(players.len())].seat())).collect();
            table.play(&mut sitters, Seat::new(rng.below(seats) as u8), seed)
        };
        let played = self.matches(first..first + self.plan.round, &play)?;
        self.told.add("first-matches", played.len() as u64);
        // Where a game tells nothing, nothing is learnt, for ever.
        if first > 0 && self.base.is_empty() && played.iter().all(|played| played.hands.is_empty()) {
            let what = "the matches bring no hands to remember".to_owned();
            return Err(TrainError::Failed(Fault {
                what,
                place: "train cases".into(),
                value: String::new(),
            }));
        }
        self.retain(played, self.plan.boot);
        if !self.boots() {
            self.index();
        }
        Ok(())
    }

    /// A round of matches between those who remember.
    fn round(&mut self) -> Result<(), TrainError> {
        let first = self.told.matches;
        let last = (first / self.plan.round + 1).saturating_mul(self.plan.round).min(self.plan.matches);
        let seats = self.game.seats();
        let play = |table: &Table<'_, G>, number: u64| {
            let seed = Rng::derive(self.plan.seed, "match", number);
            let mut rng = Rng::stream(seed, "seats", 0);
            let mut sitters: Vec<Sitter<G>> = (0..seats).map(|_| self.one_who_remembers(&mut rng)).collect();
            let stores = rng.below(seats);
            for (_, sitter) in sitters.iter_mut().enumerate().filter(|(seat, _)| *seat != stores) {
                if !self.against.is_empty() {
                    *sitter = Sitter::Agent(self.against[rng.below(self.against.len())].seat());
                }
            }
            table.play(&mut sitters, Seat::new(stores as u8), seed)
        };
        let played = self.matches(first..last, &play)?;
        self.retain(played, usize::MAX);
        self.told.matches = last;
        if self.base.len() as u64 >= GROWN * self.told.indexed.max(1) {
            self.index();
        } else {
            self.base.recluster(self.training.seed, self.training.threads);
        }
        Ok(())
    }

    /// A player with a policy drawn by lot.
    fn one_who_remembers(&self, rng: &mut Rng) -> Sitter<G> {
        let policy = self.plan.policies[rng.below(self.plan.policies.len())];
        let manner = Manner { policy, demand: self.plan.demand, rules: u64::MAX };
        Sitter::Player(Box::new(Player::new(Arc::clone(&self.book), manner)))
    }

    /// Plays matches on the base as it is, on all threads; what they brought, in their order.
    fn matches(
        &self,
        numbers: std::ops::Range<u64>,
        play: &Playing<'_, G>,
    ) -> Result<Vec<Played>, TrainError> {
        let Plan { enough, raw, .. } = *self.plan;
        let table = Table { game: self.game, book: &*self.book, base: &self.base, enough, raw };
        let all = in_order(self.training.threads, numbers, |number| play(&table, number));
        all.into_iter().map(|played| played.map_err(TrainError::Failed)).collect()
    }

    /// Keeps what is new, up to so many cases.
    fn retain(&mut self, played: Vec<Played>, most: usize) {
        let mut bytes = Vec::new();
        for one in played {
            self.told.add("hands", one.hands.len() as u64 + one.old);
            self.told.add("old", one.old);
            self.told.add("cleaned-decisions", one.cleaned);
            for hand in &one.hands {
                if self.base.len() >= most {
                    break;
                }
                self.retain_one(hand, &mut bytes);
            }
            self.base.take_names(one.names);
        }
    }

    fn retain_one(&mut self, hand: &Case, bytes: &mut Vec<u8>) {
        bytes.clear();
        ludometer_agents::cases::coding::write(hand, bytes);
        if self.known.insert(xxh3_64(bytes)) {
            self.base.add(hand);
        } else {
            self.told.add("twins", 1);
        }
    }

    fn index(&mut self) {
        self.base.index(self.training.seed);
        self.base.recluster(self.training.seed, self.training.threads);
        self.told.indexed = self.base.len() as u64;
    }

    fn measures(&self) -> Vec<(String, f64)> {
        let scenarios = self.base.schema().scenarios.len();
        let clusters: usize = (0..scenarios)
            .map(|at| self.base.groups(at))
            .map(|g| if g.is_empty() { 0 } else { g.len() })
            .sum();
        let mut all = vec![
            ("cases".to_owned(), self.base.len() as f64),
            ("decisions".to_owned(), self.base.decisions() as f64),
            ("clusters".to_owned(), clusters as f64),
        ];
        all.extend(self.told.counts.iter().map(|(name, count)| (name.clone(), *count as f64)));
        all
    }

    fn keep_now_and_then(&mut self) -> Result<(), TrainError> {
        const SELDOM: Duration = Duration::from_secs(10);
        let (when, took) = self.written;
        if when.elapsed() > SELDOM.max(took * PATIENCE) { self.keep().map(drop) } else { Ok(()) }
    }

    /// Who its players played.
    fn method(&self) -> &'static str {
        if self.plan.against.is_empty() { "self-play" } else { "play against others" }
    }

    /// Writes the base as it is.
    fn keep(&mut self) -> Result<Bot, TrainError> {
        let mut command = with_count(&self.training.command, "--matches", self.told.matches as usize);
        if self.boots() {
            command = with_count(&command, "--boot", self.base.len());
        }
        let bot = Bot {
            iterations: self.told.matches,
            command,
            measures: self.measures().into_iter().collect(),
            ..self.job.bot(KIND, self.method(), self.training)
        };
        let Some(folder) = &self.folder else { return Ok(bot) };
        let began = Instant::now();
        let bot = write_base(folder.path(), (&self.base, self.kept), &self.told, bot)?;
        self.kept = self.base.len();
        self.written = (Instant::now(), began.elapsed());
        Ok(bot)
    }
}
