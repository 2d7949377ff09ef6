//! Everything that chooses a move.
//!
//! An agent joins with its file and one line in the registry below. The file's module doc is its
//! documentation, under fixed headings (Idea, Paper, Needs, Cost, Wrong tool); `card` names it and
//! declares its parameters; `prepare` checks that it can play the game and loads what it needs.

use ludometer_game::{Card, Fault, Game, ParamError, Params, Rng, View, unknown};

pub mod bot;
mod decision;
mod evaluation;
mod explored;
mod imagined;
pub mod lesson;
mod memory;
pub mod network;
mod order;
mod patience;
mod program;
mod ready;
mod sight;
mod spec;
mod table;
mod useless;

pub use decision::{Decision, point_scale, to_unit, units};
pub use evaluation::{Evaluation, Scratch};
pub use explored::{Explored, Told};
pub use imagined::Imagined;
pub use memory::{Memory, Want, demand_memory, demand_room};
pub use patience::Patience;
pub use ready::Ready;
pub use sight::Sight;
pub use spec::AgentSpec;
pub use table::Table;

/// Chooses moves for a seat. One agent value plays one seat of one match at a time.
pub trait Agent<G: Game>: Send {
    /// Called before every match: forget the previous one.
    fn start(&mut self) {}
    /// Chooses one of the view's legal moves. `rng` is the stream of this agent's thinking. Whoever
    /// thinks long asks [`View::halted`] now and then.
    ///
    /// # Errors
    /// When the agent fails: a program behind a pipe died, a bot's memory is damaged. Agents that
    /// only compute never do.
    fn decide(&mut self, view: &View<'_, G>, rng: &mut Rng) -> Result<Decision<G::Move>, Fault>;
    /// Whether a failure is its own: who sits there loses the match then, and the others go on to the next.
    fn forfeits(&self) -> bool {
        false
    }
    /// The top of what the last decision, made on this view, looked through: at most `depth` plies and
    /// the `width` most important moves of a position. Empty if the agent keeps no tree.
    fn explored(&self, _view: &View<'_, G>, _depth: usize, _width: usize) -> Vec<Explored<G::Move>> {
        Vec::new()
    }
    /// Why it decides as it does on this view, with the randomness the decision was made with, if it can say.
    fn why(&mut self, _view: &View<'_, G>, _rng: &mut Rng) -> Option<cases::Why> {
        None
    }
    /// The first worlds the last decision solved one by one, with what it would do in each if it were the
    /// true one. Empty if the agent does not think so.
    fn imagined(&self) -> &[Imagined<G>] {
        &[]
    }
}

/// Declares the modules and everything that walks over all agents.
macro_rules! registry {
    ($($module:ident),* $(,)?) => {
        $(pub mod $module;)*

        /// The cards of all agents, in registry order. A card's version and parameters read as for
        /// games.
        #[must_use]
        pub fn cards() -> Vec<Card> {
            vec![$($module::card()),*]
        }

        /// Makes the agent of this specification ready for a game.
        ///
        /// # Errors
        /// When the agent cannot play this game; the error says what would work instead.
        pub fn prepare<G: Game>(game: &G, spec: &AgentSpec) -> Result<Ready<G>, AgentError> {
            $(if $module::card().name == spec.name() {
                return $module::prepare(game, spec.params());
            })*
            Err(AgentError::unknown(spec.name()))
        }
    };
}

registry! {
    random,
    greedy,
    minimax,
    alphabeta,
    expectiminimax,
    mcts,
    pimc,
    ismcts,
    solve,
    cfr,
    puct,
    policy,
    q,
    td,
    features,
    cases,
    rules,
    strategy,
    exec,
    gtp,
}

/// One agent of this specification, for who needs no more.
///
/// # Errors
/// When the agent cannot play this game; the error says what would work instead.
pub fn build<G: Game>(game: &G, spec: &AgentSpec) -> Result<Box<dyn Agent<G>>, AgentError> {
    Ok(prepare(game, spec)?.seat())
}

/// Why an agent could not be had.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum AgentError {
    /// No agent has this name; says which one was probably meant, and all there are.
    #[error("{0}")]
    Unknown(String),
    /// A parameter is unknown or out of range.
    #[error("agent `{agent}`: {cause}")]
    Params {
        /// The agent.
        agent: String,
        /// Why.
        cause: ParamError,
    },
    /// A part between commas is not `key=value`.
    #[error("agent `{spec}`: `{part}` is not key=value; write for example `mcts:sims=500`")]
    NotKeyValue {
        /// What was typed.
        spec: String,
        /// The part.
        part: String,
    },
    /// An agent, or a work that uses one, wants more memory than there is.
    #[error("`{agent}`: {what}")]
    Memory {
        /// The agent.
        agent: String,
        /// What was wanted, what there is, and what to lower.
        what: String,
    },
    /// A file the agent needs does not read.
    #[error("agent `{agent}`: {path}: {cause}")]
    File {
        /// The agent.
        agent: String,
        /// The file.
        path: String,
        /// Why.
        cause: String,
    },
    /// The agent plays what was trained, and nobody said where that is.
    #[error(
        "agent `{agent}` plays what a bot was trained for: write `{agent}:bot=FOLDER`; `ludometer train {trainer} \
         GAME --out FOLDER` makes one"
    )]
    NoBot {
        /// The agent.
        agent: String,
        /// The trainer that makes such bots.
        trainer: String,
    },
    /// The game states no strategy of this name.
    #[error("agent `{agent}`: {what}")]
    Strategy {
        /// The agent.
        agent: String,
        /// What was asked for, and what there is.
        what: String,
    },
    /// A colon or a comma with nothing after it.
    #[error(
        "agent `{spec}`: nothing follows a `:` or a `,`; write `{agent}` alone, or `{agent}:key=value,key=value`"
    )]
    NoSetting {
        /// What was typed.
        spec: String,
        /// The agent.
        agent: String,
    },
    /// The agent lacks something to play this game.
    #[error("agent `{agent}` needs {needs}, which this game does not have; {instead} would work")]
    CannotPlay {
        /// The agent.
        agent: String,
        /// What it needs.
        needs: String,
        /// What to use instead.
        instead: String,
    },
}

impl AgentError {
    fn unknown(name: &str) -> Self {
        let cards = cards();
        let names: Vec<&str> = cards.iter().map(|card| card.name.as_str()).collect();
        AgentError::Unknown(unknown("agent", name, &names))
    }
}

/// The card of the agent with this name.
///
/// # Errors
/// When there is none; the error carries the nearest name and the whole list.
pub fn card(name: &str) -> Result<Card, AgentError> {
    cards().into_iter().find(|card| card.name == name).ok_or_else(|| AgentError::unknown(name))
}

fn read_params<'a>(
    name: &str,
    typed: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> Result<Params, AgentError> {
    let card = card(name)?;
    Params::read(&card.params, typed).map_err(|cause| AgentError::Params { agent: name.into(), cause })
}
