//! Training: a game in, a bot folder out.

use crate::smaller::advised;
use crate::variants::{games, ranges};
use crate::{GameRequest, LabError, open, quoted};
use cpu_time::ProcessTime;
use ludometer_agents::network::Varied;
use ludometer_game::{AnyGame, ParamKind, Params};
use ludometer_learn::{MemoryInfo, TrainError, Trained, Watch, card, read_params};
use std::path::{Path, PathBuf};

/// What to train, as typed.
#[derive(Clone, PartialEq, Debug)]
pub struct TrainRequest {
    /// The trainer.
    pub trainer: String,
    /// Its options as typed, name and value; a switch that is on has the value `on`.
    pub options: Vec<(String, String)>,
    /// The game.
    pub game: GameRequest,
    /// The seed of everything random.
    pub seed: u64,
    /// Threads to work on.
    pub threads: usize,
    /// The bot folder.
    pub out: Option<PathBuf>,
    /// Whether to try everything once and leave nothing.
    pub dry: bool,
}

/// A request that was checked, for the game that is open.
pub struct TrainOrder<'a> {
    /// The trainer.
    pub trainer: &'a str,
    /// Its parameters.
    pub params: &'a Params,
    /// The seed of everything random.
    pub seed: u64,
    /// The command that repeats it, without the folder.
    pub command: String,
    /// Threads to work on.
    pub threads: usize,
    /// The bot folder.
    pub folder: &'a Path,
    /// Whether to try everything once and leave nothing.
    pub dry: bool,
    /// Numbers of the rules that vary from match to match, and the settings that are learnt beside the typed one.
    pub vary: &'a [Varied],
    /// The games of these settings.
    pub variants: &'a [AnyGame],
}

/// A bot, and how long it took.
#[derive(Clone, PartialEq, Debug)]
pub struct TrainOutcome {
    /// What the training left.
    pub trained: Trained,
    /// CPU seconds.
    pub seconds: f64,
    /// Seats of the game.
    pub seats: usize,
}

impl TrainRequest {
    /// The folder: what was typed, or one named after the game and the trainer.
    #[must_use]
    pub fn folder(&self) -> PathBuf {
        let named = || PathBuf::from("bots").join(format!("{}-{}", self.game.short(), self.trainer));
        self.out.clone().unwrap_or_else(named)
    }

    /// The command that repeats this request, without the folder.
    #[must_use]
    pub fn command(&self) -> String {
        let mut words = vec![format!("ludometer train {} {}", self.trainer, quoted(&self.game.game))];
        words.extend(self.game.set.iter().map(|setting| format!("--set {}", quoted(setting))));
        let known = card(&self.trainer).map(|card| card.params).unwrap_or_default();
        let switch =
            |name: &str| known.iter().any(|param| param.name == name && param.kind == ParamKind::Switch);
        words.extend(self.options.iter().map(|(name, value)| match switch(name) {
            true => format!("--{name}"),
            false => format!("--{name} {}", quoted(value)),
        }));
        words.push(format!("--seed {}", self.seed));
        words.join(" ")
    }
}

/// Plays a bot against itself and keeps what happened; the options are those of `train alphazero`.
///
/// # Errors
/// When anything typed is not valid, the bot cannot play the game, the folder is used, or the user stops.
pub fn self_play(
    bot: &str,
    request: &TrainRequest,
    command: String,
    watch: &mut dyn Watch,
) -> Result<MemoryInfo, LabError> {
    let house = open(&request.game, request.seed)?;
    let typed = request.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let params = read_params(&request.trainer, typed)?;
    let order = TrainOrder {
        trainer: &request.trainer,
        params: &params,
        seed: request.seed,
        command,
        threads: request.threads,
        folder: &request.folder(),
        dry: request.dry,
        vary: &[],
        variants: &[],
    };
    Ok(house.remember(bot, &order, watch)?)
}

/// Trains a bot.
///
/// # Errors
/// When anything typed is not valid, the game cannot be learnt so, the folder holds something else, or the
/// user stops.
pub fn train(request: &TrainRequest, watch: &mut dyn Watch) -> Result<TrainOutcome, LabError> {
    card(&request.trainer)?;
    let house = open(&request.game, request.seed)?;
    let typed = request.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let params = read_params(&request.trainer, typed)?;
    let typed = request.options.iter().find(|(name, _)| name == "vary");
    let vary = ranges(typed.map_or("", |(_, value)| value))?;
    let order = TrainOrder {
        vary: &vary,
        variants: &games(&request.game, &vary, request.seed)?,
        trainer: &request.trainer,
        params: &params,
        seed: request.seed,
        command: request.command(),
        threads: request.threads,
        folder: &request.folder(),
        dry: request.dry,
    };
    let began = ProcessTime::now();
    let trained = house.train(&order, watch).map_err(|error| match error {
        TrainError::TooLarge { .. } | TrainError::Shuffled { .. } => {
            advised(error, &request.game, params.count("limit"), request.seed)
        }
        other => other,
    })?;
    let seats = house.info().seats.len();
    Ok(TrainOutcome { trained, seconds: began.elapsed().as_secs_f64(), seats })
}
