//! Tests of oh hell.

use super::*;
use crate::deals::one;
use crate::trick_table::slow::Slow;
use ludometer_testkit::conformance;
use std::collections::HashMap;

fn table(seats: usize, suits: usize, ranks: usize, hand: usize) -> OhHell {
    let shape = Shape { deck: Deck { suits, ranks }, seats, hand, turned: true };
    OhHell { shape, bonus: 10.0, trick: 1.0, miss: Miss::Nothing, hook: true }
}

fn set(game: &OhHell, names: &str) -> u64 {
    let find = |name: &str| cards(game.shape.deck.all()).find(|&card| game.shape.deck.name(card) == name);
    names.split_whitespace().fold(0, |set, name| set | one(find(name).expect("a card of the deck")))
}

/// A match from these hands with this card turned up.
fn dealt(game: &OhHell, hands: &[&str], turned: &str) -> State {
    let mut state = game.initial();
    state.table.dealt = true;
    state.table.turned = Some(set(game, turned).trailing_zeros() as u8);
    for (seat, names) in hands.iter().enumerate() {
        state.table.hands[seat] = set(game, names);
    }
    state
}

fn play_all(game: &OhHell, state: &mut State, moves: &str) {
    for text in moves.split_whitespace() {
        let chosen = game.parse(state, text).unwrap_or_else(|| panic!("`{text}` is not legal"));
        game.play(state, chosen);
    }
}

#[test]
fn exact_bids_score_and_others_as_the_rules_say() {
    let nothing = table(3, 3, 4, 2);
    let mut state = dealt(&nothing, &["AS JH", "KS QH", "JD AH"], "QD");
    play_all(&nothing, &mut state, "bid-1 bid-1 bid-2 AS KS JD AH JH QH");
    assert_eq!(state.tricks[..3], [0, 0, 2], "a trump takes the spades, and a high heart the rest");
    assert_eq!(nothing.payoff(&state).points.as_slice(), &[0.0, 0.0, 12.0]);
    let mut shared = dealt(&nothing, &["AS JH", "KS QH", "JD AH"], "QD");
    play_all(&nothing, &mut shared, "bid-1 bid-0 bid-2 AS KS JD AH JH QH");
    assert_eq!(nothing.payoff(&shared).points.as_slice(), &[0.0, 10.0, 12.0]);
    let tricks = OhHell { miss: Miss::Tricks, ..table(3, 3, 4, 2) };
    let mut over = dealt(&tricks, &["AS JH", "KS QH", "JD AH"], "QD");
    play_all(&tricks, &mut over, "bid-1 bid-1 bid-1 AS KS JD AH JH QH");
    assert_eq!(tricks.payoff(&over).points.as_slice(), &[0.0, 0.0, 2.0]);
    let penalty = OhHell { miss: Miss::Penalty, ..table(3, 3, 4, 2) };
    assert_eq!(penalty.payoff(&over).points.as_slice(), &[-1.0, -1.0, -1.0]);
}

#[test]
fn the_last_bidder_is_hooked() {
    let game = table(3, 3, 4, 2);
    let mut state = dealt(&game, &["AS JH", "KS QH", "JD AH"], "QD");
    play_all(&game, &mut state, "bid-1 bid-0");
    assert_eq!(game.legal_bids(&state).collect::<Vec<_>>(), [0, 2], "1 would make the bids add up");
    let free = OhHell { hook: false, ..table(3, 3, 4, 2) };
    assert_eq!(free.legal_bids(&state).count(), 3);
}

/// The mean points of random play from here and the number of ways to play on: by the game.
fn random(game: &OhHell, state: &State) -> (Vec<f64>, u64) {
    if game.turn(state) == Turn::Over {
        return (game.payoff(state).points.iter().map(|&points| f64::from(points)).collect(), 1);
    }
    let mut legal = Vec::new();
    game.moves(state, &mut legal);
    let next = |&chosen: &Move| {
        let mut next = *state;
        game.play(&mut next, chosen);
        random(game, &next)
    };
    mean(game.seats(), &legal.iter().map(next).collect::<Vec<_>>())
}

/// The same from the rules alone.
fn slow_random(game: &OhHell, slow: &Slow, bids: &[usize]) -> (Vec<f64>, u64) {
    let (seats, hand) = (game.shape.seats, game.shape.hand);
    if bids.len() < seats {
        let sum: usize = bids.iter().sum();
        let forbidden = |bid: &usize| bids.len() + 1 == seats && sum + bid == hand;
        let next = |bid: usize| slow_random(game, slow, &[bids, &[bid]].concat());
        return mean(seats, &(0..=hand).filter(|bid| !forbidden(bid)).map(next).collect::<Vec<_>>());
    }
    if slow.over() {
        let score =
            |seat: usize| if bids[seat] == slow.tricks[seat] { 10.0 + bids[seat] as f64 } else { 0.0 };
        return ((0..seats).map(score).collect(), 1);
    }
    let next = |card: u8| {
        let mut next = slow.clone();
        next.play(card);
        slow_random(game, &next, bids)
    };
    mean(seats, &slow.following().into_iter().map(next).collect::<Vec<_>>())
}

fn mean(seats: usize, parts: &[(Vec<f64>, u64)]) -> (Vec<f64>, u64) {
    let share = 1.0 / parts.len() as f64;
    let points = (0..seats).map(|seat| parts.iter().map(|(points, _)| points[seat] * share).sum());
    (points.collect(), parts.iter().map(|(_, ways)| ways).sum())
}

#[test]
fn every_way_to_play_every_deal_is_as_the_rules_say() {
    for game in [table(2, 2, 3, 2), table(3, 2, 3, 1)] {
        for number in 0..game.shape.listed().expect("few deals") {
            let mut state = game.initial();
            game.play(&mut state, Move::Deal(number));
            let hands = state.table.hands[..game.shape.seats].iter().map(|&hand| cards(hand).collect());
            let trump = state.table.turned.map(|card| card / game.shape.deck.ranks as u8);
            let slow = Slow::new(game.shape.deck.ranks, trump, hands.collect());
            let ((fast, ways), (known, known_ways)) = (random(&game, &state), slow_random(&game, &slow, &[]));
            assert_eq!(ways, known_ways, "deal {number}");
            assert!(fast.iter().zip(known).all(|(a, b)| (a - b).abs() < 1e-9), "deal {number}");
        }
    }
}

/// With one card each and two seats the hook makes both bid the same: 0 and the loser scores 10, or 1
/// and the winner scores 11. Only the first bid is a choice, so the exact value is a sum over what the
/// first seat can see: its card and the turned one.
#[test]
fn two_seats_with_one_card_have_the_exact_value() {
    let game = table(2, 2, 3, 1);
    let deals = game.shape.listed().expect("few deals");
    let mut by_info: HashMap<Vec<u8>, [f64; 2]> = HashMap::new();
    for number in 0..deals {
        for bid in 0..2 {
            let mut state = game.initial();
            game.play(&mut state, Move::Deal(number));
            let mut info = Vec::new();
            game.info(&state, Seat::new(0), &mut info);
            game.play(&mut state, Move::Bid(bid));
            while game.turn(&state) != Turn::Over {
                let mut only = Vec::new();
                game.moves(&state, &mut only);
                assert_eq!(only.len(), 1);
                game.play(&mut state, only[0]);
            }
            by_info.entry(info).or_default()[usize::from(bid)] +=
                f64::from(game.payoff(&state).points[Seat::new(0)]);
        }
    }
    assert_eq!(by_info.len(), 30, "six cards, five to turn up");
    let value = by_info.values().map(|[low, high]| low.max(*high)).sum::<f64>() / deals as f64;
    // By the rules: of the four cards the other may hold, count those that take the trick.
    let mut known = 0.0;
    for (own, turned) in
        (0..6).flat_map(|own| (0..6).map(move |turned| (own, turned))).filter(|(a, b)| a != b)
    {
        let beats = |other: &i32| if other / 3 == own / 3 { *other > own } else { other / 3 == turned / 3 };
        let lost = (0..6).filter(|other| *other != own && *other != turned).filter(beats).count() as f64;
        known += (10.0 * lost).max(11.0 * (4.0 - lost)) / 4.0 / 30.0;
    }
    assert!((value - known).abs() < 1e-9, "{value} against {known}");
}

#[test]
fn the_laws_hold_for_small_and_large_tables() {
    let games = [
        table(2, 2, 2, 1),
        table(3, 2, 4, 2),
        OhHell { miss: Miss::Penalty, hook: false, ..table(5, 3, 5, 2) },
        OhHell { miss: Miss::Tricks, ..table(6, 4, 13, 8) },
    ];
    for game in games {
        let report = conformance(&game, 4, 1);
        assert!(report.holds(), "{report}");
    }
}
