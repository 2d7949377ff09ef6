//! Square boards of two players' pieces as text and picture: what such games share.

use ludometer_game::{Board, Grid, Piece, Seat, Token};

/// A board whose cells are counted row by row from the top left and hold at most one piece.
pub struct Squares {
    /// Rows.
    pub rows: usize,
    /// Columns.
    pub columns: usize,
    /// The letter of each player in text, lower case.
    pub letters: [char; 2],
}

impl Squares {
    /// How many cells there are.
    pub fn cells(&self) -> usize {
        self.rows * self.columns
    }

    /// The chess-like name of a cell.
    pub fn name(&self, cell: usize) -> String {
        Board::name(cell / self.columns, cell % self.columns, self.rows)
    }

    /// The map of the board.
    pub fn board(&self) -> Board {
        Board::lettered(self.rows, self.columns)
    }

    /// The rows from the top, joined by `/`; `owner` says whose piece lies on a cell.
    pub fn write(&self, owner: impl Fn(usize) -> Option<usize>) -> String {
        let letter = |cell| owner(cell).map_or('.', |player| self.letters[player]);
        let row = |row: usize| (0..self.columns).map(|c| letter(row * self.columns + c)).collect::<String>();
        (0..self.rows).map(row).collect::<Vec<_>>().join("/")
    }

    /// Reads what [`Squares::write`] wrote: the owner of each cell. The error says what is wrong.
    pub fn read(&self, text: &str) -> Result<Vec<Option<usize>>, String> {
        let rows: Vec<&str> = text.trim().split('/').collect();
        if rows.len() != self.rows || rows.iter().any(|row| row.chars().count() != self.columns) {
            return Err(format!("the board has {} rows of {} cells", self.rows, self.columns));
        }
        let [first, second] = self.letters;
        let owner = |glyph: char| match glyph.to_ascii_lowercase() {
            '.' => Ok(None),
            letter if letter == first => Ok(Some(0)),
            letter if letter == second => Ok(Some(1)),
            _ => Err(format!("`{glyph}` is neither {first}, {second} nor .")),
        };
        rows.iter().flat_map(|row| row.chars()).map(owner).collect()
    }

    /// The picture of the board.
    pub fn grid(&self, pieces: [Piece; 2], owner: impl Fn(usize) -> Option<usize>) -> Grid {
        let mut grid = Grid::over(&self.board());
        for (cell, token) in grid.tokens.iter_mut().enumerate() {
            *token = owner(cell).map(|player| Token {
                glyph: self.letters[player].to_ascii_uppercase(),
                owner: Some(Seat::new(player as u8)),
                piece: pieces[player],
            });
        }
        grid
    }
}
