//! Learning from matches that were recorded: one network, one memory, a few epochs.
//!
//! # Idea
//! The second half of a cycle of `alphazero`, by itself, as the thesis behind APTS has it: `construct` makes a network,
//! `self-play` a memory of its matches, this learns from the memory, and the next `self-play` uses what learnt. Every
//! position counts once an epoch on the average, turned by the symmetries of the board; 15 % of them are not learnt
//! from, and say after every epoch how well it goes. The network of the last epoch is the bot.
//!
//! # Paper
//! Silver and others 2018 (AlphaZero).
//!
//! # Needs
//! A memory that `ludometer self-play` wrote for the same game with the same rules.
//!
//! # Cost
//! About three times that of asking the network about every position, for each epoch.
//!
//! # Wrong tool
//! For a strong bot: `train alphazero` does all of it, again and again.

use crate::alphazero::{
    CLIP, Cycle, Lessons, METRICS, PAGE, RANKINGS, Subject, Window, heads, lines, page, rankings, validate,
};
use crate::training::with_count;
use crate::{
    BotFolder, Job, MemoryFolder, Progress, STATE, Saved, TrainError, Trained, Training, Watch, Wish,
};
use ludometer_agents::bot::{BOT, Bot, fingerprint, signature};
use ludometer_agents::network::{KIND, Model, PLAN, Varied, WEIGHTS, plan as plan_for};
use ludometer_game::{Card, Game, ParamError, ParamSpec, Rng};
use ludometer_net::{Kernel, Network, Recipe, Trainer};
use std::path::Path;

/// Name, documentation and parameters.
#[must_use]
pub fn card() -> Card {
    let params = vec![
        ParamSpec::text("memory", "the folder that `ludometer self-play` wrote", ""),
        ParamSpec::text("bot", "the bot to go on with; without one a new network begins", ""),
        ParamSpec::whole("epochs", "how often everything is learnt from", 16, 1..=1_000_000),
        ParamSpec::whole("batch", "positions of one step of learning", 128, 1..=65_536),
        ParamSpec::real("rate", "rate of learning", 0.002, 1e-7..=1.0),
        ParamSpec::real("decay", "weight decay", 0.03, 0.0..=10.0),
        ParamSpec::whole("blocks", "residual blocks of a new network", 4, 0..=64),
        ParamSpec::whole("channels", "channels of a new network", 64, 1..=1024),
    ];
    Card::from_source("memory", "Learning from recorded matches", 1, include_str!("memory.rs"), params)
}

/// Trains a bot.
///
/// # Errors
/// When there is no memory of this game, the bot does not play it, the folder holds something else, or the user stops.
pub fn train<G: Game>(
    game: &G,
    training: &Training<'_>,
    watch: &mut dyn Watch,
) -> Result<Trained, TrainError> {
    let params = training.params;
    let memory = open_memory(game, training)?;
    let (harvest, data) = memory.harvest()?;
    let window = Window::new(&[harvest], game.symmetries());
    let (network, vary) = begin(game, training, &memory)?;
    let job = job(training, signature(game), data, &network);
    let folder = if training.dry { None } else { Some(BotFolder::take(training.folder, &job)?) };
    let recipe = Recipe { weight_decay: params.real("decay") as f32, clip: Some(CLIP), ..Recipe::default() };
    let mut learner = Trainer::new(network, recipe, training.threads)?;
    let total = if training.dry { 1 } else { params.count("epochs") as u64 };
    let (notes, mut epochs): (_, Vec<Cycle>) = (vec![said(&memory, &window)], Vec::new());
    watch.began(&notes, 0);
    let mut ended = None;
    for epoch in 0..total {
        match watch.wish() {
            Wish::Stop if epoch == 0 => {
                return Err(TrainError::StoppedEmpty { unit: "epochs", done: epoch, total });
            }
            Wish::Stop | Wish::Enough if epoch > 0 => {
                ended =
                    Some(format!("stopped after {epoch} of {total} epochs; the same command begins anew"));
                break;
            }
            _ => {}
        }
        let mut rng = Rng::stream(training.seed, "epoch", epoch);
        let lessons = Lessons {
            steps: window.len().0.div_ceil(params.count("batch")) as u64,
            batch: params.count("batch"),
            rate: params.real("rate") as f32,
        };
        let mut step = 0;
        let learnt = lessons.learn(&window, &mut learner, &mut rng, &mut |_| {
            step += 1;
            watch.doing(&format!("epoch {}: steps of learning", epoch + 1), step, lessons.steps);
        })?;
        let validation = validate(&window, learner.network(), training.threads, Kernel::best())?;
        epochs.push(Cycle::of_lessons(epoch + 1, window.len(), &lessons, learnt, validation));
        let measures = epochs.last().map(Cycle::measures).unwrap_or_default();
        watch.reached(&Progress { done: epoch + 1, total, measures });
    }
    let bot = Bot { vary, ..bot(&job, training, learner.network(), &epochs) };
    if let Some(folder) = folder {
        write(&folder, job, &bot, learner.network(), &epochs)?;
    }
    Ok(Trained { bot, folder: training.folder.to_owned(), before: 0, notes, ended })
}

fn open_memory<G: Game>(game: &G, training: &Training<'_>) -> Result<MemoryFolder, TrainError> {
    let params = training.params;
    let path = Path::new(params.word("memory"));
    if path.as_os_str().is_empty() {
        return Err(TrainError::NoMemory);
    }
    let memory = MemoryFolder::open(path)?;
    if memory.info.signature != signature(game) {
        let own = &memory.info.game;
        let cause = match *own == training.rulebook.game {
            true => {
                format!("its matches are of {own} with other rules than these; --set as they were played")
            }
            false => format!("its matches are of {own}, not of {}", training.rulebook.game),
        };
        return Err(TrainError::Memory { path: path.to_owned(), cause });
    }
    Ok(memory)
}

/// The network to begin with, and what it is told of the rules.
fn begin<G: Game>(
    game: &G,
    training: &Training<'_>,
    memory: &MemoryFolder,
) -> Result<(Network, Vec<Varied>), TrainError> {
    let params = training.params;
    if !params.word("bot").is_empty() {
        if let Some(typed) = ["blocks", "channels"].into_iter().find(|name| params.is_typed(name)) {
            let cause =
                ParamError::Together(format!("a bot has its own {typed}; leave --bot or --{typed} out"));
            return Err(TrainError::Params { trainer: "memory".into(), cause });
        }
        let (network, bot) = Model::load_network(game, "train memory", params.word("bot"))?;
        return Ok((network, bot.vary));
    }
    let plan = plan_for(game, params.count("blocks"), params.count("channels"));
    let plan = plan.map_err(|lacking| TrainError::CannotLearn {
        trainer: "memory",
        needs: lacking.needs().into(),
        instead: "`mcts` plays this game without learning it".into(),
    })?;
    let mut plan = plan;
    plan.heads.channels = heads(0, &plan);
    let aux: Vec<&str> = memory.info.aux.iter().map(String::as_str).collect();
    let plan = plan.with_aux(&aux).with_constants(memory.info.vary.len());
    Ok((Network::new(&plan, training.seed)?.silent(), memory.info.vary.clone()))
}

fn said(memory: &MemoryFolder, window: &Window) -> String {
    let (learnt, asked) = window.len();
    format!(
        "{} matches left {} positions; {learnt} different ones are learnt, {asked} only asked about",
        memory.info.matches, memory.info.positions
    )
}

fn job(training: &Training<'_>, signature: String, data: String, network: &Network) -> Job {
    let typed = training.params.iter().map(|(name, value)| (name.to_owned(), value.to_string()));
    let found =
        [("what the memory holds".to_owned(), data), ("what it begins with".to_owned(), network.hash())];
    Job::new("memory", training, signature, typed.chain(found).collect())
}

fn bot(job: &Job, training: &Training<'_>, network: &Network, epochs: &[Cycle]) -> Bot {
    Bot {
        iterations: epochs.len() as u64,
        fingerprint: fingerprint(&network.to_bytes()),
        command: with_count(&training.command, "--epochs", epochs.len()),
        measures: epochs.last().map(Cycle::measures).unwrap_or_default().into_iter().collect(),
        ..job.bot(KIND, "memory", training)
    }
}

/// Writes everything; the file that makes it a bot comes last.
fn write(
    folder: &BotFolder,
    job: Job,
    bot: &Bot,
    network: &Network,
    epochs: &[Cycle],
) -> Result<(), TrainError> {
    let subject = Subject { game: &job.game, command: &bot.command, rival: None, unit: "epoch" };
    let page = page(&subject, epochs);
    let saved = Saved { job, iterations: epochs.len() as u64, numbers: Vec::new() };
    folder.write(STATE, &saved.to_bytes())?;
    folder.write(METRICS, lines(epochs).as_bytes())?;
    for (name, table) in RANKINGS.iter().zip(rankings(epochs)) {
        folder.write(name, table.as_bytes())?;
    }
    folder.write(PAGE, page.as_bytes())?;
    // A plan is plain data: it always serialises.
    folder.write(PLAN, toml::to_string(network.plan()).unwrap_or_default().as_bytes())?;
    folder.write(WEIGHTS, &network.to_bytes())?;
    folder.write(BOT, bot.to_toml().as_bytes())
}
