//! The 32 dark squares as the bits of one integer, laid out so that every diagonal is a rotation.
//!
//! The square in row r and column c, both counted from the top left, has the bit 4r − 3c modulo 32.
//! One step down to the right adds 1 and one step down to the left adds 7, wherever the piece stands;
//! upwards the same is taken away. A mask for each direction keeps pieces from leaving the board.

use crate::draughts::{BLACK, WHITE};

/// How far each direction rotates: down right, down left, up right, up left. Direction d is the
/// opposite of direction 3 − d.
const ROTATION: [u32; 4] = [1, 7, 25, 31];
/// The row and column each direction leads to.
const WAY: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

/// The directions in which the men of a player go; the other two are for kings only.
pub(super) const FORWARD: [[usize; 2]; 2] = [[0, 1], [2, 3]];

/// Squares from which one step in a direction stays on the board.
const MAY_STEP: [u32; 4] = [leaving(0, 1), leaving(1, 1), leaving(2, 1), leaving(3, 1)];
/// Squares from which two steps in a direction stay on the board.
const MAY_JUMP: [u32; 4] = [leaving(0, 2), leaving(1, 2), leaving(2, 2), leaving(3, 2)];

/// The bit of each square by its number counted from 0.
const BIT: [u8; 32] = bits();
/// The opposite of [`BIT`].
const SQUARE: [u8; 32] = squares();

/// The row a player starts from; the other player's men are crowned there.
pub(super) const BACK: [u32; 2] = [row(0), row(7)];
/// The eight squares in the middle: 10, 11, 14, 15, 18, 19, 22 and 23.
pub(super) const CENTRE: u32 = set_of([10, 11, 14, 15, 18, 19, 22, 23]);

/// Row and column of a square by its number counted from 0.
const fn place(number: usize) -> (i32, i32) {
    let (row, column) = (number / 4, 2 * (number % 4));
    (row as i32, (column + 1 - row % 2) as i32)
}

const fn bits() -> [u8; 32] {
    let (mut bits, mut number) = ([0; 32], 0);
    while number < 32 {
        let (row, column) = place(number);
        bits[number] = (4 * row - 3 * column).rem_euclid(32) as u8;
        number += 1;
    }
    bits
}

const fn squares() -> [u8; 32] {
    let (mut squares, mut number) = ([0; 32], 0);
    while number < 32 {
        squares[BIT[number] as usize] = number as u8;
        number += 1;
    }
    squares
}

const fn leaving(direction: usize, distance: i32) -> u32 {
    let (mut set, mut number) = (0, 0);
    while number < 32 {
        let (row, column) = place(number);
        let (down, right) = WAY[direction];
        let (row, column) = (row + distance * down, column + distance * right);
        if row >= 0 && row < 8 && column >= 0 && column < 8 {
            set |= 1 << BIT[number];
        }
        number += 1;
    }
    set
}

/// The squares of a row counted from the top.
pub(super) const fn row(row: usize) -> u32 {
    let (mut set, mut column) = (0, 0);
    while column < 4 {
        set |= 1 << BIT[4 * row + column];
        column += 1;
    }
    set
}

/// The number of a square as people count, from 1, by its bit.
pub(super) fn number(bit: u32) -> u32 {
    u32::from(SQUARE[bit as usize & 31]) + 1
}

/// The bit of a square by its number counted from 1 to 32.
pub(super) fn bit_of(number: u32) -> u32 {
    u32::from(BIT[(number as usize - 1) & 31])
}

/// The bit of the dark square in this row and column, counted from the top left.
pub(super) fn bit_at(row: usize, column: usize) -> Option<u32> {
    (row % 2 != column % 2).then(|| u32::from(BIT[4 * row + column / 2]))
}

/// Row and column of a bit, counted from the top left.
pub(super) fn place_of(bit: u32) -> (usize, usize) {
    let (row, column) = place(usize::from(SQUARE[bit as usize & 31]));
    (row as usize, column as usize)
}

/// The bit `steps` squares away in this direction; the square is on the board.
#[inline]
pub(super) fn along(bit: u32, direction: usize, steps: u32) -> u32 {
    (bit + steps * ROTATION[direction]) & 31
}

/// Where the pieces of a set come to by one step in this direction; those at the edge fall off.
#[inline(always)]
pub(super) const fn beyond(set: u32, direction: usize) -> u32 {
    (set & MAY_STEP[direction]).rotate_left(ROTATION[direction])
}

/// The squares whose neighbour in this direction is in a set.
#[inline(always)]
pub(super) const fn before(set: u32, direction: usize) -> u32 {
    set.rotate_right(ROTATION[direction]) & MAY_STEP[direction]
}

/// The squares of these numbers, counted from 1 to 32.
pub(super) const fn set_of<const N: usize>(numbers: [usize; N]) -> u32 {
    let (mut set, mut at) = (0, 0);
    while at < N {
        set |= 1 << BIT[numbers[at] - 1];
        at += 1;
    }
    set
}

/// A set on the board turned round: square 1 becomes square 32.
#[inline(always)]
pub(super) const fn turned(set: u32) -> u32 {
    set.reverse_bits().rotate_left(8)
}

/// The bits of a set, lowest first.
#[inline]
pub(super) fn each(mut set: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = (set != 0).then(|| set.trailing_zeros());
        set &= set.wrapping_sub(1);
        bit
    })
}

/// Where the pieces stand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Board {
    /// All pieces of each player.
    pub sides: [u32; 2],
    /// The pieces of both players that are kings.
    pub kings: u32,
}

impl Board {
    /// The start: twelve men each.
    pub const START: Board = Board { sides: [row(0) | row(1) | row(2), row(5) | row(6) | row(7)], kings: 0 };

    /// The squares without a piece.
    #[inline]
    pub fn empty(&self) -> u32 {
        !(self.sides[BLACK] | self.sides[WHITE])
    }

    #[inline]
    pub fn men(&self, player: usize) -> u32 {
        self.sides[player] & !self.kings
    }

    #[inline]
    pub fn kings(&self, player: usize) -> u32 {
        self.sides[player] & self.kings
    }

    /// The pieces of a player that may go in a direction at all.
    #[inline(always)]
    pub fn goers<const ME: usize>(&self, direction: usize) -> u32 {
        if FORWARD[ME].contains(&direction) { self.sides[ME] } else { self.kings(ME) }
    }

    /// Those of `pieces` with an empty square next to them in this direction.
    #[inline(always)]
    pub fn steppers(&self, pieces: u32, direction: usize) -> u32 {
        pieces & MAY_STEP[direction] & self.empty().rotate_right(ROTATION[direction])
    }

    /// Those of `pieces` of player `ME` that can jump over an enemy in this direction.
    #[inline(always)]
    pub fn jumpers<const ME: usize>(&self, pieces: u32, direction: usize) -> u32 {
        let enemies = self.sides[1 - ME].rotate_right(ROTATION[direction]);
        let landings = self.empty().rotate_right(2 * ROTATION[direction]);
        pieces & MAY_JUMP[direction] & enemies & landings
    }

    /// The pieces of a player that can capture.
    #[inline(always)]
    pub fn capturers<const ME: usize>(&self) -> u32 {
        let there = |direction| self.jumpers::<ME>(self.goers::<ME>(direction), direction);
        there(0) | there(1) | there(2) | there(3)
    }

    /// Whether a player has a legal move.
    #[inline(always)]
    pub fn can_move<const ME: usize>(&self) -> bool {
        let steps = |direction| self.steppers(self.goers::<ME>(direction), direction) != 0;
        let [left, right] = FORWARD[ME];
        steps(left) || steps(right) || self.capturers::<ME>() != 0 || steps(3 - left) || steps(3 - right)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rotation_is_a_step_of_the_printed_board() {
        for from in 1..=32 {
            let (row, column) = place_of(bit_of(from));
            for (direction, (down, right)) in WAY.into_iter().enumerate() {
                for steps in [1, 2] {
                    let to = (row as i32 + steps * down, column as i32 + steps * right);
                    let inside = (0..8).contains(&to.0) && (0..8).contains(&to.1);
                    let masks = if steps == 1 { MAY_STEP } else { MAY_JUMP };
                    assert_eq!(masks[direction] >> bit_of(from) & 1 == 1, inside);
                    if inside {
                        let landed = place_of(along(bit_of(from), direction, steps as u32));
                        assert_eq!((landed.0 as i32, landed.1 as i32), to);
                    }
                }
            }
        }
    }

    #[test]
    fn squares_are_numbered_as_printed() {
        assert_eq!(place_of(bit_of(1)), (0, 1));
        assert_eq!(place_of(bit_of(5)), (1, 0));
        assert_eq!(place_of(bit_of(29)), (7, 0));
        assert_eq!(place_of(bit_of(32)), (7, 6));
        assert!((1..=32).all(|n| number(bit_of(n)) == n));
        assert_eq!((bit_at(0, 0), bit_at(0, 1)), (None, Some(bit_of(1))));
        assert_eq!(CENTRE.count_ones(), 8);
        assert_eq!(turned(set_of([1, 7, 29])), set_of([32, 26, 4]));
        assert_eq!(beyond(set_of([1, 4, 29]), 0), set_of([6]));
        assert_eq!(before(set_of([6, 10]), 0), set_of([1, 6]));
    }
}
