//! The checkers of one player as binary counters.
//!
//! Each of the 26 places of a player (0 off the board, 1 to 24 the points, 25 the bar) holds a number
//! from 0 to 15. Bit `p` of plane `k` is binary digit `k` of the number on place `p`, so one operation
//! on whole planes answers a question about all places: where anything stands, where a point is made.

/// Off the board.
pub(super) const OFF: u8 = 0;
/// The bar: one step before point 24.
pub(super) const BAR: u8 = 25;
/// All places.
pub(super) const PLACES: u8 = 26;
/// Checkers of a player.
pub(super) const CHECKERS: u8 = 15;
/// Points 1 to 24.
pub(super) const POINTS: u32 = 0x01ff_fffe;
/// Points 1 to 6.
pub(super) const HOME: u32 = 0x7e;

/// The set of one place.
#[inline]
pub(super) const fn bit(place: u8) -> u32 {
    1 << place
}

/// The same points counted from the other player's side: 1 becomes 24.
#[inline]
pub(super) const fn mirrored(points: u32) -> u32 {
    (points & POINTS).reverse_bits() >> 6
}

/// The places of a set, highest first.
#[inline]
pub(super) fn places(mut set: u32) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let place = (31u32).checked_sub(set.leading_zeros())? as u8;
        set ^= bit(place);
        Some(place)
    })
}

/// How many checkers stand on each place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Checkers {
    planes: [u32; 4],
}

impl Checkers {
    /// This many checkers on these places, the rest of the fifteen off the board.
    pub fn standing(on: &[(u8, u8)]) -> Self {
        let mut checkers = Checkers::default();
        on.iter().for_each(|&(place, number)| checkers.set(place, number));
        checkers.set(OFF, CHECKERS - on.iter().map(|(_, number)| number).sum::<u8>());
        checkers
    }

    /// The places a match starts with.
    pub fn start() -> Self {
        Checkers::standing(&[(24, 2), (13, 5), (8, 3), (6, 5)])
    }

    fn set(&mut self, place: u8, number: u8) {
        for (digit, plane) in self.planes.iter_mut().enumerate() {
            *plane = *plane & !bit(place) | u32::from(number >> digit & 1) << place;
        }
    }

    /// How many stand on this place.
    pub fn on(&self, place: u8) -> u8 {
        let digit = |k: usize| ((self.planes[k] >> place & 1) << k) as u8;
        (0..4).map(digit).sum()
    }

    /// Places with at least one checker, the bar but not those off the board.
    #[inline]
    pub fn any(&self) -> u32 {
        let [ones, twos, fours, eights] = self.planes;
        (ones | twos | fours | eights) & (POINTS | bit(BAR))
    }

    /// Places with at least two.
    #[inline]
    pub fn many(&self) -> u32 {
        let [_, twos, fours, eights] = self.planes;
        (twos | fours | eights) & (POINTS | bit(BAR))
    }

    /// Points with exactly one.
    #[inline]
    pub fn blots(&self) -> u32 {
        self.any() & !self.many() & POINTS
    }

    /// Moves one checker.
    #[inline]
    pub fn shift(&mut self, from: u8, to: u8) {
        let (mut borrow, mut carry) = (bit(from), bit(to));
        for plane in &mut self.planes {
            let lifted = *plane ^ borrow;
            borrow &= lifted;
            *plane = lifted ^ carry;
            carry &= lifted;
        }
    }

    /// The position after a step of so many points; what runs past the ace point is off.
    #[inline]
    pub fn stepped(mut self, from: u8, die: u8) -> Self {
        self.shift(from, from.saturating_sub(die));
        self
    }

    /// Whether all fifteen are off.
    #[inline]
    pub fn is_home_and_dry(&self) -> bool {
        self.any() == 0
    }

    /// The points all checkers still have to go, the bar counting 25.
    pub fn pips(&self) -> u32 {
        places(self.any()).map(|place| u32::from(place) * u32::from(self.on(place))).sum()
    }
}
