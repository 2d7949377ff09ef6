//! Features for linear evaluations and learners.
//!
//! The ideas are those of Paul Rosenbloom (IAGO, 1982) and of Kai-Fu Lee and Sanjoy Mahajan (BILL, 1990): many
//! moves and few discs early; discs that touch empty cells give the other player moves, and enemy discs that do
//! give moves to come. Corners are never turned back, nor are the discs of one colour in a row from them along
//! the edge. Who lies beside an empty corner often gives it away. Who moves with an odd number of empty cells
//! left tends to move last.

use super::{Othello, Position};
use crate::bits::Bits;
use ludometer_game::{Code, Feature};

/// Kinds of numbers that both players have.
const KINDS: usize = 9;

/// How the cells of a board lie beside each other.
pub(super) struct Layout<B> {
    size: u32,
    /// All cells.
    board: B,
    /// The first and the last column, which no step along a row may leave to that side.
    sides: [B; 2],
    /// All cells with fewer than eight neighbours.
    edges: B,
}

impl<B: Bits> Layout<B> {
    pub(super) fn new(size: usize) -> Self {
        let last = size - 1;
        let cells_where = |holds: &dyn Fn(usize, usize) -> bool| {
            let cells = (0..size * size).filter(|cell| holds(cell / size, cell % size));
            cells.fold(B::NONE, |set, cell| set | B::cell(cell as u32))
        };
        let on_edge = |at: usize| at == 0 || at == last;
        Layout {
            size: size as u32,
            board: cells_where(&|_, _| true),
            sides: [cells_where(&|_, column| column == 0), cells_where(&|_, column| column == last)],
            edges: cells_where(&|row, column| on_edge(row) || on_edge(column)),
        }
    }

    /// The neighbours of these cells in their rows.
    fn along_rows(&self, set: B) -> B {
        (set & !self.sides[0]) >> 1 | (set & !self.sides[1]) << 1
    }

    /// The neighbours of these cells in their columns.
    fn along_columns(&self, set: B) -> B {
        (set >> self.size | set << self.size) & self.board
    }

    /// The neighbours of these cells in rows and columns.
    fn beside(&self, set: B) -> B {
        self.along_rows(set) | self.along_columns(set)
    }

    /// The neighbours of these cells in all eight directions, and with them some of the cells themselves.
    fn around(&self, set: B) -> B {
        let rows = self.along_rows(set);
        rows | self.along_columns(set | rows)
    }
}

impl<B: Bits> Othello<B> {
    /// For each kind its name, the most there can be, how much counts as 1 to a network, and what it says: hardly
    /// anybody has as many moves as there are cells.
    fn kinds(&self) -> [(&'static str, usize, f32, &'static str); KINDS] {
        let (size, cells) = (self.board.size(), self.board.cells());
        let (share, rim) = (cells as f32 / 4.0, 4 * (size - 1));
        [
            ("discs", cells, cells as f32, "discs on the board"),
            ("moves", cells, share, "cells that could be played on, were it that player's turn"),
            ("corners", 4, 4.0, "corners held"),
            ("risks", 4, 4.0, "discs diagonally beside an empty corner"),
            ("edge-risks", 8, 8.0, "discs on an edge just beside an empty corner"),
            ("frontier", cells, 2.0 * share, "discs that touch an empty cell"),
            ("moves-to-come", cells, 2.0 * share, "empty cells that touch a disc of the other"),
            ("edges", rim, rim as f32, "discs on the edges"),
            ("stable-edges", rim, rim as f32, "discs in an unbroken row along the edges from a corner held"),
        ]
    }

    /// Discs on an edge just beside an empty corner.
    fn edge_risks(&self, state: &Position<B>, player: usize) -> u32 {
        (self.layout.beside(self.corners & self.empty(state)) & state.discs[player]).count()
    }

    /// Discs that touch an empty cell.
    fn frontier(&self, state: &Position<B>, player: usize) -> u32 {
        (self.layout.around(self.empty(state)) & state.discs[player]).count()
    }

    /// Empty cells that touch an enemy disc: where this player can move now or may be able to later.
    fn moves_to_come(&self, state: &Position<B>, player: usize) -> u32 {
        (self.layout.around(state.discs[1 - player]) & self.empty(state)).count()
    }

    /// Discs in an unbroken row along the edges from a corner of the same colour, which nobody can turn back.
    fn stable_edges(&self, state: &Position<B>, player: usize) -> u32 {
        let own = state.discs[player] & self.layout.edges;
        let mut stable = own & self.corners;
        loop {
            let more = stable | self.layout.beside(stable) & own;
            if more == stable {
                return stable.count();
            }
            stable = more;
        }
    }

    fn empty(&self, state: &Position<B>) -> B {
        self.layout.board & !(state.discs[0] | state.discs[1])
    }

    /// One number of each kind.
    fn numbers(&self, state: &Position<B>, player: usize) -> [f32; KINDS] {
        let [discs, moves, corners, risks] = self.strengths(state, player);
        let [edge_risks, frontier, moves_to_come, edges, stable_edges] = [
            self.edge_risks(state, player),
            self.frontier(state, player),
            self.moves_to_come(state, player),
            (state.discs[player] & self.layout.edges).count(),
            self.stable_edges(state, player),
        ]
        .map(|number| number as f32);
        [discs, moves, corners, risks, edge_risks, frontier, moves_to_come, edges, stable_edges]
    }

    /// Names and ranges of what [`Othello::append_features`] appends.
    pub(super) fn feature_list(&self) -> Vec<Feature> {
        let of_both = |(name, most, unit, about): (&str, usize, f32, &'static str)| {
            ["own", "their"].map(|who| {
                let feature = Feature::new(format!("{who}-{name}"), (0.0, most as f32));
                feature.coded(Code::Number(unit)).about(about)
            })
        };
        let flags = [
            ("odd-empties", "1 where an odd number of cells is empty"),
            ("on-turn", "1 where this seat is on turn"),
        ]
        .map(|(name, about)| Feature::new(name, (0.0, 1.0)).about(about));
        let all = self.kinds().into_iter().flat_map(of_both).chain(flags);
        all.map(|feature| feature.of(&["hand"])).collect()
    }

    /// Appends the numbers of one player.
    pub(super) fn append_features(&self, state: &Position<B>, me: usize, out: &mut Vec<f32>) {
        let [own, their] = [me, 1 - me].map(|player| self.numbers(state, player));
        out.extend(own.into_iter().zip(their).flat_map(|(own, their)| [own, their]));
        let odd_empties = self.empty(state).count() % 2 == 1;
        out.extend([odd_empties, usize::from(state.mover) == me].map(f32::from));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_game::Game;

    /// The numbers Black reads, by name.
    fn expect(position: &str, numbers: &[(&str, f32)]) {
        let size = position.find('/').expect("rows");
        let game = Othello::<u128>::new(size);
        let state = game.read_position(position).expect("a position");
        let mut read = Vec::new();
        game.append_features(&state, 0, &mut read);
        let features = game.feature_list();
        for &(name, number) in numbers {
            let at = features.iter().position(|feature| feature.name == name).expect("a feature");
            assert_eq!(read[at], number, "{name} in {position}");
        }
    }

    #[test]
    fn the_start_is_the_same_to_both() {
        let start = "......../......../......../...wb.../...bw.../......../......../........ b";
        for who in ["own", "their"] {
            let named = |name: &str| format!("{who}-{name}");
            expect(
                start,
                &[
                    (&named("discs"), 2.0),
                    (&named("moves"), 4.0),
                    (&named("frontier"), 2.0),
                    (&named("moves-to-come"), 10.0),
                    (&named("edges"), 0.0),
                ],
            );
        }
        expect(start, &[("odd-empties", 0.0), ("on-turn", 1.0)]);
    }

    #[test]
    fn discs_beside_an_empty_corner_are_at_risk_and_no_longer_when_it_is_taken() {
        expect(
            ".b..../.ww.../..wb../..bw../..b.w./wb.... w",
            &[
                ("own-edge-risks", 1.0),
                ("their-edge-risks", 0.0),
                ("own-risks", 0.0),
                ("their-risks", 2.0),
                ("their-corners", 1.0),
                ("odd-empties", 1.0),
                ("on-turn", 0.0),
            ],
        );
    }

    #[test]
    fn edges_are_stable_from_a_corner_of_their_colour_on() {
        // Black holds two corners; the disc on the right edge hangs on a white one.
        expect(
            "bbb.wb/b..b../w.wb../..bw.b/....w./wb..bw b",
            &[
                ("own-edges", 8.0),
                ("own-stable-edges", 5.0),
                ("their-edges", 4.0),
                ("their-stable-edges", 2.0),
            ],
        );
        expect("bbbb/bwwb/bwwb/bbbb w", &[("own-stable-edges", 12.0), ("own-edges", 12.0)]);
    }

    #[test]
    fn neighbours_end_at_the_edge() {
        // White lies in the last column: the first column of the next row is no neighbour of it.
        expect(
            "...w/.bw./.bw./.... b",
            &[("own-frontier", 2.0), ("their-frontier", 3.0), ("own-moves-to-come", 7.0)],
        );
        expect("bbbw/bbbb/bbbb/.... b", &[("own-frontier", 4.0), ("their-frontier", 0.0)]);
    }
}
