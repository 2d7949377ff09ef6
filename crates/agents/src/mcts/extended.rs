//! The search with its options: any of them together, each in a file of its own.

use super::bounds::Bounds;
use super::choose::Candidate;
use super::mast::{Lot, Mast};
use super::open::Table;
use super::rave::Rave;
use super::style::{Plain, Step, Style};
use super::tally::{Played, Tally};
use super::tree::{Edge, ROOT, Tree};
use super::{Rollout, guide, widen};
use ludometer_game::{Game, Payoff, Rng, Seat, Seats, Turn};

/// What is switched on.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Options {
    /// The equivalence and the threshold of all-moves-as-first.
    pub rave: Option<(u32, u32)>,
    /// The share of blind moves in random matches that learn.
    pub mast: Option<f64>,
    /// Whether bounds are kept.
    pub bounds: bool,
    /// The exponent of widening.
    pub widen: Option<f32>,
    /// The strategy whose favourites are tried first.
    pub prior: Option<usize>,
}

/// What the options remember during one search, and their scratch space.
pub(super) struct Extended {
    rave: Option<Rave>,
    mast: Option<Mast>,
    bounds: Option<Bounds>,
    widen: Option<f32>,
    prior: Option<usize>,
    /// Children that may be chosen.
    open: Vec<u32>,
    /// Moves of the random match of this simulation.
    match_moves: Vec<Played>,
    /// Moves of the whole simulation.
    line: Vec<Played>,
}

impl Extended {
    /// Nothing at all if nothing is switched on.
    pub fn new(options: Options) -> Option<Self> {
        (options != Options::default()).then(|| Extended {
            rave: options.rave.map(|(equivalence, threshold)| Rave::new(equivalence, threshold)),
            mast: options.mast.map(Mast::new),
            bounds: options.bounds.then(Bounds::new),
            widen: options.widen,
            prior: options.prior,
            open: Vec::new(),
            match_moves: Vec::new(),
            line: Vec::new(),
        })
    }

    /// Forgets the last search.
    pub fn start<G: Game>(&mut self, game: &G) {
        self.rave.iter_mut().for_each(Rave::forget);
        self.mast.iter_mut().for_each(Mast::forget);
        self.bounds.iter_mut().for_each(|bounds| bounds.start(game));
    }

    /// A random match by the rules of [`Game::playout`], of which every move is remembered.
    fn playout<G: Game>(
        &mut self,
        game: &G,
        state: &mut G::State,
        moves: &mut Vec<G::Move>,
        rng: &mut Rng,
    ) -> Payoff {
        for _ in 0..game.limit() {
            let chosen = match game.turn(state) {
                Turn::Seat(seat) => {
                    moves.clear();
                    game.moves(state, moves);
                    if moves.is_empty() {
                        return Payoff::draw(game.seats());
                    }
                    let chosen = match &self.mast {
                        Some(mast) => mast.pick(seat, moves, rng),
                        None => moves[rng.below(moves.len())],
                    };
                    self.match_moves.push(Played::new(seat, chosen));
                    chosen
                }
                Turn::Chance => game.draw(state, rng),
                Turn::Over => break,
                _ => return Payoff::draw(game.seats()),
            };
            game.play(state, chosen);
        }
        game.payoff(state)
    }

    /// What a move is worth without exploration; none if nothing is known of it.
    fn worth<M: ludometer_game::Packed>(&self, edge: &Edge<M>, reference: u32, seat: Seat) -> Option<f32> {
        let own = Tally { count: edge.visits, mean: edge.mean };
        match &self.rave {
            _ if edge.is_proven() => Some(edge.mean),
            Some(rave) => rave.blend(own, rave.tally(reference, Played::new(seat, edge.by))),
            None => (own.count > 0).then_some(own.mean),
        }
    }
}

/// Keeps the open children, if there are any: a simulation of what is known teaches nothing. Asked only
/// every other time, so that the best known move is still the most visited one.
fn leave_proven<M: Copy>(tree: &Tree<M>, children: &mut Vec<u32>) {
    if children.iter().any(|&child| !tree.edge(child).is_proven()) {
        children.retain(|&child| !tree.edge(child).is_proven());
    }
}

impl<G: Game> Style<G> for Extended {
    fn order(
        &mut self,
        table: &Table<'_, G>,
        state: &G::State,
        seat: Seat,
        moves: &mut [G::Move],
        rng: &mut Rng,
    ) {
        if let Some(strategy) = self.prior {
            guide::order(table.game, state, seat, strategy, moves, rng);
        } else if self.widen.is_some() {
            widen::order(table, state, seat, moves, rng);
        }
    }

    /// The highest bound among the children that are considered; of which nothing is known come first,
    /// equals are drawn, but of these a strategy's favourite is taken where one was asked.
    fn choose(
        &mut self,
        tree: &mut Tree<G::Move>,
        table: &Table<'_, G>,
        path: &[Step],
        seat: Seat,
        rng: &mut Rng,
    ) -> u32 {
        let at = path[path.len() - 1].0;
        let visits = tree.edge(at).visits;
        self.open.clear();
        match &self.bounds {
            Some(bounds) => bounds.unbeaten(tree, at, seat, &mut self.open),
            None => self.open.extend(tree.children(at)),
        }
        if let Some(alpha) = self.widen {
            widen::narrow(tree, &mut self.open, widen::width(visits, alpha));
        }
        if self.bounds.is_some() && at == ROOT && visits % 2 == 0 {
            leave_proven(tree, &mut self.open);
        }
        let untried = |child: &&u32| tree.edge(**child).visits == 0;
        if let Some(&first) = self.open.iter().find(untried).filter(|_| self.prior.is_some()) {
            return first;
        }
        let wide = table.wide(visits);
        let reference = self.rave.as_ref().map_or(at, |rave| rave.reference(tree, path));
        let mut best = Lot::default();
        for &child in &self.open {
            let edge = tree.edge(child);
            let exploration = (wide / edge.visits.max(1) as f32).sqrt();
            let worth = self.worth(edge, reference, seat).map_or(f32::INFINITY, |worth| worth + exploration);
            best.offer(worth, child, rng);
        }
        best.winner().unwrap_or_else(|| tree.children(at).start)
    }

    fn value(
        &mut self,
        table: &Table<'_, G>,
        state: &mut G::State,
        moves: &mut Vec<G::Move>,
        rng: &mut Rng,
    ) -> Seats<f32> {
        let learns = self.rave.is_some() || self.mast.is_some();
        if table.rollout != Rollout::Random || !learns {
            return Plain.value(table, state, moves, rng);
        }
        let payoff = self.playout(table.game, state, moves, rng);
        moves.clear();
        table.scale.units(&payoff)
    }

    fn learn(&mut self, tree: &Tree<G::Move>, path: &[Step], result: &Seats<f32>) {
        if self.rave.is_none() && self.mast.is_none() {
            return;
        }
        self.line.clear();
        let in_tree = path[1..].iter().filter_map(|&(at, mover)| Some(Played::new(mover?, tree.edge(at).by)));
        self.line.extend(in_tree);
        self.line.append(&mut self.match_moves);
        if let Some(rave) = &mut self.rave {
            rave.learn(tree, path, &self.line, result);
        }
        if let Some(mast) = &mut self.mast {
            mast.learn(&self.line, result);
        }
    }

    fn tighten(
        &mut self,
        tree: &mut Tree<G::Move>,
        table: &Table<'_, G>,
        path: &[Step],
        worth: &Seats<f32>,
    ) -> Option<usize> {
        self.bounds.as_mut()?.tighten(tree, table, path, worth)
    }

    fn mark(&self, tree: &Tree<G::Move>, me: Seat, candidates: &mut [(G::Move, Candidate)]) {
        if let Some(bounds) = &self.bounds {
            bounds.mark(tree, me, candidates);
        }
    }
}
