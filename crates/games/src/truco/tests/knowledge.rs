//! Hidden cards: samples fit what was shown and said, all that fit are equally likely, and long random play
//! keeps its invariants.

use super::*;
use crate::truco::deck::{CARDS, Trio, envido, flor, is_flor, sorted};
use ludometer_game::Story;
use std::collections::HashMap;

fn draws(state: &State, me: usize, count: u64) -> HashMap<Trio, u64> {
    let mut rng = Rng::stream(5, "draws", 0);
    let mut seen = HashMap::new();
    for _ in 0..count {
        let world = worlds::sample(state, me, &mut rng);
        assert_eq!(world.cards[me], state.cards[me]);
        *seen.entry(world.cards[1 - me]).or_insert(0) += 1;
    }
    seen
}

/// All hands of the other seat that fit, found by trying every one.
fn fitting(state: &State, me: usize, fits: impl Fn(&Trio) -> bool) -> Vec<Trio> {
    let shown: Vec<u8> = state.laid[1 - me].iter().filter_map(|laid| laid.shown()).collect();
    let free: Vec<u8> = (0..CARDS).filter(|card| !state.cards[me].contains(card)).collect();
    let mut all = Vec::new();
    for (at, &a) in free.iter().enumerate() {
        for (next, &b) in free.iter().enumerate().take(at) {
            all.extend(free[..next].iter().map(|&c| sorted([a, b, c])));
        }
    }
    all.retain(|hand| shown.iter().all(|card| hand.contains(card)) && fits(hand));
    all
}

/// Every hand that fits is drawn about as often as the others, and no other hand at all.
fn drawn_evenly(moves: &str, fits: impl Fn(&Trio) -> bool) {
    let state = after(&GAME, moves);
    let hands = fitting(&state, 0, fits);
    let seen = draws(&state, 0, 60 * hands.len() as u64);
    assert!(seen.keys().all(|hand| hands.contains(hand)), "{moves}: a hand that does not fit");
    let chi2: f64 =
        hands.iter().map(|hand| (seen.get(hand).copied().unwrap_or(0) as f64 - 60.0).powi(2) / 60.0).sum();
    let free = hands.len() as f64 - 1.0;
    assert!(chi2 < free + 6.0 * (2.0 * free).sqrt() + 10.0, "{moves}: {chi2} with {free} degrees of freedom");
}

#[test]
fn samples_are_even_over_all_hands_that_fit() {
    drawn_evenly(PLAIN, |_| true);
    drawn_evenly(&format!("{PLAIN} truco quero"), |hand| !is_flor(hand));
    drawn_evenly(&format!("{PLAIN} envido quero"), |hand| !is_flor(hand) && envido(hand) <= 28);
    drawn_evenly(&format!("{PLAIN} envido quero 1e 2b"), |hand| !is_flor(hand) && envido(hand) <= 28);
    let won = "deal-1e.6e.3o-7b.5b.12c envido quero";
    drawn_evenly(&format!("{won} 1e"), |hand| !is_flor(hand) && envido(hand) == 32);
    drawn_evenly(&format!("{FLORES} flor"), is_flor);
    drawn_evenly(&format!("{FLORES} flor flor-flor quero"), |hand| is_flor(hand) && flor(hand) == 35);
}

#[test]
fn a_card_face_down_may_be_any_that_is_unseen() {
    let state = after(&GAME, &format!("{PLAIN} 1e down-12c 7e"));
    let mut rng = Rng::stream(6, "down", 0);
    let mut seen = HashMap::new();
    for _ in 0..20_000 {
        let world = worlds::sample(&state, 0, &mut rng);
        let down = world.laid[1][0].card().expect("a card");
        assert!(world.laid[1][0].is_down() && world.cards[1].contains(&down));
        *seen.entry(down).or_insert(0u32) += 1;
    }
    assert_eq!(seen.len(), 37, "all but the own three");
    let of_seat = |seat| {
        let mut info = Vec::new();
        worlds::info(&state, seat, &mut info);
        info
    };
    let other = after(&GAME, "deal-1e.7e.3o-2b.5c.12c 1e down-5c 7e");
    let mut same = Vec::new();
    worlds::info(&other, 0, &mut same);
    assert_eq!(of_seat(0), same, "seat 1 cannot tell which card lies there");
    assert_ne!(of_seat(1), same);
    assert_eq!(GAME.seen(&other, Move::Down(3), Seat::new(1 - other.mover)), Seen::Hidden(1));
}

#[test]
fn random_matches_keep_their_invariants() {
    for falta in [Falta::Loser, Falta::Leader, Falta::Half] {
        let game =
            Truco { rules: Rules { falta, envido_first: true, leaving_pays_envido: true, ..DEFAULTS } };
        for seed in 0..400 {
            let mut rng = Rng::stream(seed, "long", falta as u64);
            one_match(&game, &mut rng);
        }
    }
}

fn one_match(game: &Truco, rng: &mut Rng) {
    let (mut state, mut story, mut moves) = (game.initial(), Story::default(), Vec::new());
    while game.turn(&state) != Turn::Over {
        moves.clear();
        let chosen = if state.dealt {
            game.moves(&state, &mut moves);
            moves[rng.below(moves.len())]
        } else {
            game.draw(&state, rng)
        };
        let before = state;
        game.play(&mut state, chosen);
        game.narrate(&before, chosen, &state, &mut story);
        let gained: u8 = state.points.iter().sum::<u8>() - before.points.iter().sum::<u8>();
        assert!(state.points.iter().all(|&points| points <= game.rules.target));
        assert!(state.hand == before.hand || (gained > 0 && state.hand == before.hand + 1));
        assert!(state.log().len() <= state::MOST_MOVES && state.value() <= 4);
        let held: usize = (0..2).map(|seat| state.held(seat).count()).sum();
        let laid = state.laid.concat().iter().filter(|laid| laid.card().is_some()).count();
        assert_eq!(held + laid, if state.dealt { 6 } else { 0 });
        assert!(state.dealt || state.log().is_empty());
    }
    assert_eq!(state.points.iter().filter(|&&points| points == game.rules.target).count(), 1);
    for seat in Seat::all(2) {
        let told: f32 = story.scores.iter().filter(|(who, ..)| *who == seat).map(|(.., points)| points).sum();
        assert_eq!(Some(told), game.score(&state, seat), "points by source add up");
    }
}
