//! A number that says how sure it is.

use serde::{Deserialize, Serialize};

/// A number with its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Estimate {
    /// The best guess.
    pub value: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
    /// How many observations it rests on.
    pub n: u64,
}

impl Estimate {
    /// A fact about the sample itself, such as its largest value: there is nothing to be unsure of.
    #[must_use]
    pub const fn fact(value: f64, n: u64) -> Self {
        Estimate { value, low: value, high: value, n }
    }

    /// An interval of this half-width around `centre`, kept inside `bounds` and never losing `value`.
    pub(crate) fn around(value: f64, centre: f64, half: f64, bounds: (f64, f64), n: u64) -> Self {
        let low = (centre - half).max(bounds.0).min(value);
        let high = (centre + half).min(bounds.1).max(value);
        Estimate { value, low, high, n }
    }

    /// Whether the interval holds this number.
    #[must_use]
    pub fn holds(&self, number: f64) -> bool {
        self.low <= number && number <= self.high
    }
}
