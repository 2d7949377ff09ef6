//! What every trainer is told, and what it tells.

use ludometer_agents::bot::Bot;
use ludometer_game::Params;
use std::path::{Path, PathBuf};

/// The game to learn, by name: a trainer gets the rules themselves beside it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rulebook {
    /// The game.
    pub game: String,
    /// Where its rules are, if they are in a file.
    pub file: Option<String>,
    /// The version of its rules.
    pub version: u32,
    /// All parameters of its rules, in declared order.
    pub rules: Vec<(String, String)>,
}

/// What to learn, how, and where to leave it.
pub struct Training<'a> {
    /// The game by name.
    pub rulebook: Rulebook,
    /// The parameters of the trainer.
    pub params: &'a Params,
    /// The seed of everything random.
    pub seed: u64,
    /// The command that repeats it, without the folder.
    pub command: String,
    /// Threads to work on; what is learnt does not depend on it.
    pub threads: usize,
    /// The bot folder.
    pub folder: &'a Path,
    /// Whether to try everything once and leave nothing.
    pub dry: bool,
}

/// What who watches wants next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wish {
    /// Nothing.
    GoOn,
    /// To hear how far it has come; that is also when it is kept.
    Look,
    /// An end as soon as there is something whole; it counts as done.
    Enough,
    /// An end. What there is is kept.
    Stop,
}

/// What ended a training of which there has been enough.
pub(crate) const TIME_IS_UP: &str = "the time was up; the same command goes on from there";

/// Who watches a training. Only they know what time it is.
pub trait Watch {
    /// Asked often.
    fn wish(&mut self) -> Wish {
        Wish::GoOn
    }
    /// What is to be learnt is known, and how much of it was learnt before.
    fn began(&mut self, _notes: &[String], _before: u64) {}
    /// What is being done before the next mark is reached, and how far that has come; nobody knows how far it goes
    /// where the total is 0.
    fn doing(&mut self, _what: &str, _done: u64, _total: u64) {}
    /// How far it has come.
    fn reached(&mut self, _progress: &Progress) {}
    /// Something the reader should know came out on the way; it is among the notes of what the training left.
    fn noted(&mut self, _note: &str) {}
}

/// Watches nothing.
impl Watch for () {}

/// How far a training has come.
#[derive(Clone, PartialEq, Debug)]
pub struct Progress {
    /// Iterations done.
    pub done: u64,
    /// Iterations wanted.
    pub total: u64,
    /// What can be measured of the bot so far, by name.
    pub measures: Vec<(String, f64)>,
}

/// What a training left.
#[derive(Clone, PartialEq, Debug)]
pub struct Trained {
    /// The bot; in a dry run what it would have been.
    pub bot: Bot,
    /// Its folder.
    pub folder: PathBuf,
    /// Iterations that were done before this training went on.
    pub before: u64,
    /// What the reader should know of the result.
    pub notes: Vec<String>,
    /// Why it ended before everything asked for was done.
    pub ended: Option<String>,
}

/// The command of a training that came so far: what was typed, and how many cycles, epochs or episodes that was.
pub(crate) fn with_count(command: &str, option: &str, count: usize) -> String {
    let mut words: Vec<&str> = command.split(' ').collect();
    if let Some(at) = words.iter().position(|word| *word == option) {
        words.drain(at..(at + 2).min(words.len()));
    }
    format!("{} {option} {count}", words.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_says_how_long_it_was() {
        let typed = "ludometer train alphazero connect-four --cycles 1000 --seed 1";
        assert_eq!(
            with_count(typed, "--cycles", 21),
            "ludometer train alphazero connect-four --seed 1 --cycles 21"
        );
        assert_eq!(with_count("ludometer train", "--cycles", 3), "ludometer train --cycles 3");
    }
}
