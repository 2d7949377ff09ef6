//! Where the files of a bot are: in a folder, or in the program itself.

use super::BOT;
use crate::{AgentError, cases, network};
use std::borrow::Cow;
use std::io;
use std::path::{Path, PathBuf};

/// A bot that comes with the program.
#[derive(PartialEq, Eq, Debug)]
pub struct Shipped {
    /// Its name, which is that of its game.
    pub name: &'static str,
    files: &'static [(&'static str, &'static [u8])],
}

/// Declares the shipped bots; the files of each are embedded.
macro_rules! shipped {
    ($($name:literal),* $(,)?) => {
        /// The bots that come with the program.
        const SHIPPED: &[Shipped] = &[$(Shipped {
            name: $name,
            files: &[
                ("bot.toml", include_bytes!(concat!("../../../../models/", $name, "/bot.toml"))),
                ("model.toml", include_bytes!(concat!("../../../../models/", $name, "/model.toml"))),
                ("model.safetensors", include_bytes!(concat!("../../../../models/", $name, "/model.safetensors"))),
            ],
        }),*];
    };
}

shipped! {
    "backgammon",
    "connect-four",
    "leduc-poker",
    "snowball",
    "tic-tac-toe",
}

/// The files of a bot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BotFiles {
    /// In a folder.
    Folder(PathBuf),
    /// In the program.
    Shipped(&'static Shipped),
}

impl BotFiles {
    /// The bot in the folder of this name or, where there is none, the one of this name that comes with the program.
    ///
    /// # Errors
    /// When there is neither; says what there is, in words.
    pub fn find(name: &str) -> Result<BotFiles, String> {
        BotFiles::look(name).ok_or_else(|| nowhere(None))
    }

    /// The same for who wants a bot of this kind.
    ///
    /// # Errors
    /// When there is neither; says how such a bot is made, and what there is of its kind.
    pub fn find_kind(kind: &str, name: &str) -> Result<BotFiles, String> {
        BotFiles::look(name).ok_or_else(|| nowhere(Some(kind)))
    }

    fn look(name: &str) -> Option<BotFiles> {
        let folder = PathBuf::from(name);
        let shipped = SHIPPED.iter().find(|shipped| shipped.name == name);
        // A folder of that name with anything else in it hides nothing.
        if folder.join(BOT).is_file() || (folder.is_dir() && shipped.is_none()) {
            return Some(BotFiles::Folder(folder));
        }
        shipped.map(BotFiles::Shipped)
    }

    /// The bot of this kind for an agent that was told this name.
    ///
    /// # Errors
    /// When there is neither folder nor shipped bot of this name.
    pub(crate) fn find_for(agent: &str, kind: &str, name: &str) -> Result<BotFiles, AgentError> {
        let refused = |cause| AgentError::File { agent: agent.into(), path: name.into(), cause };
        BotFiles::find_kind(kind, name).map_err(refused)
    }

    /// Reads a file.
    ///
    /// # Errors
    /// When there is none, or it does not read.
    pub fn read(&self, name: &str) -> io::Result<Cow<'static, [u8]>> {
        match self {
            BotFiles::Folder(folder) => std::fs::read(folder.join(name)).map(Cow::Owned),
            BotFiles::Shipped(shipped) => {
                let found = shipped.files.iter().find(|(known, _)| *known == name);
                found.map(|(_, bytes)| Cow::Borrowed(*bytes)).ok_or_else(|| io::ErrorKind::NotFound.into())
            }
        }
    }

    /// The folder, if it is one.
    #[must_use]
    pub fn folder(&self) -> Option<&Path> {
        match self {
            BotFiles::Folder(folder) => Some(folder),
            BotFiles::Shipped(_) => None,
        }
    }

    /// Where a file is, for people.
    #[must_use]
    pub fn place(&self, name: &str) -> String {
        match self {
            BotFiles::Folder(folder) => folder.join(name).display().to_string(),
            BotFiles::Shipped(shipped) => format!("{} (comes with the program): {name}", shipped.name),
        }
    }

    /// Why a file is of no use to an agent.
    #[must_use]
    pub fn refusal(&self, agent: &str, name: &str, cause: String) -> AgentError {
        AgentError::File { agent: agent.into(), path: self.place(name), cause }
    }
}

/// What is said where there is no bot of a name: how one is made, and which come with the program, all of them networks.
fn nowhere(kind: Option<&str>) -> String {
    let trainer = match kind {
        None => "`ludometer train`".to_owned(),
        Some(cases::KIND) => "`ludometer cases import` or `ludometer train cases`".to_owned(),
        Some(kind) => format!("`ludometer train {kind}`"),
    };
    let mut said = format!("there is no such folder; {trainer} makes one");
    if kind.is_none_or(|kind| kind == network::KIND) {
        let names: Vec<&str> = SHIPPED.iter().map(|shipped| shipped.name).collect();
        said.push_str(", and these bots come with the program: ");
        said.push_str(&names.join(", "));
    }
    said
}

impl std::fmt::Display for BotFiles {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            BotFiles::Folder(folder) => write!(f, "{}", folder.display()),
            BotFiles::Shipped(shipped) => f.write_str(shipped.name),
        }
    }
}
