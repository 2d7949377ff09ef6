//! Tests of blind tic-tac-toe.

use super::*;
use std::collections::HashMap;

const RETRY: BlindTicTacToe = BlindTicTacToe { retry: true };
const LOSE_TURN: BlindTicTacToe = BlindTicTacToe { retry: false };

fn after(game: &BlindTicTacToe, moves: &str) -> State {
    moves.split_whitespace().fold(game.initial(), |mut state, text| {
        let chosen = game.parse(&state, text).unwrap_or_else(|| panic!("`{text}` is not legal"));
        game.play(&mut state, chosen);
        state
    })
}

#[test]
fn a_collision_is_told_and_the_turn_stays_or_passes() {
    for (game, mover) in [(RETRY, 1), (LOSE_TURN, 0)] {
        let state = after(&game, "b2 b2");
        assert_eq!(game.turn(&state), Turn::Seat(Seat::new(mover)));
        assert_eq!(state.known_marks(Some(Seat::new(1)), 0), 1 << 4, "O has found the centre");
        assert_eq!(state.known_marks(Some(Seat::new(0)), 1), 0);
        assert_eq!(state.marks, [1 << 4, 0]);
    }
}

#[test]
fn a_tried_cell_is_not_tried_again() {
    let state = after(&RETRY, "b2 b2");
    assert_eq!(RETRY.parse(&state, "b2"), None);
    assert_eq!(RETRY.parse(&state, "a1"), Some(6));
}

#[test]
fn lines_win_and_full_boards_are_drawn() {
    let won = after(&RETRY, "a1 a1 a2 b1 b2 c1");
    assert_eq!(RETRY.turn(&won), Turn::Over);
    assert!(RETRY.payoff(&won).won(Seat::new(0)), "X holds a1, b1 and c1");
    let drawn = after(&RETRY, "a1 b1 c1 b2 b3 a2 c2 c3 a3");
    assert_eq!((RETRY.turn(&drawn), RETRY.payoff(&drawn)), (Turn::Over, Payoff::draw(2)));
}

/// Odds of X winning, O winning and a draw when both try at random, from what decides the future.
fn odds(game: &BlindTicTacToe, state: &State, known: &mut HashMap<[u16; 5], [f64; 3]>) -> [f64; 3] {
    if state.is_over() {
        return match state.winner() {
            Some(0) => [1.0, 0.0, 0.0],
            Some(_) => [0.0, 1.0, 0.0],
            None => [0.0, 0.0, 1.0],
        };
    }
    let [[x, o], [tried_x, tried_o]] = [state.marks, state.tried];
    let key = [x, o, tried_x, tried_o, state.mover.into()];
    if let Some(found) = known.get(&key) {
        return *found;
    }
    let mut legal = Vec::new();
    game.moves(state, &mut legal);
    let mut sum = [0.0; 3];
    for &cell in &legal {
        let mut next = *state;
        game.play(&mut next, cell);
        let part = odds(game, &next, known);
        (0..3).for_each(|end| sum[end] += part[end] / legal.len() as f64);
    }
    known.insert(key, sum);
    sum
}

#[test]
fn random_retries_have_the_odds_of_random_tic_tac_toe() {
    let [x, o, draw] = odds(&RETRY, &RETRY.initial(), &mut HashMap::new());
    assert!((x - 737.0 / 1260.0).abs() < 1e-12, "{x}");
    assert!((o - 121.0 / 420.0).abs() < 1e-12, "{o}");
    assert!((draw - 8.0 / 63.0).abs() < 1e-12, "{draw}");
}

/// The rules once more, on plain lists: the board after these tries, or nothing if one is illegal.
/// Boards are text; `who` says who made each try, as the turn rule has it.
struct Slow {
    board: [char; CELLS],
    tried: [Vec<u8>; 2],
    mover: usize,
}

impl Slow {
    fn new() -> Self {
        Slow { board: ['.'; CELLS], tried: [vec![], vec![]], mover: 0 }
    }

    fn over(&self) -> bool {
        let rows = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
        let full = |row: &[usize; 3]| {
            row.iter().all(|&c| self.board[c] != '.' && self.board[c] == self.board[row[0]])
        };
        rows.iter().any(full) || !self.board.contains(&'.')
    }

    /// Makes a try and says whether it placed a mark.
    fn make(&mut self, cell: u8, retry: bool) -> bool {
        let me = self.mover;
        self.tried[me].push(cell);
        let placed = self.board[usize::from(cell)] == '.';
        if placed {
            self.board[usize::from(cell)] = ['X', 'O'][me];
        }
        if placed || !retry {
            self.mover = 1 - me;
        }
        placed
    }
}

/// Every list of cells the other may have tried, given what `me` saw, by trying them all.
fn consistent(retry: bool, state: &State, me: usize, so_far: &mut Vec<u8>, out: &mut Vec<Vec<u8>>) {
    let mut slow = Slow::new();
    for (at, made) in state.tries().iter().enumerate() {
        if slow.over() || slow.mover != usize::from(made.by) {
            return;
        }
        if slow.mover == me {
            if slow.make(made.cell, retry) != made.placed {
                return;
            }
        } else if at < so_far.len() {
            slow.make(so_far[at], retry);
        } else {
            for cell in (0..CELLS as u8).filter(|cell| !slow.tried[1 - me].contains(cell)) {
                so_far.push(cell);
                consistent(retry, state, me, so_far, out);
                so_far.pop();
            }
            return;
        }
        if at == so_far.len() {
            so_far.push(made.cell);
            consistent(retry, state, me, so_far, out);
            so_far.pop();
            return;
        }
    }
    if !slow.over() && slow.mover == usize::from(state.mover) {
        out.push(so_far.clone());
    }
}

fn history(state: &State) -> Vec<u8> {
    state.tries().iter().map(|made| made.cell).collect()
}

/// A state some random tries from the start, not over.
fn random_state(game: &BlindTicTacToe, rng: &mut Rng) -> State {
    let mut state = game.initial();
    for _ in 0..2 + rng.below(7) {
        let mut legal = Vec::new();
        game.moves(&state, &mut legal);
        let mut next = state;
        game.play(&mut next, legal[rng.below(legal.len())]);
        if next.is_over() {
            break;
        }
        state = next;
    }
    state
}

#[test]
fn samples_are_the_consistent_worlds_all_of_them_evenly() {
    for game in [RETRY, LOSE_TURN] {
        let mut rng = Rng::stream(1, "blind worlds", u64::from(game.retry));
        let (mut checked, mut largest) = (0, 0);
        while checked < 40 {
            let state = random_state(&game, &mut rng);
            let me = Seat::new(rng.below(2) as u8);
            let mut worlds = Vec::new();
            consistent(game.retry, &state, me.index(), &mut Vec::new(), &mut worlds);
            assert!(worlds.contains(&history(&state)), "the truth is consistent");
            if worlds.len() > 250 {
                continue;
            }
            checked += 1;
            largest = largest.max(worlds.len());
            let mut seen: HashMap<Vec<u8>, f64> = worlds.into_iter().map(|world| (world, 0.0)).collect();
            let mean = 20.0;
            for _ in 0..seen.len() * mean as usize {
                let world = game.sample(&state, me, &mut rng);
                *seen.get_mut(&history(&world)).expect("a consistent world") += 1.0;
                assert_eq!(after_tries(&game, &history(&world)), world, "the whole state fits its history");
            }
            assert!(seen.values().all(|&count| count > 0.0), "every world is reached: {state:?}");
            let chi2: f64 = seen.values().map(|count| (count - mean).powi(2) / mean).sum();
            let freedom = seen.len() as f64 - 1.0;
            assert!(chi2 < freedom + 5.0 * (2.0 * freedom).sqrt() + 10.0, "{chi2} of {freedom}: {state:?}");
        }
        assert!(largest > 100, "some positions hide much");
    }
}

fn after_tries(game: &BlindTicTacToe, tries: &[u8]) -> State {
    tries.iter().fold(game.initial(), |mut state, &cell| {
        game.play(&mut state, cell);
        state
    })
}

#[test]
fn a_world_keeps_what_was_hit() {
    let state = after(&RETRY, "b2 b2 a1 a1 c3");
    let mut rng = Rng::stream(1, "blind hit", 0);
    for _ in 0..200 {
        let world = RETRY.sample(&state, Seat::new(0), &mut rng);
        assert_eq!(world.marks, state.marks, "X has found the only mark of O");
        let tried = world.tries[1];
        assert_eq!((tried.cell, tried.placed), (4, false), "and O can only have hit the centre");
    }
}
