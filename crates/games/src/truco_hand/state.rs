//! The state of a hand.

use super::moves::Move;
use crate::truco::{Envido, TRICKS, Taken, won};

/// The mark of no card yet.
pub(super) const NO_CARD: u8 = 255;
/// The most moves of the seats: six cards, three calls of truco and as many answers.
pub(super) const MOST_MOVES: usize = 12;

/// What the hand is played for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Half {
    /// The tricks, and truco.
    Tricks,
    /// Envido, where falta pays this.
    Envido(u8),
}

/// What a seat was dealt.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Holding {
    /// Nothing yet.
    Nothing,
    /// Cards by class, the strongest first.
    Cards([u8; 3]),
    /// Points of envido.
    Points(u8),
}

impl Holding {
    /// Whether the cards that lie on the table can be among these.
    pub(super) fn has_all(&self, laid: &[u8; TRICKS]) -> bool {
        let mut left = if let Holding::Cards(cards) = self { cards.to_vec() } else { Vec::new() };
        laid.iter().filter(|&&class| class != NO_CARD).all(|&class| take(&mut left, class))
    }
}

/// Takes a card of this class away, if there is one.
fn take(cards: &mut Vec<u8>, class: u8) -> bool {
    let place = cards.iter().position(|&card| card == class);
    place.map(|place| cards.remove(place)).is_some()
}

/// A hand, with everything that was seen of it. Seat 1, number 0, is the mão.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// What it is played for, once that is known.
    pub half: Option<Half>,
    /// What each seat was dealt.
    pub holds: [Holding; 2],
    /// Classes of the cards each seat has laid in each trick.
    pub laid: [[u8; TRICKS]; 2],
    /// Who is to speak.
    pub mover: u8,
    /// The truco that stands, and the one that waits for an answer; 0 is none.
    pub level: u8,
    /// See `level`.
    pub proposed: u8,
    /// Who accepted last and alone may raise, once there is a truco.
    pub raiser: u8,
    /// Calls of envido.
    pub envido: Envido,
    /// Whether both have told their points.
    pub shown: bool,
    /// Points of the mão, once the hand is over.
    pub paid: Option<i8>,
    log: [u8; MOST_MOVES],
    moves: u8,
}

impl State {
    /// Before chance acts.
    pub const START: State = State {
        half: None,
        holds: [Holding::Nothing; 2],
        laid: [[NO_CARD; TRICKS]; 2],
        mover: 0,
        level: 0,
        proposed: 0,
        raiser: 0,
        envido: Envido::NONE,
        shown: false,
        paid: None,
        log: [0; MOST_MOVES],
        moves: 0,
    };

    /// A hand that was dealt.
    #[must_use]
    pub const fn dealt(half: Half, holds: [Holding; 2]) -> State {
        State { half: Some(half), holds, ..State::START }
    }

    /// Whether both have what they play with.
    #[must_use]
    pub fn is_dealt(&self) -> bool {
        self.holds[1] != Holding::Nothing
    }

    /// What the tricks pay as it stands.
    #[must_use]
    pub const fn value(&self) -> u8 {
        self.level + 1
    }

    /// Who took a trick; `None` while it is open.
    #[must_use]
    pub fn taken(&self, trick: usize) -> Option<Taken> {
        let [first, second] = [self.laid[0][trick], self.laid[1][trick]];
        (first != NO_CARD && second != NO_CARD).then(|| Taken::of(first, second))
    }

    /// The trick that is played, from 0; 3 when all are finished.
    #[must_use]
    pub fn trick(&self) -> usize {
        (0..TRICKS).find(|&trick| self.taken(trick).is_none()).unwrap_or(TRICKS)
    }

    /// Who is to lay a card. After a tied trick the mão leads.
    #[must_use]
    pub fn to_play(&self) -> usize {
        let trick = self.trick();
        let leader = Taken::leads(trick.checked_sub(1).and_then(|last| self.taken(last)), 0);
        let led = trick < TRICKS && self.laid[leader][trick] != NO_CARD;
        if led { 1 - leader } else { leader }
    }

    /// Who has won the tricks, as soon as that is sure.
    pub(super) fn won_by(&self) -> Option<usize> {
        won([0, 1, 2].map(|trick| self.taken(trick)), 0)
    }

    /// How many cards a seat has laid.
    #[must_use]
    pub fn cards_laid(&self, seat: usize) -> usize {
        self.laid[seat].iter().filter(|&&class| class != NO_CARD).count()
    }

    /// Classes of the cards a seat still holds, the strongest first.
    #[must_use]
    pub fn held(&self, seat: usize) -> Vec<u8> {
        let Holding::Cards(cards) = self.holds[seat] else { return Vec::new() };
        let mut left = cards.to_vec();
        for &class in self.laid[seat].iter().filter(|&&class| class != NO_CARD) {
            take(&mut left, class);
        }
        left
    }

    /// Points of envido of a seat.
    pub(super) const fn points(&self, seat: usize) -> u8 {
        if let Holding::Points(points) = self.holds[seat] { points } else { 0 }
    }

    /// What this seat tells all by a move.
    pub(super) fn note(&mut self, made: Move) {
        self.log[usize::from(self.moves)] = made.mark();
        self.moves += 1;
    }

    /// The mark of the last move.
    pub(super) fn last(&self) -> Option<u8> {
        usize::from(self.moves).checked_sub(1).map(|last| self.log[last])
    }

    /// Appends all that a seat knows: what is played for, what it was dealt, and what all have seen, in order.
    pub fn known_to(&self, me: usize, out: &mut Vec<u8>) {
        let (half, falta) = match self.half {
            None => (0, 0),
            Some(Half::Tricks) => (1, 0),
            Some(Half::Envido(falta)) => (2, falta),
        };
        let dealt = self.holds.iter().filter(|&&holding| holding != Holding::Nothing).count() as u8;
        out.extend([half, falta, dealt]);
        let mut hold = |holding| match holding {
            Holding::Nothing => {}
            Holding::Cards(cards) => out.extend(cards),
            Holding::Points(points) => out.push(points),
        };
        hold(self.holds[me]);
        if self.shown {
            hold(self.holds[1 - me]);
        }
        out.extend(&self.log[..usize::from(self.moves)]);
    }

    /// What a seat holds, as it is drawn.
    pub(super) fn shown_as(&self, seat: usize) -> Vec<String> {
        match self.holds[seat] {
            Holding::Nothing => Vec::new(),
            Holding::Points(points) => vec![format!("{points} points")],
            Holding::Cards(_) => self.held(seat).iter().map(|class| format!("c{class}")).collect(),
        }
    }

    /// How the bets stand, in words.
    pub(super) fn said(&self) -> String {
        match self.half {
            None => "not dealt".into(),
            Some(Half::Tricks) if self.proposed > 0 => {
                format!("The hand pays {}, and {} is asked", self.value(), self.proposed + 1)
            }
            Some(Half::Tricks) => format!("The hand pays {}", self.value()),
            Some(Half::Envido(falta)) => {
                format!("Envido: {} called, falta pays {falta}", self.envido.sum())
            }
        }
    }
}
