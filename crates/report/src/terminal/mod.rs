//! The measured run as text for the terminal.

mod details;
mod summary;

pub use details::measures_text;
pub use summary::summary_text;
