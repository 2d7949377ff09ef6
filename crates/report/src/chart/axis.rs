//! Scales with round ticks. The lowest and the highest tick are always there: the axis ends on
//! them.

use crate::format::{NBSP, decimal, percent};
use ludometer_metrics::Unit;

/// An axis from its first tick to its last.
#[derive(Clone, Debug)]
pub(crate) struct Axis {
    /// Where ticks stand, in rising order; at least two.
    pub ticks: Vec<f64>,
    step: f64,
}

impl Axis {
    /// An axis with about `about` steps that holds `low..=high`.
    pub fn around(low: f64, high: f64, about: usize) -> Self {
        let (low, high) = if low.is_finite() && high.is_finite() { (low, high) } else { (0.0, 1.0) };
        let span = if high > low { high - low } else { low.abs().max(1.0) };
        Self::stepping(low, high, round_step(span / about.max(1) as f64))
    }

    /// The same for numbers of things: no tick between whole numbers.
    pub fn around_whole(low: f64, high: f64, about: usize) -> Self {
        let step = round_step((high - low).max(1.0) / about.max(1) as f64).max(1.0).ceil();
        Self::stepping(low, high, step)
    }

    fn stepping(low: f64, high: f64, step: f64) -> Self {
        let first = (low / step + 1e-9).floor();
        let last = (high / step - 1e-9).ceil().max(first + 1.0);
        let ticks = (0..=(last - first) as usize).map(|nth| (first + nth as f64) * step).collect();
        Axis { ticks, step }
    }

    /// The first tick.
    pub fn low(&self) -> f64 {
        self.ticks[0]
    }

    /// The last tick.
    pub fn high(&self) -> f64 {
        self.ticks[self.ticks.len() - 1]
    }

    /// Where a value lies, from 0 at the first tick to 1 at the last.
    pub fn part(&self, value: f64) -> f64 {
        ((value - self.low()) / (self.high() - self.low())).clamp(0.0, 1.0)
    }

    /// What is written at a tick.
    pub fn text(&self, tick: f64, unit: Unit) -> String {
        let large = [(1e6, "M"), (1e3, "k")]
            .into_iter()
            .find(|(thousand, _)| self.high() >= 100.0 * 1e3 && self.step >= thousand / 10.0);
        if let Some((thousand, letter)) = large.filter(|_| unit != Unit::Share && tick != 0.0) {
            let decimals = usize::from(self.step < thousand);
            return format!("{}{NBSP}{letter}", decimal(tick / thousand, decimals));
        }
        let step = if unit == Unit::Share { self.step * 100.0 } else { self.step };
        let decimals = (0..4).find(|&d| (step * 10f64.powi(d)).fract().abs() < 1e-6).unwrap_or(4) as usize;
        match unit {
            Unit::Share => percent(tick, decimals),
            _ => decimal(tick, decimals),
        }
    }
}

/// The smallest of 1, 2, 5 times a power of ten that is not below `step`.
fn round_step(step: f64) -> f64 {
    let power = 10f64.powf(step.log10().floor());
    let digit = step / power;
    let round = [1.0, 2.0, 5.0].into_iter().find(|&round| digit <= round + 1e-9).unwrap_or(10.0);
    round * power
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_hold_the_data() {
        let axis = Axis::around(0.0, 0.58, 5);
        let text: Vec<String> = axis.ticks.iter().map(|&tick| axis.text(tick, Unit::Share)).collect();
        assert_eq!(text, ["0\u{a0}%", "20\u{a0}%", "40\u{a0}%", "60\u{a0}%"]);
        let axis = Axis::around(-0.3, 0.41, 4);
        assert_eq!(axis.text(axis.low(), Unit::Value), "−0.4");
        assert!(axis.low() <= -0.3 && axis.high() >= 0.41);
        assert_eq!(axis.part(axis.low()), 0.0);
        assert_eq!(axis.part(9.0), 1.0);
    }

    #[test]
    fn odd_data_still_have_an_axis() {
        for (low, high) in [(0.0, 0.0), (5.0, 5.0), (f64::NAN, 1.0), (1e9, 1e9 + 1.0), (-2.0, -2.0)] {
            let axis = Axis::around(low, high, 4);
            assert!(axis.ticks.len() >= 2 && axis.ticks.len() < 20, "{low} {high}: {axis:?}");
            assert!(axis.high() > axis.low());
        }
    }

    #[test]
    fn things_are_counted_in_whole_numbers() {
        let axis = Axis::around_whole(0.0, 3.0, 5);
        assert_eq!(axis.ticks, [0.0, 1.0, 2.0, 3.0]);
    }
}
