//! Hex: connect your two sides of the board.
//!
//! # Rules
//! The board is a rhombus of hexagons. Two players in turn put a stone on an empty cell; X moves
//! first. X wins with a chain of stones from the top to the bottom, O with one from the left to the
//! right. A full board holds exactly one such chain, so there is no draw. With `swap` on, O may answer the
//! first stone by taking it over: it is replaced by a stone of O on the mirrored cell, whose row is the
//! old column and whose column is the old row, and X moves again.
//!
//! # Moves
//! The cell of the new stone, or a swap.
//!
//! # Notation
//! Cells are a letter for the column and a number for the row, counted from the top: `a1` is top left,
//! where the rows begin. The swap is `swap`. A position is the rows from the top, joined by `/`, of `x`,
//! `o` and `.`, then who moves: `.../.x./o.. x`.
//!
//! # Payoff
//! 1 for the winner, −1 for the loser.
//!
//! # Parameters
//! `size` (2 to 13): rows and columns of the board. `swap`: whether O may take over the first stone.
//!
//! # Observables
//! `stones`: stones on the board. `need-x`, `need-o`: how many more stones the shortest chain needs;
//! all cells of the board when the other player is connected. Count `swaps`.
//!
//! # Source
//! Piet Hein, 1942; John Nash, 1948, who proved that the first player wins without swap. With swap the
//! second player wins. Random play on the board of size 11 takes 107.5 stones; X wins 52.2 %.
//!
//! # Version history
//! 1: first version.

use crate::bits::Bits;
use crate::top_down::TopDown;
use crate::wide::Wide;
use ludometer_game::{
    Board, Card, CellShape, Element, ElementKind, Encoding, Feature, Game, GameVisitor, ParamError,
    ParamSpec, Params, Part, Payoff, Piece, PositionError, Rng, Scene, Seat, Story, Turn,
};
use net::Net;
use std::borrow::Cow;

mod net;
mod playout;
#[cfg(test)]
mod tests;

/// Name, documentation and parameters.
#[must_use]
pub fn card() -> Card {
    let params = vec![
        ParamSpec::whole("size", "rows and columns of the board", 11, 2..=13),
        ParamSpec::switch("swap", "the second player may take over the first stone", false),
    ];
    Card::from_source("hex", "Hex", 1, include_str!("hex.rs"), params)
}

/// Builds the game on sets that hold the board.
///
/// # Errors
/// None: every size is playable.
pub fn open<V: GameVisitor>(params: &Params, visitor: V) -> Result<V::Out, ParamError> {
    let (size, swap) = (params.count("size"), params.switch("swap"));
    Ok(match size * size {
        // A smaller set would be faster on small boards; every one more is compiled for every agent.
        0..=128 => visitor.visit(Hex::<u128>::new(size, swap)),
        _ => visitor.visit(Hex::<Wide<3>>::new(size, swap)),
    })
}

/// The rules on one size of board. Bits run along the rows from the top left, as cells are drawn.
pub struct Hex<B> {
    board: TopDown,
    swap: bool,
    net: Net<B>,
}

/// Stones as bit sets.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position<B> {
    stones: [B; 2],
    /// The stones of each player that are connected to their first side, top or left; kept because a
    /// new stone rarely changes it.
    linked: [B; 2],
    mover: u8,
}

impl<B: Bits> Position<B> {
    #[inline]
    fn filled(&self) -> B {
        self.stones[0] | self.stones[1]
    }
    fn owner(&self, cell: usize) -> Option<usize> {
        (0..2).find(|&player| self.stones[player].has(cell as u32))
    }
}

impl<B: Bits> Hex<B> {
    fn new(size: usize, swap: bool) -> Self {
        Hex { board: TopDown::new(size, CellShape::Hex, ['x', 'o']), swap, net: Net::new(size) }
    }

    /// The move that is no stone: the number after the last cell.
    #[inline]
    fn swap_move(&self) -> u8 {
        self.board.cells() as u8
    }

    #[inline]
    fn may_swap(&self, state: &Position<B>) -> bool {
        self.swap && state.mover == 1 && !state.stones[1].any() && !state.stones[0].rest().any()
    }

    /// Whether the player who moved last is connected; the other player cannot be.
    #[inline]
    fn over(&self, state: &Position<B>) -> bool {
        let last = usize::from(1 - state.mover);
        self.net.connects(last, state.linked[last])
    }

    /// X's cell seen from O's sides, and the other way round.
    fn mirrored(&self, cell: u32) -> u32 {
        let size = self.board.size() as u32;
        cell % size * size + cell / size
    }

    /// The number of a cell as this player sees it: both see themselves going from top to bottom.
    fn seen(&self, cell: u32, player: usize) -> usize {
        if player == 0 { cell as usize } else { self.mirrored(cell) as usize }
    }

    /// How many stones the shortest chain of this player needs, and how many cells lie on such chains.
    fn need(&self, state: &Position<B>, player: usize) -> (u32, u32) {
        let blocked = (self.board.cells() as u32, 0);
        self.net.shortest(player, state.stones[player], state.stones[1 - player]).unwrap_or(blocked)
    }

    fn refuse(&self, what: impl Into<String>) -> PositionError {
        let example = self.position(&self.initial()).unwrap_or_default();
        PositionError::Unreadable { what: what.into(), example }
    }

    /// Says why stones that read well cannot come from a match.
    fn check(&self, state: &Position<B>) -> Result<(), PositionError> {
        let [x, o] = state.stones.map(Bits::count);
        let plain = [o, o + 1][usize::from(state.mover)] == x;
        let swapped = self.swap && [x + 1, x][usize::from(state.mover)] == o && o > 0;
        let [mover, last] = [usize::from(state.mover), usize::from(1 - state.mover)];
        if !plain && !swapped {
            let letter = self.board.squares.letters[mover];
            let what = format!("{x} x and {o} o with {letter} to move cannot come from alternate turns");
            return Err(self.refuse(what));
        }
        if self.net.connects(mover, state.linked[mover]) {
            return Err(self.refuse("the player to move is already connected"));
        }
        let stones = state.stones[last];
        let before = |stone: u32| self.net.linked(last, stones & !B::cell(stone));
        if self.over(state) && stones.cells().all(|stone| self.net.connects(last, before(stone))) {
            return Err(self.refuse("the sides were connected before the last stone"));
        }
        Ok(())
    }
}

impl<B: Bits> Game for Hex<B> {
    type State = Position<B>;
    /// The cell, row by row from the top left; the number after the last cell is the swap.
    type Move = u8;

    fn seats(&self) -> usize {
        2
    }
    fn limit(&self) -> u32 {
        self.board.cells() as u32 + u32::from(self.swap)
    }
    fn initial(&self) -> Position<B> {
        Position { stones: [B::NONE; 2], linked: [B::NONE; 2], mover: 0 }
    }
    #[inline]
    fn turn(&self, state: &Position<B>) -> Turn {
        if self.over(state) { Turn::Over } else { Turn::Seat(Seat::new(state.mover)) }
    }
    #[inline]
    fn moves(&self, state: &Position<B>, out: &mut Vec<u8>) {
        (self.net.board & !state.filled()).each(|cell| out.push(cell as u8));
        if self.may_swap(state) {
            out.push(self.swap_move());
        }
    }
    #[inline]
    fn play(&self, state: &mut Position<B>, chosen: u8) {
        let cell = if chosen == self.swap_move() {
            let taken = state.stones[0].first();
            *state = Position { mover: state.mover, ..self.initial() };
            self.mirrored(taken)
        } else {
            u32::from(chosen)
        };
        let mover = usize::from(state.mover);
        state.stones[mover] |= B::cell(cell);
        self.net.join(mover, cell, state.stones[mover], &mut state.linked[mover]);
        state.mover = 1 - state.mover;
    }
    #[inline]
    fn payoff(&self, state: &Position<B>) -> Payoff {
        if self.over(state) { Payoff::win(2, Seat::new(1 - state.mover)) } else { Payoff::draw(2) }
    }

    fn text(&self, _state: &Position<B>, chosen: u8, out: &mut String) {
        if chosen == self.swap_move() {
            out.push_str("swap");
        } else {
            out.push_str(&self.board.name(usize::from(chosen)));
        }
    }
    fn parse(&self, state: &Position<B>, text: &str) -> Option<u8> {
        if text.trim().eq_ignore_ascii_case("swap") {
            return self.may_swap(state).then(|| self.swap_move());
        }
        let cell = self.board.cell(text)?;
        (!self.over(state) && state.owner(cell).is_none()).then_some(cell as u8)
    }
    fn position(&self, state: &Position<B>) -> Option<String> {
        let mover = self.board.squares.letters[usize::from(state.mover)];
        Some(format!("{} {mover}", self.board.squares.write(|cell| state.owner(cell))))
    }
    fn read_position(&self, text: &str) -> Result<Position<B>, PositionError> {
        let (rows, mover) = self.board.split_mover(text).map_err(|what| self.refuse(what))?;
        let owners = self.board.squares.read(rows).map_err(|what| self.refuse(what))?;
        let mut stones = [B::NONE; 2];
        for (cell, owner) in owners.into_iter().enumerate() {
            if let Some(player) = owner {
                stones[player] |= B::cell(cell as u32);
            }
        }
        let linked = [0, 1].map(|player| self.net.linked(player, stones[player]));
        let state = Position { stones, linked, mover: mover as u8 };
        self.check(&state)?;
        Ok(state)
    }
    fn scene(&self, state: &Position<B>, _viewer: Option<Seat>) -> Scene {
        let grid = self.board.grid([Piece::Disc; 2], |cell| state.owner(cell));
        Scene::of(Part::Grid(grid)).with(Part::Label("X: top to bottom. O: left to right.".into()))
    }
    fn board(&self) -> Option<Board> {
        Some(self.board.board())
    }
    fn seat_name(&self, seat: Seat) -> String {
        ["X", "O"][seat.index()].into()
    }

    fn elements(&self, _state: &Position<B>, chosen: u8, out: &mut Vec<Element>) {
        if chosen == self.swap_move() {
            out.push(Element::new(ElementKind::Action, "swap"));
        } else {
            out.push(Element::new(ElementKind::Action, "stone"));
            out.push(Element::new(ElementKind::Cell, self.board.name(usize::from(chosen))));
        }
    }
    fn observables(&self) -> Vec<String> {
        ["stones", "need-x", "need-o"].map(String::from).to_vec()
    }
    fn observe(&self, state: &Position<B>, _viewer: Option<Seat>, out: &mut Vec<f32>) {
        out.push(state.filled().count() as f32);
        out.extend([0, 1].map(|player| self.need(state, player).0 as f32));
    }
    /// Who needs fewer stones is ahead; half a stone for the right to move, and a part of one for the
    /// choice between shortest chains, which the other player cannot all cut at once.
    fn evaluate(&self, state: &Position<B>, seat: Seat) -> Option<f32> {
        if self.over(state) {
            return Some(self.payoff(state).points[seat]);
        }
        let left = |player: usize| {
            let (need, cells) = self.need(state, player);
            let spare = (cells - need) as f32;
            need as f32 - 0.4 * spare / (spare + 4.0) - 0.5 * f32::from(usize::from(state.mover) == player)
        };
        let [own, their] = [left(seat.index()), left(1 - seat.index())];
        Some((0.9 * (their - own) / (their + own)).clamp(-0.9, 0.9))
    }
    fn ending(&self, state: &Position<B>) -> Cow<'static, str> {
        ["top to bottom", "left to right"][usize::from(1 - state.mover)].into()
    }
    fn narrate(&self, _before: &Position<B>, chosen: u8, _after: &Position<B>, story: &mut Story) {
        if chosen == self.swap_move() {
            story.count("swaps", 1.0);
        }
    }

    fn actions(&self) -> Option<usize> {
        Some(self.board.cells() + usize::from(self.swap))
    }
    fn index(&self, state: &Position<B>, chosen: u8) -> usize {
        if chosen == self.swap_move() {
            self.board.cells()
        } else {
            self.seen(u32::from(chosen), usize::from(state.mover))
        }
    }
    fn encoding(&self) -> Option<Encoding> {
        let channels = 3 + usize::from(self.swap);
        Some(Encoding::Grid { channels, rows: self.board.size(), columns: self.board.size() })
    }
    fn encode(&self, state: &Position<B>, me: Seat, out: &mut [f32]) {
        let (cells, me) = (self.board.cells(), me.index());
        out.fill(0.0);
        for (plane, player) in [me, 1 - me].into_iter().enumerate() {
            for cell in state.stones[player].cells() {
                out[plane * cells + self.seen(cell, me)] = 1.0;
            }
        }
        out[2 * cells..3 * cells].fill(f32::from(usize::from(state.mover) == me));
        // A stone that may be swapped away looks like one that was swapped, but is worth another thing.
        out[3 * cells..].fill(f32::from(self.may_swap(state)));
    }
    fn features(&self) -> Vec<Feature> {
        let cells = (0.0, self.board.cells() as f32);
        const NEED: &str = "stones the shortest chain still needs; all cells where there is none";
        const CHOICE: &str = "cells that lie on such chains";
        [("own-need", NEED), ("their-need", NEED), ("own-choice", CHOICE), ("their-choice", CHOICE)]
            .map(|(name, about)| Feature::new(name, cells).about(about))
            .to_vec()
    }
    fn read_features(&self, state: &Position<B>, me: Seat, out: &mut Vec<f32>) {
        let [own, their] = [me.index(), 1 - me.index()].map(|player| self.need(state, player));
        out.extend([own.0, their.0, own.1, their.1].map(|number| number as f32));
    }

    fn playout(&self, state: &mut Position<B>, buffer: &mut Vec<u8>, rng: &mut Rng) -> Payoff {
        self.finish_at_random(state, buffer, rng);
        self.payoff(state)
    }
}
