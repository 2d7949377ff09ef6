//! Who knows what: sampled states and seen moves.

use crate::glance::{first_difference, glance};
use crate::report::{Breaches, Law};
use crate::walk::{any_move, is_broken};
use ludometer_game::{Game, Rng, Seat, Seen, Turn, text_of};
use std::collections::HashMap;

/// How far a sampled state is played on.
const PLAY_ON: u32 = 64;
/// How many moves of one state are compared with each other.
const SIBLINGS: usize = 16;

/// The sampling law for one seat. Returns whether the sample differs from the true state.
pub(crate) fn indistinguishable<G: Game>(
    game: &G,
    state: &G::State,
    seat: Seat,
    rng: &mut Rng,
    out: &mut Breaches,
) -> bool {
    let mut world = game.sample(state, seat, rng);
    let differs = world != *state;
    if !game.traits().hidden {
        out.demand(Law::HiddenTrait, !differs, || format!("nothing is hidden, but {seat} samples {world:?}"));
        return differs;
    }
    let (truth, sampled) = (glance(game, state, Some(seat)), glance(game, &world, Some(seat)));
    if let Some(difference) = first_difference(&truth, &sampled) {
        out.add(Law::Sampling, format!("{seat} tells {world:?} from the truth: {difference}"));
    }
    for _ in 0..PLAY_ON {
        let Some(chosen) = any_move(game, &world, rng) else { break };
        game.play(&mut world, chosen);
    }
    let stuck = game.turn(&world).seat().is_some() && is_broken(game, &world);
    out.demand(Law::Sampling, !stuck, || format!("a sample of {seat} leads to {world:?}, which has no move"));
    differs
}

/// Moves that a seat tells apart when they are made must leave it with different info.
pub(crate) fn siblings<G: Game>(game: &G, state: &G::State, options: &[G::Move], out: &mut Breaches) {
    let (mover, hidden) = (game.turn(state).seat(), game.traits().hidden);
    for seat in Seat::all(game.seats()) {
        let mut known: HashMap<Vec<u8>, Seen<G::Move>> = HashMap::new();
        for &option in options.iter().take(SIBLINGS) {
            let seen = game.seen(state, option, seat);
            let text = || text_of(game, state, option);
            out.demand(Law::HiddenTrait, hidden || seen == Seen::Full(option), || {
                format!("nothing is hidden, but {seat} sees {seen:?} of `{}`", text())
            });
            out.demand(Law::Recall, mover != Some(seat) || seen == Seen::Full(option), || {
                format!("{seat} sees {seen:?} of its own `{}`", text())
            });
            let mut next = state.clone();
            game.play(&mut next, option);
            // What rules that broke leave behind tells nobody anything.
            let broken = game.turn(&next) == Turn::Broken;
            if !hidden || broken || game.episode(&next) != game.episode(state) {
                continue;
            }
            let mut info = Vec::new();
            game.info(&next, seat, &mut info);
            let other = known.insert(info, seen);
            out.demand(Law::Recall, other.is_none_or(|other| other == seen), || {
                format!("{seat} sees {seen:?} or {other:?} here, but has the same info after both")
            });
        }
    }
}
