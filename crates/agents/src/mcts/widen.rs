//! Progressive widening: with many moves, look at a few first and at more as visits come in.
//!
//! After V visits a position considers its best V^α moves, rounded up. Which come first is what the
//! game's evaluator says of the positions behind them, one move ahead; equals and moves of games
//! without an evaluator come in random order. Moves proven to lose make room for others.

use super::open::Table;
use super::tree::Tree;
use ludometer_game::{Game, Rng, Seat, Turn};

/// How many moves are considered after so many visits.
pub(super) fn width(visits: u32, alpha: f32) -> usize {
    (libm::powf(visits as f32, alpha).ceil() as usize).max(1)
}

/// Keeps what is considered of these children: the first ones, in order, that are not proven lost.
pub(super) fn narrow<M: Copy>(tree: &Tree<M>, children: &mut Vec<u32>, width: usize) {
    let lost = |child: u32| tree.edge(child).mean == f32::NEG_INFINITY;
    if children.iter().all(|&child| lost(child)) {
        return;
    }
    children.retain(|&child| !lost(child));
    children.truncate(width);
}

/// Puts the moves of a seat in the order they are to be tried.
pub(super) fn order<G: Game>(
    table: &Table<'_, G>,
    state: &G::State,
    seat: Seat,
    moves: &mut [G::Move],
    rng: &mut Rng,
) {
    rng.shuffle(moves);
    let look = |&option: &G::Move| {
        let mut next = state.clone();
        table.game.play(&mut next, option);
        match table.game.turn(&next) {
            Turn::Over => Some(table.game.payoff(&next).points[seat]),
            Turn::Broken => Some(0.0),
            _ => table.game.evaluate(&next, seat),
        }
    };
    if table.game.evaluate(state, seat).is_none() {
        return;
    }
    let mut rated: Vec<(f32, G::Move)> =
        moves.iter().map(|option| (look(option).unwrap_or_default(), *option)).collect();
    rated.sort_by(|a, b| b.0.total_cmp(&a.0));
    for (place, (_, option)) in moves.iter_mut().zip(rated) {
        *place = option;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mcts::tree::ROOT;

    #[test]
    fn the_width_grows_with_the_root_of_visits() {
        let widths = [1, 2, 4, 5, 100, 101].map(|visits| width(visits, 0.5));
        assert_eq!(widths, [1, 2, 2, 3, 10, 11]);
        assert_eq!((width(1, 1.0), width(77, 1.0)), (1, 77));
    }

    #[test]
    fn proven_losses_make_room() {
        let mut tree = Tree::default();
        tree.reset(0u8);
        tree.expand(ROOT, [0u8, 1, 2].into_iter());
        let all: Vec<u32> = tree.children(ROOT).collect();
        let kept = |tree: &Tree<u8>| {
            let mut children = all.clone();
            narrow(tree, &mut children, 1);
            children
        };
        assert_eq!(kept(&tree), all[..1]);
        tree.edge_mut(all[0]).mean = f32::NEG_INFINITY;
        assert_eq!(kept(&tree), all[1..2]);
        for &child in &all {
            tree.edge_mut(child).mean = f32::NEG_INFINITY;
        }
        assert_eq!(kept(&tree), all);
    }
}
