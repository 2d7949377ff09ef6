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

    /// The cells where a disc comes to lie.
    #[inline(always)]
    pub fn landings(&self, all: u64) -> u64 {
        all.wrapping_add(self.bottom) & self.cells
    }

    /// A number that no other position has: the discs of the mover, and above each column a mark.
    #[inline(always)]
    pub fn key(&self, own: u64, all: u64) -> u64 {
        own.wrapping_add(all)
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
