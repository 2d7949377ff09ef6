//! An agent made ready for a game: whatever is costly to load is loaded once and shared.

use crate::{Agent, Memory};
use ludometer_game::Game;

/// Makes as many agents of one specification as there are seats and threads.
pub struct Ready<G: Game> {
    make: Box<dyn Fn() -> Box<dyn Agent<G>> + Send + Sync>,
    reproducible: bool,
    fingerprint: Option<String>,
    memory: Option<Memory>,
}

impl<G: Game> Ready<G> {
    /// An agent that plays the same match again from the same seed.
    pub fn new<A: Agent<G> + 'static>(make: impl Fn() -> A + Send + Sync + 'static) -> Self {
        let make = Box::new(move || Box::new(make()) as Box<dyn Agent<G>>);
        Ready { make, reproducible: true, fingerprint: None, memory: None }
    }

    /// The same agent, marked as one whose choices depend on the clock or on how threads interleave.
    #[must_use]
    pub fn not_reproducible(self) -> Self {
        Ready { reproducible: false, ..self }
    }

    /// The same agent, told apart from others of its specification by what its files hold.
    #[must_use]
    pub fn with_fingerprint(self, fingerprint: Option<String>) -> Self {
        Ready { fingerprint, ..self }
    }

    /// The same agent, which keeps a table in every seat it takes.
    #[must_use]
    pub fn with_memory(self, memory: Memory) -> Self {
        Ready { memory: Some(memory), ..self }
    }

    /// What it keeps for itself in every seat, where that is worth counting.
    #[must_use]
    pub fn memory(&self) -> Option<Memory> {
        self.memory
    }

    /// What its files hold, in short.
    #[must_use]
    pub fn fingerprint(&self) -> Option<&str> {
        self.fingerprint.as_deref()
    }

    /// An agent for one seat of one match at a time.
    #[must_use]
    pub fn seat(&self) -> Box<dyn Agent<G>> {
        (self.make)()
    }

    /// Whether the same seed gives the same match.
    #[must_use]
    pub fn reproducible(&self) -> bool {
        self.reproducible
    }
}
