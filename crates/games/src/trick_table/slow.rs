//! Trick play once more, on plain lists and from the rules alone: what tests hold the table against.

/// Hands as lists of cards, numbered suit by suit; the open trick; the cards each seat has taken.
#[derive(Clone)]
pub(crate) struct Slow {
    pub ranks: u8,
    pub trump: Option<u8>,
    pub hands: Vec<Vec<u8>>,
    pub trick: Vec<(usize, u8)>,
    pub mover: usize,
    pub taken: Vec<Vec<u8>>,
    pub tricks: Vec<usize>,
}

impl Slow {
    pub fn new(ranks: usize, trump: Option<u8>, hands: Vec<Vec<u8>>) -> Self {
        let seats = hands.len();
        let (taken, tricks) = (vec![vec![]; seats], vec![0; seats]);
        Slow { ranks: ranks as u8, trump, hands, trick: vec![], mover: 0, taken, tricks }
    }

    pub fn over(&self) -> bool {
        self.hands.iter().all(Vec::is_empty)
    }

    /// Cards the mover may play: of the suit led if there is one.
    pub fn following(&self) -> Vec<u8> {
        let hand = &self.hands[self.mover];
        if let Some((_, led)) = self.trick.first() {
            let same: Vec<u8> =
                hand.iter().copied().filter(|card| card / self.ranks == led / self.ranks).collect();
            if !same.is_empty() {
                return same;
            }
        }
        hand.clone()
    }

    pub fn play(&mut self, card: u8) {
        let me = self.mover;
        self.hands[me].retain(|&held| held != card);
        self.trick.push((me, card));
        self.mover = (me + 1) % self.hands.len();
        if self.trick.len() == self.hands.len() {
            let led = self.trick[0].1 / self.ranks;
            let mut best = self.trick[0];
            for &(seat, card) in &self.trick[1..] {
                let (suit, best_suit) = (card / self.ranks, best.1 / self.ranks);
                let beats = if suit == best_suit { card > best.1 } else { Some(suit) == self.trump };
                if beats && (suit == led || Some(suit) == self.trump) {
                    best = (seat, card);
                }
            }
            self.taken[best.0].extend(self.trick.drain(..).map(|(_, card)| card));
            self.tricks[best.0] += 1;
            self.mover = best.0;
        }
    }
}
