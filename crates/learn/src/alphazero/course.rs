//! A training under way: cycle after cycle, each kept before the next begins.

use super::Variants;
use super::contest::{Contest, Player, rival};
use super::cycle::Cycle;
use super::kept::positions_name;
use super::lessons::{Lessons, validate};
use super::position::Harvest;
use super::room::{network_bytes, window_bytes};
use super::selfplay::SelfPlay;
use super::settings::Plan;
use super::solved::Exercises;
use super::window::Window;
use crate::{BotFolder, Job, Progress, Saved, TrainError, Trained, Training, Watch, Wish};
use ludometer_agents::Ready;
use ludometer_agents::network::{Model, constants, kernel_named};
use ludometer_agents::puct::Settings;
use ludometer_agents::{Memory, demand_memory};
use ludometer_game::{Game, Rng};
use ludometer_net::{Kernel, Network, Plan as Shape, Recipe, Trainer};
use std::collections::VecDeque;
use std::path::Path;

/// The longest that slopes may be.
const CLIP: f32 = 5.0;

/// A training under way.
pub(super) struct Course<'a, G: Game> {
    pub(super) variants: &'a Variants<'a, G>,
    /// The first of the variants, by which networks are measured.
    pub(super) game: &'a G,
    pub(super) training: &'a Training<'a>,
    pub(super) job: Job,
    pub(super) plan: Plan,
    pub(super) shape: Shape,
    pub(super) folder: BotFolder,
    pub(super) learner: Trainer,
    /// The running mean of what learnt: it plays better than the last step.
    pub(super) follower: Network,
    pub(super) best: Network,
    pub(super) kernel: Kernel,
    /// What the cycles in the window left, the newest last.
    pub(super) harvests: VecDeque<Harvest>,
    pub(super) cycles: Vec<Cycle>,
    pub(super) exercises: Exercises<G>,
    pub(super) rival: Option<Ready<G>>,
    pub(super) before: u64,
}

impl<'a, G: Game> Course<'a, G> {
    /// Begins a training, or goes on with one.
    pub fn begin(
        variants: &'a Variants<'a, G>,
        training: &'a Training<'a>,
        job: Job,
        plan: Plan,
        shape: Shape,
        folder: BotFolder,
        saved: Option<Saved>,
    ) -> Result<Self, TrainError> {
        let recipe = Recipe { weight_decay: plan.weight_decay as f32, clip: Some(CLIP), ..Recipe::default() };
        let done = saved.map_or(0, |saved| saved.iterations);
        let game = variants.games[0];
        let kernel = kernel_named(training.params.word("kernel"))?;
        let bytes = window_bytes(game, &shape, &plan);
        demand_memory("train alphazero", Memory { bytes, parameter: "window" })?;
        let bytes = network_bytes(&shape, plan.batch);
        demand_memory("train alphazero", Memory { bytes, parameter: "channels" })?;
        let rival = if plan.pairs > 0 && game.seats() == 2 { Some(rival(game, &plan)?) } else { None };
        let mut course = Course {
            exercises: Exercises::draw(game, training.seed),
            learner: Trainer::new(Network::new(&shape, training.seed)?, recipe, training.threads)?
                .computed_by(kernel)?,
            kernel,
            follower: Network::new(&shape, training.seed)?,
            best: Network::new(&shape, training.seed)?,
            harvests: VecDeque::new(),
            cycles: Vec::new(),
            before: done,
            variants,
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

    /// Trains to the end.
    pub fn run(&mut self, total: u64, watch: &mut dyn Watch) -> Result<Trained, TrainError> {
        let notes = self.notes();
        watch.began(&notes, self.before);
        // A kill may have come between the state and the bot.
        self.keep_bot()?;
        while (self.cycles.len() as u64) < total && !self.settled() {
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

    /// Whether no network has become better for as long as anybody wants to wait.
    fn settled(&self) -> bool {
        let patience = self.plan.patience as usize;
        patience > 0
            && self.cycles.len() >= patience
            && self.cycles.iter().rev().take(patience).all(|cycle| !cycle.accepted)
    }

    fn stopped(&self, total: u64) -> TrainError {
        let done = self.cycles.len() as u64;
        TrainError::Stopped { unit: "cycles", done, total, path: self.folder.path().to_owned() }
    }

    /// One cycle; `false` if it was stopped, and nothing of it is kept.
    fn cycle(&mut self, watch: &mut dyn Watch) -> Result<bool, TrainError> {
        let number = self.cycles.len() as u64;
        let model = Model::new(&self.best, self.kernel)?;
        let models = self.told(&model)?;
        let tables: Vec<(&G, &Model)> = self.variants.games.iter().copied().zip(&models).collect();
        let play = SelfPlay {
            tables: &tables,
            plan: &self.plan,
            symmetries: &self.game.symmetries(),
            seed: self.training.seed,
            cycle: number,
            records: false,
        };
        let Some(harvest) = play.run(self.training.threads, &mut |_| watch.wish() == Wish::Stop) else {
            return Ok(false);
        };
        let harvest = harvest.at_most(self.plan.window);
        self.folder.write(&positions_name(number + 1), &harvest.to_bytes())?;
        let mut cycle = self.learn(number, harvest)?;
        self.prove(&mut cycle)?;
        self.cycles.push(cycle);
        self.keep()?;
        Ok(true)
    }

    /// A network as it sees each variant.
    fn told(&self, model: &Model) -> Result<Vec<Model>, TrainError> {
        let told =
            |game: &&G| Ok(model.told(constants(*game, self.variants.vary).map_err(TrainError::Vary)?));
        self.variants.games.iter().map(told).collect()
    }

    /// A network as it sees the game it is measured by.
    fn model(&self, network: &Network) -> Result<Model, TrainError> {
        let model = Model::new(network, self.kernel)?;
        Ok(model.told(constants(self.game, self.variants.vary).map_err(TrainError::Vary)?))
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
        let Course { plan, learner, follower, .. } = self;
        let lessons = Lessons {
            steps: (plan.passes * fresh as f64 / plan.batch as f64).ceil().max(1.0) as u64,
            batch: plan.batch,
            rate: plan.rate_in(number),
        };
        let learnt = lessons.learn(&window, learner, &mut rng, &mut |learner| {
            // At first the mean has nothing to remember.
            let share = plan.follow.max(2.0 / (learner.steps() + 1) as f32);
            follower.follow(learner.network(), share.min(1.0));
        })?;
        let validation = validate(&window, follower, self.training.threads, self.kernel)?;
        Ok(Cycle {
            matches,
            length: plies as f64 / matches.max(1) as f64,
            positions: fresh as u64,
            asked_per_simulation: asked as f64 / simulations.max(1) as f64,
            ..Cycle::of_lessons(number + 1, window.len(), &lessons, learnt, validation)
        })
    }

    /// Lets the network that learnt prove itself against the best one, and measures who is the best then.
    fn prove(&mut self, cycle: &mut Cycle) -> Result<(), TrainError> {
        let (seed, threads) =
            (Rng::derive(self.training.seed, "contests", cycle.cycle), self.training.threads);
        let learner = self.model(&self.follower)?;
        if self.plan.gate > 0 && self.game.seats() == 2 {
            let best = self.model(&self.best)?;
            let serious = self.plan.serious();
            let players = [Player::Network(&learner, serious), Player::Network(&best, serious)];
            let contest = Contest { game: self.game, players, seed, label: "gate" };
            let (accepted, score) = contest.gate(self.plan.gate, threads);
            (cycle.accepted, cycle.against_best, cycle.best_pairs) =
                (accepted, Some(score.mean()), score.pairs());
        }
        if cycle.accepted {
            self.best = self.follower.clone();
        }
        let best = self.model(&self.best)?;
        if let Some(rival) = &self.rival {
            let players = [Player::Network(&best, self.plan.serious()), Player::Other(rival)];
            let contest = Contest { game: self.game, players, seed, label: "rival" };
            let score = contest.play(0..self.plan.pairs, threads);
            (cycle.against_rival, cycle.rival_pairs) = (Some(score.mean()), score.pairs());
        }
        cycle.mistakes = self.exercises.mistakes(self.game, &best);
        cycle.exercises = self.exercises.len() as u64;
        Ok(())
    }

    fn notes(&self) -> Vec<String> {
        let mut notes = vec![format!(
            "a network of {} weights, computed by {}",
            self.best.parameters(),
            self.kernel.name()
        )];
        if !Kernel::available().contains(&Kernel::Avx512) {
            notes.push(format!("this processor has no AVX-512: {} is slower", self.kernel.name()));
        }
        let megabytes = window_bytes(self.game, &self.shape, &self.plan) >> 20;
        notes.push(format!("positions to learn from take at most {} MB", megabytes.max(1)));
        notes
    }
}

/// Goes through everything once and leaves nothing.
pub(super) fn dry<G: Game>(
    variants: &Variants<'_, G>,
    training: &Training<'_>,
    job: Job,
    plan: &Plan,
    shape: &Shape,
    watch: &mut dyn Watch,
) -> Result<Trained, TrainError> {
    let place = std::env::temp_dir().join(format!("ludometer-dry-{}", std::process::id()));
    let brief = |settings: Settings| Settings { sims: 1, ..settings };
    let short = Plan {
        games: 1,
        gate: plan.gate.min(1),
        pairs: plan.pairs.min(1),
        passes: 0.01,
        full: brief(plan.full),
        cheap: brief(plan.cheap),
        ..plan.clone()
    };
    let folder = BotFolder::take(&place, &job)?;
    let ran = Course::begin(variants, training, job, short, shape.clone(), folder, None)
        .and_then(|mut course| course.run(1, watch));
    remove(&place);
    ran.map(|trained| Trained { folder: training.folder.to_owned(), ..trained })
}

/// Removes what a dry run left.
fn remove(place: &Path) {
    // Nothing of worth is lost where it stays.
    let _ = std::fs::remove_dir_all(place);
}
