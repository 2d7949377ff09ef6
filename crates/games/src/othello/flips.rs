//! Where a disc may be played, and which discs it turns: fills in eight directions over bit sets.
//!
//! A fill starts at discs and walks over enemy discs as long as there are any. Walking two cells at a
//! time over pairs of them, once the first two are done, needs half the steps. The usual board has its own
//! code, made of the same functions with a constant size, because shifts by constants are faster.

use crate::bits::Bits;
use ludometer_game::Rng;

/// The usual size.
const CLASSIC: u32 = 8;

/// A board of one size.
pub(super) struct Flips<B> {
    size: u32,
    /// All cells.
    board: B,
    /// All but the first and the last column: enclosed discs that do not stand in a column lie here,
    /// and a fill that stays here cannot leave a row at one end and enter the next.
    inner: B,
}

#[derive(Clone, Copy)]
enum Way {
    Up,
    Down,
}

impl Way {
    #[inline(always)]
    fn shift<B: Bits>(self, set: B, by: u32) -> B {
        match self {
            Way::Up => set >> by,
            Way::Down => set << by,
        }
    }
}

impl<B: Bits> Flips<B> {
    pub(super) fn new(size: usize) -> Self {
        let cells = || 0..(size * size) as u32;
        let column = |cell: &u32| *cell as usize % size;
        let set = |cells: &mut dyn Iterator<Item = u32>| cells.fold(B::NONE, |set, cell| set | B::cell(cell));
        let inner = set(&mut cells().filter(|cell| (1..size - 1).contains(&column(cell))));
        Flips { size: size as u32, board: set(&mut cells()), inner }
    }

    /// Cells where the player with the discs `own` may play.
    #[inline]
    pub(super) fn playable(&self, own: B, their: B) -> B {
        if self.size == CLASSIC {
            self.playable_on(CLASSIC, own, their)
        } else {
            self.playable_on(self.size, own, their)
        }
    }

    /// Discs of the other player that this disc turns.
    #[inline]
    pub(super) fn turned(&self, disc: B, own: B, their: B) -> B {
        if self.size == CLASSIC {
            self.turned_on(CLASSIC, disc, own, their)
        } else {
            self.turned_on(self.size, disc, own, their)
        }
    }

    /// Plays random moves until neither player can move; returns the discs and whose turn it would be.
    #[inline]
    pub(super) fn finish_at_random(&self, discs: [B; 2], mover: u8, rng: &mut Rng) -> ([B; 2], u8) {
        if self.size == CLASSIC {
            self.finish_on(CLASSIC, discs, mover, rng)
        } else {
            self.finish_on(self.size, discs, mover, rng)
        }
    }

    /// The four steps that lead forward through the bits, and the enemy discs they may walk over.
    #[inline(always)]
    fn steps(&self, size: u32, their: B) -> [(u32, B); 4] {
        let across = their & self.inner;
        [(1, across), (size - 1, across), (size, their), (size + 1, across)]
    }

    #[inline(always)]
    fn playable_on(&self, size: u32, own: B, their: B) -> B {
        let mut found = B::NONE;
        for (step, over) in self.steps(size, their) {
            for way in [Way::Up, Way::Down] {
                found |= way.shift(fill(size, own, over, step, way), step);
            }
        }
        found & self.board & !(own | their)
    }

    #[inline(always)]
    fn turned_on(&self, size: u32, disc: B, own: B, their: B) -> B {
        let mut found = B::NONE;
        for (step, over) in self.steps(size, their) {
            for way in [Way::Up, Way::Down] {
                let line = fill(size, disc, over, step, way);
                found |= if (way.shift(line, step) & own).any() { line } else { B::NONE };
            }
        }
        found
    }

    #[inline(always)]
    fn finish_on(&self, size: u32, discs: [B; 2], mut mover: u8, rng: &mut Rng) -> ([B; 2], u8) {
        let [mut own, mut their] = [discs[usize::from(mover)], discs[usize::from(1 - mover)]];
        let mut draws = rng.draws((size * size) as usize);
        loop {
            let mut legal = self.playable_on(size, own, their);
            if !legal.any() {
                legal = self.playable_on(size, their, own);
                if !legal.any() {
                    break;
                }
                (own, their, mover) = (their, own, 1 - mover);
            }
            for _ in 0..draws.below(legal.count() as usize) {
                legal = legal.rest();
            }
            let disc = B::cell(legal.first());
            let turned = self.turned_on(size, disc, own, their);
            (own, their, mover) = (their & !turned, own | disc | turned, 1 - mover);
        }
        if mover == 0 { ([own, their], mover) } else { ([their, own], mover) }
    }
}

/// The cells of `over` that follow one another from `from` on, at most all between two borders.
#[inline(always)]
fn fill<B: Bits>(size: u32, from: B, over: B, step: u32, way: Way) -> B {
    let mut line = over & way.shift(from, step);
    line |= over & way.shift(line, step);
    let pairs = over & way.shift(over, step);
    for _ in 0..(size - 4) / 2 {
        line |= pairs & way.shift(line, 2 * step);
    }
    line
}
