//! The same matches through the typed and the erased game.

use crate::glance::{first_difference, glance};
use crate::report::{Breaches, Evidence, Law, Report};
use crate::walk::{any_move, worth};
use ludometer_game::{AnyGame, Game, Packed, Rng, Seat, Turn, text_of};

/// Plays the same random matches through a game and its erased twin and reports the first thing
/// that differs: turns, moves, texts, payoffs, scenes, info, encodings, samples, playouts.
pub fn any_equality<G: Game>(game: &G, erased: &AnyGame, seed: u64, matches: u64) -> Report {
    let mut report = Report::default();
    for index in 0..matches {
        let mut rng = Rng::stream(seed, "equality", index);
        let (mut state, mut twin) = (game.initial(), erased.initial());
        let mut moves = Vec::new();
        // One round more than there are moves, so that the last state is compared too.
        for _ in 0..=game.limit() {
            let difference = compare(game, &state, erased, &twin, &rng);
            if let Some(what) = difference {
                let mut breaches = Breaches::default();
                breaches.add(Law::Erasure, what);
                let evidence = || Evidence {
                    seed,
                    match_index: index,
                    moves: moves.clone(),
                    state: format!("{state:?}"),
                };
                report.add(breaches, evidence);
                break;
            }
            let Some(chosen) = any_move(game, &state, &mut rng) else { break };
            moves.push(text_of(game, &state, chosen));
            game.play(&mut state, chosen);
            erased.play(&mut twin, Packed::unpack(chosen.pack()));
            report.plies += 1;
        }
        report.matches += 1;
    }
    report
}

fn compare<G: Game>(
    game: &G,
    state: &G::State,
    erased: &AnyGame,
    twin: &<AnyGame as Game>::State,
    rng: &Rng,
) -> Option<String> {
    for viewer in Seat::all(game.seats()).map(Some).chain([None]) {
        let (left, right) = (glance(game, state, viewer), glance(erased, twin, viewer));
        if let Some(difference) = first_difference(&left, &right) {
            return Some(difference);
        }
    }
    let left = whole(game, state, rng);
    let right = whole(erased, twin, rng);
    first_difference(&left, &right)
}

/// Answers about the whole state, with every random call on the same stream.
fn whole<G: Game>(game: &G, state: &G::State, rng: &Rng) -> Vec<crate::glance::Answer> {
    let seats = || Seat::all(game.seats());
    let mut odds = Vec::new();
    let mut drawn = None;
    if game.turn(state) == Turn::Chance {
        game.chance(state, &mut odds);
        drawn = Some(game.draw(state, &mut rng.clone()).pack());
    }
    let odds: Vec<_> = odds.into_iter().map(|(outcome, odd)| (outcome.pack(), odd)).collect();
    let samples: Vec<_> = seats().map(|seat| game.sample(state, seat, &mut rng.clone())).collect();
    let sides: Vec<_> = seats().map(|seat| game.side(state, seat)).collect();
    let playout = game.playout(&mut state.clone(), &mut Vec::new(), &mut rng.clone());
    let position = game.position(state);
    let read = position.as_deref().map(|text| game.read_position(text));
    vec![
        ("declared features", format!("{:?}", game.features())),
        ("state", format!("{state:?}")),
        ("key", game.key(state).to_string()),
        ("payoff", format!("{:?}", worth(game, state))),
        ("chance", format!("{odds:?}")),
        ("draw", format!("{drawn:?}")),
        ("sample", format!("{samples:?}")),
        ("side", format!("{sides:?}")),
        ("position", format!("{position:?}")),
        ("read_position", format!("{read:?}")),
        ("playout", format!("{playout:?}")),
    ]
}
