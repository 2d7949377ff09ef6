//! Random Breakthrough matches, fast.
//!
//! Bit sets are good for listing all moves but slow for drawing one of them: counting and finding
//! the n-th bit depend on each other. Here each player keeps a list of pawns, and the board is one
//! byte per place with a wall beside each row. Draw a pawn and one of three directions, and draw again
//! if that step is illegal: every legal step is equally likely. Three draws are made at once and the
//! last legal one counts, because a processor guesses badly whether a single one will be legal.

use super::{Breakthrough, Position};
use crate::bits::Bits;
use ludometer_game::Rng;

/// What lies on a place: the kind in the two upper bits, below them the pawn's number in its list.
const EMPTY: u8 = 0;
const PAWN: [u8; 2] = [1 << 6, 2 << 6];
const WALL: u8 = 3 << 6;
const NUMBER: u8 = (1 << 6) - 1;

/// The most pawns of a player: two rows of 16.
const PAWNS: usize = 32;
/// Draws made at once; more would mostly be thrown away.
const TRIALS: usize = 3;

/// Where cells lie among the places, for one size of board.
pub(super) struct Places {
    empty: [u8; 256],
    of_cell: [u8; 128],
    to_cell: [u8; 256],
    /// Places from one row to the next.
    stride: u8,
    /// The first place of the topmost row.
    top: u8,
}

impl Places {
    pub(super) fn new(rows: usize, columns: usize) -> Self {
        let stride = columns + 1;
        let top = 1 + (rows - 1) * stride;
        let (mut empty, mut of_cell, mut to_cell) = ([WALL; 256], [0; 128], [0; 256]);
        for (cell, of_cell) in of_cell.iter_mut().enumerate().take(rows * columns) {
            let place = 1 + cell / columns * stride + cell % columns;
            empty[place] = EMPTY;
            *of_cell = place as u8;
            to_cell[place] = cell as u8;
        }
        Places { empty, of_cell, to_cell, stride: stride as u8, top: top as u8 }
    }
}

/// The places of a player's pawns, in no order.
struct Pawns {
    places: [u8; PAWNS],
    left: usize,
}

/// A match that is being played at random.
struct Race<'a> {
    places: &'a Places,
    field: [u8; 256],
    pawns: [Pawns; 2],
}

/// Plays random moves to the end.
pub(super) fn run<B: Bits>(game: &Breakthrough<B>, state: &mut Position<B>, rng: &mut Rng) {
    let mut race = Race::new(&game.places, state);
    let mut over = game.over(state);
    while !over {
        over = if state.mover == 0 { race.step::<0>(rng) } else { race.step::<1>(rng) };
        state.mover = 1 - state.mover;
    }
    state.pawns = [race.set(0), race.set(1)];
}

impl<'a> Race<'a> {
    fn new<B: Bits>(places: &'a Places, state: &Position<B>) -> Self {
        let mut field = places.empty;
        let pawns = [0, 1].map(|player| {
            let mut pawns = Pawns { places: [0; PAWNS], left: 0 };
            for cell in state.pawns[player].cells() {
                let place = places.of_cell[cell as usize & 127];
                field[usize::from(place)] = PAWN[player] | pawns.left as u8;
                pawns.places[pawns.left % PAWNS] = place;
                pawns.left += 1;
            }
            pawns
        });
        Race { places, field, pawns }
    }

    fn set<B: Bits>(&self, player: usize) -> B {
        let pawns = &self.pawns[player];
        let cell = |place: &u8| B::cell(u32::from(self.places.to_cell[usize::from(*place)]));
        pawns.places[..pawns.left].iter().fold(B::NONE, |set, place| set | cell(place))
    }

    /// Plays one random step of this player and says whether it wins.
    #[inline(always)]
    fn step<const PLAYER: usize>(&mut self, rng: &mut Rng) -> bool {
        let stride = self.places.stride;
        let left_ahead = if PLAYER == 0 { stride - 1 } else { stride.wrapping_neg().wrapping_sub(1) };
        let (number, from, to) = loop {
            let options = 3 * self.pawns[PLAYER].left;
            let mut draws = rng.draws(3 * PAWNS);
            // One integer, because it can be chosen without a branch.
            let mut legal = 0;
            for _ in 0..TRIALS {
                let drawn = draws.below(options);
                let (number, way) = (drawn / 3, drawn % 3);
                let from = self.pawns[PLAYER].places[number % PAWNS];
                let to = from.wrapping_add(left_ahead).wrapping_add(way as u8);
                let step = u32::from_le_bytes([number as u8, from, to, 1]);
                legal = if may_step::<PLAYER>(way, self.field[usize::from(to)]) { step } else { legal };
            }
            if legal != 0 {
                let [number, from, to, _] = legal.to_le_bytes();
                break (number, from, to);
            }
        };
        let met = self.field[usize::from(to)];
        self.field[usize::from(from)] = EMPTY;
        self.pawns[PLAYER].places[usize::from(number) % PAWNS] = to;
        if met != EMPTY {
            self.remove(1 - PLAYER, met);
        }
        self.field[usize::from(to)] = PAWN[PLAYER] | number;
        let arrived = if PLAYER == 0 { to >= self.places.top } else { to <= stride };
        arrived || self.pawns[1 - PLAYER].left == 0
    }

    /// Takes a pawn off its list; the last one of the list gets its number.
    fn remove(&mut self, player: usize, pawn: u8) {
        let pawns = &mut self.pawns[player];
        pawns.left -= 1;
        let last = pawns.places[pawns.left % PAWNS];
        pawns.places[usize::from(pawn & NUMBER) % PAWNS] = last;
        self.field[usize::from(last)] = pawn;
    }
}

/// Whether a pawn may step straight ahead (way 1) or diagonally (0, 2) onto what lies there.
#[inline(always)]
fn may_step<const PLAYER: usize>(way: usize, target: u8) -> bool {
    // A bit for each kind of target: empty, white, black, wall.
    const STRAIGHT: u32 = 0b0001;
    const DIAGONAL: [u32; 2] = [0b0101, 0b0011];
    let legal = DIAGONAL[PLAYER] | STRAIGHT << 4 | DIAGONAL[PLAYER] << 8;
    legal >> (4 * way as u32 + u32::from(target >> 6)) & 1 == 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_game::Game;

    /// Every draw that is accepted is a legal move, and every legal move is drawn by exactly one
    /// pawn and way: so the draw is uniform.
    #[test]
    fn accepted_draws_are_the_legal_moves() {
        let game = Breakthrough::<u64>::new(7, 5);
        let mut rng = Rng::stream(1, "race", 0);
        for _ in 0..200 {
            let mut state = game.initial();
            while !game.over(&state) {
                let mut legal = Vec::new();
                game.moves(&state, &mut legal);
                let mut accepted = accepted(&game, &state);
                accepted.sort_unstable();
                let mut listed: Vec<_> = legal.iter().map(|step| (step.from, step.to)).collect();
                listed.sort_unstable();
                assert_eq!(accepted, listed);
                game.play(&mut state, legal[rng.below(legal.len())]);
            }
        }
    }

    fn accepted(game: &Breakthrough<u64>, state: &Position<u64>) -> Vec<(u8, u8)> {
        let race = Race::new(&game.places, state);
        let own = &race.pawns[usize::from(state.mover)];
        let mut found = Vec::new();
        for (&from, way) in own.places[..own.left].iter().flat_map(|from| (0..3).map(move |way| (from, way)))
        {
            let stride = i16::from(game.places.stride) * if state.mover == 0 { 1 } else { -1 };
            let to = (i16::from(from) + stride + way as i16 - 1) as usize;
            let may = if state.mover == 0 { may_step::<0> } else { may_step::<1> };
            if may(way, race.field[to]) {
                found.push((game.places.to_cell[usize::from(from)], game.places.to_cell[to]));
            }
        }
        found
    }
}
