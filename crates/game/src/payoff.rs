//! What a match was worth to each seat.

use crate::{Seat, Seats};

/// The result of a match: points that players maximise, and places that say who won.
///
/// Points are utility, not game score: a game "to 15 points" that only cares who wins pays 1 and −1.
/// Place 1 is a win; a shared place is a tie; in a cooperative game all are 1 or all are 2.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Payoff {
    /// Utility of each seat, inside [`crate::Game::bounds`].
    pub points: Seats<f32>,
    /// Rank of each seat, 1 = won.
    pub place: Seats<u8>,
}

impl Payoff {
    /// One winner takes 1, everybody else −1 (zero-sum for two seats).
    #[must_use]
    pub fn win(seats: usize, winner: Seat) -> Self {
        let mut points = Seats::all(-1.0, seats);
        points[winner] = 1.0;
        let mut place = Seats::all(2, seats);
        place[winner] = 1;
        Payoff { points, place }
    }

    /// One loser pays 1, everybody else gets 1.
    #[must_use]
    pub fn lose(seats: usize, loser: Seat) -> Self {
        let mut points = Seats::all(1.0, seats);
        points[loser] = -1.0;
        let mut place = Seats::all(1, seats);
        place[loser] = seats as u8;
        Payoff { points, place }
    }

    /// Nobody is ahead: 0 points each, all share place 1.
    #[must_use]
    pub const fn draw(seats: usize) -> Self {
        Payoff { points: Seats::all(0.0, seats), place: Seats::all(1, seats) }
    }

    /// All win together (1 point, place 1) or all lose together (−1 point, place 2).
    #[must_use]
    pub const fn together(seats: usize, won: bool) -> Self {
        if won {
            Payoff { points: Seats::all(1.0, seats), place: Seats::all(1, seats) }
        } else {
            Payoff { points: Seats::all(-1.0, seats), place: Seats::all(2, seats) }
        }
    }

    /// Places follow from the points: more is better, equal shares the better place.
    #[must_use]
    pub fn from_points(points: Seats<f32>) -> Self {
        let place = Seats::from_fn(points.len(), |seat| {
            1 + points.iter().filter(|&&other| other > points[seat]).count() as u8
        });
        Payoff { points, place }
    }

    /// Whether this seat won against somebody: it has place 1, alone or shared, and at least one
    /// other seat has a worse place. A draw is won by nobody. A cooperative game is won or lost by
    /// all at once, so there `won` is always false: look at the place itself (1 won, 2 lost).
    #[must_use]
    pub fn won(&self, seat: Seat) -> bool {
        self.place[seat] == 1 && self.place.iter().any(|&place| place > 1)
    }

    /// Whether all seats share one place (in a cooperative game this is no tie: see the points).
    #[must_use]
    pub fn is_tie(&self) -> bool {
        self.place.iter().all(|&place| place == self.place[Seat::new(0)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_follow_points_and_share_ties() {
        let mut points = Seats::all(0.0, 4);
        points[Seat::new(1)] = 3.0;
        points[Seat::new(2)] = 3.0;
        points[Seat::new(3)] = -1.0;
        let payoff = Payoff::from_points(points);
        assert_eq!(payoff.place.as_slice(), &[3, 1, 1, 4]);
        assert!(payoff.won(Seat::new(1)) && !payoff.won(Seat::new(0)));
    }

    #[test]
    fn equal_payoffs_are_equal_however_they_were_made() {
        assert_eq!(Payoff::win(2, Seat::new(0)), Payoff::lose(2, Seat::new(1)));
        assert_ne!(Payoff::win(2, Seat::new(0)), Payoff::win(2, Seat::new(1)));
    }

    #[test]
    fn nobody_wins_against_the_others_in_a_cooperative_game() {
        assert!(!Payoff::together(3, true).won(Seat::new(0)));
        assert!(!Payoff::together(3, false).won(Seat::new(0)));
    }

    #[test]
    fn a_draw_is_won_by_nobody() {
        assert!(Payoff::draw(2).is_tie());
        assert!(!Payoff::draw(2).won(Seat::new(0)));
    }
}
