//! The store of a base: `cases.db` in the bot folder, an SQLite database.
//!
//! `cases` has a row for each case, as the module `coding` writes it. `meta` has what the base is (`head`, in JSON: names
//! of attributes, scenarios and actions, where the clusters lie, what was counted) and the xxh3 of all that (`sum`). A
//! base that has grown appends its new cases and replaces the head in one transaction, so that a kill at any moment
//! leaves it as it was. Which case belongs to which cluster follows from the head. All cases are read into memory, since
//! every decision looks through thousands of them.

use super::base::Base;
use super::kmeans::Clusters;
use super::names::Names;
use ludometer_game::CaseSchema;
use rusqlite::{Connection, ErrorCode, OpenFlags, Transaction, params};
use serde::{Deserialize, Serialize};
use std::fs;
use std::io;
use std::path::Path;
use std::time::Duration;
use thiserror::Error;
use xxhash_rust::xxh3::Xxh3;

/// The file in the bot folder.
pub const CASES: &str = "cases.db";
const TABLES: &str = "
    CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
    CREATE TABLE cases (number INTEGER PRIMARY KEY, told BLOB NOT NULL) STRICT;";
/// How long another process that has the file may take.
const PATIENCE: Duration = Duration::from_secs(60);

/// Why a store cannot be used.
#[derive(Debug, Error)]
pub enum StoreError {
    /// It is not what was written.
    #[error("it is damaged or of another release; import or train it again")]
    Damaged,
    /// It holds other cases.
    #[error(
        "its cases have other attributes, scenarios or actions than this release gives this game; import or \
         train it again"
    )]
    Other,
    /// It cannot be read or written.
    #[error(transparent)]
    File(#[from] io::Error),
    /// The database says no.
    #[error(transparent)]
    Database(rusqlite::Error),
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        use ErrorCode::{
            CannotOpen, DatabaseBusy, DatabaseLocked, DiskFull, OutOfMemory, PermissionDenied, ReadOnly,
            SystemIoFailure,
        };
        match error.sqlite_error_code() {
            Some(
                CannotOpen | DatabaseBusy | DatabaseLocked | DiskFull | OutOfMemory | PermissionDenied
                | ReadOnly | SystemIoFailure,
            ) => StoreError::Database(error),
            _ => StoreError::Damaged,
        }
    }
}

/// What is known of a base beside its cases.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Chronicle {
    /// Matches it learnt from.
    pub matches: u64,
    /// Cases when the indexes were made.
    pub indexed: u64,
    /// Numbers a trainer keeps, by name.
    pub counts: Vec<(String, u64)>,
}

impl Chronicle {
    /// The number of this name; 0 where there is none.
    #[must_use]
    pub fn count(&self, name: &str) -> u64 {
        self.counts.iter().find(|(own, _)| own == name).map_or(0, |(_, count)| *count)
    }

    /// Adds to the number of this name.
    pub fn add(&mut self, name: &str, more: u64) {
        match self.counts.iter_mut().find(|(own, _)| own == name) {
            Some((_, count)) => *count += more,
            None => self.counts.push((name.to_owned(), more)),
        }
    }
}

/// What a base is, beside its cases.
#[derive(Serialize, Deserialize)]
struct Head {
    /// What the cases are: names of attributes, scenarios with what they ask, actions.
    shape: Shape,
    cases: u64,
    indexes: Vec<Option<Clusters>>,
    groups: Vec<Option<Clusters>>,
    chronicle: Chronicle,
    /// Words for answers that have no name in the game.
    #[serde(default, skip_serializing_if = "Names::is_empty")]
    names: Names,
}

/// The part of a schema that says how to read a case.
#[derive(PartialEq, Serialize, Deserialize)]
struct Shape {
    attributes: Vec<String>,
    scenarios: Vec<(String, Vec<usize>)>,
    actions: Vec<String>,
}

impl Shape {
    fn of(schema: &CaseSchema) -> Shape {
        Shape {
            attributes: schema.attributes.iter().map(|attribute| attribute.name.clone()).collect(),
            scenarios: schema.scenarios.iter().map(|one| (one.name.clone(), one.asks.clone())).collect(),
            actions: schema.actions.iter().map(|action| action.name.clone()).collect(),
        }
    }
}

/// The content of a store.
pub struct Stored {
    head: Head,
    cases: Vec<u8>,
    fingerprint: String,
}

/// All of a base in short.
fn sum(head: &str, cases: &[u8]) -> String {
    let mut hash = Xxh3::new();
    hash.update(head.as_bytes());
    hash.update(cases);
    format!("{:016x}", hash.digest())
}

/// Writes a base, of which the file holds so many cases already, and says what it holds in short. A new file appears
/// whole or not at all.
///
/// # Errors
/// When it cannot be written.
pub fn write(path: &Path, base: &Base, chronicle: &Chronicle, kept: usize) -> Result<String, StoreError> {
    let (indexes, groups) = base.clusters();
    let shape = Shape::of(base.schema());
    let (chronicle, names) = (chronicle.clone(), base.names().clone());
    let head = Head { shape, cases: base.len() as u64, indexes, groups, chronicle, names };
    let head = serde_json::to_string(&head).map_err(io::Error::from)?;
    let sum = sum(&head, base.bytes());
    let meta = [("head", head.as_str()), ("sum", sum.as_str())];
    if kept > 0 {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        append(Connection::open_with_flags(path, flags)?, "", (base, kept), meta)?;
        return Ok(sum);
    }
    let partial = path.with_extension("db.partial");
    if let Err(error) = fs::remove_file(&partial)
        && error.kind() != io::ErrorKind::NotFound
    {
        return Err(error.into());
    }
    append(Connection::open(&partial)?, TABLES, (base, 0), meta)
        .and_then(|()| Ok(fs::rename(&partial, path)?))
        .inspect_err(|_| _ = fs::remove_file(&partial))?;
    Ok(sum)
}

/// Adds what a file does not hold yet, all or nothing.
fn append(
    mut file: Connection,
    tables: &str,
    (base, kept): (&Base, usize),
    meta: [(&str, &str); 2],
) -> Result<(), StoreError> {
    file.busy_timeout(PATIENCE)?;
    let work = file.transaction()?;
    work.execute_batch(tables)?;
    let mut insert = work.prepare("INSERT INTO cases VALUES (?1, ?2)")?;
    for number in kept..base.len() {
        insert.execute(params![number as i64, base.bytes_of(number)])?;
    }
    drop(insert);
    for (key, value) in meta {
        work.execute("INSERT OR REPLACE INTO meta VALUES (?1, ?2)", params![key, value])?;
    }
    Ok(work.commit()?)
}

/// Reads a file.
///
/// # Errors
/// When it cannot be read, or is damaged.
pub fn read(path: &Path) -> Result<Stored, StoreError> {
    // SQLite would not say why.
    fs::File::open(path)?;
    // What a kill left half done is undone by who reads next, if it may write.
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut file = Connection::open_with_flags(path, flags)?;
    file.busy_timeout(PATIENCE)?;
    let now = file.transaction()?;
    let (head, told) = (meta(&now, "head")?, meta(&now, "sum")?);
    let size: i64 =
        now.query_row("SELECT total(length(told)) FROM cases", [], |row| Ok(row.get::<_, f64>(0)? as i64))?;
    let mut cases = Vec::with_capacity(usize::try_from(size).unwrap_or_default());
    let mut select = now.prepare("SELECT told FROM cases ORDER BY number")?;
    let mut rows = select.query([])?;
    while let Some(row) = rows.next()? {
        cases.extend_from_slice(row.get_ref(0)?.as_blob().map_err(|_| StoreError::Damaged)?);
    }
    let fingerprint = sum(&head, &cases);
    if fingerprint != told {
        return Err(StoreError::Damaged);
    }
    let head = serde_json::from_str(&head).map_err(|_| StoreError::Damaged)?;
    Ok(Stored { head, cases, fingerprint })
}

fn meta(now: &Transaction<'_>, key: &str) -> rusqlite::Result<String> {
    now.query_row("SELECT value FROM meta WHERE key = ?1", [key], |row| row.get(0))
}

impl Stored {
    /// What it holds, in short.
    #[must_use]
    pub fn fingerprint(&self) -> &str {
        &self.fingerprint
    }

    /// The base, whose cases are of this schema.
    ///
    /// # Errors
    /// When they are others.
    pub fn base(self, schema: CaseSchema) -> Result<(Base, Chronicle), StoreError> {
        let Stored { head, cases, .. } = self;
        if head.shape != Shape::of(&schema) {
            return Err(StoreError::Other);
        }
        let mut base = Base::new(schema);
        if !fit(&base, &head) {
            return Err(StoreError::Damaged);
        }
        base.take_clusters(head.indexes, head.groups);
        base.take_names(head.names);
        base.take(cases, head.cases).ok_or(StoreError::Damaged)?;
        Ok((base, head.chronicle))
    }
}

/// Whether the clusters of a head are over what the schema says.
fn fit(base: &Base, head: &Head) -> bool {
    let schema = base.schema();
    let all = |clusters: &[Option<Clusters>], widths: Vec<usize>| {
        let one = |(clusters, width): (&Option<Clusters>, &usize)| {
            clusters.as_ref().is_none_or(|clusters| clusters.fits(*width))
        };
        clusters.len() == widths.len() && clusters.iter().zip(&widths).all(one)
    };
    let index = schema.indexes.iter().map(|index| index.places.len()).collect();
    let group = schema.scenarios.iter().map(|one| one.groups.len() + usize::from(one.by_action)).collect();
    all(&head.indexes, index) && all(&head.groups, group)
}
