//! Connect Four on an array.

use super::Sfc32;

const ROWS: i32 = 6;
const COLUMNS: i32 = 7;

/// Plays a random match; gives the last board.
pub fn play(seed: u64) -> Vec<i32> {
    let (mut board, mut turn, mut random) = ([0i32; 42], 1, Sfc32::new(seed));
    let mut moves = Vec::with_capacity(7);
    for _ in 0..42 {
        moves.clear();
        moves.extend((0..7).filter(|column| board[35 + column] == 0));
        let column = moves[random.below(moves.len())];
        let mut place = column;
        while board[place] != 0 {
            place += 7;
        }
        board[place] = turn;
        if wins(&board, place as i32) {
            break;
        }
        turn = 3 - turn;
    }
    board.to_vec()
}

fn wins(board: &[i32; 42], place: i32) -> bool {
    let (row, column, who) = (place / COLUMNS, place % COLUMNS, board[place as usize]);
    let run = |up: i32, right: i32| {
        let (mut r, mut c, mut count) = (row + up, column + right, 0);
        while (0..ROWS).contains(&r) && (0..COLUMNS).contains(&c) && board[(r * COLUMNS + c) as usize] == who
        {
            (r, c, count) = (r + up, c + right, count + 1);
        }
        count
    };
    [(0, 1), (1, 0), (1, 1), (1, -1)].iter().any(|&(up, right)| 1 + run(up, right) + run(-up, -right) >= 4)
}
