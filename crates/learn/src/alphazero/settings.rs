//! What a training by self-play is told.

use crate::TrainError;
use ludometer_agents::network::{kernel_param, policy_actions};
use ludometer_agents::puct::{Formula, Root, Settings};
use ludometer_game::{Game, ParamError, ParamSpec, Params};

/// Positions one search keeps at most.
const MOST_NODES: usize = 200_000;
/// How much what a search found counts against what the network thought.
const SCALE: f32 = 0.2;
/// The same where the network says nothing about moves: with all priors alike, noise would outweigh what was found.
const UNTOLD_SCALE: f32 = 2.0;

/// Everything that changes what is learnt.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Residual blocks, or pairs of layers.
    pub blocks: usize,
    /// Channels, or the width of layers.
    pub channels: usize,
    /// Channels of the heads.
    pub heads: usize,
    /// Matches of a cycle.
    pub games: u64,
    /// Searches that are learnt from.
    pub full: Settings,
    /// Searches that only bring a match on.
    pub cheap: Settings,
    /// The share of searches that are full.
    pub share: f64,
    /// Random moves a match may begin with.
    pub opening: usize,
    /// How much of the value target is what the search thought; the rest is how the match ended.
    pub blend: f32,
    /// How likely moves are drawn by what the search made of them, not simply the best: until this ply.
    pub drawn_until: usize,
    /// Positions of one step of learning.
    pub batch: usize,
    /// How often a position is learnt from, on the average.
    pub passes: f64,
    /// Positions kept to learn from at most.
    pub window: usize,
    /// The rate of learning at first.
    pub rate: f64,
    /// Cycles after which the rate has halved.
    pub half_life: f64,
    /// Share of each weight that learning at rate 1 takes away.
    pub weight_decay: f64,
    /// Whether further numbers are learnt.
    pub extras: bool,
    /// How far the network that plays follows the one that learns with each step.
    pub follow: f32,
    /// Pairs of matches at most in which a network must prove itself; 0 takes every one.
    pub gate: u64,
    /// The agent a network is measured against after each cycle.
    pub rival: String,
    /// Pairs of matches against the rival after each cycle.
    pub pairs: u64,
    /// Cycles without a better network after which there has been enough; 0 goes on.
    pub patience: u64,
}

/// The options of `train alphazero`.
pub(super) fn params() -> Vec<ParamSpec> {
    vec![
        ParamSpec::whole("cycles", "cycles of self-play and learning", 20, 0..=1_000_000),
        ParamSpec::whole("games", "matches of a cycle", 1000, 1..=10_000_000),
        ParamSpec::whole("sims", "simulations of a search that is learnt from", 32, 1..=1_000_000),
        ParamSpec::whole("cheap", "simulations of a search that only brings the match on", 16, 1..=1_000_000),
        ParamSpec::real("full", "share of searches that are learnt from", 1.0, 0.01..=1.0),
        ParamSpec::whole("blocks", "residual blocks of the network", 4, 0..=64),
        ParamSpec::whole("channels", "channels of the network", 64, 1..=1024),
        ParamSpec::whole("heads", "channels of its heads; 0 is as many as suit the board", 0, 0..=1024),
        ParamSpec::choice("root", "how the first position of a search is treated", &["gumbel", "puct"]),
        ParamSpec::whole("considered", "moves that root=gumbel considers", 16, 1..=10_000),
        ParamSpec::real(
            "scale",
            &format!(
                "how much root=gumbel lets what was found count against what the network thought; 0 is {SCALE}, or \
                 {UNTOLD_SCALE} where the network says nothing about moves"
            ),
            0.0,
            0.0..=100.0,
        ),
        ParamSpec::real("c", "exploration", 2.0, 0.0..=100.0),
        ParamSpec::choice("formula", "how moves are chosen", &["alphazero", "thesis"]),
        ParamSpec::real("urgency", "how much less an untried move is believed to be worth", 0.2, 0.0..=2.0),
        ParamSpec::real("noise", "share of Dirichlet noise with root=puct", 0.25, 0.0..=1.0),
        ParamSpec::real(
            "alpha",
            "concentration of the noise, shared by the legal moves",
            10.0,
            0.01..=10_000.0,
        ),
        ParamSpec::real("forced", "forced looks with root=puct; 0 is off", 2.0, 0.0..=100.0),
        ParamSpec::whole(
            "opening",
            "random moves a match may begin with, at most a third of the longest one",
            8,
            0..=1000,
        ),
        ParamSpec::whole(
            "drawn",
            "plies in which root=puct draws moves, not simply the best",
            20,
            0..=100_000,
        ),
        ParamSpec::real("blend", "how much of the value to learn is what the search thought", 0.5, 0.0..=1.0),
        ParamSpec::whole("batch", "positions of one step of learning", 256, 1..=65_536),
        ParamSpec::real("passes", "how often a position is learnt from", 2.0, 0.01..=1000.0),
        ParamSpec::whole("window", "positions kept to learn from at most", 300_000, 1..=100_000_000),
        ParamSpec::real("rate", "rate of learning", 0.002, 1e-7..=1.0),
        ParamSpec::real("half-life", "cycles in which the rate halves", 30.0, 0.1..=1e9),
        ParamSpec::real("decay", "weight decay", 0.03, 0.0..=10.0),
        ParamSpec::choice(
            "extras",
            "also learn to say the turns left, and the score where there is one",
            &["on", "off"],
        ),
        ParamSpec::real(
            "follow",
            "how far the network that plays follows the one that learns with each step; 1 is all the way",
            0.01,
            0.0001..=1.0,
        ),
        ParamSpec::whole(
            "gate",
            "pairs of matches at most in which a network must prove itself, but for the first; where they decide nothing, half of the points are enough; 0 takes all",
            20,
            0..=100_000,
        ),
        ParamSpec::text("rival", "the agent a network is measured against", "mcts:sims=500"),
        ParamSpec::whole(
            "pairs",
            "pairs of matches against the rival after each cycle; 0 is none",
            10,
            0..=100_000,
        ),
        kernel_param(),
        ParamSpec::whole(
            "patience",
            "stop after so many cycles without a better network; 0 goes on",
            0,
            0..=1_000_000,
        ),
        ParamSpec::text(
            "vary",
            "numbers of the rules that vary from match to match, such as target=5..15+limit=30..45: one bot for all",
            "",
        ),
    ]
}

/// Settings without use beside the others, and with what they have none.
pub(super) fn useless(params: &Params) -> Vec<(&'static str, String)> {
    let (root, useless): (_, &[&str]) = match params.word("root") {
        "gumbel" => ("gumbel", &["drawn", "noise", "alpha", "forced"]),
        other => (other, &["considered", "scale"]),
    };
    let with_root = useless.iter().map(|name| (*name, true, format!("--root {root}")));
    let others = [
        ("cheap", params.real("full") >= 1.0, "--full 1: no search is cheap"),
        ("patience", params.count("gate") == 0, "--gate 0: every network is taken"),
        ("rival", params.count("pairs") == 0, "--pairs 0"),
    ];
    let others = others.map(|(name, useless, with)| (name, useless, with.to_owned()));
    with_root.chain(others).filter(|(_, useless, _)| *useless).map(|(name, _, with)| (name, with)).collect()
}

/// Refuses what was typed and would be ignored.
pub(super) fn refuse_useless(params: &Params) -> Result<(), TrainError> {
    match useless(params).into_iter().find(|(name, _)| params.is_typed(name)) {
        Some((name, with)) => {
            let cause = ParamError::Together(format!("--{name} has no use with {with}; leave it out"));
            Err(TrainError::Params { trainer: "alphazero".into(), cause })
        }
        None => Ok(()),
    }
}

/// What was typed, for a game.
pub(super) fn read<G: Game>(game: &G, params: &Params) -> Plan {
    let scale = match params.real("scale") {
        0.0 if policy_actions(game).is_some() => SCALE,
        0.0 => UNTOLD_SCALE,
        typed => typed as f32,
    };
    let real = |name: &str| params.real(name) as f32;
    let gumbel = params.word("root") == "gumbel";
    let full = Settings {
        sims: params.count("sims") as u32,
        c: real("c"),
        formula: if params.word("formula") == "thesis" { Formula::Thesis } else { Formula::AlphaZero },
        urgency: real("urgency"),
        root: match gumbel {
            true => Root::Gumbel { considered: params.count("considered"), random: true, scale },
            false => Root::Puct { noise: real("noise"), alpha: real("alpha"), forced: real("forced") },
        },
        nodes: MOST_NODES,
    };
    let quiet = if gumbel { full.root } else { Root::Puct { noise: 0.0, alpha: 1.0, forced: 0.0 } };
    let cheap = Settings { sims: (params.count("cheap") as u32).min(full.sims), root: quiet, ..full };
    Plan {
        blocks: params.count("blocks"),
        channels: params.count("channels"),
        heads: params.count("heads"),
        games: params.count("games") as u64,
        full,
        cheap,
        share: params.real("full"),
        opening: params.count("opening"),
        blend: real("blend"),
        drawn_until: params.count("drawn"),
        batch: params.count("batch"),
        passes: params.real("passes"),
        window: params.count("window"),
        rate: params.real("rate"),
        half_life: params.real("half-life"),
        weight_decay: params.real("decay"),
        extras: params.word("extras") == "on",
        follow: real("follow"),
        gate: params.count("gate") as u64,
        rival: params.word("rival").to_owned(),
        pairs: params.count("pairs") as u64,
        patience: params.count("patience") as u64,
    }
}

impl Plan {
    /// The rate of learning in a cycle, counted from 0.
    #[must_use]
    pub fn rate_in(&self, cycle: u64) -> f32 {
        (self.rate * libm::exp2(-(cycle as f64) / self.half_life)) as f32
    }

    /// How a network plays when it counts: the whole search, nothing random.
    #[must_use]
    pub fn serious(&self) -> Settings {
        let root = match self.full.root {
            Root::Gumbel { considered, scale, .. } => Root::Gumbel { considered, random: false, scale },
            Root::Puct { .. } => Root::Puct { noise: 0.0, alpha: 1.0, forced: 0.0 },
        };
        Settings { root, ..self.full }
    }
}
