//! Tests of card points.

use super::*;
use proptest::{prop_assert_eq, proptest};

fn game(cards: usize, deck: usize) -> CardPoints {
    CardPoints { cards, deck: &DECKS[deck] }
}

fn dealt(game: &CardPoints, seed: u64) -> State {
    let mut state = game.initial();
    game.play(&mut state, Move::Deal(seed));
    state
}

/// The gain of the player on turn by trying everything.
fn tried(game: &CardPoints, state: &State) -> i32 {
    if game.turn(state) == Turn::Over {
        return 0;
    }
    let mut legal = Vec::new();
    game.moves(state, &mut legal);
    let gain = |&chosen: &Move| {
        let mut next = *state;
        game.play(&mut next, chosen);
        let mover = state.mover();
        i32::from(next.sums[mover] - state.sums[mover]) - tried(game, &next)
    };
    legal.iter().map(gain).max().expect("a card is left")
}

proptest! {
    #[test]
    fn dynamic_programming_agrees_with_trying_everything(seed: u64, half in 1usize..=5, deck in 0usize..3) {
        let game = game(2 * half, deck);
        let state = dealt(&game, seed);
        prop_assert_eq!(game.best_difference(&state), tried(&game, &state));
    }
}

#[test]
fn the_first_player_never_loses_with_best_play() {
    for cards in (2..=MOST).step_by(2) {
        for seed in 0..300 {
            for deck in 0..3 {
                let game = game(cards, deck);
                let gain = game.best_difference(&dealt(&game, seed));
                assert!(gain >= 0, "{cards} cards, deck {deck}, seed {seed}: {gain}");
            }
        }
    }
}

#[test]
fn every_card_of_the_deck_is_dealt_at_most_as_often_as_it_exists() {
    let game = game(20, 2);
    let mut values: Vec<u8> = dealt(&game, 7).row.iter().collect();
    values.sort_unstable();
    assert_eq!(values, [1, 2, 3, 4, 5].into_iter().flat_map(|v| [v; 4]).collect::<Vec<u8>>());
}

#[test]
fn fast_playouts_draw_from_the_same_distribution() {
    let game = game(6, 0);
    let start = game.read_position("A 2 3 K 7 7 | 0 0 | 1").unwrap();
    let rounds = 20_000;
    let mut wins = [0.0, 0.0];
    for index in 0..rounds {
        let mut rng = Rng::stream(1, "card-points", index);
        wins[0] +=
            f64::from(game.playout(&mut start.clone(), &mut Vec::new(), &mut rng).points[Seat::new(0)]);
        let mut state = start;
        while game.turn(&state) != Turn::Over {
            let mut legal = Vec::new();
            game.moves(&state, &mut legal);
            game.play(&mut state, legal[rng.below(legal.len())]);
        }
        wins[1] += f64::from(game.payoff(&state).points[Seat::new(0)]);
    }
    let [fast, plain] = wins.map(|sum| sum / rounds as f64);
    assert!((fast - plain).abs() < 0.04, "{fast} against {plain}");
}

#[test]
fn impossible_positions_are_refused() {
    let game = game(4, 0);
    for text in
        ["A 7 3 K | 12 5 | 2", "A 7 3 K 2 | 0 0 | 2", "A B | 0 0 | 1", "A A | 0 | 1", "A", "2 2 | 999 0 | 1"]
    {
        assert!(game.read_position(text).is_err(), "{text}");
    }
    let read = game.read_position(" a 7 |12 5| 1 ").unwrap();
    assert_eq!(game.position(&read).as_deref(), Some("A 7 | 12 5 | 1"));
}
