//! Tests of pig.

use super::*;

fn pig(dice: usize) -> Pig {
    Pig { seats: 2, target: 100, dice, faces: 6 }
}

fn after(game: &Pig, position: &str, moves: &str) -> String {
    let mut state = game.read_position(position).expect("a position");
    for text in moves.split_whitespace() {
        let chosen = game.parse(&state, text).expect("a legal move");
        game.play(&mut state, chosen);
    }
    game.position(&state).expect("every state is written")
}

#[test]
fn a_turn_adds_up_is_held_or_lost() {
    let game = pig(1);
    assert_eq!(after(&game, "10 20 | 0 | 1", "roll 4 roll 5"), "10 20 | 9 | 1");
    assert_eq!(after(&game, "10 20 | 9 | 1", "hold"), "19 20 | 0 | 2");
    assert_eq!(after(&game, "10 20 | 9 | 2", "roll 1"), "10 20 | 0 | 1");
}

#[test]
fn two_dice_lose_more() {
    let game = pig(2);
    assert_eq!(after(&game, "10 20 | 9 | 1", "roll 1+4"), "10 20 | 0 | 2");
    assert_eq!(after(&game, "10 20 | 9 | 1", "roll 1+1"), "0 20 | 0 | 2");
    assert_eq!(after(&game, "10 20 | 9 | 1", "roll 2+2"), "10 20 | 13 | 1");
}

#[test]
fn reaching_the_target_wins_at_once() {
    let game = pig(1);
    let mut state = game.read_position("90 99 | 8 | 1 *").unwrap();
    game.play(&mut state, Move::Throw(2, 0));
    assert_eq!(game.turn(&state), Turn::Over);
    assert!(game.payoff(&state).won(Seat::new(0)));
}

#[test]
fn one_ply_of_the_evaluation_holds_at_twenty() {
    let game = pig(1);
    for total in 2..60 {
        let state = State { total, scores: [10, 10, 0, 0, 0, 0], ..game.initial() };
        let worth = |chosen| {
            let mut next = state;
            game.play(&mut next, chosen);
            game.evaluate(&next, Seat::new(0))
        };
        assert_eq!(worth(Move::Roll) > worth(Move::Hold), total < 20, "turn total {total}");
    }
}

#[test]
fn features_tell_what_a_seat_has_chosen() {
    let game = pig(1);
    let read = |position: &str| {
        let mut out = Vec::new();
        game.read_features(&game.read_position(position).expect("a position"), Seat::new(0), &mut out);
        out
    };
    assert_eq!(read("20 5 | 0 | 1"), [20.0, 5.0, 0.0, 1.0, 0.0], "a turn begins");
    assert_eq!(read("20 5 | 0 | 2"), [20.0, 5.0, 0.0, 0.0, 0.0], "a turn was held");
    assert_eq!(read("20 5 | 8 | 1 *"), [20.0, 5.0, 8.0, 1.0, 1.0], "a throw is coming");
}

#[test]
fn impossible_positions_are_refused() {
    let game = pig(1);
    for text in
        ["1 | 0 | 1", "1 2 3 | 0 | 1", "1 2 | 0 | 3", "1 2 | x | 1", "100 2 | 0 | 1", "98 2 | 4 | 1 *"]
    {
        assert!(game.read_position(text).is_err(), "{text}");
    }
}
