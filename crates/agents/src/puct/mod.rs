//! Search guided by a trained network: looks where the network expects something, and asks it what positions are worth.
//!
//! # Idea
//! AlphaZero's search. Every simulation walks down by m* = argmax Q + c · P · √V / (1 + v), where P is how likely the
//! network would play the move; at a position nobody has seen yet it asks the network how likely each move is and
//! what the position is worth to every seat, and carries that up. Positions are found again by their key, so that
//! ways which meet share one question. Finished matches are proofs, and are backed up. Dice, deals and hidden cards
//! are drawn anew in every simulation; where something is hidden, positions are what their mover knows.
//!
//! `formula=thesis` leaves √V out, as equation 2 of the thesis behind APTS does. `root=gumbel` draws `considered`
//! moves and halves them in rounds, which needs few simulations; at temperature 0 the likeliest are considered.
//! `noise` mixes Dirichlet noise into the priors of the first position, `forced` gives every tried move its share of
//! looks.
//!
//! # Paper
//! Silver and others 2018 (AlphaZero); Danihelka and others 2022 (Gumbel); Wu 2019 (forced looks and their
//! pruning, urgency of untried moves).
//!
//! # Needs
//! A bot that `train alphazero` made for the same game with the same rules.
//!
//! # Cost
//! At most `sims` calls of the network per move; about 30 bytes per legal move of every position met.
//!
//! # Wrong tool
//! Where no bot was trained: `mcts` needs none. Where bluffing matters: `cfr` for small games.

mod graph;
mod ladder;
mod noise;
mod room;
mod root;
mod search;
mod settings;
mod target;

pub use ladder::{LADDER, LADDER_SCHEMA, Ladder, Level, rung};
pub use room::{probe, search_bytes};
pub use root::Looked;
pub use search::{Leaf, Search};
pub use settings::{Formula, Root, Settings};

use crate::bot::{Bot, BotFiles};
use crate::network::{Asked, Model, constants, kernel_param, policy_actions};
use crate::{Agent, AgentError, Decision, Explored, Memory, Ready};
use ludometer_game::{Card, Fault, Game, ParamError, ParamSpec, Params, Rng, Seat, Sum, View};
use std::sync::Arc;

/// Positions one search keeps at most.
const MOST_NODES: usize = 1_000_000;
/// Moves of the line that is shown.
const LINE: usize = 20;
/// Simulations between two questions whether anybody still waits.
const HALT_EVERY: u32 = 8;

/// Name, documentation and parameters.
#[must_use]
pub fn card() -> Card {
    let params = vec![
        ParamSpec::text(
            "bot",
            "a folder that `train alphazero` wrote, or a bot that comes with the program",
            "",
        ),
        ParamSpec::whole("sims", "simulations per move; 0 is the network alone", 200, 0..=10_000_000),
        ParamSpec::real(
            "c",
            "exploration: higher follows the network, lower what was found",
            2.0,
            0.0..=100.0,
        ),
        ParamSpec::choice("formula", "how moves are chosen", &["alphazero", "thesis"]),
        ParamSpec::choice("root", "how the first position is treated", &["puct", "gumbel"]),
        ParamSpec::whole("considered", "moves that root=gumbel considers", 16, 1..=10_000),
        ParamSpec::real(
            "scale",
            "how much root=gumbel lets what was found count against what the network thought",
            1.0,
            0.001..=100.0,
        ),
        ParamSpec::real("noise", "share of Dirichlet noise in the first priors", 0.0, 0.0..=1.0),
        ParamSpec::real(
            "alpha",
            "concentration of the noise, shared by the legal moves",
            10.0,
            0.01..=10_000.0,
        ),
        ParamSpec::real("forced", "moves get at least √(forced · P · V) looks; 0 is off", 0.0, 0.0..=100.0),
        ParamSpec::real("urgency", "how much less an untried move is believed to be worth", 0.2, 0.0..=2.0),
        ParamSpec::real("temperature", "0 plays the best move; higher draws among more", 0.0, 0.0..=1000.0),
        ParamSpec::whole(
            "level",
            "a level of difficulty that `ludometer ladder` made; 0 is none",
            0,
            0..=1000,
        ),
        ParamSpec::switch("reuse", "use what earlier moves of the match found", true),
        kernel_param(),
    ];
    Card::from_source("puct", "Search guided by a trained network", 1, include_str!("mod.rs"), params)
}

/// Makes the agent ready.
///
/// # Errors
/// When no bot is named, its files do not read, or it was trained for other rules.
pub fn prepare<G: Game>(game: &G, params: &Params) -> Result<Ready<G>, AgentError> {
    refuse_useless(params)?;
    let (model, bot) = load_model(game, "puct", params)?;
    let mut fingerprint = fingerprint_of(&model, &bot);
    let (model, mut settings) = (Arc::new(model), read(params));
    let (mut temperature, reuse) = (params.real("temperature") as f32, params.switch("reuse"));
    if let Some(level) = level(game, params, &bot)? {
        settings.sims = level.sims;
        settings.root =
            Root::Puct { noise: level.noise as f32, alpha: params.real("alpha") as f32, forced: 0.0 };
        temperature = level.temperature as f32;
        fingerprint += &format!("-{}-{}-{}", level.sims, level.temperature, level.noise);
    }
    let make = move || Puct::<G> {
        model: Arc::clone(&model),
        asked: Asked::default(),
        search: Search::default(),
        settings,
        temperature,
        reuse,
    };
    let memory = Memory { bytes: search_bytes(game, &settings), parameter: "sims" };
    Ok(Ready::new(make).with_fingerprint(Some(fingerprint)).with_memory(memory))
}

/// Refuses what was typed and would be ignored.
fn refuse_useless(params: &Params) -> Result<(), AgentError> {
    let (root, useless): (_, &[&str]) = match params.word("root") {
        "gumbel" => ("gumbel", &["noise", "alpha", "forced"]),
        other => (other, &["considered", "scale"]),
    };
    crate::useless::refuse_useless("puct", params, useless, &format!("with root={root}"))
}

/// The model of a bot folder, and what the bot is.
pub(crate) fn load_model<G: Game>(
    game: &G,
    agent: &str,
    params: &Params,
) -> Result<(Model, Bot), AgentError> {
    let bot = params.word("bot");
    if bot.is_empty() {
        return Err(AgentError::NoBot { agent: agent.into(), trainer: crate::network::KIND.into() });
    }
    Model::load(game, agent, bot, params.word("kernel"))
}

/// What tells how a network plays: its weights, and how they are computed where that may change a move.
pub(crate) fn fingerprint_of(model: &Model, bot: &Bot) -> String {
    match model.kernel().rounding() {
        "fused" => bot.fingerprint.clone(),
        other => format!("{}-{other}", bot.fingerprint),
    }
}

/// The level that was asked for.
fn level<G: Game>(game: &G, params: &Params, bot: &Bot) -> Result<Option<Level>, AgentError> {
    let number = params.count("level");
    if number == 0 {
        return Ok(None);
    }
    let free = ["bot", "level", "kernel"];
    if let Some((typed, _)) = params.iter().find(|(name, _)| !free.contains(name) && params.is_typed(name)) {
        let cause =
            ParamError::Together(format!("a level has its own {typed}; leave `level` or `{typed}` out"));
        return Err(AgentError::Params { agent: "puct".into(), cause });
    }
    let files = BotFiles::find_for("puct", crate::network::KIND, params.word("bot"))?;
    let found = Ladder::read(&files).and_then(|ladder| {
        if ladder.fingerprint != bot.fingerprint {
            return Err(format!(
                "the bot has learnt on since its levels were made; `ludometer ladder {files}` makes new ones"
            ));
        }
        if ladder.constants != constants(game, &bot.vary)? {
            return Err(format!(
                "its levels were made for other numbers of the rules; `ludometer ladder {files} --set …` makes new ones"
            ));
        }
        ladder.level(number).copied()
    });
    found.map(Some).map_err(|cause| files.refusal("puct", LADDER, cause))
}

fn read(params: &Params) -> Settings {
    let temperature = params.real("temperature");
    Settings {
        sims: params.count("sims") as u32,
        c: params.real("c") as f32,
        formula: if params.word("formula") == "thesis" { Formula::Thesis } else { Formula::AlphaZero },
        urgency: params.real("urgency") as f32,
        root: match params.word("root") {
            "gumbel" => Root::Gumbel {
                considered: params.count("considered"),
                random: temperature > 0.0,
                scale: params.real("scale") as f32,
            },
            _ => Root::Puct {
                noise: params.real("noise") as f32,
                alpha: params.real("alpha") as f32,
                forced: params.real("forced") as f32,
            },
        },
        nodes: MOST_NODES,
    }
}

struct Puct<G: Game> {
    model: Arc<Model>,
    asked: Asked,
    search: Search<G>,
    settings: Settings,
    temperature: f32,
    reuse: bool,
}

impl<G: Game> Puct<G> {
    fn think(&mut self, view: &View<'_, G>, rng: &mut Rng) {
        let (game, state) = (view.game(), view.sample(rng));
        if !self.reuse {
            self.search.forget();
        }
        self.search.begin(game, &state, view.seat(), &self.settings, rng);
        let halts = |search: &Search<G>| search.simulations().is_multiple_of(HALT_EVERY) && view.halted();
        while !halts(&self.search) && self.search.ask(game, &self.settings, rng) {
            let Some(leaf) = self.search.leaf() else { break };
            let values = self.model.judge(game, &leaf.state, leaf.seat, &leaf.moves, 1.0, &mut self.asked);
            self.search.tell(game, &self.settings, &self.asked.priors, &values, rng);
        }
    }
}

impl<G: Game> Agent<G> for Puct<G> {
    fn start(&mut self) {
        self.search.forget();
    }

    fn decide(&mut self, view: &View<'_, G>, rng: &mut Rng) -> Result<Decision<G::Move>, Fault> {
        self.think(view, rng);
        let legal = view.legal();
        let looked = self.search.looked(&self.settings);
        if looked.len() != legal.len() {
            // Nobody waits any more, and nothing was judged.
            return Ok(Decision::blind(legal[0]));
        }
        let shares = self.search.target(&self.settings);
        let index = choose(&looked, &shares, &self.settings, self.temperature, rng);
        let (value, proven) = self.search.value();
        let mut line = self.search.line(view.game(), LINE);
        if line.first() != Some(&legal[index]) {
            line = vec![legal[index]];
        }
        let any_proof = looked.iter().any(|one| one.proven);
        let told = policy_actions(view.game()).is_some();
        Ok(Decision {
            chosen: legal[index],
            // A network that says nothing about moves has no opinion to show.
            priors: looked.iter().filter(|_| told).map(|one| one.prior).collect(),
            shares,
            qualities: looked.iter().map(|one| one.mean).collect(),
            proofs: looked.iter().filter(|_| any_proof).map(|one| one.proven).collect(),
            visits: looked.iter().map(|one| one.visits).collect(),
            values: values(view, value),
            proven,
            nodes: u64::from(self.search.simulations()),
            line,
            facts: Vec::new(),
        })
    }

    fn explored(&self, view: &View<'_, G>, depth: usize, width: usize) -> Vec<Explored<G::Move>> {
        self.search.explored(view.game(), depth, width)
    }
}

/// What the position is worth to every seat, where the mover's share says it.
fn values<G: Game>(view: &View<'_, G>, value: f32) -> Vec<f32> {
    let game = view.game();
    match (game.traits().sum, game.seats()) {
        (_, 1) | (Sum::Shared, _) => vec![value; game.seats()],
        (Sum::Zero, 2) => Seat::all(2).map(|seat| if seat == view.seat() { value } else { -value }).collect(),
        _ => Vec::new(),
    }
}

/// The move to play: the best one, or drawn.
pub fn choose<M>(
    looked: &[Looked<M>],
    shares: &[f32],
    settings: &Settings,
    temperature: f32,
    rng: &mut Rng,
) -> usize {
    let won = |one: &Looked<M>| one.proven && one.mean >= 1.0;
    let lost = |one: &Looked<M>| one.proven && one.mean <= -1.0;
    if let Some(win) = looked.iter().position(won) {
        return win;
    }
    let gumbel = matches!(settings.root, Root::Gumbel { .. });
    if temperature > 0.0 && !gumbel {
        let soft = |share: &f32| libm::pow(f64::from(*share), 1.0 / f64::from(temperature));
        let weights: Vec<f64> = shares.iter().map(soft).collect();
        if let Some(drawn) = rng.roulette(weights.into_iter()) {
            return drawn;
        }
    }
    let exact = looked.iter().all(|one| one.proven);
    let rank = |one: &Looked<M>| {
        let score = if gumbel { one.score } else { one.mean };
        if exact { (true, 0, one.mean) } else { (!lost(one), one.visits, score) }
    };
    let better = |first: &usize, second: &usize| {
        let (a, b) = (rank(&looked[*first]), rank(&looked[*second]));
        let shares = || shares[*first].total_cmp(&shares[*second]);
        a.0.cmp(&b.0).then(a.1.cmp(&b.1)).then(a.2.total_cmp(&b.2)).then_with(shares)
    };
    (0..looked.len()).max_by(better).unwrap_or(0)
}
