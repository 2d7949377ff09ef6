//! One file per metric, over match records only.

mod measure;
mod summary;

pub use measure::{Bin, Entry, Estimate, Layer, Line, Measure, Row, Shape, Unit};
pub use summary::{GroupSummary, Summary};
