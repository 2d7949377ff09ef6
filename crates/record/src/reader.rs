//! Reads a run: its header, its names, its matches in job order.
//!
//! A damaged run is read as far as it is whole, and every loss is named. A run that is being written
//! is read as it stands at the moment of opening.

use crate::folder::RunFolder;
use crate::salvage::{Gap, Walk};
use crate::{Header, MatchRecord, NameId, Names, Problem, RunError, blob, store};
use rusqlite::{Connection, OptionalExtension};
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// A run that was stored.
#[derive(Debug)]
pub struct Run {
    dir: PathBuf,
    connection: Connection,
    header: Header,
    names: Names,
    /// From ids as stored to ids of `names`.
    ids: HashMap<NameId, NameId>,
    problems: Vec<Problem>,
}

impl Run {
    /// Opens a run folder. It is not changed, and need not be writable.
    pub fn open(dir: &Path) -> Result<Run, RunError> {
        RunFolder::open(dir)?;
        let (connection, mut problems) = store::open_to_read(dir)?;
        hold_still(&connection).map_err(RunError::database(dir))?;
        let header = store::header(&connection, dir)?;
        let (names, ids) = read_names(&connection, &mut problems);
        Ok(Run { dir: dir.into(), connection, header, names, ids, problems })
    }

    /// Where it is.
    #[must_use]
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// What it was about.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The names its matches use. Ids follow the order of the texts, so they do not depend on the
    /// order in which matches were stored.
    #[must_use]
    pub fn names(&self) -> &Names {
        &self.names
    }

    /// What was wrong at the moment of opening.
    #[must_use]
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// How many matches are stored; in a damaged run, how many can be read.
    #[must_use]
    pub fn count(&self) -> u64 {
        let sql = "SELECT count(*) FROM matches";
        let count = self.connection.query_row(sql, [], |row| row.get::<_, i64>(0));
        count.map_or_else(|_| self.matches().flatten().count() as u64, i64::cast_unsigned)
    }

    /// One match, if it is there.
    pub fn get(&self, number: u64) -> Result<Option<MatchRecord>, Problem> {
        let Ok(key) = i64::try_from(number) else { return Ok(None) };
        let sql = "SELECT blob FROM matches WHERE number = ?1";
        let packed = self.connection.query_row(sql, [key], |row| row.get::<_, Vec<u8>>(0)).optional();
        match packed.map_err(|error| Problem::Match { number, why: error.to_string() })? {
            Some(packed) => self.unpack(number, &packed).map(Some),
            None => Ok(None),
        }
    }

    /// All matches in job order, and in their places the problems met on the way.
    pub fn matches(&self) -> impl Iterator<Item = Result<MatchRecord, Problem>> {
        let walk = Walk::<Vec<u8>>::new(&self.connection, "matches", "number", "blob");
        walk.map(|row| match row {
            Ok((number, packed)) => self.unpack(number.cast_unsigned(), &packed),
            Err(Gap { first, last, why }) => {
                let (first, last) = (first.cast_unsigned(), last.map(i64::cast_unsigned));
                Err(Problem::Lost { first, last, why })
            }
        })
    }

    /// All whole matches in job order. Every problem, those of opening first, goes to `problems`.
    pub fn whole(&self, problems: &mut Vec<Problem>) -> impl Iterator<Item = MatchRecord> {
        problems.extend_from_slice(&self.problems);
        self.matches().filter_map(|found| found.map_err(|problem| problems.push(problem)).ok())
    }

    fn unpack(&self, number: u64, packed: &[u8]) -> Result<MatchRecord, Problem> {
        let wrong = |why: String| Problem::Match { number, why };
        let mut record = blob::unpack(packed).map_err(wrong)?;
        if record.number != number {
            return Err(wrong(format!("it says it is match {}", record.number)));
        }
        let mut lost = false;
        record.rename(|id| {
            self.ids.get(&id).copied().unwrap_or_else(|| {
                lost = true;
                id
            })
        });
        if lost { Err(wrong("it uses names that are lost".into())) } else { Ok(record) }
    }
}

/// Keeps what a live writer adds out of sight, since names were read once.
fn hold_still(connection: &Connection) -> rusqlite::Result<()> {
    let mode: String = connection.pragma_query_value(None, "journal_mode", |row| row.get(0))?;
    if mode == "wal" { connection.execute_batch("BEGIN") } else { Ok(()) }
}

fn read_names(connection: &Connection, problems: &mut Vec<Problem>) -> (Names, HashMap<NameId, NameId>) {
    let mut stored: Vec<(String, NameId)> = Vec::new();
    for row in Walk::<String>::new(connection, "names", "id", "text") {
        match row {
            Ok((id, text)) => stored.push((text, NameId(id as u32))),
            Err(gap) => problems.push(Problem::Names { why: gap.why }),
        }
    }
    stored.sort_unstable();
    let mut names = Names::default();
    let ids = stored.iter().map(|(text, id)| (*id, names.id(text))).collect();
    (names, ids)
}
