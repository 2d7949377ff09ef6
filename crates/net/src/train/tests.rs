//! Slopes against finite differences, and the promises about bits.

use super::layer::Layer;
use super::norm::Mode;
use super::{Recipe, Trainer};
use crate::graph::{Finish, Graph, LayerSpec, Reach};
use crate::kernel::{Checked, Kernel, Neighbours, Window, pad};
use crate::{Batch, Losses, NetError, Network, Plan, Sample};
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::sync::Arc;

struct Random(Xoshiro256PlusPlus);

impl Random {
    fn new(seed: u64) -> Random {
        Random(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    fn symmetric(&mut self) -> f32 {
        (self.0.next_u32() >> 8) as f32 / 8_388_608.0 - 1.0
    }

    fn many(&mut self, count: usize) -> Vec<f32> {
        (0..count).map(|_| self.symmetric()).collect()
    }
}

/// Samples whose best action and value can be learnt from their inputs.
fn batch(plan: &Plan, count: usize, seed: u64) -> Batch {
    let mut random = Random::new(seed);
    let mut batch = Batch::new(plan);
    for number in 0..count {
        let inputs = random.many(plan.input_len());
        let mut legal: Vec<bool> = (0..plan.policy).map(|_| random.symmetric() > -0.5).collect();
        let wish = usize::from(inputs[0] > 0.0) * (plan.policy - 1);
        legal[wish] = true;
        let mut policy: Vec<f32> = legal.iter().map(|legal| if *legal { 0.02 } else { 0.0 }).collect();
        policy[wish] += 1.0;
        let value = vec![inputs[1].signum() * 0.8; plan.value];
        let aux: Vec<f32> = (0..plan.aux.len())
            .map(|at| if number % 4 == 1 { f32::NAN } else { inputs[2] + at as f32 })
            .collect();
        let weight = 0.5 + (number % 3) as f32 * 0.5;
        let sample =
            Sample { inputs: &inputs, policy: &policy, legal: &legal, value: &value, aux: &aux, weight };
        batch.push(&sample).expect("a sample of the plan");
    }
    batch
}

fn trainer(plan: &Plan, threads: usize) -> Trainer {
    let network = Network::new(plan, 5).expect("a plan");
    Trainer::new(network, Recipe { aux_weight: 0.5, ..Recipe::default() }, threads).expect("threads")
}

fn small_grid() -> Plan {
    Plan::grid(3, 4, 5, 2, 18).with_outputs(6, 2).with_constants(1).with_aux(&["score", "turns"])
}

fn small_flat() -> Plan {
    Plan::flat(9, 4, 20).with_outputs(5, 1).with_aux(&["score"])
}

/// One layer, a loss that is a fixed mixture of its outputs, and the slopes of both kinds.
struct Bench {
    layer: Layer,
    tensors: Vec<crate::network::Tensor>,
    kernel: Checked,
    input: Vec<f32>,
    around: Option<Vec<f32>>,
    wish: Vec<f32>,
}

impl Bench {
    fn new(reach: Reach, finish: Finish, relu: bool, around: bool) -> Bench {
        let plan = if reach == Reach::Point { Plan::flat(5, 1, 7) } else { Plan::grid(5, 3, 4, 1, 7) };
        let (rows, columns) = plan.board();
        let inputs = 5;
        let shape = match reach {
            Reach::Square => vec![7, inputs, 3, 3],
            Reach::Point => vec![7, inputs],
            Reach::Board => vec![7, inputs * rows * columns],
        };
        let (name, norm) = ("layer".into(), "norm".into());
        let spec = LayerSpec { name, norm, inputs, outputs: 7, reach, shape, finish, relu, tensor: 0 };
        let (mut rows, mut columns) = (rows, columns);
        if reach == Reach::Board {
            (rows, columns) = (1, 1);
        }
        let window = if reach == Reach::Square { Window::Square } else { Window::Point };
        let layer = Layer::new(&spec, Arc::new(Neighbours::new(rows, columns, window, 10)));
        let mut random = Random::new(11);
        let mut tensors = crate::network::first_tensors(&spec, &mut random.0);
        for tensor in &mut tensors[1..] {
            tensor.values.iter_mut().for_each(|value| *value += 0.3 * random.symmetric());
        }
        let count = 37 * rows * columns;
        let mut input = random.many(count * layer.input_stride);
        let unpadded = pad(inputs);
        for (at, value) in input.iter_mut().enumerate() {
            *value = if at % unpadded < inputs { *value } else { 0.0 };
        }
        let mut wish = random.many(count * layer.columns());
        let mut extra = random.many(count * layer.columns());
        for (at, (wish, extra)) in wish.iter_mut().zip(&mut extra).enumerate() {
            if at % layer.columns() >= 7 {
                (*wish, *extra) = (0.0, 0.0);
            }
        }
        let kernel = Kernel::best().check().expect("the best kernel runs");
        Bench { layer, tensors, kernel, input, around: around.then_some(extra), wish }
    }

    fn loss(&mut self) -> f64 {
        self.layer.load(&self.tensors, Mode::Learning);
        self.layer.forward(self.kernel, &self.input, self.around.as_deref(), Mode::Learning);
        self.layer.out.iter().zip(&self.wish).map(|(out, wish)| f64::from(*out) * f64::from(*wish)).sum()
    }

    fn check(mut self, what: &str) {
        self.loss();
        let (mut slopes, mut input_slopes) = (self.wish.clone(), Vec::new());
        self.layer.backward(self.kernel, &self.input, &mut slopes, Some((&mut input_slopes, false)));
        let gradients = self.layer.gradients.clone();
        for (tensor, gradient) in gradients.iter().enumerate() {
            for at in (0..gradient.len()).step_by(gradient.len().div_ceil(9)) {
                let slope = self.difference(|bench| &mut bench.tensors[tensor].values[at]);
                close(slope, gradient[at], &format!("{what}: tensor {tensor} at {at}"));
            }
        }
        let stride = pad(5);
        for at in (0..self.input.len()).step_by(41).filter(|at| at % stride < 5) {
            let slope = self.difference(|bench| &mut bench.input[at]);
            close(slope, input_slopes[at], &format!("{what}: input at {at}"));
        }
        if self.around.is_some() {
            let columns = self.layer.columns();
            for at in (0..slopes.len()).step_by(53).filter(|at| at % columns < 7) {
                let slope = self.difference(|bench| &mut bench.around.as_mut().expect("set above")[at]);
                close(slope, slopes[at], &format!("{what}: way around at {at}"));
            }
        }
    }

    /// None where some output is cut at zero on one side only: there is no slope to speak of.
    fn difference(&mut self, place: impl Fn(&mut Bench) -> &mut f32) -> Option<f64> {
        const STEP: f32 = 1.0 / 1024.0;
        let before = *place(self);
        *place(self) = before + STEP;
        let above = (self.loss(), self.cut());
        *place(self) = before - STEP;
        let below = (self.loss(), self.cut());
        *place(self) = before;
        (above.1 == below.1).then(|| (above.0 - below.0) / (2.0 * f64::from(STEP)))
    }

    fn cut(&self) -> Vec<bool> {
        self.layer.out.iter().map(|out| self.layer.spec.relu && *out == 0.0).collect()
    }
}

fn close(expected: Option<f64>, found: f32, what: &str) {
    let Some(expected) = expected else { return };
    let error = (expected - f64::from(found)).abs();
    assert!(error < 0.02 + 0.02 * expected.abs(), "{what}: {found} instead of {expected}");
}

#[test]
fn slopes_of_each_layer_agree_with_finite_differences() {
    for reach in [Reach::Square, Reach::Point, Reach::Board] {
        Bench::new(reach, Finish::Bias, false, false).check(&format!("{reach:?} with bias"));
        Bench::new(reach, Finish::Bias, true, false).check(&format!("{reach:?} with bias, cut at zero"));
    }
    for reach in [Reach::Square, Reach::Point] {
        Bench::new(reach, Finish::Norm, true, false).check(&format!("{reach:?} with norm"));
        Bench::new(reach, Finish::Norm, true, true).check(&format!("{reach:?} with norm and way around"));
    }
}

#[test]
fn slopes_of_the_whole_network_agree_with_finite_differences() {
    for plan in [small_grid(), small_flat()] {
        let batch = batch(&plan, 11, 2);
        let mut trainer = trainer(&plan, 1);
        trainer.learn(&batch).expect("a batch of the plan");
        let layers: Vec<(usize, Vec<Vec<f32>>)> =
            trainer.pass.layers.iter().map(|layer| (layer.spec.tensor, layer.gradients.clone())).collect();
        let mut worst = 0.0f64;
        let (mut dot, mut own, mut other) = (0.0, 0.0, 0.0);
        for (first, gradients) in layers {
            for (offset, gradient) in gradients.iter().enumerate() {
                for at in (0..gradient.len()).step_by(gradient.len().div_ceil(5)) {
                    let slope = whole_difference(&mut trainer, &batch, first + offset, at);
                    let found = f64::from(gradient[at]);
                    worst = worst.max((slope - found).abs());
                    dot += slope * found;
                    own += found * found;
                    other += slope * slope;
                }
            }
        }
        let cosine = dot / (own * other).sqrt();
        assert!(cosine > 0.9995, "directions differ: cosine {cosine}, worst {worst}");
        assert!(worst < 0.02, "slopes differ by {worst}");
    }
}

fn whole_difference(trainer: &mut Trainer, batch: &Batch, tensor: usize, at: usize) -> f64 {
    const STEP: f32 = 1.0 / 512.0;
    let before = trainer.network.tensors[tensor].values[at];
    let mut loss = |value: f32| {
        trainer.network.tensors[tensor].values[at] = value;
        trainer.learn(batch).expect("a batch of the plan").total
    };
    let slope = (loss(before + STEP) - loss(before - STEP)) / (2.0 * f64::from(STEP));
    trainer.network.tensors[tensor].values[at] = before;
    slope
}

#[test]
fn a_convolution_agrees_with_a_dumb_loop() {
    let mut bench = Bench::new(Reach::Square, Finish::Bias, false, false);
    bench.loss();
    let (rows, columns, stride) = (3isize, 4isize, bench.layer.columns());
    let weights = &bench.tensors[0].values;
    for (at, out) in bench.layer.out.iter().enumerate().filter(|(at, _)| at % stride < 7) {
        let (row, output) = (at / stride, at % stride);
        let (sample, cell) = (row as isize / 12, row as isize % 12);
        let mut sum = f64::from(bench.tensors[1].values[output]);
        for tap in 0..9 {
            let (y, x) = (cell / columns + tap / 3 - 1, cell % columns + tap % 3 - 1);
            if (0..rows).contains(&y) && (0..columns).contains(&x) {
                for input in 0..5 {
                    let from = ((sample * 12 + y * columns + x) as usize) * pad(5) + input;
                    let weight = weights[(output * 5 + input) * 9 + tap as usize];
                    sum += f64::from(bench.input[from]) * f64::from(weight);
                }
            }
        }
        assert!((f64::from(*out) - sum).abs() < 1e-5, "{out} instead of {sum}");
    }
}

#[test]
fn the_number_of_threads_changes_no_bit() {
    for plan in [small_grid(), small_flat()] {
        let hashes = [1, 2, 5].map(|threads| {
            let mut trainer = trainer(&plan, threads);
            for step in 0..4 {
                trainer.step(&batch(&plan, 53, step), 1e-2).expect("a batch of the plan");
            }
            trainer.network().hash()
        });
        assert!(hashes.windows(2).all(|two| two[0] == two[1]));
    }
}

#[test]
fn kernels_with_fused_multiply_add_learn_the_same_bits() {
    let plan = small_grid();
    let fused = Kernel::available().into_iter().filter(|kernel| *kernel != Kernel::Portable);
    let hashes: Vec<String> = fused
        .map(|kernel| {
            let network = Network::new(&plan, 5).expect("a plan");
            let mut trainer =
                Trainer::with_kernel(network, Recipe::default(), 1, kernel).expect("it runs here");
            for step in 0..3 {
                trainer.step(&batch(&plan, 20, step), 1e-2).expect("a batch of the plan");
            }
            trainer.into_network().hash()
        })
        .collect();
    assert!(hashes.windows(2).all(|two| two[0] == two[1]));
}

#[test]
fn a_training_goes_on_from_its_file_with_the_same_bits() {
    let plan = small_grid();
    let recipe = Recipe { aux_weight: 0.5, ..Recipe::default() };
    let mut whole = trainer(&plan, 2);
    let mut bytes = Vec::new();
    for step in 0..6 {
        if step == 3 {
            bytes = whole.to_bytes();
        }
        whole.step(&batch(&plan, 20, step), 1e-2).expect("a batch of the plan");
    }
    let mut resumed = Trainer::from_bytes(&plan, &bytes, recipe, 1).expect("a file of the plan");
    assert_eq!((resumed.steps(), resumed.to_bytes() == bytes), (3, true));
    for step in 3..6 {
        resumed.step(&batch(&plan, 20, step), 1e-2).expect("a batch of the plan");
    }
    assert_eq!(resumed.network().hash(), whole.network().hash());
    assert_eq!(resumed.to_bytes(), whole.to_bytes());
}

#[test]
fn a_network_learns() {
    for plan in [small_grid(), small_flat()] {
        let mut trainer = trainer(&plan, 2);
        let unseen = batch(&plan, 200, 999);
        let before = trainer.measure(&unseen).expect("a batch of the plan");
        for step in 0..150 {
            trainer.step(&batch(&plan, 64, step), 3e-3).expect("a batch of the plan");
        }
        let after = trainer.measure(&unseen).expect("a batch of the plan");
        assert!(after.total < 0.6 * before.total, "{before:?} became {after:?}");
        assert!(after.policy_accuracy > 0.9 && after.value_accuracy > 0.85, "{after:?}");
        assert!(after.entropy < before.entropy);
    }
}

#[test]
fn long_slopes_are_cut_and_illegal_actions_have_none() {
    let plan = small_flat();
    let one = batch(&plan, 8, 1);
    let mut trainer = trainer(&plan, 1);
    trainer.recipe.clip = Some(1e-12);
    let before = trainer.network().clone();
    trainer.step(&one, 1e-3).expect("a batch of the plan");
    let weight = before.tensors[0].values[0] - trainer.network().tensors[0].values[0];
    assert!(weight.abs() < 1e-5, "a slope of nothing moved a weight by {weight}");
    for (at, legal) in one.legal.iter().enumerate() {
        let slope = trainer.slopes.policy[at / plan.policy * pad(plan.policy) + at % plan.policy];
        assert!(*legal || slope == 0.0);
    }
}

#[test]
fn an_empty_batch_teaches_nothing_and_another_plan_is_refused() {
    let mut trainer = trainer(&small_flat(), 1);
    let nothing = trainer.step(&Batch::new(&small_flat()), 0.1).expect("an empty batch");
    assert_eq!((nothing, trainer.steps()), (Losses::default(), 0));
    let refused = trainer.step(&batch(&small_grid(), 2, 1), 0.1);
    assert!(matches!(refused, Err(NetError::Count { what: "inputs of the batch", expected: 9, found: 61 })));
}

#[test]
fn graphs_name_their_layers_as_documented() {
    let names = |plan: &Plan| Graph::new(plan).layers.into_iter().map(|layer| layer.name).collect::<Vec<_>>();
    let grid = Plan::grid(4, 6, 7, 1, 8).with_aux(&["score"]);
    let expected = "stem.conv body.0.conv1 body.0.conv2 policy.conv policy.out \
                    value.conv value.hidden value.out aux.out";
    assert_eq!(names(&grid).join(" "), expected);
    let flat = Plan::flat(4, 4, 8);
    let expected = "stem.linear body.0.linear1 body.0.linear2 body.1.linear policy.linear policy.out \
                    value.linear value.hidden value.out";
    assert_eq!(names(&flat).join(" "), expected);
}
