//! A genetic algorithm that chooses features: those whose players win have children.
//!
//! # Idea
//! An individual is a choice among the game's features (`--features` names the candidates), and the player that `train
//! td` makes of it. The first generation is drawn at random and trained. In each later one parents are chosen by
//! tournaments of `--tour`, crossed at one point, and some of their children have a gene turned over. The children are
//! trained, parents and children play everybody against everybody, and the best half goes on. The bot is the best of
//! the last generation; `training.html` shows which features survive, and what the best player loses without each of
//! its own.
//!
//! The paper calls its tournament stochastic and does not say what that means. Here chance draws who takes part, `--tour`
//! of all parents, each as likely as any other and perhaps twice, and the fittest of them becomes a parent. Nor does it
//! say whether 10 matches are played against each of the others or in all: `--fitness` has both.
//!
//! # Paper
//! Neto and Julia 2007, "LS-Draughts: a draughts learning system based on genetic algorithms, neural network and
//! temporal differences".
//!
//! # Needs
//! A game for `train td` with two opponents, and 2 to 64 candidates.
//!
//! # Cost
//! Population times generations times a training, and a tournament of all pairs of parents and children in each
//! generation. Individuals are trained on all threads. After each generation everything is kept: the same command goes
//! on where it was stopped.
//!
//! # Wrong tool
//! Where a few features are obvious: `train td` with them takes a second.

mod ablation;
mod course;
pub mod genes;
mod page;
pub mod population;

use crate::td::bout::Table;
use crate::td::settings::{Plan, Subject, learning_params};
use crate::{Job, TrainError, Trained, Training, Watch};
use ludometer_agents::bot::signature;
use ludometer_game::{Card, Game, ParamSpec};

/// Name, documentation and parameters.
#[must_use]
pub fn card() -> Card {
    let share = |name, about, default| ParamSpec::real(name, about, default, 0.0..=1.0);
    let mut params = vec![
        ParamSpec::whole("generations", "generations, with the first", 30, 1..=1_000_000),
        ParamSpec::whole("population", "individuals that go on", 50, 2..=10_000),
        ParamSpec::text("features", "the candidates: a set of the game's features, or names", ""),
        ParamSpec::whole(
            "tour",
            "how many are drawn for each parent, of which the best is taken",
            3,
            1..=1000,
        ),
        share("crossover", "how often two parents are crossed", 1.0),
        share("mutation", "how often a child has a gene turned over", 0.3),
        ParamSpec::whole("matches", "matches in a tournament, as --fitness says", 10, 2..=10_000).step(2),
        ParamSpec::choice(
            "fitness",
            "against each of the others so many matches, or so many in total, against others drawn by lot",
            &["each", "total"],
        ),
        ParamSpec::whole(
            "ablation",
            "matches of the best against each training of it without a feature; 0 is none",
            200,
            0..=100_000,
        )
        .step(2),
        ParamSpec::whole("trainings", "trainings of each for the ablation", 5, 2..=1000),
        ParamSpec::whole("sessions", "sessions to train each in", 4, 1..=10_000),
    ];
    params.extend(learning_params());
    Card::from_source("genetic", "Genetic choice of features", 1, include_str!("mod.rs"), params)
}

/// Trains a bot.
///
/// # Errors
/// When the game is not for this trainer, the folder holds something else, or the user stops.
pub fn train<G: Game>(
    game: &G,
    training: &Training<'_>,
    watch: &mut dyn Watch,
) -> Result<Trained, TrainError> {
    let subject = Subject::of(game, training.seed);
    let plan = Plan::read(&subject, training.params, "genetic")?;
    if !subject.opponents {
        return Err(TrainError::CannotLearn {
            trainer: "genetic",
            needs: "two seats of which one wins what the other loses, so that players can be told apart"
                .into(),
            instead: "`train td` would work".into(),
        });
    }
    // How long it takes, and what is measured at the end, is not what it is.
    let settings = plan.settings(training.params, &["generations", "ablation", "trainings"]);
    let job = Job::new("genetic", training, signature(game), settings);
    let plan = if training.dry { plan.at_its_least() } else { plan };
    course::run((&subject, &Table::new(game, &plan), &plan), training, job, watch)
}
