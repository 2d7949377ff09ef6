//! The table of a Q-learner: what was tried is remembered, and the best of it is played.
//!
//! # Idea
//! `ludometer train q GAME` plays many matches and keeps what each action turned out to be worth, by what its seat
//! knew. This agent looks its state up and plays the action of the highest value, one of them at random where several
//! are equal; in a state it never saw that is any move. `sims=500` lets a search choose there instead: a bot is a table
//! and somebody who chooses.
//!
//! # Paper
//! Watkins 1989, "Learning from delayed rewards".
//!
//! # Needs
//! A bot trained for the same game with the same rules. It can be one whose training still goes on.
//!
//! # Cost
//! One or two lines of memory for each move; the file is read once.
//!
//! # Wrong tool
//! In games with more positions than can be visited: `puct` plays positions it never saw.

mod bucket;
mod shard;
mod sight;
mod table;
mod values;

pub use bucket::Pair;
pub use shard::{KEPT_BITS, Place, SHARDS, Shard};
pub use sight::Sight;
pub use table::Table;
pub use values::{Elsewhere, Nothing, TABLE, Values};

use crate::bot::{Bot, BotFiles, fingerprint};
use crate::{Agent, AgentError, AgentSpec, Decision, Ready, prepare as prepare_any};
use ludometer_game::{Card, Fault, Game, ParamSpec, Params, Rng, View};
use std::sync::Arc;

/// The kind of bot that is a table.
pub const KIND: &str = "q";

/// Name, documentation and parameters.
#[must_use]
pub fn card() -> Card {
    let params = vec![
        ParamSpec::text("bot", "the folder that `ludometer train q` wrote", ""),
        ParamSpec::whole(
            "sims",
            "simulations of a search in states the table does not know; 0 plays any move there",
            0,
            0..=10_000_000,
        ),
    ];
    Card::from_source(KIND, "Table of a Q-learner", 1, include_str!("mod.rs"), params)
}

/// Makes the agent ready.
///
/// # Errors
/// When no bot is named, its files do not read, or it was trained for other rules.
pub fn prepare<G: Game>(game: &G, params: &Params) -> Result<Ready<G>, AgentError> {
    let files = match params.word("bot") {
        "" => return Err(AgentError::NoBot { agent: KIND.into(), trainer: KIND.into() }),
        named => BotFiles::find_for(KIND, KIND, named)?,
    };
    let (values, print) = load(game, &files)?;
    let sight = Sight::new(game, values.folded);
    let values = Arc::new(values);
    let searcher = match params.count("sims") {
        0 => None,
        sims => Some(prepare_any(game, &AgentSpec::read(&format!("mcts:sims={sims}"))?)?),
    };
    let make = move || Remembering::<G> {
        values: Arc::clone(&values),
        sight: sight.clone(),
        row: Vec::new(),
        one: Vec::new(),
        searcher: searcher.as_ref().map(Ready::seat),
    };
    Ok(Ready::new(make).with_fingerprint(Some(print)))
}

/// The table of a bot, with a fingerprint of it: while a training goes on, that of `bot.toml` may be an older one.
///
/// # Errors
/// When the files do not read, or the bot was trained for other rules.
pub fn load<G: Game>(game: &G, files: &BotFiles) -> Result<(Values, String), AgentError> {
    Bot::open(game, KIND, files)?;
    let refused = |cause| files.refusal(KIND, TABLE, cause);
    let bytes = files.read(TABLE).map_err(|error| refused(error.to_string()))?;
    let values = Values::from_bytes(&bytes).map_err(refused)?;
    if values.tables.len() != values.each * game.seats() {
        return Err(refused("it has tables for another number of seats".into()));
    }
    Ok((values, fingerprint(&bytes)))
}

/// Reads what the actions of a state are worth to a seat, by slot: the mean of all its tables. Returns whether any of
/// them was ever tried.
pub fn read_row(values: &Values, seat: usize, place: Place, row: &mut [f32], one: &mut Vec<f32>) -> bool {
    let tables = values.of(seat);
    let mut tried = false;
    row.fill(if tables.is_empty() { values.start } else { 0.0 });
    one.resize(row.len(), 0.0);
    for table in tables {
        table.read(place, f32::NAN, one);
        for (sum, &value) in row.iter_mut().zip(one.iter()) {
            tried |= !value.is_nan();
            *sum += if value.is_nan() { values.start } else { value } / tables.len() as f32;
        }
    }
    tried
}

/// How wide a row must be for these slots.
fn width(slots: &[u8]) -> usize {
    slots.iter().map(|slot| usize::from(*slot) + 1).max().unwrap_or(0)
}

/// One of the places with the highest value, at random.
pub fn highest(values: impl Iterator<Item = f32>, rng: &mut Rng) -> usize {
    let (mut best, mut chosen, mut equal) = (f32::NEG_INFINITY, 0, 0usize);
    for (at, value) in values.enumerate() {
        if value > best {
            (best, chosen, equal) = (value, at, 1);
        } else if value == best {
            equal += 1;
            if rng.below(equal) == 0 {
                chosen = at;
            }
        }
    }
    chosen
}

/// Which of the legal moves with these slots a bot may play in a state: all those of the highest value.
#[must_use]
pub fn highest_of(values: &Values, seat: usize, place: Place, slots: &[u8]) -> Vec<bool> {
    let mut row = vec![0.0; width(slots)];
    read_row(values, seat, place, &mut row, &mut Vec::new());
    let worth = |slot: &u8| row[usize::from(*slot)];
    let best = slots.iter().map(worth).fold(f32::NEG_INFINITY, f32::max);
    slots.iter().map(|slot| worth(slot) >= best).collect()
}

struct Remembering<G: Game> {
    values: Arc<Values>,
    sight: Sight,
    row: Vec<f32>,
    one: Vec<f32>,
    searcher: Option<Box<dyn Agent<G>>>,
}

impl<G: Game> Agent<G> for Remembering<G> {
    fn start(&mut self) {
        if let Some(searcher) = &mut self.searcher {
            searcher.start();
        }
    }

    fn decide(&mut self, view: &View<'_, G>, rng: &mut Rng) -> Result<Decision<G::Move>, Fault> {
        let place = self.sight.look_at(view);
        let slots = self.sight.slots();
        self.row.resize(width(slots), 0.0);
        let tried = read_row(&self.values, view.seat().index(), place, &mut self.row, &mut self.one);
        if let (false, Some(searcher)) = (tried, &mut self.searcher) {
            return searcher.decide(view, rng);
        }
        let worth = |slot: &u8| self.row[usize::from(*slot)];
        let chosen = highest(slots.iter().map(worth), rng);
        let unit = |slot: &u8| (worth(slot) / self.values.largest.max(f32::MIN_POSITIVE)).clamp(-1.0, 1.0);
        Ok(Decision {
            qualities: slots.iter().map(unit).collect(),
            nodes: 1,
            facts: vec![("known", f64::from(u8::from(tried)))],
            ..Decision::blind(view.legal()[chosen])
        })
    }
}
