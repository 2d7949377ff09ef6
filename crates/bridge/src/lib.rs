//! Games written in any language: another program answers questions about the rules, one line of JSON each.
//!
//! The questions are those of the thesis behind Wisebots: the first state; what can be done in a state; the state after
//! an action; has somebody won; is it over. Here they are two, since an answer says all of it about a state at once:
//! `initial` and `play`. `docs/bridge.md` is the manual for who writes such a program.
//!
//! A program that crashes, is silent for too long or talks nonsense breaks the state it was asked about, and the
//! arena records that with what was said.

mod child;
mod gtp;
mod http;
mod lines;
mod link;
mod module;
mod position;
mod remote;

pub use gtp::{Gtp, GtpOpener, gtp_opener};
pub use link::{BridgeError, Limits, Link, Opener, PATIENCE, Seconds};
pub use position::{Position, Status};
pub use remote::{Hello, Remote};

use std::time::Duration;

/// What names a program behind a pipe.
pub const EXEC: &str = "exec:";
/// What names a program behind a web address.
pub const WEB: &str = "http://";
/// How files of WebAssembly end: the module itself, and its text.
pub const MODULES: [&str; 2] = [".wasm", ".wat"];

/// Whether a game's name is that of another program.
#[must_use]
pub fn is_remote(name: &str) -> bool {
    name.starts_with(EXEC) || name.starts_with(WEB) || is_module(name)
}

/// Whether a game's name is that of a WebAssembly module.
#[must_use]
pub fn is_module(name: &str) -> bool {
    MODULES.iter().any(|ending| name.ends_with(ending))
}

/// Opens a game that another program knows; an answer may take so long.
///
/// # Errors
/// When the program does not start, or does not speak the language of this room.
pub fn open(name: &str, patience: Duration) -> Result<Remote, BridgeError> {
    let open = match name.strip_prefix(EXEC) {
        None if is_module(name) => module::opener(name)?,
        command => opener(command.unwrap_or(name), Limits::default())?,
    };
    Remote::open(name, open, patience)
}

/// Opens lines to a program by its command, or to a web address.
///
/// # Errors
/// When the command is none.
pub fn opener(command: &str, limits: Limits) -> Result<Opener, BridgeError> {
    match command.starts_with(WEB) {
        true => Ok(http::opener(command)),
        false => child::opener(command, limits),
    }
}
