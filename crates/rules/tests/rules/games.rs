//! Shipped files are games: matches end for all ends of the parameters, and every action has its day.

use ludometer_game::{Game, ParamKind, Rng, Turn};
use ludometer_rules::{Move, Script, State, shipped};
use std::collections::BTreeSet;

const MATCHES: u64 = 40;

/// The name of a move's action.
fn action(script: &Script, state: &State, chosen: Move) -> String {
    let mut elements = Vec::new();
    script.elements(state, chosen, &mut elements);
    elements.swap_remove(0).name
}

/// Plays a random match; gives the actions that were chosen.
fn play(script: &Script, rng: &mut Rng, chosen: &mut BTreeSet<String>) {
    let (mut state, mut options) = (script.initial(), Vec::new());
    for _ in 0..=script.limit() {
        let next = match script.turn(&state) {
            Turn::Chance => script.draw(&state, rng),
            Turn::Seat(_) => {
                options.clear();
                script.moves(&state, &mut options);
                assert!(!options.is_empty(), "no move: {:?}", script.scene(&state, None));
                // A rare action would not be met by chance alone.
                let fresh = options.iter().find(|&&option| !chosen.contains(&action(script, &state, option)));
                let next = match fresh {
                    Some(&option) if rng.below(2) == 0 => option,
                    _ => options[rng.below(options.len())],
                };
                chosen.insert(action(script, &state, next));
                next
            }
            Turn::Over => {
                assert_ne!(script.ending(&state), "finished", "no reason for the end");
                return;
            }
            _ => panic!("{:?}", script.fault(&state)),
        };
        script.play(&mut state, next);
    }
    panic!("no end within {} plies", script.limit());
}

#[test]
fn every_action_is_used() {
    for name in shipped::names() {
        let script = ludometer_rules::open(shipped::find(name).unwrap(), []).unwrap();
        let mut chosen = BTreeSet::new();
        for number in 0..MATCHES {
            play(&script, &mut Rng::stream(3, name, number), &mut chosen);
        }
        let all: BTreeSet<String> =
            script.schema().actions.iter().map(|action| action.name.clone()).collect();
        assert_eq!(chosen, all, "{name}");
    }
}

#[test]
fn matches_end_at_the_ends_of_every_parameter() {
    for name in shipped::names() {
        let card = ludometer_rules::card(&shipped::find(name).unwrap()).unwrap();
        for spec in &card.params {
            let ends = match &spec.kind {
                ParamKind::Whole { min, max, .. } => vec![min.to_string(), max.to_string()],
                ParamKind::Switch => vec!["true".into(), "false".into()],
                ParamKind::Choice(words) => words.iter().map(ToString::to_string).collect(),
                _ => Vec::new(),
            };
            for end in ends {
                let typed = [(spec.name.as_str(), end.as_str())];
                let script = ludometer_rules::open(shipped::find(name).unwrap(), typed)
                    .unwrap_or_else(|error| panic!("{name} with {}={end}: {error}", spec.name));
                play(&script, &mut Rng::stream(4, name, 0), &mut BTreeSet::new());
            }
        }
    }
}
