//! Square boards of two players' pieces as text and picture: what such games share.

use crate::bits::Bits;
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

    /// The cell of this name, in lower or upper case.
    pub fn cell(&self, name: &str) -> Option<usize> {
        let name = name.trim().to_ascii_lowercase();
        let column = usize::from(name.bytes().next()?.checked_sub(b'a')?);
        let row = self.rows.checked_sub(name.get(1..)?.parse().ok()?)?;
        // Writing it again refuses what only looks like a name: "a01", "z1".
        let cell = row * self.columns + column;
        (cell < self.cells() && self.name(cell) == name).then_some(cell)
    }

    /// The map of the board.
    pub fn board(&self) -> Board {
        Board::lettered(self.rows, self.columns)
    }

    /// Every straight line of this many cells, at least two.
    pub fn lines<B: Bits>(&self, length: usize) -> Vec<B> {
        let mut found = Vec::new();
        for cell in 0..self.cells() {
            let (row, column) = (cell / self.columns, cell % self.columns);
            let down = row + length <= self.rows;
            let right = column + length <= self.columns;
            let left = column + 1 >= length;
            let ways = [(right, 1), (down, self.columns), (down && right, self.columns + 1)];
            for (fits, step) in ways.into_iter().chain([(down && left, self.columns - 1)]) {
                if fits {
                    found.push((0..length).fold(B::NONE, |set, i| set | B::cell((cell + i * step) as u32)));
                }
            }
        }
        found
    }

    /// Every square block with this many cells on a side.
    pub fn blocks<B: Bits>(&self, side: usize) -> Vec<B> {
        let corners = (0..self.cells()).filter(|corner| {
            corner / self.columns + side <= self.rows && corner % self.columns + side <= self.columns
        });
        let cell = |corner, i| B::cell((corner + i / side * self.columns + i % side) as u32);
        corners.map(|corner| (0..side * side).fold(B::NONE, |set, i| set | cell(corner, i))).collect()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_found_by_their_names() {
        let squares = Squares { rows: 10, columns: 3, letters: ['x', 'o'] };
        for cell in 0..squares.cells() {
            assert_eq!(squares.cell(&squares.name(cell).to_uppercase()), Some(cell));
        }
        for nonsense in
            ["", "a", "a0", "a11", "a01", "a+1", "d1", "1a", "aa1", "\u{2603}1", "a99999999999999999999"]
        {
            assert_eq!(squares.cell(nonsense), None, "{nonsense}");
        }
    }

    #[test]
    fn lines_and_blocks_are_as_many_as_geometry_says() {
        let squares = Squares { rows: 9, columns: 9, letters: ['x', 'o'] };
        assert_eq!(squares.lines::<u128>(5).len(), 2 * 9 * 5 + 2 * 5 * 5);
        assert!(squares.lines::<u128>(5).iter().all(|line| line.count_ones() == 5));
        assert_eq!([2, 3, 10].map(|side| squares.blocks::<u128>(side).len()), [64, 49, 0]);
        assert!(squares.blocks::<u128>(3).iter().all(|block| block.count_ones() == 9));
        let long = Squares { rows: 2, columns: 5, letters: ['x', 'o'] };
        assert_eq!(long.lines::<u64>(2).len(), 2 * 4 + 5 + 2 * 4);
    }
}
