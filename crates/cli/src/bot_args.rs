//! What can be typed for verbs about bots.

use clap::{Args, Subcommand};
use std::path::PathBuf;

#[derive(Subcommand, Debug)]
pub enum CasesArgs {
    /// Make a base of tables: our own, or those a game knows (truco: the public base of the thesis)
    #[command(
        after_help = "The base goes to --out FOLDER [default: bases/GAME]. Nothing is written unless all tables read; \
        `cases:base=FOLDER` plays it."
    )]
    Import {
        #[command(flatten)]
        game: GameOnlyArgs,
        /// A table as CSV, or a folder of them
        from: PathBuf,
    },
    /// Write a base without the decisions that rules of revision forbid, and without hands it has twice
    #[command(
        after_help = "The cleaned base goes to --out FOLDER [default: BASE-clean]; BASE stays as it is."
    )]
    Clean {
        /// The folder of the base
        base: String,
    },
    /// Write a base as a table: a column for each attribute, and one with the decisions
    #[command(
        after_help = "--json writes what the numbers of the table mean instead: the scenarios and what they ask, the answers, \
        and the words of attributes. docs/cases.md says what a decision is made of."
    )]
    Export {
        /// The folder of the base
        base: String,
    },
    /// The tactics in a run or a base: decisions that are alike, how often they were made and what they earned
    #[command(
        after_help = "Decisions of each kind (in truco the first card, envido, truco in the second trick …) are clustered \
        as a case base clusters them. Reports of card games show the same under `Tactics`."
    )]
    Tactics {
        /// The folder of a run, or of a base
        from: PathBuf,
    },
}

#[derive(Args, Debug)]
pub struct ConstructArgs {
    #[command(flatten)]
    pub game: GameOnlyArgs,
    /// Residual blocks of the network
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub blocks: u32,
    /// Channels of the network
    #[arg(long, value_name = "N", default_value_t = 64)]
    pub channels: u32,
}

/// Which game, with which rules.
#[derive(Args, Debug)]
pub struct GameOnlyArgs {
    /// The game (`ludometer games` lists them)
    pub game: String,
    /// Change a rule parameter; may be repeated
    #[arg(long, value_name = "NAME=VALUE")]
    pub set: Vec<String>,
}

#[derive(Args, Debug)]
pub struct SelfPlayArgs {
    /// The bot: a folder that `construct` or `train` wrote, or a bot that comes with the program
    pub bot: String,
    /// Change a rule parameter, where the bot learnt several settings; may be repeated
    #[arg(long, value_name = "NAME=VALUE")]
    pub set: Vec<String>,
    /// Matches to play
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    pub games: u64,
    /// Simulations per move
    #[arg(long, value_name = "N", default_value_t = 32, value_parser = clap::value_parser!(u32).range(1..))]
    pub sims: u32,
    /// Random moves a match may begin with
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub opening: u32,
}

#[derive(Args, Debug)]
pub struct PredictArgs {
    /// The bot: a folder that `construct` or `train` wrote, or a bot that comes with the program
    pub bot: String,
    /// The position after these moves
    #[arg(long, value_name = "MOVES")]
    pub moves: Option<String>,
    /// The position, in the game's own notation, where it has one
    #[arg(long, value_name = "TEXT")]
    pub position: Option<String>,
    /// Change a rule parameter, where the bot learnt several settings; may be repeated
    #[arg(long, value_name = "NAME=VALUE")]
    pub set: Vec<String>,
    /// How freely the move is drawn: 1 as the network says, lower the likeliest more often, 0 always
    #[arg(long, value_name = "T", default_value_t = 1.0)]
    pub temperature: f64,
}

#[derive(Args, Debug)]
pub struct TestBotArgs {
    /// The bot: a folder that `train` wrote, or a bot that comes with the program
    pub bot: String,
    /// Change a rule parameter, where the bot learnt several settings; may be repeated
    #[arg(long, value_name = "NAME=VALUE")]
    pub set: Vec<String>,
    /// A file of positions, or a folder of .txt files; a line is MOVES SCORE, like `4433 1` or `a1 b2 c3 0`: the score is above 0
    /// where the seat to move wins, 0 for a draw
    #[arg(long, value_name = "PATH")]
    pub positions: Option<PathBuf>,
    /// Matches of each test of a bot that is a table (`train q`), without --positions
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pub matches: u64,
    /// Situations a table is asked about; of a small game all there are
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub situations: u32,
    /// Read these situations from a file; where it does not exist they are found and written to it, for the next bot
    #[arg(long, value_name = "FILE.jsonl", conflicts_with = "positions")]
    pub base: Option<PathBuf>,
    /// Simulations of the bot that searches; the network alone is examined beside it
    #[arg(long, value_name = "N", default_value_t = 600, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub sims: u32,
    /// Only this many positions of each file
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub first: Option<u64>,
    /// Megabytes for positions already solved
    #[arg(long, value_name = "MB", default_value_t = 1024, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub memory: u32,
}

#[derive(Args, Debug)]
pub struct ServeBotArgs {
    /// The bot: a folder that `train` wrote, or a bot that comes with the program
    pub bot: String,
    /// Change a rule parameter, where the bot learnt several settings; may be repeated
    #[arg(long, value_name = "NAME=VALUE")]
    pub set: Vec<String>,
    /// Who plays it, such as puct:bot=connect-four,sims=600; without this whoever plays bots of its kind
    #[arg(long, value_name = "SPEC")]
    pub agent: Option<String>,
    /// Where to listen; 127.0.0.1:9100 without this
    #[arg(long, value_name = "ADDRESS:PORT")]
    pub listen: Option<String>,
    /// Answer lines of standard input instead
    #[arg(long)]
    pub lines: bool,
}

#[derive(Args, Debug)]
pub struct LadderArgs {
    /// The bot: a folder that `train alphazero` wrote, or a bot that comes with the program
    pub bot: String,
    /// Change a rule parameter, where the bot learnt several settings; may be repeated
    #[arg(long, value_name = "NAME=VALUE")]
    pub set: Vec<String>,
    /// The player the levels are fitted to
    #[arg(long, value_name = "SPEC", default_value = "mcts:sims=500")]
    pub against: String,
    /// How often each level should win against that player, draws counted half, easy to hard
    #[arg(long, value_name = "SHARES", value_delimiter = ',', default_value = "0.1,0.3,0.5,0.7,0.9", value_parser = share)]
    pub rates: Vec<f64>,
    /// Simulations of the strongest level
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub sims: u32,
    /// Pairs of matches each level is measured in
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub pairs: u64,
}

fn share(text: &str) -> Result<f64, String> {
    match text.trim().parse::<f64>() {
        Ok(share) if share > 0.0 && share < 1.0 => Ok(share),
        _ => Err("shares lie between 0 and 1, for example 0.2,0.5,0.8".into()),
    }
}
