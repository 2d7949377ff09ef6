//! A job: what was asked for, and the plan that answers it.
//!
//! The request is what the user typed; its hash names the default folder. The plan is everything
//! that was worked out from it, by measuring where need be. Both are kept in `job.toml`, so the same
//! command finds its folder again and repeats the plan to the letter.

use crate::plan::seat_question;
use crate::{GameRequest, LabError};
use ludometer_agents::{AgentError, AgentSpec};
use ludometer_arena::{Plan, Schedule};
use ludometer_record::{GameInfo, SCHEMA};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use xxhash_rust::xxh3::xxh3_64;

/// What the user asked for.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Request {
    /// `playtest` or `tournament`.
    pub verb: String,
    /// The seed of everything.
    pub seed: u64,
    /// The agents as typed; empty for the default ladder.
    #[serde(default)]
    pub agents: Vec<String>,
    /// How much to play.
    pub effort: Effort,
    /// Whether everything is only tried once.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub dry: bool,
    /// The game.
    pub game: GameRequest,
}

/// How much to play.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Effort {
    /// As much as fits into these minutes.
    Minutes(f64),
    /// This many matches in each group, rounded up to whole blocks.
    Matches(u64),
    /// This many blocks in each pairing.
    Blocks(u64),
}

/// One group of matches of the plan.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PlannedGroup {
    /// What it is called.
    pub name: String,
    /// Agents (positions in [`Job::agents`]) by seat.
    pub lineup: Vec<usize>,
    /// How many blocks.
    pub blocks: u64,
    /// How many of them are kept, where the time was up before all were played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cut: Option<u64>,
}

impl PlannedGroup {
    /// A group that is played whole.
    #[must_use]
    pub fn new(name: String, lineup: Vec<usize>, blocks: u64) -> Self {
        PlannedGroup { name, lineup, blocks, cut: None }
    }

    /// How many blocks are played.
    #[must_use]
    pub fn played(&self) -> u64 {
        self.cut.unwrap_or(self.blocks).min(self.blocks)
    }
}

/// A request with its plan.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Job {
    /// The version of this file.
    pub schema: u32,
    /// The release that planned it.
    pub program: String,
    /// The command that repeats it.
    pub command: String,
    /// The version of the game's rules.
    pub game_version: u32,
    /// Everybody who plays, in canonical form.
    pub agents: Vec<String>,
    /// What the plan cannot answer however many matches it has, and what would.
    #[serde(default)]
    pub longer: Vec<String>,
    /// About how many minutes settle whether a seat has an advantage, where the game was timed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub minutes: Option<f64>,
    /// What was asked for.
    pub request: Request,
    /// The groups.
    #[serde(rename = "group")]
    pub groups: Vec<PlannedGroup>,
}

impl Request {
    /// The folder this request goes to when none is named.
    #[must_use]
    pub fn default_folder(&self) -> PathBuf {
        // A request is plain data: it always serialises.
        let text = serde_json::to_string(self).unwrap_or_default();
        let hash = xxh3_64(text.as_bytes()) as u32;
        PathBuf::from("runs").join(format!("{}-{hash:08x}", self.game.short()))
    }

    /// The command that repeats this request.
    #[must_use]
    pub fn command(&self) -> String {
        let mut words = vec!["ludometer".to_owned(), self.verb.clone(), quoted(&self.game.game)];
        let agents = self.agents.iter().map(|agent| quoted(agent));
        if self.verb == "tournament" {
            words.extend(agents);
        } else {
            words.extend(agents.map(|agent| format!("--agent {agent}")));
        }
        words.extend(self.game.set.iter().map(|setting| format!("--set {}", quoted(setting))));
        if !self.game.opening.moves.is_empty() {
            words.push(format!("--moves {}", quoted(&self.game.opening.moves)));
        }
        if !self.game.opening.position.is_empty() {
            words.push(format!("--position {}", quoted(&self.game.opening.position)));
        }
        words.push(match self.effort {
            Effort::Minutes(minutes) => format!("--minutes {minutes}"),
            Effort::Matches(matches) => format!("--matches {matches}"),
            Effort::Blocks(blocks) => format!("--pairs {blocks}"),
        });
        words.push(format!("--seed {}", self.seed));
        if self.dry {
            words.push("--dry-run".into());
        }
        words.join(" ")
    }

    /// The first thing in which two requests differ.
    #[must_use]
    pub fn difference(&self, other: &Request) -> Option<String> {
        let differs = [
            ("the verb", self.verb != other.verb),
            ("the game", self.game.game != other.game.game),
            ("--set", self.game.set != other.game.set),
            ("the opening", self.game.opening != other.game.opening),
            ("--agent", self.agents != other.agents),
            ("--seed", self.seed != other.seed),
            ("--matches, --pairs or --minutes", self.effort != other.effort),
            ("--dry-run", self.dry != other.dry),
        ];
        differs.into_iter().find(|(_, differs)| *differs).map(|(what, _)| what.to_owned())
    }
}

/// A word as a shell needs it.
#[must_use]
pub fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_=:,.+/".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

impl Job {
    /// The agents of the plan.
    ///
    /// # Errors
    /// When one does not read.
    pub fn specs(&self) -> Result<Vec<AgentSpec>, AgentError> {
        self.agents.iter().map(|text| AgentSpec::read(text)).collect()
    }

    /// The matches of the plan.
    #[must_use]
    pub fn schedule(&self) -> Schedule {
        let plan = |group: &PlannedGroup| Plan { lineup: group.lineup.clone(), blocks: group.blocks };
        Schedule { seed: self.request.seed, plans: self.groups.iter().map(plan).collect() }
    }

    /// The numbers of the matches to play, in the schedule's fair order.
    #[must_use]
    pub fn wanted(&self) -> Vec<u64> {
        let schedule = self.schedule();
        let wanted = |number: &u64| {
            schedule.slot(*number).is_some_and(|slot| slot.block < self.groups[slot.group].played())
        };
        schedule.fair_order().into_iter().filter(wanted).collect()
    }

    /// Keeps of each group the blocks that were played without a gap, because the time was up.
    pub fn cut(&mut self, done: &BTreeSet<u64>) {
        let mut first = 0;
        for group in &mut self.groups {
            let seats = group.lineup.len() as u64;
            let whole = |block: &u64| (0..seats).all(|place| done.contains(&(first + block * seats + place)));
            group.cut = Some((0..group.blocks).take_while(whole).count() as u64);
            first += group.blocks * seats;
        }
    }

    /// How much of the plan was cut off because the time was up, if any was, and what would help.
    #[must_use]
    pub fn cut_short(&self) -> Option<String> {
        self.groups.iter().any(|group| group.cut.is_some()).then(|| {
            let (kept, planned) = (self.wanted().len(), self.schedule().len());
            format!(
                "the time was up after {kept} of the {planned} matches planned: more --minutes, or a quieter \
                 machine"
            )
        })
    }

    /// What stays open, and what would answer it. It goes by the matches that are kept, and a plan that did
    /// not fit into its time says nothing of how long it would take.
    #[must_use]
    pub fn open_questions(&self) -> Vec<String> {
        let minutes = self.minutes.filter(|_| self.cut_short().is_none());
        seat_question(&self.groups, minutes).into_iter().chain(self.longer.iter().cloned()).collect()
    }

    /// Whether the file makes sense: it may have been written by hand or by another release.
    ///
    /// # Errors
    /// When the plan does not fit the game, or the rules have changed since it was made.
    pub fn check(&self, game: &GameInfo, file: &Path) -> Result<(), LabError> {
        let bad = |cause: String| LabError::JobFile { path: file.to_owned(), cause };
        if self.schema > SCHEMA {
            return Err(bad(format!("format {} is newer than this release reads", self.schema)));
        }
        if self.game_version != game.version {
            return Err(bad(format!(
                "it was planned for version {} of {}, this release has version {}; choose another --out",
                self.game_version, game.name, game.version
            )));
        }
        let fits = |group: &PlannedGroup| {
            group.lineup.len() == game.seats.len()
                && group.lineup.iter().all(|agent| *agent < self.agents.len())
        };
        match self.groups.iter().find(|group| !fits(group)) {
            Some(group) => Err(bad(format!("the lineup of group `{}` does not fit the game", group.name))),
            None => Ok(()),
        }
    }

    /// The file's text.
    #[must_use]
    pub fn to_toml(&self) -> String {
        // A job is plain data: it always serialises.
        toml::to_string(self).unwrap_or_default()
    }

    /// Reads the file's text.
    ///
    /// # Errors
    /// When it is not a job.
    pub fn from_toml(text: &str, path: PathBuf) -> Result<Self, LabError> {
        toml::from_str(text).map_err(|cause| LabError::JobFile { path, cause: cause.to_string() })
    }
}
