//! What a match can show that deserves a word: mistakes in the rules, and cases a rulebook should settle.

use ludometer_game::Fault;

/// Something a match showed. Fields and actions go by their numbers in the schema.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Sight {
    /// A rule stopped with a mistake.
    Broken(Fault),
    /// A player to move can do nothing.
    NoMove(Fault),
    /// A move changed nothing at all: not even whose turn it is.
    Nothing {
        /// The action.
        action: usize,
    },
    /// Everybody hears with what an action was done, though that is hidden from them.
    Told {
        /// The action.
        action: usize,
    },
    /// A card lies where the file says it cannot.
    Stray {
        /// The pile.
        field: usize,
        /// The kind of card, from 1 on.
        card: i32,
    },
    /// The rules said why the match is over, but not how.
    NoResult,
    /// A match was over before anybody could move.
    Unplayed,
    /// A pile that play began with ran out, and play went on.
    Empty {
        /// The pile.
        field: usize,
    },
    /// A pile was filled and shuffled again and again in a match that did not end.
    Refilled {
        /// The pile.
        field: usize,
    },
    /// A player's pile has no more room.
    Full {
        /// The pile.
        field: usize,
    },
    /// The best are level when the scores are counted.
    Tie,
    /// All players, one after the other, could do nothing but this.
    AllPass {
        /// The action.
        action: usize,
    },
    /// A position came back, where neither dice nor hidden cards make it a new one.
    Repeated,
    /// The match was stopped by its limit of plies.
    Limit,
}

impl Sight {
    /// Whether the rules are wrong; otherwise they only have a question to answer.
    #[must_use]
    pub fn is_mistake(&self) -> bool {
        matches!(
            self,
            Sight::Broken(_)
                | Sight::NoMove(_)
                | Sight::Nothing { .. }
                | Sight::Told { .. }
                | Sight::Stray { .. }
                | Sight::NoResult
        )
    }

    /// Whether two are the same for a reader: a mistake on one line is one, whatever the value.
    #[must_use]
    pub fn is_like(&self, other: &Sight) -> bool {
        let alike = |one: &Fault, other: &Fault| one.place == other.place && one.what == other.what;
        match (self, other) {
            (Sight::Broken(one), Sight::Broken(other)) => alike(one, other),
            (Sight::NoMove(one), Sight::NoMove(other)) => one.place == other.place,
            (Sight::Stray { field: one, .. }, Sight::Stray { field: other, .. }) => one == other,
            _ => self == other,
        }
    }
}
