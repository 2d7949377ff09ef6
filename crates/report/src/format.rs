//! Numbers as people read them: per cent, signs, thousands, and no more digits than the data carry.

use ludometer_metrics::{Estimate, Unit};
use std::fmt;

/// The space that keeps a number and its unit on one line.
pub(crate) const NBSP: char = '\u{a0}';

/// A length in a picture, printed with at most two decimals.
#[derive(Clone, Copy)]
pub(crate) struct Px(pub f64);

impl fmt::Display for Px {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("{:.2}", self.0);
        let short = text.trim_end_matches('0').trim_end_matches('.');
        f.write_str(if short == "-0" { "0" } else { short })
    }
}

/// A whole number with a comma every three digits.
pub(crate) fn whole(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number with as many decimals as asked, a true minus sign and thousands set apart.
pub(crate) fn decimal(number: f64, decimals: usize) -> String {
    if !number.is_finite() {
        return "–".into();
    }
    let text = format!("{:.decimals$}", number.abs());
    let (head, tail) = text.split_once('.').map_or((text.as_str(), ""), |(head, tail)| (head, tail));
    let head = head.parse::<u64>().map_or_else(|_| head.to_owned(), whole);
    let zero = text.chars().all(|c| c == '0' || c == '.');
    let sign = if number < 0.0 && !zero { "−" } else { "" };
    let point = if tail.is_empty() { "" } else { "." };
    format!("{sign}{head}{point}{tail}")
}

/// A plain number: whole if it is, else with up to two decimals.
pub(crate) fn plain(number: f64) -> String {
    if number.fract() == 0.0 { decimal(number, 0) } else { decimal(number, 2) }
}

/// A share as per cent.
pub(crate) fn percent(share: f64, decimals: usize) -> String {
    format!("{}{NBSP}%", decimal(share * 100.0, decimals))
}

/// Decimals that an estimate deserves: more once its interval is narrow, until its ends read apart.
fn decimals(estimate: &Estimate, unit: Unit) -> usize {
    const MOST_MORE: usize = 2;
    let half = (estimate.high - estimate.low) / 2.0;
    let least = match unit {
        Unit::Share => usize::from(half < 0.02),
        Unit::Value => 2,
        Unit::Count | Unit::Points if estimate.value.fract() == 0.0 && half == 0.0 => 0,
        Unit::Count | Unit::Points if estimate.value.abs() >= 100.0 => 0,
        Unit::Count | Unit::Points if estimate.value.abs() < 1.0 && half > 0.0 && half < 0.5 => 2,
        Unit::Count | Unit::Points => 1,
    };
    let scale = if unit == Unit::Share { 100.0 } else { 1.0 };
    let alike = |places: &usize| {
        half > 0.0 && decimal(estimate.low * scale, *places) == decimal(estimate.high * scale, *places)
    };
    (least..least + MOST_MORE).find(|places| !alike(places)).unwrap_or(least + MOST_MORE)
}

/// A number without its unit; none and all are sharp, however fine the rest.
fn bare(value: f64, unit: Unit, decimals: usize) -> String {
    match unit {
        Unit::Share if value == 0.0 || value == 1.0 => decimal(value * 100.0, 0),
        Unit::Share => decimal(value * 100.0, decimals),
        _ => decimal(value, decimals),
    }
}

fn number(value: f64, unit: Unit, decimals: usize) -> String {
    let bare = bare(value, unit, decimals);
    if unit == Unit::Share { format!("{bare}{NBSP}%") } else { bare }
}

/// The best guess alone.
pub(crate) fn value(estimate: &Estimate, unit: Unit) -> String {
    number(estimate.value, unit, decimals(estimate, unit))
}

/// The interval alone; `None` for a number that is not an estimate.
pub(crate) fn interval(estimate: &Estimate, unit: Unit) -> Option<String> {
    if estimate.low >= estimate.high {
        return None;
    }
    let places = decimals(estimate, unit);
    let high = number(estimate.high, unit, places);
    let low = bare(estimate.low, unit, places);
    Some(if low.starts_with('−') { format!("{low} to {high}") } else { format!("{low}–{high}") })
}

/// The best guess with its interval: `54 % (49–59 %)`.
pub(crate) fn estimate(estimate: &Estimate, unit: Unit) -> String {
    match interval(estimate, unit) {
        Some(interval) => format!("{} ({interval})", value(estimate, unit)),
        None => value(estimate, unit),
    }
}

/// A number of things with the right word: `1 match`, `1,240 matches`.
pub(crate) fn count(number: u64, one: &str, many: &str) -> String {
    format!("{}{NBSP}{}", whole(number), noun(&whole(number), one, many))
}

/// The word that follows a written number.
pub(crate) fn noun<'a>(number: &str, one: &'a str, many: &'a str) -> &'a str {
    if number == "1" { one } else { many }
}

/// A text with a capital first letter.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Words joined as in a sentence: `a, b and c`.
pub(crate) fn listing(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}

/// A text cut to at most `most` characters, with an ellipsis where something is missing.
pub(crate) fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most.saturating_sub(1)).chain(['…']).collect()
}

/// Characters that XML forbids even when escaped, replaced so that no name can break a picture.
pub(crate) fn printable(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') { ' ' } else { c })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guess(value: f64, low: f64, high: f64) -> Estimate {
        Estimate { value, low, high, n: 100 }
    }

    #[test]
    fn digits_follow_the_interval() {
        assert_eq!(estimate(&guess(0.54, 0.49, 0.59), Unit::Share), "54\u{a0}% (49–59\u{a0}%)");
        assert_eq!(estimate(&guess(0.5412, 0.535, 0.547), Unit::Share), "54.1\u{a0}% (53.5–54.7\u{a0}%)");
        assert_eq!(estimate(&guess(-0.1, -0.2, 0.001), Unit::Value), "−0.10 (−0.20 to 0.00)");
        assert_eq!(estimate(&guess(15.0, 15.0, 15.0), Unit::Count), "15");
        assert_eq!(estimate(&guess(0.31, 0.25, 0.37), Unit::Count), "0.31 (0.25–0.37)");
        assert_eq!(estimate(&guess(501.7, 493.0, 510.4), Unit::Count), "502 (493–510)");
        assert_eq!(estimate(&guess(0.0, 0.0, 0.0046), Unit::Share), "0\u{a0}% (0–0.5\u{a0}%)");
        assert_eq!(estimate(&guess(1.0, 0.9996, 1.0), Unit::Share), "100\u{a0}% (99.96–100\u{a0}%)");
        assert_eq!(estimate(&guess(0.0, 0.0, 0.0002), Unit::Share), "0\u{a0}% (0–0.02\u{a0}%)");
        assert_eq!(estimate(&guess(1.61, 1.598, 1.622), Unit::Count), "1.61 (1.60–1.62)");
    }

    #[test]
    fn plain_numbers() {
        assert_eq!(whole(1_234_567), "1,234,567");
        assert_eq!(decimal(-1234.5, 1), "−1,234.5");
        assert_eq!(decimal(-0.001, 1), "0.0");
        assert_eq!(plain(3.0), "3");
        assert_eq!(Px(12.300_000_1).to_string(), "12.3");
        assert_eq!(Px(-0.001).to_string(), "0");
        assert_eq!(decimal(f64::NAN, 1), "–");
    }

    #[test]
    fn texts_are_cut_and_joined() {
        assert_eq!(cut("abcdef", 4), "abc…");
        assert_eq!(listing(&["a".into(), "b".into(), "c".into()]), "a, b and c");
        assert_eq!(count(1, "match", "matches"), "1\u{a0}match");
        assert_eq!(printable("a\u{0}b\nc"), "a b c");
    }
}
