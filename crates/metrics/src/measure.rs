//! What a metric finds: numbers with their sample size and interval, in one of a few shapes that
//! the report, the terminal and the JSON all know how to show.

use ludometer_stats::Estimate;
use serde::{Deserialize, Serialize};

/// How a number is to be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unit {
    /// A share from 0 to 1, shown in per cent.
    Share,
    /// A number of things.
    Count,
    /// A value from −1 to 1.
    Value,
    /// Points of the game.
    Points,
}

/// A labelled number.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Row {
    /// What it is.
    pub label: String,
    /// How much.
    pub estimate: Estimate,
}

impl Row {
    pub(crate) fn new(label: impl Into<String>, estimate: Estimate) -> Self {
        Row { label: label.into(), estimate }
    }
}

/// A bar of a histogram: `low <= x < high`.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Bin {
    /// From.
    pub low: f64,
    /// To, excluded.
    pub high: f64,
    /// How many.
    pub count: u64,
}

/// A line of a chart: numbers along an axis.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Line {
    /// What it is.
    pub label: String,
    /// Where and how much, in order.
    pub points: Vec<(f64, Estimate)>,
}

/// One heat map.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Layer {
    /// What it is: a seat.
    pub label: String,
    /// One value per cell of the board, row by row.
    pub cells: Vec<f64>,
    /// How many observations it rests on.
    pub n: u64,
}

/// A cell of a table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Entry {
    /// A plain number.
    Number(f64),
    /// A text.
    Text(String),
    /// A number with its interval.
    Estimate(Estimate),
}

impl Entry {
    pub(crate) fn count(number: u64) -> Self {
        Entry::Number(number as f64)
    }

    /// What stands where there is nothing to say.
    pub(crate) fn nothing() -> Self {
        Entry::Text("–".into())
    }
}

impl From<Option<Estimate>> for Entry {
    fn from(estimate: Option<Estimate>) -> Self {
        estimate.map_or_else(Entry::nothing, Entry::Estimate)
    }
}

/// The shape of what was found.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "shape", rename_all = "kebab-case")]
pub enum Shape {
    /// Labelled numbers: drawn as bars with error bars.
    Rows {
        /// The numbers.
        rows: Vec<Row>,
        /// A value to compare with, drawn as a line: an equal share, a goal.
        reference: Option<f64>,
    },
    /// A distribution.
    Histogram {
        /// The bars, without gaps.
        bins: Vec<Bin>,
        /// What is counted: the title of the axis.
        axis: String,
    },
    /// Numbers along an axis.
    Lines {
        /// The title of the axis.
        axis: String,
        /// The lines.
        lines: Vec<Line>,
    },
    /// Values over the board.
    Heat {
        /// One map per seat.
        layers: Vec<Layer>,
    },
    /// Everything else.
    Table {
        /// Column titles.
        columns: Vec<String>,
        /// Rows, each as long as the columns.
        rows: Vec<Vec<Entry>>,
    },
}

/// What a metric found in one group of matches.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Measure {
    /// A stable name inside the metric: `seat-wins`, `length`, `length-histogram`.
    pub id: String,
    /// What it is, for people.
    pub title: String,
    /// How to read its numbers.
    pub unit: Unit,
    /// The numbers.
    #[serde(flatten)]
    pub shape: Shape,
}

impl Measure {
    /// A measure of labelled numbers.
    pub(crate) fn rows(id: &str, title: &str, unit: Unit, rows: Vec<Row>, reference: Option<f64>) -> Self {
        Measure { id: id.into(), title: title.into(), unit, shape: Shape::Rows { rows, reference } }
    }

    /// A measure of lines along an axis.
    pub(crate) fn lines(id: &str, title: &str, unit: Unit, axis: &str, lines: Vec<Line>) -> Self {
        Measure { id: id.into(), title: title.into(), unit, shape: Shape::Lines { axis: axis.into(), lines } }
    }

    /// A table; `unit` is that of the numbers with an interval, plain numbers are counts.
    pub(crate) fn table(
        id: &str,
        title: &str,
        unit: Unit,
        columns: Vec<String>,
        rows: Vec<Vec<Entry>>,
    ) -> Self {
        Measure { id: id.into(), title: title.into(), unit, shape: Shape::Table { columns, rows } }
    }

    /// The number with this label, in a measure of rows.
    #[must_use]
    pub fn row(&self, label: &str) -> Option<&Estimate> {
        match &self.shape {
            Shape::Rows { rows, .. } => rows.iter().find(|row| row.label == label).map(|row| &row.estimate),
            _ => None,
        }
    }
}
