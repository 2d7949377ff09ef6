//! Case bases: players who remember play each other and keep the hands that were new to them.
//!
//! # Idea
//! Players with policies drawn at random play each other; in each match one of the two is drawn to store its hands. A
//! hand is kept only while one of its questions found fewer than `--enough` decisions at `--threshold` percent of
//! similarity: what is known well is not kept again, nor is the very same hand. Decisions that a rule of revision forbids
//! are left out. Matches are played in rounds on a base that does not change, on any number of threads; after each round
//! the elbow of every scenario is found again, and where it moved its decisions are clustered anew. With `--against` the
//! other seats are taken by agents that think: then a base learns what works against them.
//!
//! A base begins with `--from`, another base, or with `--boot` hands of players who think instead of remembering: by
//! default all strategies the game states and a search, which stand in for the human players of the thesis, whose hands
//! are not public. `--boot 0` begins with nothing.
//!
//! # Paper
//! Aamodt and Plaza 1994 (case-based reasoning); retaining after a Truco player of the UFSM, which learnt from 1 833
//! matches between the ten best policies.
//!
//! # Needs
//! A game with two or more seats whose positions have observables or features, or that tells its own cases, as truco does.
//!
//! # Cost
//! A match of truco takes about two thousandths of a second, clusters included; a case about 80 bytes on disk and 300 in
//! memory.
//!
//! # Wrong tool
//! For the strongest player: `cfr` in small games, `alphazero` in larger ones.

mod bout;
mod course;
mod keep;
mod recorder;
mod settings;

pub use keep::write_base;
pub use recorder::Recorder;

use crate::{Job, TrainError, Trained, Training, Watch};
use ludometer_agents::bot::signature;
use ludometer_agents::cases::KIND;
use ludometer_game::{Card, Game};

/// Name, documentation and parameters.
#[must_use]
pub fn card() -> Card {
    Card::from_source(KIND, "Case bases", 1, include_str!("mod.rs"), settings::params())
}

/// Trains a base.
///
/// # Errors
/// When the game is not for this trainer, the folder holds something else, or the user stops.
pub fn train<G: Game>(
    game: &G,
    training: &Training<'_>,
    watch: &mut dyn Watch,
) -> Result<Trained, TrainError> {
    let plan = settings::Plan::read(game, training)?;
    let job = Job::new(KIND, training, signature(game), plan.settings.clone());
    course::run((game, &plan), training, job, watch)
}
