//! The other terms of Samuel's evaluation (1959, appendix C).
//!
//! He compares each with its value a ply before; here the number itself counts. Where he looks two plies ahead (`deny`,
//! `exchange`) a capture is one jump, whatever follows it. His `recap` is the same as `exchange`.

use super::half::{Half, around, count, three_of};
use super::lynch::{back_row_bridge, piece_advantage, total_mobility};
use crate::draughts::WHITE;
use crate::draughts::board::{FORWARD, along, before, beyond, each, set_of};

/// Whether the opponent's men hold a square of the apex of a triangle, in a game without kings.
pub(super) fn apex(half: &Half) -> i32 {
    const APEX: u32 = set_of([7, 26]);
    let (theirs, own) = (half.active & APEX, half.passive & APEX);
    i32::from(half.kings == 0 && theirs != 0 && own == 0)
}

/// Whether the cramping square is held with a neighbour, and the opponent stands behind it.
pub(super) fn cramp(half: &Half) -> i32 {
    const CRAMPING: u32 = set_of([13]);
    const NEIGHBOURS: u32 = set_of([9, 14]);
    const CRAMPED: u32 = set_of([17, 21, 22, 25]);
    let holds = half.passive & CRAMPING != 0 && half.passive & NEIGHBOURS != 0;
    2 * i32::from(holds && half.active & CRAMPED == CRAMPED)
}

/// What becomes of a piece that steps to a square.
#[derive(PartialEq)]
enum Fate {
    Safe,
    /// Whoever captures it is captured.
    Exchanged,
    Lost,
}

/// The fate of an active piece on square `to`, come from `from`.
fn fate(half: &Half, from: u32, to: u32) -> Fate {
    let moved = 1 << from | 1 << to;
    let (active, empty) = (half.active ^ moved, half.empty ^ moved);
    let mut fate = Fate::Safe;
    for way in 0..4 {
        // The attacker stands on the other side of the victim.
        let attackers = half.passive_side().goers(way) & before(1 << to & before(empty, way), way);
        for attacker in each(attackers) {
            let landing = along(attacker, way, 2);
            let left = active & !(1 << to);
            let free = (empty | 1 << to | 1 << attacker) & !(1 << landing);
            if !can_capture(left, half.kings, landing, free) {
                return Fate::Lost;
            }
            fate = Fate::Exchanged;
        }
    }
    fate
}

/// Whether one of these active pieces can capture what stands on a square.
fn can_capture(active: u32, kings: u32, victim: u32, empty: u32) -> bool {
    (0..4).any(|way| {
        let goers = if FORWARD[WHITE].contains(&way) { active } else { active & kings };
        goers & before(1 << victim & before(empty, way), way) != 0
    })
}

/// Squares to which an active piece can step so that this becomes of it.
fn squares_with(half: &Half, wanted: &Fate) -> i32 {
    let side = half.active_side();
    let mut found = 0u32;
    for way in 0..4 {
        for to in each(beyond(side.goers(way), way) & half.empty) {
            if fate(half, along(to, 3 - way, 1), to) == *wanted {
                found |= 1 << to;
            }
        }
    }
    count(found)
}

/// Squares the opponent can step to only to lose the piece.
pub(super) fn deny(half: &Half) -> i32 {
    squares_with(half, &Fate::Lost)
}

/// Squares to which the opponent can step and force an exchange.
pub(super) fn exchange(half: &Half) -> i32 {
    squares_with(half, &Fate::Exchanged)
}

/// [`total_mobility`] without the squares that are denied.
pub(super) fn mobility(half: &Half) -> i32 {
    total_mobility(half) - deny(half)
}

/// Rows of three own pieces on a diagonal.
pub(super) fn dyke(half: &Half) -> i32 {
    let row_of_three = |way| half.passive & before(half.passive & before(half.passive, way), way);
    count(row_of_three(0)) + count(row_of_three(1))
}

/// Squares the opponent can step to between two own pieces of one row and attack both.
pub(super) fn fork(half: &Half) -> i32 {
    let [men, kings] = half.active_side().reach(half.empty);
    let [left, right] = FORWARD[WHITE];
    let attacked = |way| before(half.passive & before(half.empty, way), way);
    count((men | kings) & attacked(left) & attacked(right))
}

/// Empty squares between two own pieces on a diagonal, or between one and the edge.
pub(super) fn gap(half: &Half) -> i32 {
    let [own, on_board] = [half.passive, u32::MAX].map(around);
    let between = |way: usize| {
        let back = 3 - way;
        let reaches = |way: usize, back: usize| own[way] & (own[back] | !on_board[back]);
        reaches(way, back) | reaches(back, way)
    };
    count(half.empty & (between(0) | between(1)))
}

/// Whether the back row is guarded by the bridge or the triangle of Oreo, and the opponent has no king.
pub(super) fn guard(half: &Half) -> i32 {
    back_row_bridge(half) | oreo(half)
}

/// Empty squares with three or more own pieces around them.
pub(super) fn hole(half: &Half) -> i32 {
    count(half.empty & three_of(around(half.passive)))
}

/// Own pieces with three or more empty squares around them.
pub(super) fn node(half: &Half) -> i32 {
    count(half.passive & three_of(around(half.empty)))
}

/// Whether own pieces stand on the triangle of Oreo, and the opponent has no king.
pub(super) fn oreo(half: &Half) -> i32 {
    const OREO: u32 = set_of([2, 3, 7]);
    i32::from(half.active_kings() == 0 && half.passive & OREO == OREO)
}

/// Own men with nothing but empty squares around them.
pub(super) fn pole(half: &Half) -> i32 {
    let alone = around(half.empty).into_iter().fold(u32::MAX, |all, one| all & one);
    count(half.passive_men() & alone)
}

/// Whether the opponent is behind, has little left, and can reach a double corner.
pub(super) fn corner(half: &Half) -> i32 {
    const CORNERS: u32 = set_of([1, 5, 28, 32]);
    const LITTLE: i32 = 6;
    let side = half.active_side();
    let left = 2 * count(side.men) + 3 * count(side.kings);
    let [men, kings] = side.reach(half.empty);
    i32::from(left <= LITTLE && piece_advantage(half) > 0 && (men | kings) & CORNERS != 0)
}

/// Whether one has "the move" with few pieces left and as many on both sides: an odd number of pieces stands in the
/// files that begin on the first row.
pub(super) fn the_move(half: &Half) -> i32 {
    const FILES: u32 = set_of([1, 2, 3, 4, 9, 10, 11, 12, 17, 18, 19, 20, 25, 26, 27, 28]);
    const FEW: i32 = 24;
    let even = count(half.passive) == count(half.active);
    let worth = 2 * count(!half.empty) + count(half.kings);
    i32::from(even && worth < FEW && count(!half.empty & FILES) % 2 == 1)
}
