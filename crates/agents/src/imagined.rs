//! A world an agent imagined, and what it would do there if it were the true one.

use ludometer_game::Game;

/// A world with what was found out about it. What is said of each legal move is in the order of
/// [`View::legal`](ludometer_game::View::legal).
pub struct Imagined<G: Game> {
    /// A state the seat cannot tell from the true one.
    pub world: G::State,
    /// How good each legal move is in this world, −1 to 1.
    pub values: Vec<f32>,
    /// The moves expected in this world after each legal move, which comes first.
    pub plans: Vec<Vec<G::Move>>,
}
