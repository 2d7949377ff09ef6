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

use ludometer_game::{
    Board, Card, Element, ElementKind, Encoding, Feature, Game, GameVisitor, Grid, ParamError, ParamSpec, Params,
    Part, Payoff, Piece, PositionError, Rng, Scene, Seat, Token, Turn,
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
    rows: usize,
    columns: usize,
    /// For each cell the lines through it, as bit sets of cells.
    lines: Vec<Vec<u64>>,
}

/// Marks as bit sets; cell 0 is top left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    marks: [u64; 2],
    won: bool,
}

impl Position {
    fn filled(&self) -> u64 {
        self.marks[0] | self.marks[1]
    }

    /// Whose marks come next: the players alternate from X.
    fn mover(&self) -> usize {
        (self.filled().count_ones() % 2) as usize
    }
}

impl TicTacToe {
    fn new(rows: usize, columns: usize, line: usize) -> Self {
        let mut lines = vec![Vec::new(); rows * columns];
        for mask in all_lines(rows, columns, line) {
            for (cell, through) in lines.iter_mut().enumerate() {
                if mask & 1 << cell != 0 {
                    through.push(mask);
                }
            }
        }
        TicTacToe { rows, columns, lines }
    }

    fn cells(&self) -> usize {
        self.rows * self.columns
    }

    fn full(&self) -> u64 {
        u64::MAX >> (64 - self.cells())
    }

    fn completes(&self, marks: u64, cell: usize) -> bool {
        self.lines[cell].iter().any(|line| marks & line == *line)
    }

    fn cell_name(&self, cell: usize) -> String {
        Board::name(cell / self.columns, cell % self.columns, self.rows)
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

/// Every straight line of this length on the board, as bit sets.
fn all_lines(rows: usize, columns: usize, line: usize) -> Vec<u64> {
    let mut found = Vec::new();
    for row in 0..rows as i32 {
        for column in 0..columns as i32 {
            for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                let reach = line as i32 - 1;
                let (last_row, last_column) = (row + down * reach, column + right * reach);
                if last_row < rows as i32 && (0..columns as i32).contains(&last_column) {
                    let cell = |i: i32| (row + down * i) * columns as i32 + column + right * i;
                    found.push((0..=reach).fold(0, |mask, i| mask | 1u64 << cell(i)));
                }
            }
        }
    }
    found
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
        Position { marks: [0, 0], won: false }
    }
    fn turn(&self, state: &Position) -> Turn {
        if state.won || state.filled() == self.full() {
            Turn::Over
        } else {
            Turn::Seat(Seat::new(state.mover() as u8))
        }
    }
    fn moves(&self, state: &Position, out: &mut Vec<u8>) {
        let mut empty = self.full() & !state.filled();
        while empty != 0 {
            out.push(empty.trailing_zeros() as u8);
            empty &= empty - 1;
        }
    }
    fn play(&self, state: &mut Position, cell: u8) {
        let mover = state.mover();
        state.marks[mover] |= 1 << cell;
        state.won = self.completes(state.marks[mover], usize::from(cell));
    }
    fn payoff(&self, state: &Position) -> Payoff {
        if state.won { Payoff::win(2, Seat::new(1 - state.mover() as u8)) } else { Payoff::draw(2) }
    }

    fn text(&self, _state: &Position, cell: u8, out: &mut String) {
        out.push_str(&self.cell_name(usize::from(cell)));
    }
    fn position(&self, state: &Position) -> Option<String> {
        let glyph = |cell: usize| match (state.marks[0] >> cell & 1, state.marks[1] >> cell & 1) {
            (1, _) => 'x',
            (_, 1) => 'o',
            _ => '.',
        };
        let row = |row: usize| (0..self.columns).map(|c| glyph(row * self.columns + c)).collect::<String>();
        Some((0..self.rows).map(row).collect::<Vec<_>>().join("/"))
    }
    fn read_position(&self, text: &str) -> Result<Position, PositionError> {
        let unreadable = |what: String| PositionError::Unreadable { what, example: "x.o/.x./...".into() };
        let rows: Vec<&str> = text.trim().split('/').collect();
        if rows.len() != self.rows || rows.iter().any(|row| row.chars().count() != self.columns) {
            return Err(unreadable(format!("the board has {} rows of {} cells", self.rows, self.columns)));
        }
        let mut state = self.initial();
        for (cell, glyph) in rows.iter().flat_map(|row| row.chars()).enumerate() {
            match glyph {
                'x' | 'X' => state.marks[0] |= 1 << cell,
                'o' | 'O' => state.marks[1] |= 1 << cell,
                '.' => {}
                other => return Err(unreadable(format!("`{other}` is neither x, o nor ."))),
            }
        }
        let [x, o] = state.marks.map(u64::count_ones);
        if x != o && x != o + 1 {
            return Err(unreadable(format!("{x} x and {o} o cannot come from alternate turns")));
        }
        let wins = |player: usize| (0..self.cells()).any(|cell| self.completes(state.marks[player], cell));
        state.won = wins(1 - state.mover());
        if wins(state.mover()) {
            return Err(unreadable("the player to move already has a line".into()));
        }
        Ok(state)
    }
    fn scene(&self, state: &Position, _viewer: Option<Seat>) -> Scene {
        let mut grid = Grid::over(&Board::lettered(self.rows, self.columns));
        for (cell, token) in grid.tokens.iter_mut().enumerate() {
            let mark = |player: u8, glyph, piece| Token { glyph, owner: Some(Seat::new(player)), piece };
            if state.marks[0] >> cell & 1 == 1 {
                *token = Some(mark(0, 'X', Piece::Cross));
            } else if state.marks[1] >> cell & 1 == 1 {
                *token = Some(mark(1, 'O', Piece::Nought));
            }
        }
        Scene::of(Part::Grid(grid))
    }
    fn board(&self) -> Option<Board> {
        Some(Board::lettered(self.rows, self.columns))
    }
    fn seat_name(&self, seat: Seat) -> String {
        ["X", "O"][seat.index()].into()
    }

    fn elements(&self, _state: &Position, cell: u8, out: &mut Vec<Element>) {
        out.push(Element::new(ElementKind::Cell, self.cell_name(usize::from(cell))));
    }
    fn observables(&self) -> Vec<String> {
        ["marks", "threats-x", "threats-o"].map(String::from).to_vec()
    }
    fn observe(&self, state: &Position, _viewer: Option<Seat>, out: &mut Vec<f32>) {
        out.push(state.filled().count_ones() as f32);
        out.extend([0, 1].map(|player| self.threats(state, player) as f32));
    }
    fn evaluate(&self, state: &Position, seat: Seat) -> Option<f32> {
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
        Some(Encoding::Grid { channels: 2, rows: self.rows, columns: self.columns })
    }
    fn encode(&self, state: &Position, me: Seat, out: &mut [f32]) {
        let (own, other) = out.split_at_mut(self.cells());
        for cell in 0..self.cells() {
            own[cell] = (state.marks[me.index()] >> cell & 1) as f32;
            other[cell] = (state.marks[1 - me.index()] >> cell & 1) as f32;
        }
    }
    fn features(&self) -> Vec<Feature<Self>> {
        vec![
            Feature {
                name: "own-threats".into(),
                range: (0.0, 64.0),
                value: |game, state, me| game.threats(state, me.index()) as f32,
            },
            Feature {
                name: "their-threats".into(),
                range: (0.0, 64.0),
                value: |game, state, me| game.threats(state, 1 - me.index()) as f32,
            },
        ]
    }

    fn playout(&self, state: &mut Position, empty: &mut Vec<u8>, rng: &mut Rng) -> Payoff {
        // Drawing without replacement from one list of empty cells is the same as drawing anew from
        // the legal moves of every turn.
        if !state.won {
            empty.clear();
            self.moves(state, empty);
            while !state.won && !empty.is_empty() {
                let cell = empty.swap_remove(rng.below(empty.len()));
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
