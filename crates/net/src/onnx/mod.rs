//! A network for other programs: an ONNX file, with batch norms folded into the weights.
//!
//! Inputs are `planes` (batch × planes × rows × columns) or `inputs` (batch × numbers), and, where the
//! plan has some, `constants` (batch × numbers). Outputs are `policy` (logits: mask illegal actions,
//! then softmax), `value` (−1 to 1) and, where the plan has some, `aux`. What else a reader must know is kept with it
//! as pairs of names and texts, the metadata of the file.

mod proto;

use crate::Network;
use crate::fold::fold;
use crate::graph::{Finish, LayerSpec, Reach, Unit};
use crate::plan::Input;
use proto::Message;

/// Version of the operators that are used; every runtime since 2020 knows it.
const OPERATORS: u64 = 13;

/// Version of the file format that goes with them.
const FORMAT: u64 = 7;

/// The network as an ONNX file, with this metadata.
#[must_use]
pub fn to_bytes(network: &Network, metadata: &[(&str, String)]) -> Vec<u8> {
    let mut writer = Writer { network, graph: Message::new(), count: 0 };
    writer.all();
    let plan = network.plan();
    let mut graph = writer.graph;
    graph.text(2, "ludometer");
    let board = match plan.input {
        Input::Grid { planes, rows, columns } => ("planes", vec![planes, rows, columns]),
        Input::Flat { inputs } => ("inputs", vec![inputs]),
    };
    graph.message(11, &tensor_info(board.0, &board.1));
    if plan.constants > 0 {
        graph.message(11, &tensor_info("constants", &[plan.constants]));
    }
    let outputs = [("policy", plan.policy), ("value", plan.value), ("aux", plan.aux.len())];
    for (name, count) in outputs.into_iter().filter(|(_, count)| *count > 0) {
        graph.message(12, &tensor_info(name, &[count]));
    }
    let mut operators = Message::new();
    operators.text(1, "");
    operators.number(2, OPERATORS);
    let mut model = Message::new();
    model.number(1, FORMAT);
    model.text(2, "ludometer");
    model.message(7, &graph);
    model.message(8, &operators);
    for (name, text) in metadata {
        let mut pair = Message::new();
        pair.text(1, name);
        pair.text(2, text);
        model.message(14, &pair);
    }
    model.into_bytes()
}

/// Writes nodes in the order in which they are computed.
struct Writer<'a> {
    network: &'a Network,
    graph: Message,
    /// Nodes so far, which gives each result its own name.
    count: usize,
}

impl Writer<'_> {
    fn all(&mut self) {
        let graph = &self.network.graph;
        let mut last = self.input();
        for unit in &graph.body {
            last = match *unit {
                Unit::Plain(layer) => self.layer(layer, &last, None),
                Unit::Residual(first, second) => {
                    let inner = self.layer(first, &last, None);
                    self.layer(second, &inner, Some(&last))
                }
            };
        }
        let squeezed = self.layer(graph.policy[0], &last, None);
        self.answer(graph.policy[1], &squeezed, "policy", "Identity");
        let squeezed = self.layer(graph.value[0], &last, None);
        let hidden = self.layer(graph.value[1], &squeezed, None);
        self.answer(graph.value[2], &hidden, "value", "Tanh");
        if let Some(aux) = graph.aux {
            self.answer(aux, &hidden, "aux", "Identity");
        }
    }

    /// The input with its constants, each spread over the board where there is one.
    fn input(&mut self) -> String {
        let plan = self.network.plan();
        let name = if plan.is_grid() { "planes" } else { "inputs" };
        if plan.constants == 0 {
            return name.into();
        }
        let mut constants = String::from("constants");
        if plan.is_grid() {
            let (rows, columns) = plan.board();
            self.integers("constants.shape", &[0, plan.constants as i64, 1, 1]);
            let shaped = self.node("Reshape", &[&constants, "constants.shape"], &[]);
            self.tensor("constants.board", &[1, 1, rows, columns], &vec![1.0; rows * columns]);
            constants = self.node("Mul", &[&shaped, "constants.board"], &[]);
        }
        self.node("Concat", &[name, &constants], &[whole("axis", 1)])
    }

    /// A layer with what follows it; `around` is added before numbers below zero are cut.
    fn layer(&mut self, layer: usize, input: &str, around: Option<&str>) -> String {
        let spec = self.network.graph.layers[layer].clone();
        let mixed = self.mix(layer, &spec, input);
        let summed = match around {
            Some(around) => self.node("Add", &[&mixed, around], &[]),
            None => mixed,
        };
        if spec.relu { self.node("Relu", &[&summed], &[]) } else { summed }
    }

    fn mix(&mut self, layer: usize, spec: &LayerSpec, input: &str) -> String {
        let folded = fold(self.network, layer);
        let narrow = |values: &[f64]| values.iter().map(|value| *value as f32).collect::<Vec<f32>>();
        let (weight, bias) = (format!("{}.weight", spec.name), format!("{}.bias", spec.name));
        self.tensor(&weight, &spec.shape, &narrow(&folded.weights));
        self.tensor(&bias, &[spec.outputs], &narrow(&folded.bias));
        if spec.finish == Finish::Norm && spec.shape.len() == 4 {
            let edge = i64::from(spec.reach == Reach::Square);
            let [high, wide] = [spec.shape[2] as i64, spec.shape[3] as i64];
            let attributes = [wholes("kernel_shape", &[high, wide]), wholes("pads", &[edge; 4])];
            return self.node("Conv", &[input, &weight, &bias], &attributes);
        }
        let flat = match spec.reach {
            Reach::Board => self.node("Flatten", &[input], &[whole("axis", 1)]),
            Reach::Point | Reach::Square => input.into(),
        };
        self.node("Gemm", &[&flat, &weight, &bias], &[whole("transB", 1)])
    }

    fn answer(&mut self, layer: usize, input: &str, name: &str, last: &str) {
        let mixed = self.layer(layer, input, None);
        self.named_node(last, &[&mixed], name, &[]);
    }

    fn node(&mut self, operator: &str, inputs: &[&str], attributes: &[Message]) -> String {
        self.count += 1;
        let name = format!("{operator}.{}", self.count);
        self.named_node(operator, inputs, &name, attributes);
        name
    }

    fn named_node(&mut self, operator: &str, inputs: &[&str], output: &str, attributes: &[Message]) {
        let mut node = Message::new();
        for input in inputs {
            node.text(1, input);
        }
        node.text(2, output);
        node.text(4, operator);
        for attribute in attributes {
            node.message(5, attribute);
        }
        self.graph.message(1, &node);
    }

    fn tensor(&mut self, name: &str, shape: &[usize], values: &[f32]) {
        let mut tensor = Message::new();
        shape.iter().for_each(|size| tensor.number(1, *size as u64));
        tensor.number(2, 1);
        tensor.text(8, name);
        tensor.bytes(9, &values.iter().flat_map(|value| value.to_le_bytes()).collect::<Vec<u8>>());
        self.graph.message(5, &tensor);
    }

    fn integers(&mut self, name: &str, values: &[i64]) {
        let mut tensor = Message::new();
        tensor.number(1, values.len() as u64);
        tensor.number(2, 7);
        tensor.text(8, name);
        tensor.bytes(9, &values.iter().flat_map(|value| value.to_le_bytes()).collect::<Vec<u8>>());
        self.graph.message(5, &tensor);
    }
}

/// An attribute that is an integer.
fn whole(name: &str, value: i64) -> Message {
    let mut attribute = Message::new();
    attribute.text(1, name);
    attribute.number(3, value as u64);
    attribute.number(20, 2);
    attribute
}

/// An attribute that is a list of integers.
fn wholes(name: &str, values: &[i64]) -> Message {
    let mut attribute = Message::new();
    attribute.text(1, name);
    values.iter().for_each(|value| attribute.number(8, *value as u64));
    attribute.number(20, 7);
    attribute
}

/// What an input or output looks like: a batch of any size.
fn tensor_info(name: &str, sizes: &[usize]) -> Message {
    let mut shape = Message::new();
    let mut batch = Message::new();
    batch.text(2, "batch");
    shape.message(1, &batch);
    for size in sizes {
        let mut dimension = Message::new();
        dimension.number(1, *size as u64);
        shape.message(1, &dimension);
    }
    let mut tensor = Message::new();
    tensor.number(1, 1);
    tensor.message(2, &shape);
    let mut kind = Message::new();
    kind.message(1, &tensor);
    let mut info = Message::new();
    info.text(1, name);
    info.message(2, &kind);
    info
}
