//! Sets of more cells than one integer holds, for boards beyond 128 cells.

use crate::bits::Bits;
use std::array::from_fn;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr};

/// A set of 64 × `N` cells in words, the lowest first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Wide<const N: usize>([u64; N]);

macro_rules! word_by_word {
    ($($operation:ident $method:ident $assign:ident $assign_method:ident,)*) => {$(
        impl<const N: usize> $operation for Wide<N> {
            type Output = Self;
            #[inline]
            fn $method(self, other: Self) -> Self {
                Wide(from_fn(|word| self.0[word].$method(other.0[word])))
            }
        }
        impl<const N: usize> $assign for Wide<N> {
            #[inline]
            fn $assign_method(&mut self, other: Self) {
                *self = self.$method(other);
            }
        }
    )*};
}
word_by_word! {
    BitAnd bitand BitAndAssign bitand_assign,
    BitOr bitor BitOrAssign bitor_assign,
    BitXor bitxor BitXorAssign bitxor_assign,
}

impl<const N: usize> Not for Wide<N> {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Wide(self.0.map(|word| !word))
    }
}

impl<const N: usize> Shl<u32> for Wide<N> {
    type Output = Self;
    #[inline]
    fn shl(self, by: u32) -> Self {
        let (words, bits) = ((by / 64) as usize, by % 64);
        let word = |at: Option<usize>| at.map_or(0, |at| self.0[at]);
        Wide(from_fn(|at| {
            let (near, far) = (word(at.checked_sub(words)), word(at.checked_sub(words + 1)));
            // Shifting in two steps, because a shift by all 64 bits is not defined.
            near << bits | far >> 1 >> (63 - bits)
        }))
    }
}

impl<const N: usize> Shr<u32> for Wide<N> {
    type Output = Self;
    #[inline]
    fn shr(self, by: u32) -> Self {
        let (words, bits) = ((by / 64) as usize, by % 64);
        let word = |at: usize| self.0.get(at).copied().unwrap_or(0);
        Wide(from_fn(|at| word(at + words) >> bits | word(at + words + 1) << 1 << (63 - bits)))
    }
}

impl<const N: usize> Bits for Wide<N> {
    const NONE: Self = Wide([0; N]);
    const WIDTH: u32 = 64 * N as u32;

    #[inline]
    fn cell(number: u32) -> Self {
        // Compared word by word, because words that were just written one by one are slow to read as one.
        Wide(from_fn(|word| u64::from(word == number as usize / 64) << (number % 64)))
    }
    #[inline]
    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }
    #[inline]
    fn first(self) -> u32 {
        let word = self.0.iter().position(|&word| word != 0).unwrap_or(N);
        self.0.get(word).map_or(Self::WIDTH, |bits| 64 * word as u32 + bits.trailing_zeros())
    }
    #[inline]
    fn rest(mut self) -> Self {
        if let Some(word) = self.0.iter_mut().find(|word| **word != 0) {
            *word &= *word - 1;
        }
        self
    }
    #[inline]
    fn plus(self, other: Self) -> Self {
        let mut carry = false;
        Wide(from_fn(|word| {
            let (sum, over) = self.0[word].overflowing_add(other.0[word]);
            let (sum, again) = sum.overflowing_add(u64::from(carry));
            carry = over || again;
            sum
        }))
    }
    #[inline]
    fn each(self, mut visit: impl FnMut(u32)) {
        for (word, bits) in (0..).zip(self.0) {
            bits.cells().for_each(|bit| visit(64 * word + bit));
        }
    }
    #[inline]
    fn has(self, number: u32) -> bool {
        self.0[number as usize / 64] >> (number % 64) & 1 == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    type Pair = Wide<2>;

    fn wide(value: u128) -> Pair {
        Wide([value as u64, (value >> 64) as u64])
    }

    proptest! {
        #[test]
        fn two_words_act_like_one_integer_of_128_bits(a: u128, b: u128, by in 0u32..128) {
            prop_assert_eq!(wide(a) & wide(b), wide(a & b));
            prop_assert_eq!(wide(a) | wide(b), wide(a | b));
            prop_assert_eq!(wide(a) ^ wide(b), wide(a ^ b));
            prop_assert_eq!(!wide(a), wide(!a));
            prop_assert_eq!(wide(a) << by, wide(a << by));
            prop_assert_eq!(wide(a) >> by, wide(a >> by));
            prop_assert_eq!(wide(a).plus(wide(b)), wide(a.plus(b)));
            prop_assert_eq!(wide(a).rest(), wide(a.rest()));
            prop_assert_eq!(Pair::cell(by), wide(u128::cell(by)));
            prop_assert_eq!((wide(a).count(), wide(a).first()), (a.count(), a.first()));
            prop_assert_eq!(wide(a).has(by), a.has(by));
            let (mut visited, listed) = (Vec::new(), a.cells().collect::<Vec<_>>());
            wide(a).each(|cell| visited.push(cell));
            prop_assert_eq!((&visited, wide(a).cells().collect()), (&listed, listed.clone()));
        }
    }

    #[test]
    fn cells_of_later_words_come_last() {
        let set = Wide::<3>::cell(3) | Wide::cell(70) | Wide::cell(191);
        assert_eq!(set.cells().collect::<Vec<_>>(), [3, 70, 191]);
        assert_eq!((set << 64).cells().collect::<Vec<_>>(), [67, 134]);
        assert_eq!((set >> 65).cells().collect::<Vec<_>>(), [5, 126]);
        assert!(!(set << 192).any() && !Wide::<3>::NONE.any());
    }
}
