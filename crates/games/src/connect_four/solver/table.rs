//! The table of positions already searched, each with the bounds proven for its score.
//!
//! An entry is one word. Keys are scrambled without loss, the place in the table tells their first bits
//! and the entry keeps the rest, so two positions are never taken for one another. The table begins
//! small and doubles when it fills up, up to the memory it was given: a short search stays in the
//! nearest cache, and forgetting everything costs no more than the first small part.

/// Entries that share a place; together they fill half a line of the cache.
const WAYS: usize = 4;
const VALUE_BITS: u32 = 16;
const KEY_BITS: u32 = u64::BITS - VALUE_BITS;
const MULTIPLIER: u64 = 0x9E37_79B9_7F4A_7C15;
/// Places in an empty table, as a power of two, where the keys are short enough.
const FIRST_BITS: u32 = 8;
/// Scores are kept as their distance to this bound, which no board reaches.
const LIMIT: i32 = 32;

/// What is known of a score.
#[derive(Clone, Copy, Default)]
pub(super) struct Bounds {
    /// The score is at least this.
    pub low: i32,
    /// The score is at most this.
    pub high: i32,
}

/// Nothing is known.
pub(super) const UNKNOWN: Bounds = Bounds { low: -LIMIT, high: LIMIT };

impl Bounds {
    /// All zeros mean that nothing is known, so a fresh entry needs no mark.
    fn pack(self) -> u64 {
        ((self.low + LIMIT) as u64) << 6 | (LIMIT - self.high) as u64
    }

    fn unpack(value: u64) -> Bounds {
        Bounds { low: (value >> 6 & 63) as i32 - LIMIT, high: LIMIT - (value & 63) as i32 }
    }
}

/// Bounds by position.
pub(super) struct Table {
    places: Vec<[u64; WAYS]>,
    /// How many bits a key has.
    width: u32,
    /// The part in use has two to the power of this places.
    bits: u32,
    first_bits: u32,
    last_bits: u32,
    /// Entries written in the part in use.
    used: usize,
}

impl Table {
    /// A table for keys of `width` bits in at most `bytes` of memory, or a little more where the keys
    /// need it.
    pub fn new(width: u32, bytes: usize) -> Self {
        let least = width.saturating_sub(KEY_BITS);
        let places = (bytes / size_of::<[u64; WAYS]>()).max(1);
        let last_bits = places.ilog2().max(least).clamp(1, width - 1);
        let first_bits = FIRST_BITS.max(least).min(last_bits);
        let places = vec![[0; WAYS]; 1 << last_bits];
        Table { places, width, bits: first_bits, first_bits, last_bits, used: 0 }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.bits = self.first_bits;
        self.used = 0;
        self.places[..1 << self.bits].fill([0; WAYS]);
    }

    /// The place of a key and what is left to tell it from others there, at the top of a
    /// word: at most `KEY_BITS` bits.
    #[inline(always)]
    fn locate(&self, key: u64) -> (usize, u64) {
        let folded = key ^ (key >> (self.width / 2));
        let scrambled = folded.wrapping_mul(MULTIPLIER) << (u64::BITS - self.width);
        let place = scrambled >> (u64::BITS - self.bits);
        (place as usize, scrambled << self.bits)
    }

    /// What is known of a position.
    #[inline(always)]
    pub fn get(&self, key: u64) -> Bounds {
        let (place, rest) = self.locate(key);
        for entry in self.places[place] {
            if entry >> VALUE_BITS == rest >> VALUE_BITS {
                return Bounds::unpack(entry);
            }
        }
        UNKNOWN
    }

    /// Adds what was learnt of a position; the entry longest unused makes room.
    #[inline(always)]
    pub fn put(&mut self, key: u64, learnt: Bounds) {
        let (place, rest) = self.locate(key);
        let ways = &mut self.places[place];
        let mut entry = rest | learnt.pack();
        for way in ways {
            let old = std::mem::replace(way, entry);
            if old >> VALUE_BITS == rest >> VALUE_BITS {
                return;
            }
            entry = old;
        }
        self.used += 1;
        if self.used > (WAYS / 2) << self.bits && self.bits < self.last_bits {
            self.grow();
        }
    }

    /// Doubles the part in use. Each place is split in two by the next bit of its keys; going down, a
    /// place is read before its successors are written over it.
    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        for place in (0..1 << self.bits).rev() {
            let mut split = [[0; WAYS]; 2];
            let mut filled = [0; 2];
            for entry in self.places[place] {
                let half = (entry >> (u64::BITS - 1)) as usize;
                let value = entry & ((1 << VALUE_BITS) - 1);
                if entry != 0 {
                    split[half][filled[half]] = (entry ^ value) << 1 | value;
                    filled[half] += 1;
                }
            }
            [self.places[2 * place], self.places[2 * place + 1]] = split;
        }
        self.bits += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    fn known(table: &Table, key: u64) -> (i32, i32) {
        let Bounds { low, high } = table.get(key);
        (low, high)
    }

    #[test]
    fn entries_survive_growth_and_are_never_mistaken() {
        for width in [16, 49, 64] {
            let mut table = Table::new(width, 1 << 20);
            let mut written = HashMap::new();
            for number in 1..=20_000u64 {
                let key = number.wrapping_mul(0xD6E8_FEB8_6659_FD93) >> (64 - width);
                let bounds = (-((number % 31) as i32), (number % 29) as i32);
                table.put(key, Bounds { low: bounds.0, high: bounds.1 });
                written.insert(key, bounds);
            }
            assert!(table.bits > table.first_bits || table.first_bits == table.last_bits, "{width}");
            let unknown = (UNKNOWN.low, UNKNOWN.high);
            let kept = written.iter().filter(|&(&key, &bounds)| match known(&table, key) {
                found if found == bounds => true,
                found => {
                    assert_eq!(found, unknown, "{key}");
                    false
                }
            });
            assert!(kept.count() * 10 > written.len() * 9, "{width}");
            let absent = (0..10_000).filter(|key| !written.contains_key(key));
            assert!(absent.into_iter().all(|key| known(&table, key) == unknown), "{width}");
            table.clear();
            assert!(written.keys().all(|&key| known(&table, key) == unknown), "{width}");
        }
    }

    #[test]
    fn a_table_of_no_bytes_still_works() {
        let mut table = Table::new(6, 0);
        table.put(5, Bounds { low: -1, high: 3 });
        assert_eq!((known(&table, 5), known(&table, 6)), ((-1, 3), (UNKNOWN.low, UNKNOWN.high)));
    }
}
