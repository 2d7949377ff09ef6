//! A bot folder: what a trainer left, and what it was trained for.
//!
//! The folder holds `bot.toml`, which is read here and is the same for every kind of bot, and the files of
//! its kind. A bot knows the rules it was trained for by name, and by a signature of how they play: an
//! agent gets no names, and names say little about rules.

mod files;

pub use files::{BotFiles, Shipped};

use crate::AgentError;
use crate::network::Varied;
use ludometer_game::{Game, Payoff, Rng, Seat, Smaller, Turn, text_of};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

/// The file that says what a bot is. It is written last: a folder without it holds no bot yet.
pub const BOT: &str = "bot.toml";
/// The form of that file.
pub const BOT_SCHEMA: u32 = 1;
/// What is said of a file with another fingerprint than the bot's.
pub const STRANGE_FILE: &str = "it is not the file bot.toml was written for: it is damaged, or a training was stopped \
     between the two; the same `ludometer train` command mends that in the folder it trained in, elsewhere copy the bot \
     again";
/// Random matches a signature is taken from, and how many plies of each.
const SIGNED: (u64, usize) = (16, 64);

/// What a bot is.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Bot {
    /// The form of this file.
    pub schema: u32,
    /// The trainer that made it, and the agent that plays it.
    pub kind: String,
    /// The game.
    pub game: String,
    /// Where its rules are, if they are in a file: as it was typed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules_file: Option<String>,
    /// The version of its rules.
    pub game_version: u32,
    /// The trainer's way of learning.
    pub method: String,
    /// How long it learnt.
    pub iterations: u64,
    /// The seed, in words: it may be larger than what TOML holds.
    pub seed: String,
    /// How the rules play, in short: see [`signature`].
    pub signature: String,
    /// What its other files hold, in short: see [`fingerprint`].
    pub fingerprint: String,
    /// The command that trains it again.
    pub command: String,
    /// The parameters of the rules.
    pub rules: BTreeMap<String, String>,
    /// Parameters of the rules that varied while it learnt: it plays all settings of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub vary: Vec<Varied>,
    /// What was measured of it.
    pub measures: BTreeMap<String, f64>,
}

/// What every form of `bot.toml` says.
#[derive(Deserialize)]
struct Form {
    schema: u32,
}

impl Bot {
    /// Reads `bot.toml` of a folder and checks that it is for this agent and this game.
    ///
    /// # Errors
    /// When it does not read, is of another kind, or was trained for other rules.
    pub fn open<G: Game>(game: &G, agent: &str, files: &BotFiles) -> Result<Bot, AgentError> {
        Bot::open_as(game, agent, agent, files)
    }

    /// The same for an agent that plays bots of a kind with another name.
    ///
    /// # Errors
    /// When it does not read, is of another kind, or was trained for other rules.
    pub fn open_as<G: Game>(game: &G, agent: &str, kind: &str, files: &BotFiles) -> Result<Bot, AgentError> {
        let bot = Bot::of_kind(agent, kind, files)?;
        if bot.knows(game) { Ok(bot) } else { Err(bot.is_strange(agent, files, "")) }
    }

    /// The same for an agent that also plays by a bot of the game's smaller one; says whether this is such a bot.
    ///
    /// # Errors
    /// When it does not read, is of another kind, or was trained for other rules.
    pub fn open_coarse<G: Game>(game: &G, agent: &str, files: &BotFiles) -> Result<(Bot, bool), AgentError> {
        let bot = Bot::of_kind(agent, agent, files)?;
        if bot.knows(game) {
            return Ok((bot, false));
        }
        let Some(Smaller { game: name, version }) = game.smaller() else {
            return Err(bot.is_strange(agent, files, ""));
        };
        if (bot.game.as_str(), bot.game_version) == (name, version) {
            return Ok((bot, true));
        }
        let also =
            format!("; one of `ludometer train {agent} {name}`, version {version}, plays this game too");
        Err(bot.is_strange(agent, files, &also))
    }

    /// Reads `bot.toml` of a folder that holds a bot of this kind.
    fn of_kind(agent: &str, kind: &str, files: &BotFiles) -> Result<Bot, AgentError> {
        let refused = |cause| AgentError::File { agent: agent.into(), path: files.to_string(), cause };
        let bot = Bot::read(files).map_err(refused)?;
        if bot.kind != kind {
            let player = player_of(&bot.kind);
            let cause = format!("this bot is of the kind `{}`; write `{player}:bot={files}`", bot.kind);
            return Err(refused(cause));
        }
        Ok(bot)
    }

    /// It was trained for something else.
    fn is_strange(&self, agent: &str, files: &BotFiles, also: &str) -> AgentError {
        let cause = format!(
            "this bot was trained for {}, and what is played here is another game, has other rules or \
             writes information sets otherwise; play that, or train another bot{also}",
            self.trained_for()
        );
        AgentError::File { agent: agent.into(), path: files.to_string(), cause }
    }

    /// The parameters of its rules as numbers; words are left out.
    #[must_use]
    pub fn numbers(&self) -> Vec<(String, f32)> {
        let told = self.rules.iter().map(|(name, value)| Some((name.clone(), number(value)?)));
        told.flatten().collect()
    }

    /// The game as it can be opened: its rules file or its name.
    #[must_use]
    pub fn opened_as(&self) -> &str {
        self.rules_file.as_deref().unwrap_or(&self.game)
    }

    /// Whether it was trained for this game: the very rules, or others of those that varied.
    fn knows<G: Game>(&self, game: &G) -> bool {
        if self.vary.is_empty() {
            return self.signature == signature(game);
        }
        let varied = |name: &str| self.vary.iter().any(|one| one.name == name);
        let same = |(name, value): (String, f32)| {
            varied(&name) || self.rules.get(&name).is_some_and(|known| number(known) == Some(value))
        };
        !game.constants().is_empty() && game.constants().into_iter().all(same)
    }

    /// Reads `bot.toml` of a folder.
    ///
    /// # Errors
    /// When there is none, or it is not one; says so in words.
    pub fn read(files: &BotFiles) -> Result<Bot, String> {
        let bytes = files.read(BOT).map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => {
                format!("it has no {BOT}: it is no bot, or its training has not ended yet")
            }
            _ => format!("{BOT}: {error}"),
        })?;
        // The form comes first: of a newer one the rest need not read.
        let form: Form = toml::from_slice(&bytes).map_err(|error| format!("{BOT}: {error}"))?;
        if form.schema > BOT_SCHEMA {
            return Err(format!(
                "{BOT} has form {}, which is newer than form {BOT_SCHEMA} of this release; a newer release reads it",
                form.schema
            ));
        }
        toml::from_slice(&bytes).map_err(|error| format!("{BOT}: {error}"))
    }

    /// The file's text.
    #[must_use]
    pub fn to_toml(&self) -> String {
        // A bot is plain data: it always serialises.
        toml::to_string(self).unwrap_or_default()
    }

    /// "leduc-poker version 1 (ante=1 raises=2)".
    #[must_use]
    pub fn trained_for(&self) -> String {
        let rules: Vec<String> = self.rules.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let rules = if rules.is_empty() { String::new() } else { format!(" ({})", rules.join(" ")) };
        format!("{} version {}{rules}", self.game, self.game_version)
    }
}

/// The number that a parameter's value is told as.
fn number(value: &str) -> Option<f32> {
    match value {
        "on" => Some(1.0),
        "off" => Some(0.0),
        number => number.parse().ok(),
    }
}

/// The agent that plays bots of a kind.
#[must_use]
pub fn player_of(kind: &str) -> &str {
    if kind == crate::network::KIND { "puct" } else { kind }
}

/// Bytes in short: what tells one file from another.
#[must_use]
pub fn fingerprint(bytes: &[u8]) -> String {
    format!("{:016x}", xxh3_64(bytes))
}

/// How the rules of a game play, in short: seats, bounds, and a few random matches with what the seat to
/// move knows, the texts of its moves, and what everybody gets.
#[must_use]
pub fn signature<G: Game>(game: &G) -> String {
    let (matches, plies) = SIGNED;
    let mut hash = Xxh3::new();
    let (low, high) = game.bounds();
    hash.update(&[game.seats() as u8]);
    hash.update(&low.to_le_bytes());
    hash.update(&high.to_le_bytes());
    // Some numbers matter only at the end of a match, where random ones seldom come.
    for (name, value) in game.constants() {
        hash.update(name.as_bytes());
        hash.update(&value.to_le_bytes());
    }
    for number in 0..matches {
        let mut rng = Rng::stream(1, "signature", number);
        sign_match(game, plies, &mut rng, &mut hash);
    }
    format!("{:016x}", hash.digest())
}

fn sign_match<G: Game>(game: &G, plies: usize, rng: &mut Rng, hash: &mut Xxh3) {
    let mut state = game.initial();
    let (mut legal, mut odds, mut info) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..plies {
        let chosen = match game.turn(&state) {
            Turn::Seat(seat) => {
                legal.clear();
                info.clear();
                game.moves(&state, &mut legal);
                game.info(&state, seat, &mut info);
                hash.update(&[seat.index() as u8]);
                hash.update(&info);
                for &option in &legal {
                    hash.update(text_of(game, &state, option).as_bytes());
                }
                match legal.len() {
                    0 => return,
                    count => legal[rng.below(count)],
                }
            }
            // From the list where there is one: how a game draws is its own business.
            Turn::Chance => {
                odds.clear();
                let drawn = game.chance(&state, &mut odds).then(|| rng.roulette(odds.iter().map(|o| o.1)));
                drawn.flatten().map_or_else(|| game.draw(&state, rng), |drawn| odds[drawn].0)
            }
            Turn::Over => {
                let Payoff { points, .. } = game.payoff(&state);
                Seat::all(game.seats()).for_each(|seat| hash.update(&points[seat].to_le_bytes()));
                return;
            }
            _ => return,
        };
        game.play(&mut state, chosen);
    }
}
