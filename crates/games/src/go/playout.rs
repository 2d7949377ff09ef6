//! Random matches, fast: a point is drawn from the list of empty ones and drawn again if it is illegal.
//! Every legal move, the pass among them, is drawn by exactly one number, so all are equally likely.

use super::stones::{EMPTY, Layout, Stones};
use super::{Go, Position};
use ludometer_game::Rng;

/// The empty places in no order, and where in the list each of them is.
struct Empties<const P: usize> {
    places: [u8; P],
    number: [u8; P],
    len: usize,
}

impl<const P: usize> Empties<P> {
    fn new(stones: &Stones<P>, layout: &Layout) -> Self {
        let mut empties = Empties { places: [0; P], number: [0; P], len: 0 };
        layout.all().filter(|&place| stones.colour(place) == EMPTY).for_each(|place| empties.add(place));
        empties
    }

    #[inline]
    fn add(&mut self, place: u8) {
        self.places[self.len % P] = place;
        self.number[usize::from(place) % P] = self.len as u8;
        self.len += 1;
    }

    /// The last one takes the place of the one that leaves.
    #[inline]
    fn remove(&mut self, place: u8) {
        self.len -= 1;
        let (number, last) = (self.number[usize::from(place) % P], self.places[self.len % P]);
        self.places[usize::from(number) % P] = last;
        self.number[usize::from(last) % P] = number;
    }
}

impl<const P: usize> Go<P> {
    /// Plays uniformly random moves to the end or the limit.
    pub(super) fn finish_at_random(&self, state: &mut Position<P>, rng: &mut Rng) {
        let mut empties = Empties::new(&state.stones, &self.layout);
        for _ in 0..self.limit {
            if state.passes >= 2 {
                return;
            }
            match self.random_place(state, &empties, rng) {
                Some(place) => {
                    empties.remove(place);
                    self.put(state, place, |lost| empties.add(lost));
                }
                None => self.skip(state),
            }
        }
    }

    /// A legal place; none for a pass.
    #[inline]
    fn random_place(&self, state: &Position<P>, empties: &Empties<P>, rng: &mut Rng) -> Option<u8> {
        loop {
            let drawn = rng.below(empties.len + 1);
            if drawn == empties.len {
                return None;
            }
            let place = empties.places[drawn % P];
            if self.legal(state, place) {
                return Some(place);
            }
        }
    }
}
