//! Snowball on an array.

use super::Sfc32;

const SIZE: i32 = 9;
const LINE: i32 = 5;
const TARGET: i32 = 15;
const PIECES: usize = 45;

/// Plays a random match; gives the last board.
pub fn play(seed: u64) -> Vec<i32> {
    let (mut board, mut turn, mut random) = ([0i32; 81], 1, Sfc32::new(seed));
    let mut points = [0i32; 3];
    let mut moves = Vec::with_capacity(81);
    for _ in 0..PIECES {
        moves.clear();
        moves.extend((0..81).filter(|&cell| board[cell] == 0));
        let cell = moves[random.below(moves.len())];
        board[cell] = turn;
        let (row, column) = (cell as i32 / SIZE, cell as i32 % SIZE);
        let lines: i32 = [(0, 1), (1, 0), (1, 1), (1, -1)]
            .iter()
            .map(|&(up, right)| lines(&board, row, column, up, right))
            .sum();
        points[turn as usize] += lines + squares(&board, row, column, 2) + squares(&board, row, column, 3);
        if points[turn as usize] >= TARGET {
            break;
        }
        turn = 3 - turn;
    }
    board.to_vec()
}

fn run(board: &[i32; 81], row: i32, column: i32, up: i32, right: i32) -> i32 {
    let who = board[(row * SIZE + column) as usize];
    let (mut r, mut c, mut count) = (row + up, column + right, 0);
    while (0..SIZE).contains(&r) && (0..SIZE).contains(&c) && board[(r * SIZE + c) as usize] == who {
        (r, c, count) = (r + up, c + right, count + 1);
    }
    count
}

fn lines(board: &[i32; 81], row: i32, column: i32, up: i32, right: i32) -> i32 {
    let ahead = run(board, row, column, up, right).min(LINE - 1);
    let behind = run(board, row, column, -up, -right).min(LINE - 1);
    (ahead + behind + 2 - LINE).max(0)
}

fn squares(board: &[i32; 81], row: i32, column: i32, side: i32) -> i32 {
    let who = board[(row * SIZE + column) as usize];
    let mut found = 0;
    for bottom in row - side + 1..=row {
        for left in column - side + 1..=column {
            if bottom < 0 || left < 0 || bottom + side > SIZE || left + side > SIZE {
                continue;
            }
            let full = (bottom..bottom + side)
                .all(|r| (left..left + side).all(|c| board[(r * SIZE + c) as usize] == who));
            found += i32::from(full);
        }
    }
    found
}
