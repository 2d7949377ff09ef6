//! Drawing a [`Scene`](ludometer_game::Scene): as SVG for reports and browsers, as text for
//! terminals, and in words for those who see neither.

mod describe;
mod hands;
mod pieces;
mod stamps;
mod suits;
mod svg;
mod text;

pub use describe::scene_words;
pub(crate) use stamps::Stamps;
pub use svg::scene_svg;
pub(crate) use svg::{stamped, wrap};
pub use text::scene_text;
