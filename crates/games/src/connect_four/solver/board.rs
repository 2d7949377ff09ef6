//! The board as bits: lines, threats and the cells a disc can fall on.
//!
//! Bits run up the columns, one column after the other, with a spare bit above each. The height is a
//! constant, so that every shift below is by a constant too.

/// The geometry of a board with `ROWS` rows.
#[derive(Clone, Copy)]
pub(super) struct Board<const ROWS: u32> {
    /// How many columns there are.
    pub columns: u32,
    /// The lowest cell of every column.
    pub bottom: u64,
    /// All cells.
    pub cells: u64,
    /// The cells with an even number of cells above them: the upper halves of the pairs into which a
    /// column falls when it is divided from the top.
    pub upper: u64,
    /// The cells at least 1, 2, 4 and 8 rows up: where a cell can get by moving up so far, unless it
    /// jumps into the next column.
    higher: [u64; 4],
}

impl<const ROWS: u32> Board<ROWS> {
    /// Bits from one column to the next.
    pub const STRIDE: u32 = ROWS + 1;

    /// The board with this many columns.
    pub fn new(columns: u32) -> Self {
        let bottom = (0..columns).fold(0, |set, column| set | 1 << (column * Self::STRIDE));
        let row = |up: u32| bottom << up;
        let cells = (0..ROWS).fold(0, |set, up| set | row(up));
        let upper = (0..ROWS).filter(|up| (ROWS - 1 - up).is_multiple_of(2)).fold(0, |set, up| set | row(up));
        let higher = [1, 2, 4, 8].map(|least| (least..ROWS).fold(0, |set, up| set | row(up)));
        Board { columns, bottom, cells, upper, higher }
    }

    /// How many cells there are.
    pub fn size(&self) -> i32 {
        (self.columns * ROWS) as i32
    }

    /// How far a cell is from the middle of its row, in half columns.
    #[inline(always)]
    pub fn distance_from_centre(&self, cell: u64) -> i32 {
        let column = cell.trailing_zeros() / Self::STRIDE;
        (2 * column as i32 + 1 - self.columns as i32).abs()
    }

    /// The cells where a disc comes to lie.
    #[inline(always)]
    pub fn landings(&self, all: u64) -> u64 {
        all.wrapping_add(self.bottom) & self.cells
    }

    /// The columns in reverse order, each with its spare bit.
    #[inline]
    pub fn mirrored(&self, bits: u64) -> u64 {
        let column = (1 << Self::STRIDE) - 1;
        (0..self.columns)
            .fold(0, |mirror, number| (mirror << Self::STRIDE) | ((bits >> (number * Self::STRIDE)) & column))
    }

    /// The empty cells where one more of these discs completes a line.
    #[inline(always)]
    pub fn threats(&self, discs: u64, all: u64) -> u64 {
        let mut found = (discs << 1) & (discs << 2) & (discs << 3);
        for step in [Self::STRIDE - 1, Self::STRIDE, Self::STRIDE + 1] {
            let pair_before = (discs << step) & (discs << (2 * step));
            let pair_after = (discs >> step) & (discs >> (2 * step));
            found |= pair_before & ((discs << (3 * step)) | (discs >> step));
            found |= pair_after & ((discs >> (3 * step)) | (discs << step));
        }
        found & self.cells & !all
    }

    /// Whether these cells contain a line.
    #[inline(always)]
    pub fn has_line(&self, cells: u64) -> bool {
        let mut found = 0;
        for step in [1, Self::STRIDE - 1, Self::STRIDE, Self::STRIDE + 1] {
            let pairs = cells & (cells >> step);
            found |= pairs & (pairs >> (2 * step));
        }
        found != 0
    }

    /// The cells above these, each in its own column.
    #[inline(always)]
    pub fn above(&self, cells: u64) -> u64 {
        let mut above = (cells << 1) & self.cells;
        let mut step = 1;
        for higher in self.higher {
            if step < ROWS {
                above |= (above << step) & higher;
            }
            step *= 2;
        }
        above
    }

    /// The moves after which the other side, who threatens these cells, does not win at once.
    #[inline(always)]
    pub fn safe_moves(&self, all: u64, threatened: u64) -> u64 {
        let landings = self.landings(all);
        let safe = landings & !(threatened >> 1);
        let forced = landings & threatened;
        if forced == 0 {
            safe
        } else if forced & (forced - 1) == 0 {
            safe & forced
        } else {
            0
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The cells of a board of 9 rows, column by column, without bit tricks.
    fn cells(columns: u32) -> impl Iterator<Item = (u32, u32)> {
        (0..columns).flat_map(|column| (0..9).map(move |row| (column, row)))
    }

    fn bit(column: u32, row: u32) -> u64 {
        1 << (column * 10 + row)
    }

    #[test]
    fn cells_above_stay_in_their_column() {
        let board = Board::<9>::new(6);
        for (column, row) in cells(6) {
            let above = (row + 1..9).fold(0, |set, higher| set | bit(column, higher));
            assert_eq!(board.above(bit(column, row)), above);
        }
    }

    #[test]
    fn a_mirror_swaps_left_and_right() {
        let board = Board::<9>::new(6);
        for (column, row) in cells(6) {
            assert_eq!(board.mirrored(bit(column, row)), bit(5 - column, row));
        }
    }

    #[test]
    fn a_threat_is_where_one_disc_makes_a_line() {
        let board = Board::<9>::new(6);
        let mut random = 0x0005_8A31_C4D2_6B97_u64;
        for _ in 0..2000 {
            random = random.wrapping_mul(0xD6E8_FEB8_6659_FD93).rotate_left(17) ^ 0x55;
            let height = |column: u32| (random >> (8 * column)) as u32 % 10;
            let piled = cells(6).filter(|&(column, row)| row < height(column));
            let all = piled.fold(0, |set, (column, row)| set | bit(column, row));
            let own = all & random.rotate_left(7);
            if !board.has_line(own) {
                let empty = cells(6).map(|(column, row)| bit(column, row)).filter(|cell| cell & all == 0);
                let found = empty.filter(|cell| board.has_line(own | cell)).fold(0, |set, cell| set | cell);
                assert_eq!(board.threats(own, all), found, "{own:x} {all:x}");
            }
        }
    }
}
