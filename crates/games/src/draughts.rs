//! English draughts (American checkers): capture if you can, crown your men, leave no move.
//!
//! # Rules
//! Each player has twelve men on the dark squares; Black begins. A man steps one square diagonally
//! forward, a king in all four diagonal directions. A piece captures by jumping over a neighbouring
//! enemy onto the empty square behind it; men jump forward only. Who can capture must, any piece and any
//! way he likes, and goes on with the same piece until it cannot jump any more: all of that is one move.
//! A man that reaches the last row becomes a king, and the move ends there even if the king could jump
//! on. Who has no legal move loses. The match is drawn when a position with the same player to move
//! stands for the `repetition`-th time, or when each player has made `quiet` moves in a row without
//! stepping with a man and without a capture.
//!
//! # Moves
//! A piece with the square it steps to, or with all the squares it jumps to. Ways that capture
//! different pieces are different moves, and so are two orders of capturing the same ones.
//!
//! # Notation
//! Squares are numbered from 1 to 32, row by row from Black's side. A step is `11-15`, a capture
//! `8x15x24`; `8x24` reads as well when only one way leads there. A position is in the FEN of draughts:
//! who moves, then White's and Black's squares with `K` before kings: `B:W18,24,K10:B12,16,K22`.
//! `:H7` at the end says that 7 moves in a row were quiet, `:R3` that the position stands for the third
//! time and is drawn. Other earlier positions are not written, so a position that is read begins to
//! count repetitions anew. Whole matches are PDN files: `--pdn FILE` starts
//! where one ends, `export RUN --pdn` writes them; `1-0` is a win of White.
//!
//! # Openings
//! `three-move`, for `tournament --openings`: first moves after which nobody loses a man at once.
//!
//! # Features
//! For `train td` and `train genetic`, sets of hand-made numbers: `ls-draughts` (15, of which a genetic algorithm
//! chooses), `neurodraughts` (12 of them), `samuel` (25), and as they were published, slips and all,
//! `ls-draughts-published` and `neurodraughts-published`.
//!
//! # Payoff
//! 1 for the winner, −1 for the loser, 0 for a draw.
//!
//! # Parameters
//! `repetition` (2 to 5, usually 3; 0 for none): how often a position stands until it is a draw. `quiet`
//! (1 to 50, usually 40; 0 for no limit): moves of each player without progress until it is a draw.
//! Repetitions are counted over the last 100 moves, which only matters without a limit on quiet moves.
//! The past is part of a state, so lines that differ only in the order of king moves do not share a key
//! for tables; with `repetition=0` and `quiet=0` they do, and states are smaller.
//!
//! # Observables
//! `men-black`, `kings-black`, `men-white`, `kings-white`: pieces left. `quiet`: moves since the last
//! progress. Counts `captures` (pieces taken) and `crowns`.
//!
//! # Source
//! Rules of the World Checkers Draughts Federation, which let a player claim the draws that are automatic
//! here. Solved by Jonathan Schaeffer and others, 2007: a draw. Random play takes 69.5 moves; Black wins
//! 47 %, White 49 %, 4 % are drawn.
//!
//! # Version history
//! 1: first version.

use board::{BACK, Board, each, place_of};
use ludometer_game::{
    Board as Map, Card, Element, ElementKind, Encoding, Feature, Game, GameVisitor, ParamError, ParamSpec,
    Params, Payoff, PositionError, Rng, Scene, Seat, Story, Turn,
};
pub use moves::Move;
use moves::{Deed, list};
use past::Past;
use std::borrow::Cow;

mod board;
mod features;
mod measure;
mod moves;
mod notation;
mod past;
pub mod pdn;
mod picture;
mod playout;
#[cfg(test)]
mod tests;

const BLACK: usize = 0;
const WHITE: usize = 1;
/// The most quiet moves a player may be allowed.
const MOST_QUIET: i64 = 50;
/// King steps that are remembered: as many as both players can make before the strictest limit.
const REMEMBERED: usize = 2 * MOST_QUIET as usize;
/// The most plies of a match without a limit on quiet moves.
const LONG: u32 = 10_000;

/// Name, documentation and parameters.
#[must_use]
pub fn card() -> Card {
    let params = vec![
        ParamSpec::whole(
            "repetition",
            "how often a position stands until it is a draw; 0 for none",
            3,
            0..=5,
        ),
        ParamSpec::whole(
            "quiet",
            "moves of each player without progress until it is a draw; 0 for no limit",
            40,
            0..=MOST_QUIET,
        ),
    ];
    Card::from_source("draughts", "English draughts", 1, include_str!("draughts.rs"), params)
}

/// Builds the game; without a rule of repetition its states remember nothing.
///
/// # Errors
/// When the first standing of a position would already be a draw.
pub fn open<V: GameVisitor>(params: &Params, visitor: V) -> Result<V::Out, ParamError> {
    let [repetition, quiet] = ["repetition", "quiet"].map(|name| params.count(name));
    match repetition {
        0 => Ok(visitor.visit(Draughts::<0> { repetition, quiet })),
        1 => Err(ParamError::Together(
            "with repetition=1 every position is a draw at once; use 2 or more, or 0 for none".into(),
        )),
        _ => Ok(visitor.visit(Draughts::<REMEMBERED> { repetition, quiet })),
    }
}

/// The rules, with states that remember at most `KEPT` king steps.
pub struct Draughts<const KEPT: usize> {
    repetition: usize,
    quiet: usize,
}

/// Whether and why a match is over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Standing {
    Open,
    Blocked,
    Repeated,
    Quiet,
}

/// Pieces, who moves, and as much of the past as draws depend on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position<const KEPT: usize> {
    board: Board,
    mover: u8,
    standing: Standing,
    /// Plies since the last progress, unless there is no limit on them.
    quiet: u8,
    past: Past<KEPT>,
}

impl<const KEPT: usize> Position<KEPT> {
    #[inline]
    fn mover(&self) -> usize {
        usize::from(self.mover)
    }
}

impl<const KEPT: usize> Draughts<KEPT> {
    /// A position without a past.
    fn fresh(&self, board: Board, mover: usize, quiet: u8) -> Position<KEPT> {
        let mut state =
            Position { board, mover: mover as u8, standing: Standing::Open, quiet, past: Past::NONE };
        state.standing = self.standing(&state);
        state
    }

    fn standing(&self, state: &Position<KEPT>) -> Standing {
        if state.mover() == BLACK { self.judge::<BLACK>(state) } else { self.judge::<WHITE>(state) }
    }

    /// Whether the match is over, with `ME` to move.
    #[inline(always)]
    fn judge<const ME: usize>(&self, state: &Position<KEPT>) -> Standing {
        if state.board.can_move::<ME>() { self.drawn(state) } else { Standing::Blocked }
    }

    /// Whether the past makes it a draw.
    #[inline(always)]
    fn drawn(&self, state: &Position<KEPT>) -> Standing {
        if KEPT > 0 && state.past.recurrences() + 1 >= self.repetition {
            Standing::Repeated
        } else if self.quiet > 0 && usize::from(state.quiet) >= 2 * self.quiet {
            Standing::Quiet
        } else {
            Standing::Open
        }
    }

    /// Plays a legal move of `ME` without looking whether the match is over.
    #[inline(always)]
    fn make<const ME: usize>(&self, state: &mut Position<KEPT>, chosen: Move) {
        match state.board.make::<ME>(chosen) {
            Deed::KingStep => {
                state.past.remember(chosen);
                state.quiet += u8::from(self.quiet > 0);
            }
            Deed::Progress => {
                state.past.forget();
                state.quiet = 0;
            }
        }
        state.mover = 1 - state.mover;
    }

    fn crowns(&self, state: &Position<KEPT>, chosen: Move) -> bool {
        let king = state.board.kings >> chosen.from() & 1 == 1;
        !king && BACK[1 - state.mover()] >> chosen.to() & 1 == 1
    }
}

impl<const KEPT: usize> Game for Draughts<KEPT> {
    type State = Position<KEPT>;
    type Move = Move;
    const NOISY: bool = true;

    fn seats(&self) -> usize {
        2
    }
    fn limit(&self) -> u32 {
        // Men take at most 4 · (7 + 6 + 5) steps a side, and 24 pieces can be captured.
        const PROGRESS: u32 = 2 * 4 * (7 + 6 + 5) + 24;
        if self.quiet == 0 { LONG } else { (PROGRESS + 1) * 2 * self.quiet as u32 }
    }
    fn initial(&self) -> Position<KEPT> {
        self.fresh(Board::START, BLACK, 0)
    }
    #[inline]
    fn turn(&self, state: &Position<KEPT>) -> Turn {
        if state.standing == Standing::Open { Turn::Seat(Seat::new(state.mover)) } else { Turn::Over }
    }
    #[inline]
    fn moves(&self, state: &Position<KEPT>, out: &mut Vec<Move>) {
        if state.mover() == BLACK {
            list::<BLACK>(&state.board, out);
        } else {
            list::<WHITE>(&state.board, out);
        }
    }
    #[inline]
    fn play(&self, state: &mut Position<KEPT>, chosen: Move) {
        if state.mover() == BLACK {
            self.make::<BLACK>(state, chosen);
            state.standing = self.judge::<WHITE>(state);
        } else {
            self.make::<WHITE>(state, chosen);
            state.standing = self.judge::<BLACK>(state);
        }
    }
    #[inline]
    fn payoff(&self, state: &Position<KEPT>) -> Payoff {
        if state.standing == Standing::Blocked {
            Payoff::lose(2, Seat::new(state.mover))
        } else {
            Payoff::draw(2)
        }
    }

    fn text(&self, _state: &Position<KEPT>, chosen: Move, out: &mut String) {
        notation::write_move(chosen, out);
    }
    /// Reads `8x15x24`, and also `8x24` and `8-24` when that is clear.
    fn parse(&self, state: &Position<KEPT>, text: &str) -> Option<Move> {
        let mut legal = Vec::new();
        if state.standing == Standing::Open {
            self.moves(state, &mut legal);
        }
        notation::read_move(&legal, text)
    }
    fn position(&self, state: &Position<KEPT>) -> Option<String> {
        Some(self.write_position(state))
    }
    fn read_position(&self, text: &str) -> Result<Position<KEPT>, PositionError> {
        self.parse_position(text)
    }
    fn scene(&self, state: &Position<KEPT>, _viewer: Option<Seat>) -> Scene {
        picture::scene(&state.board)
    }
    fn openings(&self) -> Vec<(String, Vec<String>)> {
        vec![("three-move".into(), notation::three_move())]
    }
    fn board(&self) -> Option<Map> {
        Some(picture::map())
    }
    fn seat_name(&self, seat: Seat) -> String {
        ["Black", "White"][seat.index()].into()
    }

    fn elements(&self, state: &Position<KEPT>, chosen: Move, out: &mut Vec<Element>) {
        let action = match chosen.jumps() {
            0 => "step",
            1 => "capture",
            _ => "multiple capture",
        };
        out.push(Element::new(ElementKind::Action, action));
        if self.crowns(state, chosen) {
            out.push(Element::new(ElementKind::Action, "crown"));
        }
        let piece = if state.board.kings >> chosen.from() & 1 == 1 { "king" } else { "man" };
        out.push(Element::new(ElementKind::Piece, piece));
        out.push(Element::new(ElementKind::Cell, board::number(chosen.to()).to_string()));
    }
    fn observables(&self) -> Vec<String> {
        ["men-black", "kings-black", "men-white", "kings-white", "quiet"].map(String::from).to_vec()
    }
    fn observe(&self, state: &Position<KEPT>, _viewer: Option<Seat>, out: &mut Vec<f32>) {
        for player in [BLACK, WHITE] {
            let sets = [state.board.men(player), state.board.kings(player)];
            out.extend(sets.map(|set| set.count_ones() as f32));
        }
        out.push(f32::from(state.quiet));
    }
    fn evaluate(&self, state: &Position<KEPT>, seat: Seat) -> Option<f32> {
        if state.standing != Standing::Open {
            return Some(self.payoff(state).points[seat]);
        }
        Some(measure::outlook(&state.board, state.mover(), seat.index()))
    }
    fn noisy(&self, state: &Position<KEPT>, chosen: Move) -> bool {
        chosen.jumps() > 0 || self.crowns(state, chosen)
    }
    fn ending(&self, state: &Position<KEPT>) -> Cow<'static, str> {
        match state.standing {
            Standing::Blocked if state.board.sides[state.mover()] == 0 => "all captured",
            Standing::Blocked => "no move",
            Standing::Repeated => "repetition",
            Standing::Quiet => "quiet moves",
            Standing::Open => "unfinished",
        }
        .into()
    }
    fn narrate(&self, before: &Position<KEPT>, chosen: Move, _after: &Position<KEPT>, story: &mut Story) {
        if chosen.jumps() > 0 {
            story.count("captures", chosen.jumps().into());
        }
        if self.crowns(before, chosen) {
            story.count("crowns", 1.0);
        }
    }

    fn encoding(&self) -> Option<Encoding> {
        Some(Encoding::Grid { channels: 6, rows: 8, columns: 8 })
    }
    /// Own men and kings, theirs, whether `me` is to move, and how much of the quiet moves is spent;
    /// turned so that own men go up.
    fn encode(&self, state: &Position<KEPT>, me: Seat, out: &mut [f32]) {
        const CELLS: usize = 64;
        let me = me.index();
        out.fill(0.0);
        for (pair, player) in [me, 1 - me].into_iter().enumerate() {
            for (kind, set) in [state.board.men(player), state.board.kings(player)].into_iter().enumerate() {
                for (row, column) in each(set).map(place_of) {
                    let cell = 8 * row + column;
                    let seen = if me == WHITE { cell } else { CELLS - 1 - cell };
                    out[(2 * pair + kind) * CELLS + seen] = 1.0;
                }
            }
        }
        out[4 * CELLS..5 * CELLS].fill(f32::from(u8::from(state.mover() == me)));
        out[5 * CELLS..].fill(f32::from(state.quiet) / (2 * self.quiet).max(1) as f32);
    }
    fn features(&self) -> Vec<Feature> {
        features::features()
    }
    fn read_features(&self, state: &Position<KEPT>, me: Seat, out: &mut Vec<f32>) {
        features::read(&state.board, state.mover(), me.index(), out);
    }
    #[inline]
    fn read_chosen_features(&self, state: &Position<KEPT>, me: Seat, chosen: &[u16], out: &mut Vec<f32>) {
        features::read_chosen(&state.board, state.mover(), me.index(), chosen, out);
    }

    fn playout(&self, state: &mut Position<KEPT>, buffer: &mut Vec<Move>, rng: &mut Rng) -> Payoff {
        self.finish_at_random(state, buffer, rng);
        self.payoff(state)
    }
}
