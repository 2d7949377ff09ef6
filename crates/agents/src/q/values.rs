//! The file of a Q-learner: what every action is worth, by what a seat knows.
//!
//! `table.bin`, all numbers little-endian:
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `ludoq001` |
//! | 8 | episodes that were learnt from |
//! | 4 | what an action that was never tried is believed to be worth (f32) |
//! | 4 | the largest value there can be, for better or worse (f32) |
//! | 1 | 1 where positions that are images of each other are one state, else 0 |
//! | 1 | seats |
//! | 1 | tables of a seat: their mean counts |
//! | 1 | zero |
//! | for each table | tables of the first seat come first |
//! | 4096 × 4 | how many pairs each shard has |
//! | 10, each pair | by shard, then by state, then by action: 5 bytes of the state, 1 of the action, 4 of its value (f32) |
//! | 8 | xxh3 of everything before |
//!
//! A state is the xxh3 of what [`Game::info`](ludometer_game::Game::info) says its seat knows (or of the smallest of its
//! images, as [`Game::encode`](ludometer_game::Game::encode) writes them): the highest 12 bits are the shard, the next
//! 40 are kept. An action is its place among the legal moves (or its number, in the smallest image).

use super::table::{Pair, SHARDS, Shard, Table};
use xxhash_rust::xxh3::xxh3_64;

/// The file's name in the bot folder.
pub const TABLE: &str = "table.bin";
const MAGIC: &[u8; 8] = b"ludoq001";
const HEAD: usize = 28;
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

    /// The bytes of the file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let pairs: usize = self.tables.iter().map(Table::pairs).sum();
        let mut bytes = Vec::with_capacity(HEAD + self.tables.len() * 4 * SHARDS + PAIR * pairs + 8);
        bytes.extend(MAGIC);
        bytes.extend(self.episodes.to_le_bytes());
        bytes.extend(self.start.to_le_bytes());
        bytes.extend(self.largest.to_le_bytes());
        let seats = self.tables.len() / self.each.max(1);
        bytes.extend([u8::from(self.folded), seats as u8, self.each as u8, 0]);
        for table in &self.tables {
            let sorted = table.shards().iter().map(Shard::sorted);
            let at = bytes.len();
            bytes.resize(at + 4 * SHARDS, 0);
            for (number, pairs) in sorted.enumerate() {
                bytes[at + 4 * number..][..4].copy_from_slice(&(pairs.len() as u32).to_le_bytes());
                for pair in pairs {
                    bytes.extend(&pair.state.to_le_bytes()[..5]);
                    bytes.push(pair.action);
                    bytes.extend(pair.value.to_le_bytes());
                }
            }
        }
        bytes.extend(xxh3_64(&bytes).to_le_bytes());
        bytes
    }

    /// Reads the bytes of the file.
    ///
    /// # Errors
    /// When they are not whole, or of a newer form; in words.
    pub fn from_bytes(bytes: &[u8]) -> Result<Values, String> {
        let newer = bytes.starts_with(&MAGIC[..5]) && !bytes.starts_with(MAGIC);
        if newer {
            return Err("it is of another form than this release reads; a newer release reads it".into());
        }
        let whole = bytes.split_last_chunk::<8>().filter(|(body, sum)| xxh3_64(body).to_le_bytes() == **sum);
        whole.and_then(|(body, _)| read(body.strip_prefix(MAGIC)?)).ok_or_else(|| "it is damaged".into())
    }
}

fn read(bytes: &[u8]) -> Option<Values> {
    let mut rest = Rest(bytes);
    let (episodes, start, largest) = (
        u64::from_le_bytes(rest.take()?),
        f32::from_le_bytes(rest.take()?),
        f32::from_le_bytes(rest.take()?),
    );
    let [folded, seats, each, _] = rest.take()?;
    let tables = usize::from(seats) * usize::from(each);
    let tables = (0..tables).map(|_| read_table(&mut rest)).collect::<Option<Vec<Table>>>()?;
    rest.0.is_empty().then_some(Values {
        episodes,
        start,
        largest,
        folded: folded == 1,
        each: each.into(),
        tables,
    })
}

fn read_table(rest: &mut Rest<'_>) -> Option<Table> {
    let mut table = Table::default();
    let counts = rest.slice(4 * SHARDS)?;
    let mut pairs = Vec::new();
    for (shard, count) in table.shards_mut().iter_mut().zip(counts.chunks_exact(4)) {
        let count = u32::from_le_bytes(count.try_into().ok()?) as usize;
        pairs.clear();
        for pair in rest.slice(PAIR.checked_mul(count)?)?.chunks_exact(PAIR) {
            let mut state = [0; 8];
            state[..5].copy_from_slice(&pair[..5]);
            let (state, value) = (u64::from_le_bytes(state), f32::from_le_bytes(pair[6..].try_into().ok()?));
            pairs.push(Pair { state, action: pair[5], value });
        }
        if !pairs.is_empty() {
            shard.fill(&pairs);
        }
    }
    Some(table)
}

/// Bytes not read yet.
struct Rest<'a>(&'a [u8]);

impl<'a> Rest<'a> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.slice(N)?.try_into().ok()
    }

    fn slice(&mut self, len: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(len)?;
        self.0 = rest;
        Some(taken)
    }
}

#[cfg(test)]
mod tests {
    use super::super::table::Place;
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
        let newer = Values::from_bytes(b"ludoq002 and whatever").err();
        assert!(newer.is_some_and(|said| said.contains("newer release")));
    }
}
