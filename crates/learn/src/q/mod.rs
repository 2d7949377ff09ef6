//! Q-learning: what every action is worth, remembered by what its seat knew.
//!
//! # Idea
//! Two learners play many matches. Mostly each plays what it believes best, sometimes something at random, and after
//! every match the value of each action goes a part of the way (alpha) to what it led to: the reward at the end, or a
//! share (gamma) of what the best action is worth where the seat moves next. `--method pessimistic` goes over a match
//! again and takes the worst action there instead of the best one, so that a move is not liked because some answer
//! would let it win. `double-q`, `sarsa`, `expected-sarsa`, `q-lambda` and `minimax-q` are known variants.
//!
//! Matches are played in rounds on a table that does not change, and learnt from in their order: any number of threads
//! gives the same table.
//!
//! # Paper
//! Watkins 1989; van Hasselt 2010 (double); Littman 1994 (minimax); Sutton and Barto 2018.
//!
//! # Needs
//! At most 256 legal moves in a position. Games of any number of seats, with chance and hidden information.
//!
//! # Cost
//! About 12 bytes for every action that was ever tried, and some hundred thousand matches a second for a small board.
//! With `--memory 2G` the tables take no more than that, and the rest is on disk, which is slower.
//!
//! # Wrong tool
//! In large games, where no position is met twice: `train alphazero` learns positions it never saw.

mod cold;
mod course;
mod episode;
mod lesson;
mod mark;
mod page;
mod round;
mod settings;

pub use cold::Cold;
pub use episode::{Cast, Manner};
pub use mark::{METRICS, Mark, next_mark};
pub use round::{Rounds, Tally, begin};
pub use settings::{Method, Plan, Role};

use crate::{BotFolder, Job, TrainError, Trained, Training, Watch};
use course::Course;
use ludometer_agents::bot::signature;
use ludometer_game::{Card, Game, Params};

/// Name, documentation and parameters.
#[must_use]
pub fn card() -> Card {
    Card::from_source("q", "Q-learning", 1, include_str!("mod.rs"), settings::params())
}

/// Trains a bot.
///
/// # Errors
/// When the game cannot be learnt so, the folder holds something else, or the user stops.
pub fn train<G: Game>(
    game: &G,
    training: &Training<'_>,
    watch: &mut dyn Watch,
) -> Result<Trained, TrainError> {
    let plan = settings::read(game, training.params)?;
    let job = Job::new("q", training, signature(game), settings_of(training.params));
    let saved = BotFolder::look(training.folder, &job)?;
    let total = if training.dry { 1 } else { training.params.count("episodes") as u64 };
    Course::begin(game, training, &plan, job, saved.is_some())?.run(total, watch)
}

/// What changes the result, but for how long it takes and where it is kept.
fn settings_of(params: &Params) -> Vec<(String, String)> {
    let kept = params.iter().filter(|(name, _)| !["episodes", "memory"].contains(name));
    kept.map(|(name, value)| (name.to_owned(), value.to_string())).collect()
}
