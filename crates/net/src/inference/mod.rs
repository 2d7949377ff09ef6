//! The fast path: batch norms folded into the weights, 3×3 convolutions after Winograd.
//!
//! Each answer is computed by the same chain of operations whatever stands beside it in the batch,
//! so a position has the same bits alone and among others.

mod dense;
mod scratch;
#[cfg(test)]
mod tests;
mod tiling;
mod toom;
mod transform;
mod winograd;

pub use scratch::Scratch;

use crate::error::count;
use crate::fold::fold;
use crate::graph::Unit;
use crate::kernel::{Checked, Kernel, Neighbours, Window, pad};
use crate::{NetError, Network, Outputs, Plan};
use dense::{Around, Dense, Rows};
use scratch::sized;
use tiling::Tiling;
use winograd::{Convolution, Run};

/// Tiles that go through all layers together: fewer would read the weights too often, and the work of
/// more would leave the cache.
const CHUNK_TILES: usize = 72;

/// A layer of the body.
#[derive(Debug)]
enum BodyLayer {
    Convolution(Convolution),
    Dense(Dense),
}

/// A network ready to answer; shared between threads, each with its own [`Scratch`].
#[derive(Debug)]
pub struct Inference {
    plan: Plan,
    kernel: Checked,
    tiling: Tiling,
    neighbours: Neighbours,
    stem: Dense,
    body: Vec<BodyLayer>,
    units: Vec<Unit>,
    policy: [Dense; 2],
    value: [Dense; 3],
    aux: Option<Dense>,
}

impl Inference {
    /// Prepares a network for this kernel; [`Kernel::best`] is the fastest.
    ///
    /// # Errors
    /// When this processor cannot run the kernel; the error names those it can.
    pub fn new(network: &Network, kernel: Kernel) -> Result<Inference, NetError> {
        let kernel = kernel.check()?;
        let (plan, graph) = (network.plan().clone(), &network.graph);
        let (rows, columns) = plan.board();
        let tiling = Tiling::new(rows, columns);
        let dense = |layer: usize| Dense::new(&graph.layers[layer], &fold(network, layer));
        let squares = |layer: usize| {
            let folded = fold(network, layer);
            if plan.is_grid() {
                BodyLayer::Convolution(Convolution::new(&graph.layers[layer], &folded, &tiling))
            } else {
                BodyLayer::Dense(Dense::new(&graph.layers[layer], &folded))
            }
        };
        Ok(Inference {
            stem: dense(0),
            body: (1..graph.policy[0]).map(squares).collect(),
            units: graph.body.clone(),
            policy: graph.policy.map(dense),
            value: graph.value.map(dense),
            aux: graph.aux.map(dense),
            kernel,
            neighbours: Neighbours::new(rows, columns, Window::Square, 1),
            tiling,
            plan,
        })
    }

    /// The structure of the network.
    #[must_use]
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The kernel that computes.
    #[must_use]
    pub fn kernel(&self) -> Kernel {
        self.kernel.kernel()
    }

    /// What the network makes of positions, each [`Plan::input_len`] numbers. Allocates nothing once
    /// the scratch and the outputs have seen as many positions.
    ///
    /// # Errors
    /// When the inputs are not that many numbers.
    pub fn predict(
        &self,
        inputs: &[f32],
        positions: usize,
        scratch: &mut Scratch,
        out: &mut Outputs,
    ) -> Result<(), NetError> {
        let length = self.plan.input_len();
        count("inputs", positions * length, inputs.len())?;
        out.reset(&self.plan, positions);
        let chunk = (CHUNK_TILES / self.tiling.tiles).max(1);
        for first in (0..positions).step_by(chunk) {
            let some = (positions - first).min(chunk);
            let inputs = &inputs[first * length..][..some * length];
            self.body(inputs, some, scratch);
            self.heads(first, some, scratch, out);
        }
        Ok(())
    }

    /// Rows of a position: its cells and, on a board, a row of zeros that stands for what is beyond
    /// the edge.
    fn lines(&self) -> usize {
        self.plan.cells() + usize::from(self.plan.is_grid())
    }

    /// Leaves what the body makes of the positions in `scratch.rows`.
    fn body(&self, inputs: &[f32], positions: usize, scratch: &mut Scratch) {
        let (lines, width) = (self.lines(), pad(self.plan.width()));
        for rows in [&mut scratch.rows, &mut scratch.inner] {
            sized(rows, positions * lines * width).fill(0.0);
        }
        self.spread(inputs, positions, &mut scratch.input);
        self.first(positions, scratch);
        for unit in &self.units {
            match *unit {
                Unit::Plain(0) => {}
                Unit::Plain(layer) => {
                    self.layer(layer, positions, scratch, Around::No);
                    std::mem::swap(&mut scratch.rows, &mut scratch.inner);
                }
                Unit::Residual(first, second) => {
                    self.layer(first, positions, scratch, Around::No);
                    std::mem::swap(&mut scratch.rows, &mut scratch.inner);
                    self.layer(second, positions, scratch, Around::Out);
                    std::mem::swap(&mut scratch.rows, &mut scratch.inner);
                }
            }
        }
    }

    /// A body layer from `scratch.rows` to `scratch.inner`.
    fn layer(&self, layer: usize, positions: usize, scratch: &mut Scratch, around: Around) {
        let Scratch { rows, inner, spectrum, products, .. } = scratch;
        match &self.body[layer - 1] {
            BodyLayer::Convolution(convolution) => {
                let (tiling, lines) = (&self.tiling, self.lines());
                let run =
                    Run { tiling, lines, positions, input: rows, out: inner, around, spectrum, products };
                convolution.run(self.kernel, run);
            }
            BodyLayer::Dense(dense) => {
                let stride = pad(self.plan.width());
                let rows = Rows { input: rows, stride, count: positions, neighbours: None };
                dense.run(self.kernel, &rows, inner, around);
            }
        }
    }

    /// The first layer: its few planes are not worth a transform.
    fn first(&self, positions: usize, scratch: &mut Scratch) {
        let stride = pad(self.plan.planes() + self.plan.constants);
        let (cells, lines, width) = (self.plan.cells(), self.lines(), pad(self.plan.width()));
        if !self.plan.is_grid() {
            let rows = Rows { input: &scratch.input, stride, count: positions, neighbours: None };
            self.stem.run(self.kernel, &rows, &mut scratch.rows, Around::No);
            return;
        }
        for position in 0..positions {
            let input = &scratch.input[position * cells * stride..];
            let rows = Rows { input, stride, count: cells, neighbours: Some(&self.neighbours) };
            let out = &mut scratch.rows[position * lines * width..][..cells * width];
            self.stem.run(self.kernel, &rows, out, Around::No);
        }
    }

    /// From planes one after the other to a row of planes and constants for each cell.
    fn spread(&self, inputs: &[f32], positions: usize, rows: &mut Vec<f32>) {
        let (cells, planes, constants) = (self.plan.cells(), self.plan.planes(), self.plan.constants);
        let stride = pad(planes + constants);
        let rows = sized(rows, positions * cells * stride);
        let positions = inputs.chunks_exact(self.plan.input_len());
        for (position, rows) in positions.zip(rows.chunks_exact_mut(cells * stride)) {
            for (plane, values) in position[..planes * cells].chunks_exact(cells).enumerate() {
                for (cell, value) in values.iter().enumerate() {
                    rows[cell * stride + plane] = *value;
                }
            }
            for row in rows.chunks_exact_mut(stride).filter(|_| constants > 0) {
                row[planes..planes + constants].copy_from_slice(&position[planes * cells..]);
            }
        }
    }

    /// Policy, value and further numbers from `scratch.rows`.
    fn heads(&self, first: usize, positions: usize, scratch: &mut Scratch, out: &mut Outputs) {
        let Scratch { rows, head, hidden, answer, .. } = scratch;
        let (lines, width) = (self.lines(), pad(self.plan.width()));
        let squeezed = pad(self.plan.heads.channels);
        let body = Rows { input: rows, stride: width, count: positions * lines, neighbours: None };
        let head = sized(head, positions * lines * squeezed);
        self.policy[0].run(self.kernel, &body, head, Around::No);
        let board = Rows { input: head, stride: lines * squeezed, count: positions, neighbours: None };
        self.answer(&self.policy[1], &board, answer, self.plan.policy, first, &mut out.policy);
        self.value[0].run(self.kernel, &body, head, Around::No);
        let board = Rows { input: head, stride: lines * squeezed, count: positions, neighbours: None };
        let thoughts = pad(self.plan.heads.hidden);
        let hidden = sized(hidden, positions * thoughts);
        self.value[1].run(self.kernel, &board, hidden, Around::No);
        let hidden = Rows { input: hidden, stride: thoughts, count: positions, neighbours: None };
        self.answer(&self.value[2], &hidden, answer, self.plan.value, first, &mut out.value);
        for value in &mut out.value[first * self.plan.value..][..positions * self.plan.value] {
            *value = libm::tanhf(*value);
        }
        if let Some(aux) = &self.aux {
            self.answer(aux, &hidden, answer, self.plan.aux.len(), first, &mut out.aux);
        }
    }

    /// Runs a last layer and copies its rows to their places, without padding.
    fn answer(
        &self,
        layer: &Dense,
        rows: &Rows<'_>,
        answer: &mut Vec<f32>,
        length: usize,
        first: usize,
        out: &mut [f32],
    ) {
        let answer = sized(answer, rows.count * pad(length));
        layer.run(self.kernel, rows, answer, Around::No);
        let out = &mut out[first * length..][..rows.count * length];
        for (out, row) in out.chunks_exact_mut(length).zip(answer.chunks_exact(pad(length))) {
            out.copy_from_slice(&row[..length]);
        }
    }
}
