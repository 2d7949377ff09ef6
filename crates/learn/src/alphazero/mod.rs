//! Learning by playing against oneself: a network guides a search, and learns from what the search finds.
//!
//! # Idea
//! AlphaZero. A cycle plays matches of the best network against itself; of some positions, searched in full, it keeps
//! how likely the search found each move and how the match ended. A network learns from the positions of the last
//! cycles, each once however often it was met, turned by the symmetries of the board; illegal moves take no part. Of
//! the positions that are new 15 % are only asked about at first, and say how well it goes where nothing was learnt.
//! Then it must prove itself against the best one in a sequential test, or get half of the points where that decides nothing; the first network is taken as it is. After
//! every cycle `metrics.jsonl` says how far it has come, and the bot can be played.
//!
//! The same command with the same seed gives the same weights, at any number of threads, also when it was stopped
//! or killed and went on.
//!
//! # Paper
//! Silver and others 2018 (AlphaZero); Danihelka and others 2022 (Gumbel); Wu 2019 (searches of two sizes, forced
//! looks). The system this repeats is APTS, a thesis on play-testing by AlphaZero.
//!
//! # Needs
//! An encoder; every rules file has one. Games without a fixed list of moves learn what positions are worth, and
//! nothing about moves. Where something is hidden, searches draw what is hidden anew; no equilibrium is promised.
//!
//! # Cost
//! Nearly all of it is asking the network: `games` × moves × simulations.
//!
//! # Wrong tool
//! Where `solve` answers at once, or a small game with bluffing asks for `train cfr`.

mod bout;
mod contest;
mod course;
mod cycle;
mod extras;
mod inputs;
mod kept;
mod lessons;
mod page;
mod position;
mod record;
mod remember;
mod room;
mod selfplay;
mod settings;
mod solved;
mod window;

pub(crate) use course::CLIP;
pub use cycle::{Cycle, METRICS, RANKINGS, Wrong, lines, rankings};
pub use inputs::Inputs;
pub use lessons::{Lessons, validate};
pub use page::{PAGE, Subject, page};
pub use position::{Harvest, Position};
pub use record::{MatchMemory, TurnMemory};
pub use remember::{Remembering, remember};
pub use settings::Plan;
pub use window::Window;

use crate::{BotFolder, Job, TrainError, Trained, Training, Watch};
use course::Course;
use ludometer_agents::bot::signature;
use ludometer_agents::network::{Varied, constants, kernel_named, plan as plan_for};
use ludometer_game::{Card, Game, Params};
use ludometer_net::{Input, Plan as Shape};

/// Name, documentation and parameters.
#[must_use]
pub fn card() -> Card {
    Card::from_source("alphazero", "AlphaZero", 1, include_str!("mod.rs"), settings::params())
}

/// Trains a bot.
///
/// # Errors
/// When the game has no encoder, the folder holds something else, or the user stops.
pub fn train<G: Game>(
    game: &G,
    training: &Training<'_>,
    watch: &mut dyn Watch,
) -> Result<Trained, TrainError> {
    train_varied(&Variants { games: &[game], vary: &[] }, training, watch)
}

/// Settings of the rules that are learnt together.
pub struct Variants<'a, G> {
    /// The game, and others of the same shape.
    pub games: &'a [&'a G],
    /// What varies between them.
    pub vary: &'a [Varied],
}

/// Trains one bot for several settings of the rules: every match of self-play draws one, and the network is told which.
/// It is measured by the first of them.
///
/// # Errors
/// When the game has no encoder or another one for other settings, the folder holds something else, or the user stops.
pub fn train_varied<G: Game>(
    variants: &Variants<'_, G>,
    training: &Training<'_>,
    watch: &mut dyn Watch,
) -> Result<Trained, TrainError> {
    let Some(&game) = variants.games.first() else {
        return Err(TrainError::Vary("there is no game to learn".into()));
    };
    let plan = settings::read(game, training.params);
    settings::refuse_useless(training.params)?;
    let network = plan_for(game, plan.blocks, plan.channels).map_err(|lacking| TrainError::CannotLearn {
        trainer: "alphazero",
        needs: lacking.needs().into(),
        instead: "`mcts` plays this game without learning it".into(),
    })?;
    for other in variants.games {
        constants(*other, variants.vary).map_err(TrainError::Vary)?;
        let shape = (other.encoding(), other.actions(), other.symmetries());
        if shape != (game.encoding(), game.actions(), game.symmetries()) {
            return Err(TrainError::Vary(
                "with these the board or the moves change; one network has one board".into(),
            ));
        }
    }
    let mut network = network;
    network.heads.channels = heads(plan.heads, &network);
    let network = network.with_aux(&extras::names(game, plan.extras)).with_constants(variants.vary.len());
    let rounding = kernel_named(training.params.word("kernel"))?.rounding();
    let job = job(training, signature(game), rounding);
    let saved = BotFolder::look(training.folder, &job)?;
    let total = training.params.count("cycles") as u64;
    if let Some(done) =
        saved.as_ref().map(|saved| saved.iterations).filter(|done| *done > total && !training.dry)
    {
        return Err(TrainError::Further { path: training.folder.to_owned(), done, unit: "cycles" });
    }
    if training.dry {
        return course::dry(variants, training, job, &plan, &network, watch);
    }
    let mut course = Course::begin(variants, training, job, plan, network, training.folder, saved)?;
    course.run(total, watch)
}

/// Channels of the heads: those that were asked for, else fewer on larger boards, where fully connected layers over all
/// cells would outweigh everything else.
pub(crate) fn heads(asked: usize, network: &Shape) -> usize {
    const CELLS: usize = 1344;
    match (asked, network.input) {
        (0, Input::Grid { rows, columns, .. }) => {
            network.heads.channels.min((CELLS / (rows * columns).max(1)).max(4))
        }
        (0, Input::Flat { .. }) => network.heads.channels,
        (asked, _) => asked,
    }
}

/// What the training is.
fn job(training: &Training<'_>, signature: String, rounding: &str) -> Job {
    Job::new("alphazero", training, signature, settings_of(training.params, rounding))
}

/// The way of learning, counted up whenever the same settings give other weights: what an older release began cannot go
/// on with a newer one.
const WAY_OF_LEARNING: &str = "2";

/// What changes the result, but for how long it takes.
fn settings_of(params: &Params, rounding: &str) -> Vec<(String, String)> {
    let told = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let first = told("how this release learns", WAY_OF_LEARNING);
    let useless = settings::useless(params);
    let kept = params.iter().filter(|(name, _)| !["cycles", "kernel"].contains(name));
    let kept = kept.filter(|(name, _)| useless.iter().all(|(other, _)| other != name));
    let kept = kept.map(|(name, value)| told(name, &value.to_string()));
    [first].into_iter().chain(kept).chain([told("how numbers are rounded", rounding)]).collect()
}
