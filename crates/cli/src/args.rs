//! What can be typed.

use crate::bot_args::{
    CasesArgs, ConstructArgs, LadderArgs, PredictArgs, SelfPlayArgs, ServeBotArgs, TestBotArgs,
};
use crate::train_args::TrainArgs;
use clap::{Args, Parser, Subcommand, ValueEnum};
use ludometer_lab::is_remote;
use std::path::PathBuf;

/// Ludometer measures games: it builds players for a turn-based game, plays thousands of seeded
/// matches, and reports who wins, how long it takes and what matters, with intervals and pictures.
#[derive(Parser, Debug)]
#[command(name = "ludometer", version, propagate_version = true, disable_help_subcommand = true)]
#[command(after_help = "Start with: ludometer playtest connect-four\n\
    Exit codes: 0 success, 1 the answer is no (a check failed), 2 an error.")]
pub struct Cli {
    #[command(subcommand)]
    pub verb: Option<Verb>,
    #[command(flatten)]
    pub common: Common,
}

/// Options every verb shares.
#[derive(Args, Debug)]
pub struct Common {
    /// The seed of everything random; the same seed gives the same result
    #[arg(long, global = true, default_value_t = 1, value_name = "N")]
    pub seed: u64,
    /// Threads to play on at most; results do not depend on it [default: all cores; 64 for a game of another program]
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub threads: Option<u32>,
    /// The folder or file to write to; nothing there is overwritten
    #[arg(long, global = true, value_name = "PATH")]
    pub out: Option<PathBuf>,
    /// Answer in JSON on standard output
    #[arg(long, global = true)]
    pub json: bool,
    /// No progress and no talk; only the answer and errors
    #[arg(long, global = true)]
    pub quiet: bool,
    /// Go through everything with every count at 1
    #[arg(long, global = true)]
    pub dry_run: bool,
}

impl Common {
    /// Threads to use.
    pub fn threads(&self) -> usize {
        let all = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.map_or_else(all, |threads| threads as usize)
    }

    /// Threads to use for matches of a game. Where another program knows it, threads wait for answers more than they
    /// work, and what several ask goes as one message.
    pub fn threads_for(&self, game: &str) -> usize {
        const WAITING: usize = 64;
        match self.threads {
            None if is_remote(game) => WAITING,
            _ => self.threads(),
        }
    }
}

/// Which game, with which rules, from which position.
#[derive(Args, Debug)]
pub struct GameArgs {
    /// The game (`ludometer games` lists them)
    pub game: String,
    #[command(flatten)]
    pub start: StartArgs,
}

/// With which rules, from which position.
#[derive(Args, Debug)]
pub struct StartArgs {
    /// Change a rule parameter; may be repeated
    #[arg(long, value_name = "NAME=VALUE")]
    pub set: Vec<String>,
    /// Start after these moves, from --position if there is one; chance moves left out are drawn from
    /// the seed
    #[arg(long, value_name = "MOVES")]
    pub moves: Option<String>,
    /// Start from this position, in the game's own notation, where it has one
    #[arg(long, value_name = "TEXT")]
    pub position: Option<String>,
    /// Start where a match of a PDN file ends (draughts)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["moves", "position"])]
    pub pdn: Option<PathBuf>,
    /// Which match of the PDN file
    #[arg(long, value_name = "N", default_value_t = 1, requires = "pdn")]
    pub pdn_match: usize,
}

#[derive(Subcommand, Debug)]
pub enum Verb {
    /// The main job: play, measure, report
    Playtest(PlaytestArgs),
    /// List the games, or explain one
    Games {
        /// The game to explain
        name: Option<String>,
    },
    /// List the agents, or explain one
    Agents {
        /// The agent to explain
        name: Option<String>,
    },
    /// List the metrics, or explain one
    Metrics {
        /// The metric to explain
        name: Option<String>,
    },
    /// Play in the terminal, against an agent or another person
    #[command(
        after_help = "Type a move, its number or an unambiguous beginning. ? lists all moves, hint says \
        what an agent would play, undo takes back, quit leaves."
    )]
    Play(PlayArgs),
    /// Everybody against everybody: ratings with intervals
    Tournament(TournamentArgs),
    /// What an agent thinks of a position: value and probability of each move
    Analyze(AnalyzeArgs),
    /// The exact value of a position and its best moves, where the game is small enough
    Solve(SolveArgs),
    /// Train a bot, which an agent plays
    #[command(subcommand, subcommand_value_name = "METHOD", subcommand_help_heading = "Methods")]
    Train(TrainArgs),
    /// A network that has learnt nothing yet: the first of the four steps of which `train alphazero` is made
    Construct(ConstructArgs),
    /// A bot plays against itself, and what happened is kept: the second step
    SelfPlay(SelfPlayArgs),
    /// What a network alone thinks of a position: the fourth step, after `train memory`
    Predict(PredictArgs),
    /// How good a bot is: on positions whose worth is known, or by tests, situations and proof
    TestBot(TestBotArgs),
    /// A bot that answers "which move?" over the web, or a line at a time, for games that want an opponent
    ServeBot(ServeBotArgs),
    /// Bases of cases: hands brought in from tables, cleaned, written as a table, and what was done in them
    #[command(subcommand)]
    Cases(CasesArgs),
    /// Levels of difficulty: opponents that win as often as you ask
    #[command(
        after_help = "The levels go to ladder.toml beside the bot, or with --out FOLDER to a copy of it; puct:bot=BOT,level=2 plays the second. \
        Exit code 1: an asked rate was missed."
    )]
    Ladder(LadderArgs),
    /// Measure and draw a finished run again
    Report {
        /// The run folder
        run: PathBuf,
    },
    /// Step through a recorded match
    Replay {
        /// The run folder
        run: PathBuf,
        /// Which match, counted from 0
        #[arg(long = "match", value_name = "N", default_value_t = 0)]
        number: u64,
        /// Print all steps at once, without waiting
        #[arg(long)]
        all: bool,
    },
    /// Write a run as CSV or JSON lines, a bot as ONNX, the table of a bot or a training memory as CSV
    Export(ExportArgs),
    /// Begin a game of your own: a rules file with comments that say where to go on
    New {
        /// The file to write; its name ends in .luau
        file: PathBuf,
        /// What to begin with: board, cards, dice or hidden
        #[arg(long, default_value = "board")]
        template: String,
        /// Write the words of rules files for an editor instead, such as to ludometer.d.luau
        #[arg(long, conflicts_with = "template")]
        definitions: bool,
    },
    /// Check that a game keeps the laws; of a rules file also what its rules leave open
    #[command(
        after_help = "A rules file is played with its parameters at their defaults and at the ends of \
        their ranges. Mistakes come with file, line and what would help; questions for the rulebook with the \
        shortest match that raises them."
    )]
    Check {
        #[command(flatten)]
        game: GameArgs,
        /// Random matches to check; of a rules file with long matches fewer are played [default: 100; 25 with
        /// --watch]
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
        matches: Option<u64>,
        /// Check a rules file again whenever it is saved, until Ctrl-C; with --json one line for each check
        #[arg(long)]
        watch: bool,
    },
    /// How fast a game is here, per CPU second of one thread
    Bench {
        #[command(flatten)]
        game: GameArgs,
        /// Seconds to measure each number
        #[arg(long, default_value_t = 0.5, value_name = "S")]
        seconds: f64,
    },
    /// Shell completion, or man pages
    Completions {
        /// For which shell; `man` writes man pages to the --out folder
        shell: Shell,
    },
}

#[derive(Args, Debug)]
pub struct PlaytestArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// An agent to play, such as `mcts:sims=500`, or `strategy:rush` where the rules file states it; may be
    /// repeated, weakest first [default: a ladder of strengths]
    #[arg(long, value_name = "SPEC")]
    pub agent: Vec<String>,
    /// Minutes the play-test may take
    #[arg(long, value_name = "M", default_value_t = 1.0, value_parser = minutes)]
    pub minutes: f64,
    /// Matches in each group instead of minutes, rounded up to whole blocks
    #[arg(long, value_name = "N", conflicts_with = "minutes", value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub matches: Option<u64>,
}

#[derive(Args, Debug)]
pub struct TournamentArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// The agents, two or more; `strategy:NAME` is a strategy that the rules file states. With --folder the fixed
    /// bots [default there: random]
    #[arg(value_name = "SPEC", required_unless_present = "folder")]
    pub agents: Vec<String>,
    /// Blocks of each pairing: the same deal, every agent in every seat
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub pairs: u64,
    /// First moves that are made for the players, another line of them for each block: a list the game knows by name
    /// (draughts: `three-move`), or a file with an opening a line
    #[arg(long, value_name = "LIST")]
    pub openings: Option<String>,
    #[command(flatten)]
    pub class: ClassArgs,
}

/// A class of programs that were handed in.
#[derive(Args, Debug)]
pub struct ClassArgs {
    /// Play a class: every folder inside has a player.toml that says its `command`, and if need be `build`, `name`,
    /// `author`. Everybody qualifies against the fixed bots, and who does plays the league
    #[arg(long, value_name = "FOLDER")]
    pub folder: Option<PathBuf>,
    /// Write the marks of the class: place, rating, scores, forfeits, and where the log of each program is
    #[arg(long, value_name = "FILE.csv", requires = "folder")]
    pub csv: Option<PathBuf>,
    /// Blocks of the class against each fixed bot before the league
    #[arg(long, value_name = "N", default_value_t = 10, requires = "folder", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub qualifying: u64,
    /// Seconds a program of the class has for a move [default: 10]
    #[arg(long, value_name = "SECONDS", requires = "folder")]
    pub move_time: Option<f64>,
    /// Seconds it has for all its moves of a match
    #[arg(long, value_name = "SECONDS", requires = "folder")]
    pub match_time: Option<f64>,
    /// Megabytes of memory it may take
    #[arg(long, value_name = "MB", requires = "folder")]
    pub megabytes: Option<u64>,
}

#[derive(Args, Debug)]
pub struct PlayArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// Who sits in a seat: an agent, `2=mcts:sims=2000`, or a person, `2=me` (or `person`, `human`); may
    /// be repeated; seats not named are people's [default: you are seat 1, mcts:sims=1000 the others]
    #[arg(long, value_name = "SEAT=SPEC")]
    pub seat: Vec<String>,
    /// The agent that answers when you type `hint`
    #[arg(long, value_name = "SPEC", default_value = "mcts:sims=1000")]
    pub hint: String,
}

#[derive(Args, Debug)]
pub struct AnalyzeArgs {
    /// The game (`ludometer games` lists them)
    #[arg(required_unless_present = "typed")]
    pub game: Option<String>,
    #[command(flatten)]
    pub start: StartArgs,
    /// A tree in place of a game: brackets are choices of the two sides in turn, numbers what the first
    /// wins, as in "((3 12 8)(2 4 6)(14 5 2))"
    #[arg(long, value_name = "TREE", conflicts_with_all = ["game", "set", "position"], allow_hyphen_values = true)]
    pub typed: Option<String>,
    /// The agent to ask [default: mcts:sims=5000; alphabeta for a typed tree without chance]
    #[arg(long, value_name = "SPEC")]
    pub agent: Option<String>,
    /// Where something is hidden: show at most so many worlds the seat may be in [default: 3]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=16))]
    pub worlds: Option<u32>,
    /// Draw the top of the tree the agent explored
    #[arg(long, value_name = "FILE.svg")]
    pub tree: Option<PathBuf>,
    /// Print the walk of α–β as a lecture does: [α, β] at each call, v, cuts, values returned
    #[arg(long)]
    pub trace: bool,
    /// Write a page that plays α–β node by node and UCT simulation by simulation, forward and back
    #[arg(long, value_name = "FILE.html")]
    pub steps: Option<PathBuf>,
    /// Plies α–β looks ahead in --trace and --steps [default: as many as can be followed]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub plies: Option<u32>,
    /// Simulations of UCT in --steps [default: 40]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=2000))]
    pub simulations: Option<u32>,
    /// Write over files that exist
    #[arg(long)]
    pub force: bool,
}

#[derive(Args, Debug)]
pub struct SolveArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// Solve the positions of a file instead, each line MOVES SCORE, and compare
    #[arg(long, value_name = "FILE")]
    pub file: Option<PathBuf>,
    /// Only this many positions of the file
    #[arg(long, value_name = "N", requires = "file", value_parser = clap::value_parser!(u64).range(1..))]
    pub first: Option<u64>,
    /// Leave out this many positions of the file first: how a file that was stopped is gone on with
    #[arg(long, value_name = "N", requires = "file", default_value_t = 0)]
    pub skip: u64,
    /// Megabytes for positions already solved
    #[arg(long, value_name = "MB", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub memory: u32,
    /// A file that keeps solved positions, so that a stopped search goes on where it was
    #[arg(long, value_name = "FILE")]
    pub table: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub struct ExportArgs {
    /// The run folder; or a bot, or the folder of a training memory
    pub run: PathBuf,
    /// The network of a bot as an ONNX file, for other programs
    #[arg(long, group = "format", value_name = "FILE.onnx")]
    pub onnx: Option<PathBuf>,
    /// One row per match, for spreadsheets; of a memory one row per position, of the table of a bot one per action
    #[arg(long, group = "format")]
    pub csv: bool,
    /// One row per move, for spreadsheets; of a memory of `self-play` its matches turn by turn
    #[arg(long, group = "format")]
    pub moves_csv: bool,
    /// The canonical records, one JSON object per line; of a memory one per position
    #[arg(long, group = "format")]
    pub jsonl: bool,
    /// Matches of draughts as PDN, for other draughts programs
    #[arg(long, group = "format")]
    pub pdn: bool,
}

/// What completions are written for.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Shell {
    Bash,
    Zsh,
    Fish,
    Elvish,
    Powershell,
    Man,
}

pub fn minutes(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(minutes) if minutes > 0.0 && minutes <= 100_000.0 => Ok(minutes),
        _ => Err("minutes are a number above 0, for example 0.5".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }
}
