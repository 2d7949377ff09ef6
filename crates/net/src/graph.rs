//! The layers that a plan asks for, and how they hang together.
//!
//! Every layer mixes numbers linearly and then either normalises them or adds a bias. A layer on
//! flat inputs is one on a board of a single cell, and a linear layer over a whole board is one
//! whose reach is the board: so one kind of layer is enough.

use crate::plan::{Body, Plan};

/// Which cells of the input a cell of the output looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reach {
    /// The cell and its eight neighbours.
    Square,
    /// The cell itself.
    Point,
    /// The whole board at once; the output has one cell.
    Board,
}

/// What follows the mixing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Finish {
    /// Batch norm.
    Norm,
    /// A bias.
    Bias,
}

/// One layer with weights.
#[derive(Clone, Debug)]
pub(crate) struct LayerSpec {
    /// Name of the mixing weights, without `.weight`.
    pub name: String,
    /// Name of the batch norm; empty where there is none.
    pub norm: String,
    pub inputs: usize,
    pub outputs: usize,
    pub reach: Reach,
    /// Shape of the weights, as PyTorch has it.
    pub shape: Vec<usize>,
    pub finish: Finish,
    pub relu: bool,
    /// Where the tensors of this layer begin in [`crate::Network`].
    pub tensor: usize,
}

/// A stretch of the body.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Unit {
    /// One layer.
    Plain(usize),
    /// Two layers and the way around them.
    Residual(usize, usize),
}

/// All layers; the parts name them by index.
#[derive(Clone, Debug)]
pub(crate) struct Graph {
    pub layers: Vec<LayerSpec>,
    pub body: Vec<Unit>,
    pub policy: [usize; 2],
    pub value: [usize; 3],
    pub aux: Option<usize>,
}

impl LayerSpec {
    /// How many cells each output looks at.
    pub fn taps(&self) -> usize {
        self.shape.iter().product::<usize>() / (self.inputs * self.outputs)
    }

    /// How many tensors this layer has.
    pub fn tensors(&self) -> usize {
        match self.finish {
            Finish::Norm => 5,
            Finish::Bias => 2,
        }
    }
}

impl Graph {
    /// The layers of a plan.
    pub fn new(plan: &Plan) -> Graph {
        let mut build = Build { plan, layers: Vec::new() };
        let width = plan.width();
        let stem = build.normed("stem", "", plan.planes() + plan.constants, width, Reach::Square);
        let mut body = vec![Unit::Plain(stem)];
        let (blocks, alone) = match plan.body {
            Body::ResNet { blocks, .. } => (blocks, false),
            Body::Mlp { layers, .. } => ((layers - 1) / 2, layers % 2 == 0),
        };
        for block in 0..blocks {
            let part = format!("body.{block}");
            let first = build.normed(&part, "1", width, width, Reach::Square);
            let second = build.normed(&part, "2", width, width, Reach::Square);
            body.push(Unit::Residual(first, second));
        }
        if alone {
            body.push(Unit::Plain(build.normed(&format!("body.{blocks}"), "", width, width, Reach::Square)));
        }
        let (squeezed, hidden) = (plan.heads.channels, plan.heads.hidden);
        let policy = [
            build.normed("policy", "", width, squeezed, Reach::Point),
            build.linear("policy.out", squeezed, plan.policy, Reach::Board, false),
        ];
        let value = [
            build.normed("value", "", width, squeezed, Reach::Point),
            build.linear("value.hidden", squeezed, hidden, Reach::Board, true),
            build.linear("value.out", hidden, plan.value, Reach::Point, false),
        ];
        let named = !plan.aux.is_empty();
        let aux = named.then(|| build.linear("aux.out", hidden, plan.aux.len(), Reach::Point, false));
        Graph { layers: build.layers, body, policy, value, aux }
    }
}

struct Build<'a> {
    plan: &'a Plan,
    layers: Vec<LayerSpec>,
}

impl Build<'_> {
    fn normed(&mut self, part: &str, number: &str, inputs: usize, outputs: usize, reach: Reach) -> usize {
        let grid = self.plan.is_grid();
        let reach = if grid { reach } else { Reach::Point };
        let shape = match (grid, reach) {
            (false, _) => vec![outputs, inputs],
            (true, Reach::Square) => vec![outputs, inputs, 3, 3],
            (true, _) => vec![outputs, inputs, 1, 1],
        };
        let kind = if grid { "conv" } else { "linear" };
        let name = format!("{part}.{kind}{number}");
        let norm = format!("{part}.norm{number}");
        self.push(LayerSpec {
            name,
            norm,
            inputs,
            outputs,
            reach,
            shape,
            finish: Finish::Norm,
            relu: true,
            tensor: 0,
        })
    }

    fn linear(&mut self, name: &str, inputs: usize, outputs: usize, reach: Reach, relu: bool) -> usize {
        let cells = if reach == Reach::Board { self.plan.cells() } else { 1 };
        let shape = vec![outputs, inputs * cells];
        let (name, norm) = (name.into(), String::new());
        self.push(LayerSpec {
            name,
            norm,
            inputs,
            outputs,
            reach,
            shape,
            finish: Finish::Bias,
            relu,
            tensor: 0,
        })
    }

    fn push(&mut self, mut layer: LayerSpec) -> usize {
        layer.tensor = self.layers.iter().map(LayerSpec::tensors).sum();
        self.layers.push(layer);
        self.layers.len() - 1
    }
}
