//! The transposition table: what was found out about positions, in a limited amount of memory.
//!
//! Two entries of 16 bytes share a bucket: one keeps the deepest knowledge, the other the latest. An
//! entry carries the number of its match, so that a new match forgets the old one without clearing. The
//! table starts small and grows while it fills: a short search does not pay for a large memory.

use std::io::{self, Read, Write};

/// What a stored value says about the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// It is the true one.
    Exact,
    /// The true one is at least this.
    Lower,
    /// The true one is at most this.
    Upper,
}

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Known {
    /// The value for the side to move.
    pub value: f32,
    /// What kind of value.
    pub bound: Bound,
    /// Plies looked ahead.
    pub depth: u8,
    /// Whether it rests on finished matches alone.
    pub proven: bool,
    /// The best move's place in the legal list.
    pub best: u16,
}

/// The depth of knowledge that holds at any depth.
pub const FOR_GOOD: u8 = u8::MAX;

impl Known {
    /// Whether it is about this depth and says enough for this window.
    #[inline]
    #[must_use]
    pub fn is_enough(&self, depth: i32, alpha: f32, beta: f32) -> bool {
        // Deeper knowledge of the same position would be better, but not what minimax says at this depth.
        let fits = self.proven || i32::from(self.depth) == depth;
        fits && match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.value >= beta,
            Bound::Upper => self.value <= alpha,
        }
    }
}

#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    value: f32,
    best: u16,
    depth: u8,
    /// Bits 0–1 the bound (0: empty), bit 2 proven, bits 3–7 the match.
    flags: u8,
}

/// Bytes of a bucket.
const BUCKET: usize = 2 * size_of::<Entry>();
const EMPTY: Entry = Entry { key: 0, value: 0.0, best: 0, depth: 0, flags: 0 };
/// Matches that can be told apart before the table is cleared.
const AGES: u8 = 32;
/// Entries to begin with.
const FIRST_SIZE: usize = 1 << 10;
/// How much larger a full table gets.
const GROWTH: usize = 4;

/// A table of limited size.
pub struct Table {
    entries: Vec<Entry>,
    /// Most entries, a power of two; 0 remembers nothing.
    most: usize,
    /// Entries in use in this match, a power of two. It starts anew with every match, so that what is
    /// remembered does not depend on earlier ones.
    size: usize,
    /// Entries of this match.
    used: usize,
    age: u8,
}

impl Table {
    /// A table of at most `bytes`, which remembers nothing where they are too few for a bucket. Memory is
    /// taken when the first value is stored.
    #[must_use]
    pub fn new(bytes: usize) -> Self {
        // The largest power of two that fits, so that an index is a mask.
        let most = (bytes / BUCKET).checked_ilog2().map_or(0, |power| 2 << power);
        Table { entries: Vec::new(), most, size: 0, used: 0, age: 0 }
    }

    /// Forgets everything, cheaply.
    pub fn forget(&mut self) {
        self.age += 1;
        (self.size, self.used) = (0, 0);
        if self.age == AGES {
            self.age = 0;
            self.entries.fill(EMPTY);
        }
    }

    /// What is known of a position.
    #[inline]
    #[must_use]
    pub fn get(&self, key: u64) -> Option<Known> {
        if self.size == 0 {
            return None;
        }
        let bucket = self.bucket(key);
        let pair = &self.entries[bucket..bucket + 2];
        pair.iter().find(|entry| entry.key == key && self.is_fresh(entry)).map(Entry::known)
    }

    /// Remembers. Of the two in a bucket the first has the deepest knowledge, the second what was
    /// displaced from there or is too shallow for it.
    #[inline]
    pub fn put(&mut self, key: u64, known: Known) {
        if 2 * self.used >= self.size && self.size < self.most {
            self.grow((GROWTH * self.size).max(FIRST_SIZE).min(self.most));
        }
        if self.size == 0 {
            return;
        }
        let (bucket, age) = (self.bucket(key), self.age);
        let [first, second] = &mut self.entries[bucket..bucket + 2] else { return };
        let entry = Entry::new(key, known, age);
        if !first.is_of(age) || first.key == key {
            self.used += usize::from(!first.is_of(age));
            *first = entry;
        } else {
            self.used += usize::from(!second.is_of(age));
            *second = if first.depth > known.depth { entry } else { std::mem::replace(first, entry) };
        }
    }

    #[cold]
    fn grow(&mut self, size: usize) {
        let smaller = std::mem::replace(&mut self.size, size);
        if self.entries.len() < size {
            self.entries.reserve_exact(self.most - self.entries.len());
            self.entries.resize(size, EMPTY);
        }
        // A larger bucket gets entries of one smaller bucket only: there is always room, and nothing is
        // in the way, as nothing of this match lies beyond the smaller size.
        for place in 0..smaller {
            let entry = self.entries[place];
            let bucket = self.bucket(entry.key);
            if self.is_fresh(&entry) && bucket != place & !1 {
                let taken = usize::from(self.is_fresh(&self.entries[bucket]));
                self.entries[bucket + taken] = entry;
                self.entries[place] = EMPTY;
            }
        }
    }

    /// How many positions are remembered.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.iter().filter(|entry| self.is_fresh(entry)).count()
    }

    /// Whether nothing is remembered.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The memory it takes once something is remembered: a power of two, at most what it was given.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.most * size_of::<Entry>()
    }

    /// Writes everything remembered, 16 bytes for each position.
    ///
    /// # Errors
    /// When the writer fails.
    pub fn store(&self, to: &mut dyn Write) -> io::Result<()> {
        for entry in self.entries.iter().filter(|entry| self.is_fresh(entry)) {
            to.write_all(&entry.key.to_le_bytes())?;
            to.write_all(&entry.value.to_le_bytes())?;
            to.write_all(&entry.best.to_le_bytes())?;
            to.write_all(&[entry.depth, entry.flags & 7])?;
        }
        Ok(())
    }

    /// Reads what [`Table::store`] wrote into an empty table; says how many positions found no room. In a
    /// table of at least the size of the one that was stored, all do.
    ///
    /// # Errors
    /// When the reader fails or ends in the middle of an entry.
    pub fn restore(&mut self, from: &mut dyn Read) -> io::Result<u64> {
        let mut bytes = [0; 16];
        let mut left_out = 0;
        loop {
            match from.read(&mut bytes[..1])? {
                0 => return Ok(left_out),
                _ => from.read_exact(&mut bytes[1..])?,
            }
            let [k0, k1, k2, k3, k4, k5, k6, k7, v0, v1, v2, v3, b0, b1, depth, flags] = bytes;
            let entry = Entry {
                key: u64::from_le_bytes([k0, k1, k2, k3, k4, k5, k6, k7]),
                value: f32::from_le_bytes([v0, v1, v2, v3]),
                best: u16::from_le_bytes([b0, b1]),
                depth,
                flags: flags & 7,
            };
            if entry.flags & 3 != 0 {
                left_out += u64::from(!self.take_back(entry));
            }
        }
    }

    /// Puts a stored entry into a free place of its bucket, without displacing anything.
    fn take_back(&mut self, entry: Entry) -> bool {
        if self.size < self.most {
            self.grow(self.most);
        }
        if self.size == 0 {
            return false;
        }
        let bucket = self.bucket(entry.key);
        let free = (bucket..bucket + 2).find(|&place| !self.is_fresh(&self.entries[place]));
        if let Some(place) = free {
            self.entries[place] = Entry { flags: entry.flags | self.age << 3, ..entry };
            self.used += 1;
        }
        free.is_some()
    }

    #[inline]
    fn is_fresh(&self, entry: &Entry) -> bool {
        entry.is_of(self.age)
    }

    #[inline]
    fn bucket(&self, key: u64) -> usize {
        // Keys of games may be weak in some of their bits.
        let mixed = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        ((mixed ^ (mixed >> 32)) >> 20) as usize & (self.size - 2)
    }
}

impl Entry {
    #[inline]
    fn new(key: u64, known: Known, age: u8) -> Self {
        let bound = match known.bound {
            Bound::Exact => 1,
            Bound::Lower => 2,
            Bound::Upper => 3,
        };
        let flags = bound | u8::from(known.proven) << 2 | age << 3;
        Entry { key, value: known.value, best: known.best, depth: known.depth, flags }
    }

    #[inline]
    fn is_of(&self, age: u8) -> bool {
        self.flags & 3 != 0 && self.flags >> 3 == age
    }

    #[inline]
    fn known(&self) -> Known {
        let bound = match self.flags & 3 {
            1 => Bound::Exact,
            2 => Bound::Lower,
            _ => Bound::Upper,
        };
        Known { value: self.value, bound, depth: self.depth, proven: self.flags & 4 != 0, best: self.best }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: Known = Known { value: 0.25, bound: Bound::Lower, depth: 3, proven: true, best: 7 };

    #[test]
    fn an_entry_is_sixteen_bytes_and_comes_back_whole() {
        assert_eq!(size_of::<Entry>(), 16);
        let mut table = Table::new(1 << 12);
        assert_eq!(table.get(5), None);
        table.put(5, KNOWN);
        assert_eq!(table.get(5), Some(KNOWN));
        assert_eq!(table.get(6), None);
    }

    #[test]
    fn a_new_match_starts_from_nothing() {
        let mut table = Table::new(1 << 12);
        for _ in 0..100 {
            table.put(5, KNOWN);
            table.forget();
            assert_eq!(table.get(5), None);
        }
    }

    #[test]
    fn a_table_survives_its_file() {
        let mut table = Table::new(1 << 12);
        table.put(5, KNOWN);
        table.put(6, Known { bound: Bound::Exact, value: -1.0, ..KNOWN });
        let mut bytes = Vec::new();
        table.store(&mut bytes).unwrap();
        assert_eq!((table.len(), bytes.len()), (2, 32));
        let mut other = Table::new(1 << 13);
        assert_eq!(other.restore(&mut bytes.as_slice()).unwrap(), 0);
        assert_eq!((other.get(5), other.get(6)), (table.get(5), table.get(6)));
        assert!(other.restore(&mut &bytes[..20]).is_err(), "cut in the middle of an entry");
    }

    /// Everything a table remembers.
    fn contents(table: &Table) -> Vec<(u64, Known)> {
        let fresh = table.entries.iter().filter(|entry| table.is_fresh(entry));
        let mut all: Vec<(u64, Known)> = fresh.map(|entry| (entry.key, entry.known())).collect();
        all.sort_by_key(|(key, _)| *key);
        all
    }

    #[test]
    fn a_crowded_table_comes_back_whole_where_there_is_as_much_room() {
        let mut table = Table::new(1 << 12);
        for key in 0..4000u64 {
            // Deep and shallow in turn, some of them twice, so that buckets are in every state.
            table.put(key * 7919, Known { depth: (key % 23) as u8, ..KNOWN });
            table.put(key / 2 * 7919, Known { depth: (key % 5) as u8, ..KNOWN });
        }
        let mut bytes = Vec::new();
        table.store(&mut bytes).unwrap();
        for room in [table.bytes(), 2 * table.bytes(), 64 * table.bytes()] {
            let mut other = Table::new(room);
            assert_eq!(other.restore(&mut bytes.as_slice()).unwrap(), 0);
            assert_eq!(contents(&other), contents(&table));
        }
        let mut small = Table::new(table.bytes() / 2);
        let left_out = small.restore(&mut bytes.as_slice()).unwrap();
        assert!(left_out > 0);
        assert_eq!(small.len() as u64 + left_out, table.len() as u64);
    }

    #[test]
    fn a_table_grows_as_it_fills_and_loses_nothing_on_the_way() {
        let mut table = Table::new(1 << 20);
        assert_eq!(table.entries.len(), 0);
        let key = |n: u64| n.wrapping_mul(0x2545_f491_4f6c_dd1d);
        for n in 0..2000 {
            table.put(key(n), Known { depth: (n % 200) as u8, ..KNOWN });
        }
        assert_eq!((table.size, table.used), (4 * FIRST_SIZE, table.len()));
        // Half full, a bucket has one entry on average, and a tenth finds both places taken.
        let found = (0..2000).filter(|&n| table.get(key(n)).is_some()).count();
        assert!(found > 1650, "{found}");
        for n in 0..200_000 {
            table.put(key(n), KNOWN);
        }
        assert_eq!(table.entries.len() * size_of::<Entry>(), 1 << 20, "never more than allowed");
        table.forget();
        table.put(7, KNOWN);
        assert_eq!((table.size, table.len()), (FIRST_SIZE, 1), "a new match does not depend on the last");
    }

    #[test]
    fn a_table_of_nothing_remembers_nothing() {
        for bytes in [0, BUCKET - 1] {
            let mut table = Table::new(bytes);
            table.put(5, KNOWN);
            assert!(table.is_empty() && table.get(5).is_none());
        }
        let mut table = Table::new(BUCKET);
        table.put(5, KNOWN);
        assert_eq!(table.len(), 1);
    }

    #[test]
    fn shallow_knowledge_does_not_displace_deep() {
        let mut table = Table::new(32);
        table.put(1, Known { depth: 9, ..KNOWN });
        table.put(2, Known { depth: 1, ..KNOWN });
        table.put(3, Known { depth: 2, ..KNOWN });
        assert_eq!(table.get(1).map(|known| known.depth), Some(9));
        assert_eq!(table.get(3).map(|known| known.depth), Some(2));
        assert_eq!(table.get(2), None);
    }
}
