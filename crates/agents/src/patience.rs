//! How long a search may go on: until its time is over, or nobody waits for the answer any more.

use ludometer_game::{Game, View};
use std::fmt;
use std::time::{Duration, Instant};

/// A long search asks every so many positions.
const RARELY: u64 = 1024;
/// A short one asks before it has done this part more, so that positions that take long are heard of too.
const PART: u64 = 8;

/// Who waits for a search, and until when.
#[derive(Clone, Copy)]
pub struct Patience<'a> {
    halted: &'a (dyn Fn() -> bool + Sync),
    deadline: Option<Instant>,
}

impl<'a> Patience<'a> {
    /// Without end.
    #[must_use]
    pub fn endless() -> Self {
        Patience { halted: &|| false, deadline: None }
    }

    /// That of whoever watches this view, for at most this time from now.
    #[must_use]
    pub fn of<G: Game>(view: &View<'a, G>, time: Option<Duration>) -> Self {
        // A time beyond all clocks is no limit.
        let deadline = time.and_then(|time| Instant::now().checked_add(time));
        Patience { halted: view.halting(), deadline }
    }

    /// Whether nobody waits any more: the answer does not matter.
    #[must_use]
    pub fn is_halted(&self) -> bool {
        (self.halted)()
    }

    /// Whether the time is over: the best answer so far is wanted.
    #[must_use]
    pub fn is_late(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// After how many positions to ask again, once this many were looked at.
    #[must_use]
    pub fn next_look(nodes: u64) -> u64 {
        nodes + (nodes / PART).clamp(1, RARELY)
    }
}

impl fmt::Debug for Patience<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Patience").field("deadline", &self.deadline).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_asks_early_and_then_rarely() {
        let mut looks = vec![0];
        while looks.len() < 200 {
            looks.push(Patience::next_look(looks[looks.len() - 1]));
        }
        assert_eq!(looks[..4], [0, 1, 2, 3]);
        for pair in looks.windows(2) {
            assert!(pair[1] - pair[0] <= (pair[0] / PART).max(1), "{pair:?}");
            assert!(pair[1] - pair[0] <= RARELY, "{pair:?}");
        }
        assert_eq!(looks[199] - looks[198], RARELY);
    }
}
