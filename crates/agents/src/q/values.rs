//! The file of a Q-learner: what every action is worth, by what a seat knows.
//!
//! `table.bin`, all numbers little-endian:
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `ludoq002` |
//! | 8 | episodes that were learnt from |
//! | 4 | what an action that was never tried is believed to be worth (f32) |
//! | 4 | the largest value there can be, for better or worse (f32) |
//! | 1 | 1 where positions that are images of each other are one state, else 0 |
//! | 1 | seats |
//! | 1 | tables of a seat: their mean counts |
//! | 1 | zero |
//! | for each table | tables of the first seat come first |
//! | 1024 × 4 | how many pairs each shard has |
//! | 10, each pair | by shard, then by state, then by action: 5 bytes of the state, 1 of the action, 4 of its value (f32) |
//! | 8 | xxh3 of everything before |
//!
//! A state is the xxh3 of what [`Game::info`](ludometer_game::Game::info) says its seat knows (or of the smallest of its
//! images, as [`Game::encode`](ludometer_game::Game::encode) writes them): the highest 10 bits are the shard, the next
//! 40 are kept. An action is its place among the legal moves (or its number, in the smallest image).

use super::bucket::Pair;
use super::shard::{Place, SHARDS, Shard};
use super::table::Table;
use std::io::{self, Read, Write};
use xxhash_rust::xxh3::Xxh3;

/// The file's name in the bot folder.
pub const TABLE: &str = "table.bin";
const MAGIC: &[u8; 8] = b"ludoq002";
const PAIR: usize = 10;

/// Everything a Q-learner knows.
#[derive(Clone, Default)]
pub struct Values {
    /// Episodes it learnt from.
    pub episodes: u64,
    /// What an action never tried is believed to be worth.
    pub start: f32,
    /// The largest value there can be.
    pub largest: f32,
    /// Whether images of a position are one state.
    pub folded: bool,
    /// Tables of a seat.
    pub each: usize,
    /// The tables, those of the first seat first.
    pub tables: Vec<Table>,
}

impl Values {
    /// The tables of a seat.
    #[must_use]
    pub fn of(&self, seat: usize) -> &[Table] {
        self.tables.get(seat * self.each..(seat + 1) * self.each).unwrap_or_default()
    }

    /// Reads a little of where a state of a seat is, so that its memory is at hand a moment later.
    #[must_use]
    pub fn fetch(&self, seat: usize, place: Place) -> usize {
        self.of(seat).iter().map(|table| table.fetch(place)).sum()
    }

    /// The bytes of the file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        // Memory takes every write.
        let _ = self.write_to(&mut bytes, &Nothing);
        bytes
    }

    /// Writes the file, shard by shard, with what is kept elsewhere; returns its fingerprint.
    ///
    /// # Errors
    /// When it cannot be written, or what is kept elsewhere cannot be read.
    pub fn write_to(&self, out: &mut dyn Write, elsewhere: &dyn Elsewhere) -> io::Result<String> {
        let mut out = Summed { out, sum: Xxh3::new() };
        out.put(MAGIC)?;
        out.put(&self.episodes.to_le_bytes())?;
        out.put(&self.start.to_le_bytes())?;
        out.put(&self.largest.to_le_bytes())?;
        let seats = self.tables.len() / self.each.max(1);
        out.put(&[u8::from(self.folded), seats as u8, self.each as u8, 0])?;
        let mut bytes = Vec::new();
        for (number, table) in self.tables.iter().enumerate() {
            bytes.clear();
            for (at, shard) in table.shards().iter().enumerate() {
                let pairs = shard.pairs() + elsewhere.count(number, at);
                bytes.extend((pairs as u32).to_le_bytes());
            }
            out.put(&bytes)?;
            for (at, shard) in table.shards().iter().enumerate() {
                let mut pairs = shard.sorted();
                if elsewhere.count(number, at) > 0 {
                    pairs.extend(elsewhere.pairs(number, at, shard)?);
                    pairs.sort_by_key(|pair| (pair.state, pair.action));
                }
                bytes.clear();
                for pair in pairs {
                    bytes.extend(&pair.state.to_le_bytes()[..5]);
                    bytes.push(pair.action);
                    bytes.extend(pair.value.to_le_bytes());
                }
                out.put(&bytes)?;
            }
        }
        let sum = out.sum.digest();
        out.put(&sum.to_le_bytes())?;
        Ok(format!("{:016x}", out.sum.digest()))
    }

    /// Reads the bytes of the file.
    ///
    /// # Errors
    /// When they are not whole, or of a newer form; in words.
    pub fn from_bytes(bytes: &[u8]) -> Result<Values, String> {
        Values::read_from(&mut &*bytes, &mut |_, _, _| true)
    }

    /// Reads the file, shard by shard: whoever does not want pairs of a table's shard to be kept here says so.
    ///
    /// # Errors
    /// When it is not whole, or of a newer form; in words.
    pub fn read_from(
        input: &mut dyn Read,
        keep: &mut dyn FnMut(usize, usize, &[Pair]) -> bool,
    ) -> Result<Values, String> {
        let mut rest = Rest { input, sum: Xxh3::new() };
        let magic = rest.take::<8>().ok_or("it is damaged")?;
        if magic.starts_with(&MAGIC[..5]) && magic != *MAGIC {
            return Err("it is of another form than this release reads; a newer release reads it".into());
        }
        let read = (magic == *MAGIC).then(|| read(&mut rest, keep)).flatten();
        read.ok_or_else(|| "it is damaged".into())
    }
}

/// Pairs that are kept elsewhere than in the tables.
pub trait Elsewhere {
    /// How many of a shard of a table.
    fn count(&self, table: usize, shard: usize) -> usize;
    /// Those of a shard, which holds none of their states.
    ///
    /// # Errors
    /// When they cannot be read.
    fn pairs(&self, table: usize, shard: usize, here: &Shard) -> io::Result<Vec<Pair>>;
}

/// Everything is in the tables.
pub struct Nothing;

impl Elsewhere for Nothing {
    fn count(&self, _table: usize, _shard: usize) -> usize {
        0
    }

    fn pairs(&self, _table: usize, _shard: usize, _here: &Shard) -> io::Result<Vec<Pair>> {
        Ok(Vec::new())
    }
}

/// Writes, and sums up what was written.
struct Summed<'a> {
    out: &'a mut dyn Write,
    sum: Xxh3,
}

impl Summed<'_> {
    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.sum.update(bytes);
        self.out.write_all(bytes)
    }
}

fn read(rest: &mut Rest<'_>, keep: &mut dyn FnMut(usize, usize, &[Pair]) -> bool) -> Option<Values> {
    let (episodes, start, largest) = (
        u64::from_le_bytes(rest.take()?),
        f32::from_le_bytes(rest.take()?),
        f32::from_le_bytes(rest.take()?),
    );
    let [folded, seats, each, _] = rest.take()?;
    let mut tables = Vec::new();
    for number in 0..usize::from(seats) * usize::from(each) {
        tables.push(read_table(rest, &mut |shard, pairs| keep(number, shard, pairs))?);
    }
    let sum = rest.sum.digest();
    let whole = u64::from_le_bytes(rest.take()?) == sum && rest.take::<1>().is_none();
    let (folded, each) = (folded == 1, each.into());
    whole.then_some(Values { episodes, start, largest, folded, each, tables })
}

fn read_table(rest: &mut Rest<'_>, keep: &mut dyn FnMut(usize, &[Pair]) -> bool) -> Option<Table> {
    let mut table = Table::default();
    let counts = rest.bytes(4 * SHARDS)?;
    let mut pairs = Vec::new();
    for (number, count) in counts.chunks_exact(4).enumerate() {
        let count = u32::from_le_bytes(count.try_into().ok()?) as usize;
        pairs.clear();
        for pair in rest.bytes(PAIR.checked_mul(count)?)?.chunks_exact(PAIR) {
            let mut state = [0; 8];
            state[..5].copy_from_slice(&pair[..5]);
            let (state, value) = (u64::from_le_bytes(state), f32::from_le_bytes(pair[6..].try_into().ok()?));
            pairs.push(Pair { state, action: pair[5], value });
        }
        if !pairs.is_empty() && keep(number, &pairs) {
            table.shards_mut()[number].fill(&pairs);
        }
    }
    Some(table)
}

/// What was not read yet.
struct Rest<'a> {
    input: &'a mut dyn Read,
    sum: Xxh3,
}

impl Rest<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.bytes(N)?.try_into().ok()
    }

    fn bytes(&mut self, len: usize) -> Option<Vec<u8>> {
        let mut bytes = Vec::new();
        // A damaged number may ask for more than there is: only what is there takes memory.
        (&mut *self.input).take(len as u64).read_to_end(&mut bytes).ok()?;
        self.sum.update(&bytes);
        (bytes.len() == len).then_some(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_comes_back_and_damage_is_seen() {
        let mut values =
            Values { episodes: 7, start: 0.5, largest: 100.0, folded: true, each: 2, ..Values::default() };
        values.tables = vec![Table::default(); 4];
        for (number, table) in values.tables.iter_mut().enumerate() {
            for state in 0..10u64 {
                let place = Place::of(state.wrapping_mul(0x9e37_79b9_7f4a_7c15));
                *table.shards_mut()[place.shard()].value(place, state as u8, 0.0) = number as f32;
            }
        }
        let bytes = values.to_bytes();
        let back = Values::from_bytes(&bytes).expect("the same");
        assert_eq!(back.to_bytes(), bytes);
        assert_eq!((back.episodes, back.start, back.folded, back.of(1).len()), (7, 0.5, true, 2));
        for at in (0..bytes.len()).step_by(997) {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            assert!(Values::from_bytes(&damaged).is_err(), "byte {at}");
            assert!(Values::from_bytes(&bytes[..at]).is_err(), "cut at {at}");
        }
        let newer = Values::from_bytes(b"ludoq003 and whatever").err();
        assert!(newer.is_some_and(|said| said.contains("newer release")));
    }
}
