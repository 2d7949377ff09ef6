//! One step of training against PyTorch: `LUDOMETER_PYTHON` names a Python that has torch and numpy.

use ludometer_net::{Batch, Network, Plan, Recipe, Sample, Trainer};
use std::fmt::Write;
use std::process::Command;

const SAMPLES: usize = 19;

/// A number without pattern, −1 to 1.
fn noise(at: usize) -> f32 {
    let mixed = (at as u32).wrapping_mul(2_654_435_761).rotate_left(13).wrapping_mul(1_664_525);
    (mixed >> 8) as f32 / 8_388_608.0 - 1.0
}

/// Numbers one after the other, as a line of text that both sides read alike.
fn line(text: &mut String, numbers: &[f32]) {
    let words: Vec<String> = numbers.iter().map(f32::to_string).collect();
    writeln!(text, "{}", words.join(" ")).expect("text grows");
}

/// A batch with illegal actions, uneven weights and unknown numbers, also as text.
fn batch(plan: &Plan) -> (Batch, String) {
    let (mut batch, mut text) = (Batch::new(plan), String::new());
    for number in 0..SAMPLES {
        let at = number * 1000;
        let inputs: Vec<f32> = (0..plan.input_len()).map(|offset| noise(at + offset)).collect();
        let legal: Vec<bool> =
            (0..plan.policy).map(|action| action == 0 || noise(at + 500 + action) > -0.4).collect();
        let shares = legal
            .iter()
            .enumerate()
            .map(|(action, legal)| noise(at + 600 + action).abs() * f32::from(*legal));
        let policy: Vec<f32> = shares.map(|share| if number == 3 { 0.0 } else { share }).collect();
        let value: Vec<f32> = (0..plan.value).map(|seat| noise(at + 700 + seat)).collect();
        let aux: Vec<f32> = (0..plan.aux.len())
            .map(|name| if number % 5 == name { f32::NAN } else { noise(at + 800 + name) })
            .collect();
        let weight = 0.25 + noise(at + 900).abs();
        let sample =
            Sample { inputs: &inputs, policy: &policy, legal: &legal, value: &value, aux: &aux, weight };
        batch.push(&sample).expect("a sample of the plan");
        let mask: Vec<f32> = legal.iter().map(|legal| f32::from(*legal)).collect();
        for numbers in [&inputs, &policy, &mask, &value, &aux, &vec![weight]] {
            line(&mut text, numbers);
        }
    }
    (batch, text)
}

/// Whether PyTorch was there to agree.
fn agrees(plan: &Plan) -> bool {
    let Some(python) = std::env::var_os("LUDOMETER_PYTHON") else {
        println!("skipped: LUDOMETER_PYTHON is unset");
        return false;
    };
    let recipe = Recipe { value_weight: 0.7, aux_weight: 0.3, ..Recipe::default() };
    let network = Network::new(plan, 4).expect("a plan");
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, bytes: &[u8]| std::fs::write(folder.path().join(name), bytes).expect("a file");
    write("before", &network.to_bytes());
    let (batch, text) = batch(plan);
    write("batch", text.as_bytes());
    let mut trainer = Trainer::new(network, recipe, 2).expect("threads");
    let losses = trainer.step(&batch, 1e-3).expect("a batch of the plan");
    write("after", &trainer.to_bytes());
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/peers/torch_step.py");
    let (rows, columns) = match plan.input {
        ludometer_net::Input::Grid { rows, columns, .. } => (rows, columns),
        ludometer_net::Input::Flat { .. } => (0, 0),
    };
    let ran = Command::new(python)
        .arg(script)
        .arg(folder.path())
        .args([rows, columns, plan.constants].map(|number| number.to_string()))
        .arg(losses.total.to_string())
        .output()
        .expect("LUDOMETER_PYTHON can be run");
    let said = String::from_utf8_lossy(&ran.stdout);
    if ran.status.code() == Some(3) {
        println!("skipped: {}", said.trim());
        return false;
    }
    assert!(ran.status.success(), "{said}{}", String::from_utf8_lossy(&ran.stderr));
    println!("{}", said.trim());
    true
}

#[test]
fn one_step_agrees_with_pytorch() {
    let grid = Plan::grid(3, 5, 4, 2, 20).with_outputs(9, 2).with_constants(2).with_aux(&["score", "turns"]);
    let flat = Plan::flat(12, 4, 24).with_outputs(6, 1).with_aux(&["score"]);
    let _ = agrees(&grid) && agrees(&flat);
}
