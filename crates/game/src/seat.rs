//! Seats at the table, one value per seat, and whose turn it is.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::{Index, IndexMut};

/// The largest number of seats a game may have.
pub const MAX_SEATS: usize = 8;

/// A place at the table, counted from 0 in code and from 1 for people.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Seat(u8);

impl Seat {
    /// Seat number `index`, counted from 0.
    #[must_use]
    pub const fn new(index: u8) -> Self {
        assert!((index as usize) < MAX_SEATS, "a game has at most 8 seats");
        Seat(index)
    }

    /// The position in a [`Seats`].
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The seat that follows among `seats`, cyclically.
    #[must_use]
    pub const fn next(self, seats: usize) -> Self {
        Seat((self.0 + 1) % seats as u8)
    }

    /// All seats of a game with `seats` of them.
    pub fn all(seats: usize) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator + Clone {
        (0..seats as u8).map(Seat)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {}", self.0 + 1)
    }
}

impl fmt::Debug for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Whose turn it is in a state.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Turn {
    /// A player chooses.
    Seat(Seat),
    /// The dice, the deck or another random source decides.
    Chance,
    /// The match is finished.
    Over,
    /// The rules failed in this state; [`crate::Game::fault`] says how. Built-in games never break.
    /// A seat's turn without a legal move counts as broken too.
    Broken,
}

impl Turn {
    /// The seat that chooses, if one does.
    #[must_use]
    pub const fn seat(self) -> Option<Seat> {
        match self {
            Turn::Seat(seat) => Some(seat),
            _ => None,
        }
    }
}

/// One value for each seat, stored inline. Only the seats of the game count: slots beyond them are
/// neither compared nor hashed, and asking for one panics.
#[derive(Clone, Copy)]
pub struct Seats<T> {
    items: [T; MAX_SEATS],
    len: u8,
}

impl<T: Copy> Seats<T> {
    /// The same value for each of `seats` seats.
    #[must_use]
    pub const fn all(value: T, seats: usize) -> Self {
        assert!(seats <= MAX_SEATS, "a game has at most 8 seats");
        Seats { items: [value; MAX_SEATS], len: seats as u8 }
    }
}

impl<T: Copy + Default> Seats<T> {
    /// One value for each seat, computed in order.
    pub fn from_fn(seats: usize, mut value: impl FnMut(Seat) -> T) -> Self {
        let mut all = Seats::all(T::default(), seats);
        for seat in Seat::all(seats) {
            all[seat] = value(seat);
        }
        all
    }
}

impl<T> Seats<T> {
    /// How many seats there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether there are no seats at all.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The values in seat order.
    #[must_use]
    pub fn as_slice(&self) -> &[T] {
        &self.items[..self.len()]
    }

    /// Iterates over the values in seat order.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.as_slice().iter()
    }
}

impl<T> Index<Seat> for Seats<T> {
    type Output = T;
    fn index(&self, seat: Seat) -> &T {
        &self.as_slice()[seat.index()]
    }
}

impl<T> IndexMut<Seat> for Seats<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        let used = self.len();
        &mut self.items[..used][seat.index()]
    }
}

impl<T: PartialEq> PartialEq for Seats<T> {
    fn eq(&self, other: &Self) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl<T: Eq> Eq for Seats<T> {}

impl<T: Hash> Hash for Seats<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_slice().hash(state);
    }
}

impl<T: fmt::Debug> fmt::Debug for Seats<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.as_slice()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_are_cyclic_and_named_from_one() {
        assert_eq!(Seat::new(2).next(3), Seat::new(0));
        assert_eq!(Seat::new(0).to_string(), "seat 1");
        assert_eq!(Seat::all(3).len(), 3);
    }

    #[test]
    fn unused_slots_do_not_show() {
        let three = Seats::from_fn(3, Seat::index);
        assert_eq!(three.as_slice(), &[0, 1, 2]);
        assert_eq!(format!("{three:?}"), "[0, 1, 2]");
    }

    #[test]
    fn unused_slots_are_neither_compared_nor_hashed() {
        let mut one = Seats::all(1_u8, 2);
        one[Seat::new(1)] = 2;
        let mut other = Seats::all(2_u8, 2);
        other[Seat::new(0)] = 1;
        assert_eq!(one, other);
        let hash = |seats| {
            let mut hasher = rustc_hash::FxHasher::default();
            Seats::hash(&seats, &mut hasher);
            hasher.finish()
        };
        assert_eq!(hash(one), hash(other));
        assert_ne!(one, Seats::all(1, 3), "another number of seats is another value");
    }

    #[test]
    #[should_panic(expected = "out of bounds")]
    fn a_seat_that_is_not_at_the_table_cannot_be_read() {
        let _ = Seats::all(0, 2)[Seat::new(2)];
    }

    #[test]
    #[should_panic(expected = "out of bounds")]
    fn a_seat_that_is_not_at_the_table_cannot_be_written() {
        Seats::all(0, 2)[Seat::new(2)] = 1;
    }
}
