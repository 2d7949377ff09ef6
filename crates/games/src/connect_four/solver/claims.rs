//! What one side can hold without any search: the claims of a follower.
//!
//! When the number of empty cells is even, call the side to move the leader and the other one the
//! follower. The follower can answer every move of the leader with one of a fixed pair of cells:
//!
//! - above the pile of an even column the empty cells fall into pairs of a lower and an upper cell; when
//!   the leader takes the lower, the follower takes the upper;
//! - in an odd column one cell is left over, at the bottom of the empty part, and the same holds above
//!   it. There are as many odd columns as make an even number, so when the leader takes such a cell the
//!   follower takes another one.
//!
//! Then the leader never gets more than the lower cells and the left-over cells. If these, with the
//! leader's discs, contain no line, the follower does not lose, whatever the leader does. When the number
//! of empty cells is odd, the follower is to move, takes a left-over cell and the same is true.

use super::board::Board;

impl<const ROWS: u32> Board<ROWS> {
    /// Whether the follower can keep the leader from ever making a line by answering in pairs.
    /// `threatened` are the cells where the follower would complete a line.
    #[inline(always)]
    pub fn follower_holds(&self, leader: u64, all: u64, threatened: u64) -> bool {
        let landings = self.landings(all);
        // Who plays below an upper cell that the follower threatens loses at once: nobody gets above it.
        let unreachable = self.above(threatened & self.upper & !landings);
        let lower = self.cells & !all & !self.upper & !unreachable;
        let left_over = landings & self.upper;
        !self.has_line(leader | lower | left_over)
    }
}
