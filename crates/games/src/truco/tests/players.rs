//! The strategies that come with the game.

use super::*;
use crate::truco::outlook::share;

fn advised(state: &State, me: usize, style: usize, legal: &[Move]) -> Move {
    let mut liked = Vec::new();
    GAME.advise(state, Seat::new(me as u8), style, legal, &mut liked).expect("advice");
    assert_eq!((liked.len(), liked.iter().sum::<f32>()), (legal.len(), 1.0), "one legal move is advised");
    legal[liked.iter().position(|&liked| liked == 1.0).expect("one move")]
}

/// What a style says of this state.
fn says(state: &State, style: usize) -> String {
    let mut legal = Vec::new();
    GAME.moves(state, &mut legal);
    ludometer_game::text_of(&GAME, state, advised(state, state.me(), style, &legal))
}

/// Whether `style` in `seat` wins a match against random play.
fn wins(style: usize, seat: usize, seed: u64) -> bool {
    let mut rng = Rng::stream(seed, "players", 0);
    let (mut state, mut legal) = (GAME.initial(), Vec::new());
    loop {
        legal.clear();
        let made = match GAME.turn(&state) {
            Turn::Chance => GAME.draw(&state, &mut rng),
            Turn::Seat(_) => {
                GAME.moves(&state, &mut legal);
                if state.me() == seat {
                    advised(&state, seat, style, &legal)
                } else {
                    legal[rng.below(legal.len())]
                }
            }
            _ => return state.points[seat] > state.points[1 - seat],
        };
        GAME.play(&mut state, made);
    }
}

#[test]
fn every_style_beats_random_play() {
    for (style, name) in GAME.strategies().iter().enumerate() {
        let won = (0..100).filter(|&seed| wins(style, seed as usize % 2, seed)).count();
        assert!(won >= 75, "{name} won {won} of 100");
    }
}

#[test]
fn strategies_decide_by_what_the_seat_sees() {
    let state = after(&GAME, &format!("{PLAIN} 3o"));
    let mut rng = Rng::stream(7, "worlds", 0);
    for style in 0..GAME.strategies().len() {
        let says_here = says(&state, style);
        for _ in 0..20 {
            assert_eq!(says(&worlds::sample(&state, 1, &mut rng), style), says_here);
        }
    }
}

#[test]
fn balanced_plays_plain_hands_plainly() {
    let second = after(&GAME, "deal-2e.4o.4c-3c.5o.1b 2e");
    assert_eq!(says(&second, 0), "truco", "the best two cards of the table");
    let last = after(&GAME, "deal-2e.4o.6c-3c.5o.1b 2e 3c");
    assert_eq!(says(&last, 3), "truco");
    let weak = after(&GAME, "deal-1e.7e.3o-4b.5c.10o truco");
    assert_eq!(says(&weak, 0), "nao-quero");
    let strong = after(&GAME, "deal-4b.5c.10o-1e.7e.3o truco");
    assert_eq!(says(&strong, 0), "retruco");
    let envido = after(&GAME, "deal-7e.6e.4o-4b.5c.10o");
    assert_eq!(says(&envido, 0), "real-envido");
}

#[test]
fn the_share_of_won_hands_is_exact() {
    // Seat 2 holds the two best cards left and has won a trick: it cannot lose any more.
    let sure = after(&GAME, "deal-2e.4o.6c-1e.1b.3b 2e 3b");
    assert_eq!(share(&sure, 1, Some(0)), 1.0);
    // One card each after a tie and a tie: the mão wins equals. 4s lose to all but 4s.
    let last = after(&GAME, "deal-3e.2e.4c-3o.2o.4b 3e 3o 2e 2o");
    let unseen = 40.0 - 5.0;
    assert_eq!(share(&last, 0, Some(0)), 3.0 / unseen, "three other 4s");
}
