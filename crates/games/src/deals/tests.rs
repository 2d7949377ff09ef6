//! Tests of decks and deals.

use super::*;
use std::collections::{HashMap, HashSet};

const SMALL: Deck = Deck { suits: 3, ranks: 3 };

#[test]
fn cards_are_named_by_rank_and_suit() {
    let full = Deck { suits: 4, ranks: 13 };
    assert_eq!([0, 10, 12, 13, 51].map(|card| full.name(card)), ["2S", "QS", "AS", "2H", "AC"]);
    assert_eq!(full.card(0, "Q"), Some(10));
    assert_eq!(SMALL.name(0), "QS");
    assert_eq!((SMALL.card(0, "Q"), SMALL.card(0, "J"), SMALL.card(3, "A")), (Some(0), None, None));
    assert_eq!(full.all().count_ones(), 52);
    assert_eq!(cards(full.of_suit(1)).collect::<Vec<_>>(), (13..26).collect::<Vec<_>>());
}

#[test]
fn numbered_deals_are_all_deals_once() {
    let sizes = [3, 2, 1];
    let count = SMALL.deals(&sizes);
    assert_eq!(count, 84.0 * 15.0 * 4.0);
    let mut seen = HashSet::new();
    for number in 0..count as u64 {
        let deal = SMALL.numbered_deal(&sizes, number);
        assert_eq!(deal.iter().map(|hand| hand.count_ones()).collect::<Vec<_>>(), sizes);
        assert_eq!(deal.iter().sum::<u64>(), deal.iter().fold(0, |set, hand| set | hand));
        assert!(seen.insert(deal));
    }
}

#[test]
fn shuffled_deals_are_even() {
    let sizes = [1, 1];
    let mut seen: HashMap<Vec<u64>, f64> = HashMap::new();
    for seed in 0..7200 {
        *seen.entry(SMALL.shuffled_deal(&sizes, seed)).or_default() += 1.0;
    }
    assert_eq!(seen.len(), 72);
    let chi2: f64 = seen.values().map(|count| (count - 100.0).powi(2) / 100.0).sum();
    assert!(chi2 < 71.0 + 5.0 * 142f64.sqrt(), "{chi2}");
}

/// Every deal of the unseen cards in which nobody gets a suit it lacks, card by card.
fn all_deals(deck: Deck, unseen: &[u8], holders: &[Holder], hands: &mut Vec<u64>, out: &mut Vec<Vec<u64>>) {
    let Some((&card, rest)) = unseen.split_first() else {
        let filled = hands.iter().zip(holders).all(|(hand, holder)| hand.count_ones() == holder.cards);
        if filled {
            out.push(hands.clone());
        }
        return;
    };
    all_deals(deck, rest, holders, hands, out);
    for holder in 0..holders.len() {
        let may = holders[holder].lacks >> deck.suit(card) & 1 == 0;
        if may && hands[holder].count_ones() < holders[holder].cards {
            hands[holder] |= one(card);
            all_deals(deck, rest, holders, hands, out);
            hands[holder] &= !one(card);
        }
    }
}

fn check_redeals(deck: Deck, unseen: u64, holders: &[Holder], rng: &mut Rng) -> usize {
    let mut deals = Vec::new();
    all_deals(deck, &cards(unseen).collect::<Vec<_>>(), holders, &mut vec![0; holders.len()], &mut deals);
    let mut seen: HashMap<Vec<u64>, f64> = deals.into_iter().map(|deal| (deal, 0.0)).collect();
    let mean = 20.0;
    for _ in 0..seen.len() * mean as usize {
        let deal = deck.redeal(unseen, holders, rng);
        *seen.get_mut(&deal).unwrap_or_else(|| panic!("{deal:?} does not fit {holders:?}")) += 1.0;
    }
    assert!(seen.values().all(|&count| count > 0.0), "every deal is reached: {holders:?}");
    let chi2: f64 = seen.values().map(|count| (count - mean).powi(2) / mean).sum();
    let freedom = seen.len() as f64 - 1.0;
    assert!(chi2 < freedom + 5.0 * (2.0 * freedom).sqrt() + 10.0, "{chi2} of {freedom}: {holders:?}");
    seen.len()
}

#[test]
fn redeals_are_the_consistent_deals_all_of_them_evenly() {
    let mut rng = Rng::stream(1, "redeals", 0);
    let (mut checked, mut largest) = (0, 0);
    while checked < 60 {
        // A random deal, and lacks that are true of it: so at least one deal fits.
        let deck = Deck { suits: 2 + rng.below(3), ranks: 2 + rng.below(2) };
        let sizes: Vec<u32> = (0..2 + rng.below(3)).map(|_| rng.below(4) as u32).collect();
        if sizes.iter().sum::<u32>() as usize > deck.size() || deck.deals(&sizes) > 20_000.0 {
            continue;
        }
        let hands = deck.shuffled_deal(&sizes, rng.bits());
        let lacks = |hand: u64, rng: &mut Rng| {
            let lacked = |suit: &usize| hand & deck.of_suit(*suit) == 0;
            (0..deck.suits).filter(lacked).filter(|_| rng.below(4) > 0).fold(0, |set, suit| set | 1 << suit)
        };
        let holders: Vec<Holder> = hands
            .iter()
            .zip(&sizes)
            .map(|(&hand, &cards)| Holder { cards, lacks: lacks(hand, &mut rng) })
            .collect();
        // Some cards that nobody holds are known, others are not.
        let known = deck.all() & !hands.iter().fold(0, |set, hand| set | hand) & rng.bits();
        largest = largest.max(check_redeals(deck, deck.all() & !known, &holders, &mut rng));
        checked += 1;
    }
    assert!(largest > 500, "some deals have many fits: {largest}");
}

#[test]
fn a_full_table_is_redealt_at_once_however_little_is_known() {
    let deck = Deck { suits: 4, ranks: 13 };
    let holders = [3, 5, 6, 9, 12].map(|lacks| Holder { cards: 8, lacks });
    let mut rng = Rng::stream(1, "large redeal", 0);
    for _ in 0..20 {
        let hands = deck.redeal(deck.all(), &holders, &mut rng);
        for (hand, holder) in hands.iter().zip(holders) {
            assert_eq!(hand.count_ones(), 8);
            assert!((0..4).all(|suit| holder.lacks >> suit & 1 == 0 || hand & deck.of_suit(suit) == 0));
        }
    }
}
