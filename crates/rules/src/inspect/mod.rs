//! Looks at a rules file as its designer would: plays it at random, and notes what deserves a word.
//!
//! - [`settings()`]: which values of the parameters to try, and what they are.
//! - [`survey()`]: random matches; which actions and phases they use, and every [`Sight`] with the shortest
//!   match that shows it; [`shorten()`] makes it shorter still.
//! - [`symmetries()`]: ways to turn the board that change nothing.

mod leak;
mod settings;
mod shorten;
mod sight;
mod survey;
mod symmetry;
mod walk;
mod watch;

pub use settings::{Settings, Typed, settings};
pub use shorten::shorten;
pub use sight::Sight;
pub use survey::{Amount, Shown, Survey, Use, survey};
pub use symmetry::{Symmetry, Turning, symmetries};
