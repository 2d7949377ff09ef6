//! What a check found: the law, what broke it, and how to see it again.

use std::fmt;

/// Declares the laws with the sentence each of them demands.
macro_rules! laws {
    ($($name:ident: $says:literal,)*) => {
        /// A law of the contract.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub enum Law {
            $(#[doc = $says] $name,)*
        }

        impl Law {
            /// What the law demands, in one sentence.
            #[must_use]
            pub const fn says(self) -> &'static str {
                match self { $(Law::$name => $says,)* }
            }
        }
    };
}

laws! {
    Declared: "what a game declares before play fits together: seats, bounds, board, names",
    SomeMove: "a seat on turn has at least one legal move",
    DistinctMoves: "no legal move is listed twice",
    Appends: "methods that fill a buffer append to it",
    Repeatable: "the same call on the same state gives the same answer",
    Text: "every move has a text of its own, without spaces, commas and semicolons, that reads back as the move",
    Packing: "a move survives packing into sixteen bytes",
    OldStates: "playing on does not change the states kept from before",
    Keys: "equal states have equal hashes and equal keys, and equal keys mean the same future",
    Points: "points are finite, inside the bounds, one for each seat",
    Places: "somebody has place 1, and places agree with points and teams",
    SumTrait: "points relate as the traits say: zero, general or shared",
    Evaluation: "between two opponents a position is estimated to bring one what it costs the other",
    Odds: "listed chance outcomes are distinct, have positive odds and sum to 1",
    Draw: "a draw gives a possible outcome, and the same one from the same random stream",
    ChanceTrait: "chance turns are as the traits say: none, listed or drawn",
    HiddenTrait: "hidden information is as the traits say",
    Sampling: "a seat cannot tell a sampled state from the true one, and it can be played on",
    Recall: "a seat sees its own moves, and its info tells apart whatever it has seen",
    Encoding: "the encoder fills its whole buffer with finite numbers",
    Symmetry: "a match turned by a symmetry goes on alike",
    Features: "there is one number for each feature, inside its range",
    Index: "moves have distinct numbers inside the action space",
    Elements: "elements have names, and cells lie on the board",
    Observables: "there is one finite number for each observable",
    Position: "a written position reads back as the same position, and nonsense is refused",
    Fault: "a state has a fault exactly when it is broken",
    Unbroken: "the rules do not break in play",
    NoPanic: "the rules do not panic in play",
    Ends: "matches end within the declared limit",
    Playout: "a playout ends like a match of uniformly random moves",
    Erasure: "the erased game behaves as the typed one",
}

impl Law {
    /// Whether a breach is only worth knowing: some games may go on for ever, and say so by their
    /// limit.
    #[must_use]
    pub const fn is_remark(self) -> bool {
        matches!(self, Law::Ends)
    }
}

/// A broken law with the first evidence of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The law.
    pub law: Law,
    /// What was seen.
    pub what: String,
    /// Seed of the check.
    pub seed: u64,
    /// The match, counted from 0.
    pub match_index: u64,
    /// The moves played before, chance moves too.
    pub moves: Vec<String>,
    /// The state in which it was seen.
    pub state: String,
    /// In how many places it was seen.
    pub times: u64,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = if self.law.is_remark() { "remark" } else { "broken law" };
        writeln!(f, "{kind}: {}", self.law.says())?;
        writeln!(f, "  seen:  {} ({} times)", self.what, self.times)?;
        writeln!(f, "  match: {} of seed {}", self.match_index, self.seed)?;
        writeln!(f, "  moves: {}", self.moves.join(" "))?;
        write!(f, "  state: {}", self.state)
    }
}

/// The result of a check.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// Matches played.
    pub matches: u64,
    /// Moves played, chance moves too.
    pub plies: u64,
    /// Matches stopped at the limit.
    pub endless: u64,
    /// Broken laws and remarks, one of each, in the order in which they were seen.
    pub findings: Vec<Finding>,
}

impl Report {
    /// Whether no law is broken; remarks do not count.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.findings.iter().all(|finding| finding.law.is_remark())
    }

    /// The finding about this law.
    #[must_use]
    pub fn finding(&self, law: Law) -> Option<&Finding> {
        self.findings.iter().find(|finding| finding.law == law)
    }

    /// The laws that were broken, remarks included.
    #[must_use]
    pub fn broken(&self) -> Vec<Law> {
        self.findings.iter().map(|finding| finding.law).collect()
    }

    /// Notes breaches seen at one place; `evidence` is only asked when a law is new.
    pub(crate) fn add(&mut self, breaches: Breaches, evidence: impl Fn() -> Evidence) {
        for (law, what) in breaches.0 {
            if let Some(known) = self.findings.iter_mut().find(|finding| finding.law == law) {
                known.times += 1;
                continue;
            }
            let Evidence { seed, match_index, moves, state } = evidence();
            self.findings.push(Finding { law, what, seed, match_index, moves, state, times: 1 });
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} matches, {} moves, {} endless", self.matches, self.plies, self.endless)?;
        for finding in &self.findings {
            writeln!(f, "{finding}")?;
        }
        Ok(())
    }
}

/// Where a breach was seen.
pub(crate) struct Evidence {
    pub seed: u64,
    pub match_index: u64,
    pub moves: Vec<String>,
    pub state: String,
}

/// Breaches seen at one place, before evidence is attached.
#[derive(Default)]
pub(crate) struct Breaches(Vec<(Law, String)>);

impl Breaches {
    pub fn add(&mut self, law: Law, what: impl Into<String>) {
        self.0.push((law, what.into()));
    }

    /// Notes a breach unless the condition holds.
    pub fn demand(&mut self, law: Law, holds: bool, what: impl FnOnce() -> String) {
        if !holds {
            self.add(law, what());
        }
    }
}
