//! Cards of truco in classes of strength, and in how many ways they are dealt.

use crate::truco::deck::{CARDS, STRONGEST, power};

/// Fewest and most classes.
pub(super) const LEAST: usize = 3;
pub(super) const MOST: usize = 9;

/// Three cards by class, the strongest first.
pub type Cards = [u8; 3];

/// From which power on a card is of the next class, for 3 to 9 classes. The four strongest cards are told
/// apart first, then threes, twos and the rest: most hands are decided among the strong cards.
const FROM: [&[u8]; MOST - LEAST + 1] = [
    &[6, 10],
    &[4, 8, 10],
    &[4, 7, 9, 10],
    &[4, 7, 9, 10, 12],
    &[3, 5, 7, 9, 10, 12],
    &[3, 5, 7, 8, 9, 10, 12],
    &[2, 4, 6, 7, 8, 9, 10, 12],
];

/// The classes of all cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Classes {
    from: &'static [u8],
    /// How many cards each class has.
    sizes: [u8; MOST],
}

impl Classes {
    /// So many classes; the nearest number that has a table.
    #[must_use]
    pub fn new(count: usize) -> Classes {
        let from = FROM[count.clamp(LEAST, MOST) - LEAST];
        let mut classes = Classes { from, sizes: [0; MOST] };
        (0..CARDS).for_each(|card| classes.sizes[usize::from(classes.of(card))] += 1);
        classes
    }

    /// How many there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.from.len() + 1
    }

    /// How many cards each class has.
    pub(super) fn sizes(&self) -> [u8; MOST] {
        self.sizes
    }

    /// The class of a card, from 0.
    #[must_use]
    pub fn of(&self, card: u8) -> u8 {
        debug_assert!(power(card) <= STRONGEST);
        self.from.iter().filter(|&&from| power(card) >= from).count() as u8
    }

    /// All hands by class with the number of ways to deal them from what `other` leaves.
    #[must_use]
    pub fn hands(&self, other: Option<Cards>) -> Vec<(Cards, f64)> {
        let mut sizes = self.sizes;
        other.into_iter().flatten().for_each(|class| sizes[usize::from(class)] -= 1);
        let mut all = Vec::new();
        for a in (0..self.count() as u8).rev() {
            for b in (0..=a).rev() {
                all.extend((0..=b).rev().map(|c| ([a, b, c], ways(&sizes, [a, b, c]))));
            }
        }
        all.retain(|(_, ways)| *ways > 0.0);
        all
    }
}

/// In how many ways classes of these sizes give these cards.
fn ways(sizes: &[u8; MOST], cards: Cards) -> f64 {
    let (mut ways, mut again, mut last) = (1.0, 0, None);
    for class in cards {
        again = if last == Some(class) { again + 1 } else { 0 };
        last = Some(class);
        let left = sizes[usize::from(class)].saturating_sub(again);
        ways *= f64::from(left) / f64::from(again + 1);
    }
    ways
}
