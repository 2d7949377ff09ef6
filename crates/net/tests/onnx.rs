//! Exported networks against onnxruntime: `LUDOMETER_PYTHON` names a Python that has it and numpy.

use ludometer_net::{
    Batch, Inference, Kernel, Network, Outputs, Plan, Recipe, Sample, Scratch, Trainer, onnx,
};
use std::process::Command;

const POSITIONS: usize = 5;

fn inputs(plan: &Plan) -> Vec<f32> {
    (0..POSITIONS * plan.input_len()).map(|at| (at * 31 % 17) as f32 / 8.0 - 1.0).collect()
}

/// A network whose batch norms have seen something.
fn network(plan: &Plan) -> Network {
    let mut trainer =
        Trainer::new(Network::new(plan, 9).expect("a plan"), Recipe::default(), 1).expect("a thread");
    let mut batch = Batch::new(plan);
    for inputs in inputs(plan).chunks_exact(plan.input_len()) {
        let (policy, legal) = (vec![1.0; plan.policy], vec![true; plan.policy]);
        let (value, aux) = (vec![0.5; plan.value], vec![2.0; plan.aux.len()]);
        let sample = Sample { inputs, policy: &policy, legal: &legal, value: &value, aux: &aux, weight: 1.0 };
        batch.push(&sample).expect("a sample of the plan");
    }
    for _ in 0..4 {
        trainer.step(&batch, 1e-2).expect("a batch of the plan");
    }
    trainer.into_network()
}

/// What onnxruntime says, all outputs one after the other; None where it is not there.
fn peer(plan: &Plan, network: &Network, inputs: &[f32]) -> Option<Vec<f32>> {
    let Some(python) = std::env::var_os("LUDOMETER_PYTHON") else {
        println!("skipped: LUDOMETER_PYTHON is unset");
        return None;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    std::fs::write(path("model.onnx"), onnx::to_bytes(network, &[("game", "nim".to_owned())]))
        .expect("a file");
    let bytes: Vec<u8> = inputs.iter().flat_map(|value| value.to_le_bytes()).collect();
    std::fs::write(path("inputs"), bytes).expect("a file");
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/peers/onnx_peer.py");
    let ran = Command::new(python)
        .arg(script)
        .arg(folder.path())
        .args([POSITIONS, plan.constants].map(|number| number.to_string()))
        .output()
        .expect("LUDOMETER_PYTHON can be run");
    if ran.status.code() == Some(3) {
        println!("skipped: {}", String::from_utf8_lossy(&ran.stdout).trim());
        return None;
    }
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    let answer = std::fs::read(path("outputs")).expect("the peer wrote its answer");
    Some(answer.as_chunks::<4>().0.iter().map(|quad| f32::from_le_bytes(*quad)).collect())
}

#[test]
fn exported_networks_answer_like_ours() {
    let plans = [
        Plan::grid(4, 6, 7, 2, 32).with_outputs(7, 1),
        Plan::grid(3, 5, 4, 1, 20).with_outputs(11, 3).with_constants(2).with_aux(&["score", "turns"]),
        Plan::flat(30, 4, 24).with_outputs(6, 2).with_constants(3),
    ];
    for plan in plans {
        let (network, inputs) = (network(&plan), inputs(&plan));
        let Some(theirs) = peer(&plan, &network, &inputs) else { return };
        let inference = Inference::new(&network, Kernel::best()).expect("the best kernel runs");
        let mut out = Outputs::new();
        inference.predict(&inputs, POSITIONS, &mut Scratch::new(), &mut out).expect("inputs of the plan");
        let each = |part: fn(&Outputs, usize) -> &[f32]| {
            let out = &out;
            (0..POSITIONS).flat_map(move |position| part(out, position).to_vec())
        };
        let ours: Vec<f32> =
            each(Outputs::policy).chain(each(Outputs::value)).chain(each(Outputs::aux)).collect();
        assert_eq!(ours.len(), theirs.len());
        let worst = ours.iter().zip(&theirs).map(|(ours, theirs)| (ours - theirs).abs()).fold(0.0, f32::max);
        assert!(worst < 1e-4, "differs by {worst:e} on {plan:?}");
    }
}

#[test]
fn the_same_network_gives_the_same_file() {
    let plan = Plan::grid(2, 3, 3, 1, 8).with_outputs(9, 1);
    let network = Network::new(&plan, 1).expect("a plan");
    assert_eq!(onnx::to_bytes(&network, &[]), onnx::to_bytes(&network, &[]));
}
