//! The numbers of a lesson: infinite at first, then as typed or with two decimals.

use crate::format::{decimal, plain};
use ludometer_agents::lesson::Measure;

/// A value as it is written on the board.
pub(super) fn number(value: f32, measure: Measure) -> String {
    match (value.is_finite(), measure) {
        (false, _) if value > 0.0 => "+∞".into(),
        (false, _) => "−∞".into(),
        (_, Measure::Points) => plain(f64::from(value)),
        // Estimates of quiet positions lie close together.
        (_, Measure::Units) if value != 0.0 && value.abs() < 0.1 => decimal(f64::from(value), 3),
        (_, Measure::Units) => decimal(f64::from(value), 2),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_typed() {
        let points = |value| number(value, Measure::Points);
        assert_eq!([points(12.0), points(-2.5), points(f32::INFINITY)], ["12", "−2.50", "+∞"]);
        assert_eq!(number(0.25, Measure::Units), "0.25");
        assert_eq!(number(-0.0312, Measure::Units), "−0.031");
        assert_eq!(number(f32::NEG_INFINITY, Measure::Units), "−∞");
    }
}
