//! Perft: how many move sequences of a given length there are.
//!
//! Known counts pin down move generation completely; the same loop measures its speed.

use ludometer_game::{Game, Rng, Turn, text_of};

/// The number of move sequences of exactly `depth` plies from this state. Listed chance outcomes
/// count like moves. A chance turn that can only be drawn counts as one fixed outcome.
pub fn perft<G: Game>(game: &G, state: &G::State, depth: u32) -> u64 {
    count(game, state, depth, &mut Vec::new())
}

/// The [`perft`] below each move of this state, by the move's text, in the order of generation.
pub fn divide<G: Game>(game: &G, state: &G::State, depth: u32) -> Vec<(String, u64)> {
    let mut options = Vec::new();
    expand(game, state, &mut options);
    let below = |option| {
        let mut next = state.clone();
        game.play(&mut next, option);
        (text_of(game, state, option), perft(game, &next, depth.saturating_sub(1)))
    };
    options.into_iter().map(below).collect()
}

/// One buffer serves the whole depth: each level appends its moves and cuts them off again.
fn count<G: Game>(game: &G, state: &G::State, depth: u32, buffer: &mut Vec<G::Move>) -> u64 {
    if depth == 0 {
        return 1;
    }
    let start = buffer.len();
    expand(game, state, buffer);
    let end = buffer.len();
    let leaves = if depth == 1 {
        (end - start) as u64
    } else {
        let mut leaves = 0;
        for at in start..end {
            let mut next = state.clone();
            game.play(&mut next, buffer[at]);
            leaves += count(game, &next, depth - 1, buffer);
        }
        leaves
    };
    buffer.truncate(start);
    leaves
}

fn expand<G: Game>(game: &G, state: &G::State, buffer: &mut Vec<G::Move>) {
    match game.turn(state) {
        Turn::Seat(_) => game.moves(state, buffer),
        Turn::Chance => {
            let mut odds = Vec::new();
            if game.chance(state, &mut odds) {
                buffer.extend(odds.into_iter().map(|(outcome, _)| outcome));
            } else {
                buffer.push(game.draw(state, &mut Rng::stream(0, "perft", 0)));
            }
        }
        _ => {}
    }
}
