//! Tests of the small hand of truco.

use super::*;
use crate::truco::deck::{CARDS, deal, envido, is_flor};
use std::collections::{HashMap, HashSet};

/// A hand of six classes after these moves.
fn after(moves: &str) -> State {
    let game = TrucoHand::new(6);
    let mut state = game.initial();
    for text in moves.split_whitespace() {
        let chosen = game.parse(&state, text).unwrap_or_else(|| panic!("`{text}` is not legal: {state:?}"));
        game.play(&mut state, chosen);
    }
    state
}

fn words(state: &State) -> Vec<String> {
    let game = TrucoHand::new(6);
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    moves.into_iter().map(|made| ludometer_game::text_of(&game, state, made)).collect()
}

/// The positions of the whole game; what seats know in them is put in `sets`.
fn grow(game: &TrucoHand, state: &State, sets: &mut HashSet<Vec<u8>>) -> u64 {
    let (mut moves, mut odds) = (Vec::new(), Vec::new());
    match game.turn(state) {
        Turn::Seat(seat) => {
            let mut info = vec![seat.index() as u8];
            game.info(state, seat, &mut info);
            sets.insert(info);
            game.moves(state, &mut moves);
        }
        Turn::Chance => {
            assert!(game.chance(state, &mut odds));
            let sum: f64 = odds.iter().map(|(_, odds)| odds).sum();
            assert!((sum - 1.0).abs() < 1e-9 && odds.iter().all(|(_, odds)| *odds > 0.0), "{state:?}");
            moves.extend(odds.iter().map(|(made, _)| *made));
        }
        _ => {}
    }
    let next = |made: Move| {
        let mut next = *state;
        game.play(&mut next, made);
        grow(game, &next, sets)
    };
    1 + moves.into_iter().map(next).sum::<u64>()
}

#[test]
fn the_whole_game_has_so_many_positions() {
    for (classes, positions, known) in [(3, 352_158, 18_078), (4, 733_513, 64_633)] {
        let (game, mut sets) = (TrucoHand::new(classes), HashSet::new());
        assert_eq!(grow(&game, &game.initial(), &mut sets), positions, "{classes} classes");
        assert_eq!(sets.len(), known, "{classes} classes");
    }
}

/// All hands of three cards.
fn trios() -> impl Iterator<Item = [u8; 3]> {
    (0..CARDS).flat_map(|a| (0..a).flat_map(move |b| (0..b).map(move |c| [a, b, c])))
}

fn by_class(classes: &Classes, cards: [u8; 3]) -> [u8; 3] {
    let mut hand = cards.map(|card| classes.of(card));
    hand.sort_unstable_by(|one, other| other.cmp(one));
    hand
}

#[test]
fn hands_of_classes_are_as_likely_as_those_of_cards() {
    for count in classes::LEAST..=classes::MOST {
        let classes = Classes::new(count);
        assert_eq!(classes.count(), count);
        let mut counted: HashMap<_, f64> = HashMap::new();
        trios().for_each(|cards| *counted.entry(by_class(&classes, cards)).or_default() += 1.0);
        assert_eq!(classes.hands(None).into_iter().collect::<HashMap<_, _>>(), counted, "{count} classes");
        let taken = deal(4_711)[0];
        let mut left: HashMap<_, f64> = HashMap::new();
        for cards in trios().filter(|cards| cards.iter().all(|card| !taken.contains(card))) {
            *left.entry(by_class(&classes, cards)).or_default() += 1.0;
        }
        let hands = classes.hands(Some(by_class(&classes, taken)));
        assert_eq!(hands.into_iter().collect::<HashMap<_, _>>(), left, "{count} classes");
    }
}

#[test]
fn points_are_as_likely_as_in_two_hands_without_a_flor() {
    let plain: Vec<[u8; 3]> = trios().filter(|cards| !is_flor(cards)).collect();
    for points in [0, 7, 20, 27, 33] {
        let mut counted = vec![0.0; 34];
        for one in plain.iter().filter(|one| envido(one) == points) {
            let apart = plain.iter().filter(|other| other.iter().all(|card| !one.contains(card)));
            apart.for_each(|other| counted[usize::from(envido(other))] += 1.0);
        }
        let counted: Vec<(u8, f64)> = (0..34).zip(counted).filter(|(_, ways)| *ways > 0.0).collect();
        assert_eq!(points::ways(Some(points)), counted, "{points} points");
    }
    assert_eq!(points::ways(None).len(), 22);
}

#[test]
fn tricks_are_those_of_truco() {
    let paid = |moves: &str| after(&format!("for-tricks {moves}")).paid;
    assert_eq!(paid("cards-5.4.0 cards-3.3.0 c5 c3 c4 c3"), Some(1), "two of three");
    assert_eq!(paid("cards-5.4.0 cards-5.4.0 c5 c5"), None, "after a tie the mão leads");
    assert_eq!(paid("cards-5.4.0 cards-5.3.3 c5 c5 c4 c3"), Some(1), "after a tie the next decides");
    assert_eq!(paid("cards-3.2.1 cards-3.2.1 c3 c3 c2 c2 c1 c1"), Some(1), "all tied, the mão");
    assert_eq!(paid("cards-3.2.1 cards-4.2.0 c3 c4 c2 c2"), Some(-1), "a tie later, who took the first");
}

#[test]
fn truco_is_called_answered_and_raised_in_turn() {
    let dealt = "for-tricks cards-5.4.0 cards-3.3.0";
    assert_eq!(words(&after(dealt)), ["c5", "c4", "c0", "truco"]);
    assert_eq!(words(&after(&format!("{dealt} truco"))), ["quero", "nao-quero", "retruco"]);
    assert_eq!(words(&after(&format!("{dealt} truco quero"))), ["c5", "c4", "c0"], "the pé alone may raise");
    assert_eq!(words(&after(&format!("{dealt} truco quero c5"))), ["c3", "c0", "retruco"]);
    let paid = |moves: &str| after(&format!("{dealt} {moves}")).paid;
    assert_eq!(paid("truco nao-quero"), Some(1));
    assert_eq!(paid("truco retruco nao-quero"), Some(-2));
    assert_eq!(paid("truco retruco vale-quatro nao-quero"), Some(3));
    assert_eq!(paid("truco retruco vale-quatro quero c5 c3 c4 c3"), Some(4));
}

#[test]
fn a_last_card_is_laid_by_itself_where_nothing_can_be_said() {
    let line = "for-tricks cards-5.1.0 cards-3.2.0 truco retruco vale-quatro quero c5 c3 c0 c2";
    assert_eq!(after(line).paid, Some(4));
    let open = after("for-tricks cards-5.1.0 cards-3.2.0 c5 c3 c0 c2");
    assert_eq!((open.paid, open.mover), (None, 1), "truco can still be said");
}

#[test]
fn envido_is_that_of_truco() {
    let paid = |moves: &str| after(&format!("for-envido-9 {moves}")).paid;
    assert_eq!(paid("points-20 points-33 pass pass"), Some(0));
    assert_eq!(paid("points-20 points-33 envido quero"), Some(-2));
    assert_eq!(paid("points-27 points-27 pass envido quero"), Some(2), "equals are won by the mão");
    assert_eq!(paid("points-20 points-33 envido real-envido nao-quero"), Some(-2));
    assert_eq!(paid("points-20 points-33 envido envido real-envido falta-envido nao-quero"), Some(-7));
    assert_eq!(paid("points-20 points-33 pass falta-envido quero"), Some(-9));
    assert_eq!(paid("points-20 points-33 falta-envido nao-quero"), Some(1));
    assert_eq!(
        words(&after("for-envido-9 points-20 points-33 real-envido")),
        ["quero", "nao-quero", "falta-envido"]
    );
}

/// What a style does after these moves.
fn advised(style: usize, moves: &str) -> String {
    let (game, state) = (TrucoHand::new(6), after(moves));
    let (mut legal, mut liked) = (Vec::new(), Vec::new());
    game.moves(&state, &mut legal);
    game.advise(&state, Seat::new(state.mover), style, &legal, &mut liked).expect("advice");
    let best: Vec<usize> = (0..liked.len()).filter(|&at| liked[at] == 1.0).collect();
    assert_eq!((liked.iter().sum::<f32>(), best.len()), (1.0, 1), "{liked:?}");
    ludometer_game::text_of(&game, &state, legal[best[0]])
}

#[test]
fn styles_bet_by_their_chances() {
    const BALANCED: usize = 0;
    const BOLD: usize = 1;
    const TIMID: usize = 2;
    let said = |style, moves: &str| advised(style, &format!("for-envido-12 {moves}"));
    assert_eq!(said(BALANCED, "points-33 points-20"), "real-envido");
    assert_eq!(said(BALANCED, "points-26 points-20"), "envido");
    assert_eq!(said(BALANCED, "points-5 points-20"), "pass");
    assert_eq!(said(BALANCED, "points-33 points-5 envido"), "nao-quero");
    assert_eq!(said(BALANCED, "points-26 points-33 envido"), "falta-envido");
    assert_eq!(said(BOLD, "points-22 points-20"), "envido");
    assert_eq!(said(TIMID, "points-22 points-20"), "pass");
    let played = |style, moves: &str| advised(style, &format!("for-tricks {moves}"));
    assert_eq!(played(BALANCED, "cards-5.5.4 cards-3.2.1"), "truco");
    assert_eq!(played(BALANCED, "cards-5.5.4 cards-1.0.0 truco"), "nao-quero");
    let answers = |hand: &str| {
        [BALANCED, BOLD, TIMID].map(|style| played(style, &format!("cards-5.5.4 cards-{hand} truco")))
    };
    assert_eq!(answers("3.1.0"), ["quero", "retruco", "nao-quero"]);
    assert_eq!(answers("2.1.0"), ["nao-quero", "quero", "nao-quero"]);
    assert_eq!(answers("1.1.0"), ["nao-quero"; 3]);
    assert_eq!(played(TIMID, "cards-3.2.0 cards-3.2.1"), "c3", "the card that wins against most");
    // It takes nothing any more: the weakest.
    assert_eq!(played(TIMID, "cards-5.4.3 cards-1.0.0 c3 c0 c4"), "c0");
}
