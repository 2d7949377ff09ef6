//! What a designer wants of a game, to be judged by play.

use std::fmt;

/// A number that should lie between two others.
#[derive(Clone, PartialEq, Debug)]
pub struct Goal {
    /// Of what.
    pub of: GoalOf,
    /// At least.
    pub low: f64,
    /// At most.
    pub high: f64,
}

/// What a goal is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GoalOf {
    /// Moves of the seats in a match, on average.
    Length,
    /// The share of matches this seat or side wins, 0 to 1.
    Share(String),
    /// The share of matches that are won, 0 to 1, in a game for one or played together.
    Wins,
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = |share: f64| (share * 1000.0).round() / 10.0;
        match &self.of {
            GoalOf::Length => write!(f, "a match takes {} to {} moves", self.low, self.high),
            GoalOf::Share(who) => {
                write!(f, "{who} wins {} to {} % of matches", percent(self.low), percent(self.high))
            }
            GoalOf::Wins => write!(f, "{} to {} % of matches are won", percent(self.low), percent(self.high)),
        }
    }
}
