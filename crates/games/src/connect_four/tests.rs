//! Connect Four: known positions and texts that are refused.

use super::*;

fn after(game: &ConnectFour<u64>, moves: &str) -> Position<u64> {
    let mut state = game.initial();
    for text in moves.split(' ') {
        assert_ne!(game.turn(&state), Turn::Over, "before {text} of {moves}");
        let chosen = game.parse(&state, text).unwrap();
        game.play(&mut state, chosen);
    }
    state
}

#[test]
fn lines_win_in_every_direction_but_not_around_the_edge() {
    let game = ConnectFour::<u64>::new(6, 7, 4, true);
    for won in ["1 1 2 2 3 3 4", "1 2 1 2 1 2 1", "1 2 2 3 3 4 3 4 4 6 4", "7 6 6 5 5 4 5 4 4 2 4"] {
        let state = after(&game, won);
        assert!(state.won && game.payoff(&state).won(Seat::new(0)), "{won}");
    }
    let wrapped = game.read_position("......./......./x....../xo...../xo...../oo...x.");
    assert!(wrapped.is_ok_and(|state| !state.won));
}

#[test]
fn every_line_of_every_length_is_found_and_nothing_else() {
    for line in 2..=6 {
        let game = ConnectFour::<u64>::new(5, 6, line, false);
        for (row, column) in (0..5).flat_map(|row| (0..6).map(move |column| (row, column))) {
            for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                let cells = (0..line as i32).map(|i| (row + down * i, column + right * i));
                let inside = cells.filter(|(r, c)| (0..5).contains(r) && (0..6).contains(c));
                let discs = inside.fold(0, |set, (r, c)| set | 1 << game.bit((r * 6 + c) as usize));
                assert_eq!(game.wins(discs), discs.count_ones() == line as u32, "{line} {discs:b}");
            }
        }
    }
}

#[test]
fn impossible_positions_are_refused_with_the_reason() {
    let game = ConnectFour::<u64>::new(4, 4, 3, true);
    for (text, reason) in [
        ("..../..../....", "4 rows of 4 cells"),
        ("..../..../..../..z.", "neither x, o nor ."),
        ("..../..../..../..xx", "alternate turns"),
        ("..../..../.x../.o..", ""),
        ("..../..../.x../o...", "hangs"),
        ("..../..../ooo./xxx.", "already has a line"),
        ("oo.o/xxxx/ooxo/xxxo", "do not share"),
    ] {
        match game.read_position(text) {
            Ok(state) => assert_eq!((reason, game.position(&state).as_deref()), ("", Some(text))),
            Err(refused) => assert!(!reason.is_empty() && refused.to_string().contains(reason), "{refused}"),
        }
    }
}

#[test]
fn blocks_are_counted() {
    let game = ConnectFour::<u64>::new(6, 7, 4, true);
    let before = after(&game, "1 7 1 7 1");
    let mut story = Story::default();
    game.narrate(&before, 0, &before, &mut story);
    game.narrate(&before, 1, &before, &mut story);
    assert_eq!(story.counts, vec![("blocks".to_owned(), 1.0)]);
}
