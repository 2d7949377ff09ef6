//! What random matches say of a game: how large its numbers usually are, how long it takes, and in how many ways it ends.

use super::bout::results_of;
use ludometer_game::{Game, Rng, Seat, Turn};

/// Random matches to look at.
const MATCHES: u64 = 50;

/// The largest size of each feature in some random matches, 1 where it is always 0.
pub fn usual_sizes<G: Game>(game: &G, places: &[u16], seed: u64) -> Vec<f32> {
    if places.is_empty() {
        return Vec::new();
    }
    let (mut most, mut numbers) = (vec![0.0f32; places.len()], Vec::new());
    for number in 0..MATCHES {
        let mut rng = Rng::stream(seed, "usual sizes", number);
        random_match(game, &mut rng, |state| {
            for seat in Seat::all(game.seats()) {
                numbers.clear();
                game.read_chosen_features(state, seat, places, &mut numbers);
                most.iter_mut().zip(&numbers).for_each(|(most, number)| *most = most.max(number.abs()));
            }
        });
    }
    most.into_iter().map(|most| if most > 0.0 { most } else { 1.0 }).collect()
}

/// How random matches end.
#[derive(Clone, PartialEq, Debug)]
pub struct Endings {
    /// What finished ones paid anybody, −1 to 1, each amount once, in rising order. Where there are more than two, the
    /// least and the most a game pays are among them, be they never seen: better play ends better.
    pub results: Vec<f32>,
    /// Decisions after which half of them are over.
    pub plies: u32,
    /// The share of decisions made by the seat that had made the one before.
    pub again: f64,
}

/// How some random matches end.
pub fn endings<G: Game>(game: &G, seed: u64) -> Endings {
    let (mut results, mut lengths, mut again) = (Vec::new(), Vec::new(), 0);
    for number in 0..MATCHES {
        let (mut plies, mut last) = (0, None);
        let state = random_match(game, &mut Rng::stream(seed, "results", number), |state| {
            let mover = game.turn(state).seat();
            plies += 1;
            again += u64::from(mover == last);
            last = mover;
        });
        lengths.push(plies);
        if game.turn(&state) == Turn::Over {
            results.extend(results_of(game, &state).iter().copied());
        }
    }
    lengths.sort_unstable();
    let all: u64 = lengths.iter().copied().map(u64::from).sum();
    let again = again as f64 / all.max(1) as f64;
    Endings { results: bounded(results), plies: lengths[lengths.len() / 2], again }
}

/// Each amount once, in rising order, and with more than two both ends.
fn bounded(mut all: Vec<f32>) -> Vec<f32> {
    let put_in_order = |all: &mut Vec<f32>| {
        all.sort_by(f32::total_cmp);
        all.dedup();
    };
    put_in_order(&mut all);
    if all.len() > 2 {
        all.extend([-1.0, 1.0]);
        put_in_order(&mut all);
    }
    all
}

/// A random match; `meet` is shown every decision. Where it stopped.
fn random_match<G: Game>(game: &G, rng: &mut Rng, mut meet: impl FnMut(&G::State)) -> G::State {
    let (mut state, mut moves) = (game.initial(), Vec::new());
    for _ in 0..game.limit() {
        game.settle(&mut state, rng);
        let Turn::Seat(_) = game.turn(&state) else { break };
        meet(&state);
        moves.clear();
        game.moves(&state, &mut moves);
        match moves.len() {
            0 => break,
            many => game.play(&mut state, moves[rng.below(many)]),
        }
    }
    state
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_game::GameVisitor;

    struct Survey;

    impl GameVisitor for Survey {
        type Out = Endings;
        fn visit<G: Game>(self, game: G) -> Endings {
            endings(&game, 1)
        }
    }

    fn found(game: &str) -> Endings {
        ludometer_games::open(game, std::iter::empty(), Survey).expect("a game")
    }

    #[test]
    fn random_matches_show_how_a_game_ends() {
        let third = 1.0 / 3.0;
        assert_eq!(found("backgammon").results, [-1.0, -2.0 * third, -third, third, 2.0 * third, 1.0]);
        assert_eq!(found("pig").results, [-1.0, 1.0]);
        assert!(found("backgammon").again < 0.01 && found("pig").again > 0.2);
        let plies = |game: &str| found(game).plies;
        assert!((5..=9).contains(&plies("tic-tac-toe")), "{}", plies("tic-tac-toe"));
        assert!(plies("draughts") < 100 && plies("go") > 100, "{} and {}", plies("draughts"), plies("go"));
    }

    #[test]
    fn the_ends_are_there_where_results_are_told_apart() {
        assert_eq!(bounded(vec![0.5, -0.5, 0.0, 0.5]), [-1.0, -0.5, 0.0, 0.5, 1.0]);
        assert_eq!(bounded(vec![0.5, -1.0, 0.0]), [-1.0, 0.0, 0.5, 1.0]);
        assert_eq!(bounded(vec![0.5, -0.5]), [-0.5, 0.5]);
    }
}
