//! What a metric is, and what it knows of the run beside the matches.

use crate::Measure;
use ludometer_record::{Group, Header, MatchRecord, NameId, Names};

/// The run and the group whose matches are measured.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    /// What was played.
    pub header: &'a Header,
    /// The texts of all names.
    pub names: &'a Names,
    /// The group.
    pub group: &'a Group,
}

impl<'a> Context<'a> {
    /// How many seats the game has.
    #[must_use]
    pub fn seats(&self) -> usize {
        self.header.game.seats.len()
    }

    /// The name of a seat.
    #[must_use]
    pub fn seat_name(&self, seat: usize) -> &'a str {
        self.header.game.seats.get(seat).map_or("?", String::as_str)
    }

    /// The team of a seat; alone if nothing is said.
    #[must_use]
    pub fn team(&self, seat: usize) -> u8 {
        self.header.game.teams.get(seat).copied().unwrap_or(seat as u8)
    }

    /// Whether two seats want different things.
    #[must_use]
    pub fn are_rivals(&self, one: usize, other: usize) -> bool {
        !self.header.game.cooperative && self.team(one) != self.team(other)
    }

    /// Whether anybody plays against anybody.
    #[must_use]
    pub fn is_contest(&self) -> bool {
        (1..self.seats()).any(|seat| self.are_rivals(0, seat))
    }

    /// Whether dice or cards decide anything. Then matches of one block, which share the deal, are
    /// alike; without chance they are independent.
    #[must_use]
    pub fn has_chance(&self) -> bool {
        self.header.game.chance != "none"
    }

    /// How many parties want different things: the teams, or every seat for itself.
    #[must_use]
    pub fn parties(&self) -> usize {
        self.teams_of(0..self.seats())
    }

    /// How many teams these seats belong to.
    pub(crate) fn teams_of(&self, seats: impl Iterator<Item = usize>) -> usize {
        seats.map(|seat| self.team(seat)).collect::<std::collections::BTreeSet<u8>>().len()
    }

    /// The name of an element that is a cell of the board.
    #[must_use]
    pub fn cell_id(&self, cell: &str) -> Option<NameId> {
        self.names.find(&format!("cell:{cell}"))
    }
}

/// A running count over matches of one group, that can say at any time what it found.
///
/// Laws, tested over the registry: what is found does not depend on the order of the matches or on
/// how they were split among shards; it is defined on no match and on one.
pub trait Metric: Clone + Default {
    /// Counts a match.
    fn observe(&mut self, context: &Context, record: &MatchRecord);

    /// Adds what another shard counted; no match may be in both.
    fn merge(&mut self, other: Self);

    /// What was found so far.
    fn finish(&self, context: &Context) -> Vec<Measure>;
}
