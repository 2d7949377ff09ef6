//! Intervals, ratings and tests: pure functions.
//!
//! Everything here is deterministic to the bit: no clock, no global generator, transcendental
//! functions from `libm`, and sums that do not depend on the order of the observations.
//!
//! | question | function |
//! |---|---|
//! | how often? | [`wilson`], [`wilson_mean`], [`jeffreys`] |
//! | how often, when matches of a block are alike? | [`Clusters::share`], [`Clusters::block_mean`] |
//! | how much on average? | [`mean()`], [`Moments`], [`Clusters::ratio`] |
//! | how much in the middle, how spread? | [`median`], [`quantile`], [`Moments::spread`] |
//! | anything else, with an interval? | [`bootstrap()`] |
//! | who is stronger? | [`elo_of_score`], [`bradley_terry()`], [`Sprt`] |
//! | is it only noise? | [`fisher_exact`], [`benjamini_hochberg`] |

mod beta;
mod bootstrap;
mod bradley_terry;
mod clusters;
mod discovery;
mod elo;
mod estimate;
mod fisher;
mod isotonic;
mod mean;
mod moments;
mod normal;
mod order;
mod proportion;
mod splitmix;
mod sprt;
mod student;

pub use beta::{beta_cdf, beta_quantile};
pub use bootstrap::bootstrap;
pub use bradley_terry::{Pairing, bradley_terry};
pub use clusters::Clusters;
pub use discovery::{benjamini_hochberg, benjamini_yekutieli};
pub use elo::{elo_estimate, elo_of_score, likelihood_of_superiority, score_of_elo};
pub use estimate::Estimate;
pub use fisher::fisher_exact;
pub use isotonic::{isotonic, read_off};
pub use mean::mean;
pub use moments::Moments;
pub use normal::{Z95, normal_cdf, normal_quantile};
pub use order::{median, quantile};
pub use proportion::{jeffreys, wilson, wilson_mean, wilson_z};
pub use splitmix::Splitmix;
pub use sprt::{Sprt, SprtAnswer};
pub use student::{student_cdf, student_quantile};
