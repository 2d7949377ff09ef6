//! The two families of bets beside the truco: envido, and flor against flor.
//!
//! Both are made in rising order, each call at most once, so a set of calls tells the order too.

use super::moves::Call;

/// The calls of envido made in a hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Envido(u8);

impl Envido {
    /// No calls.
    pub const NONE: Envido = Envido(0);
    /// The four calls, the lowest first: the second envido answers the first.
    pub const FIRST: u8 = 1;
    const SECOND: u8 = 2;
    const REAL: u8 = 4;
    /// The highest call.
    pub const FALTA: u8 = 8;

    /// Whether nothing was called.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether this call was made.
    #[must_use]
    pub const fn has(self, call: u8) -> bool {
        self.0 & call != 0
    }

    /// The calls as four bits.
    #[must_use]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// The calls in the order they were made.
    #[must_use]
    pub fn calls(self) -> Vec<Call> {
        let made = [
            (Self::FIRST, Call::Envido),
            (Self::SECOND, Call::Envido),
            (Self::REAL, Call::RealEnvido),
            (Self::FALTA, Call::FaltaEnvido),
        ];
        made.into_iter().filter(|(call, _)| self.has(*call)).map(|(_, call)| call).collect()
    }

    /// What the calls add up to; falta counts apart.
    #[must_use]
    pub const fn sum(self) -> u8 {
        2 * (self.0 & Self::FIRST) + (self.0 & Self::SECOND) + 3 * ((self.0 & Self::REAL) >> 2)
    }

    /// What is paid when the last call is refused: all calls before it, or 1.
    #[must_use]
    pub const fn refused(self) -> u8 {
        let before = match self.0 {
            0 => Envido(0),
            calls => Envido(calls & !(1 << calls.ilog2())),
        };
        if before.is_empty() { 1 } else { before.sum() }
    }

    /// What saying this would add, where it may be said.
    fn step(self, call: Call) -> Option<u8> {
        let step = match call {
            Call::Envido if self.0 == Self::FIRST => Self::SECOND,
            Call::Envido => Self::FIRST,
            Call::RealEnvido => Self::REAL,
            Call::FaltaEnvido => Self::FALTA,
            _ => return None,
        };
        (step > self.0).then_some(step)
    }

    /// The calls after this one; `None` where it may not be made.
    #[must_use]
    pub fn with(self, call: Call) -> Option<Envido> {
        self.step(call).map(|step| Envido(self.0 | step))
    }
}

/// The highest call on two flores.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Contra {
    /// "I have one too."
    Flor,
    /// Contra-flor.
    Contra,
    /// Contra-flor for the falta.
    Falta,
    /// Contra-flor e o resto.
    Resto,
}

impl Contra {
    /// The call that means this.
    #[must_use]
    pub const fn of(call: Call) -> Option<Contra> {
        match call {
            Call::FlorFlor => Some(Contra::Flor),
            Call::ContraFlor => Some(Contra::Contra),
            Call::ContraFlorFalta => Some(Contra::Falta),
            Call::ContraFlorResto => Some(Contra::Resto),
            _ => None,
        }
    }
}
