//! Temporal differences: a small network over hand-made features learns who stands better by playing.
//!
//! # Idea
//! A network reads the features of a position (`--features` names a set of the game, or some of them) and says how well a
//! seat stands, −1 to 1. It looks `--depth` plies ahead by minimax, and after each of its own moves the prediction before
//! goes a little towards the new one, and the last towards what the match paid: TD(λ). It plays a clone of itself that
//! does not learn. After each session of `--games` matches, half in each seat, `--tests` matches say whether it became
//! better; then the clone becomes a copy of it. At the end the network and all clones made on the way play a
//! tournament, and the winner is the bot; of more than 32 the first and the last play, and others between them.
//!
//! With dice it plays itself instead, as TD-Gammon does, and all seats' moves are learnt from. Matches are then played in
//! rounds on weights that do not change, on any number of threads, and rates fall (`--fall`). Where such a game ends in
//! more ways than two but few, as backgammon does, the network has an output between each two results: how likely the
//! better ones are. Gammons are then learnt apart from wins, and together they say what a position is worth. It learns one
//! ply ahead, which is quick, and the bot plays two ahead: its move, and every answer to every throw. `--depth` sets
//! both. Where a seat often moves again, as in pig, the bot looks one ply ahead, too.
//!
//! After each session the terminal, `training.html` and `metrics.jsonl` say the learner's `score` in it (of the first
//! seat where it plays itself: half is as it should be), the mean square `error` of its last prediction of a match, how
//! many `plies` a match took, and which share of the points it had in the `test` against the clone. Until the end the
//! folder's bot is the network as it is. At the end all that the network was play each other, and the best is the bot.
//!
//! A match ends by the rules of the game, which in draughts draw what repeats, and after `--limit` plies it is drawn: so a
//! won ending that is shuffled for ever ends here, too. Matches that were cut, and those whose rules broke, are counted
//! and said; the end of what broke teaches nothing, and a game that only breaks is refused. A draw pays both sides
//! `--draw`, where the published program has an amount for each colour.
//!
//! # Paper
//! Sutton 1988 (TD(λ)); Tesauro 1995 (TD-Gammon); Lynch and Griffith 1997 (NeuroDraughts); Neto and Julia 2007
//! (LS-Draughts). `--faithful` repeats the slips of the published programs.
//!
//! # Needs
//! A game that offers features; `ludometer games NAME` lists them. Looking further than one ply ahead needs a game in
//! which nothing is hidden or shuffled.
//!
//! # Cost
//! A match of draughts three plies ahead takes one to two thousandths of a second; weights are a few thousand bytes.
//!
//! # Wrong tool
//! Where nobody knows what matters: `alphazero` finds its own features and takes longer. In small games: `solve` and `q`.

pub mod bout;
pub mod choice;
mod course;
pub mod ends;
mod finals;
pub mod learner;
mod page;
mod returns;
pub mod school;
pub mod settings;
mod survey;

use crate::{Job, TrainError, Trained, Training, Watch};
use ludometer_agents::bot::signature;
use ludometer_game::{Card, Game, ParamSpec};

/// Name, documentation and parameters.
#[must_use]
pub fn card() -> Card {
    let mut params = vec![
        ParamSpec::text("features", "a set of the game's features, or names with commas between them", ""),
        ParamSpec::whole("sessions", "sessions to learn in; against itself 250", 4, 1..=1_000_000),
    ];
    params.extend(settings::learning_params());
    Card::from_source("td", "Temporal differences", 1, include_str!("mod.rs"), params)
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
    let subject = settings::Subject::of(game, training.seed);
    let plan = settings::Plan::read(&subject, training.params, "td")?;
    // How long it takes is not what it is.
    let job = Job::new("td", training, signature(game), plan.settings(training.params, &["sessions"]));
    let plan = if training.dry { plan.at_its_least() } else { plan };
    course::run((&subject, &bout::Table::new(game, &plan), &plan), training, job, watch)
}
