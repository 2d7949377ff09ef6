//! Which cell of which sample sees which.

use crate::graph::Reach;

/// Rows that one chunk of work has at least, where samples are small: enough to fill the kernels,
/// few enough to stay in the cache.
const CHUNK_ROWS: usize = 128;

/// The neighbourhoods of a chunk of samples that lie one after the other, a row per cell.
#[derive(Debug)]
pub(crate) struct Geometry {
    /// Rows of each sample.
    pub cells: usize,
    /// Samples of a full chunk.
    pub chunk: usize,
    /// For each tap the row that each row sees; `u32::MAX` beyond the edge.
    pub source: Vec<u32>,
    /// For each tap the rows seen and the rows that see them, sample by sample.
    pub pairs: Vec<Vec<(u32, u32)>>,
}

impl Geometry {
    /// The neighbourhoods on a board of these rows and columns.
    pub fn new(rows: usize, columns: usize, reach: Reach) -> Geometry {
        let steps: Vec<(isize, isize)> = match reach {
            Reach::Square => (-1..=1).flat_map(|row| (-1..=1).map(move |column| (row, column))).collect(),
            Reach::Point | Reach::Board => vec![(0, 0)],
        };
        let cells = rows * columns;
        let chunk = (CHUNK_ROWS / cells).max(1);
        let seen = |row: usize, (down, right): (isize, isize)| {
            let (sample, cell) = (row / cells, row % cells);
            let y = (cell / columns).checked_add_signed(down).filter(|y| *y < rows)?;
            let x = (cell % columns).checked_add_signed(right).filter(|x| *x < columns)?;
            Some((sample * cells + y * columns + x) as u32)
        };
        let mut source = Vec::with_capacity(steps.len() * chunk * cells);
        let mut pairs = Vec::with_capacity(steps.len());
        for step in steps {
            source.extend((0..chunk * cells).map(|row| seen(row, step).unwrap_or(u32::MAX)));
            pairs.push((0..chunk * cells).filter_map(|row| Some((seen(row, step)?, row as u32))).collect());
        }
        Geometry { cells, chunk, source, pairs }
    }

    /// Rows of a full chunk.
    pub fn chunk_rows(&self) -> usize {
        self.chunk * self.cells
    }

    /// The pairs of a tap among the first samples of a chunk.
    pub fn pairs(&self, tap: usize, samples: usize) -> &[(u32, u32)] {
        let all = &self.pairs[tap];
        &all[..all.len() / self.chunk * samples]
    }
}
