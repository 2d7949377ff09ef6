//! The database of a run: its tables, its head, and how it is opened for reading.
//!
//! While a run is written the database keeps a write-ahead log, which survives a kill at any moment
//! and lets others read meanwhile. A run that was closed properly is one plain file.

use crate::folder::DATABASE;
use crate::{Header, Problem, RunError, SCHEMA};
use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension, params};
use std::fs;
use std::path::Path;

/// The tables. Columns of `matches` other than `blob` are for people who ask in SQL; lists in them
/// are JSON, so that `places->>0` is the place of the first seat.
const TABLES: &str = "
    CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
    CREATE TABLE names (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;
    CREATE TABLE agents (id INTEGER PRIMARY KEY, spec TEXT NOT NULL, reproducible INTEGER NOT NULL) STRICT;
    CREATE TABLE groups (id INTEGER PRIMARY KEY, name TEXT NOT NULL, lineup TEXT NOT NULL,
        blocks INTEGER NOT NULL) STRICT;
    CREATE TABLE matches (number INTEGER PRIMARY KEY, group_id INTEGER NOT NULL, block INTEGER NOT NULL,
        rotation INTEGER NOT NULL, seed TEXT NOT NULL, agents TEXT NOT NULL, points TEXT NOT NULL,
        places TEXT NOT NULL, plies INTEGER NOT NULL, ending TEXT NOT NULL, because TEXT NOT NULL,
        blob BLOB NOT NULL) STRICT;";

/// A number as the database holds it.
pub(crate) fn stored(number: u64, what: &str) -> Result<i64, RunError> {
    i64::try_from(number).map_err(|_| RunError::Unstorable { what: format!("{what} {number}") })
}

/// A list as the database holds it.
pub(crate) fn json<T: serde::Serialize>(value: &T) -> Result<String, RunError> {
    serde_json::to_string(value).map_err(|error| RunError::Unstorable { what: error.to_string() })
}

/// Whether nothing was ever stored: a start that was interrupted at once.
pub(crate) fn is_blank(connection: &Connection) -> rusqlite::Result<bool> {
    let tables: u32 = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    Ok(tables == 0)
}

/// Makes the tables and stores the header, all or nothing.
pub(crate) fn lay(connection: &mut Connection, dir: &Path, header: &Header) -> Result<(), RunError> {
    let text = json(header)?;
    if serde_json::from_str(&text).ok().as_ref() != Some(header) || header.schema != SCHEMA {
        return Err(RunError::Unstorable { what: format!("the header {text}") });
    }
    let transaction = connection.transaction().map_err(RunError::database(dir))?;
    transaction.execute_batch(TABLES).map_err(RunError::database(dir))?;
    let insert = |sql: &str, values: &[&dyn rusqlite::ToSql]| {
        transaction.execute(sql, values).map_err(RunError::database(dir))
    };
    let meta = [("schema", header.schema.to_string()), ("program", header.program.clone()), ("header", text)];
    for (key, value) in &meta {
        insert("INSERT INTO meta VALUES (?1, ?2)", params![key, value])?;
    }
    for (id, agent) in header.agents.iter().enumerate() {
        insert("INSERT INTO agents VALUES (?1, ?2, ?3)", params![id as i64, agent.spec, agent.reproducible])?;
    }
    for (id, group) in header.groups.iter().enumerate() {
        let blocks = stored(group.blocks, "a number of blocks of")?;
        let values = params![id as i64, group.name, json(&group.lineup)?, blocks];
        insert("INSERT INTO groups VALUES (?1, ?2, ?3, ?4)", values)?;
    }
    transaction.commit().map_err(RunError::database(dir))
}

/// Reads the header of a run.
pub(crate) fn header(connection: &Connection, dir: &Path) -> Result<Header, RunError> {
    let tables = connection
        .query_row(
            "SELECT count(*) FROM sqlite_schema WHERE name IN ('meta', 'names', 'matches')",
            [],
            |row| row.get::<_, u32>(0),
        )
        .map_err(RunError::database(dir))?;
    // A database of ours has many pages: one that ends within the first was cut.
    let cut = fs::metadata(dir.join(DATABASE)).is_ok_and(|file| file.len() < 4096);
    if tables < 3 && cut {
        return Err(RunError::Damaged { path: dir.into(), what: format!("{DATABASE} was cut short") });
    }
    if tables < 3 {
        return Err(RunError::NotARun { path: dir.into(), missing: format!("matches in {DATABASE}") });
    }
    let meta = |key: &str| {
        let sql = "SELECT value FROM meta WHERE key = ?1";
        let value = connection.query_row(sql, [key], |row| row.get::<_, String>(0)).optional();
        value.map_err(RunError::database(dir))
    };
    let damaged = |what: String| RunError::Damaged { path: dir.into(), what };
    let schema = meta("schema")?.and_then(|text| text.parse().ok());
    let schema: u32 = schema.ok_or_else(|| damaged(format!("{DATABASE} does not say its format")))?;
    if schema > SCHEMA {
        let program = meta("program")?.unwrap_or_else(|| "a later release".into());
        return Err(RunError::Newer { path: dir.into(), schema, program });
    }
    let text = meta("header")?.ok_or_else(|| damaged(format!("{DATABASE} has no header")))?;
    serde_json::from_str(&text).map_err(|error| damaged(format!("the header in {DATABASE}: {error}")))
}

/// Opens a database to read as much of it as is whole, whatever its state.
pub(crate) fn open_to_read(dir: &Path) -> Result<(Connection, Vec<Problem>), RunError> {
    let file = dir.join(DATABASE);
    if fs::metadata(&file).map_err(RunError::io(&file))?.len() == 0 {
        return Err(RunError::Damaged { path: dir.into(), what: format!("{DATABASE} is empty") });
    }
    let mut problems = Vec::new();
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut opened = Connection::open_with_flags(&file, flags).and_then(probed);
    if opened.as_ref().is_err_and(|error| needs_to_write(error.sqlite_error_code())) {
        let log = file.with_file_name(format!("{DATABASE}-wal"));
        if fs::metadata(log).is_ok_and(|log| log.len() > 0) {
            problems.push(Problem::Journal);
        }
        let flags = flags | OpenFlags::SQLITE_OPEN_URI;
        opened = Connection::open_with_flags(as_immutable(&file), flags).and_then(probed);
    }
    if let Err(error) = &opened
        && error.sqlite_error_code() == Some(ErrorCode::DatabaseCorrupt)
    {
        problems.push(Problem::File { why: error.to_string() });
        opened = Connection::open_with_flags(&file, flags).and_then(tolerant).and_then(probed);
    }
    Ok((opened.map_err(RunError::database(dir))?, problems))
}

/// A connection is lazy: the first question shows whether there is a database behind it.
fn probed(connection: Connection) -> rusqlite::Result<Connection> {
    is_blank(&connection)?;
    Ok(connection)
}

/// The documented way to read a file that is shorter than its head says. Nothing can be written
/// through a read-only connection.
fn tolerant(connection: Connection) -> rusqlite::Result<Connection> {
    connection.pragma_update(None, "writable_schema", true)?;
    Ok(connection)
}

/// A database that was not closed properly asks for files beside it, which a read-only folder refuses.
fn needs_to_write(code: Option<ErrorCode>) -> bool {
    matches!(code, Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly | ErrorCode::PermissionDenied))
}

/// The address of a file that nobody changes, in the form the database wants.
fn as_immutable(file: &Path) -> String {
    let text = file.to_string_lossy().replace('\\', "/");
    let text = text.replace('%', "%25").replace('?', "%3f").replace('#', "%23");
    let root = if file.is_absolute() && !text.starts_with('/') { "/" } else { "" };
    format!("file:{root}{text}?immutable=1")
}
