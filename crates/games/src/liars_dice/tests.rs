//! Tests of liar's dice.

use super::*;
use std::collections::HashSet;

fn game(seats: usize, dice: usize, faces: usize, wild: bool) -> LiarsDice {
    LiarsDice { seats, dice, faces, wild }
}

fn round(game: &LiarsDice, moves: &str) -> State {
    moves.split_whitespace().fold(game.initial(), |mut state, text| {
        let chosen = game.parse(&state, text).unwrap_or_else(|| panic!("`{text}` is not legal"));
        game.play(&mut state, chosen);
        state
    })
}

#[test]
fn calls_are_settled_by_all_dice() {
    let first = |game: &LiarsDice, moves| {
        let state = round(game, moves);
        assert_eq!(game.turn(&state), Turn::Over, "{moves}");
        game.payoff(&state).points[Seat::new(0)]
    };
    let two = game(2, 1, 6, true);
    assert_eq!(first(&two, "2 5 1x2 liar"), 1.0);
    assert_eq!(first(&two, "2 5 1x3 liar"), -1.0);
    assert_eq!(first(&two, "2 6 2x2 liar"), 1.0, "a six is wild");
    assert_eq!(first(&two, "2 5 1x3 1x5 liar"), -1.0, "the bidder wins what is true");
    assert_eq!(first(&two, "2 6 2x6 liar"), -1.0, "a two is no six");
    assert_eq!(first(&game(2, 1, 6, false), "2 6 2x2 liar"), -1.0, "no face is wild");
    let three = game(3, 2, 6, true);
    let state = round(&three, "13 22 36 1x1 3x2 4x2 liar");
    assert_eq!(three.payoff(&state).points.as_slice(), &[1.0, 0.0, -1.0], "two twos and a six");
    assert_eq!(three.ending(&state), "a liar was caught");
}

#[test]
fn bids_rise_by_number_and_then_by_face() {
    let game = game(2, 1, 3, true);
    let (state, mut legal) = (round(&game, "1 1 1x2"), Vec::new());
    game.moves(&state, &mut legal);
    let texts: Vec<String> = legal
        .into_iter()
        .map(|chosen| {
            let mut text = String::new();
            game.text(&state, chosen, &mut text);
            text
        })
        .collect();
    assert_eq!(texts, ["1x3", "2x1", "2x2", "2x3", "liar"]);
}

#[test]
fn throws_are_as_likely_as_counting_orders_says() {
    for (dice, faces) in [(1, 6), (2, 6), (3, 2), (4, 3), (5, 8)] {
        let mut listed = Vec::new();
        Dice::each(dice, faces, &mut |thrown, odds| listed.push((thrown, odds)));
        let orders = faces.pow(dice as u32);
        // Every order of the dice, one by one.
        let mut counted = std::collections::HashMap::new();
        for order in 0..orders {
            let face = |die: usize| order / faces.pow(die as u32) % faces;
            let code: u32 = (0..dice).map(|die| 1 << (4 * face(die))).sum();
            *counted.entry(Dice::of_code(code)).or_insert(0.0) += 1.0;
        }
        assert_eq!(listed.len(), counted.len());
        for (thrown, odds) in listed {
            assert!((odds - counted[&thrown] / orders as f64).abs() < 1e-12, "{thrown:?}");
        }
    }
}

fn collect_infos(game: &LiarsDice, state: &State, found: &mut HashSet<(Seat, Vec<u8>)>) {
    let mut options = Vec::new();
    match game.turn(state) {
        Turn::Chance => {
            let mut odds = Vec::new();
            game.chance(state, &mut odds);
            options.extend(odds.into_iter().map(|(outcome, _)| outcome));
        }
        Turn::Seat(seat) => {
            let mut info = Vec::new();
            game.info(state, seat, &mut info);
            found.insert((seat, info));
            game.moves(state, &mut options);
        }
        _ => {}
    }
    for option in options {
        let mut next = *state;
        game.play(&mut next, option);
        collect_infos(game, &next, found);
    }
}

#[test]
fn information_sets_are_hands_times_sets_of_bids() {
    for (faces, hands_times_sets) in [(2, 2 << 4), (3, 3 << 6), (4, 4 << 8)] {
        let (game, mut found) = (game(2, 1, faces, true), HashSet::new());
        collect_infos(&game, &game.initial(), &mut found);
        assert_eq!(found.len(), hands_times_sets, "{faces} faces");
    }
    assert_eq!(6 << 12, 24_576, "the same rule gives the known size of the standard game");
}

#[test]
fn hidden_dice_are_thrown_anew() {
    let game = game(3, 2, 6, true);
    let state = round(&game, "13 22 36 1x1");
    let mut rng = Rng::stream(1, "liars dice", 0);
    let mut twos = 0;
    for _ in 0..3600 {
        let world = game.sample(&state, Seat::new(0), &mut rng);
        assert_eq!(world.hands[0], state.hands[0]);
        twos += usize::from(world.hands[1] == state.hands[1]);
    }
    assert!((60..145).contains(&twos), "a pair of twos comes once in 36: {twos}");
    let shown = round(&game, "13 22 36 1x1 liar");
    assert_eq!(game.sample(&shown, Seat::new(0), &mut rng), shown, "a call shows all dice");
}

#[test]
fn the_odds_of_a_bid_are_binomial() {
    let game = game(2, 2, 6, true);
    let odds = |moves| {
        let state = round(&game, moves);
        game.odds(&state, state.hands[1])
    };
    assert!((odds("11 25 1x2") - 1.0).abs() < 1e-6, "an own die fits");
    assert!((odds("11 25 2x3") - 1.0 / 9.0).abs() < 1e-6, "both others must show 3 or 6");
    assert!((odds("11 25 2x2") - 5.0 / 9.0).abs() < 1e-6, "one of the others must");
    assert!((odds("11 25 1x6") - 11.0 / 36.0).abs() < 1e-6, "nothing stands for the wild face");
    assert!(odds("11 25 4x3").abs() < 1e-6, "there are not so many dice");
}
