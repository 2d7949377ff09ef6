//! Boards whose rows are numbered from the top, as players of Othello and Hex do: a1 is top left.

use crate::squares::Squares;
use ludometer_game::{Board, CellShape, Grid, Piece};

/// A square board of two players' pieces with its own names for cells.
pub struct TopDown {
    /// Size, letters and notation of the rows.
    pub squares: Squares,
    /// How cells lie together.
    pub shape: CellShape,
}

impl TopDown {
    /// A board with `size` rows and columns.
    pub fn new(size: usize, shape: CellShape, letters: [char; 2]) -> Self {
        TopDown { squares: Squares { rows: size, columns: size, letters }, shape }
    }

    /// Rows, and also columns.
    pub fn size(&self) -> usize {
        self.squares.rows
    }

    /// How many cells there are.
    pub fn cells(&self) -> usize {
        self.squares.cells()
    }

    /// The letter of the column and the number of the row.
    pub fn name(&self, cell: usize) -> String {
        let (row, column) = (cell / self.size(), cell % self.size());
        // Naming the row mirrored counts it from the other side.
        Board::name(self.size() - 1 - row, column, self.size())
    }

    /// The cell of this name, in lower or upper case.
    pub fn cell(&self, name: &str) -> Option<usize> {
        let mirrored = self.squares.cell(name)?;
        Some((self.size() - 1 - mirrored / self.size()) * self.size() + mirrored % self.size())
    }

    /// The map of the board.
    pub fn board(&self) -> Board {
        let cells = (0..self.cells()).map(|cell| self.name(cell)).collect();
        Board { rows: self.size(), columns: self.size(), shape: self.shape, cells }
    }

    /// The picture of the board.
    pub fn grid(&self, pieces: [Piece; 2], owner: impl Fn(usize) -> Option<usize>) -> Grid {
        let tokens = self.squares.grid(pieces, owner).tokens;
        let row_names = (1..=self.size()).map(|row| row.to_string()).collect();
        Grid { tokens, row_names, ..Grid::over(&self.board()) }
    }

    /// Splits a position into its rows and the player to move, who stands behind them as a letter.
    pub fn split_mover<'t>(&self, text: &'t str) -> Result<(&'t str, usize), String> {
        let (rows, mover) = text.trim().rsplit_once(' ').ok_or("who moves is missing")?;
        let [first, second] = self.squares.letters;
        let mut letters = mover.chars().map(|letter| letter.to_ascii_lowercase());
        match (letters.next(), letters.next()) {
            (Some(letter), None) if letter == first => Ok((rows, 0)),
            (Some(letter), None) if letter == second => Ok((rows, 1)),
            _ => Err(format!("`{mover}` does not say who moves: {first} or {second}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_row_is_on_top() {
        let board = TopDown::new(3, CellShape::Square, ['b', 'w']);
        assert_eq!(board.board().cells, ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"]);
        assert_eq!(["a1", "C2", "c3", "a4"].map(|name| board.cell(name)), [Some(0), Some(5), Some(8), None]);
        let grid = board.grid([Piece::Disc; 2], |cell| (cell == 3).then_some(1));
        assert_eq!(
            (grid.row_names.join(" "), grid.tokens[3].as_ref().map(|t| t.glyph)),
            ("1 2 3".into(), Some('W'))
        );
    }

    #[test]
    fn who_moves_stands_behind_the_rows() {
        let board = TopDown::new(3, CellShape::Square, ['b', 'w']);
        assert_eq!(board.split_mover(" .../... W"), Ok((".../...", 1)));
        assert_eq!(board.split_mover("...").unwrap_err(), "who moves is missing");
        assert_eq!(board.split_mover("... bw").unwrap_err(), "`bw` does not say who moves: b or w");
    }
}
