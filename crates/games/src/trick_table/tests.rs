//! Tests of trick play.

use super::*;
use std::collections::HashSet;

const SHAPE: Shape = Shape { deck: Deck { suits: 3, ranks: 4 }, seats: 3, hand: 3, turned: true };

fn card(name: &str) -> u8 {
    (0..SHAPE.deck.size() as u8).find(|&card| SHAPE.deck.name(card) == name).expect("a card of the deck")
}

/// A table with these hands.
fn table(hands: [&str; 3]) -> Table {
    let mut table = Table { dealt: true, turned: Some(card("JD")), ..SHAPE.empty_table() };
    for (seat, names) in hands.into_iter().enumerate() {
        table.hands[seat] = names.split(' ').fold(0, |set, name| set | one(card(name)));
    }
    table
}

#[test]
fn who_can_must_follow_and_who_cannot_shows_it() {
    let mut table = table(["AS KS QD", "JS QH KH", "QS JH AD"]);
    assert_eq!(SHAPE.play(&mut table, card("KS"), None), None);
    assert_eq!(SHAPE.legal(&table), one(card("JS")));
    SHAPE.play(&mut table, card("JS"), None);
    assert_eq!(SHAPE.play(&mut table, card("QS"), None), Some(Seat::new(0)));
    assert_eq!(table.lacks, [0; 6]);
    SHAPE.play(&mut table, card("AS"), None);
    assert_eq!(SHAPE.legal(&table).count_ones(), 2, "no spade left: anything goes");
    SHAPE.play(&mut table, card("QH"), None);
    assert_eq!(table.lacks[..3], [0, 1, 0], "the second seat has no spade");
}

#[test]
fn trumps_take_tricks_and_other_suits_do_not() {
    let hands = ["AS KS QD", "JH QH KH", "QS JS AD"];
    for (trump, taker) in [(None, 0), (Some(1), 1), (Some(2), 0)] {
        let mut table = table(hands);
        SHAPE.play(&mut table, card("KS"), trump);
        SHAPE.play(&mut table, card("JH"), trump);
        assert_eq!(SHAPE.play(&mut table, card("QS"), trump), Some(Seat::new(taker)), "{trump:?}");
        assert_eq!(SHAPE.mover(&table), Seat::new(taker), "who takes leads");
    }
}

#[test]
fn samples_keep_the_turned_card_and_the_lacks() {
    let mut table = table(["AS KS QD", "JH QH KH", "QS JS AD"]);
    SHAPE.play(&mut table, card("KS"), None);
    SHAPE.play(&mut table, card("JH"), None);
    let mut rng = Rng::stream(1, "table sample", 0);
    let mut seen = HashSet::new();
    for _ in 0..2000 {
        let world = SHAPE.sample(&table, Seat::new(0), &mut rng);
        assert_eq!(world.hands[0], table.hands[0]);
        assert_eq!(world.hands[1] & SHAPE.deck.of_suit(0), 0, "no spade where none can be");
        assert_eq!((world.hands[1] | world.hands[2]) & one(card("JD")), 0, "the turned card is known");
        seen.insert(world.hands);
    }
    // Unseen: two spades, three hearts, two diamonds. The second seat has two of the last five, the
    // third seat three of the five cards left over.
    assert_eq!(seen.len(), 10 * 10);
}

#[test]
fn few_deals_are_listed_and_read_back() {
    let few = Shape { deck: Deck { suits: 2, ranks: 3 }, seats: 3, hand: 2, turned: false };
    assert_eq!(few.listed(), Some(90));
    assert_eq!((few.read_deal("deal-59"), few.read_deal("deal-5a")), (Some(0x59), None));
    let deals: HashSet<Table> = (0..90).map(|number| few.deal(number)).collect();
    assert_eq!(deals.len(), 90);
    assert_eq!(SHAPE.listed(), None);
    assert_eq!(SHAPE.read_deal("deal-ffffffffffffffff"), Some(u64::MAX));
    assert_eq!(SHAPE.read_deal("deal-"), None);
}
