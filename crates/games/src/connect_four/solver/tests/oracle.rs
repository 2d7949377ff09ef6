//! The solver against plain negamax over the rules of the game, which shares no line of code with it.

use super::super::board::Board;
use super::*;
use crate::connect_four::{MAX_COLUMNS, MAX_ROWS};
use ludometer_game::{Rng, Turn};
use proptest::prelude::*;
use std::collections::HashMap;

/// Exact scores by trying everything.
struct Oracle<'a> {
    game: &'a ConnectFour<u64>,
    scores: HashMap<Position<u64>, i32>,
}

impl Oracle<'_> {
    fn score(&mut self, state: &Position<u64>) -> i32 {
        let cells = self.game.squares.cells() as i32;
        let left = cells - i32::from(state.plies);
        if self.game.turn(state) == Turn::Over {
            return if state.won { -((left + 2) / 2) } else { 0 };
        }
        if let Some(&score) = self.scores.get(state) {
            return score;
        }
        let score = self.children(state).into_iter().flatten().map(|child| -self.score(&child)).max();
        let score = score.expect("a match that is not over has a move");
        self.scores.insert(*state, score);
        score
    }

    /// The position after each column, while the match goes on.
    fn children(&self, state: &Position<u64>) -> Vec<Option<Position<u64>>> {
        let mut moves = Vec::new();
        if self.game.turn(state) != Turn::Over {
            self.game.moves(state, &mut moves);
        }
        let child = |column: u8| {
            let mut child = *state;
            self.game.play(&mut child, column);
            child
        };
        let columns = 0..self.game.squares.columns as u8;
        columns.map(|column| moves.contains(&column).then(|| child(column))).collect()
    }

    /// Checks all that the solver says about a position.
    fn check(&mut self, solver: &mut Solver, state: &Position<u64>) {
        let (own, all) = masks(state);
        let score = self.score(state);
        let text = self.game.position(state);
        assert_eq!(solver.score(own, all), score, "score of {text:?}");
        assert_eq!(solver.sign(own, all), score.signum(), "sign of {text:?}");
        let scores: Vec<_> =
            self.children(state).into_iter().map(|child| child.map(|child| -self.score(&child))).collect();
        assert_eq!(solver.scores(own, all), scores, "moves of {text:?}");
    }
}

/// Checks the positions that can come up on a small board: all of the first plies, and of the others one
/// in `share`.
fn check_board(rows: usize, columns: usize, share: u64) {
    let game = ConnectFour::new(rows, columns, 4, true);
    let mut oracle = Oracle { game: &game, scores: HashMap::new() };
    oracle.score(&game.initial());
    let drawn =
        |state: &Position<u64>| (state.discs[0].wrapping_mul(MIX) ^ state.discs[1].wrapping_mul(MIX)) >> 32;
    let states: Vec<_> =
        oracle.scores.keys().filter(|state| state.plies < 5 || drawn(state) % share == 0).copied().collect();
    let mut solver = of(&game, 1 << 20).unwrap();
    for state in &states {
        oracle.check(&mut solver, state);
    }
}

const MIX: u64 = 0x2545_F491_4F6C_DD1D;

#[test]
fn every_position_of_tiny_boards() {
    for (rows, columns) in [(4, 4), (2, 6), (3, 5), (5, 3), (8, 2)] {
        check_board(rows, columns, 1);
    }
}

#[test]
fn positions_of_five_by_four() {
    check_board(5, 4, 50);
}

#[test]
fn positions_of_four_by_five() {
    check_board(4, 5, 50);
}

#[test]
fn a_follower_whose_claim_holds_does_not_lose() {
    let game = ConnectFour::new(4, 4, 4, true);
    let mut oracle = Oracle { game: &game, scores: HashMap::new() };
    oracle.score(&game.initial());
    let board = Board::<4>::new(4);
    let mut held = 0;
    for (state, &score) in &oracle.scores {
        let leader_moves = (board.size() - i32::from(state.plies)) % 2 == 0;
        let (own, all) = masks(state);
        let (leader, gain) = if leader_moves { (own, score) } else { (all ^ own, -score) };
        if board.follower_holds(leader, all, board.threats(all ^ leader, all)) {
            held += 1;
            assert!(gain <= 0, "{:?}", game.position(state));
        }
    }
    assert!(held > 1000, "{held}");
}

/// A position with few empty cells and no line, by random moves that complete none.
fn late_position(game: &ConnectFour<u64>, seed: u64) -> Option<Position<u64>> {
    let oracle = Oracle { game, scores: HashMap::new() };
    let empty = 1 + seed as usize % 9;
    let grow = |rng: &mut Rng| {
        let mut state = game.initial();
        while usize::from(state.plies) + empty < game.squares.cells() {
            let quiet: Vec<_> =
                oracle.children(&state).into_iter().flatten().filter(|child| !child.won).collect();
            state = *quiet.get(rng.below(quiet.len().max(1)))?;
        }
        Some(state)
    };
    (0..1000).find_map(|attempt| grow(&mut Rng::stream(seed, "late", attempt)))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    #[test]
    fn late_positions_of_every_board(seed in any::<u64>()) {
        let mut checked = 0;
        for (rows, columns) in (2..=MAX_ROWS).flat_map(|rows| (2..=MAX_COLUMNS).map(move |columns| (rows, columns))) {
            let Some(mut solver) = Solver::new(rows, columns, 1 << 10) else {
                prop_assert!((rows + 1) * columns > 64);
                continue;
            };
            let game = ConnectFour::new(rows, columns, 4, true);
            if let Some(state) = late_position(&game, seed) {
                Oracle { game: &game, scores: HashMap::new() }.check(&mut solver, &state);
                checked += 1;
            }
        }
        prop_assert!(checked > 40, "only {checked} boards could be filled");
    }
}
