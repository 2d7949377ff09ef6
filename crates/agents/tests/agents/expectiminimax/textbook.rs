//! The worked examples of the textbook.

use super::{limits, search};
use ludometer_agents::expectiminimax::search::{Limits, Prune};
use ludometer_game::Game;
use ludometer_testkit::toys;

const ALL: [Prune; 3] = [Prune::None, Prune::Star1, Prune::Star2];
const ENDLESS: (f32, f32) = (f32::NEG_INFINITY, f32::INFINITY);

/// The best move, counted from 0, and what it is worth in points.
fn solved(text: &str, prune: Prune) -> (u8, f32) {
    let tree = toys::Tree::parse(text).unwrap();
    let found = search(&tree, &tree.initial(), &limits(9, prune), 1 << 16);
    assert!(found.proven, "the whole tree was seen");
    (found.moves[0].option, found.moves[0].worth.value * tree.bounds().0.abs().max(tree.bounds().1))
}

fn is(found: (u8, f32), best: u8, points: f32) {
    assert!(found.0 == best && (found.1 - points).abs() < 1e-5 * points.abs().max(1.0), "{found:?}");
}

#[test]
fn the_coin_flip_tree_is_worth_3() {
    for prune in ALL {
        is(solved("({1:(2 4) 1:(7 4)} {1:(6 0) 1:(5 -2)})", prune), 0, 3.0);
        // The other half of it alone.
        is(solved("({1:(6 0) 1:(5 -2)})", prune), 0, -1.0);
    }
}

#[test]
fn with_dice_the_size_of_values_matters_not_only_their_order() {
    for prune in ALL {
        is(solved("({9:(2 2) 1:(3 3)} {9:(1 1) 1:(4 4)})", prune), 0, 2.1);
        is(solved("({9:(20 20) 1:(30 30)} {9:(1 1) 1:(400 400)})", prune), 1, 40.9);
        // A positive linear transformation changes nothing.
        is(solved("({9:(16 16) 1:(26 26)} {9:(6 6) 1:(36 36)})", prune), 0, 17.0);
    }
}

#[test]
fn without_dice_only_the_order_matters() {
    for prune in ALL {
        is(solved("((1 2) (2 4))", prune), 1, 2.0);
        is(solved("((1 20) (20 400))", prune), 1, 20.0);
        is(solved("((3 12 8)(2 4 6)(14 5 2))", prune), 0, 3.0);
    }
}

/// Leaves looked at in the whole tree, from left to right.
fn leaves(text: &str, prune: Prune, bounds: (f32, f32)) -> u64 {
    // Nothing is known of unfinished positions, so that no depth changes the order of the moves.
    let tree = toys::Tree::parse(text).unwrap();
    assert_eq!(tree.bounds(), (-2.0, 2.0));
    let found = search(&tree, &tree.initial(), &Limits { bounds, ..limits(2, prune) }, 0);
    assert_eq!((found.moves[0].option, found.depth), (0, 2));
    found.last.leaves
}

#[test]
fn bounds_cut_a_chance_turn_after_its_first_leaf() {
    // Worth 1.5, and ½·0 + ½·2 = 1 at most. Without bounds ½·0 + ½·1 has to be seen.
    let tree = "({1:(2 2) 1:(2 1)} {1:(0 1) 1:(1 1)})";
    assert_eq!(leaves(tree, Prune::None, (-1.0, 1.0)), 8);
    assert_eq!(leaves(tree, Prune::Star1, (-1.0, 1.0)), 5);
    assert_eq!(leaves(tree, Prune::Star2, (-1.0, 1.0)), 5);
    assert_eq!(leaves(tree, Prune::Star1, ENDLESS), 7);
}

#[test]
fn a_probe_after_every_throw_cuts_what_bounds_alone_do_not() {
    // Four replies to each throw, the first always enough: at most (1.2 + 0.5) / 2 < 1.5. The bounds
    // alone have to see the whole of the first reply.
    let tree = "({1:(2 2) 1:(2 1)} {1:(1.2 1.3 1.4 1.5) 1:(0.5 1 1 1)})";
    assert_eq!(leaves(tree, Prune::Star1, (-1.0, 1.0)), 4 + 4 + 1);
    assert_eq!(leaves(tree, Prune::Star2, (-1.0, 1.0)), 4 + 1 + 1);
}

#[test]
fn alpha_beta_without_dice_sees_seven_of_nine_leaves() {
    let tree = toys::Tree::parse("((3 12 8)(2 4 6)(14 5 2))").unwrap();
    for (prune, expected) in [(Prune::None, 9), (Prune::Star1, 7), (Prune::Star2, 7)] {
        assert_eq!(search(&tree, &tree.initial(), &limits(2, prune), 0).last.leaves, expected);
    }
}
