//! A search with weighted features at its leaves, as Samuel's player has it.
//!
//! # Idea
//! Every feature of a position has a weight, and their sum says how well a seat stands. The weights stand in a file:
//! `bias = 0.0` and below `[weights]` a line `feature = weight` for each. To move, look `depth` plies ahead: by α–β
//! where nothing is left to chance, by expectiminimax with dice. Between two opponents half of what one side's sum is
//! above the other's counts.
//!
//! # Paper
//! Samuel 1959, "Some studies in machine learning using the game of checkers".
//!
//! # Needs
//! A file of weights, and a game that offers features (`ludometer games NAME` lists them) and hides nothing.
//!
//! # Cost
//! That of the search; features of weight 0 are not read.
//!
//! # Wrong tool
//! Where what matters is not a sum: `td` reads features by a network.

use crate::evaluation::Evaluation;
use crate::useless::refuse_useless;
use crate::{AgentError, Ready, alphabeta, expectiminimax, read_params};
use ludometer_game::{Card, ChanceKind, Game, ParamSpec, Params};

const NAME: &str = "features";

/// Name, documentation and parameters.
#[must_use]
pub fn card() -> Card {
    let params = vec![
        ParamSpec::text("weights", "the file of weights", ""),
        ParamSpec::whole("depth", "plies to look ahead", 3, 1..=100),
        ParamSpec::whole("table", "megabytes of memory for positions already seen", 4, 0..=65_536),
        ParamSpec::whole("quiescence", "plies of noisy moves followed beyond the depth", 0, 0..=100),
    ];
    Card::from_source(NAME, "Weighted features", 1, include_str!("features.rs"), params)
}

/// Makes the agent ready.
///
/// # Errors
/// When no file is named, it does not read, the game hides something, or something was typed that has no use in it.
pub fn prepare<G: Game>(game: &G, params: &Params) -> Result<Ready<G>, AgentError> {
    let file = params.word("weights");
    if file.is_empty() {
        return Err(AgentError::File {
            agent: NAME.into(),
            path: "weights".into(),
            cause: "no file is named; write `features:weights=weights.toml`".into(),
        });
    }
    let evaluation = Evaluation::read(game, NAME, file)?;
    let [depth, table, quiescence] =
        ["depth", "table", "quiescence"].map(|name| params.count(name).to_string());
    let mut typed = vec![("depth", depth.as_str()), ("table", &table)];
    match game.traits().chance {
        ChanceKind::None => {
            typed.extend([("quiescence", quiescence.as_str()), ("extend", "off")]);
            alphabeta::prepare_with(game, &read_params("alphabeta", typed)?, evaluation)
        }
        _ => {
            refuse_useless(NAME, params, &["quiescence"], "in a game with dice")?;
            expectiminimax::prepare_with(game, &read_params("expectiminimax", typed)?, evaluation)
        }
    }
}
