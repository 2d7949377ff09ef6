//! Measured tables to terminal text, HTML and CSV; the chart kit; pictures of positions.

mod board;
pub mod chart;
mod format;
mod palette;
mod scene;
mod style;

pub use scene::{scene_svg, scene_text, scene_words};
pub use style::Style;
