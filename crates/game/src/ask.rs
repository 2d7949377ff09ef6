//! Questions put to any game, answered by its contract.

use crate::{Game, Sum};

/// The text of a move, on its own.
pub fn text_of<G: Game>(game: &G, state: &G::State, chosen: G::Move) -> String {
    let mut text = String::new();
    game.text(state, chosen, &mut text);
    text
}

/// Whether two seats play for opposite ends, so that one number says what everybody gets.
pub fn are_opponents<G: Game>(game: &G) -> bool {
    game.seats() == 2 && game.traits().sum == Sum::Zero
}
