//! Connect Four: discs fall into columns, four in a row win.
//!
//! # Rules
//! Two players in turn drop a disc into a column that is not full; it falls to the lowest empty cell.
//! Who first has `line` discs in a row, a column or a diagonal wins. A full board without such a line
//! is a draw. With `gravity` off a disc may be put on any empty cell.
//!
//! # Moves
//! The column; with `gravity` off the cell.
//!
//! # Notation
//! Columns are numbered from 1 at the left: `4 4 3`. Cells are named as on a chess board: `a1` is
//! bottom left. A position is the rows from the top, joined by `/`, of `x`, `o` and `.`;
//! X moves when the numbers of discs are equal: `......./......./......./......./...o.../..xx...`.
//!
//! # Payoff
//! 1 for the winner, −1 for the loser, 0 for a draw.
//!
//! # Parameters
//! `rows` (2 to 10), `columns` (2 to 11), `line` (2 to 11): the board and how many in a row win.
//! `gravity`: whether discs fall.
//!
//! # Observables
//! `discs`: discs on the board. `threats-yellow`, `threats-red`: empty cells where one more disc
//! completes a line. Count `blocks`: discs put where the other player would have completed a line.
//!
//! # Source
//! Howard Wexler, 1974. Solved by James D. Allen and Victor Allis, 1988: the first player wins. Random
//! play takes 21.3 discs; the first player wins 55.5 %, 0.3 % are drawn.
//!
//! # Version history
//! 1: first version.

use crate::bits::Bits;
use crate::squares::Squares;
use ludometer_game::{
    Board, Card, Element, ElementKind, Encoding, Feature, Game, GameVisitor, ParamError, ParamSpec, Params,
    Part, Payoff, Piece, PositionError, Rng, Scene, Seat, Story, Symmetry, Turn,
};
use std::borrow::Cow;

mod features;
mod perfect;
mod playout;
pub mod solver;
#[cfg(test)]
mod tests;

const MAX_ROWS: usize = 10;
const MAX_COLUMNS: usize = 11;

/// Name, documentation and parameters.
#[must_use]
pub fn card() -> Card {
    let params = vec![
        ParamSpec::whole("rows", "rows of the board", 6, 2..=MAX_ROWS as i64),
        ParamSpec::whole("columns", "columns of the board", 7, 2..=MAX_COLUMNS as i64),
        ParamSpec::whole("line", "discs in a row that win", 4, 2..=MAX_COLUMNS as i64),
        ParamSpec::switch("gravity", "discs fall to the lowest empty cell of a column", true),
    ];
    Card::from_source("connect-four", "Connect Four", 1, include_str!("connect_four.rs"), params)
}

/// Builds the game on the smallest integers that hold the board.
///
/// # Errors
/// When the winning line does not fit on the board.
pub fn open<V: GameVisitor>(params: &Params, visitor: V) -> Result<V::Out, ParamError> {
    let [rows, columns, line] = ["rows", "columns", "line"].map(|name| params.count(name));
    if line > rows.max(columns) {
        return Err(ParamError::Together(format!(
            "a line of {line} does not fit on a board of {rows} rows and {columns} columns; lower `line`"
        )));
    }
    let gravity = params.switch("gravity");
    if (rows + 1) * columns <= u64::WIDTH as usize {
        Ok(visitor.visit(ConnectFour::<u64>::new(rows, columns, line, gravity)))
    } else {
        Ok(visitor.visit(ConnectFour::<u128>::new(rows, columns, line, gravity)))
    }
}

/// The rules on one size of board.
///
/// Bits run up the columns, one column after the other. Above each column lies a bit that is never
/// set, so that a line cannot leave a column at the top and go on at the bottom of the next.
pub struct ConnectFour<B> {
    squares: Squares,
    line: u32,
    gravity: bool,
    /// The cells of each column.
    columns: [B; MAX_COLUMNS],
    /// The lowest cells of all columns.
    bottom: B,
    /// The highest cells of all columns.
    top: B,
    /// All cells.
    board: B,
}

/// Discs as bit sets.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position<B> {
    discs: [B; 2],
    plies: u8,
    won: bool,
}

impl<B: Bits> Position<B> {
    #[inline]
    fn filled(&self) -> B {
        self.discs[0] | self.discs[1]
    }

    #[inline]
    fn mover(&self) -> usize {
        usize::from(self.plies & 1)
    }

    #[inline]
    fn put(&mut self, disc: B) -> B {
        let own = &mut self.discs[usize::from(self.plies & 1)];
        *own |= disc;
        self.plies += 1;
        *own
    }
}

/// Where lines of `line` discs begin whose neighbours are `step` bits apart.
#[inline(always)]
fn starts_along<B: Bits>(discs: B, line: u32, step: u32) -> B {
    let (mut starts, mut length) = (discs, 1);
    while 2 * length <= line {
        starts &= starts >> (length * step);
        length *= 2;
    }
    starts & starts >> ((line - length) * step)
}

/// Whether there is a line along a column, the two diagonals or a row of a board whose columns are `stride`
/// bits apart. Written out: `map` is not always inlined, and then costs half the speed of a search.
#[inline(always)]
fn has_line<B: Bits>(discs: B, line: u32, stride: u32) -> bool {
    let along = |step| starts_along(discs, line, step);
    (along(1) | along(stride - 1) | along(stride) | along(stride + 1)).any()
}

impl<B: Bits> ConnectFour<B> {
    fn new(rows: usize, columns: usize, line: usize, gravity: bool) -> Self {
        let squares = Squares { rows, columns, letters: ['x', 'o'] };
        let stride = rows as u32 + 1;
        let column = |c: usize| (0..rows as u32).fold(B::NONE, |set, r| set | B::cell(c as u32 * stride + r));
        let row = |r: u32| (0..columns as u32).fold(B::NONE, |set, c| set | B::cell(c * stride + r));
        let columns = std::array::from_fn(|c| if c < columns { column(c) } else { B::NONE });
        let board = columns.iter().fold(B::NONE, |all, &cells| all | cells);
        ConnectFour {
            line: line as u32,
            gravity,
            columns,
            bottom: row(0),
            top: row(stride - 2),
            board,
            squares,
        }
    }

    #[inline]
    fn stride(&self) -> u32 {
        self.squares.rows as u32 + 1
    }

    /// Whether this is the usual line on columns of the usual height, for which shifts by constants
    /// make the search for lines much faster.
    #[inline]
    fn classic(&self) -> bool {
        self.line == 4 && self.squares.rows == 6
    }

    #[inline]
    fn wins(&self, discs: B) -> bool {
        if self.classic() { has_line(discs, 4, 7) } else { has_line(discs, self.line, self.stride()) }
    }

    /// The bit of a cell counted row by row from the top left.
    fn bit(&self, cell: usize) -> u32 {
        let (row, column) = (cell / self.squares.columns, cell % self.squares.columns);
        column as u32 * self.stride() + (self.squares.rows - 1 - row) as u32
    }

    /// The opposite of [`ConnectFour::bit`].
    fn cell(&self, bit: u32) -> usize {
        let (column, up) = ((bit / self.stride()) as usize, (bit % self.stride()) as usize);
        (self.squares.rows - 1 - up) * self.squares.columns + column
    }

    /// Where the disc of a move comes to lie.
    #[inline]
    fn landing(&self, state: &Position<B>, chosen: u8) -> B {
        if self.gravity {
            state.filled().plus(self.bottom) & self.columns[usize::from(chosen)]
        } else {
            B::cell(u32::from(chosen))
        }
    }

    fn owner(&self, state: &Position<B>, cell: usize) -> Option<usize> {
        (0..2).find(|&player| state.discs[player].has(self.bit(cell)))
    }

    fn refuse(&self, what: impl Into<String>) -> PositionError {
        let cells = self.squares.cells();
        let example = self.squares.write(|cell| [cells - 1, cells - 2].iter().position(|&c| c == cell));
        PositionError::Unreadable { what: what.into(), example }
    }

    /// Says why discs that read well cannot come from a match.
    fn check(&self, state: &Position<B>) -> Result<(), PositionError> {
        if self.gravity && (state.filled().plus(self.bottom) & state.filled()).any() {
            return Err(self.refuse("a disc hangs above an empty cell"));
        }
        if self.wins(state.discs[state.mover()]) {
            return Err(self.refuse("the player to move already has a line"));
        }
        let last = state.discs[1 - state.mover()];
        if self.wins(last) && last.cells().all(|disc| self.wins(last ^ B::cell(disc))) {
            return Err(self.refuse("the lines do not share the disc that completed them"));
        }
        Ok(())
    }
}

impl<B: Bits> Game for ConnectFour<B> {
    type State = Position<B>;
    /// The column counted from 0; without gravity the bit of the cell.
    type Move = u8;

    fn seats(&self) -> usize {
        2
    }
    fn limit(&self) -> u32 {
        self.squares.cells() as u32
    }
    fn initial(&self) -> Position<B> {
        Position { discs: [B::NONE; 2], plies: 0, won: false }
    }
    #[inline]
    fn turn(&self, state: &Position<B>) -> Turn {
        if state.won || usize::from(state.plies) == self.squares.cells() {
            Turn::Over
        } else {
            Turn::Seat(Seat::new(state.plies & 1))
        }
    }
    #[inline]
    fn moves(&self, state: &Position<B>, out: &mut Vec<u8>) {
        if self.gravity {
            let open = self.top & !state.filled();
            let columns = 0..self.squares.columns as u8;
            if open == self.top {
                out.extend(columns);
            } else {
                out.extend(columns.filter(|&column| (open & self.columns[usize::from(column)]).any()));
            }
        } else {
            out.extend((self.board & !state.filled()).cells().map(|cell| cell as u8));
        }
    }
    // Otherwise left out of line in searches, where it costs a twelfth of their instructions.
    #[inline(always)]
    fn play(&self, state: &mut Position<B>, chosen: u8) {
        let disc = self.landing(state, chosen);
        let own = state.put(disc);
        state.won = self.wins(own);
    }
    #[inline]
    fn payoff(&self, state: &Position<B>) -> Payoff {
        if state.won { Payoff::win(2, Seat::new(1 - state.mover() as u8)) } else { Payoff::draw(2) }
    }

    fn text(&self, _state: &Position<B>, chosen: u8, out: &mut String) {
        if self.gravity {
            out.push_str(&(chosen + 1).to_string());
        } else {
            out.push_str(&self.squares.name(self.cell(u32::from(chosen))));
        }
    }
    fn position(&self, state: &Position<B>) -> Option<String> {
        Some(self.squares.write(|cell| self.owner(state, cell)))
    }
    fn read_position(&self, text: &str) -> Result<Position<B>, PositionError> {
        let mut state = self.initial();
        for (cell, owner) in
            self.squares.read(text).map_err(|what| self.refuse(what))?.into_iter().enumerate()
        {
            if let Some(player) = owner {
                state.discs[player] |= B::cell(self.bit(cell));
            }
        }
        let [x, o] = state.discs.map(Bits::count);
        if x != o && x != o + 1 {
            return Err(self.refuse(format!("{x} x and {o} o cannot come from alternate turns")));
        }
        state.plies = (x + o) as u8;
        self.check(&state)?;
        state.won = self.wins(state.discs[1 - state.mover()]);
        Ok(state)
    }
    fn scene(&self, state: &Position<B>, _viewer: Option<Seat>) -> Scene {
        let mut grid = self.squares.grid([Piece::Disc; 2], |cell| self.owner(state, cell));
        if self.gravity {
            grid.column_names = (1..=self.squares.columns).map(|column| column.to_string()).collect();
        }
        Scene::of(Part::Grid(grid))
    }
    fn board(&self) -> Option<Board> {
        Some(self.squares.board())
    }
    fn seat_name(&self, seat: Seat) -> String {
        ["X", "O"][seat.index()].into()
    }

    fn elements(&self, state: &Position<B>, chosen: u8, out: &mut Vec<Element>) {
        if self.gravity {
            out.push(Element::new(ElementKind::Action, format!("column {}", chosen + 1)));
        }
        let cell = self.cell(self.landing(state, chosen).first());
        out.push(Element::new(ElementKind::Cell, self.squares.name(cell)));
    }
    fn observables(&self) -> Vec<String> {
        ["discs", "threats-yellow", "threats-red"].map(String::from).to_vec()
    }
    fn observe(&self, state: &Position<B>, _viewer: Option<Seat>, out: &mut Vec<f32>) {
        out.push(f32::from(state.plies));
        out.extend([0, 1].map(|player| self.threats(state, player).count() as f32));
    }
    fn evaluate(&self, state: &Position<B>, seat: Seat) -> Option<f32> {
        if self.turn(state) == Turn::Over {
            return Some(self.payoff(state).points[seat]);
        }
        let [own, their] =
            [seat.index(), 1 - seat.index()].map(|player| self.threats(state, player).count() as f32);
        Some(((own - their) / 8.0).clamp(-0.9, 0.9))
    }
    fn ending(&self, state: &Position<B>) -> Cow<'static, str> {
        if state.won { "line".into() } else { "board full".into() }
    }
    fn narrate(&self, before: &Position<B>, chosen: u8, _after: &Position<B>, story: &mut Story) {
        let theirs = before.discs[1 - before.mover()] | self.landing(before, chosen);
        if self.wins(theirs) {
            story.count("blocks", 1.0);
        }
    }

    fn actions(&self) -> Option<usize> {
        Some(if self.gravity { self.squares.columns } else { self.squares.cells() })
    }
    fn index(&self, _state: &Position<B>, chosen: u8) -> usize {
        if self.gravity { usize::from(chosen) } else { self.cell(u32::from(chosen)) }
    }
    fn encoding(&self) -> Option<Encoding> {
        Some(Encoding::Grid { channels: 2, rows: self.squares.rows, columns: self.squares.columns })
    }
    fn encode(&self, state: &Position<B>, me: Seat, out: &mut [f32]) {
        let (own, other) = out.split_at_mut(self.squares.cells());
        for cell in 0..self.squares.cells() {
            let bit = self.bit(cell);
            own[cell] = f32::from(state.discs[me.index()].has(bit));
            other[cell] = f32::from(state.discs[1 - me.index()].has(bit));
        }
    }
    fn symmetries(&self) -> Vec<Symmetry> {
        let (rows, columns) = (self.squares.rows, self.squares.columns);
        if self.gravity {
            vec![Symmetry::of_columns(rows, columns)]
        } else {
            Symmetry::of_cells(rows, columns)
        }
    }
    fn features(&self) -> Vec<Feature> {
        self.feature_list()
    }
    fn read_features(&self, state: &Position<B>, me: Seat, out: &mut Vec<f32>) {
        self.append_features(state, me.index(), out);
    }

    fn solver(&self, bytes: usize) -> Option<Box<dyn ludometer_game::Solver<Self>>> {
        let solvable = self.line == 4 && self.gravity;
        let solver =
            solvable.then(|| solver::Solver::new(self.squares.rows, self.squares.columns, bytes))??;
        Some(Box::new(solver))
    }
    fn playout(&self, state: &mut Position<B>, buffer: &mut Vec<u8>, rng: &mut Rng) -> Payoff {
        self.finish_at_random(state, buffer, rng);
        self.payoff(state)
    }
}
