//! Where the cells of a board lie: one geometry for pictures of positions and for heat maps.

use crate::format::Px;
use std::fmt::Write;

/// A board laid out with cells of a given width, its top left corner at the origin.
#[derive(Clone, Copy)]
pub(crate) struct Layout {
    pub rows: usize,
    pub columns: usize,
    pub hex: bool,
    /// Width of a cell.
    pub cell: f64,
}

/// Height of a pointy-topped hexagon over its width: 2 / √3.
const HEX_TALL: f64 = 1.154_700_538_379_251_5;

impl Layout {
    /// Distance between rows.
    fn pitch(&self) -> f64 {
        if self.hex { self.cell * HEX_TALL * 0.75 } else { self.cell }
    }

    /// Height of one cell.
    pub fn cell_height(&self) -> f64 {
        if self.hex { self.cell * HEX_TALL } else { self.cell }
    }

    /// How many cells wide the board is, the shift of hexagon rows included.
    pub fn cells_across(rows: usize, columns: usize, hex: bool) -> f64 {
        columns as f64 + if hex { rows.saturating_sub(1) as f64 / 2.0 } else { 0.0 }
    }

    /// Width of the whole board.
    pub fn width(&self) -> f64 {
        Self::cells_across(self.rows, self.columns, self.hex) * self.cell
    }

    /// Height of the whole board.
    pub fn height(&self) -> f64 {
        self.rows.saturating_sub(1) as f64 * self.pitch() + self.cell_height()
    }

    /// Left edge of a row.
    pub fn row_start(&self, row: usize) -> f64 {
        if self.hex { row as f64 * self.cell / 2.0 } else { 0.0 }
    }

    /// Centre of a cell.
    pub fn centre(&self, row: usize, column: usize) -> (f64, f64) {
        let x = self.row_start(row) + (column as f64 + 0.5) * self.cell;
        (x, row as f64 * self.pitch() + self.cell_height() / 2.0)
    }

    /// The outline of a cell as path data, drawn `inset` inside its border.
    pub fn outline(&self, row: usize, column: usize, inset: f64) -> String {
        let (x, y) = self.centre(row, column);
        let (half, tall) = (self.cell / 2.0 - inset, self.cell_height() / 2.0 - inset);
        if !self.hex {
            let side = half * 2.0;
            let (left, top) = (Px(x - half), Px(y - half));
            return format!("M{left} {top}h{}v{}h{}z", Px(side), Px(side), Px(-side));
        }
        let mut path = String::new();
        let corners = [(0.0, -1.0), (1.0, -0.5), (1.0, 0.5), (0.0, 1.0), (-1.0, 0.5), (-1.0, -0.5)];
        for (nth, (dx, dy)) in corners.into_iter().enumerate() {
            let command = if nth == 0 { 'M' } else { 'L' };
            let _ = write!(path, "{command}{} {}", Px(x + dx * half), Px(y + dy * tall));
        }
        path + "z"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_lie_side_by_side() {
        let board = Layout { rows: 6, columns: 7, hex: false, cell: 40.0 };
        assert_eq!((board.width(), board.height()), (280.0, 240.0));
        assert_eq!(board.centre(5, 6), (260.0, 220.0));
        assert_eq!(board.outline(0, 0, 1.0), "M1 1h38v38h-38z");
    }

    #[test]
    fn hexagons_shift_and_touch() {
        let board = Layout { rows: 3, columns: 3, hex: true, cell: 40.0 };
        let (a, b) = (board.centre(0, 1), board.centre(1, 0));
        let distance = ((a.0 - b.0).powi(2) + (a.1 - b.1).powi(2)).sqrt();
        assert!((distance - 40.0).abs() < 1e-9, "neighbours are one cell apart: {distance}");
        assert!((board.width() - 160.0).abs() < 1e-9);
    }
}
