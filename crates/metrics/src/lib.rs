//! One file per metric, over match records only.
//!
//! A metric joins with its file and one line in the registry below. The file's module doc is its
//! documentation, under fixed headings: Question, Unit, Range, Reading, Formula, Blind spots. Its
//! `Tally` sees matches one by one and can be merged with the tally of another shard; there is no
//! second way to compute a measure.
//!
//! Every number carries its n and a 95 % interval. What cannot be said, because there are no values,
//! no scores or too few matches, is absent: no measure ever holds NaN or an infinite number.

mod block_means;
mod block_ratios;
mod block_shares;
mod by_turn;
mod card;
mod measure;
mod metric;
mod outcome;
mod summary;
mod usage;
mod values;

#[cfg(test)]
mod laws;
#[cfg(test)]
mod support;

pub use card::{Card, HEADINGS};
pub use ludometer_stats::Estimate;
pub use measure::{Bin, Entry, Layer, Line, Measure, Row, Shape, Unit};
pub use metric::{Context, Metric};
pub use summary::{GroupSummary, Summariser, Summary, summarise};

use ludometer_record::MatchRecord;

/// Declares the modules and everything that walks over all metrics.
macro_rules! registry {
    ($($module:ident),* $(,)?) => {
        $(pub mod $module;)*

        /// The cards of all metrics, in registry order.
        #[must_use]
        pub fn cards() -> Vec<Card> {
            vec![$($module::card()),*]
        }

        /// The tallies of all metrics for one group of matches.
        #[derive(Clone, Debug, Default)]
        pub struct Panel {
            $($module: $module::Tally,)*
        }

        impl Metric for Panel {
            fn observe(&mut self, context: &Context, record: &MatchRecord) {
                $(self.$module.observe(context, record);)*
            }
            fn merge(&mut self, other: Self) {
                $(self.$module.merge(other.$module);)*
            }
            fn finish(&self, context: &Context) -> Vec<Measure> {
                let mut measures = Vec::new();
                $(measures.extend(self.$module.finish(context));)*
                measures
            }
        }
    };
}

registry! {
    wins,
    agent_wins,
    side_wins,
    completion,
    distinct,
    duration,
    duration_bands,
    branching,
    search,
    first_move,
    move_use,
    board_heat,
    dead_elements,
    coverage,
    value_by_turn,
    lead_changes,
    drama,
    decisiveness,
    comeback,
    score,
    payoff,
    counts,
}

/// The card of the metric with this name.
#[must_use]
pub fn card(name: &str) -> Option<Card> {
    cards().into_iter().find(|card| card.name == name)
}
