//! Plays what `train td` and `train genetic` learnt: a search whose leaves a small network judges.
//!
//! # Idea
//! A network reads hand-made features of a position and says how well a seat stands. To move, look `depth` plies ahead:
//! by α–β where nothing is left to chance, by expectiminimax with dice; where something is hidden, one move in some
//! worlds that could be. Positions are seen from the seat that plays, as they were learnt; with dice from the seat that
//! has just moved.
//!
//! # Paper
//! Lynch and Griffith 1997 (NeuroDraughts); Neto and Julia 2007 (LS-Draughts); Tesauro 1995 (TD-Gammon).
//!
//! # Needs
//! The folder that `ludometer train td` or `ludometer train genetic` wrote, and the same rules.
//!
//! # Cost
//! That of the search: two to five million positions a second.
//!
//! # Wrong tool
//! Where no features are known: `puct` reads the board itself.

mod coding;
mod files;
mod look;
mod net;
mod worlds;

pub use coding::{Active, Coding};
pub use files::{Judge, NETWORK};
pub use look::Look;
pub(crate) use look::judge_after;
pub use net::{Correction, Derivative, Hidden, MOST_OUTPUTS, Net, Outputs, PLAIN};

use crate::bot::{Bot, BotFiles, STRANGE_FILE, fingerprint};
use crate::evaluation::Evaluation;
use crate::useless::refuse_useless;
use crate::{AgentError, Ready, alphabeta, expectiminimax, read_params};
use ludometer_game::{Card, ChanceKind, Game, ParamSpec, Params};
use std::sync::Arc;
use std::time::Duration;

/// A bot that trains has its files replaced one after the other: who reads them in between looks again.
const TRIES: u32 = 10;
const PAUSE: Duration = Duration::from_millis(20);

/// The kind of bot that is such a network.
pub const KIND: &str = "td";

/// Name, documentation and parameters.
#[must_use]
pub fn card() -> Card {
    let params = vec![
        ParamSpec::text("bot", "the folder that `ludometer train td` or `train genetic` wrote", ""),
        ParamSpec::text("network", "the file in it, such as generation-09.json of `train genetic`", NETWORK),
        ParamSpec::whole("depth", "plies to look ahead; 0 is as far as the bot was made for", 0, 0..=100),
        ParamSpec::whole("nodes", "positions to look at for a move; 0 is no limit", 0, 0..=1_000_000_000_000),
        ParamSpec::real("time", "seconds for a move; 0 is no limit", 0.0, 0.0..=86_400.0),
        ParamSpec::whole("table", "megabytes of memory for positions already seen", 4, 0..=65_536),
        ParamSpec::whole("quiescence", "plies of noisy moves followed beyond the depth", 0, 0..=100),
        ParamSpec::whole("worlds", "worlds to judge each move in, where something is hidden", 8, 1..=1000),
    ];
    Card::from_source(KIND, "Network over features", 1, include_str!("mod.rs"), params)
}

/// Makes the agent ready.
///
/// # Errors
/// When no bot is named, its files do not read, it was trained for other rules, or something was typed that has no use
/// in this game.
pub fn prepare<G: Game>(game: &G, params: &Params) -> Result<Ready<G>, AgentError> {
    let files = match params.word("bot") {
        "" => return Err(AgentError::NoBot { agent: KIND.into(), trainer: KIND.into() }),
        named => BotFiles::find_for(KIND, KIND, named)?,
    };
    let traits = game.traits();
    let in_worlds = traits.hidden || traits.chance == ChanceKind::Drawn;
    let (useless, here): (&[&str], _) = match traits.chance {
        _ if in_worlds => {
            (&["depth", "nodes", "time", "table", "quiescence"], "where something is hidden or shuffled")
        }
        ChanceKind::None => (&["worlds"], "where nothing is hidden"),
        _ => (&["worlds", "quiescence"], "in an open game with dice"),
    };
    refuse_useless(KIND, params, useless, here)?;
    let (judge, usual_depth, print) = load(game, &files, params.word("network"))?;
    if in_worlds {
        let (judge, worlds) = (Arc::new(judge), params.count("worlds"));
        let make = move || worlds::Worlds::new(Arc::clone(&judge), worlds);
        return Ok(Ready::new(make).with_fingerprint(Some(print)));
    }
    let depth = match params.count("depth") {
        // A limit of another kind is deepened up to.
        0 if params.count("nodes") > 0 || params.real("time") > 0.0 => 100,
        0 => usual_depth as usize,
        depth => depth,
    };
    let evaluation = Evaluation::Judge { judge: Arc::new(judge), fingerprint: print };
    let [depth, nodes, table] =
        [depth, params.count("nodes"), params.count("table")].map(|number| number.to_string());
    let time = params.real("time").to_string();
    let mut typed = vec![("depth", depth.as_str()), ("nodes", &nodes), ("table", &table), ("time", &time)];
    let quiescence = params.count("quiescence").to_string();
    match traits.chance {
        ChanceKind::None => {
            typed.extend([("quiescence", quiescence.as_str()), ("extend", "off")]);
            alphabeta::prepare_with(game, &read_params("alphabeta", typed)?, evaluation)
        }
        _ => expectiminimax::prepare_with(game, &read_params("expectiminimax", typed)?, evaluation),
    }
}

/// The network of a bot, how far it looks ahead where nobody says otherwise, and a fingerprint.
///
/// # Errors
/// When the files do not read or do not belong together, or the bot was trained for other rules.
pub fn load<G: Game>(game: &G, files: &BotFiles, name: &str) -> Result<(Judge, u32, String), AgentError> {
    let refused = |cause| files.refusal(KIND, name, cause);
    let mut tries = TRIES;
    let (bytes, print) = loop {
        let bot = Bot::open(game, KIND, files)?;
        let bytes = files.read(name).map_err(|error| refused(error.to_string()))?;
        let print = fingerprint(&bytes);
        // The bot vouches for its own network alone, not for those of earlier generations beside it.
        if name != NETWORK || print == bot.fingerprint {
            break (bytes, print);
        }
        tries -= 1;
        if tries == 0 {
            return Err(refused(STRANGE_FILE.into()));
        }
        std::thread::sleep(PAUSE);
    };
    let (judge, depth) =
        Judge::from_json(&game.features(), &String::from_utf8_lossy(&bytes)).map_err(refused)?;
    Ok((judge, depth, print))
}
