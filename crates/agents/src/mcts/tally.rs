//! What a move brought wherever it was played, whatever the position.

use ludometer_game::{Packed, Seat};
use rustc_hash::FxHasher;
use std::hash::Hasher;

/// A move of a seat as statistics tell it apart from others: the same move in another position is the
/// same move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Played {
    pub seat: Seat,
    pub key: u64,
}

impl Played {
    #[inline]
    pub fn new<M: Packed>(seat: Seat, chosen: M) -> Self {
        let packed = u128::from_le_bytes(chosen.pack());
        let mut hasher = FxHasher::default();
        hasher.write_u64(packed as u64);
        hasher.write_u64((packed >> 64) as u64);
        hasher.write_u8(seat.index() as u8);
        Played { seat, key: hasher.finish() }
    }
}

/// How often something was tried and what it brought on average, −1 to 1.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub(super) struct Tally {
    pub count: u32,
    pub mean: f32,
}

impl Tally {
    #[inline]
    pub fn add(&mut self, result: f32) {
        self.count += 1;
        self.mean += (result - self.mean) / self.count as f32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_seat_and_every_move_has_its_own_key() {
        let seats = || Seat::all(8);
        let small: HashSet<u64> =
            seats().flat_map(|seat| (0..=u16::MAX).map(move |m| Played::new(seat, m).key)).collect();
        assert_eq!(small.len(), 8 << 16);
        let high: HashSet<u64> = seats()
            .flat_map(|seat| (0..1000_u128).map(move |m| Played::new(seat, (m << 70).to_le_bytes()).key))
            .collect();
        assert_eq!(high.len(), 8 * 1000);
    }

    #[test]
    fn a_tally_is_a_mean() {
        let mut tally = Tally::default();
        for result in [1.0, -1.0, 0.5, 0.5] {
            tally.add(result);
        }
        assert_eq!(tally, Tally { count: 4, mean: 0.25 });
    }
}
