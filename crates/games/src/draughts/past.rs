//! How often the present position has stood before.
//!
//! A capture or a step of a man can never be taken back, so only positions since the last of them can
//! come again, and in between nothing but kings has moved. Those king steps are all that is kept, a
//! byte each: earlier positions are found, exactly and without hashing, by taking the steps back.

use super::board::along;
use super::moves::Move;
use std::fmt;
use std::hash::{Hash, Hasher};

/// The king steps since the last move that cannot be taken back; only the latest `KEPT` of them.
#[derive(Clone, Copy)]
pub(super) struct Past<const KEPT: usize> {
    steps: [u8; KEPT],
    len: u8,
}

impl<const KEPT: usize> Past<KEPT> {
    pub const NONE: Self = Past { steps: [0; KEPT], len: 0 };

    pub fn forget(&mut self) {
        self.len = 0;
    }

    /// Remembers a king step; the oldest one gives way when there is no room.
    pub fn remember(&mut self, step: Move) {
        if KEPT == 0 {
            return;
        }
        if usize::from(self.len) == KEPT {
            self.steps.copy_within(1.., 0);
            self.len -= 1;
        }
        self.steps[usize::from(self.len)] = (step.from() | (step.direction(0) as u32) << 5) as u8;
        self.len += 1;
    }

    fn steps(&self) -> &[u8] {
        &self.steps[..usize::from(self.len)]
    }

    /// How often the present position, with the same player to move, has stood before.
    pub fn recurrences(&self) -> usize {
        // Which squares of each player differ from the present position, going back step by step.
        let (mut differs, mut count) = ([0u32; 2], 0);
        for (back, &step) in self.steps().iter().rev().enumerate() {
            let (from, direction) = (u32::from(step & 31), usize::from(step >> 5));
            differs[back & 1] ^= 1 << from | 1 << along(from, direction, 1);
            count += usize::from(back & 1 == 1 && differs == [0, 0]);
        }
        count
    }
}

impl<const KEPT: usize> PartialEq for Past<KEPT> {
    fn eq(&self, other: &Self) -> bool {
        self.steps() == other.steps()
    }
}

impl<const KEPT: usize> Eq for Past<KEPT> {}

impl<const KEPT: usize> Hash for Past<KEPT> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.steps().hash(state);
    }
}

impl<const KEPT: usize> fmt::Debug for Past<KEPT> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.steps().fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::super::board::bit_of;
    use super::*;

    #[test]
    fn the_oldest_steps_give_way() {
        let mut past = Past::<10>::NONE;
        // Two kings go to and fro between 1 and 6 and between 32 and 27.
        let steps = [(1, 0), (32, 3), (6, 3), (27, 0)].map(|(square, way)| Move::step(bit_of(square), way));
        let mut seen = Vec::new();
        for &step in steps.iter().cycle().take(24) {
            past.remember(step);
            seen.push(past.recurrences());
        }
        assert_eq!(seen[..12], [0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 2]);
        assert_eq!(seen[12..], [2; 12], "ten steps reach back to two earlier standings, never to a third");
        past.forget();
        assert_eq!((past.recurrences(), past), (0, Past::NONE));
    }
}
