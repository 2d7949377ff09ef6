//! Match records and the run folder.
//!
//! A [`MatchRecord`] holds everything a metric needs, so that metrics never call a game, and every
//! name as an id into [`Names`], so that it stays small. A [`Header`] says what the run was about;
//! with it a record can be read without the game that made it.
//!
//! A [`Writer`] stores matches in a [`RunFolder`] as they come, in any order; a [`Run`] reads them
//! back in job order; [`write_jsonl`] exports them as text.

mod blob;
mod compare;
mod error;
pub mod folder;
mod header;
mod jsonl;
mod matches;
mod names;
mod reader;
mod salvage;
mod store;
mod writer;

pub use error::{Problem, RunError};
pub use folder::RunFolder;
pub use header::{AgentInfo, BoardInfo, GameInfo, GoalInfo, Group, Header, SCHEMA};
pub use jsonl::{read_json_line, write_jsonl};
pub use matches::{Actor, Ending, Evidence, MatchRecord, Opt, Ply};
pub use names::{NameId, Names};
pub use reader::Run;
pub use writer::Writer;
