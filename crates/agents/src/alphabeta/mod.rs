//! α–β: minimax that skips what cannot matter, as deep as its budget allows.
//!
//! # Idea
//! Minimax with a window: a line that is already worse than what each side has elsewhere is cut off.
//! On top of it principal variation search (after the first move a quick test whether another is
//! better at all), deepening one ply at a time, a transposition table, moves tried in the order of
//! what cut before (table move, noisy moves, killers, history), noisy moves followed beyond the depth
//! until the position is quiet, and no depth charged for forced moves. A proven win ends the search;
//! a lost position is defended as long as possible. Equal moves are told apart by lot.
//!
//! # Paper
//! Knuth and Moore 1975 (α–β); Marsland 1983 (principal variation search); Schaeffer 1989 (history);
//! Luckhardt and Irani 1986 (max^n); Sturtevant and Korf 2000 (paranoid).
//!
//! # Needs
//! A game without chance and without hidden information. A good estimate of unfinished positions
//! helps: the game's own, or weights for its features in a file (`eval=weights.toml`): `bias = 0.0` and
//! below `[weights]` a line `feature = weight` for each. Between two opponents half of what one side's sum
//! is above the other's counts, so that both sides see the same position the same way.
//!
//! # Cost
//! With good ordering about the square root of minimax: twice the depth for the same time. With
//! neither `depth`, `nodes` nor `time` typed it looks at 100 000 positions per move. `time` makes
//! matches that cannot be repeated to the letter.
//!
//! # Wrong tool
//! Where there is no telling who is ahead before the end: `mcts` needs no estimate. With chance or
//! hidden information it does not play at all.

mod explore;
pub mod found;
pub mod maxn;
pub mod search;

use crate::evaluation::Evaluation;
use crate::sight::{Sight, demand_certainty};
use crate::{Agent, AgentError, Decision, Explored, Memory, Patience, Ready, demand_memory};
use explore::Reader;
use found::{Found, RootMove};
use ludometer_game::{Card, Fault, Game, ParamSpec, Params, Rng, View};
use maxn::MaxN;
use search::{Limits, Search};
use std::time::Duration;

const NO_DEPTH: usize = 100;
const DEFAULT_NODES: u64 = 100_000;

/// Name, documentation and parameters.
#[must_use]
pub fn card() -> Card {
    let params = vec![
        ParamSpec::whole("depth", "plies to look ahead", NO_DEPTH as i64, 1..=NO_DEPTH as i64),
        ParamSpec::whole("nodes", "positions to look at for a move; 0 is no limit", 0, 0..=1_000_000_000_000),
        ParamSpec::real("time", "seconds for a move; 0 is no limit", 0.0, 0.0..=86_400.0),
        ParamSpec::whole("table", "megabytes of memory for positions already seen", 16, 0..=65_536),
        ParamSpec::whole("quiescence", "plies of noisy moves followed beyond the depth", 8, 0..=100),
        ParamSpec::switch("extend", "forced moves cost no depth", true),
        ParamSpec::choice(
            "many",
            "three or more seats: all against one, or each for itself",
            &["paranoid", "maxn"],
        ),
        ParamSpec::switch("every", "value every move, not only the best: slower, for analysis", false),
        ParamSpec::text("eval", "file of feature weights; the game's own estimate where empty", ""),
    ];
    Card::from_source("alphabeta", "Alpha-beta search", 1, include_str!("mod.rs"), params)
}

/// Makes the agent ready.
///
/// # Errors
/// When the game has chance or hidden information, the file of weights does not read, or the table is
/// larger than this machine's memory.
pub fn prepare<G: Game>(game: &G, params: &Params) -> Result<Ready<G>, AgentError> {
    prepare_with(game, params, Evaluation::read(game, "alphabeta", params.word("eval"))?)
}

/// The same with another estimate of unfinished positions.
pub(crate) fn prepare_with<G: Game>(
    game: &G,
    params: &Params,
    evaluation: Evaluation,
) -> Result<Ready<G>, AgentError> {
    demand_certainty(game, "alphabeta")?;
    let memory = Memory { bytes: params.count("table") << 20, parameter: "table" };
    demand_memory("alphabeta", memory)?;
    let time = params.real("time");
    let settings = Settings {
        depth: params.count("depth") as u32,
        nodes: most_nodes(params),
        time: (time > 0.0).then(|| Duration::from_secs_f64(time)),
        quiescence: params.count("quiescence") as u32,
        extend: params.switch("extend"),
        every: params.switch("every"),
        maxn: game.seats() > 2 && params.word("many") == "maxn",
    };
    let fingerprint = evaluation.fingerprint();
    let make = move || AlphaBeta::<G> {
        settings,
        evaluation: evaluation.clone(),
        search: Search::new(memory.bytes),
        last: (Vec::new(), 0),
    };
    let ready = Ready::new(make).with_fingerprint(fingerprint).with_memory(memory);
    Ok(if settings.time.is_some() { ready.not_reproducible() } else { ready })
}

/// The limit of positions: what was typed, or the usual one where nothing else ends a search.
pub(crate) fn most_nodes(params: &Params) -> u64 {
    let typed = params.is_typed("depth") || params.is_typed("nodes") || params.real("time") > 0.0;
    match params.count("nodes") as u64 {
        0 if typed => u64::MAX,
        0 => DEFAULT_NODES,
        nodes => nodes,
    }
}

#[derive(Clone, Copy)]
struct Settings {
    depth: u32,
    nodes: u64,
    time: Option<Duration>,
    quiescence: u32,
    extend: bool,
    every: bool,
    maxn: bool,
}

struct AlphaBeta<G: Game> {
    settings: Settings,
    evaluation: Evaluation,
    search: Search<G>,
    /// What the last decision found out about the moves of its root, and how deep it looked.
    last: (Vec<RootMove<G::Move>>, u32),
}

impl<G: Game> Agent<G> for AlphaBeta<G> {
    fn start(&mut self) {
        self.search.forget();
        self.last = (Vec::new(), 0);
    }

    fn decide(&mut self, view: &View<'_, G>, rng: &mut Rng) -> Result<Decision<G::Move>, Fault> {
        let limits = self.settings.limits(view);
        let root = view.sample(rng);
        let sight = Sight::new(view.game(), view.seat(), &self.evaluation);
        if self.settings.maxn {
            let (found, values) =
                MaxN::new(view.game(), &self.evaluation, &limits).run(&root, view.seat(), rng);
            self.last = (found.moves.clone(), found.depth);
            return Ok(decision(view, &found, values));
        }
        let found = self.search.run(&sight, &root, &limits, rng);
        let found = if sight.says_all() { found } else { found.against_all() };
        self.last = (found.moves.clone(), found.depth);
        let best = found.moves[0].worth.value;
        let values = sight.values(if sight.wants_more(view.seat()) { best } else { -best });
        Ok(decision(view, &found, values))
    }

    fn explored(&self, view: &View<'_, G>, depth: usize, width: usize) -> Vec<Explored<G::Move>> {
        // Without hidden information a sample is the state itself, whatever the stream.
        let root = view.sample(&mut Rng::stream(0, "explored", 0));
        let sight = Sight::new(view.game(), view.seat(), &self.evaluation);
        let (moves, searched) = &self.last;
        Reader { search: &self.search, sight: &sight, width }.root(&root, moves, *searched, depth)
    }
}

impl Settings {
    fn limits<'a, G: Game>(&self, view: &View<'a, G>) -> Limits<'a> {
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            patience: Patience::of(view, self.time),
            quiescence: self.quiescence,
            extend: self.extend,
            every: self.every,
        }
    }
}

fn decision<G: Game>(view: &View<'_, G>, found: &Found<G::Move>, values: Vec<f32>) -> Decision<G::Move> {
    let best = found.moves[0];
    let of = |option: &G::Move| found.moves.iter().find(|known| known.option == *option);
    // A bound is no value: it would make a poor move look as good as the best.
    let is_value = |known: &&RootMove<G::Move>| known.exact || known.is_lost();
    let worth =
        |option: &G::Move| of(option).filter(is_value).map_or(f32::NAN, |known| known.worth.value.max(-1.0));
    let nodes =
        |option: &G::Move| of(option).map_or(0, |known| u32::try_from(known.nodes).unwrap_or(u32::MAX));
    let proof = |option: &G::Move| of(option).is_some_and(RootMove::is_exactly_known);
    let legal = view.legal();
    let counts = found.counts;
    let cuts = counts.cuts.max(1) as f64;
    Decision {
        priors: Vec::new(),
        chosen: best.option,
        shares: legal.iter().map(|option| f32::from(u8::from(*option == best.option))).collect(),
        qualities: legal.iter().map(worth).collect(),
        visits: legal.iter().map(nodes).collect(),
        proofs: legal.iter().map(proof).collect(),
        values: values.into_iter().map(|value| value.clamp(-1.0, 1.0)).collect(),
        proven: found.proven,
        nodes: counts.nodes,
        line: found.line.clone(),
        facts: vec![
            ("depth", f64::from(found.depth)),
            ("cut-offs", counts.cuts as f64),
            ("cut-offs by the first move, %", 100.0 * counts.first_cuts as f64 / cuts),
            ("table hits", counts.hits as f64),
            ("effective branching", effective_branching(counts.nodes, found.depth)),
        ],
    }
}

/// The branching of a uniform tree of this depth with this many nodes: what the cuts left of the game's.
#[must_use]
pub fn effective_branching(nodes: u64, depth: u32) -> f64 {
    let size = |branching: f64| (0..depth).fold(0.0, |sum, _| (sum + 1.0) * branching);
    let (mut low, mut high) = (0.0, nodes as f64);
    if depth == 0 {
        return 0.0;
    }
    for _ in 0..100 {
        let middle = (low + high) / 2.0;
        if size(middle) < nodes as f64 {
            low = middle;
        } else {
            high = middle;
        }
    }
    high
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::AgentSpec;

    #[test]
    fn a_search_has_the_usual_budget_only_where_nothing_is_typed() {
        let nodes = |text: &str| most_nodes(AgentSpec::read(text).unwrap().params());
        assert_eq!(nodes("alphabeta"), DEFAULT_NODES);
        assert_eq!(nodes("alphabeta:table=4,time=0"), DEFAULT_NODES);
        assert_eq!(nodes("alphabeta:depth=3"), u64::MAX);
        assert_eq!(nodes(&format!("alphabeta:depth={NO_DEPTH}")), u64::MAX, "the default, but typed");
        assert_eq!((nodes("alphabeta:nodes=0"), nodes("alphabeta:time=0.5")), (u64::MAX, u64::MAX));
        assert_eq!(nodes("alphabeta:depth=3,nodes=7"), 7);
    }
}
