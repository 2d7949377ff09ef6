//! Who takes a trick, who leads the next one, and who has won them all.

use std::cmp::Ordering;

/// Tricks of a hand.
pub const TRICKS: usize = 3;

/// Who took a trick.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Taken {
    /// This seat.
    By(u8),
    /// Nobody: equal cards.
    Tied,
}

impl Taken {
    /// By cards of this strength, of seat 0 and of seat 1.
    #[must_use]
    pub fn of<C: Ord + Copy>(first: C, second: C) -> Taken {
        match first.cmp(&second) {
            Ordering::Greater => Taken::By(0),
            Ordering::Less => Taken::By(1),
            Ordering::Equal => Taken::Tied,
        }
    }

    /// Who leads the trick after this one: who took it, or else the mão.
    #[must_use]
    pub fn leads(last: Option<Taken>, mao: usize) -> usize {
        match last {
            Some(Taken::By(seat)) => seat.into(),
            _ => mao,
        }
    }
}

/// Who has won these tricks: two of three; after a tie the next that is taken decides, or the first one; all
/// tied, the mão.
#[must_use]
pub fn won(tricks: [Option<Taken>; TRICKS], mao: usize) -> Option<usize> {
    use Taken::{By, Tied};
    let seat = match tricks {
        [Some(By(first)), Some(By(second)), _] if first == second => first,
        [Some(By(first)), Some(Tied), _] => first,
        [Some(Tied), Some(By(second)), _] => second,
        [Some(_), Some(_), Some(By(third))] => third,
        [Some(By(first)), Some(By(_)), Some(Tied)] => first,
        [Some(Tied), Some(Tied), Some(Tied)] => return Some(mao),
        _ => return None,
    };
    Some(seat.into())
}
