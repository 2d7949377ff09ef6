//! One match: its moves, what the players thought, how it ended.

use crate::NameId;
use serde::{Deserialize, Serialize};

/// Who made a ply.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Actor {
    /// A seat, counted from 0.
    Seat(u8),
    /// Chance.
    Chance,
}

impl Actor {
    /// The seat, if a seat acted.
    #[must_use]
    pub fn seat(self) -> Option<usize> {
        match self {
            Actor::Seat(seat) => Some(usize::from(seat)),
            Actor::Chance => None,
        }
    }
}

/// One legal move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Opt {
    /// Its text.
    pub text: NameId,
    /// What a designer can name in it, each as `kind:name` (`cell:a1`, `action:drop`).
    pub elements: Vec<NameId>,
}

/// One move of a seat or of chance.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Ply {
    /// Who moved.
    pub actor: Actor,
    /// The stage of the turn; the empty name when turns have one stage.
    pub stage: NameId,
    /// Which of `legal` was played.
    pub chosen: u32,
    /// All legal moves; for chance only the outcome.
    pub legal: Vec<Opt>,
    /// Value per seat as the agent saw it before moving, in −1 (worst) to 1 (best); empty if it
    /// has no opinion.
    pub values: Vec<f32>,
    /// Whether `values` is certain rather than estimated.
    pub proven: bool,
    /// Share of the agent's attention per legal move, summing to 1; empty if it has none.
    pub shares: Vec<f32>,
    /// Positions the agent looked at.
    pub nodes: u64,
    /// The game's observables before the move.
    pub observed: Vec<f32>,
    /// The score of each seat before the move, where the game keeps one.
    pub scores: Vec<f32>,
}

impl Ply {
    /// The move that was played; nothing if the list of legal moves does not hold it.
    #[must_use]
    pub fn played(&self) -> Option<&Opt> {
        self.legal.get(self.chosen as usize)
    }
}

/// How a match ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// By the rules of the game.
    Finished,
    /// At the declared limit of plies: endless.
    Limit,
    /// An agent chose a move that is not legal.
    Illegal,
    /// The rules broke.
    Fault,
    /// The program failed inside the match.
    Panic,
    /// A player that is another program failed, and lost by that.
    Forfeit,
}

impl Ending {
    /// The word used in records.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Ending::Finished => "finished",
            Ending::Limit => "limit",
            Ending::Illegal => "illegal",
            Ending::Fault => "fault",
            Ending::Panic => "panic",
            Ending::Forfeit => "forfeit",
        }
    }
}

/// What shows that something went wrong.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Evidence {
    /// The ply at which it happened, counted from 0.
    pub ply: u32,
    /// What happened, with the offending value.
    pub what: String,
}

/// One match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MatchRecord {
    /// Its place in the job, counted from 0.
    pub number: u64,
    /// The group it belongs to.
    pub group: u32,
    /// The block inside the group: matches of one block share the deal.
    pub block: u64,
    /// By how many seats the lineup was rotated.
    pub rotation: u8,
    /// The seed of its dice and deals.
    pub seed: u64,
    /// The agent in each seat.
    pub agents: Vec<u16>,
    /// The side each seat played.
    pub sides: Vec<NameId>,
    /// All moves.
    pub plies: Vec<Ply>,
    /// Utility per seat.
    pub points: Vec<f32>,
    /// Place per seat, 1 = won.
    pub places: Vec<u8>,
    /// How it ended.
    pub ending: Ending,
    /// Why, in the game's words.
    pub because: NameId,
    /// The final score of each seat, where the game keeps one.
    pub scores: Vec<f32>,
    /// Points of the game by source: seat, source, how many.
    pub sources: Vec<(u8, NameId, f32)>,
    /// Named counts.
    pub counts: Vec<(NameId, f64)>,
    /// Notes.
    pub notes: Vec<String>,
    /// What went wrong, if anything did.
    pub evidence: Option<Evidence>,
}

impl MatchRecord {
    /// Moves made by seats (chance excluded): the length of the match as players feel it.
    #[must_use]
    pub fn decisions(&self) -> usize {
        self.plies.iter().filter(|ply| ply.actor.seat().is_some()).count()
    }

    /// Whether the rules brought it to an end.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.ending == Ending::Finished
    }

    /// The seats that won: place 1, unless all share it in a game with opponents. `cooperative` as
    /// in [`crate::GameInfo`]. Empty for ties and for matches that did not finish.
    #[must_use]
    pub fn winners(&self, cooperative: bool) -> Vec<usize> {
        let first: Vec<usize> = (0..self.places.len()).filter(|&seat| self.places[seat] == 1).collect();
        let tie = first.len() == self.places.len() && !cooperative && self.places.len() > 1;
        if self.is_finished() && !tie { first } else { Vec::new() }
    }

    /// Replaces every name by another, as when a table is merged into a larger one.
    pub fn rename(&mut self, mut new: impl FnMut(NameId) -> NameId) {
        let MatchRecord { sides, plies, because, sources, counts, .. } = self;
        for name in sides.iter_mut().chain([because]) {
            *name = new(*name);
        }
        for (_, name, _) in sources {
            *name = new(*name);
        }
        for (name, _) in counts {
            *name = new(*name);
        }
        for ply in plies {
            ply.stage = new(ply.stage);
            for option in &mut ply.legal {
                option.text = new(option.text);
                for element in &mut option.elements {
                    *element = new(*element);
                }
            }
        }
    }
}
