//! Writes a run, match by match, so that a kill at any moment loses nothing that was committed.
//!
//! One writer holds the write lock of the database for as long as it lives; a second one is refused.
//! Readers are not disturbed.

use crate::folder::{DATABASE, RunFolder};
use crate::store::{self, json, stored};
use crate::{Header, MatchRecord, Names, RunError, blob};
use rusqlite::{Connection, params};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// A commit is due after this many matches …
const BATCH: usize = 100;
/// … or when the last one is this long ago.
const PATIENCE: Duration = Duration::from_secs(1);
/// How long to wait for a reader that stands in the way of a commit.
const WAIT_FOR_READERS: Duration = Duration::from_secs(5);

/// Stores the matches of one run.
///
/// Dropping it commits what is pending, silently; call [`Writer::flush`] to hear of errors.
#[derive(Debug)]
pub struct Writer {
    dir: PathBuf,
    connection: Connection,
    names: Names,
    done: BTreeSet<u64>,
    pending: usize,
    committed: Instant,
    stopped: bool,
}

impl Writer {
    /// Starts a run in a folder that holds none.
    pub fn create(dir: &Path, header: &Header) -> Result<Writer, RunError> {
        // Asked first: the folder of another run deserves a better answer than "other files".
        if dir.join(DATABASE).exists() {
            return Err(RunError::Exists { path: dir.into() });
        }
        let folder = RunFolder::create(dir)?;
        let mut connection = Connection::open(folder.file(DATABASE)).map_err(RunError::database(dir))?;
        store::lay(&mut connection, dir, header)?;
        Writer::start(dir, connection)
    }

    /// Goes on with a run where it stopped, even if that was before its header was stored. The header
    /// must be the same.
    pub fn resume(dir: &Path, header: &Header) -> Result<Writer, RunError> {
        let folder = RunFolder::open(dir)?;
        let mut connection = Connection::open(folder.file(DATABASE)).map_err(RunError::database(dir))?;
        if store::is_blank(&connection).map_err(RunError::database(dir))? {
            store::lay(&mut connection, dir, header)?;
        }
        let differences = header.differences(&store::header(&connection, dir)?);
        if !differences.is_empty() {
            return Err(RunError::Differs { path: dir.into(), differences });
        }
        Writer::start(dir, connection)
    }

    fn start(dir: &Path, connection: Connection) -> Result<Writer, RunError> {
        let (names, done) = prepare(&connection).map_err(RunError::database(dir))?;
        let committed = Instant::now();
        Ok(Writer { dir: dir.into(), connection, names, done, pending: 0, committed, stopped: false })
    }

    /// The numbers of the matches that are stored: what a resumed job need not play again.
    #[must_use]
    pub fn done(&self) -> &BTreeSet<u64> {
        &self.done
    }

    /// Stores a match whose names are ids of `names`, in whatever order matches come. It is safe from
    /// a kill after the next commit: at most 100 matches later, or a second. Who waits longer than a
    /// second for the next match calls [`Writer::flush`] meanwhile.
    pub fn append(&mut self, mut record: MatchRecord, names: &Names) -> Result<(), RunError> {
        if self.stopped {
            return Err(RunError::Stopped);
        }
        if self.done.contains(&record.number) {
            return Err(RunError::Duplicate { number: record.number });
        }
        record.normalise();
        // Names that were taken in but not stored would be lost for later matches.
        self.stopped = true;
        let first_new = self.names.len();
        self.adopt(&mut record, names);
        self.store_names(first_new).map_err(RunError::database(&self.dir))?;
        self.store_match(&record)?;
        self.stopped = false;
        self.done.insert(record.number);
        self.pending += 1;
        if self.pending >= BATCH || self.committed.elapsed() >= PATIENCE { self.flush() } else { Ok(()) }
    }

    /// Removes the stored matches that are not wanted.
    pub fn keep_only(&mut self, wanted: &BTreeSet<u64>) -> Result<(), RunError> {
        let unwanted: Vec<u64> = self.done.difference(wanted).copied().collect();
        for number in unwanted {
            let id = stored(number, "match number")?;
            let removed = self.connection.execute("DELETE FROM matches WHERE number = ?1", params![id]);
            removed.map_err(RunError::database(&self.dir))?;
            self.done.remove(&number);
            self.pending += 1;
        }
        self.flush()
    }

    /// Commits what is pending.
    pub fn flush(&mut self) -> Result<(), RunError> {
        if self.stopped {
            return Err(RunError::Stopped);
        }
        if self.pending > 0 {
            let committed = self.connection.execute_batch("COMMIT; BEGIN IMMEDIATE");
            self.stopped = committed.is_err();
            committed.map_err(RunError::database(&self.dir))?;
            self.pending = 0;
        }
        self.committed = Instant::now();
        Ok(())
    }

    /// Turns ids of a foreign name table into ids of the run's.
    fn adopt(&mut self, record: &mut MatchRecord, names: &Names) {
        let mut met = vec![None; names.len()];
        let known = &mut self.names;
        record.rename(|id| match met.get_mut(id.0 as usize) {
            Some(slot) => *slot.get_or_insert_with(|| known.id(names.text(id))),
            None => known.id(names.text(id)),
        });
    }

    fn store_names(&self, first_new: usize) -> rusqlite::Result<()> {
        let mut insert = self.connection.prepare_cached("INSERT INTO names VALUES (?1, ?2)")?;
        for (id, text) in self.names.iter().enumerate().skip(first_new) {
            insert.execute(params![id as i64, text])?;
        }
        Ok(())
    }

    fn store_match(&self, record: &MatchRecord) -> Result<(), RunError> {
        let packed = blob::pack(record)
            .map_err(|error| RunError::Unstorable { what: format!("match {}: {error}", record.number) })?;
        let values = params![
            stored(record.number, "match number")?,
            record.group,
            stored(record.block, "block number")?,
            record.rotation,
            record.seed.to_string(),
            json(&record.agents)?,
            json(&record.points)?,
            json(&record.places)?,
            record.plies.len() as i64,
            record.ending.word(),
            self.names.text(record.because),
            packed,
        ];
        let sql = "INSERT INTO matches VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)";
        let stored = self.connection.prepare_cached(sql).and_then(|mut insert| insert.execute(values));
        stored.map(|_| ()).map_err(RunError::database(&self.dir))
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        // Nobody can be told, and nothing is worse than before: what was not stored is played again.
        let _ = self.flush();
        let _ = self.connection.execute_batch("ROLLBACK");
        // A plain file can be read from a folder without write permission. A reader that stands in the
        // way keeps the log alive, which is as good.
        let _ = self.connection.busy_timeout(Duration::ZERO);
        let _ = self.connection.pragma_update(None, "journal_mode", "DELETE");
    }
}

/// Takes the write lock and reads what is there.
fn prepare(connection: &Connection) -> rusqlite::Result<(Names, BTreeSet<u64>)> {
    connection.busy_timeout(Duration::ZERO)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "NORMAL")?;
    connection.execute_batch("BEGIN IMMEDIATE")?;
    connection.busy_timeout(WAIT_FOR_READERS)?;
    let mut names = Names::default();
    let mut texts = connection.prepare("SELECT text FROM names ORDER BY id")?;
    for text in texts.query_map([], |row| row.get::<_, String>(0))? {
        names.id(&text?);
    }
    let mut numbers = connection.prepare("SELECT number FROM matches")?;
    let done = numbers.query_map([], |row| row.get::<_, i64>(0))?;
    let done = done.map(|number| number.map(i64::cast_unsigned)).collect::<rusqlite::Result<_>>()?;
    Ok((names, done))
}
