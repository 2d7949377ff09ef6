//! Counts that are known: deals, hands by power, points of envido and flor.

use super::*;
use crate::truco::deck::{
    CARDS, DEALS, HANDS, OTHER_HANDS, Trio, deal, deal_number, envido, flor, is_flor, name, power, sorted,
};
use std::collections::HashSet;

fn hands() -> Vec<Trio> {
    let pairs = (0..CARDS).flat_map(|a| (0..a).map(move |b| (a, b)));
    pairs.flat_map(|(a, b)| (0..b).map(move |c| sorted([a, b, c]))).collect()
}

#[test]
fn hands_are_as_many_as_the_thesis_counts() {
    let all = hands();
    assert_eq!((all.len(), HANDS, OTHER_HANDS, DEALS), (9_880, 9_880, 7_770, 76_767_600));
    let powers: HashSet<_> = all.iter().map(|hand| hand.map(power)).collect();
    assert_eq!(powers.len(), 502);
    let flores: Vec<_> = all.iter().filter(|hand| is_flor(hand)).collect();
    assert_eq!(flores.len(), 480);
    assert_eq!(flores.iter().map(|hand| flor(hand)).collect::<HashSet<_>>(), (20..=38).collect());
    assert_eq!((20..=38u8).len(), 19);
    let points: HashSet<u8> = all.iter().map(envido).collect();
    assert_eq!(points, (0..=7).chain(20..=33).collect());
    assert_eq!(points.len(), 22);
}

#[test]
fn cards_rank_as_in_the_thesis() {
    let ranked = [
        "1e",
        "1b",
        "7e",
        "7o",
        "3e 3o 3b 3c",
        "2e 2o 2b 2c",
        "1o 1c",
        "12e 12o 12b 12c",
        "11e 11o 11b 11c",
        "10e 10o 10b 10c",
        "7b 7c",
        "6e 6o 6b 6c",
        "5e 5o 5b 5c",
        "4e 4o 4b 4c",
    ];
    for (rank, names) in ranked.iter().enumerate() {
        let of_rank = (0..CARDS).filter(|&card| usize::from(power(card)) == 13 - rank);
        assert_eq!(of_rank.map(name).collect::<Vec<_>>().join(" "), *names);
    }
}

#[test]
fn points_count_the_two_best_of_a_suit_or_the_best_card() {
    let points = |hand: &str| match Move::read(&format!("deal-{hand}-4c.5c.6b")) {
        Some(Move::Deal(number)) => envido(&deal(number)[0]),
        read => panic!("{read:?}"),
    };
    assert_eq!(
        ["7e.6e.1o", "7e.6e.5e", "12e.11e.7o", "10e.7o.5b", "12e.11o.10b"].map(points),
        [33, 33, 20, 7, 0]
    );
}

#[test]
fn every_deal_has_one_number() {
    for number in (0..DEALS).step_by(7_001).chain([DEALS - 1]) {
        let hands = deal(number);
        let cards: HashSet<u8> = hands.concat().into_iter().collect();
        assert!(cards.len() == 6 && cards.iter().all(|&card| card < CARDS), "{number}: {hands:?}");
        assert_eq!(deal_number(hands), number);
        let mut text = String::new();
        Move::Deal(number).write(&mut text);
        assert_eq!(Move::read(&text), Some(Move::Deal(number)), "{text}");
    }
    for nonsense in
        ["deal-", "deal-1e.7e.7o", "deal-1e.7e.7o-1e.4c.5c", "deal-1e.7e-4c.5c.6b", "deal-8e.7e.7o-4c.5c.6b"]
    {
        assert_eq!(Move::read(nonsense), None, "{nonsense}");
    }
}
