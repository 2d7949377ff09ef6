//! The search where something is hidden: a new world for every simulation, one tree keyed by what
//! the searching seat sees.
//!
//! A child of a situation is what the seat *sees* of a move, so worlds that look alike share their
//! statistics; behind it lie the situations the seat can tell apart after the move (a reveal may
//! split them). Not every move is legal in every world, so the bound of a move counts how often it
//! was available rather than how often its parent was visited.

use super::choose::Candidate;
use super::tree::Scale;
use super::{Found, Rollout, Settings};
use ludometer_game::{Game, Rng, Seat, Seats, Seen, Turn, View};
use rustc_hash::FxHasher;
use std::hash::Hasher;

const NONE: u32 = u32::MAX;
const ROOT: u32 = 0;

/// What leads to a node.
#[derive(Clone, Copy, PartialEq)]
enum Key<M> {
    /// What the searching seat saw of a move.
    Seen(Seen<M>),
    /// The hash of everything it knows after that.
    Known(u64),
}

/// A move as it was seen, with its statistics, or a situation, with the moves seen from there.
struct Node<M> {
    key: Key<M>,
    visits: u32,
    available: u32,
    /// Mean result for the seat that moves here.
    mean: f32,
    first_child: u32,
    next_sibling: u32,
}

/// A search and its memory, which is reused from move to move.
pub struct BlindSearch<G: Game> {
    nodes: Vec<Node<G::Move>>,
    path: Vec<(u32, Seat)>,
    moves: Vec<G::Move>,
    /// For each legal move of the current world, its node or none.
    options: Vec<u32>,
    /// Scratch space for what the seat knows.
    known: Vec<u8>,
}

impl<G: Game> Default for BlindSearch<G> {
    fn default() -> Self {
        BlindSearch {
            nodes: Vec::new(),
            path: Vec::new(),
            moves: Vec::new(),
            options: Vec::new(),
            known: Vec::new(),
        }
    }
}

impl<G: Game> BlindSearch<G> {
    /// Bytes held.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node<G::Move>>()
    }

    /// Searches from what a seat sees.
    pub fn run(&mut self, view: &View<'_, G>, settings: Settings, rng: &mut Rng) -> Found<G::Move> {
        let game = view.game();
        let scale = Scale::new(game.bounds());
        self.nodes.clear();
        self.add(Key::Known(0));
        let mut sums = Seats::all(0.0f64, game.seats());
        for _ in 0..settings.sims {
            if view.halted() {
                break;
            }
            let world = view.sample(rng);
            let result = self.simulate(view, world, settings, scale, rng);
            for seat in Seat::all(game.seats()) {
                sums[seat] += f64::from(result[seat]);
            }
        }
        let mean = |seat| (sums[seat] / f64::from(settings.sims)) as f32;
        Found {
            candidates: self.root_moves(),
            values: Seat::all(game.seats()).map(mean).collect(),
            proven: false,
            sims: u64::from(settings.sims),
            line: Vec::new(),
        }
    }

    fn simulate(
        &mut self,
        view: &View<'_, G>,
        mut world: G::State,
        settings: Settings,
        scale: Scale,
        rng: &mut Rng,
    ) -> Seats<f32> {
        let (game, me) = (view.game(), view.seat());
        let mut at = ROOT;
        self.path.clear();
        let mut fresh = false;
        let result = loop {
            let (chosen, mover) = match game.turn(&world) {
                Turn::Over => break scale.units(&game.payoff(&world)),
                Turn::Seat(_) if fresh => break self.value(game, &mut world, settings, scale, rng),
                Turn::Seat(seat) => {
                    let Some((chosen, next, new)) = self.choose(game, &world, at, me, settings.c, rng) else {
                        break Seats::all(0.0, game.seats());
                    };
                    (at, fresh) = (next, new);
                    (chosen, seat)
                }
                // Behind a new move there is nothing to remember yet.
                Turn::Chance if fresh => {
                    let outcome = game.draw(&world, rng);
                    game.play(&mut world, outcome);
                    continue;
                }
                Turn::Chance => {
                    let outcome = game.draw(&world, rng);
                    at = self.child(at, Key::Seen(game.seen(&world, outcome, me)));
                    (outcome, me)
                }
                _ => break Seats::all(0.0, game.seats()),
            };
            self.path.push((at, mover));
            game.play(&mut world, chosen);
            if !fresh {
                at = self.situation(game, &world, at, me);
            }
        };
        self.nodes[ROOT as usize].visits += 1;
        for &(at, mover) in &self.path {
            let node = &mut self.nodes[at as usize];
            node.visits += 1;
            node.mean += (result[mover] - node.mean) / node.visits as f32;
        }
        result
    }

    /// A move of this world, the node behind it, and whether the node is new; none if nothing can be
    /// played, which only broken rules bring about.
    fn choose(
        &mut self,
        game: &G,
        world: &G::State,
        at: u32,
        me: Seat,
        c: f32,
        rng: &mut Rng,
    ) -> Option<(G::Move, u32, bool)> {
        self.moves.clear();
        game.moves(world, &mut self.moves);
        if self.moves.is_empty() {
            return None;
        }
        self.options.clear();
        for &option in &self.moves {
            self.options.push(self.find(at, Key::Seen(game.seen(world, option, me))));
        }
        for i in 0..self.options.len() {
            let id = self.options[i];
            // Several moves may look alike to the searching seat: they are one option.
            if id != NONE && !self.options[..i].contains(&id) {
                self.nodes[id as usize].available += 1;
            }
        }
        let unseen = self.options.iter().filter(|&&node| node == NONE).count();
        if unseen > 0 {
            let nth = rng.below(unseen);
            let index = (0..self.options.len()).filter(|&i| self.options[i] == NONE).nth(nth).unwrap_or(0);
            let node = self.child(at, Key::Seen(game.seen(world, self.moves[index], me)));
            self.nodes[node as usize].available += 1;
            return Some((self.moves[index], node, true));
        }
        let mut best = (f32::NEG_INFINITY, NONE);
        for &id in &self.options {
            let node = &self.nodes[id as usize];
            let bound = node.mean + c * (libm::logf(node.available as f32) / node.visits as f32).sqrt();
            if bound > best.0 {
                best = (bound, id);
            }
        }
        let alike = self.options.iter().filter(|&&node| node == best.1).count();
        let nth = rng.below(alike);
        let index = (0..self.options.len()).filter(|&i| self.options[i] == best.1).nth(nth).unwrap_or(0);
        Some((self.moves[index], best.1, false))
    }

    fn value(
        &mut self,
        game: &G,
        world: &mut G::State,
        settings: Settings,
        scale: Scale,
        rng: &mut Rng,
    ) -> Seats<f32> {
        match settings.rollout {
            Rollout::Random => scale.units(&game.playout(world, &mut self.moves, rng)),
            Rollout::Evaluate => Seats::from_fn(game.seats(), |seat| {
                scale.unit(game.evaluate(world, seat).unwrap_or_default()).clamp(-1.0, 1.0)
            }),
        }
    }

    /// The node of what the seat knows in this world.
    fn situation(&mut self, game: &G, world: &G::State, at: u32, me: Seat) -> u32 {
        self.known.clear();
        game.info(world, me, &mut self.known);
        let mut hasher = FxHasher::default();
        hasher.write(&self.known);
        self.child(at, Key::Known(hasher.finish()))
    }

    fn add(&mut self, key: Key<G::Move>) -> u32 {
        self.nodes.push(Node {
            key,
            visits: 0,
            available: 0,
            mean: 0.0,
            first_child: NONE,
            next_sibling: NONE,
        });
        self.nodes.len() as u32 - 1
    }

    fn find(&self, at: u32, key: Key<G::Move>) -> u32 {
        let mut child = self.nodes[at as usize].first_child;
        while child != NONE && self.nodes[child as usize].key != key {
            child = self.nodes[child as usize].next_sibling;
        }
        child
    }

    fn child(&mut self, at: u32, key: Key<G::Move>) -> u32 {
        let known = self.find(at, key);
        if known != NONE {
            return known;
        }
        let new = self.add(key);
        self.nodes[new as usize].next_sibling = self.nodes[at as usize].first_child;
        self.nodes[at as usize].first_child = new;
        new
    }

    /// The root moves with what was learnt of them: a seat sees its own moves in full.
    pub(super) fn root_moves(&self) -> Vec<(G::Move, Candidate)> {
        let mut all = Vec::new();
        let mut child = self.nodes.first().map_or(NONE, |root| root.first_child);
        while child != NONE {
            let node = &self.nodes[child as usize];
            if let Key::Seen(Seen::Full(chosen)) = node.key {
                all.push((
                    chosen,
                    Candidate { visits: node.visits, mean: node.mean, ..Candidate::default() },
                ));
            }
            child = node.next_sibling;
        }
        all
    }
}
