//! What the end of a match is worth, from the header cells.

use crate::schema::{ENDED, Ended, HEADER, Schema};
use ludometer_game::{Payoff, Seat, Seats};

impl Schema {
    /// What everybody gets; nothing while the match goes on.
    pub(crate) fn payoff(&self, cells: &[i32]) -> Payoff {
        let seats = self.seats.len();
        let results = &cells[HEADER..HEADER + seats];
        match Ended::read(cells[ENDED]) {
            // Where all win or all lose there is nobody to be better than: only the result itself can say so.
            Some(Ended::Won | Ended::Together) if results.iter().all(|result| *result == results[0]) => {
                match results[0] {
                    0 => Payoff::draw(seats),
                    result => Payoff::together(seats, result > 0),
                }
            }
            Some(Ended::Won | Ended::Together) => {
                Payoff::from_points(Seats::from_fn(seats, |seat| results[seat.index()] as f32))
            }
            Some(Ended::Scored) => self.worth(results),
            Some(Ended::Ranked) => ranked(results),
            _ => Payoff::draw(seats),
        }
    }

    /// Points of scores by what the file says they are worth.
    fn worth(&self, scores: &[i32]) -> Payoff {
        let seats = scores.len();
        let raw = Seats::from_fn(seats, |seat| scores[seat.index()] as f32);
        let mean = raw.iter().sum::<f32>() / seats as f32;
        match self.scoring.as_str() {
            "score" => Payoff::from_points(raw),
            "difference" => Payoff::from_points(Seats::from_fn(seats, |seat| raw[seat] - mean)),
            _ => shared_win(scores),
        }
    }

    /// Smallest and largest points of a seat.
    pub(crate) fn point_bounds(&self) -> (f32, f32) {
        let (low, high) = (self.bounds.0 as f32, self.bounds.1 as f32);
        match self.scoring.as_str() {
            "score" => (low, high),
            "difference" => (low - high, high - low),
            _ => (-1.0, 1.0),
        }
    }
}

/// The best share 1 and the others share −1; a tie of all pays nothing.
fn shared_win(scores: &[i32]) -> Payoff {
    let best = scores.iter().max().copied().unwrap_or_default();
    let winners = scores.iter().filter(|score| **score == best).count();
    let losers = scores.len() - winners;
    let points = |seat: Seat| match (scores[seat.index()] == best, losers) {
        (_, 0) => 0.0,
        (true, _) => 1.0 / winners as f32,
        (false, losers) => -1.0 / losers as f32,
    };
    Payoff::from_points(Seats::from_fn(scores.len(), points))
}

/// By how much a place is better than the mean of the others.
fn ranked(places: &[i32]) -> Payoff {
    let (all, others) = (places.iter().sum::<i32>(), (places.len() - 1).max(1) as f32);
    let points = |seat: Seat| {
        let own = places[seat.index()];
        (((all - own) as f32) / others - own as f32) / others
    };
    Payoff::from_points(Seats::from_fn(places.len(), points))
}
