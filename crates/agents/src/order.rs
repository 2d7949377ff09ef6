//! Which moves to try first: a search with cuts saves most where the best move comes early.

use ludometer_game::{Game, Packed};

const SLOTS: usize = 1 << 12;
const REMEMBERED: i32 = i32::MAX;
const NOISY: i32 = 1 << 30;
const KILLER: i32 = 1 << 29;
const MOST_HISTORY: i32 = 1 << 28;

/// What earlier cuts taught: at each ply the last two moves that cut (killers), and over the whole
/// search how much each move cut for each side (history).
pub struct Experience<M> {
    killers: Vec<[Option<M>; 2]>,
    history: Vec<i32>,
}

impl<M: Packed + Eq> Experience<M> {
    /// None yet.
    #[must_use]
    pub fn new() -> Self {
        Experience { killers: Vec::new(), history: vec![0; 2 * SLOTS] }
    }

    /// Forgets everything.
    pub fn forget(&mut self) {
        self.killers.clear();
        self.history.fill(0);
    }

    /// A move cut off the rest at this ply with this depth below it.
    pub fn learn(&mut self, chosen: M, ply: usize, depth: i32, more: bool) {
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; 2]);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != Some(chosen) {
            *killers = [Some(chosen), killers[0]];
        }
        let weight = &mut self.history[slot(chosen, more)];
        *weight += depth * depth;
        if *weight > MOST_HISTORY {
            self.history.iter_mut().for_each(|weight| *weight /= 2);
        }
    }

    /// Appends how promising each of these moves is; `remembered` is the table's move.
    pub fn rate<G: Game<Move = M>>(
        &self,
        game: &G,
        state: &G::State,
        moves: &[M],
        here: Here,
        ratings: &mut Vec<i32>,
    ) {
        let killers = self.killers.get(here.ply).copied().unwrap_or([None; 2]);
        ratings.extend(moves.iter().enumerate().map(|(place, &option)| {
            if here.remembered == Some(place) {
                REMEMBERED
            } else if G::NOISY && game.noisy(state, option) {
                NOISY
            } else if killers[0] == Some(option) {
                KILLER + 1
            } else if killers[1] == Some(option) {
                KILLER
            } else {
                self.history[slot(option, here.more)]
            }
        }));
    }
}

/// Where moves are rated.
#[derive(Clone, Copy, Debug)]
pub struct Here {
    /// Plies from the root.
    pub ply: usize,
    /// Whether the side to move wants high values.
    pub more: bool,
    /// The place of the table's move in the legal list.
    pub remembered: Option<usize>,
}

/// The place of the best rating that was not taken yet; takes it.
#[inline]
pub fn take_best(ratings: &mut [i32]) -> usize {
    let (mut place, mut highest) = (0, i32::MIN);
    for (at, &rating) in ratings.iter().enumerate() {
        if rating > highest {
            (place, highest) = (at, rating);
        }
    }
    ratings[place] = i32::MIN;
    place
}

#[inline]
fn slot<M: Packed>(chosen: M, more: bool) -> usize {
    let bytes = chosen.pack();
    let half = |at: usize| u64::from_le_bytes(std::array::from_fn(|byte| bytes[at + byte]));
    let mixed = (half(0) ^ half(8).rotate_left(29)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed >> 52) as usize + if more { SLOTS } else { 0 }
}
