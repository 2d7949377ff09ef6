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
    /// The cell that has `n` lower ones in the set; there must be one.
    fn nth(self, n: u32) -> u32;
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
    ($($int:ty => $nth:path),*) => {$(
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
            fn nth(self, n: u32) -> u32 {
                $nth(self, n)
            }
            #[inline]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }
        }
    )*};
}
bits!(u64 => nth_of_64, u128 => nth_of_128);

/// Finds the byte by adding up bit counts of all bytes at once, then the bit by a table.
#[inline]
fn nth_of_64(set: u64, n: u32) -> u32 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = 0x8080_8080_8080_8080;
    let pairs = set - (set >> 1 & 0x5555_5555_5555_5555);
    let nibbles = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    let bytes = (nibbles + (nibbles >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
    // Byte i of `upto`: how many bits bytes 0 to i hold. A high bit stays where that is at most n.
    let upto = bytes.wrapping_mul(ONES);
    let passed = ((u64::from(n) * ONES | HIGH) - upto) & HIGH;
    let shift = ((passed >> 7).wrapping_mul(ONES) >> 56) * 8;
    let before = (upto << 8) >> shift & 0xff;
    let byte = set >> shift & 0xff;
    shift as u32 + u32::from(NTH_IN_BYTE[byte as usize][(u64::from(n) - before) as usize & 7])
}

#[inline]
fn nth_of_128(set: u128, n: u32) -> u32 {
    let low = set as u64;
    let below = low.count_ones();
    if n < below { nth_of_64(low, n) } else { 64 + nth_of_64((set >> 64) as u64, n - below) }
}

/// For each byte the places of its bits, lowest first.
const NTH_IN_BYTE: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut found) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[byte][found] = bit as u8;
                found += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_game::Rng;

    fn nth_agrees_with_counting<B: Bits>(set: B) {
        for (n, cell) in set.cells().enumerate() {
            assert_eq!(set.nth(n as u32), cell, "{n} of {set:?}");
        }
        assert_eq!(set.cells().count() as u32, set.count());
    }

    #[test]
    fn nth_finds_every_cell_of_every_kind_of_set() {
        let mut rng = Rng::stream(1, "sets", 0);
        for set in [0, 1, u64::MAX, 1 << 63, 0xff00, 0x8000_0000_0000_0001] {
            nth_agrees_with_counting(set);
        }
        for _ in 0..2000 {
            let (dense, sparse) = (rng.bits(), rng.bits() & rng.bits() & rng.bits());
            nth_agrees_with_counting(dense);
            nth_agrees_with_counting(sparse);
            nth_agrees_with_counting(u128::from(dense) << 64 | u128::from(sparse));
        }
    }
}
