//! Othello: enclosed discs change their colour, most discs win.
//!
//! # Rules
//! The four cells in the middle hold two black and two white discs; Black moves first. A player puts
//! a disc of their own on an empty cell so that it encloses, with other discs of that player, at least
//! one straight line of enemy discs: in a row, a column or a diagonal. All enclosed discs are turned
//! to the colour of the mover. Who cannot do so must pass; who can, may not. When neither player can,
//! the match is over at once, without further passes. Who has more discs then wins; equal numbers draw.
//!
//! # Moves
//! The cell of the new disc, or a pass.
//!
//! # Notation
//! Cells are a letter for the column and a number for the row, counted from the top as Othello players
//! do: `a1` is top left, Black starts with `d3`, `c4`, `f5` or `e6`. A pass is `pass`. A position is the
//! rows from the top, joined by `/`, of `b`, `w` and `.`, then who moves: `..../.wb./.bw./.... b` on a
//! board of size 4.
//!
//! # Payoff
//! 1 for the winner, −1 for the loser, 0 for a draw. The score is the number of discs.
//!
//! # Parameters
//! `size` (4 to 10, even): rows and columns of the board.
//!
//! # Observables
//! `discs-black`, `discs-white`: discs on the board. `moves-black`, `moves-white`: cells each player
//! could play on, were it their turn. `corners-black`, `corners-white`: corners held. Counts `passes` and
//! `corners` taken. Points by source: `start`, `placed`, `turned`, and `lost` to the other player.
//!
//! # Source
//! Lewis Waterman and John Mollett, London 1883 (Reversi); Goro Hasegawa, 1971. Sequences of moves from
//! the start: 4, 12, 56, 244, 1 396, 8 200, 55 092, 390 216, 3 005 288, 24 571 284 (Aart Bik, 2009, who
//! counts a match that ended early as one leaf; here it counts as none, which differs from depth 11 on).
//! On the board of size 4 White wins by 11 discs to 3. In random play Black wins 45.3 %, 4.2 % are drawn.
//!
//! # Version history
//! 1: first version.

use crate::bits::Bits;
use crate::top_down::TopDown;
use features::Layout;
use flips::Flips;
use ludometer_game::{
    Board, Card, CellShape, Element, ElementKind, Encoding, Feature, Game, GameVisitor, ParamError,
    ParamSpec, Params, Part, Payoff, Piece, PositionError, Rng, Scene, Seat, Story, Turn,
};
use std::borrow::Cow;

mod features;
mod flips;
#[cfg(test)]
mod tests;

/// Name, documentation and parameters.
#[must_use]
pub fn card() -> Card {
    let params = vec![ParamSpec::whole("size", "rows and columns of the board", 8, 4..=10).step(2)];
    Card::from_source("othello", "Othello", 1, include_str!("othello.rs"), params)
}

/// Builds the game on the smallest integers that hold the board.
///
/// # Errors
/// None: every size is playable.
pub fn open<V: GameVisitor>(params: &Params, visitor: V) -> Result<V::Out, ParamError> {
    let size = params.count("size");
    if size <= 8 {
        Ok(visitor.visit(Othello::<u64>::new(size)))
    } else {
        Ok(visitor.visit(Othello::<u128>::new(size)))
    }
}

/// The rules on one size of board. Bits run along the rows from the top left, as cells are drawn.
pub struct Othello<B> {
    board: TopDown,
    flips: Flips<B>,
    layout: Layout<B>,
    corners: B,
    /// For each corner the cell diagonally beside it, whose owner often gives the corner away.
    approaches: [(B, B); 4],
    /// The four cells in the middle.
    middle: B,
}

/// Discs as bit sets.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position<B> {
    discs: [B; 2],
    /// Where the mover may play; kept because every question about a position begins with it.
    legal: B,
    mover: u8,
    over: bool,
}

impl<B: Bits> Position<B> {
    fn count(&self, player: usize) -> u32 {
        self.discs[player].count()
    }
    fn owner(&self, cell: usize) -> Option<usize> {
        (0..2).find(|&player| self.discs[player].has(cell as u32))
    }
}

impl<B: Bits> Othello<B> {
    fn new(size: usize) -> Self {
        let at = |row: usize, column: usize| B::cell((row * size + column) as u32);
        let (last, half) = (size - 1, size / 2);
        let corners = [at(0, 0), at(0, last), at(last, 0), at(last, last)];
        let beside = [at(1, 1), at(1, last - 1), at(last - 1, 1), at(last - 1, last - 1)];
        Othello {
            board: TopDown::new(size, CellShape::Square, ['b', 'w']),
            flips: Flips::new(size),
            layout: Layout::new(size),
            corners: corners.into_iter().fold(B::NONE, |set, corner| set | corner),
            approaches: std::array::from_fn(|nth| (corners[nth], beside[nth])),
            middle: at(half - 1, half - 1) | at(half - 1, half) | at(half, half - 1) | at(half, half),
        }
    }

    /// The move that is no disc: the number after the last cell.
    #[inline]
    fn pass(&self) -> u8 {
        self.board.cells() as u8
    }

    /// The position with these discs, with what follows from them.
    #[inline]
    fn settle(&self, discs: [B; 2], mover: u8) -> Position<B> {
        let [own, their] = [discs[usize::from(mover)], discs[usize::from(1 - mover)]];
        let legal = self.flips.playable(own, their);
        let over = !legal.any() && !self.flips.playable(their, own).any();
        Position { discs, legal, mover, over }
    }

    /// Cells this player could play on, were it their turn.
    fn mobility(&self, state: &Position<B>, player: usize) -> u32 {
        self.flips.playable(state.discs[player], state.discs[1 - player]).count()
    }

    /// Discs diagonally beside an empty corner.
    fn risks(&self, state: &Position<B>, player: usize) -> u32 {
        let filled = state.discs[0] | state.discs[1];
        let risky =
            |(corner, beside): &&(B, B)| !(*corner & filled).any() && (*beside & state.discs[player]).any();
        self.approaches.iter().filter(risky).count() as u32
    }

    /// What decides early, and what is counted in the end: (discs, moves, corners, risks).
    fn strengths(&self, state: &Position<B>, player: usize) -> [f32; 4] {
        let corners = (state.discs[player] & self.corners).count();
        [state.count(player), self.mobility(state, player), corners, self.risks(state, player)]
            .map(|n| n as f32)
    }

    fn refuse(&self, what: impl Into<String>) -> PositionError {
        let example = self.position(&self.initial()).unwrap_or_default();
        PositionError::Unreadable { what: what.into(), example }
    }
}

impl<B: Bits> Game for Othello<B> {
    type State = Position<B>;
    /// The cell, row by row from the top left; the number after the last cell is a pass.
    type Move = u8;
    const NOISY: bool = true;

    fn seats(&self) -> usize {
        2
    }
    fn limit(&self) -> u32 {
        // After a pass comes a disc, and four discs lie there before the first move.
        2 * (self.board.cells() as u32 - 4)
    }
    fn initial(&self) -> Position<B> {
        let (size, half) = (self.board.size() as u32, self.board.size() as u32 / 2);
        let black = B::cell((half - 1) * size + half) | B::cell(half * size + half - 1);
        self.settle([black, self.middle & !black], 0)
    }
    #[inline]
    fn turn(&self, state: &Position<B>) -> Turn {
        if state.over { Turn::Over } else { Turn::Seat(Seat::new(state.mover)) }
    }
    #[inline]
    fn moves(&self, state: &Position<B>, out: &mut Vec<u8>) {
        if state.legal.any() {
            out.extend(state.legal.cells().map(|cell| cell as u8));
        } else {
            out.push(self.pass());
        }
    }
    #[inline]
    fn play(&self, state: &mut Position<B>, chosen: u8) {
        let mover = usize::from(state.mover);
        let mut discs = state.discs;
        if chosen != self.pass() {
            let disc = B::cell(u32::from(chosen));
            let turned = self.flips.turned(disc, discs[mover], discs[1 - mover]);
            discs[mover] |= disc | turned;
            discs[1 - mover] &= !turned;
        }
        *state = self.settle(discs, 1 - state.mover);
    }
    #[inline]
    fn payoff(&self, state: &Position<B>) -> Payoff {
        match state.count(0).cmp(&state.count(1)) {
            std::cmp::Ordering::Greater => Payoff::win(2, Seat::new(0)),
            std::cmp::Ordering::Less => Payoff::win(2, Seat::new(1)),
            std::cmp::Ordering::Equal => Payoff::draw(2),
        }
    }

    fn text(&self, _state: &Position<B>, chosen: u8, out: &mut String) {
        if chosen == self.pass() {
            out.push_str("pass");
        } else {
            out.push_str(&self.board.name(usize::from(chosen)));
        }
    }
    fn parse(&self, state: &Position<B>, text: &str) -> Option<u8> {
        if text.trim().eq_ignore_ascii_case("pass") {
            return (!state.over && !state.legal.any()).then(|| self.pass());
        }
        let cell = self.board.cell(text)?;
        state.legal.has(cell as u32).then_some(cell as u8)
    }
    fn position(&self, state: &Position<B>) -> Option<String> {
        let mover = self.board.squares.letters[usize::from(state.mover)];
        Some(format!("{} {mover}", self.board.squares.write(|cell| state.owner(cell))))
    }
    fn read_position(&self, text: &str) -> Result<Position<B>, PositionError> {
        let (rows, mover) = self.board.split_mover(text).map_err(|what| self.refuse(what))?;
        let owners = self.board.squares.read(rows).map_err(|what| self.refuse(what))?;
        let mut discs = [B::NONE; 2];
        for (cell, owner) in owners.into_iter().enumerate() {
            if let Some(player) = owner {
                discs[player] |= B::cell(cell as u32);
            }
        }
        if (self.middle & !(discs[0] | discs[1])).any() {
            return Err(self.refuse("the four cells in the middle are never empty"));
        }
        Ok(self.settle(discs, mover as u8))
    }
    fn scene(&self, state: &Position<B>, _viewer: Option<Seat>) -> Scene {
        Scene::of(Part::Grid(self.board.grid([Piece::Disc; 2], |cell| state.owner(cell))))
    }
    fn board(&self) -> Option<Board> {
        Some(self.board.board())
    }
    fn seat_name(&self, seat: Seat) -> String {
        ["Black", "White"][seat.index()].into()
    }

    fn elements(&self, _state: &Position<B>, chosen: u8, out: &mut Vec<Element>) {
        if chosen == self.pass() {
            out.push(Element::new(ElementKind::Action, "pass"));
        } else {
            out.push(Element::new(ElementKind::Action, "disc"));
            out.push(Element::new(ElementKind::Cell, self.board.name(usize::from(chosen))));
        }
    }
    fn observables(&self) -> Vec<String> {
        let names = ["discs", "moves", "corners"];
        names.iter().flat_map(|name| ["black", "white"].map(|side| format!("{name}-{side}"))).collect()
    }
    fn observe(&self, state: &Position<B>, _viewer: Option<Seat>, out: &mut Vec<f32>) {
        let [black, white] = [0, 1].map(|player| self.strengths(state, player));
        out.extend(black.into_iter().zip(white).take(3).flat_map(|(black, white)| [black, white]));
    }
    fn score(&self, state: &Position<B>, seat: Seat) -> Option<f32> {
        Some(state.count(seat.index()) as f32)
    }
    /// Moves and corners while the board is empty, discs when it is nearly full: who has many discs
    /// early only gives the other player more to turn.
    fn evaluate(&self, state: &Position<B>, seat: Seat) -> Option<f32> {
        if state.over {
            return Some(self.payoff(state).points[seat]);
        }
        let [own, their] = [seat.index(), 1 - seat.index()].map(|player| self.strengths(state, player));
        let lead = |nth: usize| own[nth] - their[nth];
        let discs = lead(0) / (own[0] + their[0]);
        let moves = lead(1) / (own[1] + their[1] + 1.0);
        let early = 0.4 * moves + 0.2 * lead(2) - 0.05 * lead(3);
        let full = (own[0] + their[0]) / self.board.cells() as f32;
        let late = full * full * full * full;
        Some((late * discs + (1.0 - late) * early).clamp(-0.9, 0.9))
    }
    /// Taking a corner: it can never be turned back, and it holds the edges beside it.
    fn noisy(&self, _state: &Position<B>, chosen: u8) -> bool {
        chosen != self.pass() && self.corners.has(u32::from(chosen))
    }
    fn ending(&self, state: &Position<B>) -> Cow<'static, str> {
        if state.discs.iter().any(|discs| !discs.any()) {
            "all discs turned".into()
        } else if (state.count(0) + state.count(1)) as usize == self.board.cells() {
            "board full".into()
        } else {
            "no moves left".into()
        }
    }
    fn narrate(&self, before: &Position<B>, chosen: u8, after: &Position<B>, story: &mut Story) {
        if *before == self.initial() {
            Seat::all(2).for_each(|seat| story.score(seat, "start", 2.0));
        }
        if chosen == self.pass() {
            return story.count("passes", 1.0);
        }
        let (mover, other) = (Seat::new(before.mover), Seat::new(1 - before.mover));
        let turned = (before.count(other.index()) - after.count(other.index())) as f32;
        story.score(mover, "placed", 1.0);
        story.score(mover, "turned", turned);
        story.score(other, "lost", -turned);
        if self.corners.has(u32::from(chosen)) {
            story.count("corners", 1.0);
        }
    }

    fn actions(&self) -> Option<usize> {
        Some(self.board.cells() + 1)
    }
    fn index(&self, _state: &Position<B>, chosen: u8) -> usize {
        usize::from(chosen)
    }
    fn encoding(&self) -> Option<Encoding> {
        Some(Encoding::Grid { channels: 3, rows: self.board.size(), columns: self.board.size() })
    }
    fn encode(&self, state: &Position<B>, me: Seat, out: &mut [f32]) {
        let (cells, me) = (self.board.cells(), me.index());
        out.fill(0.0);
        for (plane, player) in [me, 1 - me].into_iter().enumerate() {
            for cell in state.discs[player].cells() {
                out[plane * cells + cell as usize] = 1.0;
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

    fn playout(&self, state: &mut Position<B>, _buffer: &mut Vec<u8>, rng: &mut Rng) -> Payoff {
        if !state.over {
            let (discs, mover) = self.flips.finish_at_random(state.discs, state.mover, rng);
            *state = Position { discs, legal: B::NONE, mover, over: true };
        }
        self.payoff(state)
    }
}
