//! The measured run: what `summary.json` holds and the report is drawn from.

use crate::Measure;
use ludometer_record::Header;
use serde::{Deserialize, Serialize};

/// All measures of a run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Summary {
    /// What was played.
    pub header: Header,
    /// One entry per group of matches, in the order of the header.
    pub groups: Vec<GroupSummary>,
}

/// All measures of one group of matches.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GroupSummary {
    /// The name of the group.
    pub name: String,
    /// Matches played.
    pub matches: u64,
    /// What the metrics found, in registry order.
    pub measures: Vec<Measure>,
}

impl GroupSummary {
    /// The measure with this id.
    #[must_use]
    pub fn measure(&self, id: &str) -> Option<&Measure> {
        self.measures.iter().find(|measure| measure.id == id)
    }
}
