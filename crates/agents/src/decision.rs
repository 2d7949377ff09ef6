//! What an agent answers: the move, and what it thought.

use ludometer_game::{Game, Payoff, Seat, Seats, are_opponents};

/// A chosen move with the reasons an agent can give. What it says of each legal move is in the order of
/// [`View::legal`](ludometer_game::View::legal).
#[derive(Clone, PartialEq, Debug)]
pub struct Decision<M> {
    /// The move.
    pub chosen: M,
    /// How likely or how much looked at each legal move was; sums to 1; empty if the agent has no
    /// opinion.
    pub shares: Vec<f32>,
    /// How likely each legal move seemed before any search; empty if nobody said.
    pub priors: Vec<f32>,
    /// How good the mover thinks each legal move is, −1 to 1; not a number for a move of which only a
    /// bound is known; empty if it has no opinion.
    pub qualities: Vec<f32>,
    /// Whether each of `qualities` is proven rather than estimated; empty if nothing is.
    pub proofs: Vec<bool>,
    /// Visits or evaluations of each legal move; empty if they were not counted.
    pub visits: Vec<u32>,
    /// How good the position is for each seat, −1 to 1; empty if the agent has no opinion.
    pub values: Vec<f32>,
    /// Whether `values` is proven rather than estimated.
    pub proven: bool,
    /// Positions looked at.
    pub nodes: u64,
    /// The moves it expects, its own first.
    pub line: Vec<M>,
    /// Whatever else can be counted about the thinking, by name.
    pub facts: Vec<(&'static str, f64)>,
}

impl<M> Decision<M> {
    /// A move without an opinion.
    pub fn blind(chosen: M) -> Self {
        Decision {
            chosen,
            shares: Vec::new(),
            priors: Vec::new(),
            qualities: Vec::new(),
            proofs: Vec::new(),
            visits: Vec::new(),
            values: Vec::new(),
            proven: false,
            nodes: 0,
            line: Vec::new(),
            facts: Vec::new(),
        }
    }
}

/// Points of a seat brought to −1 (the worst of the game) to 1 (the best); exact at both ends, so that
/// a win is known as one.
#[must_use]
#[inline]
pub fn to_unit(points: f32, (low, high): (f32, f32)) -> f32 {
    if high > low { (((points - low) - (high - points)) / (high - low)).clamp(-1.0, 1.0) } else { 0.0 }
}

/// The points that count as −1 and as 1. Between two opponents they lie as far on both sides of 0 as the wider bound of
/// the game: nobody wins where both have nothing.
#[must_use]
pub fn point_scale<G: Game>(game: &G) -> (f32, f32) {
    let (low, high) = game.bounds();
    let widest = low.abs().max(high.abs());
    if are_opponents(game) { (-widest, widest) } else { (low, high) }
}

/// The payoff of every seat brought to −1 to 1.
#[must_use]
pub fn units<G: Game>(game: &G, payoff: &Payoff) -> Seats<f32> {
    let bounds = game.bounds();
    Seats::from_fn(payoff.points.len(), |seat: Seat| to_unit(payoff.points[seat], bounds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_become_units() {
        assert_eq!(to_unit(2.0, (-2.0, 2.0)), 1.0);
        assert_eq!(to_unit(15.0, (0.0, 30.0)), 0.0);
        assert_eq!(to_unit(5.0, (5.0, 5.0)), 0.0);
        for end in 1..1000 {
            let bounds = (-end as f32, end as f32 / 3.0);
            assert_eq!((to_unit(bounds.0, bounds), to_unit(bounds.1, bounds)), (-1.0, 1.0));
        }
    }
}
