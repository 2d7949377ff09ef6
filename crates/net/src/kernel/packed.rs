//! Matrices of weights in the order in which kernels read them.

/// Columns of a panel: four vectors of the widest kernel.
pub(crate) const PANEL: usize = 64;

/// The next multiple of 16, to which every row of numbers is padded with zeros, so that no vector of
/// any kernel is cut.
pub(crate) fn pad(count: usize) -> usize {
    count.next_multiple_of(16)
}

/// A matrix cut into panels of up to [`PANEL`] columns, each kept row by row: the part that one tile
/// of sums needs lies together.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Matrix<'a> {
    pub values: &'a [f32],
    pub depth: usize,
    /// Padded number of columns.
    pub columns: usize,
}

impl Matrix<'_> {
    /// How many panels there are.
    pub fn panels(&self) -> usize {
        self.columns.div_ceil(PANEL)
    }

    /// How many columns a panel has.
    pub fn panel_width(&self, panel: usize) -> usize {
        (self.columns - panel * PANEL).min(PANEL)
    }
}

/// A [`Matrix`] that owns its values.
#[derive(Clone, Debug, Default)]
pub(crate) struct Packed {
    pub values: Vec<f32>,
    pub depth: usize,
    /// Padded number of columns.
    pub columns: usize,
}

impl Packed {
    /// A matrix of zeros.
    pub fn zeros(depth: usize, columns: usize) -> Packed {
        let columns = pad(columns);
        Packed { values: vec![0.0; depth * columns], depth, columns }
    }

    /// A matrix with these entries by row and column.
    pub fn from_fn(depth: usize, columns: usize, entry: impl Fn(usize, usize) -> f32) -> Packed {
        let mut packed = Packed::zeros(depth, columns);
        for row in 0..depth {
            for column in 0..columns {
                let at = packed.position(row, column);
                packed.values[at] = entry(row, column);
            }
        }
        packed
    }

    /// Where the entry of a row and a column lies.
    pub fn position(&self, row: usize, column: usize) -> usize {
        let panel = column / PANEL;
        let start = panel * PANEL;
        start * self.depth + row * self.matrix().panel_width(panel) + (column - start)
    }

    /// The matrix itself.
    pub fn matrix(&self) -> Matrix<'_> {
        Matrix { values: &self.values, depth: self.depth, columns: self.columns }
    }
}
