//! The search: a new world for every simulation, nodes found by what is known there.
//!
//! With one observer a node is what the searching seat knows, whoever moves there, and an edge is what
//! that seat sees of a move; several moves may look alike to it. With many observers a node is what the
//! seat to move knows. What a seat knows says everything it has seen, so the tree of each seat needs no
//! walk of its own: one table holds them all, and only the node of the seat to move is ever asked.

use super::tree::Tree;
use crate::mcts::{Candidate, Found, Guide, Logarithms, Rollout, Scale, Settings, play_on};
use ludometer_game::{Game, Rng, Seat, Seats, Seen, Turn, View};
use rustc_hash::FxHasher;
use std::hash::Hasher;

/// Whose eyes the tree has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Observer {
    /// The searching seat's.
    Single,
    /// Every seat's own.
    #[default]
    Multiple,
}

/// No edge yet.
const NONE: u32 = u32::MAX;
/// The first simulation makes the root before anything else.
const ROOT: u32 = 0;

/// A search and its memory, which is reused from move to move.
pub struct Search<G: Game> {
    observer: Observer,
    /// Whether the moves of the root are looked at in turn.
    even: bool,
    /// Whether simulations end with the hand, the deal or the round that is played.
    episode: bool,
    /// The strategy whose favourites are tried first.
    prior: Option<usize>,
    tree: Tree<G::Move>,
    /// Edges walked in this simulation, with the seat that chose each.
    path: Vec<(u32, Seat)>,
    moves: Vec<G::Move>,
    /// For each legal move of the current world, its edge or none.
    options: Vec<u32>,
    /// Scratch space for what a seat knows.
    known: Vec<u8>,
}

/// What is the same for all simulations of one search.
struct Table<'a, 'v, G: Game> {
    view: &'a View<'v, G>,
    settings: Settings,
    scale: Scale,
    logarithms: Logarithms,
}

/// A decision inside a simulation.
struct Here {
    node: u32,
    mover: Seat,
    /// Who sees the moves.
    eyes: Seat,
    /// The place of the move to take, where that is not free.
    forced: Option<usize>,
}

/// A move of this world.
struct Chosen {
    /// Its place among the legal moves.
    place: usize,
    edge: u32,
    /// Whether it was never tried before.
    fresh: bool,
}

impl<G: Game> Table<'_, '_, G> {
    /// What the game says an unfinished match is worth to each seat; where it says nothing, what it pays as it stands.
    fn estimate(&self, world: &G::State) -> Seats<f32> {
        let game = self.view.game();
        Seats::from_fn(game.seats(), |seat| {
            let points = game.evaluate(world, seat).unwrap_or_else(|| game.payoff(world).points[seat]);
            self.scale.unit(points).clamp(-1.0, 1.0)
        })
    }

    /// Plays on to the end of an episode; what the match is worth to each seat then.
    fn to_the_end_of(
        &self,
        episode: u32,
        guide: Option<Guide>,
        world: &mut G::State,
        moves: &mut Vec<G::Move>,
        rng: &mut Rng,
    ) -> Seats<f32> {
        let game = self.view.game();
        let payoff = play_on(guide, game, world, moves, rng, |state| game.episode(state) == episode);
        match game.turn(world) {
            Turn::Seat(_) | Turn::Chance if game.episode(world) != episode => self.estimate(world),
            _ => self.scale.units(&payoff),
        }
    }
}

impl<G: Game> Default for Search<G> {
    fn default() -> Self {
        Search::new(Observer::default())
    }
}

impl<G: Game> Search<G> {
    /// A search with these eyes.
    #[must_use]
    pub fn new(observer: Observer) -> Self {
        Search {
            observer,
            even: false,
            episode: false,
            prior: None,
            tree: Tree::default(),
            path: Vec::new(),
            moves: Vec::new(),
            options: Vec::new(),
            known: Vec::new(),
        }
    }

    /// The same search; `even` says whether it gives every move of the root the same simulations.
    #[must_use]
    pub fn evenly(self, even: bool) -> Self {
        Search { even, ..self }
    }

    /// The same search; `episode` says whether its simulations end with the hand, the deal or the round that is played.
    #[must_use]
    pub(crate) fn within_episode(self, episode: bool) -> Self {
        Search { episode, ..self }
    }

    /// The same search, which tries first what this strategy of the game likes.
    #[must_use]
    pub(crate) fn with_prior(self, prior: Option<usize>) -> Self {
        Search { prior, ..self }
    }

    /// Bytes held.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.tree.bytes()
    }

    /// Information sets the last search met.
    #[must_use]
    pub fn information_sets(&self) -> usize {
        self.tree.len()
    }

    /// Searches from what a seat sees.
    pub fn run(&mut self, view: &View<'_, G>, settings: Settings, rng: &mut Rng) -> Found<G::Move> {
        let (seats, legal) = (view.game().seats(), view.legal());
        let scale = Scale::new(view.game().bounds());
        let table = Table { view, settings, scale, logarithms: Logarithms::new() };
        self.tree.clear();
        // What each move of the root brought every seat.
        let mut sums = vec![Seats::all(0.0f64, seats); legal.len()];
        let mut sims = 0;
        while sims < settings.sims && !view.halted() {
            let forced = self.even.then_some(sims as usize % legal.len());
            let (first, result) = self.simulate(&table, forced, rng);
            for seat in Seat::all(seats) {
                sums[first][seat] += f64::from(result[seat]);
            }
            sims += 1;
        }
        let candidates = self.root_moves(view);
        let best = |a: &usize, b: &usize| candidates[*a].1.mean.total_cmp(&candidates[*b].1.mean);
        let looked_at = (0..legal.len()).filter(|&place| candidates[place].1.visits > 0);
        let counted: Vec<usize> = match looked_at.max_by(best) {
            Some(best) if self.even => vec![best],
            _ => (0..legal.len()).collect(),
        };
        let visits: u32 = counted.iter().map(|&place| candidates[place].1.visits).sum();
        let mean = |seat| {
            let sum: f64 = counted.iter().map(|&place| sums[place][seat]).sum();
            (sum / f64::from(visits.max(1))) as f32
        };
        let values = Seat::all(seats).map(mean).collect();
        Found { candidates, values, proven: false, sims: u64::from(sims), line: Vec::new() }
    }

    /// One walk down and back up; returns the place of its first move, and what it was worth to each
    /// seat.
    fn simulate(
        &mut self,
        table: &Table<'_, '_, G>,
        forced: Option<usize>,
        rng: &mut Rng,
    ) -> (usize, Seats<f32>) {
        let (game, me) = (table.view.game(), table.view.seat());
        let mut world = table.view.sample(rng);
        let episode = self.episode.then(|| game.episode(&world));
        self.path.clear();
        let (mut first, mut fresh) = (0, false);
        let nothing = Seats::all(0.0, game.seats());
        let mut result = None;
        for depth in 0..game.limit() {
            match game.turn(&world) {
                Turn::Seat(_) | Turn::Chance if episode.is_some_and(|own| own != game.episode(&world)) => {
                    result = Some(table.estimate(&world));
                    break;
                }
                Turn::Seat(_) if fresh => {
                    result = Some(self.value(table, &mut world, episode, rng));
                    break;
                }
                Turn::Seat(mover) => {
                    let eyes = if self.observer == Observer::Single { me } else { mover };
                    let node = self.node(game, &world, eyes, depth);
                    let here = Here { node, mover, eyes, forced: forced.filter(|_| depth == 0) };
                    let Some(chosen) = self.choose(table, &world, &here, rng) else {
                        result = Some(nothing);
                        break;
                    };
                    if depth == 0 {
                        first = chosen.place;
                    }
                    fresh = chosen.fresh;
                    self.path.push((chosen.edge, mover));
                    game.play(&mut world, self.moves[chosen.place]);
                }
                Turn::Chance => {
                    let outcome = game.draw(&world, rng);
                    game.play(&mut world, outcome);
                }
                Turn::Over => break,
                // Rules that break are worth nothing to anybody.
                _ => {
                    result = Some(nothing);
                    break;
                }
            }
        }
        let result = result.unwrap_or_else(|| table.scale.units(&game.payoff(&world)));
        for &(edge, mover) in &self.path {
            let edge = self.tree.edge_mut(edge);
            edge.visits += 1;
            edge.mean += (result[mover] - edge.mean) / edge.visits as f32;
        }
        (first, result)
    }

    /// A move of this world; none if nothing can be played, which only broken rules bring about.
    fn choose(
        &mut self,
        table: &Table<'_, '_, G>,
        world: &G::State,
        here: &Here,
        rng: &mut Rng,
    ) -> Option<Chosen> {
        let game = table.view.game();
        self.moves.clear();
        game.moves(world, &mut self.moves);
        if self.moves.is_empty() {
            return None;
        }
        self.options.clear();
        let mut untried = 0;
        for (place, &option) in self.moves.iter().enumerate() {
            let edge = self.tree.find(here.node, game.seen(world, option, here.eyes), place);
            untried += usize::from(edge.is_none());
            self.options.push(edge.unwrap_or(NONE));
        }
        self.count_available(here.eyes == here.mover);
        if let Some(place) = here.forced
            && self.options[place] != NONE
        {
            return Some(Chosen { place, edge: self.options[place], fresh: false });
        }
        if untried > 0 {
            let place = here.forced.unwrap_or_else(|| match self.prior {
                Some(strategy) => self.favourite(game, world, here.mover, strategy, rng),
                None => self.nth(NONE, rng.below(untried)),
            });
            let edge = self.tree.add(here.node, game.seen(world, self.moves[place], here.eyes));
            return Some(Chosen { place, edge, fresh: true });
        }
        let edge = self.best_bound(table);
        let alike = self.options.iter().filter(|&&option| option == edge).count();
        Some(Chosen { place: self.nth(edge, rng.below(alike)), edge, fresh: false })
    }

    /// Counts every option that is in the tree as available once. Who makes a move tells all moves apart;
    /// to others several may look alike, and these are one option.
    fn count_available(&mut self, all_differ: bool) {
        for place in 0..self.options.len() {
            let edge = self.options[place];
            if edge != NONE && (all_differ || !self.options[..place].contains(&edge)) {
                self.tree.edge_mut(edge).available += 1;
            }
        }
    }

    /// The option with the highest upper bound.
    fn best_bound(&self, table: &Table<'_, '_, G>) -> u32 {
        let mut best = (f32::NEG_INFINITY, NONE);
        for &id in &self.options {
            let edge = self.tree.edge(id);
            let wide = table.logarithms.of(edge.available) / edge.visits as f32;
            let bound = edge.mean + table.settings.c * wide.sqrt();
            if bound > best.0 {
                best = (bound, id);
            }
        }
        best.1
    }

    /// The place of the move a strategy likes best of those never tried; any of them where it breaks.
    fn favourite(&self, game: &G, world: &G::State, mover: Seat, strategy: usize, rng: &mut Rng) -> usize {
        let mut places: Vec<usize> =
            (0..self.options.len()).filter(|&place| self.options[place] == NONE).collect();
        let mut weights = Vec::new();
        if game.advise(world, mover, strategy, &self.moves, &mut weights).is_ok() {
            let best = places.iter().map(|&place| weights[place]).fold(f32::NEG_INFINITY, f32::max);
            places.retain(|&place| weights[place] >= best);
        }
        places[rng.below(places.len())]
    }

    /// The place of the nth option with this edge.
    fn nth(&self, edge: u32, nth: usize) -> usize {
        let mut places = (0..self.options.len()).filter(|&place| self.options[place] == edge);
        places.nth(nth).unwrap_or(0)
    }

    /// What a new position is worth: a match is played from it, to the end of the episode where there is one.
    fn value(
        &mut self,
        table: &Table<'_, '_, G>,
        world: &mut G::State,
        episode: Option<u32>,
        rng: &mut Rng,
    ) -> Seats<f32> {
        let (game, moves) = (table.view.game(), &mut self.moves);
        let guide = table.settings.rollout.guide();
        match (table.settings.rollout, episode) {
            (Rollout::Evaluate, _) => table.estimate(world),
            (_, Some(episode)) => table.to_the_end_of(episode, guide, world, moves, rng),
            (Rollout::Random, None) => table.scale.units(&game.playout(world, moves, rng)),
            (Rollout::Guided(guide), None) => table.scale.units(&guide.playout(game, world, moves, rng)),
        }
    }

    /// The node of what a seat knows in this world. Who forgets earlier rounds still knows how many
    /// moves were made, so that no node lies below itself.
    #[inline]
    fn node(&mut self, game: &G, world: &G::State, eyes: Seat, depth: u32) -> u32 {
        self.known.clear();
        game.info(world, eyes, &mut self.known);
        let mut hasher = FxHasher::default();
        hasher.write(&self.known);
        hasher.write_u64(u64::from(depth) << 8 | eyes.index() as u64);
        self.tree.node(hasher.finish())
    }

    /// The root moves with what was learnt of them, in the view's order: a seat sees its own in full.
    fn root_moves(&mut self, view: &View<'_, G>) -> Vec<(G::Move, Candidate)> {
        let mut all = Vec::with_capacity(view.legal().len());
        for (place, &option) in view.legal().iter().enumerate() {
            let found =
                if self.tree.is_empty() { None } else { self.tree.find(ROOT, Seen::Full(option), place) };
            let learnt = found.map(|id| self.tree.edge(id));
            let candidate =
                learnt.map(|edge| Candidate { visits: edge.visits, mean: edge.mean, ..Candidate::default() });
            all.push((option, candidate.unwrap_or_default()));
        }
        all
    }
}
