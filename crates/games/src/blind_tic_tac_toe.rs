//! Blind tic-tac-toe: nobody sees the marks of the other.
//!
//! # Rules
//! X and O play tic-tac-toe on nine cells, but each sees only the own marks. Who tries a cell that the
//! other has taken is told so and places nothing; the cell stays known. With `collision=retry` the same
//! player tries again, with `collision=lose-turn` the other is on turn. Three own marks in a line win;
//! a full board is drawn. At the end the board is shown.
//!
//! # Moves
//! A cell the player has not tried yet. The other sees that a try was made, not where. With
//! `collision=retry` it can be heard whether it failed: the turn does not pass. With
//! `collision=lose-turn` only who tried knows.
//!
//! # Notation
//! A try is its cell, as on a chess board: `b2` is the centre.
//!
//! # Payoff
//! 1 for the winner, −1 for the loser, 0 for a draw.
//!
//! # Parameters
//! `collision`: `retry` or `lose-turn`, what follows a try of a taken cell.
//!
//! # Observables
//! `tries`: tries so far. `collisions-x`, `collisions-o`: how many of each player failed; 0 when the
//! viewer cannot know.
//!
//! # Source
//! OpenSpiel's `phantom_ttt` with `obstype=reveal-numturns`, under which a player counts the tries of
//! the other, as here; with `reveal-nothing`, its default, rules and payoffs are the same and the player
//! knows a little less. There is no published value. Under random tries with `collision=retry` every
//! free cell is equally likely to be marked next, so the odds are those of random tic-tac-toe: X wins
//! 737/1260, O wins 121/420, and 8/63 are drawn.
//!
//! # Version history
//! 1: first version.

use crate::squares::Squares;
use ludometer_game::{
    Board, Card, ChanceKind, Element, ElementKind, Encoding, Feature, Game, GameVisitor, ParamError,
    ParamSpec, Params, Part, Payoff, Piece, Rng, Scene, Seat, Seen, Story, Sum, Traits, Turn,
};
use std::borrow::Cow;

mod worlds;

const SQUARES: Squares = Squares { rows: 3, columns: 3, letters: ['x', 'o'] };
const CELLS: usize = 9;
/// Eight collisions and nine marks: the last mark ends the match before it can be hit.
const MOST_TRIES: usize = 17;
const LINES: [u16; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

/// Name, documentation and parameters.
#[must_use]
pub fn card() -> Card {
    let about = "what follows a try of a taken cell";
    let params = vec![ParamSpec::choice("collision", about, &["retry", "lose-turn"])];
    let source = include_str!("blind_tic_tac_toe.rs");
    Card::from_source("blind-tic-tac-toe", "Blind tic-tac-toe", 1, source, params)
}

/// Builds the game.
///
/// # Errors
/// Never: every legal value of the parameters fits every other.
pub fn open<V: GameVisitor>(params: &Params, visitor: V) -> Result<V::Out, ParamError> {
    Ok(visitor.visit(BlindTicTacToe { retry: params.word("collision") == "retry" }))
}

/// The rules for one kind of collision.
pub struct BlindTicTacToe {
    retry: bool,
}

/// One try: who, where, and whether a mark was placed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
struct Try {
    by: u8,
    cell: u8,
    placed: bool,
}

/// Sets of cells as bits, cell 0 top left, and all tries in order: what each player knows is what
/// came of the own ones.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    marks: [u16; 2],
    tried: [u16; 2],
    tries: [Try; MOST_TRIES],
    count: u8,
    mover: u8,
}

fn has_line(marks: u16) -> bool {
    LINES.iter().any(|line| marks & line == *line)
}

fn cells(set: u16) -> impl Iterator<Item = u8> {
    (0..CELLS as u8).filter(move |cell| set >> cell & 1 == 1)
}

impl State {
    fn tries(&self) -> &[Try] {
        &self.tries[..usize::from(self.count)]
    }

    fn winner(&self) -> Option<usize> {
        (0..2).find(|&player| has_line(self.marks[player]))
    }

    fn is_over(&self) -> bool {
        self.winner().is_some() || (self.marks[0] | self.marks[1]).count_ones() == CELLS as u32
    }

    /// The marks of a player as a viewer knows them.
    fn known_marks(&self, viewer: Option<Seat>, player: usize) -> u16 {
        match viewer {
            Some(seat) if seat.index() != player && !self.is_over() => {
                self.marks[player] & self.tried[seat.index()]
            }
            _ => self.marks[player],
        }
    }

    fn collisions(&self, player: usize) -> u32 {
        (self.tried[player] & !self.marks[player]).count_ones()
    }

    fn tries_of(&self, player: usize) -> u32 {
        self.tried[player].count_ones()
    }
}

impl BlindTicTacToe {
    /// Whether a viewer knows which tries of this player failed.
    fn hears(&self, state: &State, viewer: Option<Seat>, player: usize) -> bool {
        self.retry || state.is_over() || viewer.is_none_or(|seat| seat.index() == player)
    }

    /// Lines with two own marks whose third cell is not tried yet.
    fn threats(state: &State, player: usize) -> usize {
        let open = |line: &&u16| (*line & state.marks[player]).count_ones() == 2;
        LINES.iter().filter(open).filter(|line| (*line & !state.tried[player]).count_ones() == 1).count()
    }
}

impl Game for BlindTicTacToe {
    type State = State;
    type Move = u8;

    fn seats(&self) -> usize {
        2
    }
    fn limit(&self) -> u32 {
        MOST_TRIES as u32
    }
    fn initial(&self) -> State {
        State { marks: [0; 2], tried: [0; 2], tries: [Try::default(); MOST_TRIES], count: 0, mover: 0 }
    }
    fn turn(&self, state: &State) -> Turn {
        if state.is_over() { Turn::Over } else { Turn::Seat(Seat::new(state.mover)) }
    }
    fn moves(&self, state: &State, out: &mut Vec<u8>) {
        out.extend(cells(!state.tried[usize::from(state.mover)]));
    }
    fn play(&self, state: &mut State, cell: u8) {
        let (me, bit) = (usize::from(state.mover), 1 << cell);
        let placed = state.marks[1 - me] & bit == 0;
        state.tried[me] |= bit;
        state.tries[usize::from(state.count)] = Try { by: state.mover, cell, placed };
        state.count += 1;
        if placed {
            state.marks[me] |= bit;
        }
        if placed || !self.retry {
            state.mover = 1 - state.mover;
        }
    }
    fn payoff(&self, state: &State) -> Payoff {
        state.winner().map_or(Payoff::draw(2), |winner| Payoff::win(2, Seat::new(winner as u8)))
    }
    fn traits(&self) -> Traits {
        Traits { chance: ChanceKind::None, hidden: true, sum: Sum::Zero }
    }

    fn sample(&self, state: &State, me: Seat, rng: &mut Rng) -> State {
        if state.is_over() { *state } else { worlds::draw(self.retry, state, me, rng) }
    }
    fn info(&self, state: &State, me: Seat, out: &mut Vec<u8>) {
        let over = state.is_over();
        out.push(u8::from(over));
        for made in state.tries() {
            let own = over || usize::from(made.by) == me.index();
            let cell = if own { made.cell } else { CELLS as u8 };
            let placed = made.placed && (own || self.retry);
            out.push(made.by << 7 | u8::from(placed) << 6 | cell);
        }
    }
    fn seen(&self, state: &State, cell: u8, by: Seat) -> Seen<u8> {
        if by.index() == usize::from(state.mover) {
            return Seen::Full(cell);
        }
        let failed = state.marks[by.index()] >> cell & 1 == 1;
        Seen::Hidden(u32::from(self.retry && failed))
    }

    fn text(&self, _state: &State, cell: u8, out: &mut String) {
        out.push_str(&SQUARES.name(cell.into()));
    }
    fn scene(&self, state: &State, viewer: Option<Seat>) -> Scene {
        let marks = [0, 1].map(|player| state.known_marks(viewer, player));
        let owner = |cell: usize| (0..2).find(|&player| marks[player] >> cell & 1 == 1);
        let [x, o] = [0, 1].map(|player| state.tries_of(player));
        Scene::of(Part::Grid(SQUARES.grid([Piece::Cross, Piece::Nought], owner)))
            .with(Part::Label(format!("Tries of X: {x}, of O: {o}")))
    }
    fn board(&self) -> Option<Board> {
        Some(SQUARES.board())
    }
    fn seat_name(&self, seat: Seat) -> String {
        ["X", "O"][seat.index()].into()
    }

    fn elements(&self, _state: &State, cell: u8, out: &mut Vec<Element>) {
        out.push(Element::new(ElementKind::Cell, SQUARES.name(cell.into())));
    }
    fn observables(&self) -> Vec<String> {
        ["tries", "collisions-x", "collisions-o"].map(String::from).to_vec()
    }
    fn observe(&self, state: &State, viewer: Option<Seat>, out: &mut Vec<f32>) {
        out.push(f32::from(state.count));
        out.extend([0, 1].map(|player| {
            if self.hears(state, viewer, player) { state.collisions(player) as f32 } else { 0.0 }
        }));
    }
    fn ending(&self, state: &State) -> Cow<'static, str> {
        if state.winner().is_some() { "line".into() } else { "board full".into() }
    }
    fn narrate(&self, _before: &State, _chosen: u8, after: &State, story: &mut Story) {
        if after.tries().last().is_some_and(|made| !made.placed) {
            story.count("collisions", 1.0);
        }
    }

    fn actions(&self) -> Option<usize> {
        Some(CELLS)
    }
    fn index(&self, _state: &State, cell: u8) -> usize {
        cell.into()
    }
    fn encoding(&self) -> Option<Encoding> {
        Some(Encoding::Grid { channels: 4, rows: 3, columns: 3 })
    }
    /// Own marks, known marks of the other, then two even planes: the share of cells the other has
    /// tried, and whether `me` is O.
    fn encode(&self, state: &State, me: Seat, out: &mut [f32]) {
        let (own, other) = (me.index(), 1 - me.index());
        for cell in 0..CELLS {
            let marked = |player| f32::from(state.known_marks(Some(me), player) >> cell & 1);
            out[cell] = marked(own);
            out[CELLS + cell] = marked(other);
        }
        out[2 * CELLS..3 * CELLS].fill(state.tries_of(other) as f32 / CELLS as f32);
        out[3 * CELLS..].fill(own as f32);
    }
    fn features(&self) -> Vec<Feature> {
        vec![
            Feature::new("own-threats", (0.0, 8.0)).about("lines of two own marks and a cell not tried yet"),
            Feature::new("found", (0.0, 6.0)).about("own tries that met a mark of the other"),
        ]
    }
    fn read_features(&self, state: &State, me: Seat, out: &mut Vec<f32>) {
        let player = me.index();
        out.extend([Self::threats(state, player) as f32, state.collisions(player) as f32]);
    }
}

#[cfg(test)]
mod tests;
