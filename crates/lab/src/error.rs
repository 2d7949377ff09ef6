//! What can go wrong in a job, with what to do about it.

use crate::opening::OpeningError;
use ludometer_agents::AgentError;
use ludometer_agents::lesson::LessonError;
use ludometer_game::{Fault, Unsolved};
use ludometer_games::OpenError;
use ludometer_learn::TrainError;
use ludometer_record::RunError;
use ludometer_rules::RulesError;
use ludometer_testkit::toys::TreeError;
use std::path::PathBuf;

/// Why a job could not be done.
#[derive(Debug, thiserror::Error)]
pub enum LabError {
    /// The game is unknown or refuses its parameters.
    #[error(transparent)]
    Game(#[from] OpenError),
    /// A rules file is wrong.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// A game of another program does not answer.
    #[error(transparent)]
    Bridge(#[from] ludometer_bridge::BridgeError),
    /// An agent is unknown or cannot play the game.
    #[error(transparent)]
    Agent(#[from] AgentError),
    /// The opening is not playable.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// The run folder cannot be written or read.
    #[error(transparent)]
    Run(#[from] RunError),
    /// A setting is not `name=value`.
    #[error("`{0}` is not name=value; write for example --set rows=8")]
    NotASetting(String),
    /// Nothing was typed as a position.
    #[error("--position is empty; leave it out to start where the game does")]
    EmptyPosition,
    /// A game without PDN.
    #[error(
        "PDN is the notation of draughts, not of {0}; --moves, --position and export --jsonl work for every game"
    )]
    NoPdn(String),
    /// A file is not PDN, or its match cannot be had.
    #[error("{}: {what}", path.display())]
    Pdn {
        /// The file.
        path: PathBuf,
        /// What is wrong with it, and where.
        what: String,
    },
    /// The folder holds a different job.
    #[error(
        "{} holds another job ({what} differs); choose another --out, or run the command in its job.toml",
        path.display()
    )]
    OtherJob {
        /// The folder.
        path: PathBuf,
        /// What differs first.
        what: String,
    },
    /// job.toml does not read.
    #[error("{}: {cause}", path.display())]
    JobFile {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        cause: String,
    },
    /// The match is over where it should begin.
    #[error("the match is already over in this position; there is nothing to {0}")]
    Over(&'static str),
    /// Too few or too many of something.
    #[error("{0}")]
    Usage(String),
    /// A file could not be read or written.
    #[error("{}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        #[source]
        cause: std::io::Error,
    },
    /// A typed tree does not read; points to the place.
    #[error("not a tree at character {at}: {what}\n  {text}\n  {:>at$}", "^")]
    NotATree {
        /// Where, counted from 1.
        at: usize,
        /// What is wrong.
        what: String,
        /// What was typed.
        text: String,
    },
    /// A lesson cannot be given.
    #[error(transparent)]
    Lesson(#[from] LessonError),
    /// A bot could not be trained.
    #[error(transparent)]
    Train(#[from] TrainError),
    /// There is no exact answer, or none yet.
    #[error(transparent)]
    Unsolved(#[from] Unsolved),
    /// Stopped, with what was learnt in a file.
    #[error("stopped before the value was known; {} keeps what was learnt, the same command goes on", .0.display())]
    SolvingKept(PathBuf),
    /// A line of a file of positions is wrong.
    #[error("line {line}: {what}")]
    PositionFile {
        /// The line, counted from 1.
        line: usize,
        /// What is wrong with it.
        what: String,
    },
    /// The file is no table of solved positions, or no whole one.
    #[error("{} is not a table of solved positions, or is damaged; name another file for --table", .0.display())]
    NotATable(PathBuf),
    /// The table belongs to other rules or another release.
    #[error("{} belongs to something else ({found}); name another file for --table", path.display())]
    OtherTable {
        /// The file.
        path: PathBuf,
        /// What it says of itself.
        found: String,
    },
    /// The table was written by a build that numbers positions in another way.
    #[error(
        "{} was written by another build, whose keys of positions are not ours: its values would be those of \
         other positions; name another file for --table",
        .0.display()
    )]
    OtherKeys(PathBuf),
    /// The table does not fit.
    #[error(
        "{}: {left_out} of its positions find no room in so little memory and would be lost; solve with \
         --memory {megabytes}",
        path.display()
    )]
    TableTooLarge {
        /// The file.
        path: PathBuf,
        /// How many find no room.
        left_out: u64,
        /// What would do.
        megabytes: usize,
    },
    /// A table could not be kept.
    #[error("{} cannot be written; name another file for --table", path.display())]
    TableNotWritable {
        /// The file.
        path: PathBuf,
        /// Why.
        #[source]
        cause: std::io::Error,
    },
    /// Something is wrong in a file among several.
    #[error("{file}, {cause}")]
    InFile {
        /// The file.
        file: String,
        /// What.
        cause: Box<LabError>,
    },
    /// An agent failed.
    #[error("the agent failed: {}", .0.what)]
    AgentFailed(Fault),
    /// What was asked for could not be written.
    #[error("the answer cannot be written")]
    Output(#[source] std::io::Error),
    /// The user stopped while levels were measured.
    #[error("stopped; no level was written")]
    StoppedLadder,
    /// The user stopped before anything was played.
    #[error("stopped while planning; nothing was played, nothing was written")]
    StoppedPlanning,
    /// The minutes are over, twice, and there is nothing to report.
    #[error(
        "not one block of matches was whole after twice the minutes; {done} of {total} matches are kept, the \
         same command goes on from there; agents that think less, or more --minutes, would do"
    )]
    TooSlow {
        /// Finished.
        done: u64,
        /// Planned.
        total: u64,
    },
    /// The run was stopped by the user; what was finished is kept.
    #[error("stopped; {done} of {total} matches are kept, the same command goes on from there")]
    Stopped {
        /// Finished.
        done: u64,
        /// Planned.
        total: u64,
    },
}

impl LabError {
    /// The place in characters as people count them, on one line.
    pub(crate) fn not_a_tree(text: &str, cause: &TreeError) -> Self {
        let at = 1 + text.get(..cause.at).map_or(cause.at, |before| before.chars().count());
        let text = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        LabError::NotATree { at, what: cause.what.clone(), text }
    }
}
