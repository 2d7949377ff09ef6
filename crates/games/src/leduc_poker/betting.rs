//! The betting of one hand: who has put in what, who is to act, and every choice so far.

/// The most seats.
pub(super) const MOST: usize = 4;

/// What betting depends on.
#[derive(Clone, Copy)]
pub(super) struct Stakes {
    pub seats: u8,
    pub ante: u8,
    /// Chips of a bet or a raise in each round.
    pub bets: [u8; 2],
    /// Bets and raises in one round.
    pub raises: u8,
}

impl Stakes {
    /// The most chips a seat can put in.
    pub fn most(&self) -> u8 {
        self.ante + self.raises * (self.bets[0] + self.bets[1])
    }

    /// The most choices in a hand: everybody once, and all the others again after each raise.
    pub fn choices(&self) -> usize {
        2 * usize::from(self.seats + self.raises * (self.seats - 1))
    }
}

/// A choice of a player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub(super) enum Choice {
    /// Gives up what was put in.
    Fold,
    /// Puts in what is missing, be it nothing.
    Call,
    /// Puts in what is missing and a bet on top.
    Raise,
}

pub(super) const CHOICES: [Choice; 3] = [Choice::Fold, Choice::Call, Choice::Raise];

/// How the betting stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Betting {
    /// All choices, the latest in the lowest two bits, below a leading 1.
    line: u64,
    /// Chips put in by each seat.
    pub paid: [u8; MOST],
    /// 0 and 1; the betting is over after them.
    pub round: u8,
    pub mover: u8,
    raises: u8,
    /// One bit for each seat that has folded.
    folded: u8,
    /// How many players must still answer before the round is over.
    waiting: u8,
}

impl Betting {
    pub fn start(stakes: &Stakes) -> Self {
        let mut paid = [0; MOST];
        paid[..usize::from(stakes.seats)].fill(stakes.ante);
        Betting { line: 1, paid, round: 0, mover: 0, raises: 0, folded: 0, waiting: stakes.seats }
    }

    pub fn has_folded(&self, seat: usize) -> bool {
        self.folded >> seat & 1 == 1
    }

    fn playing(&self, stakes: &Stakes) -> u8 {
        stakes.seats - self.folded.count_ones() as u8
    }

    pub fn is_over(&self) -> bool {
        self.round == 2
    }

    /// Whether the hand ended with cards to compare.
    pub fn is_showdown(&self, stakes: &Stakes) -> bool {
        self.is_over() && self.playing(stakes) > 1
    }

    pub fn pot(&self) -> u16 {
        self.paid.iter().map(|&paid| u16::from(paid)).sum()
    }

    fn highest(&self) -> u8 {
        self.paid.into_iter().max().unwrap_or(0)
    }

    /// Whether the player on turn must put in chips to stay.
    pub fn faces_bet(&self) -> bool {
        self.paid[usize::from(self.mover)] < self.highest()
    }

    pub fn allows(&self, choice: Choice, stakes: &Stakes) -> bool {
        match choice {
            Choice::Fold => self.faces_bet(),
            Choice::Call => true,
            Choice::Raise => self.raises < stakes.raises,
        }
    }

    /// The choices from the first to the last.
    pub fn choices(&self) -> impl Iterator<Item = Choice> {
        let (line, made) = (self.line, (63 - self.line.leading_zeros()) / 2);
        (0..made).rev().map(move |back| CHOICES[(line >> (2 * back) & 3) as usize])
    }

    /// All choices as one number.
    pub fn line(&self) -> u64 {
        self.line
    }

    pub fn choose(&mut self, choice: Choice, stakes: &Stakes) {
        let mover = usize::from(self.mover);
        self.line = self.line << 2 | choice as u64;
        self.waiting -= 1;
        match choice {
            Choice::Fold => self.folded |= 1 << mover,
            Choice::Call => self.paid[mover] = self.highest(),
            Choice::Raise => {
                self.paid[mover] = self.highest() + stakes.bets[usize::from(self.round)];
                self.raises += 1;
                self.waiting = self.playing(stakes) - 1;
            }
        }
        if self.playing(stakes) == 1 {
            self.round = 2;
        } else if self.waiting == 0 {
            self.round += 1;
            self.raises = 0;
            self.waiting = self.playing(stakes);
            // The first player who is still in begins the next round.
            self.mover = self.folded.trailing_ones() as u8;
        } else {
            self.hand_on(stakes);
        }
    }

    fn hand_on(&mut self, stakes: &Stakes) {
        loop {
            self.mover = (self.mover + 1) % stakes.seats;
            if !self.has_folded(self.mover.into()) {
                return;
            }
        }
    }
}
