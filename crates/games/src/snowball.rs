//! Snowball: points for lines and squares of one's own pieces.
//!
//! # Rules
//! Two players in turn put a piece on an empty cell of a square board. The piece scores 1 point for
//! every shape it completes: `line` own pieces in a row, a column or a diagonal, and square blocks of
//! `small` × `small` and `large` × `large` own pieces. A shape is a set of exactly so many cells:
//! every one that contains the new piece and is full of own pieces counts, so six in a row hold two
//! lines of five, and a piece may complete several at once. The match ends when a player has `target`
//! points or `limit` pieces lie on the board. Most points win; equal points are a draw.
//!
//! # Moves
//! The cell of the new piece.
//!
//! # Notation
//! Cells as on a chess board: `a1` is bottom left. A position is the rows from the top, joined by `/`,
//! of `x`, `o` and `.`; X moves when the numbers of pieces are equal. Points need not be written: they
//! are the full shapes on the board. On three rows: `x.o/.x./...`.
//!
//! # Payoff
//! 1 for the winner, −1 for the loser, 0 for a draw.
//!
//! # Parameters
//! `size` (3 to 11): rows and columns. `line` (2 to 11). `small`, `large` (0 to 6): sides of the two
//! scoring squares; 0 is none. `target` (1 to 99): points that end the match. `limit` (1 to 121):
//! pieces that end it; a full board ends it in any case.
//!
//! # Observables
//! `pieces`: pieces on the board. `points-x`, `points-o`. `chances-x`, `chances-o`: shapes that one
//! more piece completes. Score sources `line`, `square-2`, `square-3` (named by their side). Count
//! `spoils`: pieces put where the other player would have scored.
//!
//! # Source
//! The play-testing thesis APTS, which leaves ties open.
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

#[cfg(test)]
mod tests;

/// Name, documentation and parameters.
#[must_use]
pub fn card() -> Card {
    let params = vec![
        ParamSpec::whole("size", "rows and columns of the board", 9, 3..=11),
        ParamSpec::whole("line", "pieces in a row that score", 5, 2..=11),
        ParamSpec::whole("small", "side of the smaller square that scores; 0 is none", 2, 0..=6),
        ParamSpec::whole("large", "side of the larger square that scores; 0 is none", 3, 0..=6),
        ParamSpec::whole("target", "points that end the match", 15, 1..=99),
        ParamSpec::whole("limit", "pieces on the board that end the match", 45, 1..=121),
    ];
    Card::from_source("snowball", "Snowball", 1, include_str!("snowball.rs"), params)
}

/// Builds the game.
///
/// # Errors
/// When a shape does not fit on the board or the two squares are the same.
pub fn open<V: GameVisitor>(params: &Params, visitor: V) -> Result<V::Out, ParamError> {
    let size = params.count("size");
    for shape in ["line", "small", "large"] {
        let cells = params.count(shape);
        if cells > size {
            return Err(ParamError::Together(format!(
                "`{shape}` of {cells} does not fit on a board of size {size}; lower `{shape}`"
            )));
        }
    }
    let squares = [params.count("small"), params.count("large")];
    if squares[0] == squares[1] && squares[0] != 0 {
        return Err(ParamError::Together("`small` and `large` must differ; 0 turns one off".into()));
    }
    let (target, limit) = (params.count("target"), params.count("limit"));
    Ok(visitor.visit(Snowball::new(size, params.count("line"), squares, target, limit)))
}

/// The rules for one set of shapes.
pub struct Snowball {
    squares: Squares,
    target: u8,
    limit: u8,
    /// The parameters, as a network is told them.
    told: Vec<(String, f32)>,
    /// What points are given for, in the order of [`Shape::source`].
    sources: Vec<String>,
    /// All shapes.
    shapes: Vec<Shape>,
    /// For each cell the shapes through it.
    through: Vec<Vec<Shape>>,
}

/// Cells that score when one player has them all.
#[derive(Clone, Copy)]
struct Shape {
    cells: u128,
    source: u8,
}

impl Shape {
    #[inline]
    fn full(&self, pieces: u128) -> bool {
        pieces & self.cells == self.cells
    }
}

/// Pieces as bit sets, row by row from the top left, and points.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    pieces: [u128; 2],
    points: [u8; 2],
    plies: u8,
}

impl Position {
    #[inline]
    fn mover(&self) -> usize {
        usize::from(self.plies & 1)
    }

    #[inline]
    fn filled(&self) -> u128 {
        self.pieces[0] | self.pieces[1]
    }

    fn owner(&self, cell: usize) -> Option<usize> {
        (0..2).find(|&player| self.pieces[player].has(cell as u32))
    }
}

impl Snowball {
    fn new(size: usize, line: usize, sides: [usize; 2], target: usize, limit: usize) -> Self {
        let squares = Squares { rows: size, columns: size, letters: ['x', 'o'] };
        let mut sources = vec!["line".to_owned()];
        let mut shapes: Vec<Shape> =
            squares.lines(line).into_iter().map(|cells| Shape { cells, source: 0 }).collect();
        for side in sides.into_iter().filter(|&side| side > 0) {
            let source = sources.len() as u8;
            sources.push(format!("square-{side}"));
            shapes.extend(squares.blocks(side).into_iter().map(|cells| Shape { cells, source }));
        }
        let touching = |cell: u32| shapes.iter().copied().filter(|shape| shape.cells.has(cell)).collect();
        let through = (0..squares.cells() as u32).map(touching).collect();
        let told = [
            ("size", size),
            ("line", line),
            ("small", sides[0]),
            ("large", sides[1]),
            ("target", target),
            ("limit", limit),
        ];
        let told = told.map(|(name, value)| (name.to_owned(), value as f32)).to_vec();
        let limit = limit.min(squares.cells()) as u8;
        Snowball { squares, target: target as u8, limit, told, sources, shapes, through }
    }

    fn board_set(&self) -> u128 {
        u128::MAX >> (128 - self.squares.cells())
    }

    /// Points a piece on this cell brings to the player who then has these pieces.
    #[inline]
    fn gain(&self, pieces: u128, cell: usize) -> u8 {
        self.through[cell].iter().map(|shape| u8::from(shape.full(pieces))).sum()
    }

    /// Full shapes on the board: each was completed exactly once.
    fn points(&self, pieces: u128) -> usize {
        self.shapes.iter().filter(|shape| shape.full(pieces)).count()
    }

    /// Shapes that lack exactly one piece of this player and hold none of the other.
    fn chances(&self, state: &Position, player: usize) -> usize {
        let (own, other) = (state.pieces[player], state.pieces[1 - player]);
        let open = self.shapes.iter().filter(|shape| shape.cells & other == 0);
        open.filter(|shape| (shape.cells & !own).count_ones() == 1).count()
    }

    #[inline]
    fn over(&self, state: &Position) -> bool {
        state.plies >= self.limit || state.points.iter().any(|&points| points >= self.target)
    }

    fn refuse(&self, what: impl Into<String>) -> PositionError {
        let example = self.squares.write(|cell| [0, 2].iter().position(|&taken| taken == cell));
        PositionError::Unreadable { what: what.into(), example }
    }

    /// Says why pieces that read well cannot come from a match.
    fn check(&self, state: &Position) -> Result<(), PositionError> {
        if state.plies > self.limit {
            return Err(self.refuse(format!("the match ends when {} pieces lie on the board", self.limit)));
        }
        let reached = |pieces| self.points(pieces) >= usize::from(self.target);
        if reached(state.pieces[state.mover()]) {
            return Err(self.refuse(format!("the player to move already has {} points", self.target)));
        }
        let last = state.pieces[1 - state.mover()];
        if reached(last) && last.cells().all(|piece| reached(last & !u128::cell(piece))) {
            return Err(self.refuse(format!("{} points were reached before the last piece", self.target)));
        }
        Ok(())
    }
}

impl Game for Snowball {
    type State = Position;
    /// The cell, row by row from the top left.
    type Move = u8;

    fn seats(&self) -> usize {
        2
    }
    fn limit(&self) -> u32 {
        u32::from(self.limit)
    }
    fn initial(&self) -> Position {
        Position { pieces: [0; 2], points: [0; 2], plies: 0 }
    }
    #[inline]
    fn turn(&self, state: &Position) -> Turn {
        if self.over(state) { Turn::Over } else { Turn::Seat(Seat::new(state.plies & 1)) }
    }
    #[inline]
    fn moves(&self, state: &Position, out: &mut Vec<u8>) {
        out.extend((self.board_set() & !state.filled()).cells().map(|cell| cell as u8));
    }
    #[inline]
    fn play(&self, state: &mut Position, cell: u8) {
        let mover = state.mover();
        state.pieces[mover] |= u128::cell(u32::from(cell));
        state.points[mover] += self.gain(state.pieces[mover], usize::from(cell));
        state.plies += 1;
    }
    #[inline]
    fn payoff(&self, state: &Position) -> Payoff {
        match state.points[0].cmp(&state.points[1]) {
            std::cmp::Ordering::Greater => Payoff::win(2, Seat::new(0)),
            std::cmp::Ordering::Less => Payoff::win(2, Seat::new(1)),
            std::cmp::Ordering::Equal => Payoff::draw(2),
        }
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
                state.pieces[player] |= u128::cell(cell as u32);
            }
        }
        let [x, o] = state.pieces.map(u128::count_ones);
        if x != o && x != o + 1 {
            return Err(self.refuse(format!("{x} x and {o} o cannot come from alternate turns")));
        }
        state.plies = (x + o) as u8;
        self.check(&state)?;
        state.points = state.pieces.map(|pieces| self.points(pieces) as u8);
        Ok(state)
    }
    fn scene(&self, state: &Position, _viewer: Option<Seat>) -> Scene {
        let grid = self.squares.grid([Piece::Disc; 2], |cell| state.owner(cell));
        let track = |player: usize| Part::Track {
            title: format!("Points of {}", ["X", "O"][player]),
            owner: Some(Seat::new(player as u8)),
            value: f32::from(state.points[player]),
            max: f32::from(self.target),
        };
        Scene::of(Part::Grid(grid)).with(track(0)).with(track(1))
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
        ["pieces", "points-x", "points-o", "chances-x", "chances-o"].map(String::from).to_vec()
    }
    fn observe(&self, state: &Position, _viewer: Option<Seat>, out: &mut Vec<f32>) {
        out.push(f32::from(state.plies));
        out.extend(state.points.map(f32::from));
        out.extend([0, 1].map(|player| self.chances(state, player) as f32));
    }
    fn score(&self, state: &Position, seat: Seat) -> Option<f32> {
        Some(f32::from(state.points[seat.index()]))
    }
    fn evaluate(&self, state: &Position, seat: Seat) -> Option<f32> {
        if self.over(state) {
            return Some(self.payoff(state).points[seat]);
        }
        let worth =
            |player: usize| f32::from(state.points[player]) + 0.25 * self.chances(state, player) as f32;
        let lead = worth(seat.index()) - worth(1 - seat.index());
        Some((lead / f32::from(self.target)).clamp(-0.9, 0.9))
    }
    fn ending(&self, state: &Position) -> Cow<'static, str> {
        if state.points.iter().any(|&points| points >= self.target) {
            "target".into()
        } else if usize::from(state.plies) == self.squares.cells() {
            "board full".into()
        } else {
            "limit".into()
        }
    }
    fn narrate(&self, before: &Position, cell: u8, after: &Position, story: &mut Story) {
        let mover = before.mover();
        for shape in self.through[usize::from(cell)].iter().filter(|shape| shape.full(after.pieces[mover])) {
            story.score(Seat::new(mover as u8), &self.sources[usize::from(shape.source)], 1.0);
        }
        let theirs = before.pieces[1 - mover] | u128::cell(u32::from(cell));
        if self.gain(theirs, usize::from(cell)) > 0 {
            story.count("spoils", 1.0);
        }
    }

    fn constants(&self) -> Vec<(String, f32)> {
        self.told.clone()
    }
    fn symmetries(&self) -> Vec<Symmetry> {
        Symmetry::of_cells(self.squares.rows, self.squares.columns)
    }
    fn actions(&self) -> Option<usize> {
        Some(self.squares.cells())
    }
    fn index(&self, _state: &Position, cell: u8) -> usize {
        usize::from(cell)
    }
    fn encoding(&self) -> Option<Encoding> {
        Some(Encoding::Grid { channels: 5, rows: self.squares.rows, columns: self.squares.columns })
    }
    fn encode(&self, state: &Position, me: Seat, out: &mut [f32]) {
        let players = [me.index(), 1 - me.index()];
        let mut planes = out.chunks_exact_mut(self.squares.cells());
        for (player, plane) in players.into_iter().zip(&mut planes) {
            for (cell, value) in plane.iter_mut().enumerate() {
                *value = f32::from(state.pieces[player].has(cell as u32));
            }
        }
        let [own, their] = players.map(|player| f32::from(state.points[player]) / f32::from(self.target));
        let left = 1.0 - f32::from(state.plies) / f32::from(self.limit);
        for (value, plane) in [own, their, left].into_iter().zip(planes) {
            plane.fill(value);
        }
    }
    fn features(&self) -> Vec<Feature> {
        let (points, chances) = ((0.0, 255.0), (0.0, self.shapes.len() as f32));
        vec![
            Feature::new("own-points", points).about("own points"),
            Feature::new("their-points", points).about("points of the other"),
            Feature::new("own-chances", chances).about("shapes that one more own piece completes"),
            Feature::new("their-chances", chances).about("shapes that one more piece of the other completes"),
        ]
    }
    fn read_features(&self, state: &Position, me: Seat, out: &mut Vec<f32>) {
        let sides = [me.index(), 1 - me.index()];
        out.extend(sides.map(|side| f32::from(state.points[side])));
        out.extend(sides.map(|side| self.chances(state, side) as f32));
    }

    fn playout(&self, state: &mut Position, empty: &mut Vec<u8>, rng: &mut Rng) -> Payoff {
        // One list of empty cells, drawn from without replacement, is as good as a new one each turn.
        empty.clear();
        self.moves(state, empty);
        let mut draws = rng.draws(self.squares.cells());
        while !self.over(state) {
            let cell = empty.swap_remove(draws.below(empty.len()));
            self.play(state, cell);
        }
        self.payoff(state)
    }
}
