//! A training under way: cycle after cycle, each kept before the next begins.

use super::Variants;
use super::contest::{Contest, Player, rival};
use super::cycle::Cycle;
use super::kept::positions_name;
use super::lessons::{Lessons, validate};
use super::position::Harvest;
use super::room::{room, window_bytes};
use super::selfplay::SelfPlay;
use super::settings::Plan;
use super::solved::Exercises;
use super::window::Window;
use crate::training::TIME_IS_UP;
use crate::{BotFolder, Job, Progress, Saved, TrainError, Trained, Training, Watch, Wish};
use ludometer_agents::Ready;
use ludometer_agents::demand_memory;
use ludometer_agents::network::{Model, constants, kernel_named};
use ludometer_agents::puct::Settings;
use ludometer_game::{Game, Rng, Sum};
use ludometer_net::{Kernel, Network, Plan as Shape, Recipe, Trainer};
use std::collections::VecDeque;
use std::path::Path;

/// The longest that slopes may be.
pub(crate) const CLIP: f32 = 5.0;

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
        place: &Path,
        saved: Option<Saved>,
    ) -> Result<Self, TrainError> {
        let recipe = Recipe { weight_decay: plan.weight_decay as f32, clip: Some(CLIP), ..Recipe::default() };
        let done = saved.map_or(0, |saved| saved.iterations);
        let game = variants.games[0];
        let kernel = kernel_named(training.params.word("kernel"))?;
        demand_memory("train alphazero", room(game, &shape, &plan, training.threads))?;
        let rival = if plan.pairs > 0 && contests(game) { Some(rival(game, &plan)?) } else { None };
        let first = Network::new(&shape, training.seed)?.silent();
        let learner = Trainer::new(first.clone(), recipe, training.threads)?.computed_by(kernel)?;
        // Nothing is made where something above is refused.
        let folder = BotFolder::take(place, &job)?;
        let mut course = Course {
            exercises: Exercises::none(),
            learner,
            kernel,
            follower: first.clone(),
            best: first,
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
        let notes = self.notes(total);
        watch.began(&notes, self.before);
        // A kill may have come between the state and the bot.
        self.keep_bot()?;
        if (self.cycles.len() as u64) < total {
            self.exercises = Exercises::draw(self.game, self.training.seed, &mut |solved| {
                watch.doing("positions to be asked about, solved", solved as u64, Exercises::<G>::MOST);
                !self.ends(watch.wish())
            });
        }
        let mut ended = None;
        while (self.cycles.len() as u64) < total {
            if self.settled() {
                ended = Some(format!("no network was better for {} cycles (--patience)", self.plan.patience));
                break;
            }
            // A cycle that is under way when time is up leaves nothing.
            if self.ends(watch.wish()) || !self.cycle(watch)? {
                match watch.wish() {
                    Wish::Enough => ended = Some(TIME_IS_UP.to_owned()),
                    _ => return Err(self.stopped(total)),
                }
                break;
            }
            let done = self.cycles.len() as u64;
            let measures = self.cycles.last().map(Cycle::measures).unwrap_or_default();
            watch.reached(&Progress { done, total, measures });
        }
        let bot = self.bot();
        Ok(Trained { bot, folder: self.folder.path().to_owned(), before: self.before, notes, ended })
    }

    /// Whether a wish ends a training here; the first cycle is played in any case, so that there is a bot.
    fn ends(&self, wish: Wish) -> bool {
        wish == Wish::Stop || (wish == Wish::Enough && !self.cycles.is_empty())
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
        let played = play.run(self.training.threads, &mut |done| {
            watch.doing(&format!("cycle {}: matches", number + 1), done, self.plan.games);
            self.ends(watch.wish())
        });
        let Some(harvest) = played else { return Ok(false) };
        let harvest = harvest.at_most(self.plan.window);
        self.folder.write(&positions_name(number + 1), &harvest.to_bytes())?;
        let mut cycle = self.learn(number, harvest, watch)?;
        watch.doing(&format!("cycle {}: contests", number + 1), 0, 0);
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
    fn learn(&mut self, number: u64, harvest: Harvest, watch: &mut dyn Watch) -> Result<Cycle, TrainError> {
        let fresh = harvest.positions.len();
        let Harvest { matches, plies, unfinished, simulations, asked, .. } = harvest;
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
        let mut step = 0;
        let learnt = lessons.learn(&window, learner, &mut rng, &mut |learner| {
            step += 1;
            watch.doing(&format!("cycle {}: steps of learning", number + 1), step, lessons.steps);
            // At first the mean has nothing to remember.
            let share = plan.follow.max(2.0 / (learner.steps() + 1) as f32);
            follower.follow(learner.network(), share.min(1.0));
        })?;
        let validation = validate(&window, follower, self.training.threads, self.kernel)?;
        Ok(Cycle {
            matches,
            unfinished,
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
        // Before anything is learnt, moves are played in the order of their list: that may win, and teaches nothing.
        let first = cycle.cycle == 1;
        if self.plan.gate > 0 && !first && contests(self.game) {
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

    fn notes(&self, total: u64) -> Vec<String> {
        let mut notes = vec![format!(
            "a network of {} weights, computed by {}",
            self.best.parameters(),
            self.kernel.name()
        )];
        if !Kernel::available().contains(&Kernel::Avx512) {
            notes.push(format!("this processor has no AVX-512: {} is slower", self.kernel.name()));
        }
        let megabytes = window_bytes(self.game, &self.shape, &self.plan) >> 20;
        if !contests(self.game) {
            notes.push(
                "nobody plays against anybody here: every network is taken, without gate and rival".into(),
            );
        } else if self.plan.gate > 0 && self.before == 0 && total > 0 {
            notes.push("the first network is taken as it is; later ones must prove themselves".into());
        }
        notes.push(format!("positions to learn from take at most {} MB", megabytes.max(1)));
        notes
    }
}

/// Whether networks can be measured against each other: not where all seats are paid alike, or there is only one.
fn contests<G: Game>(game: &G) -> bool {
    game.seats() > 1 && game.traits().sum != Sum::Shared
}

/// Goes through a cycle once and leaves nothing.
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
        pairs: plan.pairs.min(1),
        passes: 0.01,
        full: brief(plan.full),
        cheap: brief(plan.cheap),
        ..plan.clone()
    };
    let ran = Course::begin(variants, training, job, short, shape.clone(), &place, None)
        .and_then(|mut course| course.run(training.params.count("cycles").min(1) as u64, watch));
    remove(&place);
    ran.map(|trained| Trained { folder: training.folder.to_owned(), ..trained })
}

/// Removes what a dry run left.
fn remove(place: &Path) {
    // Nothing of worth is lost where it stays.
    let _ = std::fs::remove_dir_all(place);
}
