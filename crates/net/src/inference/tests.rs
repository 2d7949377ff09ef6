//! The fast path against the training path.

use crate::{Batch, Inference, Kernel, Network, Outputs, Plan, Recipe, Sample, Scratch, Trainer};
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Plans of many shapes.
fn plans() -> Vec<Plan> {
    vec![
        Plan::grid(4, 6, 7, 2, 64).with_outputs(7, 1),
        Plan::grid(3, 3, 3, 1, 20).with_outputs(9, 3).with_constants(2).with_aux(&["score"]),
        Plan::grid(2, 1, 2, 1, 16).with_outputs(70, 1),
        Plan::grid(5, 8, 11, 1, 100).with_outputs(300, 2),
        Plan::flat(50, 1, 40).with_outputs(12, 1),
        Plan::flat(7, 4, 70).with_outputs(5, 4).with_constants(3).with_aux(&["score", "turns"]),
    ]
}

fn positions(plan: &Plan, count: usize) -> Vec<f32> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
    (0..count * plan.input_len()).map(|_| (random.next_u32() % 3) as f32 * 0.5).collect()
}

/// A network that has learnt a little, so that its batch norms have something to fold.
fn trained(plan: &Plan) -> Trainer {
    let network = Network::new(plan, 3).expect("a plan");
    let mut trainer = Trainer::new(network, Recipe::default(), 1).expect("one thread");
    let mut batch = Batch::new(plan);
    let inputs = positions(plan, 24);
    for (number, inputs) in inputs.chunks_exact(plan.input_len()).enumerate() {
        let mut policy = vec![0.0; plan.policy];
        policy[number % plan.policy] = 1.0;
        let value = vec![if number % 2 == 0 { 1.0 } else { -1.0 }; plan.value];
        let (legal, aux) = (vec![true; plan.policy], vec![0.5; plan.aux.len()]);
        let sample = Sample { inputs, policy: &policy, legal: &legal, value: &value, aux: &aux, weight: 1.0 };
        batch.push(&sample).expect("a sample of the plan");
    }
    for _ in 0..5 {
        trainer.step(&batch, 1e-3).expect("a batch of the plan");
    }
    trainer
}

fn differ(left: &[f32], right: &[f32]) -> f32 {
    left.iter().zip(right).map(|(left, right)| (left - right).abs()).fold(0.0, f32::max)
}

#[test]
fn the_fast_path_agrees_with_the_training_path_on_every_kernel() {
    for plan in plans() {
        let mut trainer = trained(&plan);
        let inputs = positions(&plan, 37);
        let (mut slow, mut fast) = (Outputs::new(), Outputs::new());
        trainer.predict(&inputs, 37, &mut slow).expect("inputs of the plan");
        for kernel in Kernel::available() {
            let inference = Inference::new(trainer.network(), kernel).expect("it runs here");
            assert_eq!(inference.kernel(), kernel);
            inference.predict(&inputs, 37, &mut Scratch::new(), &mut fast).expect("inputs of the plan");
            let worst = differ(&slow.policy, &fast.policy)
                .max(differ(&slow.value, &fast.value))
                .max(differ(&slow.aux, &fast.aux));
            assert!(worst < 1e-5, "{kernel} differs by {worst:e} on {plan:?}");
        }
    }
}

#[test]
fn the_fast_path_agrees_in_deep_networks() {
    for (blocks, channels) in [(4, 64), (8, 128)] {
        let plan = Plan::grid(4, 6, 7, blocks, channels).with_outputs(7, 1);
        let mut trainer = trained(&plan);
        let inputs = positions(&plan, 20);
        let (mut slow, mut fast) = (Outputs::new(), Outputs::new());
        trainer.predict(&inputs, 20, &mut slow).expect("inputs of the plan");
        let inference = Inference::new(trainer.network(), Kernel::best()).expect("the best kernel runs");
        inference.predict(&inputs, 20, &mut Scratch::new(), &mut fast).expect("inputs of the plan");
        let worst = differ(&slow.policy, &fast.policy).max(differ(&slow.value, &fast.value));
        assert!(worst < 1e-5, "differs by {worst:e} on {plan:?}");
    }
}

#[test]
fn an_answer_does_not_depend_on_the_batch() {
    for plan in plans() {
        let trainer = trained(&plan);
        let inputs = positions(&plan, 64);
        for kernel in Kernel::available() {
            let inference = Inference::new(trainer.network(), kernel).expect("it runs here");
            let (mut all, mut one, mut scratch) = (Outputs::new(), Outputs::new(), Scratch::new());
            inference.predict(&inputs, 64, &mut scratch, &mut all).expect("inputs of the plan");
            for (number, inputs) in inputs.chunks_exact(plan.input_len()).enumerate() {
                inference.predict(inputs, 1, &mut scratch, &mut one).expect("inputs of the plan");
                assert_eq!(one.policy(0), all.policy(number));
                assert_eq!(one.value(0), all.value(number));
                assert_eq!(one.aux(0), all.aux(number));
            }
        }
    }
}

#[test]
fn kernels_with_fused_multiply_add_answer_with_the_same_bits() {
    let plan = &plans()[0];
    let trainer = trained(plan);
    let inputs = positions(plan, 5);
    let fused = Kernel::available().into_iter().filter(|kernel| *kernel != Kernel::Portable);
    let answers: Vec<Outputs> = fused
        .map(|kernel| {
            let mut out = Outputs::new();
            let inference = Inference::new(trainer.network(), kernel).expect("it runs here");
            inference.predict(&inputs, 5, &mut Scratch::new(), &mut out).expect("inputs of the plan");
            out
        })
        .collect();
    assert!(answers.windows(2).all(|two| two[0] == two[1]));
}

#[test]
fn inputs_of_another_length_are_refused() {
    let plan = Plan::flat(3, 1, 8);
    let inference =
        Inference::new(&Network::new(&plan, 0).expect("a plan"), Kernel::best()).expect("it runs");
    let refused = inference.predict(&[0.0; 5], 2, &mut Scratch::new(), &mut Outputs::new());
    assert_eq!(refused.expect_err("too few").to_string(), "inputs: 6 numbers expected, 5 given");
}

#[test]
fn a_silent_network_takes_everything_for_even() {
    for plan in plans() {
        let network = Network::new(&plan, 3).expect("a plan").silent();
        let mut said = Outputs::new();
        let inference = Inference::new(&network, Kernel::best()).expect("it runs here");
        inference
            .predict(&positions(&plan, 5), 5, &mut Scratch::new(), &mut said)
            .expect("inputs of the plan");
        for numbers in [&said.policy, &said.value, &said.aux] {
            assert!(numbers.iter().all(|number| *number == 0.0), "{plan:?}: {numbers:?}");
        }
    }
}
