//! A network that learns.

use super::adam::{Adam, Recipe};
use super::loss::{Losses, compare};
use super::norm::Mode;
use super::pass::{OutputSlopes, Pass};
use crate::batch::Batch;
use crate::error::count;
use crate::kernel::{Checked, Kernel, pad};
use crate::{NetError, Network, Outputs};
use rayon::{ThreadPool, ThreadPoolBuilder};

/// A network that learns. The same batches give the same bits at any number of threads.
#[derive(Debug)]
pub struct Trainer {
    pub(super) network: Network,
    pub(super) adam: Adam,
    pub(super) recipe: Recipe,
    kernel: Checked,
    pool: ThreadPool,
    pub(super) pass: Pass,
    pub(super) slopes: OutputSlopes,
}

impl Trainer {
    /// Begins to train this network, with the fastest kernel.
    ///
    /// # Errors
    /// When so many threads cannot be started.
    pub fn new(network: Network, recipe: Recipe, threads: usize) -> Result<Trainer, NetError> {
        Trainer::with_kernel(network, recipe, threads, Kernel::best())
    }

    /// Begins to train this network with this kernel.
    ///
    /// # Errors
    /// When the processor lacks the kernel, or so many threads cannot be started.
    pub fn with_kernel(
        network: Network,
        recipe: Recipe,
        threads: usize,
        kernel: Kernel,
    ) -> Result<Trainer, NetError> {
        let threads = threads.max(1);
        let pool = ThreadPoolBuilder::new().num_threads(threads).build();
        Ok(Trainer {
            adam: Adam::new(&network.tensors),
            pass: Pass::new(&network.plan, &network.graph),
            network,
            recipe,
            kernel: kernel.check()?,
            pool: pool.map_err(|cause| NetError::Threads { threads, cause: cause.to_string() })?,
            slopes: OutputSlopes::default(),
        })
    }

    /// The same with another kernel.
    ///
    /// # Errors
    /// When the processor lacks it.
    pub fn computed_by(mut self, kernel: Kernel) -> Result<Trainer, NetError> {
        self.kernel = kernel.check()?;
        Ok(self)
    }

    /// The network as it is now.
    #[must_use]
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// The network without its trainer.
    #[must_use]
    pub fn into_network(self) -> Network {
        self.network
    }

    /// How many steps have been made, before and after loading.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.adam.steps
    }

    /// Learns from a batch; returns how wrong the network was before. A batch without samples
    /// teaches nothing.
    ///
    /// # Errors
    /// When the batch is of another plan.
    pub fn step(&mut self, batch: &Batch, rate: f32) -> Result<Losses, NetError> {
        if batch.is_empty() {
            return Ok(Losses::default());
        }
        let losses = self.learn(batch)?;
        let Trainer { network, adam, recipe, pool, pass, .. } = self;
        pool.install(|| {
            let mut slopes: Vec<&[f32]> = vec![&[]; network.tensors.len()];
            for layer in &pass.layers {
                for (at, gradient) in layer.gradients.iter().enumerate() {
                    slopes[layer.spec.tensor + at] = gradient;
                }
            }
            adam.step(recipe, rate, &mut network.tensors, &slopes);
        });
        pass.layers.iter().for_each(|layer| layer.follow(&mut network.tensors));
        Ok(losses)
    }

    /// Forward and backward without a step.
    pub(super) fn learn(&mut self, batch: &Batch) -> Result<Losses, NetError> {
        self.fits(batch)?;
        let Trainer { network, recipe, kernel, pool, pass, slopes, .. } = self;
        Ok(pool.install(|| {
            pass.load(&network.tensors, Mode::Learning);
            pass.forward(*kernel, &batch.inputs, Mode::Learning);
            let losses = compare(&network.plan, recipe, batch, pass.outputs(), slopes);
            pass.backward(*kernel, slopes);
            losses
        }))
    }

    /// How wrong the network is about a batch, judged with what it learnt rather than with the
    /// statistics of the batch, and without learning from it.
    ///
    /// # Errors
    /// When the batch is of another plan.
    pub fn measure(&mut self, batch: &Batch) -> Result<Losses, NetError> {
        self.fits(batch)?;
        let Trainer { network, recipe, kernel, pool, pass, slopes, .. } = self;
        Ok(pool.install(|| {
            pass.load(&network.tensors, Mode::Judging);
            pass.forward(*kernel, &batch.inputs, Mode::Judging);
            compare(&network.plan, recipe, batch, pass.outputs(), slopes)
        }))
    }

    /// What the network makes of positions, computed by the training path: the measure of
    /// [`crate::Inference`], which is faster.
    ///
    /// # Errors
    /// When the inputs are not `positions` times [`crate::Plan::input_len`] numbers.
    pub fn predict(&mut self, inputs: &[f32], positions: usize, out: &mut Outputs) -> Result<(), NetError> {
        let Trainer { network, kernel, pool, pass, .. } = self;
        let plan = &network.plan;
        count("inputs", positions * plan.input_len(), inputs.len())?;
        pool.install(|| {
            pass.load(&network.tensors, Mode::Judging);
            pass.forward(*kernel, inputs, Mode::Judging);
        });
        let (policy, value, aux) = pass.outputs();
        out.reset(plan, positions);
        unpad(policy, plan.policy, &mut out.policy);
        unpad(value, plan.value, &mut out.value);
        unpad(aux, plan.aux.len(), &mut out.aux);
        out.value.iter_mut().for_each(|value| *value = libm::tanhf(*value));
        Ok(())
    }

    fn fits(&self, batch: &Batch) -> Result<(), NetError> {
        let expected = Batch::new(&self.network.plan);
        batch.same_plan(&expected)
    }
}

/// Rows without their padding.
fn unpad(rows: &[f32], length: usize, out: &mut [f32]) {
    if length > 0 {
        for (out, row) in out.chunks_exact_mut(length).zip(rows.chunks_exact(pad(length))) {
            out.copy_from_slice(&row[..length]);
        }
    }
}
