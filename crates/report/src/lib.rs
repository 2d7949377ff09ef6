//! Measured tables to terminal text, HTML and CSV; the chart kit; pictures of positions.

mod board;
pub mod chart;
mod csv;
mod format;
mod html;
mod ladder;
mod palette;
mod scene;
mod style;
mod terminal;
mod verdict;

pub use csv::{matches_csv, moves_csv, write_matches_csv, write_moves_csv};
pub use html::{ReportInput, SampleMatch, Step, report_html, style_sheet};
pub use scene::{scene_svg, scene_text, scene_words};
pub use style::Style;
pub use terminal::{measures_text, summary_text};
pub use verdict::{Status, Verdict, headline, verdicts};
