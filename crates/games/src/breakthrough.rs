//! Breakthrough: a race of pawns to the far side.
//!
//! # Rules
//! Each player has two full rows of pawns; White starts at the bottom and moves first. A pawn steps one
//! row forward: straight ahead onto an empty cell, or diagonally onto a cell that is empty or holds an
//! enemy pawn, which is captured. Capturing is never forced. Who brings a pawn to the last row, or
//! captures all enemy pawns, wins. There is always a legal move and no draw.
//!
//! # Moves
//! A pawn and the cell it steps to.
//!
//! # Notation
//! Cells as on a chess board: `a1` is bottom left. A step is `a2a3`, a capture `a2xb3`. A position is
//! the rows from the top, joined by `/`, of `w`, `b` and `.`, then who moves:
//! `bbb/bbb/.../www/www w` on five rows of three.
//!
//! # Payoff
//! 1 for the winner, −1 for the loser.
//!
//! # Parameters
//! `rows` (5 to 16, so that at least one row lies between the pawns) and `columns` (2 to 16); together
//! at most 128 cells.
//!
//! # Observables
//! `pawns-white`, `pawns-black`: pawns left. `lead-white`, `lead-black`: rows the foremost pawn still
//! has to go. Count `captures`.
//!
//! # Source
//! Dan Troyka, 2000. Random play on the usual board takes 64.1 steps; White wins 50.9 %.
//!
//! # Version history
//! 1: first version.

use crate::bits::Bits;
use crate::squares::Squares;
use ludometer_game::{
    Board, Card, Element, ElementKind, Encoding, Feature, Game, GameVisitor, Packed, ParamError, ParamSpec,
    Params, Part, Payoff, Piece, PositionError, Rng, Scene, Seat, Story, Turn,
};
use race::Places;
use std::borrow::Cow;

mod features;
mod race;
#[cfg(test)]
mod tests;

/// Name, documentation and parameters.
#[must_use]
pub fn card() -> Card {
    let params = vec![
        ParamSpec::whole("rows", "rows of the board, two of them full of pawns on each side", 8, 5..=16),
        ParamSpec::whole("columns", "columns of the board", 8, 2..=16),
    ];
    Card::from_source("breakthrough", "Breakthrough", 1, include_str!("breakthrough.rs"), params)
}

/// Builds the game on the smallest integers that hold the board.
///
/// # Errors
/// When the board has more than 128 cells.
pub fn open<V: GameVisitor>(params: &Params, visitor: V) -> Result<V::Out, ParamError> {
    let (rows, columns) = (params.count("rows"), params.count("columns"));
    match rows * columns {
        0..=64 => Ok(visitor.visit(Breakthrough::<u64>::new(rows, columns))),
        65..=128 => Ok(visitor.visit(Breakthrough::<u128>::new(rows, columns))),
        cells => Err(ParamError::Together(format!(
            "{rows} rows of {columns} columns make {cells} cells; the board has at most 128"
        ))),
    }
}

/// The rules on one size of board. Bit 0 is a1, bits run along the rows.
pub struct Breakthrough<B> {
    squares: Squares,
    /// The cells of the leftmost and of the rightmost column.
    edges: [B; 2],
    /// The row each player wants to reach.
    goals: [B; 2],
    start: [B; 2],
    places: Places,
}

/// Pawns as bit sets.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position<B> {
    pawns: [B; 2],
    mover: u8,
}

/// A pawn steps from one cell to another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Step {
    from: u8,
    to: u8,
}

impl Packed for Step {
    fn pack(self) -> [u8; 16] {
        u16::from_le_bytes([self.from, self.to]).pack()
    }
    fn unpack(bytes: [u8; 16]) -> Self {
        let [from, to] = u16::unpack(bytes).to_le_bytes();
        Step { from, to }
    }
}

/// The cells that pawns of one player can step to in one of the three directions.
struct Way<B> {
    targets: B,
    /// What to add to the bit of a target to get the bit of the pawn.
    back: i32,
}

impl<B: Bits> Breakthrough<B> {
    fn new(rows: usize, columns: usize) -> Self {
        let row = |r: usize| (0..columns).fold(B::NONE, |set, c| set | B::cell((r * columns + c) as u32));
        let column = |c: usize| (0..rows).fold(B::NONE, |set, r| set | B::cell((r * columns + c) as u32));
        Breakthrough {
            squares: Squares { rows, columns, letters: ['w', 'b'] },
            edges: [column(0), column(columns - 1)],
            goals: [row(rows - 1), row(0)],
            start: [row(0) | row(1), row(rows - 1) | row(rows - 2)],
            places: Places::new(rows, columns),
        }
    }

    /// Towards the left edge, straight ahead, towards the right edge.
    #[inline]
    fn ways(&self, state: &Position<B>) -> [Way<B>; 3] {
        let (own, filled) = (state.pawns[usize::from(state.mover)], state.pawns[0] | state.pawns[1]);
        let columns = self.squares.columns as u32;
        let way = |pawns: B, blocked: B, distance: u32| {
            if state.mover == 0 {
                Way { targets: pawns << distance & !blocked, back: -(distance as i32) }
            } else {
                Way { targets: pawns >> distance & !blocked, back: distance as i32 }
            }
        };
        let [left, right] =
            if state.mover == 0 { [columns - 1, columns + 1] } else { [columns + 1, columns - 1] };
        [
            way(own & !self.edges[0], own, left),
            way(own, filled, columns),
            way(own & !self.edges[1], own, right),
        ]
    }

    /// Whether the player who moved last has won.
    #[inline]
    fn over(&self, state: &Position<B>) -> bool {
        let (mover, last) = (usize::from(state.mover), usize::from(1 - state.mover));
        (state.pawns[last] & self.goals[last]).any() || !state.pawns[mover].any()
    }

    /// The number of a cell counted row by row from the top left, as boards are drawn.
    fn drawn(&self, bit: u32) -> usize {
        let (row, column) = (bit as usize / self.squares.columns, bit as usize % self.squares.columns);
        (self.squares.rows - 1 - row) * self.squares.columns + column
    }

    /// The number of a cell counted from the far left corner as this player sees it: the rows are
    /// mirrored for Black, so that both players move up.
    fn seen(&self, bit: u32, player: usize) -> usize {
        if player == 0 { self.drawn(bit) } else { bit as usize }
    }

    fn name(&self, bit: u8) -> String {
        self.squares.name(self.drawn(u32::from(bit)))
    }

    fn owner(&self, state: &Position<B>, cell: usize) -> Option<usize> {
        // Mirroring the rows twice gives the cell itself, so this also turns a drawn cell into a bit.
        let bit = self.drawn(cell as u32) as u32;
        (0..2).find(|&player| state.pawns[player].has(bit))
    }

    fn captures(&self, state: &Position<B>, step: Step) -> bool {
        state.pawns[usize::from(1 - state.mover)].has(u32::from(step.to))
    }

    /// Rows the foremost pawn still has to go; all rows when there is no pawn.
    fn to_go(&self, state: &Position<B>, player: usize) -> usize {
        let rows = state.pawns[player].cells().map(|bit| self.seen(bit, player) / self.squares.columns);
        rows.min().unwrap_or(self.squares.rows)
    }

    /// Pawns, each counting more the further it has come.
    fn strength(&self, state: &Position<B>, player: usize) -> f32 {
        let rows = self.squares.rows as f32;
        let worth = |bit| {
            let come = 1.0 - (self.seen(bit, player) / self.squares.columns) as f32 / rows;
            1.0 + 2.0 * come * come
        };
        state.pawns[player].cells().map(worth).sum()
    }

    fn refuse(&self, what: impl Into<String>) -> PositionError {
        let example = self.position(&self.initial()).unwrap_or_default();
        PositionError::Unreadable { what: what.into(), example }
    }
}

impl<B: Bits> Game for Breakthrough<B> {
    type State = Position<B>;
    type Move = Step;

    fn seats(&self) -> usize {
        2
    }
    fn limit(&self) -> u32 {
        // Every step brings a pawn one row on.
        (2 * self.squares.columns * (2 * self.squares.rows - 3)) as u32
    }
    fn initial(&self) -> Position<B> {
        Position { pawns: self.start, mover: 0 }
    }
    #[inline]
    fn turn(&self, state: &Position<B>) -> Turn {
        if self.over(state) { Turn::Over } else { Turn::Seat(Seat::new(state.mover)) }
    }
    #[inline]
    fn moves(&self, state: &Position<B>, out: &mut Vec<Step>) {
        for Way { targets, back } in self.ways(state) {
            out.extend(targets.cells().map(|to| Step { from: (to as i32 + back) as u8, to: to as u8 }));
        }
    }
    #[inline]
    fn play(&self, state: &mut Position<B>, step: Step) {
        let target = B::cell(u32::from(step.to));
        state.pawns[usize::from(state.mover)] ^= B::cell(u32::from(step.from)) | target;
        state.mover = 1 - state.mover;
        state.pawns[usize::from(state.mover)] &= !target;
    }
    #[inline]
    fn payoff(&self, state: &Position<B>) -> Payoff {
        if self.over(state) { Payoff::win(2, Seat::new(1 - state.mover)) } else { Payoff::draw(2) }
    }

    fn text(&self, state: &Position<B>, step: Step, out: &mut String) {
        out.push_str(&self.name(step.from));
        if self.captures(state, step) {
            out.push('x');
        }
        out.push_str(&self.name(step.to));
    }
    /// Reads `a2xb3`, and also `a2b3` and `a2-b3`.
    fn parse(&self, state: &Position<B>, text: &str) -> Option<Step> {
        let mut legal = Vec::new();
        if !self.over(state) {
            self.moves(state, &mut legal);
        }
        let cells = text.trim().to_ascii_lowercase().replace(['x', '-'], "");
        legal.into_iter().find(|step| self.name(step.from) + &self.name(step.to) == cells)
    }
    fn position(&self, state: &Position<B>) -> Option<String> {
        let mover = self.squares.letters[usize::from(state.mover)];
        Some(format!("{} {mover}", self.squares.write(|cell| self.owner(state, cell))))
    }
    fn read_position(&self, text: &str) -> Result<Position<B>, PositionError> {
        let (rows, mover) =
            text.trim().rsplit_once(' ').ok_or_else(|| self.refuse("who moves is missing"))?;
        let mover = match mover {
            "w" | "W" => 0,
            "b" | "B" => 1,
            other => return Err(self.refuse(format!("`{other}` does not say who moves: w or b"))),
        };
        let mut state = Position { pawns: [B::NONE; 2], mover };
        for (cell, owner) in
            self.squares.read(rows).map_err(|what| self.refuse(what))?.into_iter().enumerate()
        {
            if let Some(player) = owner {
                state.pawns[player] |= B::cell(self.drawn(cell as u32) as u32);
            }
        }
        let most = 2 * self.squares.columns as u32;
        if state.pawns.iter().any(|pawns| pawns.count() > most) {
            return Err(self.refuse(format!("a player has more than {most} pawns")));
        }
        let waiting = Position { mover: 1 - mover, ..state };
        if self.over(&waiting) {
            return Err(self.refuse("the player to move has already won"));
        }
        Ok(state)
    }
    fn scene(&self, state: &Position<B>, _viewer: Option<Seat>) -> Scene {
        let mut grid = self.squares.grid([Piece::Pawn; 2], |cell| self.owner(state, cell));
        grid.checkered = true;
        Scene::of(Part::Grid(grid))
    }
    fn board(&self) -> Option<Board> {
        Some(self.squares.board())
    }
    fn seat_name(&self, seat: Seat) -> String {
        ["White", "Black"][seat.index()].into()
    }

    fn elements(&self, state: &Position<B>, step: Step, out: &mut Vec<Element>) {
        let straight = usize::from(step.from.abs_diff(step.to)) == self.squares.columns;
        let action = match (self.captures(state, step), straight) {
            (true, _) => "capture",
            (false, true) => "straight step",
            (false, false) => "diagonal step",
        };
        out.push(Element::new(ElementKind::Action, action));
        out.push(Element::new(ElementKind::Cell, self.name(step.to)));
    }
    fn observables(&self) -> Vec<String> {
        ["pawns-white", "pawns-black", "lead-white", "lead-black"].map(String::from).to_vec()
    }
    fn observe(&self, state: &Position<B>, _viewer: Option<Seat>, out: &mut Vec<f32>) {
        out.extend(state.pawns.map(|pawns| pawns.count() as f32));
        out.extend([0, 1].map(|player| self.to_go(state, player) as f32));
    }
    fn evaluate(&self, state: &Position<B>, seat: Seat) -> Option<f32> {
        if self.over(state) {
            return Some(self.payoff(state).points[seat]);
        }
        let [own, their] = [seat.index(), 1 - seat.index()].map(|player| self.strength(state, player));
        Some(0.9 * (own - their) / (own + their))
    }
    fn ending(&self, state: &Position<B>) -> Cow<'static, str> {
        if state.pawns[usize::from(state.mover)].any() { "last row".into() } else { "all captured".into() }
    }
    fn narrate(&self, before: &Position<B>, step: Step, _after: &Position<B>, story: &mut Story) {
        if self.captures(before, step) {
            story.count("captures", 1.0);
        }
    }

    fn actions(&self) -> Option<usize> {
        Some(3 * self.squares.cells())
    }
    fn index(&self, state: &Position<B>, step: Step) -> usize {
        let player = usize::from(state.mover);
        let [from, to] = [step.from, step.to].map(|bit| self.seen(u32::from(bit), player));
        // One row on is `columns` less; what remains is -1, 0 or 1 for left, straight, right.
        3 * from + (to + self.squares.columns + 1 - from)
    }
    fn encoding(&self) -> Option<Encoding> {
        Some(Encoding::Grid { channels: 3, rows: self.squares.rows, columns: self.squares.columns })
    }
    fn encode(&self, state: &Position<B>, me: Seat, out: &mut [f32]) {
        let (cells, me) = (self.squares.cells(), me.index());
        out.fill(0.0);
        for (plane, player) in [me, 1 - me].into_iter().enumerate() {
            for bit in state.pawns[player].cells() {
                out[plane * cells + self.seen(bit, me)] = 1.0;
            }
        }
        out[2 * cells..].fill(f32::from(usize::from(state.mover) == me));
    }
    fn features(&self) -> Vec<Feature> {
        self.feature_list()
    }
    fn read_features(&self, state: &Position<B>, me: Seat, out: &mut Vec<f32>) {
        self.append_features(state, me.index(), out);
    }

    fn playout(&self, state: &mut Position<B>, _buffer: &mut Vec<Step>, rng: &mut Rng) -> Payoff {
        race::run(self, state, rng);
        self.payoff(state)
    }
}
