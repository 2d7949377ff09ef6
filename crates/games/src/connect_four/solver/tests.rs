//! The solver as its users see it: scores, moves, interruption, games it declines.

use super::*;
use ludometer_game::Game;

mod data;
mod oracle;

/// The position after discs in these columns, counted from 1.
fn after(game: &ConnectFour<u64>, columns: &str) -> (u64, u64) {
    let mut state = game.initial();
    for column in columns.bytes() {
        game.play(&mut state, column - b'1');
    }
    masks(&state)
}

fn usual() -> ConnectFour<u64> {
    ConnectFour::new(6, 7, 4, true)
}

#[test]
fn the_size_of_a_score_counts_the_discs_left() {
    let game = usual();
    let mut solver = of(&game, 1 << 20).unwrap();
    // X completes the row with its fourth disc, now, after O's next move or just before: 22 − 4.
    for (columns, score) in [("112233", 18), ("33445", -18), ("1122334", -18), ("32164625", 11)] {
        let (own, all) = after(&game, columns);
        assert_eq!(solver.score(own, all), score, "{columns}");
        assert_eq!(solver.sign(own, all), score.signum(), "{columns}");
    }
}

#[test]
fn a_board_that_fills_up_without_a_line_is_a_draw() {
    let game = usual();
    let (own, all) = after(&game, "111111222222333333544444455555666666777777");
    let mut solver = of(&game, 1 << 20).unwrap();
    assert_eq!((all.count_ones(), solver.score(own, all), solver.nodes()), (42, 0, 0));
    assert_eq!(solver.scores(own, all), [None; 7]);
}

#[test]
fn every_open_column_has_its_score_until_the_match_is_over() {
    let game = usual();
    let mut solver = of(&game, 1 << 20).unwrap();
    let (own, all) = after(&game, "44444412112233");
    let scores = solver.scores(own, all);
    assert_eq!((scores[3], scores.iter().flatten().max()), (None, Some(&solver.score(own, all))));
    let (own, all) = after(&game, "1122334");
    assert_eq!(solver.scores(own, all), [None; 7]);
}

#[test]
fn a_watcher_sees_the_bounds_close_in_and_can_stop_the_search() {
    let game = usual();
    let (own, all) = after(&game, "2416615552");
    let mut solver = of(&game, 1 << 24).unwrap();
    let mut seen = Vec::new();
    let stopped = solver.solve(own, all, Goal::Score, &mut |progress| {
        seen.push(progress);
        if seen.len() < 2 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    assert_eq!((stopped, seen.len()), (None, 2));
    assert!(
        seen[0].nodes < seen[1].nodes && seen.iter().all(|now| now.low <= 4 && 4 <= now.high),
        "{seen:?}"
    );
    assert_eq!(solver.score(own, all), 4);
}

#[test]
fn nodes_are_counted_from_the_last_reset_and_repeat() {
    let game = usual();
    let (own, all) = after(&game, "32164625");
    let mut solver = of(&game, 1 << 20).unwrap();
    let mut fresh_nodes = || {
        solver.reset();
        assert_eq!(solver.nodes(), 0);
        solver.score(own, all);
        solver.nodes()
    };
    let first = fresh_nodes();
    assert!(first > 0 && fresh_nodes() == first);
}

#[test]
fn only_falling_discs_and_lines_of_four_on_small_boards_are_solved() {
    assert!(of(&ConnectFour::new(6, 7, 5, true), 1 << 20).is_none());
    assert!(of(&ConnectFour::new(6, 7, 4, false), 1 << 20).is_none());
    assert!(Solver::new(7, 8, 1 << 20).is_some());
    assert!(Solver::new(8, 8, 1 << 20).is_none());
    assert!(Solver::new(11, 4, 1 << 20).is_none());
    assert!(Solver::new(3, 12, 1 << 20).is_none());
}
