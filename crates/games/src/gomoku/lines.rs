//! Lines of stones: whether one is complete, and which rows can still become one.

use crate::bits::Bits;

/// What counts as a line on one size of board.
pub(super) struct Lines<B> {
    /// Bits from one row to the next: the columns and a gap.
    stride: u32,
    line: u32,
    exact: bool,
    /// All cells.
    board: B,
    /// Bits used, the gaps included.
    span: u32,
}

impl<B: Bits> Lines<B> {
    pub(super) fn new(size: usize, line: usize, exact: bool) -> Self {
        let (size, stride) = (size as u32, size as u32 + 1);
        let cells = (0..size).flat_map(|row| (0..size).map(move |column| row * stride + column));
        let board = cells.fold(B::NONE, |set, bit| set | B::cell(bit));
        Lines { stride, line: line as u32, exact, board, span: size * stride }
    }

    #[inline]
    pub(super) fn board(&self) -> B {
        self.board
    }

    /// Bits used; moves that are no stones are numbered from here.
    #[inline]
    pub(super) fn span(&self) -> u32 {
        self.span
    }

    /// From one bit to the next along a row, the diagonals and a column.
    #[inline]
    pub(super) fn steps(&self) -> [u32; 4] {
        [1, self.stride - 1, self.stride, self.stride + 1]
    }

    /// Whether so many stones side by side win.
    #[inline]
    pub(super) fn wins(&self, stones: u32) -> bool {
        if self.exact { stones == self.line } else { stones >= self.line }
    }

    /// Whether these stones, with one on `bit`, have a line through it.
    #[inline]
    pub(super) fn through(&self, stones: B, bit: u32) -> bool {
        // Below the first bit the subtraction wraps and lands above the last.
        let has = |at: u32| at < self.span && stones.has(at);
        self.steps().into_iter().any(|step| {
            let after = (1..).take_while(|i| has(bit + i * step)).count();
            let before = (1..).take_while(|i| has(bit.wrapping_sub(i * step))).count();
            self.wins((after + before) as u32 + 1)
        })
    }

    /// Whether these stones have a line anywhere.
    pub(super) fn any(&self, stones: B) -> bool {
        stones.cells().any(|bit| self.through(stones, bit))
    }

    /// How many rows of `line` cells hold no enemy stone and lack one, two and three own stones.
    ///
    /// All rows of one direction are counted at once: the number of stones in the row that begins at a
    /// cell is a binary number whose digits lie in `digits`, each a set of cells.
    pub(super) fn lacking(&self, own: B, their: B) -> [u32; 3] {
        let free = self.board & !their;
        let mut found = [0; 3];
        for step in self.steps() {
            let (mut open, mut digits) = (self.board, [B::NONE; 4]);
            for i in 0..self.line {
                open &= free >> (i * step);
                let mut carry = own >> (i * step);
                for digit in &mut digits {
                    (*digit, carry) = (*digit ^ carry, *digit & carry);
                }
            }
            for (lack, found) in (1..).zip(&mut found) {
                let wanted = self.line - lack;
                let equal = |set: B, (place, digit): (usize, &B)| {
                    set & if wanted >> place & 1 == 1 { *digit } else { !*digit }
                };
                *found += digits.iter().enumerate().fold(open, equal).count();
            }
        }
        found
    }
}
