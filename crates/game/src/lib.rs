//! The vocabulary of Ludometer.
//!
//! [`Game`] is the contract: what a turn-based game must say so that every agent can play it, every
//! match can be recorded and every metric can be taken. The rest of this crate is the words the
//! contract uses: seats and turns, payoffs, parameters, pictures, named random streams.
//!
//! Nothing here reads a file, prints, or knows a particular game.
//!
//! # A complete game
//!
//! Two players take one or two stones from a heap; who takes the last one wins.
//!
//! ```
//! use ludometer_game::{Game, Payoff, Rng, Seat, Turn};
//!
//! struct Subtract;
//!
//! #[derive(Clone, PartialEq, Eq, Hash, Debug)]
//! struct Heap { stones: u8, mover: u8 }
//!
//! impl Game for Subtract {
//!     type State = Heap;
//!     type Move = u8;
//!     fn seats(&self) -> usize { 2 }
//!     fn limit(&self) -> u32 { 10 }
//!     fn initial(&self) -> Heap { Heap { stones: 10, mover: 0 } }
//!     fn turn(&self, s: &Heap) -> Turn {
//!         if s.stones == 0 { Turn::Over } else { Turn::Seat(Seat::new(s.mover)) }
//!     }
//!     fn moves(&self, s: &Heap, out: &mut Vec<u8>) {
//!         out.extend(1..=s.stones.min(2));
//!     }
//!     fn play(&self, s: &mut Heap, taken: u8) {
//!         *s = Heap { stones: s.stones - taken, mover: 1 - s.mover };
//!     }
//!     fn payoff(&self, s: &Heap) -> Payoff { Payoff::win(2, Seat::new(1 - s.mover)) }
//! }
//!
//! let mut state = Subtract.initial();
//! let payoff = Subtract.playout(&mut state, &mut Vec::new(), &mut Rng::stream(1, "doc", 0));
//! assert_eq!(payoff.points.iter().sum::<f32>(), 0.0);
//! ```

mod any;
mod ask;
mod card;
mod cases;
mod coarse;
mod contract;
mod describe;
mod fault;
mod goal;
mod nearest;
mod packed;
mod params;
mod payoff;
mod rng;
mod scene;
mod seat;
mod solver;
mod symmetry;
mod view;

pub use any::{AnyGame, AnyMove, AnyState};
pub use ask::{are_opponents, text_of};
pub use card::{Card, GameVisitor};
pub use cases::{
    Alike, Answer, Attribute, Case, CaseAction, CaseBook, CaseDecision, CaseIndex, CaseQuery, CaseRow,
    CaseRule, CaseSchema, Derived, ImportedCase, Likeness, RowError, Scenario, Typical,
};
pub use coarse::{Coarse, Question, Smaller};
pub use contract::{ChanceKind, Game, Seen, Sum, Traits};
pub use describe::{Board, CellShape, Code, Element, ElementKind, Encoding, Feature, PositionError, Story};
pub use fault::Fault;
pub use goal::{Goal, GoalOf};
pub use nearest::{nearest, unknown};
pub use packed::Packed;
pub use params::{ParamError, ParamKind, ParamSpec, Params, Value};
pub use payoff::Payoff;
pub use rng::{Draws, Rng};
pub use scene::{Grid, Hand, HandCard, Part, Piece, Scene, Suit, Token};
pub use seat::{MAX_SEATS, Seat, Seats, Turn};
pub use solver::{Solved, Solver, Unsolved};
pub use symmetry::Symmetry;
pub use view::View;
