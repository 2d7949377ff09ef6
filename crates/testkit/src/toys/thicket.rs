//! Thicket: a random tree grown from a seed, for tests of search.
//!
//! Power: noisy moves, together with estimates, forced moves and seats that move twice. Everything about
//! a place is drawn from its number, so that a thicket of any size costs nothing to keep. There are few
//! different results and estimates: ties are common.

use ludometer_game::{Game, Payoff, Seat, Seats, Turn};

/// The tree of a seed.
pub struct Thicket {
    seed: u64,
    depth: u8,
}

/// A place in the tree: the number from which everything about it is drawn, and how deep it lies.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Place {
    number: u64,
    depth: u8,
}

/// What is drawn about a place.
#[derive(Clone, Copy)]
enum About {
    Width,
    Forced,
    End,
    Mover,
    Noise,
    Estimate,
    Result,
}

impl Thicket {
    /// The tree of this seed, at most so many plies deep.
    #[must_use]
    pub fn new(seed: u64, depth: u8) -> Self {
        Thicket { seed, depth: depth.max(1) }
    }

    fn is_over(&self, place: &Place) -> bool {
        place.depth == self.depth || place.depth > 0 && place.draw(About::End, 8) == 0
    }
}

impl Place {
    /// One of 0 to `faces` − 1.
    fn draw(&self, about: About, faces: u64) -> u64 {
        mixed(self.number ^ mixed(about as u64)) % faces
    }

    fn child(&self, chosen: u8) -> Place {
        Place { number: mixed(self.number.wrapping_add(1 + u64::from(chosen))), depth: self.depth + 1 }
    }
}

/// Spreads the bits of a number.
fn mixed(number: u64) -> u64 {
    let mut bits = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

impl Game for Thicket {
    type State = Place;
    /// Which way, counted from 0.
    type Move = u8;

    const NOISY: bool = true;

    fn seats(&self) -> usize {
        2
    }
    fn limit(&self) -> u32 {
        self.depth.into()
    }
    fn initial(&self) -> Place {
        Place { number: mixed(self.seed), depth: 0 }
    }
    fn turn(&self, place: &Place) -> Turn {
        if self.is_over(place) {
            return Turn::Over;
        }
        let again = place.draw(About::Mover, 4) == 0;
        Turn::Seat(Seat::new((place.depth + u8::from(again)) % 2))
    }
    fn moves(&self, place: &Place, out: &mut Vec<u8>) {
        let forced = place.depth > 0 && place.draw(About::Forced, 3) == 0;
        out.extend(0..if forced { 1 } else { 2 + place.draw(About::Width, 3) as u8 });
    }
    fn play(&self, place: &mut Place, chosen: u8) {
        *place = place.child(chosen);
    }
    fn payoff(&self, place: &Place) -> Payoff {
        if !self.is_over(place) {
            return Payoff::draw(2);
        }
        let first = place.draw(About::Result, 5) as f32 / 2.0 - 1.0;
        Payoff::from_points(Seats::from_fn(2, |seat| if seat.index() == 0 { first } else { -first }))
    }
    fn evaluate(&self, place: &Place, seat: Seat) -> Option<f32> {
        let first = place.draw(About::Estimate, 7) as f32 / 4.0 - 0.75;
        Some(if seat.index() == 0 { first } else { -first })
    }
    fn noisy(&self, place: &Place, chosen: u8) -> bool {
        place.child(chosen).draw(About::Noise, 5) < 2
    }
    fn text(&self, _place: &Place, chosen: u8, out: &mut String) {
        out.push_str(&(chosen + 1).to_string());
    }
}
