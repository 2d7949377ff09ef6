//! Decks, and the row of cards dealt from one.

use ludometer_game::Rng;

/// A deck: four cards of each face, the first worth `lowest`, each later one 1 more.
pub(super) struct Deck {
    pub name: &'static str,
    pub lowest: u8,
    pub faces: &'static [&'static str],
}

/// Cards of each face.
pub(super) const COPIES: usize = 4;

pub(super) const DECKS: [Deck; 3] = [
    Deck {
        name: "french",
        lowest: 2,
        faces: &["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"],
    },
    Deck { name: "spanish", lowest: 2, faces: &["2", "3", "4", "5", "6", "7", "S", "C", "R", "A"] },
    Deck { name: "small", lowest: 1, faces: &["1", "2", "3", "4", "5"] },
];

impl Deck {
    /// The value of the best card.
    pub fn best(&self) -> u8 {
        self.lowest + self.faces.len() as u8 - 1
    }

    pub fn face(&self, value: u8) -> &'static str {
        self.faces[usize::from(value - self.lowest)]
    }

    /// The value of the card with this face.
    pub fn value(&self, face: &str) -> Option<u8> {
        let at = self.faces.iter().position(|known| known.eq_ignore_ascii_case(face))?;
        Some(self.lowest + at as u8)
    }

    /// The row this seed deals.
    pub fn deal(&self, seed: u64, cards: usize) -> Row {
        let mut deck: Vec<u8> = (self.lowest..=self.best()).flat_map(|value| [value; COPIES]).collect();
        let mut rng = Rng::stream(seed, "card-points deal", 0);
        let mut row = Row::default();
        for dealt in 0..cards {
            let last = deck.len() - 1 - dealt;
            deck.swap(rng.below(last + 1), last);
            row.push(deck[last]);
        }
        row
    }
}

/// A row of card values, five bits each, the leftmost lowest: both ends come off without copying,
/// and equal rows are equal numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Row {
    values: u128,
    pub len: u8,
}

impl Row {
    const BITS: u32 = 5;

    pub fn get(self, at: usize) -> u8 {
        (self.values >> (at as u32 * Self::BITS)) as u8 & 31
    }

    pub fn push(&mut self, value: u8) {
        self.values |= u128::from(value) << (u32::from(self.len) * Self::BITS);
        self.len += 1;
    }

    pub fn take_left(&mut self) -> u8 {
        let value = self.get(0);
        self.values >>= Self::BITS;
        self.len -= 1;
        value
    }

    pub fn take_right(&mut self) -> u8 {
        self.len -= 1;
        let value = self.get(self.len.into());
        self.values &= !(31 << (u32::from(self.len) * Self::BITS));
        value
    }

    pub fn iter(self) -> impl Iterator<Item = u8> {
        (0..self.len.into()).map(move |at| self.get(at))
    }
}
