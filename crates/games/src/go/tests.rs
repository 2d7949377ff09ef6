//! Go: known positions, ko of both kinds, counting, and texts that are refused.

use super::*;

mod slow;

pub(super) fn go(typed: &[(&str, &str)]) -> Go<128> {
    Go::new(&Params::read(&card().params, typed.iter().copied()).unwrap())
}

fn small(ko: &str) -> Go<128> {
    go(&[("size", "5"), ("ko", ko), ("komi", "0.5")])
}

fn texts(game: &Go<128>, state: &Position<128>) -> Vec<String> {
    let mut legal = Vec::new();
    game.moves(state, &mut legal);
    legal.into_iter().map(|chosen| game.move_name(chosen)).collect()
}

/// Plays moves as they are typed.
fn play_on(game: &Go<128>, state: &mut Position<128>, moves: &str) {
    for text in moves.split_whitespace() {
        let chosen = game.parse(state, text).unwrap_or_else(|| panic!("{text} is not legal"));
        game.play(state, chosen);
    }
}

fn shown(game: &Go<128>, state: &Position<128>) -> String {
    game.position(state).unwrap()
}

#[test]
fn groups_without_liberties_are_captured_together() {
    let game = small("positional");
    // The last liberty of three groups at once.
    let mut state = game.read_position("bw.wb/bw.wb/.bwb./.bbb./..... b").unwrap();
    play_on(&game, &mut state, "c5 pass");
    assert_eq!(shown(&game, &state), "bwbwb/bw.wb/.bwb./.bbb./..... b 1 -");
    play_on(&game, &mut state, "c4");
    assert_eq!(shown(&game, &state), "b.b.b/b.b.b/.b.b./.bbb./..... w 0 -");
    assert_eq!(state.stones.counts(), [11, 0]);
}

#[test]
fn suicide_is_forbidden_unless_it_captures() {
    let game = small("positional");
    let state = game.read_position(".b.../bb.../...../...../..... w").unwrap();
    assert!(!texts(&game, &state).contains(&"a5".into()));
    // A group of two that would fill its own last liberty.
    let state = game.read_position(".wb../bb.../...../...../..... w").unwrap();
    assert!(!texts(&game, &state).contains(&"a5".into()));
    let state = game.read_position(".bw../bbw../ww.../...../..... w").unwrap();
    assert!(texts(&game, &state).contains(&"a5".into()));
    let mut state = state;
    play_on(&game, &mut state, "a5");
    assert_eq!(shown(&game, &state), "w.w../..w../ww.../...../..... b 0 -");
}

#[test]
fn a_ko_may_not_be_taken_back_at_once() {
    for ko in ["positional", "simple"] {
        let game = small(ko);
        let mut state = game.read_position(".bw../bw.w./.bw../...../..... b").unwrap();
        play_on(&game, &mut state, "c4");
        assert_eq!(shown(&game, &state), ".bw../b.bw./.bw../...../..... w 0 b4");
        let read = game.read_position(&shown(&game, &state)).unwrap();
        assert_eq!(texts(&game, &read), texts(&game, &state));
        assert!(!texts(&game, &state).contains(&"b4".into()));
        // After an exchange elsewhere it may.
        play_on(&game, &mut state, "e1 a1 b4");
        assert_eq!(shown(&game, &state), ".bw../bw.w./.bw../...../b...w b 0 c4");
    }
}

#[test]
fn superko_forbids_what_a_simple_ko_allows() {
    // Black loses a1 and b1 to c1 and takes that stone back from b1. A stone at a1 would now bring the
    // first board back, though it captures nothing.
    for (ko, allowed) in [("positional", false), ("simple", true)] {
        let game = small(ko);
        let mut state = game.read_position("...../...../...../wwb../bb.b. w").unwrap();
        play_on(&game, &mut state, "c1 b1 pass");
        assert_eq!(shown(&game, &state).ends_with("/wwb../.b.b. b 1 a1"), !allowed);
        assert_eq!(texts(&game, &state).contains(&"a1".into()), allowed);
    }
}

#[test]
fn earlier_boards_are_part_of_a_state_only_where_they_matter() {
    let game = small("positional");
    let after = |moves| {
        let mut state = game.initial();
        play_on(&game, &mut state, moves);
        state
    };
    assert_ne!(after("a1 b2 c3"), after("c3 b2 a1"), "the boards between differ");
    assert_eq!(game.key(&after("a1 b2 c3")), game.key(&after("a1 b2 c3")));
    let simple = small("simple");
    let after = |moves| {
        let mut state = simple.initial();
        play_on(&simple, &mut state, moves);
        state
    };
    assert_eq!(after("a1 b2 c3"), after("c3 b2 a1"));
    assert_eq!(simple.key(&after("a1 b2 c3")), simple.key(&after("c3 b2 a1")));
}

#[test]
fn two_passes_end_the_match_and_the_area_is_counted() {
    let game = small("positional");
    let mut state = game.read_position(".bw../bbw../..bww/.b.b./..... b").unwrap();
    play_on(&game, &mut state, "pass pass");
    assert_eq!((game.turn(&state), game.ending(&state)), (Turn::Over, "two passes".into()));
    assert_eq!(game.areas(&state), [7, 8], "a5 is Black's, d5, e5, d4 and e4 are White's, the rest nobody's");
    assert_eq!([0, 1].map(|seat| game.score(&state, Seat::new(seat))), [Some(7.0), Some(8.5)]);
    assert!(game.payoff(&state).won(Seat::new(1)));
    let even = go(&[("size", "5"), ("komi", "-1")]);
    assert!(even.payoff(&even.read_position(&shown(&game, &state)).unwrap()).is_tie());
}

#[test]
fn points_have_no_letter_i() {
    let game = go(&[]);
    let mut state = game.initial();
    play_on(&game, &mut state, "j1 A9 PASS");
    assert_eq!(
        shown(&game, &state),
        "w......../........./........./........./........./........./........./........./........b w 1 -"
    );
    assert_eq!(game.parse(&state, "i1"), None);
    assert_eq!(game.board().unwrap().cells[8], "j9");
    assert_eq!(game.index(&state, game.pass()), 81);
}

#[test]
fn impossible_positions_are_refused_with_the_reason() {
    let empty = "...../...../...../...../.....";
    let ko = ".bw../b.bw./.bw../...../..... w 0";
    for (rules, text, reason) in [
        ("simple", String::new(), "5 rows of 5"),
        ("simple", empty.into(), "who moves is missing"),
        ("simple", format!("{empty} x"), "`x` does not say who moves"),
        ("simple", format!("{empty} b 3"), "`3` passes"),
        ("simple", format!("{empty} b 0 - -"), "one field too many"),
        ("simple", format!("{empty} b 0 z9"), "`z9` is no point"),
        ("simple", format!("{empty} b 0 c3"), "takes no simple ko"),
        ("simple", format!("{ko} b4,b4"), "takes no simple ko"),
        ("simple", format!("{ko} b5"), "where a stone is"),
        ("simple", "..q../...../...../...../..... b".into(), "`q` is neither"),
        ("simple", "wb.../bb.../...../...../..... b".into(), "have no liberty"),
        ("simple", "bbbbb/bbbbb/bbbbb/bbbbb/bbbbb b".into(), "have no liberty"),
        ("positional", ".b.../bb.../...../...../..... w 0 a5".into(), "a5 is suicide"),
    ] {
        let refused = small(rules).read_position(&text).unwrap_err().to_string();
        assert!(refused.contains(reason), "{text}: {refused}");
    }
}

#[test]
fn both_players_see_their_own_stones_first() {
    let game = small("positional");
    let [black, white] = [".b.../..w../...../...../..... b", ".w.../..b../...../...../..... w"]
        .map(|text| game.read_position(text).unwrap());
    let encoded = |state, seat| {
        let mut planes = vec![0.0; 5 * 25];
        game.encode(state, Seat::new(seat), &mut planes);
        planes
    };
    assert_eq!(encoded(&black, 0), encoded(&white, 1));
    let features = |state, seat| {
        let mut numbers = Vec::new();
        game.read_features(state, Seat::new(seat), &mut numbers);
        numbers
    };
    assert_eq!(features(&black, 0), features(&white, 1));
    // Stones, territory, reach, groups, liberties, stones in atari, each own first; then the turn.
    let corner = game.read_position("bw.../...../...../...../..... b").unwrap();
    assert_eq!(features(&corner, 0), [1.0, 1.0, 0.0, 0.0, 3.0, 9.0, 1.0, 1.0, 1.0, 2.0, 1.0, 0.0, 1.0]);
}
