//! Go: surround more of the board than the other player.
//!
//! # Rules
//! Black begins; in turn a player puts a stone on an empty point or passes. Neighbouring stones of one
//! colour are a group, and the empty points next to a group are its liberties. A stone that takes the last
//! liberty of enemy groups captures them; they are taken off the board. A stone may not be put where it
//! would leave its own group without a liberty. With `ko=positional` no stone may bring back a board that
//! was there before, whoever was to move (positional superko); with `ko=simple` only a stone that has just
//! captured one other alone may not be captured back at once. Two passes in a row end the match. A player
//! has a point for each of his stones and for each empty point from which only his stones are reached
//! (area scoring; every stone on the board counts as alive), and White has `komi` on top.
//!
//! # Moves
//! A point, or a pass.
//!
//! # Notation
//! Points as on a Go board: a letter without i, then the row counted from the bottom; `pass`. A position is
//! the rows from the top, joined by `/`, of `b`, `w` and `.`, then who moves, how many passes there were
//! just now, and the points where ko forbids a stone (`-` for none): `..bw./.b.bw/..bw./...../..... b 0 c4`.
//! The last two may be left out. A position that is read remembers no other earlier boards.
//!
//! # Payoff
//! 1 for the winner, −1 for the loser, 0 for equal points.
//!
//! # Parameters
//! `size` (5 to 13): points on a side. `komi`: 7.5, as is usual on 9x9, whatever the size; on smaller
//! boards Black is further ahead, on 5x5 by the whole board. `ko`: `positional` or `simple`. `limit`: after
//! so many moves the match is stopped and counted as it stands.
//! With `ko=positional` all earlier boards are part of a state, so hardly two lines share a key for tables;
//! with `ko=simple` they do, but matches may go round in circles.
//!
//! # Observables
//! `stones-black`, `stones-white`: stones on the board. `area-black`, `area-white`: points without komi.
//! Count `captures`: stones taken. Points come from `stones`, `territory` and `komi`.
//!
//! # Source
//! Rules in the manner of Tromp and Taylor, 1995, with suicide forbidden. Random play on 9x9 takes 123.6
//! moves; Black wins 36 %.
//!
//! # Version history
//! 1: first version.

use crate::squares::Squares;
use ludometer_game::{
    Board, Card, Element, ElementKind, Encoding, Feature, Game, GameVisitor, ParamError, ParamSpec, Params,
    Part, Payoff, Piece, PositionError, Rng, Scene, Seat, Story, Turn,
};
use past::Past;
use std::borrow::Cow;
use std::hash::{Hash, Hasher};
use stones::{BLACK, EMPTY, Effect, Layout, Stones, WHITE};

mod area;
mod measure;
mod notation;
mod past;
mod playout;
mod stones;
#[cfg(test)]
mod tests;

/// The largest side of a board, and of one whose places fit into 128.
const MOST: usize = 13;
const SMALL: usize = 9;
/// No place forbidden by a simple ko; the first place is always a wall.
const NOWHERE: u8 = 0;

/// Name, documentation and parameters.
#[must_use]
pub fn card() -> Card {
    let params = vec![
        ParamSpec::whole("size", "points on a side", 9, 5..=MOST as i64),
        ParamSpec::real("komi", "points White has on top", 7.5, -169.0..=169.0),
        ParamSpec::choice(
            "ko",
            "boards that may not come back: any, or the last one",
            &["positional", "simple"],
        ),
        ParamSpec::whole("limit", "moves until the match is stopped and counted", 2000, 10..=10_000),
    ];
    Card::from_source("go", "Go", 1, include_str!("go.rs"), params)
}

/// Builds the game on the smallest arrays that hold the board.
///
/// # Errors
/// Never: all parameters go together.
pub fn open<V: GameVisitor>(params: &Params, visitor: V) -> Result<V::Out, ParamError> {
    if params.count("size") <= SMALL {
        Ok(visitor.visit(Go::<128>::new(params)))
    } else {
        Ok(visitor.visit(Go::<256>::new(params)))
    }
}

/// The rules on one size of board, whose points and walls lie on at most `P` places.
pub struct Go<const P: usize> {
    squares: Squares,
    layout: Layout,
    komi: f32,
    /// Whether no earlier board may come back; else only a simple ko is forbidden.
    superko: bool,
    limit: u32,
    /// A number for each stone; the number of a board is the exclusive or of those on it.
    numbers: [[u64; P]; 2],
}

/// Stones, who moves, and what ko forbids.
#[derive(Clone, Debug)]
pub struct Position<const P: usize> {
    stones: Stones<P>,
    /// The number of the board.
    board: u64,
    mover: u8,
    passes: u8,
    /// Where a simple ko forbids the next stone.
    ko: u8,
    past: Past,
}

impl<const P: usize> PartialEq for Position<P> {
    fn eq(&self, other: &Self) -> bool {
        let rest = |state: &Self| (state.mover, state.passes, state.ko);
        self.stones == other.stones && rest(self) == rest(other) && self.past == other.past
    }
}

impl<const P: usize> Eq for Position<P> {}

impl<const P: usize> Hash for Position<P> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.stones, self.mover, self.passes, self.ko, &self.past).hash(state);
    }
}

impl<const P: usize> Position<P> {
    #[inline]
    fn mover(&self) -> usize {
        usize::from(self.mover)
    }
}

impl<const P: usize> Go<P> {
    fn new(params: &Params) -> Self {
        let size = params.count("size");
        let mut rng = Rng::stream(0, "go stones", 0);
        Go {
            squares: Squares { rows: size, columns: size, letters: ['b', 'w'] },
            layout: Layout::new(size),
            komi: params.real("komi") as f32,
            superko: params.word("ko") == "positional",
            limit: params.count("limit") as u32,
            numbers: [(); 2].map(|()| [(); P].map(|()| rng.bits())),
        }
    }

    /// The move that is no stone: one more than the last cell.
    #[inline]
    fn pass(&self) -> u8 {
        self.squares.cells() as u8
    }

    /// The number of the board after this stone, which is not suicide.
    fn board_after(&self, state: &Position<P>, place: u8, effect: Effect) -> u64 {
        let mut board = state.board ^ self.numbers[state.mover()][usize::from(place) % P];
        if effect == Effect::Captures {
            let other = 1 - state.mover();
            state.stones.captured(&self.layout, place, other, |lost| {
                board ^= self.numbers[other][usize::from(lost) % P];
            });
        }
        board
    }

    /// Whether ko forbids this stone, which is not suicide.
    #[inline]
    fn forbidden(&self, state: &Position<P>, place: u8, effect: Effect) -> bool {
        if !self.superko {
            return place == state.ko;
        }
        // A board with more stones than ever before is new; only captures make fewer.
        let new = effect == Effect::Quiet && state.past.fullest() <= state.stones.count();
        !new && state.past.holds(self.board_after(state, place, effect))
    }

    /// Whether the player to move may put a stone on this place.
    #[inline]
    fn legal(&self, state: &Position<P>, place: u8) -> bool {
        let effect = state.stones.effect(&self.layout, place, state.mover());
        effect != Effect::Suicide && !self.forbidden(state, place, effect)
    }

    /// Puts a stone on a place where it is legal, and tells which stones it captures.
    #[inline]
    fn put(&self, state: &mut Position<P>, place: u8, mut lost: impl FnMut(u8)) {
        let me = state.mover();
        let (mut captured, mut last) = (0, NOWHERE);
        state.board ^= self.numbers[me][usize::from(place) % P];
        let board = &mut state.board;
        state.stones.put(&self.layout, place, me, |gone| {
            *board ^= self.numbers[1 - me][usize::from(gone) % P];
            (captured, last) = (captured + 1, gone);
            lost(gone);
        });
        if self.superko {
            state.past.remember(state.board, state.stones.count());
        } else {
            let taken_back = captured == 1 && state.stones.alone_with_one_liberty(place);
            state.ko = if taken_back { last } else { NOWHERE };
        }
        state.passes = 0;
        state.mover = 1 - state.mover;
    }

    fn skip(&self, state: &mut Position<P>) {
        (state.ko, state.passes) = (NOWHERE, state.passes + 1);
        state.mover = 1 - state.mover;
    }

    fn effect(&self, state: &Position<P>, chosen: u8) -> Option<Effect> {
        (chosen < self.pass())
            .then(|| state.stones.effect(&self.layout, self.layout.place(chosen), state.mover()))
    }

    /// Points of each player without komi.
    fn areas(&self, state: &Position<P>) -> [u32; 2] {
        let (stones, territory) = (state.stones.counts(), area::territory(&state.stones, &self.layout));
        [BLACK, WHITE].map(|player| u32::from(stones[player]) + territory[player])
    }

    fn owner(&self, state: &Position<P>, cell: usize) -> Option<usize> {
        let colour = state.stones.colour(self.layout.place(cell as u8));
        (colour < EMPTY).then_some(usize::from(colour))
    }
}

impl<const P: usize> Game for Go<P> {
    type State = Position<P>;
    /// The cell counted row by row from the top left, or the number of cells for a pass.
    type Move = u8;
    const NOISY: bool = true;

    fn seats(&self) -> usize {
        2
    }
    fn limit(&self) -> u32 {
        self.limit
    }
    fn initial(&self) -> Position<P> {
        let stones = Stones::new(&self.layout);
        let mut past = Past::default();
        if self.superko {
            past.remember(0, 0);
        }
        Position { stones, board: 0, mover: 0, passes: 0, ko: NOWHERE, past }
    }
    #[inline]
    fn turn(&self, state: &Position<P>) -> Turn {
        if state.passes >= 2 { Turn::Over } else { Turn::Seat(Seat::new(state.mover)) }
    }
    fn moves(&self, state: &Position<P>, out: &mut Vec<u8>) {
        let empty = |cell: &u8| state.stones.colour(self.layout.place(*cell)) == EMPTY;
        let legal = |cell: &u8| self.legal(state, self.layout.place(*cell));
        out.extend((0..self.pass()).filter(empty).filter(legal));
        out.push(self.pass());
    }
    #[inline]
    fn play(&self, state: &mut Position<P>, chosen: u8) {
        if chosen == self.pass() {
            self.skip(state);
        } else {
            self.put(state, self.layout.place(chosen), |_| ());
        }
    }
    fn payoff(&self, state: &Position<P>) -> Payoff {
        let [black, white] = self.areas(state).map(|points| points as f32);
        match (black - white).partial_cmp(&self.komi) {
            Some(std::cmp::Ordering::Greater) => Payoff::win(2, Seat::new(0)),
            Some(std::cmp::Ordering::Less) => Payoff::win(2, Seat::new(1)),
            _ => Payoff::draw(2),
        }
    }

    fn text(&self, _state: &Position<P>, chosen: u8, out: &mut String) {
        out.push_str(&self.move_name(chosen));
    }
    fn position(&self, state: &Position<P>) -> Option<String> {
        Some(self.write_position(state))
    }
    fn read_position(&self, text: &str) -> Result<Position<P>, PositionError> {
        self.parse_position(text)
    }
    fn scene(&self, state: &Position<P>, _viewer: Option<Seat>) -> Scene {
        let mut grid = self.squares.grid([Piece::Disc; 2], |cell| self.owner(state, cell));
        grid.names = self.map().cells;
        grid.column_names = (0..self.squares.columns).map(notation::column).map(String::from).collect();
        Scene::of(Part::Grid(grid))
    }
    fn board(&self) -> Option<Board> {
        Some(self.map())
    }
    fn seat_name(&self, seat: Seat) -> String {
        ["Black", "White"][seat.index()].into()
    }

    fn elements(&self, state: &Position<P>, chosen: u8, out: &mut Vec<Element>) {
        let action = match self.effect(state, chosen) {
            None => "pass",
            Some(Effect::Captures) => "capture",
            Some(_) => "stone",
        };
        out.push(Element::new(ElementKind::Action, action));
        if chosen != self.pass() {
            out.push(Element::new(ElementKind::Cell, self.move_name(chosen)));
        }
    }
    fn observables(&self) -> Vec<String> {
        ["stones-black", "stones-white", "area-black", "area-white"].map(String::from).to_vec()
    }
    fn observe(&self, state: &Position<P>, _viewer: Option<Seat>, out: &mut Vec<f32>) {
        out.extend(state.stones.counts().map(f32::from));
        out.extend(self.areas(state).map(|points| points as f32));
    }
    fn score(&self, state: &Position<P>, seat: Seat) -> Option<f32> {
        let komi = if seat.index() == WHITE { self.komi } else { 0.0 };
        Some(self.areas(state)[seat.index()] as f32 + komi)
    }
    fn evaluate(&self, state: &Position<P>, seat: Seat) -> Option<f32> {
        if state.passes >= 2 {
            return Some(self.payoff(state).points[seat]);
        }
        let lead = measure::lead(&state.stones, &self.layout, state.mover()) - self.komi;
        let lead = if seat.index() == BLACK { lead } else { -lead };
        Some(0.9 * lead / (lead.abs() + self.squares.rows as f32))
    }
    fn noisy(&self, state: &Position<P>, chosen: u8) -> bool {
        self.effect(state, chosen) == Some(Effect::Captures)
    }
    fn ending(&self, _state: &Position<P>) -> Cow<'static, str> {
        "two passes".into()
    }
    fn narrate(&self, before: &Position<P>, chosen: u8, after: &Position<P>, story: &mut Story) {
        let put = u16::from(chosen != self.pass());
        let captured = before.stones.count() + put - after.stones.count();
        if captured > 0 {
            story.count("captures", captured.into());
        }
        if self.turn(after) == Turn::Over {
            let territory = area::territory(&after.stones, &self.layout);
            for (player, stones) in after.stones.counts().into_iter().enumerate() {
                let seat = Seat::new(player as u8);
                story.score(seat, "stones", stones.into());
                story.score(seat, "territory", territory[player] as f32);
            }
            story.score(Seat::new(1), "komi", self.komi);
        }
    }

    fn actions(&self) -> Option<usize> {
        Some(self.squares.cells() + 1)
    }
    fn index(&self, _state: &Position<P>, chosen: u8) -> usize {
        usize::from(chosen)
    }
    fn encoding(&self) -> Option<Encoding> {
        Some(Encoding::Grid { channels: 5, rows: self.squares.rows, columns: self.squares.columns })
    }
    /// Own stones, theirs, points forbidden by ko, whether `me` is to move, whether the last was a pass.
    fn encode(&self, state: &Position<P>, me: Seat, out: &mut [f32]) {
        let (cells, me) = (self.squares.cells(), me.index());
        out.fill(0.0);
        for cell in 0..cells {
            if let Some(player) = self.owner(state, cell) {
                out[if player == me { cell } else { cells + cell }] = 1.0;
            }
        }
        for cell in self.forbidden_cells(state) {
            out[2 * cells + usize::from(cell)] = 1.0;
        }
        out[3 * cells..4 * cells].fill(f32::from(u8::from(state.mover() == me)));
        out[4 * cells..].fill(f32::from(state.passes.min(1)));
    }
    fn features(&self) -> Vec<Feature> {
        measure::features(self.squares.cells())
    }
    fn read_features(&self, state: &Position<P>, me: Seat, out: &mut Vec<f32>) {
        measure::read(&state.stones, &self.layout, state.mover(), me.index(), out);
    }

    fn playout(&self, state: &mut Position<P>, _buffer: &mut Vec<u8>, rng: &mut Rng) -> Payoff {
        self.finish_at_random(state, rng);
        self.payoff(state)
    }
}
