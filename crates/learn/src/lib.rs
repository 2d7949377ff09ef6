//! Trainers: each learns a game and writes a bot folder, which an agent of the next job loads.
//!
//! A trainer joins with its file and one line in the registry below. The file's module doc is its
//! documentation, under fixed headings (Idea, Paper, Needs, Cost, Wrong tool); `card` names it and declares
//! its parameters, which become options of `ludometer train NAME`; `train` does the work. The agent that
//! plays the bot has the same name, or another one that `player_of` knows.

use ludometer_game::{Card, Game, ParamError, Params, unknown};

mod error;
mod folder;
mod job;
mod memory_folder;
mod spread;
mod training;

pub use error::TrainError;
pub use folder::{BotFolder, STATE};
pub use job::{Job, Saved};
pub use memory_folder::{MATCHES, MEMORY, MemoryFolder, MemoryInfo, POSITIONS};
pub use training::{Progress, Rulebook, Trained, Training, Watch, Wish};

/// Declares the modules and everything that walks over all trainers.
macro_rules! registry {
    ($($module:ident),* $(,)?) => {
        $(pub mod $module;)*

        /// The cards of all trainers, in registry order.
        #[must_use]
        pub fn cards() -> Vec<Card> {
            vec![$($module::card()),*]
        }

        /// Trains a bot by the trainer of this name.
        ///
        /// # Errors
        /// When there is no such trainer, the game cannot be learnt by it, the folder holds something
        /// else, or the user stops.
        pub fn train<G: Game>(
            trainer: &str,
            game: &G,
            training: &Training<'_>,
            watch: &mut dyn Watch,
        ) -> Result<Trained, TrainError> {
            $(if $module::card().name == trainer {
                return $module::train(game, training, watch);
            })*
            Err(TrainError::unknown(trainer))
        }
    };
}

registry! {
    alphazero,
    cases,
    cfr,
    genetic,
    memory,
    q,
    td,
}

/// The card of the trainer with this name.
///
/// # Errors
/// When there is none; the error carries the nearest name and the whole list.
pub fn card(name: &str) -> Result<Card, TrainError> {
    cards().into_iter().find(|card| card.name == name).ok_or_else(|| TrainError::unknown(name))
}

/// The parameters of a trainer as typed.
///
/// # Errors
/// When there is no such trainer, or a value is not legal.
pub fn read_params<'a>(
    trainer: &str,
    typed: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> Result<Params, TrainError> {
    let card = card(trainer)?;
    let refused = |cause: ParamError| TrainError::Params { trainer: trainer.into(), cause };
    Params::read(&card.params, typed).map_err(refused)
}

impl TrainError {
    fn unknown(name: &str) -> Self {
        let cards = cards();
        let names: Vec<&str> = cards.iter().map(|card| card.name.as_str()).collect();
        TrainError::Unknown(unknown("trainer", name, &names))
    }
}
