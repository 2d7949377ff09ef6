//! The file that carries a solver's table from one run to the next.
//!
//! A head of lines of text ended by an empty line, then 16 bytes for each position. The head says what it
//! is, which release and machine wrote it, which game with which rules, what keys of positions look like,
//! and how much memory the table took. Keys promise nothing beyond one process: a file whose keys are not
//! ours would give wrong answers, so it is refused. The file is replaced as a whole, so that a kill in the
//! middle leaves the old one.

use crate::{LabError, PROGRAM};
use ludometer_agents::Table;
use ludometer_record::folder::{demand_writable, replace};
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::Path;

/// How every table begins.
const KIND: &str = "ludometer solved positions";
/// Of this form.
const FORM: u32 = 2;

/// What a table belongs to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct TableId {
    /// The game.
    pub game: String,
    /// Its version and parameters.
    pub rules: String,
    /// What its keys look like.
    pub keys: u64,
}

impl TableId {
    /// The lines that must be the same; the last one is about keys.
    fn lines(&self) -> [String; 5] {
        [
            format!("{KIND} {FORM}"),
            format!("{PROGRAM} {}", std::env::consts::ARCH),
            self.game.clone(),
            self.rules.clone(),
            format!("keys {:016x}", self.keys),
        ]
    }
}

/// Makes sure that a table can be written, before it takes hours to fill.
pub(crate) fn probe(path: &Path) -> Result<(), LabError> {
    demand_writable(path).map_err(|cause| LabError::TableNotWritable { path: path.to_owned(), cause })
}

/// Reads a table, if the file is there.
pub(crate) fn read(path: &Path, id: &TableId, table: &mut Table) -> Result<(), LabError> {
    let failed = |cause| LabError::File { path: path.to_owned(), cause };
    let file = match File::open(path) {
        Ok(file) => file,
        Err(cause) if cause.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(cause) => return Err(failed(cause)),
    };
    let mut reader = BufReader::new(file);
    let megabytes = read_head(&mut reader, path, id)?;
    let left_out = table.restore(&mut reader).map_err(|cause| match cause.kind() {
        io::ErrorKind::UnexpectedEof => LabError::NotATable(path.to_owned()),
        _ => failed(cause),
    })?;
    match left_out {
        0 => Ok(()),
        left_out => Err(LabError::TableTooLarge { path: path.to_owned(), left_out, megabytes }),
    }
}

/// Compares the head with what it should be; returns the megabytes the table took.
fn read_head(reader: &mut impl BufRead, path: &Path, id: &TableId) -> Result<usize, LabError> {
    let expected = id.lines();
    let mut found = Vec::new();
    for _ in 0..expected.len() + 2 {
        // A file of another kind may be one endless line, or no text at all.
        let mut line = Vec::new();
        let failed = |cause| LabError::File { path: path.to_owned(), cause };
        reader.by_ref().take(10_000).read_until(b'\n', &mut line).map_err(failed)?;
        found.push(String::from_utf8_lossy(&line).trim_end().to_owned());
    }
    if !found[0].starts_with(KIND) {
        return Err(LabError::NotATable(path.to_owned()));
    }
    let about = expected.len() - 1;
    if found[..about] != expected[..about] {
        return Err(LabError::OtherTable { path: path.to_owned(), found: found[..about].join(" ") });
    }
    if found[about] != expected[about] {
        return Err(LabError::OtherKeys(path.to_owned()));
    }
    let memory = found[about + 1].strip_prefix("memory ").and_then(|number| number.parse().ok());
    memory.filter(|_| found[about + 2].is_empty()).ok_or_else(|| LabError::NotATable(path.to_owned()))
}

/// Writes a table beside the old one and puts it in its place.
pub(crate) fn write(path: &Path, id: &TableId, table: &Table) -> io::Result<()> {
    let megabytes = table.bytes().div_ceil(1 << 20);
    replace(path, |file| {
        let mut writer = BufWriter::new(file);
        writeln!(writer, "{}\nmemory {megabytes}\n", id.lines().join("\n"))?;
        table.store(&mut writer)?;
        writer.flush()
    })
}
