//! How large a tree is that does not fit: guessed from random matches.
//!
//! Knuth 1975, "Estimating the efficiency of backtrack programs": the product of the branchings along a
//! uniformly random match, summed over its plies, is on the average the size of the tree.

use ludometer_game::{Game, Rng, Turn};

/// Random matches that are played for a guess.
const MATCHES: u64 = 200;
/// Bytes that a position takes, roughly, with everything that is kept of it.
const BYTES: f64 = 100.0;
/// The largest tree that is worth a try.
const HOPE: f64 = 1e9;

/// About how many positions the tree of a game has, by random matches. Chance that is not listed counts as one outcome.
#[must_use]
pub fn expected_positions<G: Game>(game: &G) -> f64 {
    let (mut legal, mut outcomes) = (Vec::new(), Vec::new());
    let mut total = 0.0;
    for number in 0..MATCHES {
        let mut rng = Rng::stream(1, "size", number);
        let (mut state, mut width) = (game.initial(), 1.0f64);
        total += 1.0;
        for _ in 0..game.limit() {
            let (chosen, branching) = match game.turn(&state) {
                Turn::Seat(_) => {
                    legal.clear();
                    game.moves(&state, &mut legal);
                    if legal.is_empty() {
                        break;
                    }
                    (legal[rng.below(legal.len())], legal.len())
                }
                Turn::Chance => {
                    outcomes.clear();
                    match game.chance(&state, &mut outcomes) {
                        true => (outcomes[rng.below(outcomes.len())].0, outcomes.len()),
                        false => (game.draw(&state, &mut rng), 1),
                    }
                }
                _ => break,
            };
            width *= branching as f64;
            total += width;
            game.play(&mut state, chosen);
        }
    }
    total / MATCHES as f64
}

/// A large number for people: "about 4·10^12".
#[must_use]
pub fn in_words(number: f64) -> String {
    if !number.is_finite() {
        return "more than 10^300".into();
    }
    let power = libm::floor(libm::log10(number.max(1.0)));
    format!("about {:.0}·10^{power:.0}", number / libm::pow(10.0, power))
}

/// What would work instead.
pub fn advice(expected: f64, hidden: bool) -> String {
    if !hidden {
        return "nothing is hidden here, so `solve`, `alphabeta` or `mcts` play it without training".into();
    }
    if expected > HOPE {
        return "`ismcts` plays it without training".into();
    }
    // Twice what is expected: a guess may be low.
    let limit = libm::ceil(expected.max(1e6) / 5e5) * 1e6;
    let gigabytes = limit * BYTES / 1e9;
    format!("--limit {limit:.0} might do, with {gigabytes:.1} GB of memory")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_said_in_powers_of_ten() {
        assert_eq!(in_words(4.4e12), "about 4·10^12");
        assert_eq!(in_words(f64::INFINITY), "more than 10^300");
    }

    #[test]
    fn what_is_hopeless_is_not_advised() {
        assert!(advice(1e12, true).starts_with("`ismcts`"));
        assert!(advice(3e7, true).starts_with("--limit 60000000 might do, with 6.0 GB"));
        assert!(advice(3e7, false).contains("`solve`"));
    }
}
