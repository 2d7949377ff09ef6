//! A part of a table: a row of buckets that one thread may change while others change other parts.
//!
//! All pairs of a state have the same home, its share of the row. A pair that finds its home full lies in the first
//! bucket behind it that has room, and its home remembers how far away that is and for which states.

use super::bucket::{Bucket, EMPTY, PAIRS, Pair, bit};

/// The shards of a table: a power of two.
pub const SHARDS: usize = 1 << SHARD_BITS;
const SHARD_BITS: u32 = 10;
/// Bits of the rest of a fingerprint that are kept.
pub const KEPT_BITS: u32 = 40;
/// Bits of a word.
const WORD: usize = u64::BITS as usize;
/// Of a hundred places so many may be taken before a shard grows.
const FULL: usize = 95;
/// A shard grows by so many hundredths: little, since it is small and memory is dear.
const GROWTH: usize = 6;

/// Where a state is kept: its shard, and what tells it from others there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    shard: u16,
    kept: u64,
}

impl Place {
    /// The state that a shard knows by these 40 bits.
    #[must_use]
    pub fn at(shard: usize, kept: u64) -> Place {
        Place { shard: shard as u16, kept }
    }

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

    /// What tells it from others there: 40 bits.
    #[must_use]
    pub fn kept(self) -> u64 {
        self.kept
    }
}

/// A part of a table, which one thread may change while others change other parts.
#[derive(Clone, Default)]
pub struct Shard {
    buckets: Vec<Bucket>,
    /// A bit for each bucket that has room: where all around is full, that is far away.
    room: Vec<u64>,
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
        let mut known = false;
        for at in self.buckets_of(place.kept) {
            let bucket = &self.buckets[at];
            for own in bucket.of(place.kept) {
                known = true;
                if bucket.actions[own] == action {
                    return (Some((at, own)), true);
                }
            }
        }
        (None, known)
    }

    /// Writes the values of the actions of a state that were tried; the others stay.
    pub fn read(&self, place: Place, row: &mut [f32]) {
        for at in self.buckets_of(place.kept) {
            let bucket = &self.buckets[at];
            for pair in bucket.of(place.kept) {
                if let Some(value) = row.get_mut(usize::from(bucket.actions[pair])) {
                    *value = bucket.values[pair];
                }
            }
        }
    }

    /// The buckets in which pairs of a state can be.
    fn buckets_of(&self, kept: u64) -> impl Iterator<Item = usize> + '_ {
        let home = self.home(kept);
        let reach = match self.buckets.get(home) {
            None => 0,
            Some(bucket) if bucket.away & bit(kept) == 0 => 1,
            // What the farthest distance does not fit into is anywhere.
            Some(Bucket { reach: u8::MAX, .. }) => self.buckets.len(),
            Some(bucket) => 1 + usize::from(bucket.reach),
        };
        (home..home + reach).map(|at| if at < self.buckets.len() { at } else { at - self.buckets.len() })
    }

    /// Pairs that are here.
    #[must_use]
    pub fn pairs(&self) -> usize {
        self.pairs
    }

    /// States of which something is here.
    #[must_use]
    pub fn states(&self) -> usize {
        self.states
    }

    /// Bytes of memory.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.buckets.capacity() * size_of::<Bucket>() + self.room.capacity() * size_of::<u64>()
    }

    /// Whether anything was tried in a state.
    #[must_use]
    pub fn knows(&self, place: Place) -> bool {
        self.buckets_of(place.kept).any(|at| self.buckets[at].of(place.kept).next().is_some())
    }

    /// Reads a little of where a state is. Whoever does so for several states before it looks closer waits for their
    /// memory once.
    #[must_use]
    pub fn fetch(&self, place: Place) -> usize {
        self.buckets.get(self.home(place.kept)).map_or(0, Bucket::len)
    }

    /// All pairs, ordered by state and action: the same whatever happened in between.
    #[must_use]
    pub fn sorted(&self) -> Vec<Pair> {
        let mut pairs: Vec<Pair> = self.buckets.iter().flat_map(Bucket::pairs).collect();
        // Homes are in the order of states: almost every pair is within a few places of its own.
        pairs.sort_by_key(|pair| (pair.state, pair.action));
        pairs
    }

    /// Puts these pairs in place of all others; the shard is then as large as if it had grown.
    pub fn fill(&mut self, pairs: &[Pair]) {
        let mut size = 0;
        while !holds(size, pairs.len()) {
            size = grown(size);
        }
        self.clear(size);
        self.pairs = pairs.len();
        self.states = pairs.chunk_by(|one, next| one.state == next.state).count();
        for pair in pairs {
            self.put(*pair);
        }
    }

    fn grow(&mut self) {
        let old = self.clear(grown(self.buckets.len()));
        for pair in old.iter().flat_map(Bucket::pairs) {
            self.put(pair);
        }
    }

    /// Puts a pair where there is room; returns its bucket and its place there.
    fn put(&mut self, pair: Pair) -> (usize, usize) {
        let home = self.home(pair.state);
        let at = if self.buckets[home].len() < PAIRS { home } else { self.with_room_behind(home) };
        if at != home {
            let away = if at > home { at - home } else { at + self.buckets.len() - home };
            let home = &mut self.buckets[home];
            home.away |= bit(pair.state);
            home.reach = home.reach.max(u8::try_from(away).unwrap_or(u8::MAX));
        }
        let bucket = &mut self.buckets[at];
        bucket.push(pair);
        if bucket.len() == PAIRS {
            self.room[at / WORD] &= !(1 << (at % WORD));
        }
        (at, self.buckets[at].len() - 1)
    }

    /// The first bucket behind one, round and round, that has room.
    fn with_room_behind(&self, home: usize) -> usize {
        let mut word = home / WORD;
        let mut bits = self.room[word] & (u64::MAX << (home % WORD));
        while bits == 0 {
            word = if word + 1 < self.room.len() { word + 1 } else { 0 };
            bits = self.room[word];
        }
        word * WORD + bits.trailing_zeros() as usize
    }

    /// Empty buckets.
    fn clear(&mut self, buckets: usize) -> Vec<Bucket> {
        self.room = vec![u64::MAX; buckets.div_ceil(WORD)];
        if let Some(last) = self.room.last_mut().filter(|_| !buckets.is_multiple_of(WORD)) {
            *last = (1 << (buckets % WORD)) - 1;
        }
        std::mem::replace(&mut self.buckets, vec![EMPTY; buckets])
    }

    /// Where the pairs of a state should be: its share of the shard.
    fn home(&self, kept: u64) -> usize {
        ((u128::from(kept) * self.buckets.len() as u128) >> KEPT_BITS) as usize
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_finds_no_room_at_home_is_found_all_around() {
        let mut shard = Shard::default();
        // All of one home, far more than a byte can say how far away they are, and a few others.
        for state in 0..3000u64 {
            *shard.value(Place::at(0, state), 1, 0.0) = state as f32;
            *shard.value(Place::at(0, state << 28), 2, 0.0) = -(state as f32);
        }
        assert_eq!((shard.pairs, shard.states), (6000, 5999));
        for state in 0..3000u64 {
            let mut row = [0.5; 3];
            shard.read(Place::at(0, state), &mut row);
            assert_eq!(row[1], state as f32);
            assert!(
                shard.knows(Place::at(0, state << 28)) && !shard.knows(Place::at(0, state << 28 | 1 << 20))
            );
        }
    }
}
