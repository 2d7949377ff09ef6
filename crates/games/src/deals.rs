//! Decks of suits and ranks, deals by number, and hidden hands dealt anew under what is known.
//!
//! A set of cards is a `u64`, one bit for each card, suit by suit from the lowest rank up.

use ludometer_game::Rng;
use std::collections::HashMap;

/// The most suits and the most cards.
pub(crate) const MOST_SUITS: usize = 4;
pub(crate) const MOST_CARDS: usize = 52;

const SUITS: [char; MOST_SUITS] = ['S', 'H', 'D', 'C'];
const RANKS: [&str; 13] = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];

/// `CHOOSE[n][k]`: how many sets of k cards n cards have.
static CHOOSE: [[f64; MOST_CARDS + 1]; MOST_CARDS + 1] = {
    let mut table = [[0.0; MOST_CARDS + 1]; MOST_CARDS + 1];
    let mut n = 0;
    while n <= MOST_CARDS {
        table[n][0] = 1.0;
        let mut k = 1;
        while k <= n {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

fn choose(n: u32, k: u32) -> f64 {
    CHOOSE[n as usize][k as usize]
}

/// The cards of a set, lowest first.
pub(crate) fn cards(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let card = (set != 0).then(|| set.trailing_zeros() as u8)?;
        set &= set - 1;
        Some(card)
    })
}

/// The set of this card alone.
pub(crate) const fn one(card: u8) -> u64 {
    1 << card
}

/// A random card of a set that is not empty.
pub(crate) fn any_card(set: u64, rng: &mut Rng) -> u8 {
    let skipped = rng.below(set.count_ones() as usize);
    (0..skipped).fold(set, |left, _| left & (left - 1)).trailing_zeros() as u8
}

/// Takes that many random cards out of a set.
fn take(from: &mut u64, count: u32, rng: &mut Rng) -> u64 {
    let mut taken = 0;
    for _ in 0..count {
        let card = one(any_card(*from, rng));
        *from &= !card;
        taken |= card;
    }
    taken
}

/// Takes set number `number` of that many cards out of a set; what is left of the number is returned.
fn take_numbered(from: &mut u64, count: u32, number: u64) -> (u64, u64) {
    let ways = choose(from.count_ones(), count) as u64;
    let (mut index, mut left, mut taken) = (number % ways, count, 0);
    let all = *from;
    for (seen, card) in cards(all).enumerate() {
        if left == 0 {
            break;
        }
        // The sets that have this card come first.
        let with = choose(all.count_ones() - seen as u32 - 1, left - 1) as u64;
        if index < with {
            taken |= one(card);
            left -= 1;
        } else {
            index -= with;
        }
    }
    *from &= !taken;
    (taken, number / ways)
}

/// A deck: the first suits of spades, hearts, diamonds, clubs, and the highest ranks of each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Deck {
    pub suits: usize,
    pub ranks: usize,
}

impl Deck {
    /// How many cards there are.
    pub const fn size(self) -> usize {
        self.suits * self.ranks
    }

    pub const fn all(self) -> u64 {
        (1 << self.size()) - 1
    }

    pub const fn suit(self, card: u8) -> usize {
        card as usize / self.ranks
    }

    /// All cards of a suit.
    pub const fn of_suit(self, suit: usize) -> u64 {
        ((1 << self.ranks) - 1) << (suit * self.ranks)
    }

    /// The rank of a card, its distance from the lowest one.
    pub const fn rank(self, card: u8) -> usize {
        card as usize % self.ranks
    }

    /// `QS`, `10H`.
    pub fn name(self, card: u8) -> String {
        let rank = RANKS[RANKS.len() - self.ranks + self.rank(card)];
        format!("{rank}{}", SUITS[self.suit(card)])
    }

    /// The card of a suit with this rank as written; `None` when the deck has none.
    pub fn card(self, suit: usize, rank: &str) -> Option<u8> {
        let from_top = RANKS.iter().rev().position(|&known| known == rank)?;
        (suit < self.suits && from_top < self.ranks).then(|| ((suit + 1) * self.ranks - 1 - from_top) as u8)
    }

    /// How many ways there are to give each holder its number of cards, as far as a number can say.
    pub fn deals(self, sizes: &[u32]) -> f64 {
        let mut left = self.size() as u32;
        sizes.iter().fold(1.0, |ways, &size| {
            left -= size;
            ways * choose(left + size, size)
        })
    }

    /// Deal number `number` of all, for a deck with few deals.
    pub fn numbered_deal(self, sizes: &[u32], number: u64) -> Vec<u64> {
        let (mut left, mut number) = (self.all(), number);
        let mut next = |&size: &u32| {
            let (hand, rest) = take_numbered(&mut left, size, number);
            number = rest;
            hand
        };
        sizes.iter().map(&mut next).collect()
    }

    /// The deal of a shuffle.
    pub fn shuffled_deal(self, sizes: &[u32], seed: u64) -> Vec<u64> {
        let (mut left, mut rng) = (self.all(), Rng::stream(seed, "deal", 0));
        sizes.iter().map(|&size| take(&mut left, size, &mut rng)).collect()
    }

    /// Deals unseen cards to the holders, every deal in which nobody gets a suit it lacks being
    /// equally likely. There is such a deal; cards left over stay undealt.
    pub fn redeal(self, unseen: u64, holders: &[Holder], rng: &mut Rng) -> Vec<u64> {
        let mut hands = vec![0; holders.len()];
        let mut left = unseen;
        // Who lacks most first: few ways to count there. Who lacks nothing comes last and takes what
        // comes.
        let mut order: Vec<usize> = (0..holders.len()).collect();
        order.sort_by_key(|&holder| (MOST_SUITS as u32) - holders[holder].lacks.count_ones());
        let bound = order.iter().filter(|&&holder| holders[holder].lacks != 0).count();
        let mut counting =
            Counting { bound: order[..bound].iter().map(|&h| holders[h]).collect(), ..Counting::default() };
        for (level, &holder) in order.iter().enumerate() {
            let Holder { cards: count, lacks } = holders[holder];
            let shares = if level + 1 < bound { counting.draw(level, self.sizes(left), rng) } else { None };
            hands[holder] = match shares {
                Some(shares) => (0..self.suits).fold(0, |hand, suit| {
                    let mut of_suit = left & self.of_suit(suit);
                    hand | take(&mut of_suit, shares[suit].into(), rng)
                }),
                None => {
                    let lacked = (0..self.suits).filter(|suit| lacks >> suit & 1 == 1);
                    let mut allowed = lacked.fold(left, |set, suit| set & !self.of_suit(suit));
                    take(&mut allowed, count, rng)
                }
            };
            left &= !hands[holder];
        }
        hands
    }

    fn sizes(self, set: u64) -> Sizes {
        let mut sizes = [0; MOST_SUITS];
        for (suit, size) in sizes.iter_mut().enumerate().take(self.suits) {
            *size = (set & self.of_suit(suit)).count_ones() as u8;
        }
        sizes
    }
}

/// Somebody with hidden cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Holder {
    /// How many.
    pub cards: u32,
    /// Suits that are known not to be among them, as bits.
    pub lacks: u8,
}

/// Cards by suit.
type Sizes = [u8; MOST_SUITS];

/// Counts deals to holders that lack suits. Cards of one suit are alike, so only the numbers of each
/// suit matter; holders that lack nothing can be given the rest in the same number of ways whatever it
/// is.
#[derive(Default)]
struct Counting {
    bound: Vec<Holder>,
    known: HashMap<(usize, Sizes), f64>,
}

impl Counting {
    /// The ways to deal to the bound holders from this one on.
    fn ways(&mut self, level: usize, sizes: Sizes) -> f64 {
        let Some(holder) = self.bound.get(level).copied() else { return 1.0 };
        if level + 1 == self.bound.len() {
            let allowed = (0..MOST_SUITS).filter(|suit| holder.lacks >> suit & 1 == 0);
            return choose(allowed.map(|suit| u32::from(sizes[suit])).sum(), holder.cards);
        }
        if let Some(&ways) = self.known.get(&(level, sizes)) {
            return ways;
        }
        let ways = self.weighed(level, sizes).iter().map(|(_, weight)| weight).sum();
        self.known.insert((level, sizes), ways);
        ways
    }

    /// Each way to choose how many of each suit a holder gets, with the number of deals it leads to.
    fn weighed(&mut self, level: usize, sizes: Sizes) -> Vec<(Sizes, f64)> {
        let mut all = Vec::new();
        shares(self.bound[level], sizes, 0, [0; MOST_SUITS], &mut all);
        let weigh = |taken: Sizes| {
            let (mut left, mut ways) = (sizes, 1.0);
            for suit in 0..MOST_SUITS {
                ways *= choose(sizes[suit].into(), taken[suit].into());
                left[suit] -= taken[suit];
            }
            (taken, ways * self.ways(level + 1, left))
        };
        all.into_iter().map(weigh).collect()
    }

    /// Draws how many of each suit this holder gets.
    fn draw(&mut self, level: usize, sizes: Sizes, rng: &mut Rng) -> Option<Sizes> {
        let weighed = self.weighed(level, sizes);
        let drawn = rng.roulette(weighed.iter().map(|(_, weight)| *weight))?;
        Some(weighed[drawn].0)
    }
}

/// Appends all ways to make up the holder's cards from the suits it may hold, from `suit` on.
fn shares(holder: Holder, sizes: Sizes, suit: usize, taken: Sizes, out: &mut Vec<Sizes>) {
    let missing = holder.cards - taken.iter().map(|&count| u32::from(count)).sum::<u32>();
    if suit == MOST_SUITS {
        if missing == 0 {
            out.push(taken);
        }
        return;
    }
    let may = |suit: usize| if holder.lacks >> suit & 1 == 0 { u32::from(sizes[suit]) } else { 0 };
    let later: u32 = (suit + 1..MOST_SUITS).map(may).sum();
    for count in missing.saturating_sub(later)..=missing.min(may(suit)) {
        let mut next = taken;
        next[suit] = count as u8;
        shares(holder, sizes, suit + 1, next, out);
    }
}

#[cfg(test)]
mod tests;
