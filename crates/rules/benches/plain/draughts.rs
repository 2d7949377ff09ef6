//! English draughts on an array; every jump is a move of its own.

use super::Sfc32;

const QUIET: u32 = 80;

struct Match {
    board: [i32; 64],
    turn: i32,
    /// The piece that must jump on.
    chain: Option<usize>,
    quiet: u32,
}

/// Plays a random match; gives the last board.
pub fn play(seed: u64) -> Vec<i32> {
    let (mut game, mut random) = (Match::new(), Sfc32::new(seed));
    let mut moves = Vec::with_capacity(64);
    loop {
        moves.clear();
        game.moves(&mut moves);
        if moves.is_empty() || game.quiet == QUIET {
            return game.board.to_vec();
        }
        let (from, to) = moves[random.below(moves.len())];
        game.play(from, to);
    }
}

/// The square so many steps away, if it is on the board.
fn away(cell: usize, up: i32, right: i32, steps: i32) -> Option<usize> {
    let (row, column) = (cell as i32 / 8 + up * steps, cell as i32 % 8 + right * steps);
    ((0..8).contains(&row) && (0..8).contains(&column)).then_some((row * 8 + column) as usize)
}

const WAYS: [(i32, i32); 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];

impl Match {
    fn new() -> Match {
        let mut board = [0; 64];
        for (cell, piece) in board.iter_mut().enumerate() {
            let row = cell / 8;
            if (row + cell) % 2 == 0 {
                *piece = if row < 3 {
                    2
                } else if row > 4 {
                    1
                } else {
                    0
                };
            }
        }
        Match { board, turn: 1, chain: None, quiet: 0 }
    }

    fn owner(&self, cell: usize) -> i32 {
        match self.board[cell] {
            0 => 0,
            piece => (piece - 1) % 2 + 1,
        }
    }

    fn goes(&self, cell: usize, up: i32) -> bool {
        let piece = self.board[cell];
        piece > 2 || piece == 1 && up == -1 || piece == 2 && up == 1
    }

    fn landing(&self, cell: usize, up: i32, right: i32) -> Option<usize> {
        let to = away(cell, up, right, 2).filter(|&to| self.board[to] == 0 && self.goes(cell, up))?;
        let over = away(cell, up, right, 1)?;
        (self.owner(over) == 3 - self.turn).then_some(to)
    }

    fn moves(&self, out: &mut Vec<(usize, usize)>) {
        let jumps = |cell: usize| {
            WAYS.iter().filter_map(move |&(up, right)| Some((cell, self.landing(cell, up, right)?)))
        };
        if let Some(cell) = self.chain {
            out.extend(jumps(cell));
            return;
        }
        let own = |cell: &usize| self.owner(*cell) == self.turn;
        out.extend((0..64).filter(own).flat_map(jumps));
        if !out.is_empty() {
            return;
        }
        for cell in (0..64).filter(own) {
            for (up, right) in WAYS {
                let to = away(cell, up, right, 1);
                if let Some(to) = to.filter(|&to| self.board[to] == 0 && self.goes(cell, up)) {
                    out.push((cell, to));
                }
            }
        }
    }

    fn play(&mut self, from: usize, to: usize) {
        let (mut piece, row) = (self.board[from], to / 8);
        let jumps = (from as i32 / 8 - row as i32).abs() == 2;
        self.quiet = if jumps || piece <= 2 { 0 } else { self.quiet + 1 };
        self.board[from] = 0;
        let crowned = piece == 1 && row == 0 || piece == 2 && row == 7;
        piece += if crowned { 2 } else { 0 };
        self.board[to] = piece;
        if jumps {
            self.board[(from + to) / 2] = 0;
        }
        let on = jumps && !crowned && WAYS.iter().any(|&(up, right)| self.landing(to, up, right).is_some());
        self.chain = on.then_some(to);
        if !on {
            self.turn = 3 - self.turn;
        }
    }
}
