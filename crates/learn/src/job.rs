//! What a training is, and what is kept of one that is not over.
//!
//! `training.bin` is a line that says what it is, a [`Saved`] in postcard, and the xxh3 of both.

use crate::{Rulebook, TrainError, Training};
use ludometer_agents::bot::{BOT_SCHEMA, Bot};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;
use xxhash_rust::xxh3::xxh3_64;

const HEAD: &[u8] = b"ludometer training 1\n";

/// What a training is. The same job, stopped anywhere and gone on with, ends in the same bytes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Job {
    /// The trainer.
    pub trainer: String,
    /// The game.
    pub game: String,
    /// The version of its rules.
    pub version: u32,
    /// All parameters of its rules.
    pub rules: Vec<(String, String)>,
    /// How its rules play, in short.
    pub signature: String,
    /// What is learnt by, and every parameter of the trainer that changes the result.
    pub settings: Vec<(String, String)>,
    /// The seed.
    pub seed: u64,
}

impl Job {
    /// What a training of this trainer is, with the settings that change its result.
    #[must_use]
    pub fn new(
        trainer: &str,
        training: &Training<'_>,
        signature: String,
        settings: Vec<(String, String)>,
    ) -> Job {
        let Rulebook { game, version, rules, .. } = training.rulebook.clone();
        Job { trainer: trainer.into(), game, version, rules, signature, settings, seed: training.seed }
    }

    /// A bot of this training that has learnt nothing yet.
    #[must_use]
    pub fn bot(&self, kind: &str, method: &str, training: &Training<'_>) -> Bot {
        Bot {
            schema: BOT_SCHEMA,
            kind: kind.into(),
            game: self.game.clone(),
            rules_file: training.rulebook.file.clone(),
            game_version: self.version,
            method: method.into(),
            iterations: 0,
            seed: self.seed.to_string(),
            signature: self.signature.clone(),
            fingerprint: String::new(),
            command: training.command.clone(),
            rules: self.rules.iter().cloned().collect(),
            vary: Vec::new(),
            measures: BTreeMap::new(),
        }
    }

    /// The first thing in which two jobs differ.
    #[must_use]
    pub fn difference(&self, other: &Job) -> Option<String> {
        let told = |what: &str, differs: bool| differs.then(|| format!("{what} differs"));
        told("the trainer", self.trainer != other.trainer)
            .or_else(|| told("the game", self.game != other.game))
            .or_else(|| told("the version of the rules", self.version != other.version))
            .or_else(|| self.other_rule(other))
            .or_else(|| told("how the rules play", self.signature != other.signature))
            .or_else(|| told("--seed", self.seed != other.seed))
            .or_else(|| self.other_setting(other))
    }

    /// The first rule in which two jobs differ, with both values.
    fn other_rule(&self, other: &Job) -> Option<String> {
        Some(match first_other(&self.rules, &other.rules)? {
            (name, Some(own), Some(kept)) => format!("--set {name} was {kept} and is {own}"),
            (name, _, _) => format!("--set {name} differs"),
        })
    }

    /// The first setting in which two jobs differ, with both values.
    fn other_setting(&self, other: &Job) -> Option<String> {
        Some(match first_other(&self.settings, &other.settings)? {
            // What nobody types has no dashes.
            (name, _, _) if name.contains(' ') => format!("{name} differs"),
            (name, Some(own), Some(kept)) => format!("--{name} was {} and is {}", shown(kept), shown(own)),
            (name, _, _) => format!("--{name} differs"),
        })
    }
}

/// A setting in a sentence.
fn shown(value: &str) -> &str {
    if value.is_empty() { "not given" } else { value }
}

/// The first name whose values differ, with what each side has.
fn first_other<'a>(
    own: &'a [(String, String)],
    kept: &'a [(String, String)],
) -> Option<(&'a str, Option<&'a str>, Option<&'a str>)> {
    let (name, _) = own
        .iter()
        .find(|setting| !kept.contains(setting))
        .or_else(|| kept.iter().find(|setting| !own.contains(setting)))?;
    let of = |side: &'a [(String, String)]| {
        side.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    };
    Some((name, of(own), of(kept)))
}

/// A training that can be gone on with.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Saved {
    /// What it is.
    pub job: Job,
    /// Iterations done.
    pub iterations: u64,
    /// Everything that was learnt, as the trainer orders it.
    pub numbers: Vec<Vec<f64>>,
}

impl Saved {
    /// The bytes of the file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        // Plain data of known size always serialises.
        let mut bytes = postcard::to_extend(self, HEAD.to_vec()).unwrap_or_default();
        bytes.extend(xxh3_64(&bytes).to_le_bytes());
        bytes
    }

    /// Reads the bytes of the file at `path`.
    ///
    /// # Errors
    /// When they are not whole.
    pub fn from_bytes(bytes: &[u8], path: &Path) -> Result<Self, TrainError> {
        let whole = bytes.split_last_chunk::<8>().filter(|(body, sum)| xxh3_64(body).to_le_bytes() == **sum);
        let read = whole.and_then(|(body, _)| postcard::from_bytes(body.strip_prefix(HEAD)?).ok());
        read.ok_or_else(|| TrainError::Damaged(path.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn saved() -> Saved {
        let job = Job {
            trainer: "cfr".into(),
            game: "kuhn-poker".into(),
            version: 1,
            rules: vec![("ante".into(), "1".into())],
            signature: "12".into(),
            settings: Vec::new(),
            seed: u64::MAX,
        };
        Saved { job, iterations: 7, numbers: vec![vec![0.1, -2.0], vec![f64::MIN_POSITIVE]] }
    }

    #[test]
    fn what_is_kept_comes_back() {
        let bytes = saved().to_bytes();
        assert_eq!(Saved::from_bytes(&bytes, Path::new("x")).unwrap(), saved());
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            assert!(Saved::from_bytes(&damaged, Path::new("x")).is_err(), "byte {at}");
            assert!(Saved::from_bytes(&bytes[..at], Path::new("x")).is_err(), "cut at {at}");
        }
    }

    #[test]
    fn jobs_say_what_differs() {
        let job = saved().job;
        assert_eq!(job.difference(&job), None);
        assert_eq!(Job { seed: 3, ..job.clone() }.difference(&job), Some("--seed differs".into()));
        assert_eq!(
            Job { game: "nim".into(), seed: 3, ..job.clone() }.difference(&job),
            Some("the game differs".into())
        );
        let rules = |all: &[(&str, &str)]| {
            let rules = all.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
            Job { rules, seed: 3, ..job.clone() }
        };
        assert_eq!(rules(&[("ante", "2")]).difference(&job), Some("--set ante was 1 and is 2".into()));
        assert_eq!(rules(&[]).difference(&job), Some("--set ante differs".into()));
        assert_eq!(
            Job { trainer: "q".into(), ..rules(&[]) }.difference(&job),
            Some("the trainer differs".into())
        );
        let set = |value: &str| Job { settings: vec![("sims".into(), value.into())], ..job.clone() };
        assert_eq!(set("64").difference(&set("32")), Some("--sims was 32 and is 64".into()));
        assert_eq!(job.difference(&set("32")), Some("--sims differs".into()));
    }
}
