//! What is known of the outcomes of a chance turn, and what that says about their mean.
//!
//! Each outcome has a value between two bounds. The mean lies between the means of the bounds. Searching
//! an outcome brings its bounds together; once the mean is outside the window the rest does not matter.

use super::{Begun, Window};
use crate::alphabeta::found::Worth;
use crate::table::Bound;

/// An outcome of a chance turn; values are for the side of the view.
pub(super) struct Outcome<S> {
    pub state: S,
    pub odds: f64,
    /// Its place in the list of the game, from 1.
    pub number: usize,
    pub low: f32,
    pub high: f32,
    /// Whether what is known of it is proven.
    pub proven: bool,
    /// What a probe left behind.
    pub begun: Option<Begun>,
}

/// The outcomes of a chance turn.
pub(super) struct Outcomes<S>(pub Vec<Outcome<S>>);

/// The value of a chance turn and what it says about the true one.
pub(super) struct Mean {
    pub worth: Worth,
    pub bound: Bound,
}

impl<S> Outcome<S> {
    pub fn is_known(&self) -> bool {
        self.low >= self.high
    }

    /// The nearest value that is possible; an estimate that is no number counts as the lowest.
    fn inside(&self, value: f32) -> f32 {
        value.max(self.low).min(self.high)
    }

    /// Takes in what a probe or the table says of it: its value or a bound. Says which bound it is where
    /// that is outside the outcome's window.
    pub fn narrow(&mut self, worth: Worth, bound: Bound, window: Window) -> Option<Bound> {
        self.proven &= worth.proven;
        let value = self.inside(worth.value);
        let fell = match bound {
            Bound::Lower => value >= window.high && window.high < self.high,
            Bound::Upper => value <= window.low && window.low > self.low,
            Bound::Exact => false,
        };
        if bound != Bound::Upper {
            self.low = value;
        }
        if bound != Bound::Lower {
            self.high = value;
        }
        fell.then_some(bound)
    }

    /// Takes in what a search with this window returned. Outside the window it is only a bound: the
    /// answer says which.
    pub fn settle(&mut self, worth: Worth, window: Window) -> Bound {
        self.proven = worth.proven;
        let value = self.inside(worth.value);
        if worth.value <= window.low && window.low > self.low {
            self.high = value;
            Bound::Upper
        } else if worth.value >= window.high && window.high < self.high {
            self.low = value;
            Bound::Lower
        } else {
            (self.low, self.high) = (value, value);
            Bound::Exact
        }
    }
}

impl<S> Outcomes<S> {
    /// The mean of the low ends.
    pub fn least(&self) -> f64 {
        self.0.iter().map(|outcome| outcome.odds * f64::from(outcome.low)).sum()
    }

    /// The mean of the high ends.
    pub fn most(&self) -> f64 {
        self.0.iter().map(|outcome| outcome.odds * f64::from(outcome.high)).sum()
    }

    /// The window for one outcome: outside it, whatever the others are worth, the mean is outside its
    /// own. It is rounded outwards, and lies inside the outcome's bounds.
    pub fn window(&self, place: usize, window: Window) -> Window {
        let others = || self.0.iter().enumerate().filter(|(other, _)| *other != place);
        // Summed anew each time: taking one from the total would make nothing of infinite bounds.
        let least: f64 = others().map(|(_, other)| other.odds * f64::from(other.low)).sum();
        let most: f64 = others().map(|(_, other)| other.odds * f64::from(other.high)).sum();
        let one = &self.0[place];
        let low = rounded_down((f64::from(window.low) - most) / one.odds).max(one.low);
        let high = rounded_up((f64::from(window.high) - least) / one.odds).min(one.high);
        Window { low, high: high.max(low.next_up()) }
    }

    /// The mean, if enough is known of it for this window.
    pub fn mean(&self, window: Window) -> Option<Mean> {
        if self.0.iter().all(Outcome::is_known) {
            return Some(self.exact());
        }
        let (least, most) = (self.least(), self.most());
        let (value, bound) = if most <= f64::from(window.low) {
            (rounded_up(most), Bound::Upper)
        } else if least >= f64::from(window.high) {
            (rounded_down(least), Bound::Lower)
        } else {
            return None;
        };
        Some(Mean { worth: Worth { value, proven: self.is_proven() }, bound })
    }

    /// The mean, once all outcomes are known.
    pub fn exact(&self) -> Mean {
        let worth = Worth { value: self.least() as f32, proven: self.is_proven() };
        Mean { worth, bound: Bound::Exact }
    }

    /// The mean after an outcome fell out of its window: out of its own on the same side, whatever
    /// rounding says.
    pub fn mean_outside(&self, window: Window, bound: Bound) -> Mean {
        let value = match bound {
            Bound::Upper => rounded_up(self.most()).min(window.low),
            _ => rounded_down(self.least()).max(window.high),
        };
        Mean { worth: Worth { value, proven: self.is_proven() }, bound }
    }

    fn is_proven(&self) -> bool {
        self.0.iter().all(|outcome| outcome.proven)
    }
}

fn rounded_down(value: f64) -> f32 {
    let near = value as f32;
    if f64::from(near) > value { near.next_down() } else { near }
}

fn rounded_up(value: f64) -> f32 {
    -rounded_down(-value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcomes(spans: &[(f64, f32, f32)]) -> Outcomes<()> {
        let one = |&(odds, low, high): &(f64, f32, f32)| Outcome {
            state: (),
            odds,
            number: 1,
            low,
            high,
            proven: true,
            begun: None,
        };
        Outcomes(spans.iter().map(one).collect())
    }

    #[test]
    fn an_outcome_need_not_be_told_apart_where_the_mean_is_cut_anyway() {
        // Half of it is at most 2: the mean is above 1.5 only if the other half is above 1.
        let two = outcomes(&[(0.5, -2.0, 2.0), (0.5, -2.0, 2.0)]);
        let window = Window { low: 1.5, high: f32::INFINITY };
        assert_eq!(two.window(0, window), Window { low: 1.0, high: 2.0 });
        assert!(two.mean(window).is_none());
        let cut = outcomes(&[(0.5, -2.0, 0.0), (0.5, -2.0, 2.0)]).mean(window).unwrap();
        assert_eq!((cut.worth.value, cut.bound), (1.0, Bound::Upper));
    }

    #[test]
    fn without_bounds_only_the_last_outcome_has_a_window() {
        let (least, most) = (f32::NEG_INFINITY, f32::INFINITY);
        let window = Window { low: 1.5, high: 3.0 };
        assert_eq!(outcomes(&[(0.5, least, most), (0.5, least, most)]).window(0, window), Window::FULL);
        let last = outcomes(&[(0.5, 0.0, 0.0), (0.5, least, most)]);
        assert_eq!(last.window(1, window), Window { low: 3.0, high: 6.0 });
    }

    #[test]
    fn rounding_goes_outwards() {
        for value in [0.1, -0.1, 1.0 / 3.0, 2.0, -7.7e-12, f64::NEG_INFINITY] {
            assert!(f64::from(rounded_down(value)) <= value && f64::from(rounded_up(value)) >= value);
            assert!(rounded_up(value) <= rounded_down(value).next_up());
        }
    }
}
