//! A table of values by what a seat knows and what it does: the memory of a Q-learner.
//!
//! Only pairs that were tried are kept, about 12 bytes each. The table is cut into shards by the first bits of a
//! fingerprint of the state, so that threads can change it side by side; a shard is a row of buckets, each one cache
//! line of six pairs. All pairs of a state have the same home, so that one or two lines of memory say everything about
//! a state. A pair that finds its home full lies in the first bucket behind it that has room; nothing is ever removed,
//! so that a bucket with room ends every search.
//!
//! A state is known by 52 bits of a fingerprint. Among 20 million states, one look in 200 million is mistaken for
//! another state.

/// The shards of a table: a power of two.
pub const SHARDS: usize = 1 << SHARD_BITS;
const SHARD_BITS: u32 = 12;
/// Bits of the rest of a fingerprint that are kept.
const KEPT_BITS: u32 = 40;
/// Pairs of a bucket: as many as fill a line of memory.
const PAIRS: usize = 6;
/// Of a hundred places so many may be taken before a shard grows.
const FULL: usize = 93;
/// A shard grows by so many hundredths: little, since it is small and memory is dear.
const GROWTH: usize = 4;

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

/// Where a state is kept: its shard, and what tells it from others there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    shard: u16,
    kept: u64,
}

impl Place {
    /// Where a state with this fingerprint is.
    #[must_use]
    pub fn of(fingerprint: u64) -> Place {
        let shard = (fingerprint >> (u64::BITS - SHARD_BITS)) as u16;
        Place { shard, kept: (fingerprint >> (u64::BITS - SHARD_BITS - KEPT_BITS)) & ((1 << KEPT_BITS) - 1) }
    }

    /// The shard.
    #[must_use]
    pub fn shard(self) -> usize {
        usize::from(self.shard)
    }
}

/// Pairs that lie side by side.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Bucket {
    values: [f32; PAIRS],
    low: [u32; PAIRS],
    high: [u8; PAIRS],
    actions: [u8; PAIRS],
    len: u8,
}

const EMPTY: Bucket =
    Bucket { values: [0.0; PAIRS], low: [0; PAIRS], high: [0; PAIRS], actions: [0; PAIRS], len: 0 };

impl Bucket {
    fn len(&self) -> usize {
        usize::from(self.len)
    }

    /// The places in this bucket whose pairs are of this state.
    fn of(&self, kept: u64) -> impl Iterator<Item = usize> + '_ {
        let (low, high) = (kept as u32, (kept >> 32) as u8);
        (0..self.len()).filter(move |&at| self.low[at] == low && self.high[at] == high)
    }

    fn push(&mut self, pair: Pair) {
        let at = self.len();
        self.values[at] = pair.value;
        (self.low[at], self.high[at]) = (pair.state as u32, (pair.state >> 32) as u8);
        self.actions[at] = pair.action;
        self.len += 1;
    }

    fn pairs(&self) -> impl Iterator<Item = Pair> + '_ {
        (0..self.len()).map(|at| Pair {
            state: u64::from(self.low[at]) | u64::from(self.high[at]) << 32,
            action: self.actions[at],
            value: self.values[at],
        })
    }
}

/// A part of a table, which one thread may change while others change other parts.
#[derive(Clone, Default)]
pub struct Shard {
    buckets: Vec<Bucket>,
    pairs: usize,
    states: usize,
}

impl Shard {
    /// The value of an action of a state, to be changed; it begins with `start`.
    pub fn value(&mut self, place: Place, action: u8, start: f32) -> &mut f32 {
        let (found, known) = self.find(place, action);
        let (at, own) = found.unwrap_or_else(|| {
            self.pairs += 1;
            self.states += usize::from(!known);
            while !holds(self.buckets.len(), self.pairs) {
                self.grow();
            }
            self.put(Pair { state: place.kept, action, value: start })
        });
        &mut self.buckets[at].values[own]
    }

    /// Where a pair is, and whether any other of its state is there.
    fn find(&self, place: Place, action: u8) -> (Option<(usize, usize)>, bool) {
        if self.buckets.is_empty() {
            return (None, false);
        }
        let (mut at, mut known) = (self.home(place.kept), false);
        loop {
            let bucket = &self.buckets[at];
            let own =
                bucket.of(place.kept).inspect(|_| known = true).find(|&own| bucket.actions[own] == action);
            if own.is_some() || bucket.len() < PAIRS {
                return (own.map(|own| (at, own)), known);
            }
            at = self.behind(at);
        }
    }

    /// Writes the values of the actions of a state that were tried; the others stay.
    fn read(&self, place: Place, row: &mut [f32]) {
        if self.buckets.is_empty() {
            return;
        }
        let mut at = self.home(place.kept);
        loop {
            let bucket = &self.buckets[at];
            for pair in bucket.of(place.kept) {
                if let Some(value) = row.get_mut(usize::from(bucket.actions[pair])) {
                    *value = bucket.values[pair];
                }
            }
            if bucket.len() < PAIRS {
                return;
            }
            at = self.behind(at);
        }
    }

    /// All pairs, ordered by state and action: the same whatever happened in between.
    #[must_use]
    pub fn sorted(&self) -> Vec<Pair> {
        let mut pairs: Vec<Pair> = self.buckets.iter().flat_map(Bucket::pairs).collect();
        pairs.sort_unstable_by_key(|pair| (pair.state, pair.action));
        pairs
    }

    /// Fills an empty shard, which is then as large as if it had grown.
    pub fn fill(&mut self, pairs: &[Pair]) {
        let mut size = 0;
        while !holds(size, pairs.len()) {
            size = grown(size);
        }
        self.buckets = vec![EMPTY; size];
        self.pairs = pairs.len();
        self.states = pairs.chunk_by(|one, next| one.state == next.state).count();
        for pair in pairs {
            self.put(*pair);
        }
    }

    fn grow(&mut self) {
        let larger = vec![EMPTY; grown(self.buckets.len())];
        let old = std::mem::replace(&mut self.buckets, larger);
        for pair in old.iter().flat_map(Bucket::pairs) {
            self.put(pair);
        }
    }

    /// Puts a pair where there is room; returns its bucket and its place there.
    fn put(&mut self, pair: Pair) -> (usize, usize) {
        let mut at = self.home(pair.state);
        while self.buckets[at].len() == PAIRS {
            at = self.behind(at);
        }
        self.buckets[at].push(pair);
        (at, self.buckets[at].len() - 1)
    }

    /// Where the pairs of a state should be: its share of the shard.
    fn home(&self, kept: u64) -> usize {
        ((u128::from(kept) * self.buckets.len() as u128) >> KEPT_BITS) as usize
    }

    fn behind(&self, at: usize) -> usize {
        if at + 1 < self.buckets.len() { at + 1 } else { 0 }
    }
}

/// Whether so many buckets hold so many pairs.
fn holds(buckets: usize, pairs: usize) -> bool {
    pairs * 100 <= buckets * PAIRS * FULL
}

/// The next larger size.
fn grown(buckets: usize) -> usize {
    buckets + (buckets * GROWTH / 100).max(1)
}

/// The values of one seat.
#[derive(Clone)]
pub struct Table {
    shards: Vec<Shard>,
}

impl Default for Table {
    fn default() -> Self {
        Table { shards: vec![Shard::default(); SHARDS] }
    }
}

impl Table {
    /// The values of the actions of a state, by their place among the legal moves; those never tried are `untried`.
    pub fn read(&self, place: Place, untried: f32, row: &mut [f32]) {
        row.fill(untried);
        self.shards[place.shard()].read(place, row);
    }

    /// Whether anything was tried in a state.
    #[must_use]
    pub fn knows(&self, place: Place) -> bool {
        let mut row = [f32::NAN; 256];
        self.shards[place.shard()].read(place, &mut row);
        row.iter().any(|value| !value.is_nan())
    }

    /// The parts, in order.
    #[must_use]
    pub fn shards(&self) -> &[Shard] {
        &self.shards
    }

    /// The parts, in order, to be changed.
    pub fn shards_mut(&mut self) -> &mut [Shard] {
        &mut self.shards
    }

    /// Pairs of state and action that were tried.
    #[must_use]
    pub fn pairs(&self) -> usize {
        self.shards.iter().map(|shard| shard.pairs).sum()
    }

    /// States in which something was tried.
    #[must_use]
    pub fn states(&self) -> usize {
        self.shards.iter().map(|shard| shard.states).sum()
    }

    /// Bytes of memory.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let buckets: usize = self.shards.iter().map(|shard| shard.buckets.capacity()).sum();
        buckets * size_of::<Bucket>() + SHARDS * size_of::<Shard>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_game::Rng;
    use std::collections::BTreeMap;

    /// Random work on a table and on a plain map.
    fn both(pairs: u64) -> (Table, BTreeMap<(u64, u8), f32>) {
        let (mut table, mut map) = (Table::default(), BTreeMap::new());
        let mut rng = Rng::stream(1, "table", 0);
        for number in 0..pairs {
            // Few shards, so that they grow.
            let state = (rng.below(8) as u64) << 60 | (rng.below(20_000) as u64) << 30;
            let (action, place) = (rng.below(7) as u8, Place::of(state));
            *table.shards_mut()[place.shard()].value(place, action, 0.5) += number as f32;
            *map.entry((state, action)).or_insert(0.5) += number as f32;
        }
        (table, map)
    }

    #[test]
    fn it_is_a_map() {
        let (table, map) = both(300_000);
        assert_eq!(table.pairs(), map.len());
        let states: std::collections::BTreeSet<u64> = map.keys().map(|(state, _)| *state).collect();
        assert_eq!(table.states(), states.len());
        let mut row = [0.0; 7];
        for state in states {
            table.read(Place::of(state), f32::NAN, &mut row);
            for (action, value) in row.iter().enumerate() {
                match map.get(&(state, action as u8)) {
                    Some(known) => assert_eq!(value, known),
                    None => assert!(value.is_nan()),
                }
            }
        }
        table.read(Place::of(u64::MAX), 3.0, &mut row);
        assert_eq!(row, [3.0; 7]);
    }

    #[test]
    fn a_filled_shard_is_the_one_that_was_read() {
        let (table, _) = both(50_000);
        let mut copy = Table::default();
        for (shard, from) in copy.shards_mut().iter_mut().zip(table.shards()) {
            shard.fill(&from.sorted());
        }
        assert_eq!((copy.pairs(), copy.states()), (table.pairs(), table.states()));
        assert!(copy.shards().iter().zip(table.shards()).all(|(a, b)| a.sorted() == b.sorted()));
    }

    #[test]
    fn a_pair_takes_twelve_bytes() {
        let mut table = Table::default();
        let mut rng = Rng::stream(1, "bytes", 0);
        for _ in 0..1_000_000 {
            let place = Place::of(rng.bits());
            table.shards_mut()[place.shard()].value(place, rng.below(7) as u8, 0.0);
        }
        let each = table.bytes() as f64 / table.pairs() as f64;
        assert!(each < 12.5, "{each}");
        assert_eq!(size_of::<Bucket>(), 64);
    }
}
