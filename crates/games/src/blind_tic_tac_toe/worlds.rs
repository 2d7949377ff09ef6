//! Draws what the other player may have done, each history as likely as every other one that fits.
//!
//! What is known of a hidden history of n tries: how many own marks stood at each of them, and which
//! of the other's marks were hit when. A history is a pattern (which tries placed a mark), a set of
//! marks, an order of them, and a cell for each failed try. Given the pattern these are independent:
//! - a failed try hit one of my marks of that time, each at most once. My marks only grow, so there are
//!   (marks then − fails before) ways, whatever was hit before;
//! - a mark I hit was placed before that. In the order in which I hit them, each has (placing tries
//!   before the hit − those taken) ways, whatever was taken;
//! - the other marks are any cells that are neither mine nor hit and give no line, in any order.
//!
//! So the histories of a pattern can be counted without listing them. The number of legal tries is the
//! same in all histories, so even weights are also what random tries of the other would give.

use super::{CELLS, MOST_TRIES, State, Try, cells, has_line};
use ludometer_game::{Rng, Seat};

/// What a seat knows of the tries of the other.
struct Known {
    other: usize,
    /// My marks now.
    mine: u16,
    /// The index of each hidden try in the list of all, and my marks at that time.
    hidden: Vec<(usize, u16)>,
    /// Cells I hit, in order, each with the number of hidden tries before the hit.
    hit: Vec<(u8, usize)>,
    /// `sets[n]`: sets of n further marks that go with those I hit.
    sets: [Vec<u16>; CELLS + 1],
}

/// Another state that `me` cannot tell from this one. The match is not over.
pub(super) fn draw(retry: bool, state: &State, me: Seat, rng: &mut Rng) -> State {
    let known = Known::new(state, me);
    let pattern = if retry { known.true_pattern(state) } else { known.draw_pattern(rng) };
    known.draw_history(state, pattern, rng)
}

impl Known {
    fn new(state: &State, me: Seat) -> Self {
        let (mut mine, mut hidden, mut hit) = (0u16, Vec::new(), Vec::new());
        for (at, made) in state.tries().iter().enumerate() {
            match (usize::from(made.by) == me.index(), made.placed) {
                (false, _) => hidden.push((at, mine)),
                (true, true) => mine |= 1 << made.cell,
                (true, false) => hit.push((made.cell, hidden.len())),
            }
        }
        let found = hit.iter().fold(0, |set: u16, (cell, _)| set | 1 << cell);
        let free = ((1 << CELLS) - 1) & !mine & !found;
        let mut sets: [Vec<u16>; CELLS + 1] = Default::default();
        for set in (0..1 << CELLS).filter(|set: &u16| set & !free == 0 && !has_line(set | found)) {
            sets[set.count_ones() as usize].push(set);
        }
        Known { other: 1 - me.index(), mine, hidden, hit, sets }
    }

    /// Which hidden tries placed a mark, as bits: where the turn passes only then, everybody knows.
    fn true_pattern(&self, state: &State) -> u32 {
        let placed = |bit: usize| u32::from(state.tries[self.hidden[bit].0].placed) << bit;
        (0..self.hidden.len()).map(placed).sum()
    }

    fn draw_pattern(&self, rng: &mut Rng) -> u32 {
        let patterns = 0..1u32 << self.hidden.len();
        let drawn = rng.roulette(patterns.map(|pattern| self.ways(pattern)));
        drawn.expect("the true history fits") as u32
    }

    /// How many histories have this pattern.
    fn ways(&self, pattern: u32) -> f64 {
        let marks = pattern.count_ones() as usize;
        let Some(further) = marks.checked_sub(self.hit.len()) else { return 0.0 };
        if marks + self.mine.count_ones() as usize >= CELLS {
            return 0.0;
        }
        let fails = (0..self.hidden.len()).filter(|bit| pattern >> bit & 1 == 0);
        let failed =
            fails.enumerate().map(|(before, bit)| f64::from(self.hidden[bit].1.count_ones()) - before as f64);
        let placed = self.hit.iter().enumerate().map(|(taken, &(_, tries))| {
            f64::from((pattern & ((1 << tries) - 1)).count_ones()) - taken as f64
        });
        let orders: f64 = (1..=further).map(|n| n as f64).product();
        let below_zero = |ways: f64| ways.max(0.0);
        failed.chain(placed).map(below_zero).product::<f64>() * orders * self.sets[further].len() as f64
    }

    fn draw_history(&self, state: &State, pattern: u32, rng: &mut Rng) -> State {
        let mut cell_of = [None; MOST_TRIES];
        let (mut placing, mut failing) = (Vec::new(), Vec::new());
        for bit in 0..self.hidden.len() {
            if pattern >> bit & 1 == 1 { placing.push(bit) } else { failing.push(bit) }
        }
        let mut spent = 0u16;
        for bit in failing {
            let could: Vec<u8> = cells(self.hidden[bit].1 & !spent).collect();
            let cell = could[rng.below(could.len())];
            spent |= 1 << cell;
            cell_of[bit] = Some(cell);
        }
        for &(cell, tries) in &self.hit {
            let before = placing.iter().take_while(|&&bit| bit < tries).count();
            cell_of[placing.remove(rng.below(before))] = Some(cell);
        }
        let sets = &self.sets[placing.len()];
        let mut further: Vec<u8> = cells(sets[rng.below(sets.len())]).collect();
        rng.shuffle(&mut further);
        for (bit, cell) in placing.into_iter().zip(further) {
            cell_of[bit] = Some(cell);
        }
        self.rewrite(state, pattern, cell_of)
    }

    /// The state with other hidden tries.
    fn rewrite(&self, state: &State, pattern: u32, cell_of: [Option<u8>; MOST_TRIES]) -> State {
        let mut world = State { ..*state };
        (world.marks[self.other], world.tried[self.other]) = (0, 0);
        for (bit, &(at, _)) in self.hidden.iter().enumerate() {
            let cell = cell_of[bit].expect("every hidden try has got a cell");
            let placed = pattern >> bit & 1 == 1;
            world.tries[at] = Try { by: self.other as u8, cell, placed };
            world.tried[self.other] |= 1 << cell;
            world.marks[self.other] |= u16::from(placed) << cell;
        }
        world
    }
}
