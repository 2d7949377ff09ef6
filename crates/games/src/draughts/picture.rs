//! The picture of the board.

use super::board::{Board, bit_at, number};
use super::{BLACK, WHITE};
use ludometer_game::{Board as Map, CellShape, Grid, Part, Piece, Scene, Seat, Token};

const SIDE: usize = 8;

/// Dark squares have their number, light ones the name they would have on a chess board.
pub(super) fn map() -> Map {
    let name = |cell: usize| {
        let (row, column) = (cell / SIDE, cell % SIDE);
        bit_at(row, column).map_or_else(|| Map::name(row, column, SIDE), |bit| number(bit).to_string())
    };
    Map { rows: SIDE, columns: SIDE, shape: CellShape::Square, cells: (0..SIDE * SIDE).map(name).collect() }
}

/// The board as it is printed, with the numbers of its squares beside each row.
pub(super) fn scene(board: &Board) -> Scene {
    let mut grid = Grid::over(&map());
    grid.checkered = true;
    grid.column_names.clear();
    grid.row_names = (0..SIDE).map(|row| format!("{}-{}", 4 * row + 1, 4 * row + 4)).collect();
    for (cell, token) in grid.tokens.iter_mut().enumerate() {
        *token = bit_at(cell / SIDE, cell % SIDE).and_then(|bit| piece(board, bit));
    }
    Scene::of(Part::Grid(grid))
}

fn piece(board: &Board, bit: u32) -> Option<Token> {
    let player = [BLACK, WHITE].into_iter().find(|&player| board.sides[player] >> bit & 1 == 1)?;
    let king = board.kings >> bit & 1 == 1;
    let glyph = ['b', 'w'][player];
    Some(Token {
        glyph: if king { glyph.to_ascii_uppercase() } else { glyph },
        owner: Some(Seat::new(player as u8)),
        piece: if king { Piece::King } else { Piece::Disc },
    })
}
