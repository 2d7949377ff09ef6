//! Tic-tac-toe: three in a row on a small board.
//!
//! # Rules
//! Two players in turn put a mark on an empty cell. Who first has `line` marks in a row, a column
//! or a diagonal wins. A full board without such a line is a draw.
//!
//! # Moves
//! The cell to mark.
//!
//! # Notation
//! Cells as on a chess board: `a1` is bottom left, `b2` the centre. A position is the rows from the
//! top, joined by `/`, of `x`, `o` and `.`; X moves when the numbers of marks are equal: `x.o/.x./...`.
//!
//! # Payoff
//! 1 for the winner, −1 for the loser, 0 for a draw.
//!
//! # Parameters
//! `rows`, `columns` (3 to 8) and `line` (3 to 8): the board and how many in a row win.
//!
//! # Observables
//! `marks`: marks on the board. `threats-x`, `threats-o`: lines that one more mark completes.
//!
//! # Source
//! Traditional. Solved as a draw; under random play X wins 58.5 %, O 28.8 %, 12.7 % are drawn.
//!
//! # Version history
//! 1: first version.

use crate::bits::Bits;
use crate::squares::Squares;
use ludometer_game::{
    Board, Card, Element, ElementKind, Encoding, Feature, Game, GameVisitor, ParamError, ParamSpec, Params,
    Part, Payoff, Piece, PositionError, Rng, Scene, Seat, Symmetry, Turn,
};
use std::borrow::Cow;

/// Name, documentation and parameters.
#[must_use]
pub fn card() -> Card {
    let params = vec![
        ParamSpec::whole("rows", "rows of the board", 3, 3..=8),
        ParamSpec::whole("columns", "columns of the board", 3, 3..=8),
        ParamSpec::whole("line", "marks in a row that win", 3, 3..=8),
    ];
    Card::from_source("tic-tac-toe", "Tic-tac-toe", 1, include_str!("tic_tac_toe.rs"), params)
}

/// Builds the game.
///
/// # Errors
/// When the winning line does not fit on the board.
pub fn open<V: GameVisitor>(params: &Params, visitor: V) -> Result<V::Out, ParamError> {
    let (rows, columns, line) = (params.count("rows"), params.count("columns"), params.count("line"));
    if line > rows.max(columns) {
        return Err(ParamError::Together(format!(
            "a line of {line} does not fit on a board of {rows} rows and {columns} columns; lower `line`"
        )));
    }
    Ok(visitor.visit(TicTacToe::new(rows, columns, line)))
}

/// The rules on one size of board.
pub struct TicTacToe {
    squares: Squares,
    line: usize,
    /// For each cell the lines through it, as bit sets of cells.
    lines: Vec<Vec<u64>>,
}

/// Marks as bit sets; cell 0 is top left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    marks: [u64; 2],
    plies: u8,
    won: bool,
}

impl Position {
    #[inline]
    fn filled(&self) -> u64 {
        self.marks[0] | self.marks[1]
    }

    /// Whose marks come next: the players alternate from X.
    #[inline]
    fn mover(&self) -> usize {
        usize::from(self.plies & 1)
    }

    fn owner(&self, cell: usize) -> Option<usize> {
        (0..2).find(|&player| self.marks[player] >> cell & 1 == 1)
    }
}

impl TicTacToe {
    fn new(rows: usize, columns: usize, line: usize) -> Self {
        let squares = Squares { rows, columns, letters: ['x', 'o'] };
        let mut lines = vec![Vec::new(); squares.cells()];
        for mask in squares.lines::<u64>(line) {
            mask.cells().for_each(|cell| lines[cell as usize].push(mask));
        }
        TicTacToe { squares, line, lines }
    }

    fn cells(&self) -> usize {
        self.squares.cells()
    }

    #[inline]
    fn full(&self) -> u64 {
        u64::MAX >> (64 - self.cells())
    }

    /// Whether this is the usual game, for which a table knows all lines.
    #[inline]
    fn classic(&self) -> bool {
        self.cells() == 9 && self.line == 3
    }

    #[inline]
    fn completes(&self, marks: u64, cell: usize) -> bool {
        if self.classic() {
            has_line_of_three(marks)
        } else {
            self.lines[cell].iter().any(|line| marks & line == *line)
        }
    }

    fn refuse(&self, what: impl Into<String>) -> PositionError {
        let example = self.squares.write(|cell| [0, 2].iter().position(|&marked| marked == cell));
        PositionError::Unreadable { what: what.into(), example }
    }

    /// Lines that lack exactly one mark of this player and hold none of the other.
    fn threats(&self, state: &Position, player: usize) -> usize {
        let (own, other) = (state.marks[player], state.marks[1 - player]);
        let mut open: Vec<u64> = self.lines.iter().flatten().copied().filter(|l| l & other == 0).collect();
        open.sort_unstable();
        open.dedup();
        open.iter().filter(|line| (*line & !own).count_ones() == 1).count()
    }
}

/// Whether nine cells hold a line: one bit for each set of marks.
#[inline]
fn has_line_of_three(marks: u64) -> bool {
    const WON: [u64; 8] = {
        const LINES: [usize; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
        let mut won = [0; 8];
        let mut set = 0;
        while set < 8 * 512 {
            let (marks, line) = (set / 8, LINES[set % 8]);
            if marks & line == line {
                won[marks / 64] |= 1 << (marks % 64);
            }
            set += 1;
        }
        won
    };
    WON[(marks >> 6) as usize & 7] >> (marks & 63) & 1 == 1
}

impl Game for TicTacToe {
    type State = Position;
    type Move = u8;

    fn seats(&self) -> usize {
        2
    }
    fn limit(&self) -> u32 {
        self.cells() as u32
    }
    fn initial(&self) -> Position {
        Position { marks: [0, 0], plies: 0, won: false }
    }
    #[inline]
    fn turn(&self, state: &Position) -> Turn {
        if state.won || usize::from(state.plies) == self.cells() {
            Turn::Over
        } else {
            Turn::Seat(Seat::new(state.mover() as u8))
        }
    }
    #[inline]
    fn moves(&self, state: &Position, out: &mut Vec<u8>) {
        let mut empty = self.full() & !state.filled();
        while empty != 0 {
            out.push(empty.trailing_zeros() as u8);
            empty &= empty - 1;
        }
    }
    #[inline]
    fn play(&self, state: &mut Position, cell: u8) {
        let mover = state.mover();
        state.marks[mover] |= 1 << cell;
        state.plies += 1;
        state.won = self.completes(state.marks[mover], usize::from(cell));
    }
    #[inline]
    fn payoff(&self, state: &Position) -> Payoff {
        if state.won { Payoff::win(2, Seat::new(1 - state.mover() as u8)) } else { Payoff::draw(2) }
    }

    fn text(&self, _state: &Position, cell: u8, out: &mut String) {
        out.push_str(&self.squares.name(usize::from(cell)));
    }
    fn position(&self, state: &Position) -> Option<String> {
        Some(self.squares.write(|cell| state.owner(cell)))
    }
    fn read_position(&self, text: &str) -> Result<Position, PositionError> {
        let mut state = self.initial();
        for (cell, owner) in
            self.squares.read(text).map_err(|what| self.refuse(what))?.into_iter().enumerate()
        {
            if let Some(player) = owner {
                state.marks[player] |= 1 << cell;
            }
        }
        let [x, o] = state.marks.map(u64::count_ones);
        if x != o && x != o + 1 {
            return Err(self.refuse(format!("{x} x and {o} o cannot come from alternate turns")));
        }
        state.plies = (x + o) as u8;
        let wins = |player: usize| (0..self.cells()).any(|cell| self.completes(state.marks[player], cell));
        if wins(state.mover()) {
            return Err(self.refuse("the player to move already has a line"));
        }
        state.won = wins(1 - state.mover());
        Ok(state)
    }
    fn scene(&self, state: &Position, _viewer: Option<Seat>) -> Scene {
        Scene::of(Part::Grid(self.squares.grid([Piece::Cross, Piece::Nought], |cell| state.owner(cell))))
    }
    fn board(&self) -> Option<Board> {
        Some(self.squares.board())
    }
    fn seat_name(&self, seat: Seat) -> String {
        ["X", "O"][seat.index()].into()
    }

    fn elements(&self, _state: &Position, cell: u8, out: &mut Vec<Element>) {
        out.push(Element::new(ElementKind::Cell, self.squares.name(usize::from(cell))));
    }
    fn observables(&self) -> Vec<String> {
        ["marks", "threats-x", "threats-o"].map(String::from).to_vec()
    }
    fn observe(&self, state: &Position, _viewer: Option<Seat>, out: &mut Vec<f32>) {
        out.push(state.filled().count_ones() as f32);
        out.extend([0, 1].map(|player| self.threats(state, player) as f32));
    }
    fn evaluate(&self, state: &Position, seat: Seat) -> Option<f32> {
        if self.turn(state) == Turn::Over {
            return Some(self.payoff(state).points[seat]);
        }
        let me = seat.index();
        let lead = self.threats(state, me) as f32 - self.threats(state, 1 - me) as f32;
        Some((lead / 8.0).clamp(-0.9, 0.9))
    }
    fn ending(&self, state: &Position) -> Cow<'static, str> {
        if state.won { "line".into() } else { "board full".into() }
    }

    fn actions(&self) -> Option<usize> {
        Some(self.cells())
    }
    fn index(&self, _state: &Position, cell: u8) -> usize {
        usize::from(cell)
    }
    fn encoding(&self) -> Option<Encoding> {
        Some(Encoding::Grid { channels: 2, rows: self.squares.rows, columns: self.squares.columns })
    }
    fn encode(&self, state: &Position, me: Seat, out: &mut [f32]) {
        let (own, other) = out.split_at_mut(self.cells());
        for cell in 0..self.cells() {
            own[cell] = (state.marks[me.index()] >> cell & 1) as f32;
            other[cell] = (state.marks[1 - me.index()] >> cell & 1) as f32;
        }
    }
    fn symmetries(&self) -> Vec<Symmetry> {
        Symmetry::of_cells(self.squares.rows, self.squares.columns)
    }
    fn features(&self) -> Vec<Feature> {
        let range = (0.0, (4 * self.cells()) as f32);
        let about = "lines that lack one mark and hold none of the other player";
        ["own-threats", "their-threats"].map(|name| Feature::new(name, range).about(about)).to_vec()
    }
    fn read_features(&self, state: &Position, me: Seat, out: &mut Vec<f32>) {
        out.extend([me.index(), 1 - me.index()].map(|side| self.threats(state, side) as f32));
    }

    fn playout(&self, state: &mut Position, empty: &mut Vec<u8>, rng: &mut Rng) -> Payoff {
        // Drawing without replacement from one list of empty cells is the same as drawing anew from
        // the legal moves of every turn.
        if !state.won {
            empty.clear();
            self.moves(state, empty);
            let mut draws = rng.draws(empty.len());
            while !state.won && !empty.is_empty() {
                let cell = empty.swap_remove(draws.below(empty.len()));
                self.play(state, cell);
            }
        }
        self.payoff(state)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_wins_and_a_full_board_is_drawn() {
        let game = TicTacToe::new(3, 3, 3);
        let mut state = game.read_position("xx./oo./...").unwrap();
        game.play(&mut state, 2);
        assert_eq!(game.turn(&state), Turn::Over);
        assert!(game.payoff(&state).won(Seat::new(0)));
        let drawn = game.read_position("xox/xox/oxo");
        assert!(drawn.is_ok_and(|s| game.turn(&s) == Turn::Over && game.payoff(&s).is_tie()));
    }

    #[test]
    fn impossible_positions_are_refused() {
        let game = TicTacToe::new(3, 3, 3);
        for text in ["xxx/.../...", "x.o/.x.", "xyz/.../...", "xxx/ooo/..."] {
            assert!(game.read_position(text).is_err(), "{text}");
        }
    }

    #[test]
    fn the_table_of_lines_agrees_with_the_lines() {
        let lines = TicTacToe::new(3, 3, 3).squares.lines::<u64>(3);
        for marks in 0..512 {
            assert_eq!(has_line_of_three(marks), lines.iter().any(|line| marks & line == *line), "{marks:o}");
        }
    }

    #[test]
    fn a_line_must_fit() {
        struct Nothing;
        impl GameVisitor for Nothing {
            type Out = ();
            fn visit<G: Game>(self, _game: G) {}
        }
        let refused = crate::open("tic-tac-toe", [("line", "4")], Nothing).unwrap_err();
        assert!(refused.to_string().contains("does not fit"));
    }
}
