//! Ways to turn a board that change nothing: what one position teaches, its images teach too.

/// A way to turn the board under which the game stays the same, in terms of the encoding and the action space.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symmetry {
    /// Where each cell of a plane goes.
    pub cells: Vec<u32>,
    /// What each action becomes.
    pub actions: Vec<u32>,
}

impl Symmetry {
    /// All ways to turn and mirror a board whose actions are its cells, without the one that leaves it as it is.
    #[must_use]
    pub fn of_cells(rows: usize, columns: usize) -> Vec<Symmetry> {
        let turned = (1..8).filter_map(|turn| turned(rows, columns, turn));
        turned.map(|cells| Symmetry { actions: cells.clone(), cells }).collect()
    }

    /// Left and right exchanged, on a board whose actions are its columns.
    #[must_use]
    pub fn of_columns(rows: usize, columns: usize) -> Symmetry {
        let mirror = |column: usize| (columns - 1 - column) as u32;
        let cell = |cell: usize| (cell / columns * columns) as u32 + mirror(cell % columns);
        Symmetry {
            cells: (0..rows * columns).map(cell).collect(),
            actions: (0..columns).map(mirror).collect(),
        }
    }

    /// Writes the planes of an encoded position as they look when the board is turned.
    pub fn turn_planes(&self, planes: &[f32], out: &mut [f32]) {
        let cells = self.cells.len();
        for (from, to) in planes.chunks_exact(cells).zip(out.chunks_exact_mut(cells)) {
            for (&value, &place) in from.iter().zip(&self.cells) {
                to[place as usize] = value;
            }
        }
    }
}

/// Where each cell goes; the lowest bit of `turn` mirrors, the next one turns upside down, the last one exchanges rows
/// and columns, which only a square board can take.
fn turned(rows: usize, columns: usize, turn: usize) -> Option<Vec<u32>> {
    let swaps = turn & 4 != 0;
    if swaps && rows != columns {
        return None;
    }
    let place = |cell: usize| {
        let (mut row, mut column) = (cell / columns, cell % columns);
        if turn & 1 != 0 {
            column = columns - 1 - column;
        }
        if turn & 2 != 0 {
            row = rows - 1 - row;
        }
        if swaps {
            (row, column) = (column, row);
        }
        (row * columns + column) as u32
    };
    Some((0..rows * columns).map(place).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_have_as_many_images_as_they_should() {
        assert_eq!((Symmetry::of_cells(3, 3).len(), Symmetry::of_cells(2, 3).len()), (7, 3));
        for symmetry in Symmetry::of_cells(4, 4) {
            let mut seen = symmetry.cells.clone();
            seen.sort_unstable();
            assert_eq!(seen, (0..16).collect::<Vec<u32>>());
        }
        let mirror = Symmetry::of_columns(2, 3);
        assert_eq!((mirror.cells, mirror.actions), (vec![2, 1, 0, 5, 4, 3], vec![2, 1, 0]));
    }

    #[test]
    fn planes_turn_cell_by_cell() {
        let mut out = [0.0; 8];
        Symmetry::of_columns(2, 2).turn_planes(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0], &mut out);
        assert_eq!(out, [2.0, 1.0, 4.0, 3.0, 6.0, 5.0, 8.0, 7.0]);
    }
}
