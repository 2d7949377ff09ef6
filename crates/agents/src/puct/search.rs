//! The search itself. It asks for opinions and is told them, so that many searches can share one network call.
//!
//! [`Search::begin`], then [`Search::ask`] until it says no; whenever it says yes, [`Search::leaf`] is a position to
//! be judged, and [`Search::tell`] takes the judgement.

use super::graph::{Edge, Graph};
use super::root::{Looked, Plan, improved};
use super::settings::{Settings, best};
use super::target;
use crate::mcts::Scale;
use crate::{Explored, Told};
use ludometer_game::{Game, Rng, Seat, Seats, Sum, Turn};
use rustc_hash::FxHasher;
use std::hash::Hasher;

/// Positions a simulation passes at most: rules that go round in circles are cut here.
const LONGEST: usize = 512;

/// A guided search and its memory.
pub struct Search<G: Game> {
    graph: Graph<G::Move>,
    plan: Plan,
    start: Option<Start<G>>,
    /// Moves walked in this simulation.
    path: Vec<Step>,
    leaf: Option<Leaf<G>>,
    info: Vec<u8>,
    done: u32,
}

struct Start<G: Game> {
    state: G::State,
    seat: Seat,
    key: u64,
    /// Its place in the graph, once it was judged.
    node: Option<u32>,
}

/// A move that was walked.
#[derive(Clone, Copy)]
struct Step {
    node: u32,
    index: usize,
    mover: Seat,
    /// Whether it always leads to the next position: no chance between.
    sure: bool,
}

/// A position that waits for an opinion.
pub struct Leaf<G: Game> {
    /// The position; where something is hidden, one as its mover may imagine it.
    pub state: G::State,
    /// Who is to move.
    pub seat: Seat,
    /// Its legal moves.
    pub moves: Vec<G::Move>,
    key: u64,
}

/// How a walk ended.
enum Walked<G: Game> {
    /// With what everybody gets; the flag says whether that is certain.
    Ended(Seats<f32>, bool),
    /// At a position nobody has judged yet.
    New(Leaf<G>),
}

impl<G: Game> Default for Search<G> {
    fn default() -> Self {
        Search {
            graph: Graph::default(),
            plan: Plan::default(),
            start: None,
            path: Vec::new(),
            leaf: None,
            info: Vec::new(),
            done: 0,
        }
    }
}

impl<G: Game> Search<G> {
    /// Begins a search for `seat`, who is to move. What earlier searches of the match found is used, unless there is
    /// too much of it.
    pub fn begin(&mut self, game: &G, state: &G::State, seat: Seat, settings: &Settings, rng: &mut Rng) {
        if self.graph.len() >= settings.nodes {
            self.graph.clear();
        }
        let key = self.key(game, state, seat);
        let node = self.graph.find(key);
        self.start = Some(Start { state: state.clone(), seat, key, node });
        self.done = 0;
        self.leaf = None;
        if let Some(node) = node {
            self.plan.begin(settings, self.graph.moves(node), rng);
        }
    }

    /// Forgets everything that was found.
    pub fn forget(&mut self) {
        self.graph.clear();
        self.start = None;
    }

    /// Simulates until a position must be judged; `false` when the search is over.
    pub fn ask(&mut self, game: &G, settings: &Settings, rng: &mut Rng) -> bool {
        let Some(start) = &self.start else { return false };
        let Some(root) = start.node else {
            let mut moves = Vec::new();
            game.moves(&start.state, &mut moves);
            let leaf = Leaf { state: start.state.clone(), seat: start.seat, moves, key: start.key };
            self.leaf = Some(leaf).filter(|leaf| !leaf.moves.is_empty());
            return self.leaf.is_some();
        };
        while self.done < settings.sims && self.graph.proof(root).is_none() {
            match self.walk(game, settings, root, rng) {
                Walked::New(leaf) => {
                    self.leaf = Some(leaf);
                    return true;
                }
                Walked::Ended(values, sure) => self.back_up(game, &values, sure),
            }
        }
        false
    }

    /// The position that waits for an opinion.
    #[must_use]
    pub fn leaf(&self) -> Option<&Leaf<G>> {
        self.leaf.as_ref()
    }

    /// Takes the opinion of the position: how likely each of its moves is, and what it is worth to every seat, −1
    /// to 1.
    pub fn tell(
        &mut self,
        game: &G,
        settings: &Settings,
        priors: &[f32],
        values: &Seats<f32>,
        rng: &mut Rng,
    ) {
        let (Some(leaf), Some(start)) = (self.leaf.take(), &mut self.start) else { return };
        let worth = values[leaf.seat];
        if start.node.is_none() {
            let node = self.graph.add(leaf.key, &leaf.moves, priors, worth);
            start.node = Some(node);
            self.plan.begin(settings, self.graph.moves(node), rng);
            return;
        }
        if self.graph.len() < settings.nodes {
            self.graph.add(leaf.key, &leaf.moves, priors, worth);
        }
        self.back_up(game, values, false);
    }

    /// One walk down.
    fn walk(&mut self, game: &G, settings: &Settings, root: u32, rng: &mut Rng) -> Walked<G> {
        let seats = game.seats();
        let Some(Start { state, seat, .. }) = &self.start else {
            return Walked::Ended(Seats::all(0.0, seats), false);
        };
        let mut mover = *seat;
        let mut state = if game.traits().hidden { game.sample(state, mover, rng) } else { state.clone() };
        let mut at = root;
        self.path.clear();
        while self.path.len() < LONGEST {
            let index = self.choose(settings, at, at == root && self.path.is_empty());
            self.path.push(Step { node: at, index, mover, sure: true });
            if let Some(proof) = self.graph.edge_proof(at, index) {
                return Walked::Ended(*proof, true);
            }
            game.play(&mut state, self.graph.edge(at, index).by);
            if game.turn(&state) == Turn::Chance {
                game.settle(&mut state, rng);
                self.path.iter_mut().next_back().into_iter().for_each(|step| step.sure = false);
            }
            mover = match game.turn(&state) {
                Turn::Seat(seat) => seat,
                Turn::Over => {
                    return Walked::Ended(Scale::new(game.bounds()).units(&game.payoff(&state)), true);
                }
                _ => break,
            };
            let key = self.key(game, &state, mover);
            match self.graph.find(key) {
                Some(next) => at = next,
                None => {
                    let mut moves = Vec::new();
                    game.moves(&state, &mut moves);
                    if moves.is_empty() {
                        break;
                    }
                    return Walked::New(Leaf { state, seat: mover, moves, key });
                }
            }
            if let Some(proof) = self.graph.proof(at) {
                return Walked::Ended(*proof, true);
            }
        }
        // Broken rules and endless circles are worth nothing to anybody, and prove nothing.
        Walked::Ended(Seats::all(0.0, seats), false)
    }

    fn choose(&self, settings: &Settings, at: u32, first: bool) -> usize {
        let (edges, worth) = (self.graph.moves(at), self.graph.node(at).worth);
        if first {
            return self.plan.choose(settings, edges, worth, self.done);
        }
        best(settings, edges, |index| edges[index].prior, worth, settings.urgency)
    }

    /// Carries a result up the path, and what it proves.
    fn back_up(&mut self, game: &G, values: &Seats<f32>, sure: bool) {
        self.done += 1;
        for step in &self.path {
            self.graph.edge_mut(step.node, step.index).add(values[step.mover]);
        }
        if !sure || game.traits().hidden {
            return;
        }
        let settles = win_settles_all(game);
        let mut payoff = *values;
        for step in self.path.iter().rev().take_while(|step| step.sure) {
            match self.graph.prove(step.node, step.index, &payoff, step.mover, settles) {
                Some(proven) => payoff = proven,
                None => break,
            }
        }
    }

    /// What tells a position from all others its mover can tell from it.
    fn key(&mut self, game: &G, state: &G::State, mover: Seat) -> u64 {
        if !game.traits().hidden {
            return game.key(state);
        }
        self.info.clear();
        game.info(state, mover, &mut self.info);
        let mut hasher = FxHasher::default();
        hasher.write_usize(mover.index());
        hasher.write(&self.info);
        hasher.finish()
    }

    /// Simulations made.
    #[must_use]
    pub fn simulations(&self) -> u32 {
        self.done
    }

    /// What was learnt of the moves, in the order the game lists them.
    #[must_use]
    pub fn looked(&self, settings: &Settings) -> Vec<Looked<G::Move>> {
        let Some(node) = self.start.as_ref().and_then(|start| start.node) else { return Vec::new() };
        self.plan.looked(settings, self.graph.moves(node), self.graph.node(node).worth)
    }

    /// What the position is worth to its mover, −1 to 1, and whether that is certain.
    #[must_use]
    pub fn value(&self) -> (f32, bool) {
        let Some((start, node)) = self.start.as_ref().and_then(|start| Some((start, start.node?))) else {
            return (0.0, false);
        };
        if let Some(proof) = self.graph.proof(node) {
            return (proof[start.seat], true);
        }
        let (mut visits, mut sum) = (1u32, self.graph.node(node).worth);
        for edge in self.graph.moves(node) {
            visits += edge.visits;
            sum += edge.mean * edge.visits as f32;
        }
        (sum / visits as f32, false)
    }

    /// The policy a network should learn from this search: how likely each move should be.
    #[must_use]
    pub fn target(&self, settings: &Settings) -> Vec<f32> {
        let Some(node) = self.start.as_ref().and_then(|start| start.node) else { return Vec::new() };
        let (edges, worth) = (self.graph.moves(node), self.graph.node(node).worth);
        if settings.sims == 0 {
            return self.plan.priors().to_vec();
        }
        target::policy(
            settings,
            &self.looked(settings),
            self.plan.priors(),
            &improved(settings, edges, worth),
        )
    }

    /// The most visited way down, as far as nothing is drawn.
    #[must_use]
    pub fn line(&self, game: &G, longest: usize) -> Vec<G::Move> {
        let mut line = Vec::new();
        let Some(start) = &self.start else { return line };
        let (mut state, mut at) = (start.state.clone(), start.node);
        while let Some(node) = at.filter(|_| line.len() < longest) {
            let visited = self.graph.moves(node).iter().filter(|edge| edge.visits > 0);
            let Some(next) = visited.max_by_key(|edge| (edge.is_proven() && edge.mean >= 1.0, edge.visits))
            else {
                break;
            };
            line.push(next.by);
            if game.traits().hidden {
                break;
            }
            game.play(&mut state, next.by);
            at = game.turn(&state).seat().and_then(|_| self.graph.find(game.key(&state)));
        }
        line
    }

    /// The top of what was explored, the most visited moves first; it ends where something is drawn or hidden.
    #[must_use]
    pub fn explored(&self, game: &G, depth: usize, width: usize) -> Vec<Explored<G::Move>> {
        let Some((start, node)) = self.start.as_ref().and_then(|start| Some((start, start.node?))) else {
            return Vec::new();
        };
        self.below(game, node, &start.state, depth, width)
    }

    fn below(
        &self,
        game: &G,
        node: u32,
        state: &G::State,
        depth: usize,
        width: usize,
    ) -> Vec<Explored<G::Move>> {
        let mut visited: Vec<&Edge<G::Move>> =
            self.graph.moves(node).iter().filter(|edge| edge.visits > 0).collect();
        visited.sort_by_key(|edge| std::cmp::Reverse(edge.visits));
        let read = |edge: &&Edge<G::Move>| {
            let mut next = state.clone();
            game.play(&mut next, edge.by);
            let known = (!game.traits().hidden && game.turn(&next).seat().is_some())
                .then(|| self.graph.find(game.key(&next)))
                .flatten();
            let children = match known {
                Some(known) if depth > 1 => self.below(game, known, &next, depth - 1, width),
                _ => Vec::new(),
            };
            let looked = known.map_or(0, |known| self.graph.visited(known));
            Explored {
                option: edge.by,
                value: edge.mean,
                told: Told::Exact,
                proven: edge.is_proven(),
                visits: Some(u64::from(edge.visits)),
                more: looked - children.len(),
                children,
                cut: false,
            }
        };
        visited.iter().take(if depth == 0 { 0 } else { width }).map(read).collect()
    }

    /// Bytes in use.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.graph.bytes()
    }
}

/// Whether one seat's win says what everybody else gets, as between two opponents.
fn win_settles_all<G: Game>(game: &G) -> bool {
    match game.traits().sum {
        Sum::Zero => game.seats() <= 2,
        Sum::Shared => true,
        Sum::General => game.seats() == 1,
    }
}
