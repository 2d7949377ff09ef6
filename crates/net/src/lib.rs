//! Neural networks on plain tensors: what a game looks like to them is decided elsewhere.
//!
//! | question | answer |
//! |---|---|
//! | what does the network look like? | [`Plan`], kept in `model.toml` |
//! | what are its weights? | [`Network`], kept as `safetensors` |
//! | how does it learn? | [`Trainer`], from a [`Batch`] of [`Sample`]s, by a [`Recipe`] |
//! | what does it say, and quickly? | [`Inference`], with a [`Scratch`] per thread, into [`Outputs`] |
//! | which instructions compute? | [`Kernel`] |
//! | how does another program use it? | [`onnx::to_bytes`] |
//!
//! Everything is reproducible to the bit: the same seed and batches give the same weights at any
//! number of threads, and a position has the same answer alone and in a batch. The AVX2 and AVX-512
//! kernels agree bit for bit too.
//!
//! ```
//! use ludometer_net::{Batch, Inference, Kernel, Network, Outputs, Plan, Recipe, Sample, Scratch, Trainer};
//!
//! // Tic-tac-toe: two planes of 3 × 3, nine actions, one value.
//! let plan = Plan::grid(2, 3, 3, 1, 16).with_outputs(9, 1);
//! let mut trainer = Trainer::new(Network::new(&plan, 1)?, Recipe::default(), 2)?;
//!
//! // It learns that on the empty board the centre is best, and that nobody wins.
//! let (empty, mut policy) = ([0.0; 18], [0.0; 9]);
//! policy[4] = 1.0;
//! let mut batch = Batch::new(&plan);
//! batch.push(&Sample {
//!     inputs: &empty,
//!     policy: &policy,
//!     legal: &[true; 9],
//!     value: &[0.0],
//!     aux: &[],
//!     weight: 1.0,
//! })?;
//! let first = trainer.step(&batch, 0.01)?;
//! for _ in 0..50 {
//!     trainer.step(&batch, 0.01)?;
//! }
//! assert!(trainer.measure(&batch)?.policy < first.policy);
//!
//! // The weights survive on disk.
//! let network = Network::from_bytes(&plan, &trainer.network().to_bytes())?;
//! assert_eq!(network.hash(), trainer.network().hash());
//!
//! // Two positions at once, answered quickly.
//! let inference = Inference::new(&network, Kernel::best())?;
//! let (mut scratch, mut out) = (Scratch::new(), Outputs::new());
//! inference.predict(&[0.0; 36], 2, &mut scratch, &mut out)?;
//! let best = (0..9).max_by(|a, b| out.policy(1)[*a].total_cmp(&out.policy(1)[*b]));
//! assert_eq!(best, Some(4));
//! # Ok::<(), ludometer_net::NetError>(())
//! ```

mod batch;
mod error;
mod files;
mod fold;
mod graph;
mod inference;
mod kernel;
mod network;
pub mod onnx;
mod outputs;
mod plan;
mod train;

pub use batch::{Batch, Sample};
pub use error::NetError;
pub use inference::{Inference, Scratch};
pub use kernel::Kernel;
pub use network::Network;
pub use outputs::Outputs;
pub use plan::{Body, Heads, Input, Plan};
pub use train::{Losses, Recipe, Trainer};
