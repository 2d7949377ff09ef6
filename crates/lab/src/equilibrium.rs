//! How a game with hidden information should be played, where it is small enough to find out at once.

use ludometer_game::{AnyGame, Game, Seat, are_opponents};
use ludometer_learn::cfr::solver::{Method, Solver};
use ludometer_learn::cfr::strategy::policy_of;
use ludometer_learn::cfr::tree::Tree;
use serde::Serialize;

/// The largest tree that is grown without being asked for.
pub const EQUILIBRIUM_LIMIT: usize = 200_000;
/// Outcomes looked at in all: a fraction of a second.
const WORK: usize = 40_000_000;
/// Iterations at least and at most.
const ITERATIONS: (u64, u64) = (100, 2000);

/// A mixed strategy nobody gains much by knowing, for one thing a seat may know.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Equilibrium {
    /// Iterations of CFR+ it took.
    pub iterations: u64,
    /// Points a seat gains, on the average, by the best answer to the strategy: 0 in equilibrium.
    pub exploitability: f64,
    /// How likely each move is and what it brings, in the order the game lists them.
    pub moves: Vec<MixedMove>,
}

/// A move of a mixed strategy.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MixedMove {
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// How likely it is.
    pub probability: f32,
    /// Points it brings the seat when everybody keeps to the strategy; none where nobody gets here then.
    pub points: Option<f32>,
}

/// The strategy of a seat that knows this. `None` where the game is too large or of the wrong kind for CFR,
/// or where its matches never come here.
pub(crate) fn equilibrium(game: &AnyGame, seat: Seat, info: &[u8]) -> Option<Equilibrium> {
    if game.seats() > 1 && !are_opponents(game) {
        return None;
    }
    let tree = Tree::grow(game, EQUILIBRIUM_LIMIT).ok()?;
    let mut solver = Solver::new(tree, Method::Plus, 0, 1.0).ok()?;
    let affordable = (WORK / solver.form().outcomes().max(1)) as u64;
    solver.run(affordable.clamp(ITERATIONS.0, ITERATIONS.1));
    let policy = policy_of(&solver);
    let mixed = policy.find(seat, info)?.iter().map(|choice| MixedMove {
        text: policy.texts()[choice.text as usize].clone(),
        probability: choice.share,
        points: choice.worth,
    });
    Some(Equilibrium {
        iterations: solver.iterations(),
        exploitability: solver.form().exploitability(&solver.average()),
        moves: mixed.collect(),
    })
}
