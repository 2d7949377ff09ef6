//! The steps of a random match, safe on rules that break.

use ludometer_game::{Game, Payoff, Rng, Turn};

/// A random move or a draw of chance; `None` where the match is over or the rules are broken.
pub(crate) fn any_move<G: Game>(game: &G, state: &G::State, rng: &mut Rng) -> Option<G::Move> {
    match game.turn(state) {
        Turn::Seat(_) => {
            let mut legal = Vec::new();
            game.moves(state, &mut legal);
            (!legal.is_empty()).then(|| legal[rng.below(legal.len())])
        }
        Turn::Chance => Some(game.draw(state, rng)),
        _ => None,
    }
}

/// Whether the rules failed here, openly or by leaving a seat without a move.
pub(crate) fn is_broken<G: Game>(game: &G, state: &G::State) -> bool {
    match game.turn(state) {
        Turn::Seat(_) => {
            let mut legal = Vec::new();
            game.moves(state, &mut legal);
            legal.is_empty()
        }
        turn => turn == Turn::Broken,
    }
}

/// What a state is worth; a broken one is never asked and counts as a draw.
pub(crate) fn worth<G: Game>(game: &G, state: &G::State) -> Payoff {
    if is_broken(game, state) { Payoff::draw(game.seats()) } else { game.payoff(state) }
}
