//! How much memory a search takes at most.

use super::settings::Settings;
use ludometer_game::{Game, Rng, Turn};

/// Bytes of a move of a position, and of the position beside its moves.
const BYTES: (usize, usize) = (32, 48);
/// Positions of a random match that are looked at.
const PROBED: usize = 64;

/// Bytes a search keeps at most: what all searches of a match found, as far as its limit goes.
#[must_use]
pub fn search_bytes<G: Game>(game: &G, settings: &Settings) -> usize {
    let longest = (settings.sims as usize).saturating_mul(game.limit() as usize);
    settings.nodes.min(longest).saturating_mul(BYTES.0 * moves_met(game) + BYTES.1)
}

/// Legal moves of a position on the average, in a random match.
fn moves_met<G: Game>(game: &G) -> usize {
    let (mut sum, mut count) = (0, 0);
    probe(game, |_, moves| (sum, count) = (sum + moves.len(), count + 1));
    sum.div_ceil(count.max(1))
}

/// Looks at the first positions of a random match, with their legal moves.
pub fn probe<G: Game>(game: &G, mut look: impl FnMut(&G::State, &[G::Move])) {
    let (mut state, mut rng) = (game.initial(), Rng::stream(1, "room", 0));
    let mut moves = Vec::new();
    for _ in 0..PROBED {
        game.settle(&mut state, &mut rng);
        let Turn::Seat(_) = game.turn(&state) else { break };
        moves.clear();
        game.moves(&state, &mut moves);
        let Some(&chosen) = moves.get(rng.below(moves.len().max(1))) else { break };
        look(&state, &moves);
        game.play(&mut state, chosen);
    }
}
