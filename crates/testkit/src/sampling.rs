//! The sampling law alone, on very many positions: what is quickly asked is compared on all of them,
//! everything on some.

use crate::glance::{encoded, featured, first_difference, glance, observed};
use crate::laws;
use crate::report::{Breaches, Evidence, Law, Report};
use crate::walk::any_move;
use ludometer_game::{Game, Rng, Seat, Turn, text_of};

/// One position in so many is held against the whole law.
const WHOLE: u64 = 64;

/// Holds the sampling law against this many positions of random matches, for every seat; reports the first
/// breach with its evidence.
pub fn sampling<G: Game>(game: &G, positions: u64, seed: u64) -> Report {
    let mut report = Report::default();
    let mut left = positions;
    while left > 0 && report.holds() {
        let mut state = game.initial();
        let mut rng = Rng::stream(seed, "sampling", report.matches);
        let mut moves = Vec::new();
        while left > 0 {
            let mut breaches = Breaches::default();
            for seat in Seat::all(game.seats()) {
                if left.is_multiple_of(WHOLE) {
                    laws::indistinguishable(game, &state, seat, &mut rng, &mut breaches);
                } else {
                    quick(game, &state, seat, &mut rng, &mut breaches);
                }
            }
            let match_index = report.matches;
            let evidence =
                || Evidence { seed, match_index, moves: moves.clone(), state: format!("{state:?}") };
            report.add(breaches, evidence);
            left -= 1;
            let Some(chosen) = any_move(game, &state, &mut rng) else { break };
            moves.push(text_of(game, &state, chosen));
            game.play(&mut state, chosen);
            report.plies += 1;
        }
        report.matches += 1;
    }
    report
}

/// Compares a sample with the truth by everything that costs no text.
fn quick<G: Game>(game: &G, state: &G::State, seat: Seat, rng: &mut Rng, out: &mut Breaches) {
    let world = game.sample(state, seat, rng);
    let known = |state: &G::State| {
        let (mut info, mut legal) = (Vec::new(), Vec::new());
        game.info(state, seat, &mut info);
        if game.turn(state) == Turn::Seat(seat) {
            game.moves(state, &mut legal);
        }
        (game.turn(state), info, legal)
    };
    let numbers = |state: &G::State| {
        let all =
            [observed(game, state, Some(seat)), encoded(game, state, seat), featured(game, state, seat)];
        all.concat().into_iter().map(f32::to_bits).collect::<Vec<_>>()
    };
    let same = known(state) == known(&world) && numbers(state) == numbers(&world);
    if !same {
        // Looked at slowly it says by what.
        let [truth, sampled] = [state, &world].map(|state| glance(game, state, Some(seat)));
        let by = first_difference(&truth, &sampled).unwrap_or_else(|| "what it knows, in bytes".into());
        out.add(Law::Sampling, format!("{seat} tells {world:?} from the truth: {by}"));
    }
}
