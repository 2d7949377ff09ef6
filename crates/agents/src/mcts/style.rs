//! Where searches may differ. [`Plain`] is UCT itself; its empty hooks compile to nothing.

use super::Rollout;
use super::choose::Candidate;
use super::open::Table;
use super::tree::Tree;
use ludometer_game::{Game, Rng, Seat, Seats};

/// An edge that was walked, with the seat that chose it; chance is `None`.
pub(super) type Step = (u32, Option<Seat>);

/// What a search does at the points where searches may differ.
pub(super) trait Style<G: Game> {
    /// Puts the moves of a position in the order they are to be tried.
    #[inline]
    fn order(
        &mut self,
        _table: &Table<'_, G>,
        _state: &G::State,
        _seat: Seat,
        _moves: &mut [G::Move],
        _rng: &mut Rng,
    ) {
    }

    /// The child to look at of the position at the end of the path, where this seat is to move.
    fn choose(
        &mut self,
        tree: &mut Tree<G::Move>,
        table: &Table<'_, G>,
        path: &[Step],
        seat: Seat,
        rng: &mut Rng,
    ) -> u32;

    /// What a new position is worth.
    fn value(
        &mut self,
        table: &Table<'_, G>,
        state: &mut G::State,
        moves: &mut Vec<G::Move>,
        rng: &mut Rng,
    ) -> Seats<f32>;

    /// A simulation is over.
    #[inline]
    fn learn(&mut self, _tree: &Tree<G::Move>, _path: &[Step], _result: &Seats<f32>) {}

    /// The end of the path is known to be worth this: what that says of the positions before it.
    /// Returns the first step of the path that is newly proven.
    #[inline]
    fn tighten(
        &mut self,
        _tree: &mut Tree<G::Move>,
        _table: &Table<'_, G>,
        _path: &[Step],
        _worth: &Seats<f32>,
    ) -> Option<usize> {
        None
    }

    /// Marks the moves of the root, in the order of its children, that need not be weighed any more.
    #[inline]
    fn mark(&self, _tree: &Tree<G::Move>, _me: Seat, _candidates: &mut [(G::Move, Candidate)]) {}
}

/// UCT without anything else.
pub(super) struct Plain;

impl<G: Game> Style<G> for Plain {
    /// An untried one in random order, then the one with the highest bound.
    #[inline]
    fn choose(
        &mut self,
        tree: &mut Tree<G::Move>,
        table: &Table<'_, G>,
        path: &[Step],
        _seat: Seat,
        rng: &mut Rng,
    ) -> u32 {
        let at = path[path.len() - 1].0;
        let children = tree.children(at);
        let tried = tree.edge(at).tried();
        let len = children.end - children.start;
        if tried < len {
            let drawn = tried + rng.below((len - tried) as usize) as u32;
            tree.swap(children.start + tried, children.start + drawn);
            return children.start + tried;
        }
        let wide = table.wide(tree.edge(at).visits);
        let mut best = (f32::NEG_INFINITY, 0);
        for (index, child) in tree.child_edges(at).iter().enumerate() {
            let bound = child.mean + (wide / child.visits as f32).sqrt();
            if bound > best.0 {
                best = (bound, index);
            }
        }
        children.start + best.1 as u32
    }

    #[inline(always)]
    fn value(
        &mut self,
        table: &Table<'_, G>,
        state: &mut G::State,
        moves: &mut Vec<G::Move>,
        rng: &mut Rng,
    ) -> Seats<f32> {
        match table.rollout {
            Rollout::Random => {
                let payoff = table.game.playout(state, moves, rng);
                moves.clear();
                table.scale.units(&payoff)
            }
            Rollout::Guided(guide) => {
                let payoff = guide.playout(table.game, state, moves, rng);
                moves.clear();
                table.scale.units(&payoff)
            }
            Rollout::Evaluate => Seats::from_fn(table.game.seats(), |seat| {
                table.scale.unit(table.game.evaluate(state, seat).unwrap_or_default()).clamp(-1.0, 1.0)
            }),
        }
    }
}
