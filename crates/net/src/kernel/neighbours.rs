//! Which row sees which: a board is a row per cell, and boards lie one after the other.

/// Which cells of a board an output cell looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Window {
    /// The cell and its eight neighbours.
    Square,
    /// The cell itself.
    Point,
}

/// Who sees whom among some boards.
#[derive(Debug)]
pub(crate) struct Neighbours {
    /// Rows of each board.
    pub cells: usize,
    /// How many boards.
    pub boards: usize,
    /// For each step to a neighbour, row by row: the row seen and the row that sees it, board by
    /// board. What would be beyond the edge is left out.
    taps: Vec<Vec<(u32, u32)>>,
}

impl Neighbours {
    /// Boards of these rows and columns.
    pub fn new(rows: usize, columns: usize, window: Window, boards: usize) -> Neighbours {
        let reach: isize = match window {
            Window::Square => 1,
            Window::Point => 0,
        };
        let cells = rows * columns;
        let pair = |row: usize, down: isize, right: isize| {
            let (board, cell) = (row / cells, row % cells);
            let y = (cell / columns).checked_add_signed(down).filter(|y| *y < rows)?;
            let x = (cell % columns).checked_add_signed(right).filter(|x| *x < columns)?;
            Some(((board * cells + y * columns + x) as u32, row as u32))
        };
        let steps = (-reach..=reach).flat_map(|down| (-reach..=reach).map(move |right| (down, right)));
        let taps =
            steps.map(|(down, right)| (0..boards * cells).filter_map(|row| pair(row, down, right)).collect());
        Neighbours { cells, boards, taps: taps.collect() }
    }

    /// The pairs of a tap among the first boards.
    pub fn pairs(&self, tap: usize, boards: usize) -> &[(u32, u32)] {
        let all = &self.taps[tap];
        &all[..all.len() / self.boards * boards]
    }

    /// How many taps there are.
    pub fn taps(&self) -> usize {
        self.taps.len()
    }

    /// The taps, the cell itself first: each row sees itself, so that each sum begins there.
    pub fn order(&self) -> impl Iterator<Item = usize> {
        let (own, taps) = (self.taps.len() / 2, self.taps.len());
        std::iter::once(own).chain((0..taps).filter(move |tap| *tap != own))
    }
}
