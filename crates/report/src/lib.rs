//! Measured tables to terminal text, HTML and CSV; the chart kit; pictures of positions.
//!
//! | to get | call |
//! |---|---|
//! | a position as a picture, as text, in words | [`scene_svg`], [`scene_text`], [`scene_words`] |
//! | a chart | the functions of [`chart`] |
//! | answered questions, and what to know before them | [`verdicts`], [`headline`], [`remarks`] |
//! | the report | [`report_html`] |
//! | text for the terminal | [`summary_text`], [`measures_text`] |
//! | the tree an agent explored | [`tree_svg`] |
//! | how a training goes | [`training_html`] |
//! | search as it is taught: as text, as a page that plays it | [`trace_text`], [`lesson_html`] |
//! | tactics of recorded hands | [`Tactics`] |
//! | rows for a spreadsheet | [`matches_csv`], [`moves_csv`], [`CsvLine`] |
//!
//! Everything here is a pure function of what it is given: no files, no clock, no printing.

mod board;
pub mod chart;
mod copies;
mod csv;
mod format;
mod html;
mod ladder;
mod lesson;
mod palette;
mod scene;
mod style;
mod tactics;
mod terminal;
mod training;
mod verdict;

pub use chart::Strip;
pub use copies::remarks;
pub use csv::{CsvLine, matches_csv, moves_csv, write_matches_csv, write_moves_csv};
pub use html::{ReportInput, SampleMatch, Step, report_html, style_sheet};
pub use lesson::{LessonPage, TreeNode, TreePicture, lesson_html, trace_text, tree_svg};
pub use scene::{scene_svg, scene_text, scene_words};
pub use style::Style;
pub use tactics::{Situation, Tactic, Tactics};
pub use terminal::{measures_text, summary_text};
pub use training::{Curve, Titled, TrainingPage, training_html};
pub use verdict::{Status, Verdict, headline, verdicts};
