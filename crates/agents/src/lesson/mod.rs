//! Search as it is taught: plain versions of α–β and UCT that write down everything they do.
//!
//! They keep no tables and are in no hurry. The logs hold no game types: positions are numbered, with
//! the move that led there and a picture, so that a trace, a drawing or a page can be made from a log
//! alone. They are bounded: a log that would be too long is refused, and of what is wide at every step
//! (moves cut off, moves weighed, random matches) the first are kept and the others counted.
//!
//! | to get | call |
//! |---|---|
//! | every call, window, value and cut of α–β | [`walk`] |
//! | every selection, expansion, random match and backup of UCT | [`grow`] |

mod alphabeta;
mod uct;

pub use alphabeta::{Event, MOST_SKIPPED, Walk, Window, walk};
pub use uct::{Backup, Candidate, Growth, Iteration, MOST_CANDIDATES, MOST_NAMED, Pick, Rollout, grow};

use ludometer_game::{Game, Scene, Seat, Turn};

/// In which numbers a lesson speaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Measure {
    /// From −1, the worst end of the game, to 1, the best.
    Units,
    /// The game's own points: of a typed tree, the numbers that were typed.
    Points,
}

/// What a position is in the eyes of the lesson.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// Who moves wants a high value.
    Max,
    /// Who moves wants a low value.
    Min,
    /// Chance moves.
    Chance,
    /// The match is over.
    End,
    /// The search looks no further.
    Edge,
    /// Cut off: never looked at.
    Skipped,
}

/// A position the lesson came to, or passed by.
#[derive(Clone, PartialEq, Debug)]
pub struct Node {
    /// The position before; none for the root.
    pub parent: Option<usize>,
    /// The move that led here; empty for the root.
    pub by: String,
    /// What it is.
    pub role: Role,
    /// Who moves, if somebody does.
    pub mover: Option<Seat>,
    /// What a match that is over here pays MAX; of a position that was skipped, what nobody looked at.
    pub pays: Option<f32>,
    /// The picture.
    pub scene: Scene,
}

/// How many moves lead from the root to a node.
#[must_use]
pub fn ply(nodes: &[Node], mut at: usize) -> usize {
    let mut plies = 0;
    while let Some(parent) = nodes[at].parent {
        (at, plies) = (parent, plies + 1);
    }
    plies
}

/// The nodes from the root to this one, both included.
#[must_use]
pub fn path(nodes: &[Node], at: usize) -> Vec<usize> {
    let mut path = vec![at];
    while let Some(parent) = nodes[path[path.len() - 1]].parent {
        path.push(parent);
    }
    path.reverse();
    path
}

/// Why there is no lesson.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LessonError {
    /// α–β is taught without chance and with everything in view.
    #[error("α–β is taught on games without chance and without hidden information, which this is not")]
    Uncertain,
    /// A tree of what nobody may see.
    #[error("UCT step by step would show what is hidden from the players of this game")]
    Hidden,
    /// Nobody is to move.
    #[error("the match is already over in this position; there is nothing to explain")]
    Over,
    /// More than anybody can follow.
    #[error("{what} takes more than {most} steps, which nobody can follow; {instead}")]
    TooLong {
        /// What was asked for.
        what: String,
        /// The limit.
        most: usize,
        /// What would work.
        instead: &'static str,
    },
}

fn seat_names<G: Game>(game: &G) -> Vec<String> {
    Seat::all(game.seats()).map(|seat| game.seat_name(seat)).collect()
}

fn legal_moves<G: Game>(game: &G, state: &G::State) -> Vec<G::Move> {
    let mut moves = Vec::new();
    if matches!(game.turn(state), Turn::Seat(_)) {
        game.moves(state, &mut moves);
    }
    moves
}
