//! Draughts: known counts, known positions, draws, and texts that are refused.

use super::*;
use ludometer_testkit::perft;

mod slow;

type Classic = Draughts<REMEMBERED>;
const CLASSIC: Classic = Draughts { repetition: 3, quiet: 40 };

fn at(position: &str) -> Position<REMEMBERED> {
    CLASSIC.read_position(position).unwrap()
}

fn text_of(chosen: Move) -> String {
    let mut text = String::new();
    notation::write_move(chosen, &mut text);
    text
}

fn texts(position: &str) -> Vec<String> {
    let mut legal = Vec::new();
    CLASSIC.moves(&at(position), &mut legal);
    let mut texts: Vec<String> = legal.into_iter().map(text_of).collect();
    texts.sort_unstable();
    texts
}

/// Plays moves as they are typed.
fn play_on(state: &mut Position<REMEMBERED>, moves: &str) {
    for text in moves.split_whitespace() {
        let chosen = CLASSIC.parse(state, text).unwrap_or_else(|| panic!("{text} is not legal"));
        CLASSIC.play(state, chosen);
    }
}

fn play(position: &str, moves: &str) -> Position<REMEMBERED> {
    let mut state = at(position);
    play_on(&mut state, moves);
    state
}

/// Sequences of moves where ways with the same result count once.
fn merged(state: &Position<REMEMBERED>, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let (mut legal, mut next) = (Vec::new(), Vec::new());
    if state.standing == Standing::Open {
        CLASSIC.moves(state, &mut legal);
    }
    for chosen in legal {
        let mut after = *state;
        CLASSIC.play(&mut after, chosen);
        if !next.contains(&after) {
            next.push(after);
        }
    }
    next.iter().map(|after| merged(after, depth - 1)).sum()
}

#[test]
fn numbers_of_move_sequences_are_known() {
    let known = [7, 49, 302, 1469, 7361, 36_768, 179_740, 845_931, 3_963_680, 18_391_564];
    // Without optimisation the last ones take a minute.
    let depths = if cfg!(debug_assertions) { 8 } else { known.len() };
    for (depth, leaves) in (1..).zip(known).take(depths) {
        assert_eq!(perft(&CLASSIC, &CLASSIC.initial(), depth), leaves, "depth {depth}");
    }
    assert_eq!(merged(&CLASSIC.initial(), 6), 36_768, "the conventions part at depth 12 only");
}

#[test]
fn ways_are_counted_one_by_one_or_merged() {
    // The king takes all four men going round one way or the other.
    let ring = "B:W14,15,22,23:BK10";
    assert_eq!(texts(ring), ["10x17x26x19x10", "10x19x26x17x10"]);
    assert_eq!(perft(&CLASSIC, &at(ring), 1), 2);
    assert_eq!(merged(&at(ring), 1), 1);
}

#[test]
fn a_king_may_end_where_it_began_and_cross_it() {
    let after = play("B:W14,15,22,23,32:BK10", "10x19x26x17x10");
    assert_eq!(CLASSIC.position(&after).unwrap(), "W:W32:BK10");
}

#[test]
fn capturing_is_mandatory_and_any_way_will_do() {
    assert_eq!(texts("B:W18,32:B14,1"), ["14x23"]);
    // One man or two: the player is free to take the smaller capture.
    assert_eq!(texts("B:W15,16,23,32:B11,12"), ["11x18x27", "11x20", "12x19x26"]);
    // A jump that can go on must go on.
    assert_eq!(texts("B:W7,15:B3"), ["3x10x19"]);
    // Men do not capture backwards, kings do.
    assert_eq!(texts("B:W14,32:B18"), ["18-22", "18-23"]);
    assert_eq!(texts("B:W14,32:BK18"), ["18x9"]);
}

#[test]
fn crowning_ends_the_move() {
    // A king on 31 could jump on over 27.
    let after = play("B:W26,27:B22", "22x31");
    assert_eq!(CLASSIC.position(&after).unwrap(), "W:W27:BK31");
    assert_eq!(texts("B:W26,27:BK22"), ["22x31x24"]);
    let mut elements = Vec::new();
    let state = at("B:W26,27:B22");
    CLASSIC.elements(&state, CLASSIC.parse(&state, "22x31").unwrap(), &mut elements);
    let names: Vec<String> = elements.into_iter().map(|element| element.name).collect();
    assert_eq!(names, ["capture", "crown", "man", "31"]);
}

#[test]
fn who_cannot_move_loses() {
    let stuck = at("B:W8,11,K16:B4");
    assert_eq!((CLASSIC.turn(&stuck), CLASSIC.ending(&stuck)), (Turn::Over, "no move".into()));
    assert!(CLASSIC.payoff(&stuck).won(Seat::new(1)));
    let bare = play("B:W14:B9", "9x18");
    assert_eq!(CLASSIC.ending(&bare), "all captured");
    assert!(CLASSIC.payoff(&bare).won(Seat::new(0)));
}

#[test]
fn the_third_standing_of_a_position_is_a_draw() {
    let mut state = at("B:WK32,K31:BK1,K2");
    let round = "1-5 32-28 5-1 28-32";
    play_on(&mut state, round);
    play_on(&mut state, "1-5 32-28 5-1");
    assert_eq!(CLASSIC.turn(&state), Turn::Seat(Seat::new(1)));
    play_on(&mut state, "28-32");
    assert_eq!((CLASSIC.turn(&state), CLASSIC.ending(&state)), (Turn::Over, "repetition".into()));
    assert!(CLASSIC.payoff(&state).is_tie());
    let written = CLASSIC.position(&state).unwrap();
    assert_eq!(written, "B:WK31,K32:BK1,K2:H8:R3");
    assert_eq!(CLASSIC.ending(&at(&written)), "repetition");
}

#[test]
fn another_player_to_move_or_a_step_of_a_man_makes_another_position() {
    // The kings exchange who is to move: the same squares, but no repetition of the position.
    let mut state = at("B:WK32,K31,21:BK1,K2,12");
    play_on(&mut state, "1-5 32-28 5-1 28-32 12-16 21-17");
    play_on(&mut state, "1-5 32-28 5-1 28-32");
    assert_eq!(state.past.recurrences(), 1);
    assert_eq!(CLASSIC.turn(&state), Turn::Seat(Seat::new(0)));
}

#[test]
fn forty_quiet_moves_each_are_a_draw() {
    let mut state = at("B:WK32:BK1:H78");
    play_on(&mut state, "1-6");
    assert_ne!(CLASSIC.turn(&state), Turn::Over);
    play_on(&mut state, "32-27");
    assert_eq!((CLASSIC.turn(&state), CLASSIC.ending(&state)), (Turn::Over, "quiet moves".into()));
    assert_eq!(at(&CLASSIC.position(&state).unwrap()).standing, Standing::Quiet);
    let endless = Draughts::<0> { repetition: 0, quiet: 0 };
    let state = endless.read_position("B:WK32:BK1:H78").unwrap();
    assert_eq!(state.quiet, 0, "without a limit the clock is no part of the state");
}

#[test]
fn captures_may_be_typed_short_when_that_is_clear() {
    let state = at("B:W7,15:B3");
    let full = CLASSIC.parse(&state, "3x10x19");
    assert!(full.is_some());
    assert!(["3x19", "3-19", "3:10:19", " 3X19 "].iter().all(|text| CLASSIC.parse(&state, text) == full));
    assert_eq!(["3x10", "3", "x", "3x19x10", "19x3", ""].map(|text| CLASSIC.parse(&state, text)), [None; 6]);
    let ring = at("B:W14,15,22,23:BK10");
    assert_eq!(["10x10", "10x17x10"].map(|text| CLASSIC.parse(&ring, text)), [None; 2]);
    assert_eq!(CLASSIC.parse(&ring, "10x17x26x10").map(text_of).as_deref(), Some("10x17x26x19x10"));
}

#[test]
fn positions_come_back_and_other_spellings_read() {
    for text in ["B:W18,24,K10:B12,16,K22", "W:W:B1", "W:W32:BK1:H12"] {
        assert_eq!(CLASSIC.position(&at(text)).as_deref(), Some(text));
    }
    assert_eq!(at("B:W21-32:B1-12"), CLASSIC.initial());
    assert_eq!(at(" w:bk1, 2 :wK32:H0:F300. "), at("W:WK32:BK1,2"));
}

#[test]
fn impossible_positions_are_refused_with_the_reason() {
    for (text, reason) in [
        ("", "who moves, B or W"),
        ("X:W18:B12", "who moves, B or W"),
        ("B", "both W and B"),
        ("B:W18", "both W and B"),
        ("B:W18:W12", "told twice"),
        ("B:W18::B12", "an empty field"),
        ("B:W18:B12:Q4", "`Q4` begins with neither"),
        ("B:W18:B33", "`33` is no square"),
        ("B:W18:B0", "`0` is no square"),
        ("B:W18:Bx", "`x` is no square"),
        ("B:W18,:B12", "`` is no square"),
        ("B:W18,12:B12", "two pieces stand on square 12"),
        ("B:W4:B12", "a man of White stands uncrowned on the last row, square 4"),
        ("B:W18:B30", "a man of Black stands uncrowned"),
        ("B:W18:BK1-13", "Black has more than 12 pieces"),
        ("B:W:B12", "just moved has no piece"),
        ("B:WK18:BK12:H81", "drawn after 80 quiet moves"),
        ("B:WK18:BK12:H-1", "`H-1` holds no number"),
        ("B:WK18:BK12:R2", "only for a draw by repetition"),
    ] {
        let refused = CLASSIC.read_position(text).unwrap_err().to_string();
        assert!(refused.contains(reason), "{text}: {refused}");
    }
}

#[test]
fn one_standing_is_no_rule() {
    struct Seats;
    impl GameVisitor for Seats {
        type Out = usize;
        fn visit<G: Game>(self, game: G) -> usize {
            game.seats()
        }
    }
    let refused = crate::open("draughts", [("repetition", "1")], Seats).unwrap_err().to_string();
    assert!(refused.contains("use 2 or more, or 0"), "{refused}");
}

#[test]
fn both_players_see_their_men_go_up() {
    let [black, white] = ["B:W21-32:B1-12", "W:W21-32:B1-12"].map(at);
    let encoded = |state, seat| {
        let mut planes = vec![0.0; 6 * 64];
        CLASSIC.encode(state, Seat::new(seat), &mut planes);
        planes
    };
    assert_eq!(encoded(&black, 0), encoded(&white, 1));
    let features = |state, seat| {
        let mut numbers = Vec::new();
        CLASSIC.read_features(state, Seat::new(seat), &mut numbers);
        numbers
    };
    assert_eq!(features(&black, 0), features(&white, 1));
    assert_eq!(CLASSIC.evaluate(&black, Seat::new(0)), CLASSIC.evaluate(&white, Seat::new(1)));
}

#[test]
fn openings_are_legal_and_lead_to_different_positions() {
    let rules = Draughts::<0> { repetition: 0, quiet: 40 };
    let [(name, lines)] = &rules.openings()[..] else { panic!("one list") };
    assert_eq!((name.as_str(), lines.len()), ("three-move", 174));
    let mut positions = std::collections::HashSet::new();
    for line in lines {
        let mut state = rules.initial();
        for text in line.split(' ') {
            let chosen = rules.parse(&state, text).unwrap_or_else(|| panic!("{line}: {text}"));
            rules.play(&mut state, chosen);
        }
        assert!(positions.insert(rules.position(&state)), "{line}");
    }
}
