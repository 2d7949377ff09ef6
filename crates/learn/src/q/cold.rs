//! States that were not met for long, on disk: a table can be larger than the memory it may take.
//!
//! A state is either in memory, with all its pairs, or on disk. When the tables have grown beyond what they may take,
//! the states that nothing was learnt about since the last time go to disk; one that is met again and learnt about comes
//! back. Where values are never changes them.
//!
//! The store is a work file: it is made anew from the bot's table whenever a training begins.

use ludometer_agents::q::{Elsewhere, KEPT_BITS, Pair, Place, SHARDS, Shard, Table, Values};
use ludometer_game::Fault;
use rusqlite::{Connection, OptionalExtension};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// The work file in the bot folder.
pub const STORE: &str = "table.cold.db";
/// Bytes of a set of states, at most.
const MOST_BITS: usize = 1 << 30;
/// Bytes of a pair in the store: the action, and its value.
const PAIR: usize = 5;

/// The store of a training.
pub struct Cold {
    path: PathBuf,
    limit: usize,
    /// Connections that nobody uses.
    idle: Mutex<Vec<Connection>>,
    /// States that may be in the store.
    stored: Bits,
    /// States that something was learnt about since room was made last.
    met: Bits,
    /// Pairs that are only in the store, by table and shard.
    pairs: Vec<AtomicU32>,
    states: AtomicU64,
}

/// A set of numbers that is sometimes wrong about one that is not in it.
struct Bits(Vec<AtomicU64>);

impl Bits {
    /// A set that takes at most so many bytes.
    fn new(bytes: usize) -> Bits {
        // The largest power of two that fits.
        let words = 1usize << (bytes.clamp(8, MOST_BITS) / 8).ilog2();
        Bits((0..words).map(|_| AtomicU64::new(0)).collect())
    }

    fn bytes(&self) -> usize {
        self.0.len() * size_of::<AtomicU64>()
    }

    /// Two places for each number.
    fn places(&self, key: u64) -> [(usize, u64); 2] {
        let mixed = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        [mixed, mixed.rotate_left(32).wrapping_mul(0xd1b5_4a32_d192_ed03)].map(|hash| {
            let bit = hash >> 6;
            (bit as usize >> 6 & (self.0.len() - 1), 1 << (bit & 63))
        })
    }

    fn add(&self, key: u64) {
        for (word, bit) in self.places(key) {
            self.0[word].fetch_or(bit, Ordering::Relaxed);
        }
    }

    fn may_have(&self, key: u64) -> bool {
        self.places(key).iter().all(|(word, bit)| self.0[*word].load(Ordering::Relaxed) & bit != 0)
    }

    fn clear(&self) {
        self.0.iter().for_each(|word| word.store(0, Ordering::Relaxed));
    }
}

/// What a state is called in the store.
fn key(table: usize, shard: usize, kept: u64) -> u64 {
    ((table * SHARDS + shard) as u64) << KEPT_BITS | kept
}

fn blob(pairs: &[Pair]) -> Vec<u8> {
    pairs.iter().flat_map(|pair| [&[pair.action][..], &pair.value.to_le_bytes()].concat()).collect()
}

fn pairs_of(state: u64, blob: &[u8]) -> impl Iterator<Item = Pair> + '_ {
    blob.chunks_exact(PAIR).filter_map(move |pair| {
        Some(Pair { state, action: pair[0], value: f32::from_le_bytes(pair[1..].try_into().ok()?) })
    })
}

impl Cold {
    /// An empty store for tables that may take so many bytes.
    ///
    /// # Errors
    /// When the file cannot be made.
    pub fn new(folder: &Path, tables: usize, limit: usize) -> rusqlite::Result<Cold> {
        let path = folder.join(STORE);
        // What an earlier training left is of no use: its table was written before.
        std::fs::remove_file(&path).ok();
        let (stored, met) = (Bits::new(limit / 16), Bits::new(limit / 64));
        let cold = Cold {
            path,
            limit: limit - stored.bytes() - met.bytes(),
            idle: Mutex::default(),
            stored,
            met,
            pairs: (0..tables * SHARDS).map(|_| AtomicU32::new(0)).collect(),
            states: AtomicU64::new(0),
        };
        cold.with(|store| store.execute_batch("CREATE TABLE cold (state INTEGER PRIMARY KEY, pairs BLOB)"))?;
        Ok(cold)
    }

    /// Does something with a connection of its own.
    fn with<T>(&self, work: impl FnOnce(&mut Connection) -> rusqlite::Result<T>) -> rusqlite::Result<T> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut store = match idle {
            Some(store) => store,
            None => {
                let store = Connection::open(&self.path)?;
                store.execute_batch("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;")?;
                store
            }
        };
        let done = work(&mut store)?;
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(store);
        Ok(done)
    }

    fn failed(&self, error: &rusqlite::Error) -> Fault {
        let what = format!("what does not fit into memory cannot be read or written: {error}");
        Fault { what, place: self.path.display().to_string(), value: String::new() }
    }

    /// The pairs of a state, if it is in the store.
    fn find(&self, table: usize, place: Place) -> Result<Option<Vec<u8>>, Fault> {
        let key = key(table, place.shard(), place.kept());
        if !self.stored.may_have(key) {
            return Ok(None);
        }
        let found = self.with(|store| {
            let mut asked = store.prepare_cached("SELECT pairs FROM cold WHERE state = ?1")?;
            asked.query_row([key as i64], |row| row.get::<_, Vec<u8>>(0)).optional()
        });
        found.map_err(|error| self.failed(&error))
    }

    /// Writes the values of a state that is not in memory.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn read(&self, table: usize, place: Place, row: &mut [f32]) -> Result<(), Fault> {
        let found = self.find(table, place)?.unwrap_or_default();
        for pair in pairs_of(place.kept(), &found) {
            if let Some(value) = row.get_mut(usize::from(pair.action)) {
                *value = pair.value;
            }
        }
        Ok(())
    }

    /// Something is learnt about a state: it is in memory from now on.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn fetch_back(&self, table: usize, place: Place, shard: &mut Shard) -> Result<(), Fault> {
        self.met.add(key(table, place.shard(), place.kept()));
        if shard.knows(place) {
            return Ok(());
        }
        let Some(found) = self.find(table, place)? else { return Ok(()) };
        for pair in pairs_of(place.kept(), &found) {
            *shard.value(place, pair.action, 0.0) = pair.value;
        }
        let pairs = (found.len() / PAIR) as u32;
        self.pairs[table * SHARDS + place.shard()].fetch_sub(pairs, Ordering::Relaxed);
        self.states.fetch_sub(1, Ordering::Relaxed);
        Ok(())
    }

    /// Moves states to disk where the tables take more than they may.
    ///
    /// # Errors
    /// When the store cannot be written.
    pub fn make_room(&self, values: &mut Values) -> Result<(), Fault> {
        let taken = |values: &Values| values.tables.iter().map(Table::bytes).sum::<usize>();
        if taken(values) <= self.limit {
            return Ok(());
        }
        self.store_all(values, |key| !self.met.may_have(key))?;
        // Where everything was met lately, every second state has to go.
        if taken(values) > self.limit / 4 * 3 {
            self.store_all(values, |key| key & 1 == 0)?;
        }
        self.met.clear();
        Ok(())
    }

    fn store_all(&self, values: &mut Values, cold: impl Fn(u64) -> bool) -> Result<(), Fault> {
        for (table, tables) in values.tables.iter_mut().enumerate() {
            for (number, shard) in tables.shards_mut().iter_mut().enumerate() {
                let pairs = shard.sorted();
                let goes = |pair: &Pair| cold(key(table, number, pair.state));
                let (away, stay): (Vec<Pair>, Vec<Pair>) = pairs.into_iter().partition(goes);
                if !away.is_empty() {
                    self.store(table, number, &away)?;
                    shard.fill(&stay);
                }
            }
        }
        Ok(())
    }

    /// Puts pairs of a shard into the store, ordered by state.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn store(&self, table: usize, shard: usize, pairs: &[Pair]) -> Result<(), Fault> {
        let states = pairs.chunk_by(|one, next| one.state == next.state);
        let written = self.with(|store| {
            let work = store.transaction()?;
            let mut put = work.prepare_cached("INSERT OR REPLACE INTO cold VALUES (?1, ?2)")?;
            let mut count = 0;
            for own in states {
                let key = key(table, shard, own[0].state);
                put.execute((key as i64, blob(own)))?;
                self.stored.add(key);
                count += 1;
            }
            drop(put);
            work.commit()?;
            Ok(count)
        });
        let count = written.map_err(|error| self.failed(&error))?;
        self.pairs[table * SHARDS + shard].fetch_add(pairs.len() as u32, Ordering::Relaxed);
        self.states.fetch_add(count, Ordering::Relaxed);
        Ok(())
    }

    /// States that are only on disk.
    pub fn states(&self) -> u64 {
        self.states.load(Ordering::Relaxed)
    }

    /// Pairs that are only on disk.
    pub fn all_pairs(&self) -> u64 {
        self.pairs.iter().map(|pairs| u64::from(pairs.load(Ordering::Relaxed))).sum()
    }
}

impl Elsewhere for Cold {
    fn count(&self, table: usize, shard: usize) -> usize {
        self.pairs[table * SHARDS + shard].load(Ordering::Relaxed) as usize
    }

    fn pairs(&self, table: usize, shard: usize, here: &Shard) -> io::Result<Vec<Pair>> {
        let (from, upto) = (key(table, shard, 0), key(table, shard + 1, 0));
        let read = self.with(|store| {
            let mut asked =
                store.prepare_cached("SELECT state, pairs FROM cold WHERE state >= ?1 AND state < ?2")?;
            let mut rows = asked.query([from as i64, upto as i64])?;
            let mut pairs = Vec::new();
            while let Some(row) = rows.next()? {
                let state = row.get::<_, i64>(0)? as u64 & ((1 << KEPT_BITS) - 1);
                // What came back to memory is old here.
                if !here.knows(Place::at(shard, state)) {
                    pairs.extend(pairs_of(state, &row.get::<_, Vec<u8>>(1)?));
                }
            }
            Ok(pairs)
        });
        read.map_err(io::Error::other)
    }
}

impl Drop for Cold {
    fn drop(&mut self) {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).clear();
        // A file that cannot be removed is removed when a training begins here again.
        let _ = std::fs::remove_file(&self.path);
    }
}
