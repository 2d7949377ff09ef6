//! Which cells of a Hex board touch, what is connected to a side, and how far the sides are apart.

use crate::bits::Bits;

/// The cells of one size of board and how they touch. A cell has neighbours beside it, above it (also
/// one column to the right) and below it (also one column to the left).
pub(super) struct Net<B> {
    size: u32,
    /// All cells.
    pub(super) board: B,
    /// The cells of the leftmost and of the rightmost column.
    edges: [B; 2],
    /// The two sides each player wants to connect.
    sides: [[B; 2]; 2],
    /// The neighbours of each cell.
    around: Vec<B>,
}

impl<B: Bits> Net<B> {
    pub(super) fn new(size: usize) -> Self {
        let set =
            |cell: &dyn Fn(usize) -> usize| (0..size).fold(B::NONE, |set, i| set | B::cell(cell(i) as u32));
        let [top, bottom] = [set(&|i| i), set(&|i| (size - 1) * size + i)];
        let edges = [set(&|i| i * size), set(&|i| i * size + size - 1)];
        let cells = (size * size) as u32;
        let board = (0..cells).fold(B::NONE, |set, cell| set | B::cell(cell));
        let mut net = Net { size: size as u32, board, edges, sides: [[top, bottom], edges], around: vec![] };
        net.around = (0..cells).map(|cell| net.touching(B::cell(cell))).collect();
        net
    }

    /// All cells that touch one of these.
    #[inline]
    fn touching(&self, set: B) -> B {
        let (size, [left, right]) = (self.size, self.edges);
        let (from_left, from_right) = (set & !right, set & !left);
        let beside = from_left << 1 | from_right >> 1;
        let above = set >> size | from_left >> (size - 1);
        let below = set << size | from_right << (size - 1);
        (beside | above | below) & self.board
    }

    /// Adds to `found` all of `stones` that are connected to it.
    #[inline]
    fn flood(&self, mut found: B, stones: B) -> B {
        let mut fresh = found;
        while fresh.any() {
            fresh = self.touching(fresh) & stones & !found;
            found |= fresh;
        }
        found
    }

    /// The stones connected to the player's first side.
    pub(super) fn linked(&self, player: usize, stones: B) -> B {
        self.flood(stones & self.sides[player][0], stones)
    }

    /// Updates the stones connected to the player's first side after a stone was put on `cell`.
    #[inline]
    pub(super) fn join(&self, player: usize, cell: u32, stones: B, linked: &mut B) {
        let stone = B::cell(cell);
        let around = self.around[cell as usize];
        if (around & *linked | stone & self.sides[player][0]).any() {
            *linked |= stone;
            let fresh = around & stones & !*linked;
            if fresh.any() {
                *linked |= self.flood(fresh, stones & !*linked);
            }
        }
    }

    /// Whether stones that are connected to the first side reach the second.
    #[inline]
    pub(super) fn connects(&self, player: usize, linked: B) -> bool {
        (linked & self.sides[player][1]).any()
    }

    /// How many more stones the shortest chain of a player needs, and how many empty cells lie on a
    /// chain as short. `None` when the other player's stones separate the sides.
    pub(super) fn shortest(&self, player: usize, own: B, their: B) -> Option<(u32, u32)> {
        let empty = self.board & !(own | their);
        let [near, far] = self.sides[player];
        let (levels, joined) = self.levels(near, far, own, empty);
        if !joined {
            return None;
        }
        let (back, _) = self.levels(far, near, own, empty);
        // On a shortest chain the distances from both sides add up to its length.
        let on_chain = levels.iter().zip(back.iter().rev()).map(|(from, to)| (*from & *to).count()).sum();
        Some((levels.len() as u32, on_chain))
    }

    /// The empty cells by the number of stones a chain from one side to them takes, up to the number that
    /// reaches the other side; and whether it is reached.
    fn levels(&self, from: B, to: B, own: B, empty: B) -> (Vec<B>, bool) {
        let mut levels = Vec::with_capacity(self.size as usize);
        let mut seen = self.flood(own & from, own);
        let mut fresh = seen;
        loop {
            if (fresh & to).any() {
                return (levels, true);
            }
            let start = if levels.is_empty() { from } else { B::NONE };
            let level = (self.touching(fresh) | start) & empty & !seen;
            if !level.any() {
                return (levels, false);
            }
            levels.push(level);
            let groups = self.touching(level) & own & !seen;
            fresh = level | self.flood(groups, own);
            seen |= fresh;
        }
    }
}
