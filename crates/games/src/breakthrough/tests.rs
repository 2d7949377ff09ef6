//! Breakthrough: known positions and texts that are refused.

use super::*;

fn texts(game: &Breakthrough<u64>, position: &str) -> Vec<String> {
    let state = game.read_position(position).unwrap();
    let mut legal = Vec::new();
    game.moves(&state, &mut legal);
    let write = |step| {
        let mut text = String::new();
        game.text(&state, step, &mut text);
        text
    };
    let mut texts: Vec<String> = legal.into_iter().map(write).collect();
    texts.sort_unstable();
    texts
}

#[test]
fn pawns_are_blocked_straight_ahead_and_capture_diagonally() {
    let game = Breakthrough::<u64>::new(5, 3);
    assert_eq!(texts(&game, ".../.bb/.w./.../... w"), ["b3a4", "b3xc4"]);
    assert_eq!(texts(&game, ".../.bb/.w./.../... b"), ["b4a3", "b4c3", "c4c3", "c4xb3"]);
    assert_eq!(texts(&game, "..b/w../.../.../w.. w"), ["a1a2", "a1b2", "a4a5", "a4b5"]);
}

#[test]
fn the_last_row_and_the_last_capture_win() {
    let game = Breakthrough::<u64>::new(5, 3);
    for (position, step, ending) in
        [("..b/w../.../.../... w", "a4a5", "last row"), (".../.../.../.b./w.. w", "a1xb2", "all captured")]
    {
        let mut state = game.read_position(position).unwrap();
        let step = game.parse(&state, step).unwrap();
        game.play(&mut state, step);
        assert_eq!(game.turn(&state), Turn::Over);
        assert!(game.payoff(&state).won(Seat::new(0)));
        assert_eq!(game.ending(&state), ending);
    }
}

#[test]
fn impossible_positions_are_refused_with_the_reason() {
    let game = Breakthrough::<u64>::new(5, 3);
    for (text, reason) in [
        ("bbb/bbb/.../www/www", "who moves"),
        ("bbb/bbb/.../www/www x", "`x` does not say"),
        ("bbb/bbb/www/www w", "5 rows of 3"),
        ("bbb/bbb/..q/www/www w", "`q` is neither w, b nor ."),
        ("bbb/bbb/..b/www/www w", "more than 6 pawns"),
        ("bwb/bbb/.../ww./www w", "already won"),
        (".../.../.../ww./www w", "already won"),
    ] {
        let refused = game.read_position(text).unwrap_err().to_string();
        assert!(refused.contains(reason), "{refused}");
    }
}

#[test]
fn both_players_see_their_pawns_move_up() {
    let game = Breakthrough::<u64>::new(5, 3);
    let state = game.initial();
    let mirrored = Position { mover: 1, ..state };
    let numbers = |state: &Position<u64>| {
        let mut legal = Vec::new();
        game.moves(state, &mut legal);
        let mut numbers: Vec<usize> = legal.into_iter().map(|step| game.index(state, step)).collect();
        numbers.sort_unstable();
        numbers
    };
    assert_eq!(numbers(&state), numbers(&mirrored));
    let mut planes = [[0.0; 45]; 2];
    game.encode(&state, Seat::new(0), &mut planes[0]);
    game.encode(&mirrored, Seat::new(1), &mut planes[1]);
    assert_eq!(planes[0], planes[1]);
}

#[test]
fn captures_may_be_typed_in_other_ways() {
    let game = Breakthrough::<u64>::new(5, 3);
    let state = game.read_position(".../.bb/.w./.../... w").unwrap();
    let typed = ["b3xc4", "b3c4", "B3-C4"].map(|text| game.parse(&state, text));
    assert!(typed[0].is_some() && typed.iter().all(|step| *step == typed[0]));
    assert_eq!(["b3b4", "b3", "c3d4", ""].map(|text| game.parse(&state, text)), [None; 4]);
}
