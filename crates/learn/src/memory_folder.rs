//! The folder `self-play` writes: what there is to learn, and the matches it comes from.

use crate::TrainError;
use crate::alphazero::{Harvest, MatchMemory};
use ludometer_agents::bot::fingerprint;
use ludometer_agents::network::Varied;
use ludometer_record::folder::write_atomically;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// The file that says what a memory is; it is written last.
pub const MEMORY: &str = "memory.toml";
/// The training memory.
pub const POSITIONS: &str = "positions.bin";
/// The match memory, a line of JSON for each.
pub const MATCHES: &str = "matches.jsonl";
/// The form of these files.
const SCHEMA: u32 = 1;

/// What a memory is.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct MemoryInfo {
    /// The form of the files.
    pub schema: u32,
    /// The game.
    pub game: String,
    /// How its rules play, in short.
    pub signature: String,
    /// The parameters of the rules.
    pub rules: Vec<(String, String)>,
    /// The bot that played, by name or folder.
    pub bot: String,
    /// The fingerprint of its weights.
    pub fingerprint: String,
    /// Matches.
    pub matches: u64,
    /// Positions to learn from.
    pub positions: u64,
    /// Actions the policies speak of.
    pub actions: usize,
    /// Further numbers of every position, by name.
    pub aux: Vec<String>,
    /// What the network that played was told of the rules.
    #[serde(default)]
    pub vary: Vec<Varied>,
    /// The command that makes it again.
    pub command: String,
}

impl MemoryInfo {
    /// The form new memories have.
    pub const SCHEMA: u32 = SCHEMA;
}

/// A memory on disk.
pub struct MemoryFolder {
    path: PathBuf,
    /// What it is.
    pub info: MemoryInfo,
}

impl MemoryFolder {
    /// Whether a folder is a memory.
    #[must_use]
    pub fn is_one(path: &Path) -> bool {
        path.join(MEMORY).is_file()
    }

    /// Opens a memory.
    ///
    /// # Errors
    /// When the folder is none, or of another form.
    pub fn open(path: &Path) -> Result<MemoryFolder, TrainError> {
        let place = path.join(MEMORY);
        let refused = |cause: String| TrainError::Memory { path: path.to_owned(), cause };
        let text = std::fs::read_to_string(&place)
            .map_err(|error| refused(format!("{MEMORY}: {error}; `ludometer self-play` makes a memory")))?;
        let info: MemoryInfo =
            toml::from_str(&text).map_err(|error| refused(format!("{MEMORY}: {error}")))?;
        match info.schema {
            SCHEMA => Ok(MemoryFolder { path: path.to_owned(), info }),
            other => Err(refused(format!("it has form {other}; this release reads form {SCHEMA}"))),
        }
    }

    /// What there is to learn, and the fingerprint of it.
    ///
    /// # Errors
    /// When the file does not read or is damaged.
    pub fn harvest(&self) -> Result<(Harvest, String), TrainError> {
        let place = self.path.join(POSITIONS);
        let bytes = std::fs::read(&place).map_err(TrainError::file(&place))?;
        let refused = || TrainError::Memory {
            path: place.clone(),
            cause: "it is damaged, or of another release; `ludometer self-play` makes another memory".into(),
        };
        let harvest = Harvest::from_bytes(&bytes).ok_or_else(refused)?;
        Ok((harvest, fingerprint(&bytes)))
    }

    /// Writes a new memory.
    ///
    /// # Errors
    /// When there is something in the folder, or it cannot be written.
    pub fn write(path: &Path, info: &MemoryInfo, harvest: &Harvest) -> Result<(), TrainError> {
        MemoryFolder::refuse_if_used(path)?;
        std::fs::create_dir_all(path).map_err(TrainError::file(path))?;
        let line = |memory: &MatchMemory| serde_json::to_string(memory).unwrap_or_default() + "\n";
        let matches: String = harvest.memories.iter().map(line).collect();
        // Plain data always serialises.
        let text = toml::to_string(info).unwrap_or_default();
        let files =
            [(MATCHES, matches.into_bytes()), (POSITIONS, harvest.to_bytes()), (MEMORY, text.into_bytes())];
        for (name, bytes) in files {
            let place = path.join(name);
            write_atomically(&place, &bytes).map_err(TrainError::file(&place))?;
        }
        Ok(())
    }

    /// Refuses a folder that holds anything.
    ///
    /// # Errors
    /// When it does.
    pub fn refuse_if_used(path: &Path) -> Result<(), TrainError> {
        let used =
            std::fs::read_dir(path).is_ok_and(|mut entries| entries.next().is_some()) || path.is_file();
        match used {
            true => Err(TrainError::Memory {
                path: path.to_owned(),
                cause: "it is not empty; choose another --out".into(),
            }),
            false => Ok(()),
        }
    }
}
