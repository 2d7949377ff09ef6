//! What a run was about: the game, its parameters, the agents, the groups of matches.

use serde::{Deserialize, Serialize};

/// The version of everything stored in a run folder.
pub const SCHEMA: u32 = 1;

/// The head of a run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Header {
    /// Version of the format; a reader refuses a newer one.
    pub schema: u32,
    /// The release that wrote the run.
    pub program: String,
    /// The game as it was played.
    pub game: GameInfo,
    /// The job's seed.
    pub seed: u64,
    /// Everybody who played.
    pub agents: Vec<AgentInfo>,
    /// Matches that belong together: a rung of the ladder, a pairing of a tournament.
    pub groups: Vec<Group>,
    /// The moves every match started with, as text; empty for the game's own start.
    pub opening: String,
}

/// A game as it was played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameInfo {
    /// Its name on the command line.
    pub name: String,
    /// Its name in a report.
    pub title: String,
    /// Rises with every change of behaviour.
    pub version: u32,
    /// All parameters with their values, in declared order.
    pub params: Vec<(String, String)>,
    /// Seats, by name.
    pub seats: Vec<String>,
    /// The team of each seat.
    pub teams: Vec<u8>,
    /// Smallest and largest points of a seat.
    pub bounds: (f32, f32),
    /// `none`, `listed` or `drawn`.
    pub chance: String,
    /// Whether seats know different things.
    pub hidden: bool,
    /// Whether all seats win or lose together.
    pub cooperative: bool,
    /// The most plies a match may take.
    pub limit: u32,
    /// Names of the numbers observed at every ply.
    pub observables: Vec<String>,
    /// The map of the board, if there is one.
    pub board: Option<BoardInfo>,
    /// The rules text, for games that come from a file.
    pub rules: Option<String>,
    /// Spreadsheets that text asks for: names and texts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sheets: Vec<(String, String)>,
    /// What the designer wants of it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub goals: Vec<GoalInfo>,
}

/// A number that should lie between two others.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GoalInfo {
    /// `length`, `share` or `win`.
    pub of: String,
    /// The seat or side whose share it is; empty otherwise.
    pub who: String,
    /// At least.
    pub low: f64,
    /// At most.
    pub high: f64,
    /// The goal in words.
    pub text: String,
}

/// The map of a board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BoardInfo {
    /// Rows, from the top.
    pub rows: usize,
    /// Columns, from the left.
    pub columns: usize,
    /// Whether cells are hexagons, each row shifted half a cell to the right of the one above.
    pub hex: bool,
    /// Cell names, row by row; elements name them as `cell:NAME`.
    pub cells: Vec<String>,
}

/// Somebody who played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AgentInfo {
    /// The agent in the grammar of the command line.
    pub spec: String,
    /// The version on the agent's card; rises with every change of behaviour.
    pub version: u32,
    /// All parameters with their values, defaults included, in declared order.
    pub params: Vec<(String, String)>,
    /// Whether its matches are a pure function of the job (no time budgets).
    pub reproducible: bool,
}

/// Matches that belong together.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Group {
    /// What it is called: "mcts:sims=100 against itself".
    pub name: String,
    /// Agents (positions in [`Header::agents`]) by seat in rotation 0.
    pub lineup: Vec<usize>,
    /// How many blocks were planned.
    pub blocks: u64,
}

impl Group {
    /// Whether one and the same agent sits in every seat.
    #[must_use]
    pub fn is_self_play(&self) -> bool {
        self.lineup.iter().all(|agent| *agent == self.lineup[0])
    }
}
