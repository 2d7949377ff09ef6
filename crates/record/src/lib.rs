//! Match records and the run folder.
//!
//! A [`MatchRecord`] holds everything a metric needs, so that metrics never call a game, and every
//! name as an id into [`Names`], so that it stays small. A [`Header`] says what the run was about;
//! with it a record can be read without the game that made it.

mod header;
mod matches;
mod names;

pub use header::{AgentInfo, BoardInfo, GameInfo, Group, Header, SCHEMA};
pub use matches::{Actor, Ending, Evidence, MatchRecord, Opt, Ply};
pub use names::{NameId, Names};
