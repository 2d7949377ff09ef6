//! Walks a table by its key and steps over what is damaged.
//!
//! A table is a tree of pages. When a page is gone, rows on other pages can still be found by their
//! key, so after a failure the walk asks for the next key, and the next, until it stands on firm
//! ground again or passes the end.

use rusqlite::{Connection, types::FromSql};
use std::collections::VecDeque;

/// Rows fetched at a time.
const CHUNK: usize = 256;

/// A damaged file is given up after one failure per this many of its bytes: matches are larger, so
/// that is more often than it can have held any.
const BYTES_PER_FAILURE: u64 = 64;

/// Keys that could not be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Gap {
    /// The first of them.
    pub first: i64,
    /// The last of them, if it is known.
    pub last: Option<i64>,
    /// Why.
    pub why: String,
}

/// The rows of a table in key order: key and one column.
pub(crate) struct Walk<'a, T> {
    connection: &'a Connection,
    sql: String,
    /// The last key that was read or given up.
    after: i64,
    /// The largest key, if the table can say it.
    end: Option<i64>,
    /// Failures left until the walk gives up.
    patience: u64,
    ready: VecDeque<(i64, T)>,
    gap: Option<Gap>,
    done: bool,
}

impl<'a, T: FromSql> Walk<'a, T> {
    /// A walk through a table whose keys count from 0.
    pub fn new(connection: &'a Connection, table: &str, key: &str, column: &str) -> Self {
        let sql =
            format!("SELECT {key}, {column} FROM {table} WHERE {key} > ?1 ORDER BY {key} LIMIT {CHUNK}");
        let largest = format!("SELECT max({key}) FROM {table}");
        let end = connection.query_row(&largest, [], |row| row.get::<_, Option<i64>>(0)).ok().flatten();
        let patience = bytes_of(connection) / BYTES_PER_FAILURE;
        Walk { connection, sql, after: -1, end, patience, ready: VecDeque::new(), gap: None, done: false }
    }

    fn fetch(&mut self) {
        let failed = self.read_chunk().err();
        if let Some((key, _)) = self.ready.back() {
            // If the chunk broke off, the next one starts with the failure.
            self.after = *key;
            return;
        }
        let Some(error) = failed else {
            self.done = true;
            return;
        };
        let first = self.after + 1;
        self.gap.get_or_insert_with(|| Gap { first, last: self.end, why: error.to_string() });
        self.after = first;
        self.patience = self.patience.saturating_sub(1);
        self.done = self.patience == 0 || self.end.is_some_and(|end| first >= end);
    }

    fn read_chunk(&mut self) -> rusqlite::Result<()> {
        let mut statement = self.connection.prepare_cached(&self.sql)?;
        let mut rows = statement.query([self.after])?;
        let mut before = self.after;
        while let Some(row) = rows.next()? {
            let key: i64 = row.get(0)?;
            if key <= before {
                // Only a garbled page counts backwards; without this the walk could go in circles.
                return Err(rusqlite::Error::IntegralValueOutOfRange(0, key));
            }
            self.ready.push_back((key, row.get(1)?));
            before = key;
        }
        Ok(())
    }
}

impl<T: FromSql> Iterator for Walk<'_, T> {
    type Item = Result<(i64, T), Gap>;

    fn next(&mut self) -> Option<Self::Item> {
        while self.ready.is_empty() && !self.done {
            self.fetch();
        }
        if let Some(mut gap) = self.gap.take() {
            if let Some((key, _)) = self.ready.front() {
                gap.last = Some(key - 1);
            }
            return Some(Err(gap));
        }
        self.ready.pop_front().map(Ok)
    }
}

fn bytes_of(connection: &Connection) -> u64 {
    let path = connection.path().unwrap_or_default();
    std::fs::metadata(path).map_or(0, |file| file.len())
}
