//! A table of trick play: hands, the tricks so far, and what everybody knows from them.
//!
//! The seats play in turn; who can must follow the suit led. The highest trump of a trick takes it, or
//! without one the highest card of the suit led; the taker leads the next. Who does not follow a suit
//! has shown to lack it, and hidden hands are dealt anew with that in mind.

use crate::deals::{Deck, Holder, MOST_CARDS, cards, one};
use ludometer_game::{Hand, HandCard, Part, Rng, Scene, Seat};

/// The most seats.
pub(crate) const MOST_SEATS: usize = 6;
/// Games with at most this many deals list them all.
const MOST_LISTED: f64 = 2000.0;

/// The shape of a table: who gets how many of which cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Shape {
    pub deck: Deck,
    pub seats: usize,
    /// Cards in each hand.
    pub hand: usize,
    /// Whether one more card is turned up.
    pub turned: bool,
}

/// Hands, and the cards played in order. Everything else follows from them, but is asked often.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Table {
    pub hands: [u64; MOST_SEATS],
    /// Suits each seat has shown to lack, as bits.
    pub lacks: [u8; MOST_SEATS],
    played: [u8; MOST_CARDS],
    pub count: u8,
    pub leader: u8,
    /// The card turned up by the deal, if there is one.
    pub turned: Option<u8>,
    pub dealt: bool,
}

impl Shape {
    /// How many cards each holder is dealt: the seats, then the turned card.
    fn sizes(&self) -> Vec<u32> {
        let mut sizes = vec![self.hand as u32; self.seats];
        sizes.extend(self.turned.then_some(1));
        sizes
    }

    /// The number of deals, where they are few enough to be listed.
    pub fn listed(&self) -> Option<u64> {
        Some(self.deck.deals(&self.sizes())).filter(|&deals| deals <= MOST_LISTED).map(|deals| deals as u64)
    }

    /// The number of a random deal.
    pub fn draw_deal(&self, rng: &mut Rng) -> u64 {
        match self.listed() {
            Some(deals) => rng.below(deals as usize) as u64,
            None => rng.bits(),
        }
    }

    /// All cards that are played in a match.
    pub fn plays(&self) -> usize {
        self.seats * self.hand
    }

    pub fn empty_table(&self) -> Table {
        Table {
            hands: [0; MOST_SEATS],
            lacks: [0; MOST_SEATS],
            played: [0; MOST_CARDS],
            count: 0,
            leader: 0,
            turned: None,
            dealt: false,
        }
    }

    /// The deal of this number: one of those listed, or else the seed of a shuffle.
    pub fn deal(&self, number: u64) -> Table {
        let sizes = self.sizes();
        let dealt = match self.listed() {
            Some(_) => self.deck.numbered_deal(&sizes, number),
            None => self.deck.shuffled_deal(&sizes, number),
        };
        let mut table = Table { dealt: true, ..self.empty_table() };
        table.hands[..self.seats].copy_from_slice(&dealt[..self.seats]);
        table.turned = dealt.get(self.seats).map(|set| set.trailing_zeros() as u8);
        table
    }

    /// Reads `deal-` and the number of a deal in hexadecimal digits.
    pub fn read_deal(&self, text: &str) -> Option<u64> {
        let text = text.trim().to_ascii_lowercase();
        let number = u64::from_str_radix(text.strip_prefix("deal-")?, 16).ok()?;
        self.listed().is_none_or(|deals| number < deals).then_some(number)
    }

    pub fn mover(&self, table: &Table) -> Seat {
        let place = usize::from(table.leader) + usize::from(table.count) % self.seats;
        Seat::new((place % self.seats) as u8)
    }

    pub fn is_over(&self, table: &Table) -> bool {
        table.dealt && usize::from(table.count) == self.plays()
    }

    /// The cards of the open trick, from the leader on.
    pub fn trick<'a>(&self, table: &'a Table) -> &'a [u8] {
        let count = usize::from(table.count);
        &table.played[count - count % self.seats..count]
    }

    /// The cards of the trick that was finished last.
    pub fn last_trick<'a>(&self, table: &'a Table) -> &'a [u8] {
        let end = usize::from(table.count) / self.seats * self.seats;
        &table.played[end.saturating_sub(self.seats)..end]
    }

    /// All cards that have been played.
    pub fn played(&self, table: &Table) -> u64 {
        table.played[..usize::from(table.count)].iter().fold(0, |set, &card| set | one(card))
    }

    /// The cards the seat on turn may play.
    pub fn legal(&self, table: &Table) -> u64 {
        let hand = table.hands[self.mover(table).index()];
        let Some(&led) = self.trick(table).first() else { return hand };
        match hand & self.deck.of_suit(self.deck.suit(led)) {
            0 => hand,
            following => following,
        }
    }

    /// Plays a card. When it ends a trick, says who takes it.
    pub fn play(&self, table: &mut Table, card: u8, trump: Option<usize>) -> Option<Seat> {
        let mover = self.mover(table).index();
        if let Some(&led) = self.trick(table).first() {
            let led = self.deck.suit(led);
            table.lacks[mover] |= u8::from(self.deck.suit(card) != led) << led;
        }
        table.hands[mover] &= !one(card);
        table.played[usize::from(table.count)] = card;
        table.count += 1;
        if !usize::from(table.count).is_multiple_of(self.seats) {
            return None;
        }
        let trick = self.last_trick(table);
        let led = self.deck.suit(trick[0]);
        let strength = |card: u8| match self.deck.suit(card) {
            suit if Some(suit) == trump => (2, card),
            suit if suit == led => (1, card),
            _ => (0, card),
        };
        let best = (0..self.seats).max_by_key(|&place| strength(trick[place]))?;
        table.leader = ((usize::from(table.leader) + best) % self.seats) as u8;
        Some(Seat::new(table.leader))
    }

    /// Deals anew what `me` cannot see.
    pub fn sample(&self, table: &Table, me: Seat, rng: &mut Rng) -> Table {
        let turned = table.turned.map_or(0, one);
        let unseen = self.deck.all() & !self.played(table) & !table.hands[me.index()] & !turned;
        let others: Vec<usize> = (0..self.seats).filter(|&seat| seat != me.index()).collect();
        let holder =
            |&seat: &usize| Holder { cards: table.hands[seat].count_ones(), lacks: table.lacks[seat] };
        let holders: Vec<Holder> = others.iter().map(holder).collect();
        let mut world = *table;
        for (seat, hand) in others.into_iter().zip(self.deck.redeal(unseen, &holders, rng)) {
            world.hands[seat] = hand;
        }
        world
    }

    /// Everything `me` knows of the table.
    pub fn info(&self, table: &Table, me: Seat, out: &mut Vec<u8>) {
        out.push(u8::from(table.dealt));
        out.extend(table.turned);
        out.extend(table.hands[me.index()].to_le_bytes());
        out.extend(&table.played[..usize::from(table.count)]);
    }

    /// What a card does: it leads, follows, or is discarded.
    pub fn action(&self, table: &Table, card: u8) -> &'static str {
        match self.trick(table).first() {
            None => "lead",
            Some(&led) if self.deck.suit(led) == self.deck.suit(card) => "follow",
            Some(_) => "discard",
        }
    }

    /// The hands as a viewer sees them, and the open trick.
    pub fn picture(&self, table: &Table, viewer: Option<Seat>) -> Scene {
        let open = |card: u8| HandCard::open(self.deck.name(card));
        let row = |title: &str, owner, cards| Part::Hand(Hand { title: title.into(), owner, cards });
        let mut scene = Scene::default();
        for seat in Seat::all(self.seats) {
            let shown = viewer.is_none_or(|me| me == seat);
            let face = |card| if shown { open(card) } else { HandCard::hidden() };
            let hand = cards(table.hands[seat.index()]).map(face).collect();
            scene = scene.with(row(&format!("Hand of {seat}"), Some(seat), hand));
        }
        if !self.last_trick(table).is_empty() {
            let last = self.last_trick(table).iter().copied().map(open).collect();
            scene = scene.with(row("Last trick", None, last));
        }
        let trick = self.trick(table).iter().copied().map(open).collect();
        let title = format!("Trick led by {}", Seat::new(table.leader));
        scene.with(row(&title, None, trick))
    }

    /// How many numbers [`Shape::encode`] writes.
    pub fn encoded(&self) -> usize {
        (2 + self.seats) * self.deck.size() + self.seats * self.deck.suits
    }

    /// The own hand, all cards played, the card of each seat in the open trick (a number for each card
    /// each), then the suits each seat lacks; seats from `me` on.
    pub fn encode(&self, table: &Table, me: Seat, out: &mut [f32]) {
        out.fill(0.0);
        let size = self.deck.size();
        cards(table.hands[me.index()]).for_each(|card| out[usize::from(card)] = 1.0);
        cards(self.played(table)).for_each(|card| out[size + usize::from(card)] = 1.0);
        let from_me = |seat: usize| (seat + self.seats - me.index()) % self.seats;
        for (place, &card) in self.trick(table).iter().enumerate() {
            let seat = (usize::from(table.leader) + place) % self.seats;
            out[(2 + from_me(seat)) * size + usize::from(card)] = 1.0;
        }
        let lacks = &mut out[(2 + self.seats) * size..];
        for seat in 0..self.seats {
            for suit in (0..self.deck.suits).filter(|suit| table.lacks[seat] >> suit & 1 == 1) {
                lacks[from_me(seat) * self.deck.suits + suit] = 1.0;
            }
        }
    }
}

#[cfg(test)]
pub(crate) mod slow;
#[cfg(test)]
mod tests;
