//! The mixed strategy of a trained bot: equilibrium play of small games with hidden information.
//!
//! # Idea
//! `ludometer train cfr GAME` works out how often each move should be played, for everything a seat can
//! know, so that no opponent can gain by knowing the strategy. This agent looks up what its seat knows and
//! draws a move with those odds. It thinks no further.
//!
//! A game that is too large to train may name a smaller one that stands for it; a bot of that one plays the
//! large one too. It is asked what it would do in the nearest situation of the small game, and the large game
//! says what the answer means.
//!
//! # Paper
//! Zinkevich and others 2007, "Regret minimization in games with incomplete information"; Tammelin 2014,
//! "Solving large imperfect information games using CFR+".
//!
//! # Needs
//! A bot trained for the same game with the same rules, or for its smaller game: `truco-hand` for `truco`.
//!
//! # Cost
//! One search in a sorted list for each move; the file is read once.
//!
//! # Wrong tool
//! To win as much as possible from weak opponents: it does not look at how they play.

mod coarse;
pub mod policy;

use crate::bot::{Bot, BotFiles, STRANGE_FILE, fingerprint};
use crate::{Agent, AgentError, Decision, Ready, to_unit};
use ludometer_game::{Card, Fault, Game, ParamSpec, Params, Rng, Seat, View, are_opponents};
use policy::{Choice, Policy, STRATEGY};
use std::sync::Arc;

/// Name, documentation and parameters.
#[must_use]
pub fn card() -> Card {
    let params = vec![ParamSpec::text("bot", "the folder that `ludometer train cfr` wrote", "")];
    Card::from_source("cfr", "Trained mixed strategy", 1, include_str!("mod.rs"), params)
}

/// Makes the agent ready.
///
/// # Errors
/// When no bot is named, its files do not read, or it was trained for other rules.
pub fn prepare<G: Game>(game: &G, params: &Params) -> Result<Ready<G>, AgentError> {
    let files = match params.word("bot") {
        "" => return Err(AgentError::NoBot { agent: "cfr".into(), trainer: "cfr".into() }),
        named => BotFiles::find_for("cfr", "cfr", named)?,
    };
    let (bot, smaller) = Bot::open_coarse(game, "cfr", &files)?;
    let (file, refused) = (files.place(STRATEGY), |cause| files.refusal("cfr", STRATEGY, cause));
    let bytes = files.read(STRATEGY).map_err(|error| refused(error.to_string()))?;
    if fingerprint(&bytes) != bot.fingerprint {
        return Err(refused(STRANGE_FILE.into()));
    }
    let policy = Arc::new(Policy::from_bytes(&bytes).map_err(refused)?);
    if smaller {
        return Ok(coarse::prepare(&bot, policy, file).with_fingerprint(Some(bot.fingerprint)));
    }
    let make = move || Mixed { policy: Arc::clone(&policy), file: file.clone(), info: Vec::new() };
    Ok(Ready::new(make).with_fingerprint(Some(bot.fingerprint)))
}

struct Mixed {
    policy: Arc<Policy>,
    file: String,
    /// What the seat knows; kept for its memory.
    info: Vec<u8>,
}

impl Mixed {
    fn fault(&self, what: String) -> Fault {
        let known: String = self.info.iter().map(|byte| format!("{byte:02x}")).collect();
        Fault { what, place: self.file.clone(), value: known }
    }
}

impl<G: Game> Agent<G> for Mixed {
    fn decide(&mut self, view: &View<'_, G>, rng: &mut Rng) -> Result<Decision<G::Move>, Fault> {
        self.info.clear();
        view.info(&mut self.info);
        let (seat, legal) = (view.seat(), view.legal());
        let Some(choices) = self.policy.find(seat, &self.info) else {
            return Err(self.fault(format!("the bot has no strategy for what {seat} knows here")));
        };
        if choices.len() != legal.len() {
            let (known, found) = (choices.len(), legal.len());
            return Err(self.fault(format!("the bot knows {known} moves of {seat} here, the game {found}")));
        }
        // Shares were checked when they were read: some are positive.
        let drawn = rng.roulette(choices.iter().map(|choice| f64::from(choice.share))).unwrap_or(0);
        Ok(Decision {
            shares: choices.iter().map(|choice| choice.share).collect(),
            qualities: qualities(view.game(), choices),
            values: values(view.game(), seat, choices),
            ..Decision::blind(legal[drawn])
        })
    }
}

/// What each move is worth when everybody keeps to the strategy; empty where nobody ever gets here.
fn qualities<G: Game>(game: &G, choices: &[Choice]) -> Vec<f32> {
    let known = choices.iter().map(|choice| choice.worth.map(|points| to_unit(points, game.bounds())));
    known.collect::<Option<_>>().unwrap_or_default()
}

/// What the position is worth to both seats, where what one wins the other loses.
fn values<G: Game>(game: &G, seat: Seat, choices: &[Choice]) -> Vec<f32> {
    if !are_opponents(game) {
        return Vec::new();
    }
    let Some(mean) = choices.iter().map(|choice| Some(choice.share * choice.worth?)).sum::<Option<f32>>()
    else {
        return Vec::new();
    };
    let points = |of: Seat| if of == seat { mean } else { -mean };
    Seat::all(2).map(|of| to_unit(points(of), game.bounds())).collect()
}
