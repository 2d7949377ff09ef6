//! Why a bot could not be trained; each says what would work.

use ludometer_game::ParamError;
use std::path::PathBuf;

/// Why a bot could not be trained.
#[derive(Debug, thiserror::Error)]
pub enum TrainError {
    /// No trainer has this name; says which one was probably meant, and all there are.
    #[error("{0}")]
    Unknown(String),
    /// A parameter is unknown or out of range.
    #[error("train {trainer}: {cause}")]
    Params {
        /// The trainer.
        trainer: String,
        /// Why.
        cause: ParamError,
    },
    /// The game lacks something the trainer needs.
    #[error("`train {trainer}` needs {needs}; {instead}")]
    CannotLearn {
        /// The trainer.
        trainer: &'static str,
        /// What it needs.
        needs: String,
        /// What would work.
        instead: String,
    },
    /// The whole tree of the game does not fit.
    #[error(
        "this game is too large for `train cfr`: random matches let expect {expected} positions, and {limit} are \
         the limit (within {plies} plies there are {grown} already, with {sets} information sets); {advice}"
    )]
    TooLarge {
        /// The limit of positions.
        limit: usize,
        /// How far the tree was grown.
        plies: u32,
        /// Positions by then.
        grown: usize,
        /// Information sets by then.
        sets: usize,
        /// About how many positions there are in all.
        expected: String,
        /// What would fit.
        advice: String,
    },
    /// Chance has too many outcomes to list.
    #[error(
        "`train cfr` needs chance that lists its outcomes, and this game has a shuffle with too many; {advice}"
    )]
    Shuffled {
        /// What would work.
        advice: String,
    },
    /// Rules cannot vary so.
    #[error("--vary: {0}")]
    Vary(String),
    /// Nobody says what to learn from.
    #[error("no memory is named: --memory FOLDER; `ludometer self-play` makes one")]
    NoMemory,
    /// A folder of recorded matches is of no use.
    #[error("{}: {cause}", path.display())]
    Memory {
        /// The folder.
        path: PathBuf,
        /// Why.
        cause: String,
    },
    /// The folder belongs to another training.
    #[error("{} holds another bot ({what}); choose another --out", path.display())]
    OtherBot {
        /// The folder.
        path: PathBuf,
        /// What differs first.
        what: String,
    },
    /// The folder's bot came without what was kept of its training.
    #[error(
        "{} holds a bot whose training cannot go on: its training.bin is missing; choose another --out",
        .0.display()
    )]
    Untrainable(PathBuf),
    /// The folder's bot has lost a file.
    #[error("{} is missing, so that the training of the bot beside it cannot go on; choose another --out", .0.display())]
    Lost(PathBuf),
    /// The last round of matches of the folder's training was cut short.
    #[error(
        "{} has learnt from {done} matches, and the last round of {round} was cut short: whoever goes on learns something \
         else than in one go; choose another --out and learn on with --from {}",
        path.display(), path.display()
    )]
    CutShort {
        /// The folder.
        path: PathBuf,
        /// Matches it has learnt from.
        done: u64,
        /// Matches of a round.
        round: u64,
    },
    /// The folder's bot has learnt for longer than was asked.
    #[error(
        "{} holds this bot after {done} {unit} already; ask for more than that, or choose another --out",
        path.display()
    )]
    Further {
        /// The folder.
        path: PathBuf,
        /// How long it has learnt.
        done: u64,
        /// What is counted.
        unit: &'static str,
    },
    /// The folder holds what is no bot.
    #[error("{} is no bot folder: it holds `{example}`; choose another --out", path.display())]
    Foreign {
        /// The folder.
        path: PathBuf,
        /// One thing it holds.
        example: String,
    },
    /// What was kept of a training does not read.
    #[error(
        "{} is damaged or of another release, so that this training cannot go on; choose another --out",
        .0.display()
    )]
    Damaged(PathBuf),
    /// Another process trains this bot.
    #[error("{} is in use by another process; wait for it, or choose another --out", .0.display())]
    Busy(PathBuf),
    /// A network could not be made or asked.
    #[error(transparent)]
    Network(#[from] ludometer_net::NetError),
    /// The agent a network is measured against could not be had.
    #[error(transparent)]
    Rival(#[from] ludometer_agents::AgentError),
    /// A match could not be played on: an agent failed, or the game is not for this trainer.
    #[error("a match could not be played on, and with it this training: {0}")]
    Failed(ludometer_game::Fault),
    /// A file could not be read or written.
    #[error("{}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        #[source]
        cause: std::io::Error,
    },
    /// The losses grew beyond all numbers.
    #[error("learning diverged at rate {0}; lower --rate")]
    Diverged(f32),
    /// The user stopped, and nothing is kept of what was done.
    #[error("stopped after {done} of {total} {unit}; nothing of it is kept")]
    StoppedEmpty {
        /// What is counted.
        unit: &'static str,
        /// How many were done.
        done: u64,
        /// How many should be.
        total: u64,
    },
    /// The user stopped.
    #[error(
        "stopped after {done} of {total} {unit}, which are kept in {}; the same command goes on from there, \
         and --{unit} {done} makes a bot of what there is",
        path.display()
    )]
    Stopped {
        /// What is counted, and the option that says how many.
        unit: &'static str,
        /// How long it has learnt.
        done: u64,
        /// How long it should.
        total: u64,
        /// The folder.
        path: PathBuf,
    },
    /// The user stopped a training whose folder holds a bot at any moment.
    #[error(
        "stopped after {done} of {total} {unit}; {} holds a bot of what there is, and the same command goes on from there",
        path.display()
    )]
    StoppedBot {
        /// What is counted.
        unit: &'static str,
        /// How many were done.
        done: u64,
        /// How many should be.
        total: u64,
        /// The folder.
        path: PathBuf,
    },
}

impl TrainError {
    /// A failure to read or write a file.
    pub(crate) fn file(path: impl Into<PathBuf>) -> impl FnOnce(std::io::Error) -> TrainError {
        let path = path.into();
        move |cause| TrainError::File { path, cause }
    }
}
