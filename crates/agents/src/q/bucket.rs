//! Pairs of state and action that fill one line of memory.

/// Pairs of a bucket: as many as fill a line of memory.
pub(super) const PAIRS: usize = 6;

/// What is known of one action of a state.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pair {
    /// The fingerprint of the state, as far as it is kept.
    pub state: u64,
    /// The place of the action among the legal moves.
    pub action: u8,
    /// What it is worth.
    pub value: f32,
}

/// Pairs that lie side by side.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub(super) struct Bucket {
    pub values: [f32; PAIRS],
    low: [u32; PAIRS],
    high: [u8; PAIRS],
    pub actions: [u8; PAIRS],
    len: u8,
    /// How many buckets behind this one pairs lie at most whose home it is.
    pub reach: u8,
    /// Which states have such pairs: a bit for each, which several share.
    pub away: u16,
}

pub(super) const EMPTY: Bucket = Bucket {
    values: [0.0; PAIRS],
    low: [0; PAIRS],
    high: [0; PAIRS],
    actions: [0; PAIRS],
    len: 0,
    reach: 0,
    away: 0,
};

impl Bucket {
    pub fn len(&self) -> usize {
        usize::from(self.len)
    }

    /// The places in this bucket whose pairs are of this state.
    pub fn of(&self, kept: u64) -> impl Iterator<Item = usize> + '_ {
        let (low, high) = (kept as u32, (kept >> 32) as u8);
        (0..self.len()).filter(move |&at| self.low[at] == low && self.high[at] == high)
    }

    pub fn push(&mut self, pair: Pair) {
        let at = self.len();
        self.values[at] = pair.value;
        (self.low[at], self.high[at]) = (pair.state as u32, (pair.state >> 32) as u8);
        self.actions[at] = pair.action;
        self.len += 1;
    }

    pub fn pairs(&self) -> impl Iterator<Item = Pair> + '_ {
        (0..self.len()).map(|at| Pair {
            state: u64::from(self.low[at]) | u64::from(self.high[at]) << 32,
            action: self.actions[at],
            value: self.values[at],
        })
    }
}

/// The bit of a state among those whose pairs are not all at home.
pub(super) fn bit(kept: u64) -> u16 {
    1 << (kept & 15)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_is_a_line_of_memory() {
        assert_eq!((size_of::<Bucket>(), align_of::<Bucket>()), (64, 64));
    }
}
