//! The run folder: which files it holds, and how they are written so that none is ever half there.

use crate::RunError;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The job, as text; who finds the same text may go on with the run.
pub const JOB: &str = "job.toml";
/// All matches.
pub const DATABASE: &str = "run.db";
/// The measures.
pub const SUMMARY: &str = "summary.json";
/// The report.
pub const REPORT: &str = "report.html";
/// How long it took: the only file that differs between two runs of a job.
pub const TIMING: &str = "timing.json";

/// The end of the name of a file that is being written.
const PARTIAL: &str = ".partial";

/// A folder that belongs to one run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RunFolder {
    path: PathBuf,
}

impl RunFolder {
    /// A folder to write a run to: a new one, an empty one, or one that has a `job.toml`, which the
    /// caller compares with the job at hand by [`RunFolder::job`] before writing anything.
    pub fn create(path: &Path) -> Result<RunFolder, RunError> {
        if path.exists() && !path.is_dir() {
            return Err(RunError::NotAFolder { path: path.into() });
        }
        fs::create_dir_all(path).map_err(RunError::io(path))?;
        if !path.join(JOB).exists() {
            refuse_strangers(path)?;
        }
        Ok(RunFolder { path: path.into() })
    }

    /// A folder that holds a run.
    pub fn open(path: &Path) -> Result<RunFolder, RunError> {
        if !path.exists() {
            return Err(RunError::NotFound { path: path.into() });
        }
        if !path.is_dir() {
            return Err(RunError::NotAFolder { path: path.into() });
        }
        if !path.join(DATABASE).is_file() {
            return Err(RunError::NotARun { path: path.into(), missing: DATABASE.into() });
        }
        Ok(RunFolder { path: path.into() })
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Where a file of it is, by one of the names above.
    #[must_use]
    pub fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// Whether matches may have been stored: if so a writer resumes, else it creates.
    #[must_use]
    pub fn has_database(&self) -> bool {
        self.file(DATABASE).exists()
    }

    /// The text of the job, if there is one.
    pub fn job(&self) -> Result<Option<String>, RunError> {
        let path = self.file(JOB);
        match fs::read_to_string(&path) {
            Ok(text) => Ok(Some(text)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(source) => Err(RunError::Io { path, source }),
        }
    }

    /// Writes a small file whole or not at all.
    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> Result<PathBuf, RunError> {
        let path = self.file(name);
        write_atomically(&path, bytes.as_ref()).map_err(RunError::io(&path))?;
        Ok(path)
    }
}

/// Writes a file beside its place and moves it there, so that a kill leaves the old file or the new
/// one and nothing between.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> io::Result<()> {
    replace(path, |file| file.write_all(bytes))
}

/// The same for what is too large to be held twice: `write` fills the new file. Where it fails, the old
/// file stays as it was and nothing is left beside it.
pub fn replace(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    let partial = partial(path)?;
    let fill = || {
        let mut file = File::create(&partial)?;
        write(&mut file)?;
        file.sync_all()?;
        drop(file);
        fs::rename(&partial, path)
    };
    fill().inspect_err(|_| _ = fs::remove_file(&partial))
}

/// Whether a file can be written here, found out by trying: who works for hours for a file should know
/// before.
pub fn demand_writable(path: &Path) -> io::Result<()> {
    if path.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    let partial = partial(path)?;
    File::create(&partial)?;
    fs::remove_file(&partial)
}

/// Whether a name is that of a file that was being written, or of the journal of such a base, when somebody was killed.
#[must_use]
pub fn is_left_over(name: &str) -> bool {
    name.strip_suffix("-journal").unwrap_or(name).ends_with(PARTIAL)
}

/// Where a file is written before it is moved to its place.
fn partial(path: &Path) -> io::Result<PathBuf> {
    let mut name = path.file_name().ok_or(io::ErrorKind::InvalidInput)?.to_owned();
    name.push(PARTIAL);
    Ok(path.with_file_name(name))
}

/// A folder without a job may hold nothing but what an interrupted start left in it.
fn refuse_strangers(path: &Path) -> Result<(), RunError> {
    let leftover = format!("{JOB}{PARTIAL}");
    let mut strangers = Vec::new();
    for entry in fs::read_dir(path).map_err(RunError::io(path))? {
        let name = entry.map_err(RunError::io(path))?.file_name().to_string_lossy().into_owned();
        if name != leftover {
            strangers.push(name);
        }
    }
    match strangers.into_iter().min() {
        Some(example) => Err(RunError::Foreign { path: path.into(), example }),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_made_with_its_parents_and_can_be_taken_again() {
        let root = tempfile::tempdir().unwrap();
        let path = root.path().join("runs/nim");
        let folder = RunFolder::create(&path).unwrap();
        assert_eq!(folder.job().unwrap(), None);
        folder.write(JOB, "seed = 1\n").unwrap();
        let again = RunFolder::create(&path).unwrap();
        assert_eq!(again.job().unwrap().as_deref(), Some("seed = 1\n"));
        assert!(!again.has_database());
    }

    #[test]
    fn the_files_of_others_are_left_alone() {
        let root = tempfile::tempdir().unwrap();
        fs::write(root.path().join("thesis.tex"), "years of work").unwrap();
        let error = RunFolder::create(root.path()).unwrap_err();
        assert!(matches!(&error, RunError::Foreign { example, .. } if example == "thesis.tex"), "{error}");
        let error = RunFolder::create(&root.path().join("thesis.tex")).unwrap_err();
        assert!(matches!(error, RunError::NotAFolder { .. }), "{error}");
    }

    #[test]
    fn opening_says_what_is_missing() {
        let root = tempfile::tempdir().unwrap();
        let error = RunFolder::open(&root.path().join("nowhere")).unwrap_err();
        assert!(error.to_string().starts_with("there is no folder"), "{error}");
        let error = RunFolder::open(root.path()).unwrap_err();
        assert!(error.to_string().ends_with("it has no run.db"), "{error}");
    }

    #[test]
    fn a_file_is_replaced_whole_and_an_interrupted_write_is_no_stranger() {
        let root = tempfile::tempdir().unwrap();
        fs::write(root.path().join("job.toml.partial"), "se").unwrap();
        let folder = RunFolder::create(root.path()).unwrap();
        folder.write(JOB, "first").unwrap();
        folder.write(JOB, "second").unwrap();
        assert_eq!(folder.job().unwrap().as_deref(), Some("second"));
        assert_eq!(fs::read_dir(root.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_file_that_cannot_be_finished_leaves_the_old_one_alone() {
        let root = tempfile::tempdir().unwrap();
        let path = root.path().join("table");
        fs::write(&path, "old").unwrap();
        let failed = replace(&path, |file| {
            file.write_all(b"half of the new")?;
            Err(io::ErrorKind::StorageFull.into())
        });
        assert_eq!(failed.unwrap_err().kind(), io::ErrorKind::StorageFull);
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        assert_eq!(fs::read_dir(root.path()).unwrap().count(), 1);
    }

    #[test]
    fn trying_to_write_leaves_nothing_behind() {
        let root = tempfile::tempdir().unwrap();
        demand_writable(&root.path().join("table")).unwrap();
        assert_eq!(fs::read_dir(root.path()).unwrap().count(), 0);
        assert!(demand_writable(root.path()).is_err(), "a folder is no file");
        assert!(demand_writable(&root.path().join("no/such/table")).is_err());
    }
}
