//! A training under way: cycle after cycle, each kept before the next begins.
//!
//! Beside the bot the folder keeps, for the last cycle that was finished, `learner-N.safetensors` (the network that
//! learns, with what its optimiser remembers) and the positions of the cycles in the window, `positions-N.bin`;
//! `training.bin`, written last, says which cycle that is.

use super::contest::{Contest, Player, rival};
use super::cycle::{Cycle, METRICS, RANKINGS, Wrong, lines, rankings};
use super::page::{PAGE, page};
use super::position::Harvest;
use super::selfplay::SelfPlay;
use super::settings::Plan;
use super::solved::Exercises;
use super::window::Window;
use crate::{BotFolder, Job, Progress, STATE, Saved, TrainError, Trained, Training, Watch, Wish};
use ludometer_agents::Ready;
use ludometer_agents::bot::{BOT, BOT_SCHEMA, Bot, fingerprint};
use ludometer_agents::network::{KIND, Model, PLAN, WEIGHTS};
use ludometer_game::{Game, Rng};
use ludometer_net::{Kernel, Network, Plan as Shape, Recipe, Trainer};
use std::collections::VecDeque;
use std::path::Path;

/// Positions a network is asked about after each cycle at most.
const VALIDATED: usize = 4096;
/// The longest that slopes may be.
const CLIP: f32 = 5.0;

/// A training under way.
pub(super) struct Course<'a, G: Game> {
    game: &'a G,
    training: &'a Training<'a>,
    job: Job,
    plan: Plan,
    shape: Shape,
    folder: BotFolder,
    learner: Trainer,
    best: Network,
    /// What the cycles in the window left, the newest last.
    harvests: VecDeque<Harvest>,
    cycles: Vec<Cycle>,
    exercises: Exercises<G>,
    rival: Option<Ready<G>>,
    before: u64,
}

impl<'a, G: Game> Course<'a, G> {
    /// Begins a training, or goes on with one.
    pub fn begin(
        game: &'a G,
        training: &'a Training<'a>,
        job: Job,
        plan: Plan,
        shape: Shape,
        folder: BotFolder,
        saved: Option<Saved>,
    ) -> Result<Self, TrainError> {
        let recipe = Recipe { weight_decay: plan.weight_decay as f32, clip: Some(CLIP), ..Recipe::default() };
        let done = saved.map_or(0, |saved| saved.iterations);
        let rival = if plan.pairs > 0 && game.seats() == 2 { Some(rival(game, &plan)?) } else { None };
        let mut course = Course {
            exercises: Exercises::draw(game, training.seed),
            learner: Trainer::new(Network::new(&shape, training.seed)?, recipe, training.threads)?,
            best: Network::new(&shape, training.seed)?,
            harvests: VecDeque::new(),
            cycles: Vec::new(),
            before: done,
            game,
            training,
            job,
            plan,
            shape,
            folder,
            rival,
        };
        match done {
            // The state comes first, so that a folder which was begun is known as one.
            0 => course.keep_state()?,
            _ => course.restore(done, recipe)?,
        }
        Ok(course)
    }

    /// Takes up what was kept of so many cycles.
    fn restore(&mut self, done: u64, recipe: Recipe) -> Result<(), TrainError> {
        let damaged = |name: &str| TrainError::Damaged(self.folder.path().join(name));
        let read = |name: &str| std::fs::read(self.folder.path().join(name)).map_err(|_| damaged(name));
        let learner = learner_name(done);
        self.learner = Trainer::from_bytes(&self.shape, &read(&learner)?, recipe, self.training.threads)
            .map_err(|_| damaged(&learner))?;
        let best = best_name(done);
        self.best = Network::from_bytes(&self.shape, &read(&best)?).map_err(|_| damaged(&best))?;
        let text = String::from_utf8(read(METRICS)?).map_err(|_| damaged(METRICS))?;
        let cycles: Result<Vec<Cycle>, _> = text.lines().map(serde_json::from_str).collect();
        self.cycles = cycles.map_err(|_| damaged(METRICS))?;
        // A kill may have come between the metrics and the state.
        self.cycles.truncate(done as usize);
        for cycle in self.first_in_window(done)..=done {
            let name = positions_name(cycle);
            let harvest = Harvest::from_bytes(&read(&name)?).ok_or_else(|| damaged(&name))?;
            self.harvests.push_back(harvest);
        }
        Ok(())
    }

    /// The first cycle of the window that ends with this one: as many as there is room for, one at least.
    fn first_in_window(&self, last: u64) -> u64 {
        let (mut first, mut sum) = (last, 0);
        for cycle in self.cycles[..last as usize].iter().rev() {
            sum += cycle.positions;
            if sum > self.plan.window as u64 && cycle.cycle < last {
                break;
            }
            first = cycle.cycle;
        }
        first
    }

    /// Trains to the end.
    pub fn run(&mut self, total: u64, watch: &mut dyn Watch) -> Result<Trained, TrainError> {
        let notes = self.notes();
        watch.began(&notes, self.before);
        // A kill may have come between the state and the bot.
        self.keep_bot()?;
        while (self.cycles.len() as u64) < total {
            match watch.wish() {
                Wish::Stop => return Err(self.stopped(total)),
                Wish::Enough => break,
                _ => {}
            }
            if !self.cycle(watch)? {
                return Err(self.stopped(total));
            }
            let done = self.cycles.len() as u64;
            let measures = self.cycles.last().map(Cycle::measures).unwrap_or_default();
            watch.reached(&Progress { done, total, measures });
        }
        let bot = self.bot();
        Ok(Trained { bot, folder: self.folder.path().to_owned(), before: self.before, notes })
    }

    fn stopped(&self, total: u64) -> TrainError {
        let done = self.cycles.len() as u64;
        TrainError::Stopped { done, total, path: self.folder.path().to_owned() }
    }

    /// One cycle; `false` if it was stopped, and nothing of it is kept.
    fn cycle(&mut self, watch: &mut dyn Watch) -> Result<bool, TrainError> {
        let number = self.cycles.len() as u64;
        let model = Model::new(&self.best, Kernel::best())?;
        let play = SelfPlay {
            game: self.game,
            model: &model,
            plan: &self.plan,
            seed: self.training.seed,
            cycle: number,
        };
        let Some(harvest) = play.run(self.training.threads, &mut |_| watch.wish() == Wish::Stop) else {
            return Ok(false);
        };
        self.folder.write(&positions_name(number + 1), &harvest.to_bytes())?;
        let mut cycle = self.learn(number, harvest)?;
        self.prove(&mut cycle)?;
        self.cycles.push(cycle);
        self.keep()?;
        Ok(true)
    }

    /// Learns from the window, with what the last cycle left in it.
    fn learn(&mut self, number: u64, harvest: Harvest) -> Result<Cycle, TrainError> {
        let fresh = harvest.positions.len();
        let Harvest { matches, plies, simulations, asked, .. } = harvest;
        self.harvests.push_back(harvest);
        let held = |all: &VecDeque<Harvest>| all.iter().map(|one| one.positions.len()).sum::<usize>();
        while held(&self.harvests) > self.plan.window && self.harvests.len() > 1 {
            self.harvests.pop_front();
        }
        let window = Window::new(self.harvests.make_contiguous(), self.game.symmetries());
        let mut rng = Rng::stream(self.training.seed, "learning", number);
        let steps = match window.len() {
            (0, _) => 0,
            _ => (self.plan.passes * fresh as f64 / self.plan.batch as f64).ceil().max(1.0) as u64,
        };
        let rate = self.plan.rate_in(number);
        let mut wrong = Vec::new();
        for _ in 0..steps {
            let batch = window.draw(&self.shape, self.plan.batch, &mut rng)?;
            wrong.push(Wrong::from(&self.learner.step(&batch, rate)?));
        }
        let validation = match window.len() {
            (_, 0) => Wrong::default(),
            _ => Wrong::from(&self.learner.measure(&window.validation(&self.shape, VALIDATED)?)?),
        };
        Ok(Cycle {
            cycle: number + 1,
            matches,
            length: plies as f64 / matches.max(1) as f64,
            positions: fresh as u64,
            window: window.len().0 as u64,
            asked_per_simulation: asked as f64 / simulations.max(1) as f64,
            steps,
            rate,
            learnt: Wrong::mean(&wrong),
            validation,
            against_best: None,
            accepted: true,
            against_rival: None,
            mistakes: None,
        })
    }

    /// Lets the network that learnt prove itself against the best one, and measures who is the best then.
    fn prove(&mut self, cycle: &mut Cycle) -> Result<(), TrainError> {
        let (seed, threads) =
            (Rng::derive(self.training.seed, "contests", cycle.cycle), self.training.threads);
        let learner = Model::new(self.learner.network(), Kernel::best())?;
        if self.plan.gate > 0 && self.game.seats() == 2 {
            let best = Model::new(&self.best, Kernel::best())?;
            let serious = self.plan.serious();
            let players = [Player::Network(&learner, serious), Player::Network(&best, serious)];
            let contest = Contest { game: self.game, players, seed, label: "gate" };
            let (accepted, score) = contest.gate(self.plan.gate, threads);
            (cycle.accepted, cycle.against_best) = (accepted, Some(score.mean()));
        }
        if cycle.accepted {
            self.best = self.learner.network().clone();
        }
        let best = Model::new(&self.best, Kernel::best())?;
        if let Some(rival) = &self.rival {
            let players = [Player::Network(&best, self.plan.serious()), Player::Other(rival)];
            let contest = Contest { game: self.game, players, seed, label: "rival" };
            cycle.against_rival = Some(contest.play(0..self.plan.pairs, threads).mean());
        }
        cycle.mistakes = self.exercises.mistakes(self.game, &best);
        Ok(())
    }

    /// Keeps a finished cycle; what earlier ones left and nobody needs any more goes.
    fn keep(&mut self) -> Result<(), TrainError> {
        let done = self.cycles.len() as u64;
        self.folder.write(&learner_name(done), &self.learner.to_bytes())?;
        self.folder.write(&best_name(done), &self.best.to_bytes())?;
        self.folder.write(METRICS, lines(&self.cycles).as_bytes())?;
        for (name, table) in RANKINGS.iter().zip(rankings(&self.cycles)) {
            self.folder.write(name, table.as_bytes())?;
        }
        let Job { game, .. } = &self.job;
        let page = page(game, &self.training.command, &self.plan.rival, &self.cycles);
        self.folder.write(PAGE, page.as_bytes())?;
        self.keep_state()?;
        self.keep_bot()?;
        if done > 1 {
            self.folder.remove(&learner_name(done - 1))?;
            self.folder.remove(&best_name(done - 1))?;
            for cycle in (1..self.first_in_window(done)).rev().take(2) {
                self.folder.remove(&positions_name(cycle))?;
            }
        }
        Ok(())
    }

    fn keep_state(&self) -> Result<(), TrainError> {
        let saved =
            Saved { job: self.job.clone(), iterations: self.cycles.len() as u64, numbers: Vec::new() };
        self.folder.write(STATE, &saved.to_bytes())
    }

    /// Writes the bot; the file that makes it one comes last.
    fn keep_bot(&self) -> Result<(), TrainError> {
        // A plan is plain data: it always serialises.
        self.folder.write(PLAN, toml::to_string(&self.shape).unwrap_or_default().as_bytes())?;
        self.folder.write(WEIGHTS, &self.best.to_bytes())?;
        self.folder.write(BOT, self.bot().to_toml().as_bytes())
    }

    fn bot(&self) -> Bot {
        let Job { game, version, rules, signature, .. } = self.job.clone();
        let measures = self.cycles.last().map(Cycle::measures).unwrap_or_default();
        Bot {
            schema: BOT_SCHEMA,
            kind: KIND.into(),
            game,
            game_version: version,
            method: "alphazero".into(),
            iterations: self.cycles.len() as u64,
            seed: self.job.seed.to_string(),
            signature,
            fingerprint: fingerprint(&self.best.to_bytes()),
            command: self.training.command.clone(),
            rules: rules.into_iter().collect(),
            measures: measures.into_iter().collect(),
        }
    }

    fn notes(&self) -> Vec<String> {
        let mut notes = vec![format!(
            "a network of {} weights, computed by {}",
            self.best.parameters(),
            Kernel::best().name()
        )];
        if Kernel::best() != Kernel::Avx512 {
            notes.push(format!("this processor has no AVX-512: {} is slower", Kernel::best().name()));
        }
        notes
    }
}

/// Goes through everything once and leaves nothing.
pub(super) fn dry<G: Game>(
    game: &G,
    training: &Training<'_>,
    job: Job,
    plan: &Plan,
    shape: &Shape,
    watch: &mut dyn Watch,
) -> Result<Trained, TrainError> {
    let place = std::env::temp_dir().join(format!("ludometer-dry-{}", std::process::id()));
    let short =
        Plan { games: 1, gate: plan.gate.min(1), pairs: plan.pairs.min(1), passes: 0.01, ..plan.clone() };
    let folder = BotFolder::take(&place, &job)?;
    let ran = Course::begin(game, training, job, short, shape.clone(), folder, None)
        .and_then(|mut course| course.run(1, watch));
    remove(&place);
    ran.map(|trained| Trained { folder: training.folder.to_owned(), ..trained })
}

/// Removes what a dry run left.
fn remove(place: &Path) {
    // Nothing of worth is lost where it stays.
    let _ = std::fs::remove_dir_all(place);
}

fn learner_name(cycle: u64) -> String {
    format!("learner-{cycle:04}.safetensors")
}

fn best_name(cycle: u64) -> String {
    format!("best-{cycle:04}.safetensors")
}

fn positions_name(cycle: u64) -> String {
    format!("positions-{cycle:04}.bin")
}
