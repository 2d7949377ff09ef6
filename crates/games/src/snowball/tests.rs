//! Snowball: what scores, when it ends, and texts that are refused.

use super::*;

fn usual() -> Snowball {
    Snowball::new(9, 5, [2, 3], 15, 45)
}

/// Points of a set of cells given as (row, column) from the top.
fn points_of(cells: impl IntoIterator<Item = (u32, u32)>) -> usize {
    usual().points(cells.into_iter().fold(0, |set, (row, column)| set | 1 << (9 * row + column)))
}

#[test]
fn shapes_score_one_each_and_may_overlap() {
    assert_eq!(points_of((0..4).map(|i| (0, i))), 0);
    assert_eq!(points_of((0..5).map(|i| (0, i))), 1);
    assert_eq!(points_of((0..6).map(|i| (i, 8))), 2, "six in a row hold two lines of five");
    assert_eq!(points_of((0..5).map(|i| (i, 8 - i))), 1);
    assert_eq!(points_of((4..13).map(|i| (0, i % 9))), 5, "lines do not go around the edge");
    assert_eq!(points_of([(3, 3), (3, 4), (4, 3), (4, 4)]), 1);
    let block = (0..9).map(|i| (i / 3, i % 3));
    assert_eq!(points_of(block), 4 + 1, "a square of three holds four of two");
}

#[test]
fn a_piece_scores_what_it_completes_and_the_story_tells_the_sources() {
    let game = usual();
    let empty = "/.........".repeat(4);
    let mut state =
        game.read_position(&format!("xxxx.x.../...xx..../ooooo.o../.o......./.........{empty}")).unwrap();
    assert_eq!(state.points, [0, 1]);
    let before = state;
    let cell = game.parse(&state, "e9").unwrap();
    game.play(&mut state, cell);
    assert_eq!(state.points, [3, 1], "two lines of five and a square of two");
    let mut story = Story::default();
    game.narrate(&before, cell, &state, &mut story);
    let x = Seat::new(0);
    assert_eq!(story.scores, vec![(x, "line".to_owned(), 2.0), (x, "square-2".to_owned(), 1.0)]);
    assert!(story.counts.is_empty());
    let spoiling = game.parse(&before, "f7").unwrap();
    game.narrate(&before, spoiling, &before, &mut story);
    assert_eq!(story.counts, vec![("spoils".to_owned(), 1.0)]);
}

#[test]
fn the_target_and_the_limit_end_the_match() {
    let game = Snowball::new(3, 3, [2, 0], 2, 7);
    let limit = game.read_position("xox/oxo/x..").unwrap();
    assert_eq!((game.turn(&limit), game.ending(&limit).as_ref()), (Turn::Over, "limit"));
    assert!(game.payoff(&limit).won(Seat::new(0)));
    let beyond = game.read_position("xox/oxo/xo.").unwrap_err().to_string();
    assert!(beyond.contains("ends when 7 pieces"), "{beyond}");

    let game = Snowball::new(3, 3, [2, 0], 2, 121);
    let mut target = game.read_position("xxo/x.o/oox").unwrap();
    let centre = game.parse(&target, "b2").unwrap();
    game.play(&mut target, centre);
    assert_eq!((game.turn(&target), game.ending(&target).as_ref()), (Turn::Over, "target"));
    let full = game.read_position("xox/xox/oxo").unwrap();
    assert_eq!((game.turn(&full), game.ending(&full).as_ref()), (Turn::Over, "board full"));
    assert!(game.payoff(&full).is_tie());
}

#[test]
fn impossible_positions_are_refused_with_the_reason() {
    let game = Snowball::new(4, 3, [2, 0], 1, 16);
    for (text, reason) in [
        ("..../..../....", "4 rows of 4"),
        ("..../..../..../...#", "`#` is neither"),
        ("x.x./..../..../....", "alternate turns"),
        ("xx../xx../oo../oo..", "already has 1 points"),
        ("xxx./..../..o./xxxo", "alternate turns"),
        ("xxx./..o./oo.o/xxxo", "before the last piece"),
    ] {
        let refused = game.read_position(text).unwrap_err().to_string();
        assert!(refused.contains(reason), "{text}: {refused}");
    }
}

#[test]
fn shapes_must_fit_and_differ() {
    struct Nothing;
    impl GameVisitor for Nothing {
        type Out = ();
        fn visit<G: Game>(self, _game: G) {}
    }
    let refused = |typed: [(&str, &str); 2]| crate::open("snowball", typed, Nothing).unwrap_err().to_string();
    assert!(refused([("size", "4"), ("line", "5")]).contains("`line` of 5 does not fit"));
    assert!(refused([("small", "3"), ("large", "3")]).contains("must differ"));
}
