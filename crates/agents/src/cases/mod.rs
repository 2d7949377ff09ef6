//! Remembers hands, finds those most like this one, and does what turned out well: case-based reasoning.
//!
//! # Idea
//! A base holds hands as one seat lived them: what it held, what was played, who bet, and what every decision brought. A
//! decision looks up the cluster of hands nearest to its own, compares itself with their decisions, and keeps those that
//! are at least 98 % similar, or less where too few are. A *policy* then chooses, straight among their answers or first
//! among clusters of like situations. A criterion is MJ (the most frequent), PL (a lottery by frequency), PV (the highest
//! share of wins) or NP (the highest balance of points; for cards PV). Straight: `MJS`, `PLS`, `PVS`, `NPS`. Cluster and
//! answer by one criterion: `MJCS`, `PLCS`, `PVCS`, `NPCS`. By two, first that for the cluster: `NPCMJS`, `NPCPVS`,
//! `NPCPLS`, `MJCNPS`, `MJCPVS`, `MJCPLS`, `PLCNPS`, `PLCMJS`, `PLCPVS`, `PVCNPS`, `PVCMJS`, `PVCPLS`. These are the
//! twenty of the thesis; `MPS` is ours: straight, the highest mean of points. An answer that is not possible becomes the
//! nearest that is. Rules of revision forbid plays no memory should talk anybody into.
//! `analyze --agent cases:…` shows the cases, their clusters, the votes, and what was adapted or revised.
//!
//! # Paper
//! Aamodt and Plaza 1994 (case-based reasoning); clusters and policies after a Truco player of the UFSM.
//!
//! # Needs
//! A base: `ludometer cases import` reads one, `ludometer train cases` lives one. Truco tells its own cases; of other
//! games they are made of what a seat sees (observables or features). Where no case is found, and where a game asks
//! nothing, the default of the game is played.
//!
//! # Cost
//! Some millionths of a second for a decision from thirty thousand cases, a quarter of a thousandth from a million.
//!
//! # Wrong tool
//! Where nobody has played yet: `ismcts` thinks instead of remembering.

pub mod base;
pub mod clean;
pub mod coding;
pub mod drawer;
pub mod elbow;
pub mod groups;
pub mod kmeans;
pub mod names;
pub mod player;
pub mod policy;
pub mod retrieve;
pub mod reuse;
pub mod store;
pub mod why;

pub use base::{Base, told};
pub use clean::{Cleaned, clean};
pub use names::Names;
pub use player::{Manner, Player};
pub use policy::{NAMES, Policy, SURVIVORS, THESIS};
pub use retrieve::Demand;
pub use store::{CASES, Chronicle, StoreError, Stored};
pub use why::Why;

use crate::bot::{Bot, BotFiles};
use crate::{Agent, AgentError, Decision, Ready};
use ludometer_game::{
    Card, CaseBook, CaseSchema, Fault, Game, ParamError, ParamSpec, Params, Rng, View, unknown,
};
use std::io;
use std::sync::{Arc, Mutex, PoisonError, Weak};

/// The kind of bot that is a base of cases.
pub const KIND: &str = "cases";

/// Name, documentation and parameters.
#[must_use]
pub fn card() -> Card {
    let params = vec![
        ParamSpec::text("bot", "the folder of the base; `base=` says the same", ""),
        ParamSpec::choice("policy", "how a decision is made of what was found", &NAMES),
        ParamSpec::whole("least", "decisions that must be found", 5, 1..=1_000_000),
        ParamSpec::whole("threshold", "percent of similarity to begin with", 98, 0..=100),
        ParamSpec::switch("revise", "whether plays the game's rules of revision forbid are never made", true),
        ParamSpec::text("without", "rules of revision to leave out, joined by +", ""),
    ];
    Card::from_source(KIND, "Case-based reasoning", 1, include_str!("mod.rs"), params)
}

/// Makes the agent ready.
///
/// # Errors
/// When no base is named, its files do not read, it is of another game, or a rule is unknown.
pub fn prepare<G: Game>(game: &G, params: &Params) -> Result<Ready<G>, AgentError> {
    let files = match params.word("bot") {
        "" => return Err(AgentError::NoBot { agent: KIND.into(), trainer: KIND.into() }),
        named => BotFiles::find_for(KIND, KIND, named)?,
    };
    let book: Arc<dyn CaseBook<G>> = Arc::from(game.cases());
    let schema = book.schema(game);
    let manner = manner(&schema, params)?;
    let (base, print) = shared(game, schema, &files)?;
    let make = move || Remembering::<G> {
        base: Arc::clone(&base),
        player: Player::new(Arc::clone(&book), manner.clone()),
    };
    Ok(Ready::new(make).with_fingerprint(Some(print)))
}

/// How a player plays, as typed.
///
/// # Errors
/// When a rule is unknown.
pub fn manner(schema: &CaseSchema, params: &Params) -> Result<Manner, AgentError> {
    if !params.switch("revise") && params.is_typed("without") {
        let cause = ParamError::Together("`without` has no effect with `revise=off`; leave one out".into());
        return Err(AgentError::Params { agent: KIND.into(), cause });
    }
    let mut rules = if params.switch("revise") { u64::MAX } else { 0 };
    for typed in params.word("without").split('+').filter(|typed| !typed.is_empty()) {
        let names: Vec<&str> = schema.rules.iter().map(|rule| rule.name).collect();
        let refused =
            || AgentError::Strategy { agent: KIND.into(), what: unknown("rule of revision", typed, &names) };
        rules &= !(1 << names.iter().position(|name| *name == typed).ok_or_else(refused)?);
    }
    let straight = Policy { cluster: None, action: policy::Criterion::Majority };
    Ok(Manner {
        // The parameter takes no other words.
        policy: Policy::named(params.word("policy")).unwrap_or(straight),
        demand: Demand { threshold: params.count("threshold") as u8, least: params.count("least") },
        rules,
    })
}

/// The base of a bot, with its fingerprint.
///
/// # Errors
/// When the files do not read, or it is of another game.
pub fn load<G: Game>(game: &G, files: &BotFiles) -> Result<(Base, Chronicle, String), AgentError> {
    let stored = stored(game, files)?;
    let print = stored.fingerprint().to_owned();
    let (base, chronicle) = stored.base(game.cases().schema(game)).map_err(refusal(files))?;
    Ok((base, chronicle, print))
}

/// What the store of a bot holds.
fn stored<G: Game>(game: &G, files: &BotFiles) -> Result<Stored, AgentError> {
    Bot::open(game, KIND, files)?;
    let path = files.folder().ok_or_else(|| StoreError::File(io::ErrorKind::NotFound.into()));
    path.and_then(|folder| store::read(&folder.join(CASES))).map_err(refusal(files))
}

fn refusal(files: &BotFiles) -> impl Fn(StoreError) -> AgentError + '_ {
    |cause| files.refusal(KIND, CASES, cause.to_string())
}

/// Bases in use, by the fingerprint of their file: twenty policies need not hold twenty copies.
static SHARED: Mutex<Vec<(String, Weak<Base>)>> = Mutex::new(Vec::new());

fn shared<G: Game>(
    game: &G,
    schema: CaseSchema,
    files: &BotFiles,
) -> Result<(Arc<Base>, String), AgentError> {
    let stored = stored(game, files)?;
    let print = stored.fingerprint().to_owned();
    let mut known = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
    known.retain(|(_, base)| base.strong_count() > 0);
    let fits = |base: &Arc<Base>| *base.schema() == schema;
    let found =
        known.iter().filter(|(own, _)| *own == print).filter_map(|(_, base)| base.upgrade()).find(fits);
    let base = match found {
        Some(base) => base,
        None => {
            let base = Arc::new(stored.base(schema).map_err(refusal(files))?.0);
            known.push((print.clone(), Arc::downgrade(&base)));
            base
        }
    };
    Ok((base, print))
}

struct Remembering<G: Game> {
    base: Arc<Base>,
    player: Player<G>,
}

impl<G: Game> Agent<G> for Remembering<G> {
    fn decide(&mut self, view: &View<'_, G>, rng: &mut Rng) -> Result<Decision<G::Move>, Fault> {
        let turned = self.player.think(&self.base, view, rng, None);
        // What was done but is not possible now has no share.
        let votes: f32 = turned.votes.iter().sum();
        let share = |own: &f32| own / votes;
        Ok(Decision {
            shares: if votes > 0.0 { turned.votes.iter().map(share).collect() } else { Vec::new() },
            nodes: turned.compared as u64,
            facts: vec![
                ("similar-cases", f64::from(turned.found)),
                ("threshold", f64::from(turned.threshold)),
            ],
            ..Decision::blind(view.legal()[turned.chosen])
        })
    }

    fn why(&mut self, view: &View<'_, G>, rng: &mut Rng) -> Option<Why> {
        let mut why = Why::default();
        self.player.think(&self.base, view, rng, Some(&mut why));
        Some(why)
    }
}

#[cfg(test)]
mod tests;
