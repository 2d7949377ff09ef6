//! Games written in any language: another program answers questions about the rules, one line of JSON each.
//!
//! The questions are those of the thesis behind Wisebots: the first state; what can be done in a state; the state after
//! an action; has somebody won; is it over. Here they are two, since an answer says all of it about a state at once:
//! `initial` and `play`. `docs/bridge.md` is the manual for who writes such a program.
//!
//! A program that crashes, is silent for too long or talks nonsense breaks the state it was asked about, and the
//! arena records that with what was said.

mod child;
mod http;
mod link;
mod position;
mod remote;

pub use link::{BridgeError, Link, Opener, PATIENCE};
pub use position::{Position, Status};
pub use remote::{Hello, Remote};

use std::time::Duration;

/// What names a program behind a pipe.
pub const EXEC: &str = "exec:";
/// What names a program behind a web address.
pub const WEB: &str = "http://";

/// Whether a game's name is that of another program.
#[must_use]
pub fn is_remote(name: &str) -> bool {
    name.starts_with(EXEC) || name.starts_with(WEB)
}

/// Opens a game that another program knows; an answer may take so long.
///
/// # Errors
/// When the program does not start, or does not speak the language of this room.
pub fn open(name: &str, patience: Duration) -> Result<Remote, BridgeError> {
    Remote::open(name, opener(name.strip_prefix(EXEC).unwrap_or(name), patience)?)
}

/// Opens lines to a program by its command, or to a web address; an answer may take so long.
///
/// # Errors
/// When the command is none.
pub fn opener(command: &str, patience: Duration) -> Result<Opener, BridgeError> {
    match command.starts_with(WEB) {
        true => Ok(http::opener(command, patience)),
        false => child::opener(command, patience),
    }
}
