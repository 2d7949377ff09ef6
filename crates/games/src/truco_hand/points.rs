//! Points of envido, and in how many ways two hands have them.

use crate::truco::deck::{CARDS, HANDS, Trio, envido, is_flor};
use std::sync::LazyLock;

/// One more than the most points.
const POINTS: usize = 34;
const PLACES: usize = CARDS as usize;

type ByPoints = [f64; POINTS];

/// In how many ways the hands have these points and those: `WAYS[one][other]`.
static WAYS: LazyLock<[ByPoints; POINTS]> = LazyLock::new(count);

/// Points with the number of ways to have them, when the other seat has `other`.
pub(super) fn ways(other: Option<u8>) -> Vec<(u8, f64)> {
    let of = |points: usize| match other {
        Some(other) => WAYS[usize::from(other)][points],
        None => WAYS[points].iter().sum(),
    };
    (0..POINTS).map(|points| (points as u8, of(points))).filter(|(_, ways)| *ways > 0.0).collect()
}

/// All hands without a flor.
fn hands() -> impl Iterator<Item = Trio> {
    let all = (0..CARDS).flat_map(|a| (0..a).flat_map(move |b| (0..b).map(move |c| [a, b, c])));
    all.filter(|hand| !is_flor(hand))
}

/// The hands that share no card with a given one: all, less those that have one of its cards, plus those
/// that have two of them and were taken off twice, less the hand itself.
fn count() -> [ByPoints; POINTS] {
    let mut all = [0.0; POINTS];
    let mut with_one = vec![[0.0; POINTS]; PLACES];
    let mut with_two = vec![[0.0; POINTS]; PLACES * PLACES];
    let pairs =
        |[a, b, c]: Trio| [(a, b), (a, c), (b, c)].map(|(a, b)| usize::from(a) * PLACES + usize::from(b));
    let known: Vec<(Trio, usize)> = hands().map(|hand| (hand, usize::from(envido(&hand)))).collect();
    debug_assert!(known.len() < HANDS as usize);
    for &(hand, points) in &known {
        all[points] += 1.0;
        hand.iter().for_each(|&card| with_one[usize::from(card)][points] += 1.0);
        pairs(hand).into_iter().for_each(|pair| with_two[pair][points] += 1.0);
    }
    let mut ways = [[0.0; POINTS]; POINTS];
    for &(hand, points) in &known {
        for (other, ways) in ways[points].iter_mut().enumerate() {
            let one: f64 = hand.iter().map(|&card| with_one[usize::from(card)][other]).sum();
            let two: f64 = pairs(hand).into_iter().map(|pair| with_two[pair][other]).sum();
            *ways += all[other] - one + two - f64::from(u8::from(other == points));
        }
    }
    ways
}
