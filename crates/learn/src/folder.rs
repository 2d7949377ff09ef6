//! The folder a bot is trained in.
//!
//! While it learns it holds `training.bin`. When it has learnt its files are written, `bot.toml` last, and
//! `training.bin` stays, so that it can go on to learn. Every file is replaced as a whole.

use crate::{Job, Saved, TrainError};
use ludometer_agents::bot::BOT;
use ludometer_record::folder::{is_left_over, replace, write_atomically};
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

/// What is kept of a training.
pub const STATE: &str = "training.bin";
/// Held by the process that trains.
const LOCK: &str = "training.lock";

/// A folder in which one process trains one bot.
pub struct BotFolder {
    path: PathBuf,
    lock: Option<File>,
}

impl BotFolder {
    /// Takes a folder for a training: a new one, an empty one, or one in which this job was begun.
    ///
    /// # Errors
    /// When it holds something else or another process has it.
    pub fn take(path: &Path, job: &Job) -> Result<BotFolder, TrainError> {
        BotFolder::look(path, job)?;
        fs::create_dir_all(path).map_err(TrainError::file(path))?;
        let place = path.join(LOCK);
        let lock = File::create(&place).map_err(TrainError::file(&place))?;
        match lock.try_lock() {
            Ok(()) => Ok(BotFolder { path: path.to_owned(), lock: Some(lock) }),
            Err(TryLockError::WouldBlock) => Err(TrainError::Busy(path.to_owned())),
            Err(TryLockError::Error(cause)) => Err(TrainError::File { path: place, cause }),
        }
    }

    /// What a folder keeps of this job; nothing is written.
    ///
    /// # Errors
    /// When it holds something else.
    pub fn look(path: &Path, job: &Job) -> Result<Option<Saved>, TrainError> {
        let place = path.join(STATE);
        let bytes = match fs::read(&place) {
            Ok(bytes) => bytes,
            Err(cause) if cause.kind() == io::ErrorKind::NotFound => {
                return refuse_strangers(path).map(|()| None);
            }
            // A file where the folder should be.
            Err(cause) if cause.kind() == io::ErrorKind::NotADirectory => {
                return Err(TrainError::File { path: path.to_owned(), cause });
            }
            Err(cause) => return Err(TrainError::File { path: place, cause }),
        };
        let saved = Saved::from_bytes(&bytes, &place)?;
        match job.difference(&saved.job) {
            Some(what) => Err(TrainError::OtherBot { path: path.to_owned(), what }),
            None => Ok(Some(saved)),
        }
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Removes a file if it is there.
    ///
    /// # Errors
    /// When it is there and stays.
    pub fn remove(&self, name: &str) -> Result<(), TrainError> {
        let place = self.path.join(name);
        match fs::remove_file(&place) {
            Err(cause) if cause.kind() != io::ErrorKind::NotFound => {
                Err(TrainError::File { path: place, cause })
            }
            _ => Ok(()),
        }
    }

    /// Writes a file whole or not at all.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&self, name: &str, bytes: &[u8]) -> Result<(), TrainError> {
        let place = self.path.join(name);
        write_atomically(&place, bytes).map_err(TrainError::file(&place))
    }

    /// Writes a file that is too large to be held in memory, whole or not at all.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write_with(
        &self,
        name: &str,
        write: impl FnOnce(&mut File) -> io::Result<()>,
    ) -> Result<(), TrainError> {
        let place = self.path.join(name);
        replace(&place, write).map_err(TrainError::file(&place))
    }
}

impl Drop for BotFolder {
    fn drop(&mut self) {
        // Whoever begins next makes it anew; removed while it is held, so that nobody else's goes.
        let _ = fs::remove_file(self.path.join(LOCK));
        drop(self.lock.take());
    }
}

/// A folder without a training may hold nothing but what an interrupted start left in it.
fn refuse_strangers(path: &Path) -> Result<(), TrainError> {
    let entries = match fs::read_dir(path) {
        Ok(entries) => entries,
        Err(cause) if cause.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(cause) => return Err(TrainError::File { path: path.to_owned(), cause }),
    };
    let mut strangers = Vec::new();
    for entry in entries {
        let name = entry.map_err(TrainError::file(path))?.file_name().to_string_lossy().into_owned();
        if name != LOCK && !is_left_over(&name) {
            strangers.push(name);
        }
    }
    // A bot that came without what was kept of its training.
    if strangers.iter().any(|name| name == BOT) {
        return Err(TrainError::Untrainable(path.to_owned()));
    }
    match strangers.into_iter().min() {
        Some(example) => Err(TrainError::Foreign { path: path.to_owned(), example }),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn job(game: &str) -> Job {
        Job {
            trainer: "cfr".into(),
            game: game.into(),
            version: 1,
            rules: Vec::new(),
            signature: String::new(),
            settings: Vec::new(),
            seed: 1,
        }
    }

    fn said(path: &Path, game: &str) -> String {
        BotFolder::take(path, &job(game)).map(|_| ()).unwrap_err().to_string()
    }

    #[test]
    fn a_training_finds_what_it_kept_and_nobody_else_does() {
        let root = tempfile::tempdir().unwrap();
        let path = root.path().join("bots/kuhn");
        assert!(BotFolder::look(&path, &job("kuhn-poker")).unwrap().is_none());
        let folder = BotFolder::take(&path, &job("kuhn-poker")).unwrap();
        assert!(said(&path, "kuhn-poker").contains("in use by another process"));
        let saved = Saved { job: job("kuhn-poker"), iterations: 3, numbers: vec![vec![0.5]] };
        folder.write(STATE, &saved.to_bytes()).unwrap();
        drop(folder);
        assert_eq!(fs::read_dir(&path).unwrap().count(), 1, "nothing else is left");
        assert_eq!(BotFolder::look(&path, &job("kuhn-poker")).unwrap(), Some(saved));
        assert!(said(&path, "nim").contains("holds another bot (the game differs)"));
    }

    #[test]
    fn what_belongs_to_others_is_left_alone() {
        let root = tempfile::tempdir().unwrap();
        fs::write(root.path().join("thesis.tex"), "years of work").unwrap();
        assert!(said(root.path(), "nim").contains("it holds `thesis.tex`"));
        assert!(said(&root.path().join("thesis.tex"), "nim").contains("thesis.tex"));
        fs::write(root.path().join(STATE), "letters").unwrap();
        assert!(said(root.path(), "nim").contains("damaged or of another release"));
        assert_eq!(fs::read_dir(root.path()).unwrap().count(), 2);
    }

    #[test]
    fn a_bot_without_its_training_is_not_trained_over() {
        let root = tempfile::tempdir().unwrap();
        fs::write(root.path().join(BOT), "").unwrap();
        assert!(said(root.path(), "nim").contains("choose another --out"));
    }
}
