//! Expectiminimax: minimax for games with dice, weighing every throw by its odds.
//!
//! # Idea
//! Minimax in which a chance turn is worth the mean of its outcomes. Depth counts decisions: a throw costs
//! none, and beyond the last decision it is left to the estimate, so `depth=2` in backgammon is my play,
//! all 21 throws, and every reply. Windows reach through chance turns: with the smallest and the largest
//! points of the game as bounds, outcomes that cannot change the choice any more are skipped (Star1); and
//! before that one promising move is tried after every outcome, because what the mover has there bounds
//! the rest (Star2). What a probe found is never searched again. On top of it deepening, a table of
//! positions and probes, and moves tried in the order of what was good before, also after the same throw
//! elsewhere. None of this changes the answer. Equal moves are told apart by lot.
//!
//! Two opponents play against each other; with more seats everybody else plays against me (the paranoid
//! view); alone I play against the dice. Here the size of values matters, not only their order: estimates
//! should be expected points.
//!
//! # Paper
//! Michie 1966 (expectiminimax); Ballard 1983, "The *-minimax search procedure for trees containing chance
//! nodes" (Star1, Star2); Hauk, Buro and Schaeffer 2004, "*-Minimax performance in backgammon" (probes in
//! a table, ordering).
//!
//! # Needs
//! A game without hidden information whose chance turns list their outcomes, and finite bounds of its
//! points for `prune=star1` and `prune=star2`. A good estimate of unfinished positions helps: the game's
//! own, or weights for its features in a file (`eval=weights.toml`), which is read as `alphabeta` reads it.
//!
//! # Cost
//! Plain, moves times outcomes to the power of `depth`; cuts leave a fraction of it, far more than α–β
//! does without dice. With neither `depth`, `nodes` nor `time` typed it looks at 100 000 positions per
//! move. `time` makes matches that cannot be repeated to the letter.
//!
//! # Wrong tool
//! Without chance: `alphabeta` is quicker and looks further. Where there is no telling who is ahead before
//! the end, where something is hidden, or a shuffle has more outcomes than anybody can list: `mcts`.

mod explore;
pub mod found;
pub mod search;

use crate::alphabeta::found::RootMove;
use crate::alphabeta::{effective_branching, most_nodes};
use crate::evaluation::Evaluation;
use crate::sight::Sight;
use crate::{Agent, AgentError, Decision, Explored, Memory, Patience, Ready, demand_memory};
use explore::Reader;
use found::Found;
use ludometer_game::{Card, ChanceKind, Fault, Game, ParamSpec, Params, Rng, Seat, View};
use search::{Limits, Prune, Search};
use std::time::Duration;

const NAME: &str = "expectiminimax";
const NO_DEPTH: usize = 100;

/// Name, documentation and parameters.
#[must_use]
pub fn card() -> Card {
    let params = vec![
        ParamSpec::whole("depth", "decisions to look ahead", NO_DEPTH as i64, 1..=NO_DEPTH as i64),
        ParamSpec::whole("nodes", "positions to look at for a move; 0 is no limit", 0, 0..=1_000_000_000_000),
        ParamSpec::real("time", "seconds for a move; 0 is no limit", 0.0, 0.0..=86_400.0),
        ParamSpec::choice("prune", "how chance turns are cut", &["star2", "star1", "none"]),
        ParamSpec::whole("table", "megabytes of memory for positions and probes", 16, 0..=65_536),
        ParamSpec::switch("order", "promising moves and likely outcomes first", true),
        ParamSpec::switch("every", "value every move, not only the best: slower, for analysis", false),
        ParamSpec::text("eval", "file of feature weights; the game's own estimate where empty", ""),
    ];
    Card::from_source(NAME, "Expectiminimax", 1, include_str!("mod.rs"), params)
}

/// Makes the agent ready.
///
/// # Errors
/// When something is hidden, chance cannot be listed or points have no bounds to cut with, the file of
/// weights does not read, or the table is larger than this machine's memory.
pub fn prepare<G: Game>(game: &G, params: &Params) -> Result<Ready<G>, AgentError> {
    prepare_with(game, params, Evaluation::read(game, NAME, params.word("eval"))?)
}

/// The same with another estimate of unfinished positions.
pub(crate) fn prepare_with<G: Game>(
    game: &G,
    params: &Params,
    evaluation: Evaluation,
) -> Result<Ready<G>, AgentError> {
    let prune = match params.word("prune") {
        "none" => Prune::None,
        "star1" => Prune::Star1,
        _ => Prune::Star2,
    };
    demand_playable(game, prune)?;
    let memory = Memory { bytes: params.count("table") << 20, parameter: "table" };
    demand_memory(NAME, memory)?;
    let time = params.real("time");
    let settings = Settings {
        depth: params.count("depth") as u32,
        nodes: most_nodes(params),
        time: (time > 0.0).then(|| Duration::from_secs_f64(time)),
        prune,
        order: params.switch("order"),
        every: params.switch("every"),
    };
    let fingerprint = evaluation.fingerprint();
    let make = move || Expectiminimax::<G> {
        settings,
        evaluation: evaluation.clone(),
        search: Search::new(memory.bytes),
        last: (Vec::new(), 0),
    };
    let ready = Ready::new(make).with_fingerprint(fingerprint).with_memory(memory);
    Ok(if settings.time.is_some() { ready.not_reproducible() } else { ready })
}

/// Refuses what this agent cannot play, or not with these cuts.
fn demand_playable<G: Game>(game: &G, prune: Prune) -> Result<(), AgentError> {
    let traits = game.traits();
    let bounded = Sight::new(game, Seat::new(0), &Evaluation::Payoff).is_bounded();
    let (needs, instead) = if traits.hidden {
        ("a game without hidden information", "`mcts`")
    } else if traits.chance == ChanceKind::Drawn {
        ("chance turns that list their outcomes", "`mcts`")
    } else if prune != Prune::None && !bounded {
        ("finite bounds of its points to cut chance turns", "`expectiminimax:prune=none`")
    } else {
        return Ok(());
    };
    Err(AgentError::CannotPlay { agent: NAME.into(), needs: needs.into(), instead: instead.into() })
}

#[derive(Clone, Copy)]
struct Settings {
    depth: u32,
    nodes: u64,
    time: Option<Duration>,
    prune: Prune,
    order: bool,
    every: bool,
}

struct Expectiminimax<G: Game> {
    settings: Settings,
    evaluation: Evaluation,
    search: Search<G>,
    /// What the last decision found out about the moves of its root, and how deep it looked.
    last: (Vec<RootMove<G::Move>>, u32),
}

impl<G: Game> Agent<G> for Expectiminimax<G> {
    fn start(&mut self) {
        self.search.forget();
        self.last = (Vec::new(), 0);
    }

    fn decide(&mut self, view: &View<'_, G>, rng: &mut Rng) -> Result<Decision<G::Move>, Fault> {
        let sight = Sight::new(view.game(), view.seat(), &self.evaluation);
        let limits = self.settings.limits(view, &sight);
        let root = view.sample(rng);
        let mut legal = view.legal().to_vec();
        rng.shuffle(&mut legal);
        let found = self.search.run(&sight, &root, &legal, &limits);
        let found = if sight.says_all() { found } else { found.against_all() };
        self.last = (found.moves.clone(), found.depth);
        Ok(decision(view, &sight, &found))
    }

    fn explored(&self, view: &View<'_, G>, depth: usize, width: usize) -> Vec<Explored<G::Move>> {
        // Without hidden information a sample is the state itself, whatever the stream.
        let root = view.sample(&mut Rng::stream(0, "explored", 0));
        let sight = Sight::new(view.game(), view.seat(), &self.evaluation);
        let more = sight.wants_more(view.seat());
        let (moves, searched) = &self.last;
        Reader { search: &self.search, sight: &sight, width, more }.root(&root, moves, *searched, depth)
    }
}

impl Settings {
    fn limits<'a, G: Game>(&self, view: &View<'a, G>, sight: &Sight<'_, G>) -> Limits<'a> {
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            patience: Patience::of(view, self.time),
            prune: self.prune,
            bounds: sight.least_and_most(),
            order: self.order,
            every: self.every,
        }
    }
}

fn decision<G: Game>(view: &View<'_, G>, sight: &Sight<'_, G>, found: &Found<G::Move>) -> Decision<G::Move> {
    let best = found.moves[0];
    let of = |option: &G::Move| found.moves.iter().find(|known| known.option == *option);
    // A bound is no value: it would make a poor move look as good as the best.
    let is_value = |known: &&RootMove<G::Move>| known.exact || known.is_lost();
    let worth = |option: &G::Move| {
        of(option).filter(is_value).map_or(f32::NAN, |known| sight.told(known.worth.value))
    };
    let nodes =
        |option: &G::Move| of(option).map_or(0, |known| u32::try_from(known.nodes).unwrap_or(u32::MAX));
    let proof = |option: &G::Move| of(option).is_some_and(RootMove::is_exactly_known);
    let (legal, counts) = (view.legal(), found.counts);
    let value = sight.told(best.worth.value);
    Decision {
        priors: Vec::new(),
        chosen: best.option,
        shares: legal.iter().map(|option| f32::from(u8::from(*option == best.option))).collect(),
        qualities: legal.iter().map(worth).collect(),
        visits: legal.iter().map(nodes).collect(),
        proofs: legal.iter().map(proof).collect(),
        values: sight.values(if sight.wants_more(view.seat()) { value } else { -value }),
        proven: found.proven,
        nodes: counts.nodes,
        line: found.line.clone(),
        facts: vec![
            ("depth", f64::from(found.depth)),
            ("leaves", counts.leaves as f64),
            ("cut-offs", counts.cuts as f64),
            ("cut-offs at chance turns", counts.chance_cuts as f64),
            ("of these by probes alone", counts.probe_cuts as f64),
            ("probes", counts.probes as f64),
            ("table hits", counts.hits as f64),
            ("effective branching", effective_branching(found.last.nodes, found.depth)),
        ],
    }
}
