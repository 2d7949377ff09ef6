//! The fifteen features LS-Draughts chooses from; the first twelve are those of NeuroDraughts.
//!
//! Mark Lynch took most of them from Samuel, and counts for the side that is looked at, after its move, what Samuel
//! counts for the passive side. The opponent is the active side. A man is worth 2 and a king 3.

use super::half::around;
use super::half::{Half, Side, count, three_of, two_of};
use crate::draughts::board::{CENTRE, row, set_of};

/// The two long diagonals that begin at a double corner.
const DOUBLE_DIAGONAL: u32 = set_of([1, 6, 10, 15, 19, 24, 28, 5, 9, 14, 18, 23, 27, 32]);
/// Squares next to the double diagonals, those behind them, and so on.
const MOMENT_2: u32 = set_of([2, 7, 11, 13, 16, 17, 20, 22, 26, 31]);
const MOMENT_1: u32 = set_of([3, 8, 12, 21, 25, 30]);

fn worth(side: &Side) -> i32 {
    2 * count(side.men) + 3 * count(side.kings)
}

fn lead(half: &Half) -> i32 {
    worth(&half.passive_side()) - worth(&half.active_side())
}

/// By how much the own pieces are worth more.
pub(super) fn piece_advantage(half: &Half) -> i32 {
    lead(half).max(0)
}

/// By how much the opponent's pieces are worth more.
pub(super) fn piece_disadvantage(half: &Half) -> i32 {
    (-lead(half)).max(0)
}

/// The directions in which pieces of a side can jump over a victim.
fn jumps(side: &Side, victims: u32, empty: u32) -> [u32; 4] {
    side.jumpers([side.men, side.kings], victims, empty)
}

/// Pieces that can jump, those that can in two or more directions twice.
fn forces(jumps: [u32; 4]) -> i32 {
    count(jumps.into_iter().fold(0, |any, one| any | one)) + count(two_of(jumps))
}

/// What the opponent could take.
pub(super) fn piece_threat(half: &Half) -> i32 {
    forces(jumps(&half.active_side(), half.passive, half.empty))
}

/// What could be taken if one could move again.
pub(super) fn piece_take(half: &Half) -> i32 {
    forces(jumps(&half.passive_side(), half.active, half.empty))
}

/// Men in the fifth and sixth row less men in the third and fourth.
pub(super) fn advancement(half: &Half) -> i32 {
    let men = half.passive_men();
    count(men & (row(4) | row(5))) - count(men & (row(2) | row(3)))
}

/// Pieces on the double diagonals.
pub(super) fn double_diagonal(half: &Half) -> i32 {
    count(half.passive & DOUBLE_DIAGONAL)
}

/// Whether men on both bridge squares guard the back row, and the opponent has no king.
pub(super) fn back_row_bridge(half: &Half) -> i32 {
    const BRIDGE: u32 = set_of([1, 3]);
    i32::from(half.active_kings() == 0 && half.passive_men() & BRIDGE == BRIDGE)
}

/// Men in the centre.
pub(super) fn centre_control(half: &Half) -> i32 {
    count(half.passive_men() & CENTRE)
}

/// Centre squares that opposing men hold or opposing pieces can step to.
pub(super) fn x_centre_control(half: &Half) -> i32 {
    let side = half.active_side();
    let [men, kings] = side.reach(half.empty);
    count((side.men | men | kings) & CENTRE)
}

/// Empty squares the opponent can step to, whether or not it must capture.
pub(super) fn total_mobility(half: &Half) -> i32 {
    let [men, kings] = half.active_side().reach(half.empty);
    count(men | kings)
}

/// Pieces, not at the edge, with an empty square on both sides of a diagonal.
pub(super) fn exposure(half: &Half) -> i32 {
    let [down_right, down_left, up_right, up_left] = around(half.empty);
    count(half.passive & ((down_right & up_left) | (down_left & up_right)))
}

/// Kings in the centre.
pub(super) fn king_centre_control(half: &Half) -> i32 {
    count(half.passive & half.kings & CENTRE)
}

/// The nearer a piece stands to the double diagonals the more: 0 to 3 each.
pub(super) fn diagonal_moment(half: &Half) -> i32 {
    let on = |set: u32| count(half.passive & set);
    3 * on(DOUBLE_DIAGONAL) + 2 * on(MOMENT_2) + on(MOMENT_1)
}

/// Empty squares to which a piece of this side can step and attack from there.
fn attacks(side: &Side, victims: u32, empty: u32) -> i32 {
    let there = side.jumpers(side.reach(empty), victims, empty);
    count(there.into_iter().fold(0, |any, one| any | one))
}

/// Squares to which the opponent can step so that it could jump from there.
pub(super) fn threat(half: &Half) -> i32 {
    attacks(&half.active_side(), half.passive, half.empty)
}

/// Squares to which one could step so that one could jump from there.
pub(super) fn taken(half: &Half) -> i32 {
    attacks(&half.passive_side(), half.active, half.empty)
}

/// [`piece_disadvantage`] as published: its lowest bit is set for the value 1 alone.
pub(super) fn published_disadvantage(half: &Half) -> i32 {
    lowest_bit_of_one(piece_disadvantage(half))
}

/// [`advancement`] as published: 8 more, and its lowest bit is set for the value 1 alone.
pub(super) fn published_advancement(half: &Half) -> i32 {
    lowest_bit_of_one(advancement(half) + 8)
}

fn lowest_bit_of_one(value: i32) -> i32 {
    if value == 1 { 1 } else { value & !1 }
}

/// [`piece_threat`] as published: who can jump in three directions counts once.
pub(super) fn published_threat(half: &Half) -> i32 {
    let jumps = jumps(&half.active_side(), half.passive, half.empty);
    let all = jumps.into_iter().fold(u32::MAX, |all, one| all & one);
    forces(jumps) - count(three_of(jumps) & !all)
}

/// [`centre_control`] as published: one less.
pub(super) fn published_centre(half: &Half) -> i32 {
    (centre_control(half) - 1).max(0)
}

/// [`x_centre_control`] as published: one less.
pub(super) fn published_x_centre(half: &Half) -> i32 {
    (x_centre_control(half) - 1).max(0)
}
