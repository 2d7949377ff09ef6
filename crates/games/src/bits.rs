//! Sets of cells as the bits of one integer: 64 cells in a `u64`, 128 in a `u128`.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr};

/// An integer used as a set of cells, so that a game is written once for small and large boards.
pub trait Bits:
    Copy
    + Eq
    + Hash
    + Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitAndAssign
    + BitOr<Output = Self>
    + BitOrAssign
    + BitXor<Output = Self>
    + BitXorAssign
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// The empty set.
    const NONE: Self;
    /// How many cells fit.
    const WIDTH: u32;

    /// The set of this cell alone.
    fn cell(number: u32) -> Self;
    /// How many cells there are.
    fn count(self) -> u32;
    /// The lowest cell of a set that is not empty.
    fn first(self) -> u32;
    /// The set without its lowest cell.
    fn rest(self) -> Self;
    /// Adds as integers: a carry climbs over the filled cells of a column.
    fn plus(self, other: Self) -> Self;

    /// Whether there is a cell at all.
    #[inline]
    fn any(self) -> bool {
        self != Self::NONE
    }
    /// Whether the cell is in the set.
    #[inline]
    fn has(self, number: u32) -> bool {
        (self >> number & Self::cell(0)).any()
    }
    /// The cells, lowest first.
    #[inline]
    fn cells(self) -> Cells<Self> {
        Cells(self)
    }
    /// Visits the cells, lowest first: quicker than [`Bits::cells`] where a set has several words.
    #[inline]
    fn each(self, visit: impl FnMut(u32)) {
        self.cells().for_each(visit);
    }
}

/// Goes through the cells of a set, lowest first.
pub struct Cells<B>(B);

impl<B: Bits> Iterator for Cells<B> {
    type Item = u32;
    #[inline]
    fn next(&mut self) -> Option<u32> {
        let cell = self.0.any().then(|| self.0.first());
        self.0 = self.0.rest();
        cell
    }
}

macro_rules! bits {
    ($($int:ty),*) => {$(
        impl Bits for $int {
            const NONE: Self = 0;
            const WIDTH: u32 = <$int>::BITS;
            #[inline]
            fn cell(number: u32) -> Self {
                1 << number
            }
            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline]
            fn first(self) -> u32 {
                self.trailing_zeros()
            }
            #[inline]
            fn rest(self) -> Self {
                self & self.wrapping_sub(1)
            }
            #[inline]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }
        }
    )*};
}
bits!(u64, u128);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_come_lowest_first() {
        let set = u128::cell(3) | u128::cell(70) | u128::cell(127);
        assert_eq!(set.cells().collect::<Vec<_>>(), [3, 70, 127]);
        assert_eq!((set.count(), set.first(), set.has(70), set.has(71)), (3, 3, true, false));
        assert_eq!(u64::NONE.cells().next(), None);
    }

    #[test]
    fn a_carry_climbs_over_filled_cells() {
        assert_eq!(0b0_0011u64.plus(1) & 0b1_1111, u64::cell(2));
    }
}
