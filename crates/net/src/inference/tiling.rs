//! How a board is cut into tiles.

use super::toom::MOST;

/// How a board is cut into tiles, and which cells each tile reads and writes.
#[derive(Debug)]
pub(super) struct Tiling {
    /// Outputs of a tile: rows and columns.
    pub size: (usize, usize),
    /// Tiles of a board.
    pub tiles: usize,
    /// For each tile the cells it reads, row by row; beyond the edge the number of cells, where a row
    /// of zeros lies.
    pub reads: Vec<u32>,
    /// For each tile the cells it writes, row by row; `u32::MAX` beyond the edge.
    pub writes: Vec<u32>,
}

impl Tiling {
    pub fn new(rows: usize, columns: usize) -> Tiling {
        let (high, wide) = (best(rows), best(columns));
        let (down, across) = (rows.div_ceil(high), columns.div_ceil(wide));
        let cell = |row: isize, column: isize| {
            let inside = (0..rows as isize).contains(&row) && (0..columns as isize).contains(&column);
            inside.then(|| (row as usize * columns + column as usize) as u32)
        };
        let (mut reads, mut writes) = (Vec::new(), Vec::new());
        for tile in 0..down * across {
            let (top, left) = ((tile / across * high) as isize, (tile % across * wide) as isize);
            for (row, column) in each(high + 2, wide + 2) {
                reads.push(cell(top + row - 1, left + column - 1).unwrap_or((rows * columns) as u32));
            }
            for (row, column) in each(high, wide) {
                writes.push(cell(top + row, left + column).unwrap_or(u32::MAX));
            }
        }
        Tiling { size: (high, wide), tiles: down * across, reads, writes }
    }

    /// Points of a transformed tile: rows and columns.
    pub fn points(&self) -> (usize, usize) {
        (self.size.0 + 2, self.size.1 + 2)
    }
}

/// The tile that covers this length with the fewest points; the smaller of equals, which rounds less.
fn best(length: usize) -> usize {
    (2..=MOST).min_by_key(|size| length.div_ceil(*size) * (size + 2)).unwrap_or(MOST)
}

fn each(rows: usize, columns: usize) -> impl Iterator<Item = (isize, isize)> {
    (0..rows).flat_map(move |row| (0..columns).map(move |column| (row as isize, column as isize)))
}
