//! The file that carries a solver's table from one run to the next.
//!
//! A head of lines of text — what it is, which release and machine wrote it, which game with which
//! rules — ended by an empty line, then 16 bytes for each position. It is replaced as a whole, so that
//! a kill in the middle leaves the old one.

use crate::{LabError, PROGRAM};
use ludometer_agents::Table;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::Path;

/// What a table belongs to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct TableId {
    /// The game.
    pub game: String,
    /// Its version and parameters.
    pub rules: String,
}

impl TableId {
    fn head(&self) -> String {
        format!(
            "ludometer solved positions 2\n{PROGRAM} {}\n{}\n{}\n\n",
            std::env::consts::ARCH,
            self.game,
            self.rules
        )
    }
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
    let expected = id.head();
    let mut head = String::new();
    for _ in 0..expected.lines().count() {
        // A file of another kind may be one endless line, or no text at all.
        let mut line = Vec::new();
        (&mut reader).take(10_000).read_until(b'\n', &mut line).map_err(failed)?;
        head.push_str(&String::from_utf8_lossy(&line));
    }
    if !head.starts_with("ludometer solved positions") {
        return Err(LabError::NotATable(path.to_owned()));
    }
    if head != expected {
        let path = path.to_owned();
        return Err(LabError::OtherTable { path, found: head.replace('\n', " ").trim().to_owned() });
    }
    table.restore(&mut reader).map_err(failed)
}

/// Writes a table beside the old one and puts it in its place.
pub(crate) fn write(path: &Path, id: &TableId, table: &Table) -> Result<(), LabError> {
    let failed = |cause| LabError::File { path: path.to_owned(), cause };
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".new");
    let fresh = path.with_file_name(name);
    let store = || -> io::Result<()> {
        let mut writer = BufWriter::new(File::create(&fresh)?);
        writer.write_all(id.head().as_bytes())?;
        table.store(&mut writer)?;
        writer.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
        fs::rename(&fresh, path)
    };
    store().map_err(failed)
}
