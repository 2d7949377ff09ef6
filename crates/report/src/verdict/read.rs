//! Reading numbers out of measures, tolerant of how a metric words its labels; and the little
//! arithmetic that verdicts share.

use crate::format;
use ludometer_metrics::{Entry, Estimate, Measure, Shape};

/// Half of the 95 % interval of a normal number, in standard deviations.
pub(super) const Z95: f64 = 1.959_963_984_540_054;

/// The labelled numbers of a measure.
pub(super) fn rows(measure: &Measure) -> Vec<(&str, Estimate)> {
    match &measure.shape {
        Shape::Rows { rows, .. } => rows.iter().map(|row| (row.label.as_str(), row.estimate)).collect(),
        Shape::Table { rows, .. } => rows.iter().filter_map(|row| table_row(row)).collect(),
        _ => Vec::new(),
    }
}

/// The first text and the first estimate of a table's row.
fn table_row(row: &[Entry]) -> Option<(&str, Estimate)> {
    let text = row.iter().find_map(|entry| match entry {
        Entry::Text(text) => Some(text.as_str()),
        _ => None,
    })?;
    let estimate = row.iter().find_map(|entry| match entry {
        Entry::Estimate(estimate) => Some(*estimate),
        _ => None,
    })?;
    Some((text, estimate))
}

/// The number whose label is one of `words`, or begins with or holds one, in this order.
pub(super) fn labelled(measure: &Measure, words: &[&str]) -> Option<Estimate> {
    let rows: Vec<(String, Estimate)> =
        rows(measure).into_iter().map(|(label, estimate)| (label.to_lowercase(), estimate)).collect();
    let fits: [fn(&str, &str) -> bool; 3] = [
        |label, word| label == word,
        |label, word| label.starts_with(word),
        |label, word| label.contains(word),
    ];
    fits.iter().find_map(|fit| {
        words.iter().find_map(|word| rows.iter().find(|(label, _)| fit(label, word)).map(|(_, found)| *found))
    })
}

/// How many observations would narrow an interval to `half` on either side, from what `n` gave.
pub(super) fn needed(n: u64, now_half: f64, half: f64) -> u64 {
    let ratio = now_half / half.max(0.005);
    two_digits((n as f64 * ratio * ratio).ceil().max(1.0))
}

/// Rounded up to two significant digits: a guess should look like one.
fn two_digits(number: f64) -> u64 {
    let power = 10f64.powf((number.log10().floor() - 1.0).max(0.0));
    ((number / power - 1e-9).ceil() * power) as u64
}

/// "About 900 matches would settle it."
pub(super) fn settle(needed: u64, played: u64) -> String {
    // An estimate of how much is needed is rough: a border this close takes a fifth more at least.
    let needed = needed.max(played + played / 5 + 1);
    format!(
        "About {} would settle it; {} {} played.",
        format::count(needed, "match", "matches"),
        format::whole(played),
        if played == 1 { "was" } else { "were" }
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_metrics::{Row, Unit};

    #[test]
    fn labels_are_found_exactly_first() {
        let row = |label: &str, value| Row {
            label: label.into(),
            estimate: Estimate { value, low: value, high: value, n: 1 },
        };
        let rows = vec![row("mean of medians", 1.0), row("Median", 2.0), row("a mean", 3.0)];
        let shape = Shape::Rows { rows, reference: None };
        let measure = Measure { id: "x".into(), title: "X".into(), unit: Unit::Count, shape };
        assert_eq!(labelled(&measure, &["median"]).unwrap().value, 2.0);
        assert_eq!(labelled(&measure, &["mean"]).unwrap().value, 1.0);
        assert_eq!(labelled(&measure, &["sd"]), None);
    }

    #[test]
    fn a_quarter_of_the_width_needs_sixteen_times_the_matches() {
        assert_eq!(needed(100, 0.1, 0.025), 1600);
        assert_eq!(needed(100, 0.098, 0.05), 390);
        assert_eq!(two_digits(1234.0), 1300);
        assert_eq!(two_digits(7.0), 7);
    }
}
