//! Small games, one for each power of the contract that no shipped game uses.
//!
//! Tests of agents, arena and metrics play them. [`open`] hands a well-behaved toy to a visitor by
//! name; [`Breaks`], [`Endless`] and [`Panics`] misbehave on purpose and are built directly.

mod bids;
mod breaks;
mod coin;
mod divisors;
mod duel;
mod endless;
mod factions;
mod firewood;
mod hands;
mod outnumbered;
mod panics;
mod spy;
mod standing;
mod teams;
mod thicket;
mod tower;
mod tree;
mod tricks;

pub use bids::Bids;
pub use breaks::Breaks;
pub use coin::Coin;
pub use divisors::Divisors;
pub use duel::Duel;
pub use endless::Endless;
pub use factions::Factions;
pub use firewood::Firewood;
pub use hands::Hands;
pub use outnumbered::Outnumbered;
pub use panics::Panics;
pub use spy::Spy;
pub use standing::Standing;
pub use teams::Teams;
pub use thicket::Thicket;
pub use tower::Tower;
pub use tree::{Tree, TreeError};
pub use tricks::{Card as TrickCard, Tricks};

use ludometer_game::GameVisitor;

/// Declares the well-behaved toys: the name of each and how it is built.
macro_rules! toys {
    ($($name:literal: $build:expr,)*) => {
        /// The names of all well-behaved toys.
        pub const NAMES: &[&str] = &[$($name),*];

        /// Builds the toy of this name and hands it, as its own type, to the visitor.
        pub fn open<V: GameVisitor>(name: &str, visitor: V) -> Option<V::Out> {
            match name {
                $($name => Some(visitor.visit($build)),)*
                _ => None,
            }
        }
    };
}

toys! {
    "bids": Bids::new(4),
    "tricks-3": Tricks::new(3),
    "tricks-4": Tricks::new(4),
    "teams": Teams,
    "outnumbered": Outnumbered::new(11),
    "firewood-1": Firewood::new(1),
    "firewood-4": Firewood::new(4),
    "tower": Tower,
    "standing": Standing::new(8),
    "duel": Duel,
    "divisors": Divisors::new(60),
    "factions": Factions,
    "hands": Hands::new(3),
    "spy": Spy::new(3),
    "coin": Coin::new(0.6, 3, 2),
    "thicket": Thicket::new(1, 9),
    "tree": Tree::parse("((3 12 {1:8 3:2})(2 4 6)(14 5 2))").expect("a well-formed tree"),
}
