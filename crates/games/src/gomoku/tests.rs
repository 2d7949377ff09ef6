//! Gomoku: a slow board against the bit sets, openings, known positions, texts that are refused.

use super::*;
use ludometer_game::Rng;
use proptest::prelude::*;

fn game(size: usize, exact: bool, opening: Opening) -> Gomoku<Wide<6>> {
    Gomoku::new(size, 5, exact, opening)
}

/// The owner of a cell by row and column; `None` outside.
fn at(owners: &[Option<usize>], size: i32, row: i32, column: i32) -> Option<Option<usize>> {
    let inside = (0..size).contains(&row) && (0..size).contains(&column);
    inside.then(|| owners[(row * size + column) as usize])
}

/// The cells of all straight rows of this length, as (row, column).
fn rows(size: i32, length: i32) -> impl Iterator<Item = Vec<(i32, i32)>> {
    let starts = (0..size).flat_map(move |row| (0..size).map(move |column| (row, column)));
    let ways = [(0, 1), (1, 0), (1, 1), (1, -1)];
    let all = starts.flat_map(move |start| ways.map(|way| (start, way)));
    let cells = move |((row, column), (down, right))| -> Vec<(i32, i32)> {
        (0..length).map(|i| (row + down * i, column + right * i)).collect()
    };
    all.map(cells).filter(move |row| row.iter().all(|(r, c)| (0..size).contains(r) && (0..size).contains(c)))
}

/// Whether a colour has a line: a row all its own that, under the exact rule, no stone of its own prolongs.
fn slow_line(owners: &[Option<usize>], size: i32, line: i32, exact: bool, colour: usize) -> bool {
    rows(size, line).any(|row| {
        let own = |(r, c): (i32, i32)| at(owners, size, r, c) == Some(Some(colour));
        let (first, second, last) = (row[0], row[1], row[row.len() - 1]);
        let way = (second.0 - first.0, second.1 - first.1);
        let beyond = [(first.0 - way.0, first.1 - way.1), (last.0 + way.0, last.1 + way.1)];
        row.iter().all(|&cell| own(cell)) && !(exact && beyond.into_iter().any(own))
    })
}

fn compare<B: Bits>(size: usize, line: usize, exact: bool, owners: &[Option<usize>]) {
    let owners = &owners[..size * size];
    let game = Gomoku::<B>::new(size, line, exact, Opening::None);
    let mut stones = [B::NONE; 2];
    for (cell, owner) in owners.iter().enumerate() {
        if let Some(colour) = owner {
            stones[*colour] |= B::cell(game.bit(cell));
        }
    }
    for colour in 0..2 {
        let slow = slow_line(owners, size as i32, line as i32, exact, colour);
        assert_eq!(game.lines.any(stones[colour]), slow, "{owners:?}");
        let counts = [1, 2, 3].map(|lack| {
            let holds = |row: &Vec<(i32, i32)>, owner| {
                row.iter().filter(|(r, c)| at(owners, size as i32, *r, *c) == Some(owner)).count()
            };
            let open = rows(size as i32, line as i32).filter(|row| holds(row, Some(1 - colour)) == 0);
            open.filter(|row| holds(row, None) == lack).count() as u32
        });
        assert_eq!(game.lines.lacking(stones[colour], stones[1 - colour]), counts, "{owners:?}");
    }
}

fn owner() -> impl Strategy<Value = Option<usize>> {
    prop::sample::select(&[None, Some(0), Some(0), Some(0), Some(1)][..])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn lines_are_those_of_a_slow_board(
        owners in prop::collection::vec(owner(), 361), exact: bool, line in 4usize..=8,
    ) {
        compare::<u64>(7, line.min(7), exact, &owners);
        compare::<u128>(10, line, exact, &owners);
        compare::<Wide<4>>(15, line, exact, &owners);
        compare::<Wide<6>>(19, line, exact, &owners);
    }

    #[test]
    fn a_match_ends_with_the_first_line(seed: u64, exact: bool) {
        let game = Gomoku::<u64>::new(6, 4, exact, Opening::None);
        let (mut state, mut rng, mut legal) = (game.initial(), Rng::stream(seed, "gomoku", 0), Vec::new());
        while game.turn(&state) != Turn::Over {
            legal.clear();
            game.moves(&state, &mut legal);
            game.play(&mut state, legal[rng.below(legal.len())]);
            let owners: Vec<_> = (0..36).map(|cell| game.owner(&state, cell)).collect();
            let slow = [0, 1].map(|colour| slow_line(&owners, 6, 4, exact, colour));
            prop_assert_eq!(state.won, slow[1 - state.colour()]);
            prop_assert!(!slow[state.colour()]);
        }
    }
}

/// Plays moves and returns the seats that made them.
fn play(game: &Gomoku<Wide<6>>, state: &mut Position<Wide<6>>, moves: &str) -> Vec<usize> {
    let mut seats = Vec::new();
    for text in moves.split(' ') {
        seats.push(game.turn(state).seat().expect("the match goes on").index());
        let chosen = game.parse(state, text).unwrap_or_else(|| panic!("{text} is legal"));
        game.play(state, chosen);
    }
    seats
}

#[test]
fn six_in_a_row_win_only_when_lines_are_free() {
    let moves = "a1 a3 b1 b3 c1 c3 e1 e3 f1 g3 d1";
    for exact in [false, true] {
        let (game, mut state) = (game(15, exact, Opening::None), game(15, exact, Opening::None).initial());
        play(&game, &mut state, moves);
        assert_eq!(state.won, !exact);
        assert_eq!(game.payoff(&state).won(Seat::new(0)), !exact);
    }
}

#[test]
fn who_chooses_gets_the_colour() {
    for (choice, next, black) in [("black", 0, 1), ("white", 1, 0)] {
        let game = game(9, false, Opening::Swap);
        let mut state = game.initial();
        assert_eq!(play(&game, &mut state, &format!("a1 b1 a2 {choice}")), [0, 0, 0, 1]);
        assert_eq!(game.parse(&state, choice), None);
        assert_eq!(play(&game, &mut state, "b2 a3 b3 a4 b4 a5").first(), Some(&next));
        assert!(state.won && game.payoff(&state).won(Seat::new(black)));
        assert_eq!(game.side(&state, Seat::new(black)), "Black");
    }
}

#[test]
fn the_choice_can_be_handed_back() {
    let game = game(9, false, Opening::Swap2);
    let mut state = game.initial();
    assert_eq!(game.side(&state, Seat::new(0)), "undecided");
    assert_eq!(play(&game, &mut state, "a1 b1 a2 more e5 e6"), [0, 0, 0, 1, 1, 1]);
    assert_eq!(game.stage(&state), "choice");
    assert_eq!(
        ["black", "white", "more"].map(|word| game.parse(&state, word).is_some()),
        [true, true, false]
    );
    assert_eq!(play(&game, &mut state, "white b2"), [0, 0]);
    assert_eq!([0, 1].map(|seat| game.side(&state, Seat::new(seat))), ["White", "Black"]);
}

#[test]
fn impossible_positions_are_refused_with_the_reason() {
    let plain = Gomoku::<u64>::new(5, 4, false, Opening::None);
    let swap = Gomoku::<u64>::new(5, 4, false, Opening::Swap);
    let swap2 = Gomoku::<u64>::new(5, 4, false, Opening::Swap2);
    for (game, text, reason) in [
        (&plain, "...../...../...../.....", "5 rows of 5 cells"),
        (&plain, "...../...../...../...../..x..", "`x` is neither b, w nor ."),
        (&plain, "...../...../...../...../..bb.", "2 b and 0 w cannot come from alternate turns"),
        (&plain, "bbbb./wwww./...../...../.....", "already has a line"),
        (&plain, "bbbb./bbbb./ww.ww/www../.....", "do not share"),
        (&swap, "...../...../...../...../.....", "who has Black is missing"),
        (&swap, "...../...../...../...../..... you", "`you` does not say who has Black"),
        (&swap, "...../...../...../...../..... first", "`first` does not go with 0 stones"),
        (&swap, "bwbw./...../...../...../..... open", "`open` does not go with 4 stones"),
        (&swap, "bwbw./...../...../...../..... more", "belong to the opening swap2"),
        (&swap2, "bwbwb/w..../...../...../..... more", "`more` does not go with 6 stones"),
    ] {
        let refused = game.read_position(text).unwrap_err().to_string();
        assert!(refused.contains(reason), "{text}: {refused}");
        assert!(refused.contains("/.....") && refused.contains("a position looks like"), "{refused}");
    }
    assert!(swap2.read_position("bwb../...../...../...../..... more").is_ok());
    let five = plain.read_position("bbbbb/wwww./...../...../.....");
    assert!(five.is_err(), "four of both colours cannot be");
}

#[test]
fn winning_and_blocking_stones_are_noisy_and_told() {
    let game = game(15, false, Opening::None);
    let mut state = game.initial();
    play(&game, &mut state, "a1 a3 b1 b3 c1 c3 d1");
    let noisy = |text| game.noisy(&state, game.parse(&state, text).expect("a legal move"));
    assert_eq!(["e1", "e3", "d3"].map(noisy), [true, false, false]);
    let mut story = Story::default();
    for text in ["e1", "d3"] {
        game.narrate(&state, game.parse(&state, text).expect("a legal move"), &state, &mut story);
    }
    assert_eq!(story.counts, vec![("blocks".to_owned(), 1.0)]);
    let mut observed = Vec::new();
    game.observe(&state, None, &mut observed);
    assert_eq!(observed, [7.0, 1.0, 0.0]);
    assert!(game.evaluate(&state, Seat::new(0)).is_some_and(|value| value > 0.3));
}
