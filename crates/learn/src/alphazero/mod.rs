//! Learning by playing against oneself: a network guides a search, and learns from what the search finds.
//!
//! # Idea
//! AlphaZero. A cycle plays matches of the best network against itself; of some positions, searched in full, it keeps
//! how likely the search found each move and how the match ended. A network learns from the positions of the last
//! cycles, each once however often it was met, turned by the symmetries of the board; illegal moves take no part.
//! Then it must prove itself against the best one in a sequential test. After every cycle `metrics.jsonl` says how
//! far it has come, and the bot can be played.
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

mod contest;
mod course;
mod cycle;
mod page;
mod position;
mod selfplay;
mod settings;
mod solved;
mod window;

pub use cycle::{Cycle, METRICS, RANKINGS, Wrong};
pub use page::PAGE;
pub use position::{Harvest, Position};
pub use settings::Plan;

use crate::{BotFolder, Job, TrainError, Trained, Training, Watch};
use course::Course;
use ludometer_agents::bot::signature;
use ludometer_agents::network::plan as plan_for;
use ludometer_game::{Card, Game, Params};

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
    let plan = settings::read(training.params);
    let network = plan_for(game, plan.blocks, plan.channels).map_err(|lacking| TrainError::CannotLearn {
        trainer: "alphazero",
        needs: lacking.needs().into(),
        instead: "`mcts` plays this game without learning it".into(),
    })?;
    let job = job(training, signature(game));
    let saved = BotFolder::look(training.folder, &job)?;
    let total = training.params.count("cycles") as u64;
    if let Some(done) =
        saved.as_ref().map(|saved| saved.iterations).filter(|done| *done > total && !training.dry)
    {
        return Err(TrainError::Further { path: training.folder.to_owned(), done });
    }
    if training.dry {
        return course::dry(game, training, job, &plan, &network, watch);
    }
    let folder = BotFolder::take(training.folder, &job)?;
    let mut course = Course::begin(game, training, job, plan, network, folder, saved)?;
    course.run(total, watch)
}

/// What the training is.
fn job(training: &Training<'_>, signature: String) -> Job {
    let rulebook = training.rulebook.clone();
    Job {
        trainer: "alphazero".into(),
        game: rulebook.game,
        version: rulebook.version,
        rules: rulebook.rules,
        signature,
        settings: settings_of(training.params),
        seed: training.seed,
    }
}

/// What changes the result, but for how long it takes.
fn settings_of(params: &Params) -> Vec<(String, String)> {
    let kept = params.iter().filter(|(name, _)| *name != "cycles");
    kept.map(|(name, value)| (name.to_owned(), value.to_string())).collect()
}
