//! Rules that would fit where a game is too large to train: one number of its rules at a time, made smaller.

use crate::{GameRequest, open};
use ludometer_game::{ParamKind, ParamSpec};
use ludometer_learn::TrainError;
use ludometer_learn::cfr::size::in_words;

/// Puts what would fit in front of the advice of an error that says the game is too large.
pub(crate) fn advised(error: TrainError, request: &GameRequest, seed: u64) -> TrainError {
    let TrainError::TooLarge { limit, plies, sets, expected, advice } = error else { return error };
    let found = fitting(request, limit, seed);
    let advice =
        if found.is_empty() { advice } else { format!("{} would fit; {advice}", found.join(" or ")) };
    TrainError::TooLarge { limit, plies, sets, expected, advice }
}

/// Settings that make the tree small enough, as typed, each with its size.
fn fitting(request: &GameRequest, limit: usize, seed: u64) -> Vec<String> {
    let Ok(card) = ludometer_games::card(&request.game) else { return Vec::new() };
    let size = |name: &str, value: i64| {
        let mut smaller = request.clone();
        smaller.set.retain(|typed| typed.split('=').next().map(str::trim) != Some(name));
        smaller.set.push(format!("{name}={value}"));
        open(&smaller, seed).map_or(f64::INFINITY, |house| house.expected_positions())
    };
    let largest = |spec: &ParamSpec| {
        let ParamKind::Whole { min, step, .. } = spec.kind else { return None };
        let now = typed_value(request, spec)?;
        // A guess may be low.
        let fits = |value: i64| 2.0 * size(&spec.name, value) < limit as f64;
        let value = largest_that_fits(min, step, now, fits)?;
        Some(format!("--set {}={value} ({} positions)", spec.name, in_words(size(&spec.name, value))))
    };
    card.params.iter().filter_map(largest).collect()
}

/// The value a parameter has in a request.
fn typed_value(request: &GameRequest, spec: &ParamSpec) -> Option<i64> {
    let typed = request.set.iter().filter_map(|setting| setting.split_once('='));
    let typed = typed.filter(|(name, _)| name.trim() == spec.name).next_back();
    typed.map_or_else(|| spec.default.to_string(), |(_, value)| value.trim().to_owned()).parse().ok()
}

/// The largest value below `now` that fits, where smaller ones fit better.
fn largest_that_fits(min: i64, step: i64, now: i64, fits: impl Fn(i64) -> bool) -> Option<i64> {
    if now <= min || !fits(min) {
        return None;
    }
    let (mut good, mut bad) = (0, (now - min + step - 1) / step);
    while bad - good > 1 {
        let middle = (good + bad) / 2;
        if fits(min + middle * step) { good = middle } else { bad = middle }
    }
    Some(min + good * step)
}
