//! The legal plays of a turn, each once.
//!
//! A play is a whole turn, and two ways to the same position are one play. No list of positions is
//! compared to get there:
//!
//! With a double the steps of a play are made from the back to the front. Any order that is legal is
//! legal in this order too, and it is the only one that is tried.
//!
//! With two different dice a play is a pair: one checker for the high die, one for the low die. Two
//! pairs lead to the same position in two cases only. Either one checker goes the whole way, and it
//! hits on neither of the two points where it may touch down; or both dice bear off checkers that
//! either die could bear off.

use super::checkers::{BAR, Checkers, HOME, PLACES, POINTS, bit, mirrored, places};

/// What a player does in one turn: the checkers that step, in order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Play {
    /// Where each step starts; 0 is no step.
    pub(super) from: [u8; 4],
    /// Whether the first step is made with the lower die.
    pub(super) low_first: bool,
}

impl Play {
    /// Nothing can be moved.
    pub(super) const PASS: Play = Play { from: [0; 4], low_first: false };

    /// One or two steps with different dice; 0 is no second step.
    #[inline]
    pub(super) const fn pair(first: u8, second: u8, low_first: bool) -> Self {
        Play { from: [first, second, 0, 0], low_first }
    }

    /// Where each step starts and with which die it is made.
    #[inline]
    pub(super) fn steps(self, [high, low]: [u8; 2]) -> impl Iterator<Item = (u8, u8)> {
        let die = move |at: usize| if (at == 0) != self.low_first { high } else { low };
        (0..4).map(move |at| (self.from[at], die(at))).take_while(|(from, _)| *from > 0)
    }
}

/// A position as the player on turn meets it.
pub(super) struct Field {
    pub own: Checkers,
    /// Points that the opponent has not made.
    pub open: u32,
    /// Points where the opponent can be hit.
    pub blots: u32,
}

/// From where a checker may step with this die, in a position with checkers on `any`.
#[inline]
pub(super) fn sources(any: u32, open: u32, die: u8) -> u32 {
    let steps = any & (open << die);
    if any & bit(BAR) != 0 {
        return steps & bit(BAR);
    }
    if any & !HOME != 0 || any == 0 {
        return steps;
    }
    let highest = 31 - any.leading_zeros() as u8;
    steps | if highest <= die { bit(highest) } else { any & bit(die) }
}

impl Field {
    #[inline]
    pub fn new(own: Checkers, other: &Checkers) -> Self {
        Field { own, open: POINTS & !mirrored(other.many()), blots: mirrored(other.blots()) }
    }

    /// The player's checkers after a play, and the points where it hits.
    #[inline]
    pub fn after(&self, play: Play, dice: [u8; 2]) -> (Checkers, u32) {
        let (mut own, mut landed) = (self.own, 0);
        for (from, die) in play.steps(dice) {
            let to = from.saturating_sub(die);
            own.shift(from, to);
            landed |= bit(to);
        }
        (own, landed & self.blots)
    }

    /// Visits every legal play, or the pass if there is none.
    #[inline]
    pub fn each_play(&self, [high, low]: [u8; 2], visit: &mut impl FnMut(Play)) {
        let found = if high == low {
            (1..=4).rev().any(|steps| self.deepen(self.own, u32::MAX, Play::PASS, (0, steps), high, visit))
        } else {
            self.each_pair(high, low, visit) || self.each_single(high, low, visit)
        };
        if !found {
            visit(Play::PASS);
        }
    }

    /// Plays of exactly `steps` steps with a double, `made` of which are in `play`; `reach` are the
    /// places that do not lie behind the last step.
    fn deepen(
        &self,
        own: Checkers,
        reach: u32,
        play: Play,
        (made, steps): (usize, usize),
        die: u8,
        visit: &mut impl FnMut(Play),
    ) -> bool {
        let mut found = false;
        for from in places(sources(own.any(), self.open, die) & reach) {
            let mut longer = play;
            longer.from[made] = from;
            if made + 1 == steps {
                visit(longer);
                found = true;
            } else {
                let reach = (bit(from) << 1) - 1;
                found |= self.deepen(own.stepped(from, die), reach, longer, (made + 1, steps), die, visit);
            }
        }
        found
    }

    /// Plays that use one of two different dice: the higher one if it can be used at all.
    fn each_single(&self, high: u8, low: u8, visit: &mut impl FnMut(Play)) -> bool {
        let any = self.own.any();
        let [with_high, with_low] = [high, low].map(|die| sources(any, self.open, die));
        let low_first = with_high == 0;
        let from = if low_first { with_low } else { with_high };
        places(from).for_each(|from| visit(Play::pair(from, 0, low_first)));
        from != 0
    }

    /// Plays that use both of two different dice.
    fn each_pair(&self, high: u8, low: u8, visit: &mut impl FnMut(Play)) -> bool {
        let pairs = Pairs::new(self, high, low);
        let mut found = false;
        for from_high in places(pairs.starts[0]) {
            for from_low in places(pairs.high_first[usize::from(from_high)]) {
                if from_low != from_high + low && !pairs.off_either_way(from_high, from_low) {
                    visit(Play::pair(from_high, from_low, false));
                    found = true;
                }
            }
        }
        for from_low in places(pairs.starts[1]) {
            for from_high in places(pairs.low_first[usize::from(from_low)]) {
                let listed = if from_low == from_high + low {
                    pairs.runs_high_first(self, from_low)
                } else {
                    pairs.high_first[usize::from(from_high)] & bit(from_low) != 0
                };
                if !listed && !pairs.off_either_way(from_high, from_low) {
                    visit(Play::pair(from_low, from_high, true));
                    found = true;
                }
            }
        }
        found
    }
}

/// What two different dice can do together.
struct Pairs {
    high: u8,
    low: u8,
    /// From where the first step may start: with the high and with the low die.
    starts: [u32; 2],
    /// For each first step with the high die, where the low die may go on.
    high_first: [u32; PLACES as usize],
    /// For each first step with the low die, where the high die may go on.
    low_first: [u32; PLACES as usize],
}

impl Pairs {
    fn new(field: &Field, high: u8, low: u8) -> Self {
        let any = field.own.any();
        let starts = [high, low].map(|die| sources(any, field.open, die));
        let follow = |starts: u32, die: u8, then: u8| {
            let mut rows = [0; PLACES as usize];
            for from in places(starts) {
                rows[usize::from(from)] = sources(field.own.stepped(from, die).any(), field.open, then);
            }
            rows
        };
        let (high_first, low_first) = (follow(starts[0], high, low), follow(starts[1], low, high));
        Pairs { high, low, starts, high_first, low_first }
    }

    fn has(&self, from_high: u8, from_low: u8) -> bool {
        let high_first = self.high_first[usize::from(from_high)] & bit(from_low);
        let low_first = self.low_first[usize::from(from_low)] & bit(from_high);
        high_first | low_first != 0
    }

    /// Whether the checker that runs the whole way can do so with the high die first and hit the same
    /// as with the low die first.
    fn runs_high_first(&self, field: &Field, from: u8) -> bool {
        let (Some(by_high), by_low) = (from.checked_sub(self.high), from - self.low) else { return false };
        self.high_first[usize::from(from)] & bit(by_high) != 0
            && field.blots & (bit(by_high) | bit(by_low)) == 0
    }

    /// Whether both dice bear off and may change roles; the play in which the high die takes the higher
    /// checker stands for both.
    fn off_either_way(&self, from_high: u8, from_low: u8) -> bool {
        from_high < from_low && from_low <= self.low && self.has(from_low, from_high)
    }
}
