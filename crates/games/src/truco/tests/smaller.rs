//! Every decision in terms of the small game.

use super::*;
use crate::truco_hand::{self, TrucoHand};
use ludometer_game::{Coarse, Question};
use std::collections::HashMap;

const CLASSES: usize = 4;

/// What a decision is in terms of the small game.
fn asked(state: &State) -> Coarse<Move> {
    coarse::coarse(&DEFAULTS, state, Classes::new(CLASSES))
}

/// The only question that is asked in this state.
fn only(moves: &str) -> Question<Move> {
    let mut asked = asked(&after(&GAME, moves));
    assert_eq!(asked.questions.len(), 1, "{moves}");
    asked.questions.remove(0)
}

/// Everything that can be known in the small game, with the number of moves it has there.
fn known(game: &TrucoHand, state: &truco_hand::State, sets: &mut HashMap<(u8, Vec<u8>), usize>) {
    let (mut moves, mut odds) = (Vec::new(), Vec::new());
    if let Some(seat) = game.turn(state).seat() {
        let mut info = Vec::new();
        game.info(state, seat, &mut info);
        game.moves(state, &mut moves);
        sets.insert((seat.index() as u8, info), moves.len());
    } else if game.turn(state) == Turn::Chance {
        game.chance(state, &mut odds);
        moves.extend(odds.into_iter().map(|(made, _)| made));
    }
    for made in moves {
        let mut next = *state;
        game.play(&mut next, made);
        known(game, &next, sets);
    }
}

/// Plays matches by chance and checks every decision; says how many questions were asked, and how many of
/// them the small game does not know.
fn wander(rules: Rules, matches: u64) -> [usize; 2] {
    let (small, mut sets) = (TrucoHand::new(CLASSES), HashMap::new());
    known(&small, &small.initial(), &mut sets);
    let (game, mut counts) = (Truco { rules }, [0; 2]);
    for number in 0..matches {
        let mut rng = Rng::stream(11, "wander", number);
        let (mut state, mut moves) = (game.initial(), Vec::new());
        while game.turn(&state) != Turn::Over {
            if state.dealt {
                moves.clear();
                game.moves(&state, &mut moves);
                let told = coarse::coarse(&rules, &state, Classes::new(CLASSES));
                assert!(moves.contains(&told.otherwise));
                for question in told.questions {
                    assert!(question.moves.iter().flatten().all(|made| moves.contains(made)), "{state:?}");
                    let key = (question.seat.index() as u8, question.info);
                    let found = sets.get(&key);
                    assert!(found.is_none_or(|&count| count == question.moves.len()), "{state:?}");
                    counts[0] += 1;
                    counts[1] += usize::from(found.is_none());
                }
                game.play(&mut state, moves[rng.below(moves.len())]);
            } else {
                let dealt = game.draw(&state, &mut rng);
                game.play(&mut state, dealt);
            }
        }
    }
    counts
}

#[test]
fn whatever_happens_is_known_in_the_small_game() {
    let [asked, strange] = wander(DEFAULTS, 1500);
    assert!(asked > 20_000 && strange * 1000 < asked, "{strange} of {asked} are unknown");
    let other = Rules { envido_first: true, falta: Falta::Half, target: 18, ..DEFAULTS };
    let [asked, strange] = wander(other, 500);
    assert!(asked > 5_000 && strange * 1000 < asked, "{strange} of {asked} are unknown");
}

#[test]
fn envido_is_asked_before_the_tricks() {
    let told = asked(&after(&GAME, PLAIN));
    let [envido, tricks] = &told.questions[..] else { panic!("two questions: {told:?}") };
    assert_eq!(envido.moves[0], None, "who passes plays on");
    assert_eq!(envido.moves[1], Some(Move::Say(Call::Envido)));
    assert_eq!(tricks.moves.last(), Some(&Some(Move::Say(Call::Truco))));
    assert_eq!((envido.info[0], tricks.info[0]), (2, 1));
}

#[test]
fn what_was_said_of_envido_is_no_part_of_the_tricks() {
    let plain = only(&format!("{PLAIN} 3o 2b truco"));
    let after_envido = only(&format!("{PLAIN} envido quero 3o 2b truco"));
    assert_eq!(plain.info, after_envido.info);
}

#[test]
fn a_trick_went_as_it_did_even_where_classes_tie() {
    // 5 and 4 are of one class.
    let question = only("deal-5e.6o.12c-4e.7b.2o 5e 4e truco");
    let tie = only("deal-5e.6o.12c-5o.7b.2o 5e 5o truco");
    assert_ne!(question.info, tie.info);
}

#[test]
fn the_card_that_takes_is_meant_where_one_of_the_class_does() {
    // 6, 5 and 4 are of one class: the 6 takes the 5.
    let told = asked(&after(&GAME, "deal-5e.1e.1b-6e.4e.4b 5e"));
    let tricks = told.questions.last().expect("a question");
    assert!(tricks.moves.contains(&Some(Move::Card(deck::read("6e").unwrap()))));
}

#[test]
fn the_score_turns_foolish_answers() {
    let mut state = after(&GAME, &format!("{PLAIN} truco"));
    state.points = [10, 23];
    let hopeless = asked(&state);
    assert!(hopeless.questions.iter().all(|question| question.seat == Seat::new(1)));
    let refuses = |told: &Coarse<Move>| {
        told.questions.iter().any(|question| question.moves.contains(&Some(Move::Say(Call::NaoQuero))))
    };
    assert!(refuses(&hopeless), "who is to answer has 23: to refuse loses one point, not the match");
    state.points = [23, 10];
    let told = asked(&state);
    assert!(!refuses(&told));
    assert_eq!(told.otherwise, Move::Say(Call::Retruco), "nothing is lost by a raise");
    state.points = [22, 10];
    let told = asked(&state);
    assert!(refuses(&told), "to refuse loses one point, to raise the match");
    assert_ne!(told.otherwise, Move::Say(Call::Retruco));
    let mut raised = after(&GAME, &format!("{PLAIN} truco retruco"));
    raised.points = [10, 21];
    assert!(!asked(&raised).questions.is_empty(), "two points are not the match: the strategy is asked");
}
