//! Rules that would fit where a game is too large to train: one number of its rules at a time, made smaller.

use crate::{GameRequest, open};
use ludometer_game::{ParamKind, ParamSpec};
use ludometer_learn::TrainError;
use ludometer_learn::cfr::size::in_words;

/// Puts what would fit in front of the advice of an error that says the game is too large.
pub(crate) fn advised(error: TrainError, request: &GameRequest, limit: usize, seed: u64) -> TrainError {
    let with_fitting = |advice: String| {
        let found = fitting(request, limit, seed);
        if found.is_empty() { advice } else { format!("{} would fit; {advice}", found.join(" or ")) }
    };
    match error {
        TrainError::TooLarge { limit, plies, grown, sets, expected, advice } => {
            TrainError::TooLarge { limit, plies, grown, sets, expected, advice: with_fitting(advice) }
        }
        TrainError::Shuffled { advice } => TrainError::Shuffled { advice: with_fitting(advice) },
        other => other,
    }
}

/// Settings that make the tree small enough, as typed, each with its size: one number of the rules, or where
/// no one is enough, as few together as were found.
fn fitting(request: &GameRequest, limit: usize, seed: u64) -> Vec<String> {
    let Ok(card) = ludometer_games::card(&request.game) else { return Vec::new() };
    // What is open needs no equilibrium.
    if !open(request, seed).is_ok_and(|house| house.info().hidden) {
        return Vec::new();
    }
    let size = |changes: &[(String, i64)]| size(request, changes, seed);
    // A guess may be low.
    let fits = |changes: &[(String, i64)]| 2.0 * size(changes) < limit as f64;
    let mut found: Vec<Vec<(String, i64)>> = Vec::new();
    let mut all = Vec::new();
    for spec in &card.params {
        let ParamKind::Whole { min, step, .. } = spec.kind else { continue };
        let Some(now) = typed_value(request, spec).filter(|now| *now > min) else { continue };
        let one = |value: i64| vec![(spec.name.clone(), value)];
        found.extend(largest_that_fits(min, step, now, |value| fits(&one(value))).map(one));
        all.push((spec.name.clone(), min));
    }
    if found.is_empty() && fits(&all) {
        found.push(fewest(all, fits));
    }
    let said = |changes: &Vec<(String, i64)>| {
        let typed: Vec<String> =
            changes.iter().map(|(name, value)| format!("--set {name}={value}")).collect();
        format!("{} ({} positions)", typed.join(" "), in_words(size(changes)))
    };
    found.iter().map(said).collect()
}

/// About how large the tree is with these changes.
fn size(request: &GameRequest, changes: &[(String, i64)], seed: u64) -> f64 {
    let mut smaller = request.clone();
    for (name, value) in changes {
        smaller.set.retain(|typed| typed.split('=').next().map(str::trim) != Some(name));
        smaller.set.push(format!("{name}={value}"));
    }
    let listed = open(&smaller, seed).ok().filter(|house| house.info().chance != "drawn");
    listed.map_or(f64::INFINITY, |house| house.expected_positions())
}

/// The changes without those that are not needed, taken back one by one.
fn fewest(mut changes: Vec<(String, i64)>, fits: impl Fn(&[(String, i64)]) -> bool) -> Vec<(String, i64)> {
    for at in (0..changes.len()).rev() {
        let mut without = changes.clone();
        without.remove(at);
        if fits(&without) {
            changes = without;
        }
    }
    changes
}

/// The value a parameter has in a request.
fn typed_value(request: &GameRequest, spec: &ParamSpec) -> Option<i64> {
    let mut typed = request.set.iter().filter_map(|setting| setting.split_once('='));
    let typed = typed.rfind(|(name, _)| name.trim() == spec.name);
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
