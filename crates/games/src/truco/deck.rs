//! The forty Spanish cards: their power in the tricks, their points for envido and flor, and the numbers of
//! all deals.

/// How many cards there are.
pub const CARDS: u8 = 40;
/// How many hands of three cards there are, and how many are left to the other player.
pub const HANDS: u32 = 9_880;
pub const OTHER_HANDS: u32 = 7_770;
/// How many deals there are.
pub const DEALS: u32 = HANDS * OTHER_HANDS;
/// Cards differ in power from 0 to this.
pub const STRONGEST: u8 = 13;

const FACES: [u8; 10] = [1, 2, 3, 4, 5, 6, 7, 10, 11, 12];
const SUITS: [char; 4] = ['e', 'o', 'b', 'c'];

/// Three cards, the strongest first.
pub type Trio = [u8; 3];

/// The suit of a card: swords, coins, clubs, cups.
#[must_use]
pub const fn suit(card: u8) -> u8 {
    card / 10
}

/// The number printed on a card.
#[must_use]
pub const fn face(card: u8) -> u8 {
    FACES[card as usize % 10]
}

/// What a card is worth in a trick: the greater takes it, equals tie.
#[must_use]
pub const fn power(card: u8) -> u8 {
    match (suit(card), face(card)) {
        (0, 1) => STRONGEST,
        (2, 1) => 12,
        (0, 7) => 11,
        (1, 7) => 10,
        (_, 3) => 9,
        (_, 2) => 8,
        (_, 1) => 7,
        (_, 12) => 6,
        (_, 11) => 5,
        (_, 10) => 4,
        (_, 7) => 3,
        (_, 6) => 2,
        (_, 5) => 1,
        _ => 0,
    }
}

/// What a card counts for envido and flor.
#[must_use]
pub const fn pips(card: u8) -> u8 {
    if face(card) < 10 { face(card) } else { 0 }
}

/// The strongest card first; equals in the order of the suits.
#[must_use]
pub fn sorted(mut cards: Trio) -> Trio {
    cards.sort_unstable_by_key(|&card| (STRONGEST - power(card), card));
    cards
}

/// Envido: 20 and the two best cards of one suit, or the best single card.
#[must_use]
pub fn envido(cards: &Trio) -> u8 {
    let pair = |a: u8, b: u8| if suit(a) == suit(b) { 20 + pips(a) + pips(b) } else { pips(a).max(pips(b)) };
    let [a, b, c] = *cards;
    pair(a, b).max(pair(a, c)).max(pair(b, c))
}

/// Whether all three cards are of one suit.
#[must_use]
pub fn is_flor(cards: &Trio) -> bool {
    suit(cards[0]) == suit(cards[1]) && suit(cards[0]) == suit(cards[2])
}

/// The points of a flor: 20 and all three cards.
#[must_use]
pub fn flor(cards: &Trio) -> u8 {
    20 + cards.iter().map(|&card| pips(card)).sum::<u8>()
}

/// `1e`, `12c`.
#[must_use]
pub fn name(card: u8) -> String {
    format!("{}{}", face(card), SUITS[usize::from(suit(card))])
}

/// Reads `1e`; clubs may be called `p` for paus.
#[must_use]
pub fn read(text: &str) -> Option<u8> {
    let at = text.len().checked_sub(1)?;
    let (number, letter) = (text.get(..at)?, text.get(at..)?.to_ascii_lowercase());
    let letter = if letter == "p" { "b" } else { letter.as_str() };
    (0..CARDS).find(|&card| {
        SUITS[usize::from(suit(card))].to_string() == letter && face(card).to_string() == number
    })
}

/// How many ways there are to choose three, two or one of so many.
const fn threes(n: u32) -> u32 {
    if n < 3 { 0 } else { n * (n - 1) * (n - 2) / 6 }
}

const fn twos(n: u32) -> u32 {
    if n < 2 { 0 } else { n * (n - 1) / 2 }
}

/// Set number `number` of three places, the greatest first.
fn places(number: u32) -> [u8; 3] {
    let mut left = number;
    let mut greatest = |count: fn(u32) -> u32| {
        let mut place = 0;
        while count(place + 1) <= left {
            place += 1;
        }
        left -= count(place);
        place as u8
    };
    [greatest(threes), greatest(twos), greatest(|n| n)]
}

/// The number of a set of places.
fn number_of(mut places: [u8; 3]) -> u32 {
    places.sort_unstable();
    let [a, b, c] = places.map(u32::from);
    threes(c) + twos(b) + a
}

/// The hands of deal `number`, below [`DEALS`], for seat 1 and seat 2.
#[must_use]
pub fn deal(number: u32) -> [Trio; 2] {
    let first = places(number / OTHER_HANDS % HANDS);
    let mut taken = first;
    taken.sort_unstable();
    // Of the cards that are left, counted without those of the first hand.
    let second = places(number % OTHER_HANDS)
        .map(|place| taken.iter().fold(place, |card, &other| card + u8::from(other <= card)));
    [sorted(first), sorted(second)]
}

/// The number of the deal of these six cards.
#[must_use]
pub fn deal_number(hands: [Trio; 2]) -> u32 {
    let [first, second] = hands;
    let left = second.map(|card| card - first.iter().filter(|&&other| other < card).count() as u8);
    number_of(first) * OTHER_HANDS + number_of(left)
}
