//! Gomoku: five stones in a row.
//!
//! # Rules
//! Two players in turn put a stone of their colour on an empty cell; Black moves first. Who first has
//! `line` stones in a row, a column or a diagonal wins. With `rule=free` longer lines win too, with
//! `rule=exact` they do not count. A full board without such a line is a draw.
//!
//! The first move is a great advantage. With `opening=swap` the first player puts down three stones, black,
//! white and black, and the second player chooses a colour; White goes on. With `opening=swap2` the second
//! player may instead put down two more stones, white and black, and leave the choice to the first player.
//!
//! # Moves
//! The cell of the new stone; in an opening also the choice.
//!
//! # Notation
//! Cells are named as on a chess board: `a1` is bottom left. The choices are `black`, `white` and `more`.
//! A position is the rows from the top, joined by `/`, of `b`, `w` and `.`; Black moves when the numbers
//! of stones are equal: `...../..w../..b../...../.....` on a board of size 5. With a swap opening a word
//! follows that says who has Black: `open` as long as it is not decided, `more` while two more stones are
//! put down, then `first` or `second`.
//!
//! # Payoff
//! 1 for the winner, −1 for the loser, 0 for a draw.
//!
//! # Parameters
//! `size` (5 to 19): rows and columns of the board. `line` (4 to 8): how many in a row win. `rule`: `free` or
//! `exact`. `opening`: `none`, `swap` or `swap2`.
//!
//! # Observables
//! `stones`: stones on the board. `threats-black`, `threats-white`: empty cells where one more stone wins.
//! Counts `blocks`: stones put where the other player would have won; `choices`: colours chosen.
//!
//! # Source
//! Japan, about 1700. Solved by Victor Allis, 1993: Black wins with free lines and with exact ones.
//! Random play on the usual board takes 109.1 stones; Black wins 51.0 %.
//!
//! # Version history
//! 1: first version.

use crate::bits::Bits;
use crate::squares::Squares;
use crate::wide::Wide;
use lines::Lines;
use ludometer_game::{
    Board, Card, Element, ElementKind, Encoding, Feature, Game, GameVisitor, ParamError, ParamSpec, Params,
    Part, Payoff, Piece, PositionError, Rng, Scene, Seat, Story, Turn,
};
use opening::{Black, Choice, Opening};
use std::borrow::Cow;

mod lines;
mod opening;
mod playout;
#[cfg(test)]
mod tests;

/// Name, documentation and parameters.
#[must_use]
pub fn card() -> Card {
    let params = vec![
        ParamSpec::whole("size", "rows and columns of the board", 15, 5..=19),
        ParamSpec::whole("line", "stones in a row that win", 5, 4..=8),
        ParamSpec::choice("rule", "whether longer lines win too", &["free", "exact"]),
        ParamSpec::choice("opening", "how the first stones are shared out", &Opening::WORDS),
    ];
    Card::from_source("gomoku", "Gomoku", 1, include_str!("gomoku.rs"), params)
}

/// Builds the game on sets that hold the board.
///
/// # Errors
/// When the winning line does not fit on the board.
pub fn open<V: GameVisitor>(params: &Params, visitor: V) -> Result<V::Out, ParamError> {
    let [size, line] = ["size", "line"].map(|name| params.count(name));
    if line > size {
        return Err(ParamError::Together(format!(
            "a line of {line} does not fit on a board of size {size}; lower `line`"
        )));
    }
    let (exact, opening) = (params.word("rule") == "exact", Opening::read(params.word("opening")));
    Ok(match size * (size + 1) {
        // Smaller sets would be faster on small boards; every one more is compiled for every agent.
        0..=256 => visitor.visit(Gomoku::<Wide<4>>::new(size, line, exact, opening)),
        _ => visitor.visit(Gomoku::<Wide<6>>::new(size, line, exact, opening)),
    })
}

/// The rules on one size of board.
///
/// Bits run along the rows from the top left. After each row lies a bit that is never set, so that a
/// line cannot leave a row at its end and go on at the beginning of the next.
pub struct Gomoku<B> {
    squares: Squares,
    lines: Lines<B>,
    opening: Opening,
}

/// Stones as bit sets, black ones first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position<B> {
    stones: [B; 2],
    /// Stones on the board; Black has the next one when they are even.
    plies: u16,
    black: Black,
    won: bool,
}

impl<B: Bits> Position<B> {
    #[inline]
    fn filled(&self) -> B {
        self.stones[0] | self.stones[1]
    }

    /// The colour of the next stone.
    #[inline]
    fn colour(&self) -> usize {
        usize::from(self.plies & 1)
    }
}

impl<B: Bits> Gomoku<B> {
    fn new(size: usize, line: usize, exact: bool, opening: Opening) -> Self {
        let squares = Squares { rows: size, columns: size, letters: ['b', 'w'] };
        Gomoku { squares, lines: Lines::new(size, line, exact), opening }
    }

    /// The bit of a cell counted row by row from the top left.
    fn bit(&self, cell: usize) -> u32 {
        (cell + cell / self.squares.columns) as u32
    }

    /// The opposite of [`Gomoku::bit`].
    fn cell(&self, bit: u16) -> usize {
        let bit = usize::from(bit);
        bit - bit / (self.squares.columns + 1)
    }

    /// The choice a move stands for; `None` for a stone.
    #[inline]
    fn choice(&self, chosen: u16) -> Option<Choice> {
        Choice::ALL.get(usize::from(chosen).checked_sub(self.lines.span() as usize)?).copied()
    }

    fn owner(&self, state: &Position<B>, cell: usize) -> Option<usize> {
        (0..2).find(|&colour| state.stones[colour].has(self.bit(cell)))
    }

    #[inline]
    fn over(&self, state: &Position<B>) -> bool {
        state.won || usize::from(state.plies) == self.squares.cells()
    }

    /// The colour a seat plays; while that is open, as if nobody will swap.
    fn colour_of(&self, state: &Position<B>, seat: Seat) -> usize {
        state.black.seat().map_or(seat.index(), |black| usize::from(black != seat))
    }

    fn refuse(&self, what: impl Into<String>) -> PositionError {
        let middle = self.squares.cells() / 2;
        let state = Position { stones: [B::cell(self.bit(middle)), B::NONE], plies: 1, ..self.initial() };
        PositionError::Unreadable { what: what.into(), example: self.position(&state).unwrap_or_default() }
    }

    /// Says why stones that read well cannot come from a match.
    fn check(&self, state: &Position<B>) -> Result<(), PositionError> {
        self.opening.check(state.black, state.plies).map_err(|what| self.refuse(what))?;
        let [next, last] = [state.stones[state.colour()], state.stones[1 - state.colour()]];
        if self.lines.any(next) {
            return Err(self.refuse("the player to move already has a line"));
        }
        if self.lines.any(last) && last.cells().all(|stone| self.lines.any(last & !B::cell(stone))) {
            return Err(self.refuse("the lines do not share the stone that completed them"));
        }
        Ok(())
    }
}

impl<B: Bits> Game for Gomoku<B> {
    type State = Position<B>;
    /// The bit of the cell; the numbers after the last bit are the choices.
    type Move = u16;
    const NOISY: bool = true;

    fn seats(&self) -> usize {
        2
    }
    fn limit(&self) -> u32 {
        self.squares.cells() as u32 + self.opening.choices()
    }
    fn initial(&self) -> Position<B> {
        Position { stones: [B::NONE; 2], plies: 0, black: self.opening.start(), won: false }
    }
    #[inline]
    fn turn(&self, state: &Position<B>) -> Turn {
        if self.over(state) { Turn::Over } else { Turn::Seat(state.black.mover(state.plies)) }
    }
    #[inline]
    fn moves(&self, state: &Position<B>, out: &mut Vec<u16>) {
        if state.black.chooses(state.plies) {
            let span = self.lines.span() as u16;
            out.extend((0..self.opening.options(state.black)).map(|choice| span + choice));
        } else {
            (self.lines.board() & !state.filled()).each(|bit| out.push(bit as u16));
        }
    }
    #[inline]
    fn play(&self, state: &mut Position<B>, chosen: u16) {
        if let Some(choice) = self.choice(chosen) {
            state.black = state.black.after(choice, state.plies);
            return;
        }
        let own = &mut state.stones[usize::from(state.plies & 1)];
        *own |= B::cell(u32::from(chosen));
        state.won = self.lines.through(*own, u32::from(chosen));
        state.plies += 1;
    }
    #[inline]
    fn payoff(&self, state: &Position<B>) -> Payoff {
        if state.won { Payoff::win(2, state.black.mover(state.plies - 1)) } else { Payoff::draw(2) }
    }

    fn text(&self, _state: &Position<B>, chosen: u16, out: &mut String) {
        match self.choice(chosen) {
            Some(choice) => out.push_str(choice.word()),
            None => out.push_str(&self.squares.name(self.cell(chosen))),
        }
    }
    fn parse(&self, state: &Position<B>, text: &str) -> Option<u16> {
        if state.black.chooses(state.plies) {
            let chosen =
                Choice::ALL.iter().position(|choice| choice.word().eq_ignore_ascii_case(text.trim()))?;
            let offered = chosen < usize::from(self.opening.options(state.black));
            return offered.then(|| self.lines.span() as u16 + chosen as u16);
        }
        let cell = self.squares.cell(text)?;
        (!self.over(state) && self.owner(state, cell).is_none()).then(|| self.bit(cell) as u16)
    }
    fn position(&self, state: &Position<B>) -> Option<String> {
        let rows = self.squares.write(|cell| self.owner(state, cell));
        Some(if self.opening == Opening::None { rows } else { format!("{rows} {}", state.black.word()) })
    }
    fn read_position(&self, text: &str) -> Result<Position<B>, PositionError> {
        let (rows, black) = self.opening.split(text).map_err(|what| self.refuse(what))?;
        let mut state = Position { black, ..self.initial() };
        for (cell, owner) in
            self.squares.read(rows).map_err(|what| self.refuse(what))?.into_iter().enumerate()
        {
            if let Some(colour) = owner {
                state.stones[colour] |= B::cell(self.bit(cell));
            }
        }
        let [b, w] = state.stones.map(Bits::count);
        if b != w && b != w + 1 {
            return Err(self.refuse(format!("{b} b and {w} w cannot come from alternate turns")));
        }
        state.plies = (b + w) as u16;
        self.check(&state)?;
        state.won = self.lines.any(state.stones[1 - state.colour()]);
        Ok(state)
    }
    fn scene(&self, state: &Position<B>, _viewer: Option<Seat>) -> Scene {
        Scene::of(Part::Grid(self.squares.grid([Piece::Disc; 2], |cell| self.owner(state, cell))))
    }
    fn board(&self) -> Option<Board> {
        Some(self.squares.board())
    }
    fn seat_name(&self, seat: Seat) -> String {
        let names = if self.opening == Opening::None { ["Black", "White"] } else { ["First", "Second"] };
        names[seat.index()].into()
    }
    fn side(&self, state: &Position<B>, seat: Seat) -> String {
        let decided = state.black.seat().is_some();
        if decided { ["Black", "White"][self.colour_of(state, seat)].into() } else { "undecided".into() }
    }
    fn stage(&self, state: &Position<B>) -> Cow<'static, str> {
        if state.black.chooses(state.plies) {
            "choice".into()
        } else if state.black.seat().is_none() {
            "opening".into()
        } else {
            "".into()
        }
    }

    fn elements(&self, _state: &Position<B>, chosen: u16, out: &mut Vec<Element>) {
        match self.choice(chosen) {
            Some(choice) => out.push(Element::new(ElementKind::Action, choice.word())),
            None => out.push(Element::new(ElementKind::Cell, self.squares.name(self.cell(chosen)))),
        }
    }
    fn observables(&self) -> Vec<String> {
        ["stones", "threats-black", "threats-white"].map(String::from).to_vec()
    }
    fn observe(&self, state: &Position<B>, _viewer: Option<Seat>, out: &mut Vec<f32>) {
        out.push(f32::from(state.plies));
        let empty = self.lines.board() & !state.filled();
        out.extend(
            state.stones.map(|own| empty.cells().filter(|&bit| self.lines.through(own, bit)).count() as f32),
        );
    }
    /// Rows that can still become lines, counting more the fewer stones they lack. While the colours are
    /// open nobody is ahead.
    fn evaluate(&self, state: &Position<B>, seat: Seat) -> Option<f32> {
        if self.over(state) {
            return Some(self.payoff(state).points[seat]);
        }
        if state.black.seat().is_none() {
            return Some(0.0);
        }
        let me = self.colour_of(state, seat);
        let rows = [0, 1].map(|colour| self.lines.lacking(state.stones[colour], state.stones[1 - colour]));
        let next = state.colour();
        if rows[next][0] > 0 {
            return Some(if next == me { 0.9 } else { -0.9 });
        }
        let worth = |[one, two, three]: [u32; 3]| (30 * one + 6 * two + three) as f32;
        let [own, their] = [worth(rows[me]), worth(rows[1 - me])];
        Some(0.8 * (own - their) / (own + their + 10.0))
    }
    /// A stone that wins, or that takes the cell where the other player would.
    fn noisy(&self, state: &Position<B>, chosen: u16) -> bool {
        let through = |stones: &B| self.lines.through(*stones, u32::from(chosen));
        self.choice(chosen).is_none() && state.stones.iter().any(through)
    }
    fn ending(&self, state: &Position<B>) -> Cow<'static, str> {
        if state.won { "line".into() } else { "board full".into() }
    }
    fn narrate(&self, before: &Position<B>, chosen: u16, _after: &Position<B>, story: &mut Story) {
        if self.choice(chosen).is_some() {
            story.count("choices", 1.0);
        } else if self.lines.through(before.stones[1 - before.colour()], u32::from(chosen)) {
            story.count("blocks", 1.0);
        }
    }

    fn actions(&self) -> Option<usize> {
        Some(self.squares.cells() + if self.opening == Opening::None { 0 } else { Choice::ALL.len() })
    }
    fn index(&self, _state: &Position<B>, chosen: u16) -> usize {
        match self.choice(chosen) {
            Some(choice) => self.squares.cells() + choice as usize,
            None => self.cell(chosen),
        }
    }
    fn encoding(&self) -> Option<Encoding> {
        let channels = if self.opening == Opening::None { 3 } else { 5 };
        Some(Encoding::Grid { channels, rows: self.squares.rows, columns: self.squares.columns })
    }
    fn encode(&self, state: &Position<B>, me: Seat, out: &mut [f32]) {
        let own = self.colour_of(state, me);
        out.fill(0.0);
        let mut planes = out.chunks_exact_mut(self.squares.cells());
        for (colour, plane) in [own, 1 - own].into_iter().zip(&mut planes) {
            for bit in state.stones[colour].cells() {
                plane[self.cell(bit as u16)] = 1.0;
            }
        }
        let moving = state.black.mover(state.plies) == me;
        let flags = [moving, state.black.seat().is_none(), state.black == Black::More];
        for (flag, plane) in flags.into_iter().zip(planes) {
            plane.fill(f32::from(flag));
        }
    }
    fn features(&self) -> Vec<Feature> {
        let range = (0.0, 4.0 * self.squares.cells() as f32);
        let lacks = ["one", "two", "three"].into_iter();
        lacks
            .flat_map(|lack| {
                ["own", "their"].map(|whose| {
                    let about = format!("rows without an enemy stone that lack {lack} of a line");
                    Feature::new(format!("{whose}-lack-{lack}"), range).about(about)
                })
            })
            .collect()
    }
    fn read_features(&self, state: &Position<B>, me: Seat, out: &mut Vec<f32>) {
        let own = self.colour_of(state, me);
        let rows =
            [own, 1 - own].map(|colour| self.lines.lacking(state.stones[colour], state.stones[1 - colour]));
        out.extend(rows[0].into_iter().zip(rows[1]).flat_map(|(own, their)| [own as f32, their as f32]));
    }

    fn playout(&self, state: &mut Position<B>, buffer: &mut Vec<u16>, rng: &mut Rng) -> Payoff {
        self.finish_at_random(state, buffer, rng);
        self.payoff(state)
    }
}
