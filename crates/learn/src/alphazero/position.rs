//! A position as a network learns from it, and the file of those of one cycle.

use super::inputs::Inputs;
use super::record::MatchMemory;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

const HEAD: &[u8] = b"ludometer positions 2\n";

/// A position to learn from.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Position {
    /// What its mover sees.
    pub inputs: Inputs,
    /// The legal actions, and how likely each should be; all zero where the game has no fixed list of actions.
    pub policy: Vec<(u32, f32)>,
    /// What it is worth, as the network says it: the mover's own share first.
    pub value: Vec<f32>,
    /// Further numbers to learn, in the network's order; none is known where it is not a number.
    pub aux: Vec<f32>,
    /// How much the search changed the network's mind about the moves, in nats.
    pub surprise: f32,
}

/// What the matches of one cycle left.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Harvest {
    /// Positions in the order of matches and plies.
    pub positions: Vec<Position>,
    /// Matches played.
    pub matches: u64,
    /// Moves made in them.
    pub plies: u64,
    /// Matches that ended without a result.
    pub unfinished: u64,
    /// Simulations of all searches.
    pub simulations: u64,
    /// Positions that had to be judged.
    pub asked: u64,
    /// The matches themselves, where they are recorded; the file does not keep them.
    #[serde(skip)]
    pub memories: Vec<MatchMemory>,
}

impl Harvest {
    /// The bytes of the file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        // Plain data of known size always serialises.
        let mut bytes = postcard::to_extend(self, HEAD.to_vec()).unwrap_or_default();
        bytes.extend(xxh3_64(&bytes).to_le_bytes());
        bytes
    }

    /// Reads the bytes of a file; none where they are not whole.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Harvest> {
        let (body, sum) = bytes.split_last_chunk::<8>()?;
        let whole = xxh3_64(body).to_le_bytes() == *sum;
        postcard::from_bytes(body.strip_prefix(HEAD).filter(|_| whole)?).ok()
    }

    /// The same with at most so many positions, the last ones.
    pub(super) fn at_most(mut self, most: usize) -> Harvest {
        let spare = self.positions.len().saturating_sub(most);
        self.positions.drain(..spare);
        self
    }

    /// Adds what another match left.
    pub(super) fn add(&mut self, other: Harvest) {
        self.positions.extend(other.positions);
        self.matches += other.matches;
        self.plies += other.plies;
        self.unfinished += other.unfinished;
        self.simulations += other.simulations;
        self.asked += other.asked;
        self.memories.extend(other.memories);
    }
}
