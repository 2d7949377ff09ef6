//! Positions and training steps per second on one thread, beside PyTorch in the same run:
//! `LUDOMETER_PYTHON=PYTHON cargo bench -p ludometer-net`, where PYTHON has torch.
//! Words after `--` choose the lines that have them all: `-- train 8x128`.
//!
//! Ours and the peer take turns; the fastest call of each counts, so that what else the processor does
//! disturbs both alike.

use ludometer_net::{Batch, Inference, Kernel, Network, Outputs, Plan, Recipe, Sample, Scratch, Trainer};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

/// How often ours and the peer take turns.
const ROUNDS: usize = 5;

/// How long each turn is.
const TURN: Duration = Duration::from_millis(800);

/// The networks: blocks and channels.
const SIZES: [(usize, usize); 2] = [(4, 64), (8, 128)];

/// A process that runs the same networks in PyTorch.
struct Peer {
    child: Child,
    requests: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Peer {
    fn start() -> Option<Peer> {
        let python = std::env::var_os("LUDOMETER_PYTHON")?;
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/torch_peer.py");
        let mut child =
            Command::new(python).arg(script).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().ok()?;
        let (requests, answers) = (child.stdin.take()?, BufReader::new(child.stdout.take()?));
        let mut peer = Peer { child, requests, answers };
        let greeting = peer.line();
        println!("peer: {}", greeting.strip_prefix("ready ")?);
        Some(peer)
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.answers.read_line(&mut line).expect("the peer answers");
        line.trim().into()
    }

    /// Seconds of the fastest call.
    fn ask(&mut self, what: &str, (blocks, channels): (usize, usize), batch: usize) -> f64 {
        let seconds = TURN.as_secs_f64();
        writeln!(self.requests, "{what} {blocks} {channels} {batch} {seconds}").expect("the peer listens");
        self.line().parse().expect("the peer answers with seconds")
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        self.child.kill().and_then(|()| self.child.wait()).ok();
    }
}

fn plan((blocks, channels): (usize, usize)) -> Plan {
    Plan::grid(4, 6, 7, blocks, channels).with_outputs(7, 1)
}

/// Numbers without pattern.
fn inputs(count: usize) -> Vec<f32> {
    (0..count).map(|at| ((at * 7919 + at / 13 * 104_729) % 1000) as f32 / 500.0 - 1.0).collect()
}

fn fewest(mut call: impl FnMut()) -> f64 {
    call();
    let (began, mut best) = (Instant::now(), f64::INFINITY);
    while began.elapsed() < TURN {
        let call_began = Instant::now();
        call();
        best = best.min(call_began.elapsed().as_secs_f64());
    }
    best
}

fn compare(peer: &mut Option<Peer>, what: &str, size: (usize, usize), batch: usize, mut ours: impl FnMut()) {
    let (blocks, channels) = size;
    let name = format!("{what} {blocks}x{channels} batch {batch}");
    let wishes = std::env::args().skip(1).filter(|wish| !wish.starts_with("--"));
    if !wishes.into_iter().all(|wish| name.contains(&wish)) {
        return;
    }
    let (mut own, mut other) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..ROUNDS {
        own = own.min(fewest(&mut ours));
        if let Some(peer) = peer {
            other = other.min(peer.ask(what, size, batch));
        }
    }
    let unit = if what == "infer" { batch as f64 } else { 1.0 };
    print!("{name}: {:.2} /s", unit / own);
    match peer {
        Some(_) => println!("; PyTorch {:.2} /s; ratio {:.2}", unit / other, other / own),
        None => println!(),
    }
}

fn bench_inference(peer: &mut Option<Peer>, size: (usize, usize), batch: usize, kernel: Kernel) {
    let plan = plan(size);
    let network = Network::new(&plan, 1).expect("a plan");
    let inference = Inference::new(&network, kernel).expect("the kernel runs here");
    let inputs = inputs(batch * plan.input_len());
    let (mut scratch, mut out) = (Scratch::new(), Outputs::new());
    compare(peer, "infer", size, batch, || {
        inference.predict(&inputs, batch, &mut scratch, &mut out).expect("inputs of the plan");
    });
}

fn bench_training(peer: &mut Option<Peer>, size: (usize, usize)) {
    let plan = plan(size);
    let mut batch = Batch::new(&plan);
    for (number, inputs) in inputs(128 * plan.input_len()).chunks_exact(plan.input_len()).enumerate() {
        let mut policy = [0.1; 7];
        policy[number % 7] = 0.4;
        let value = [(number % 3) as f32 - 1.0];
        let sample =
            Sample { inputs, policy: &policy, legal: &[true; 7], value: &value, aux: &[], weight: 1.0 };
        batch.push(&sample).expect("a sample of the plan");
    }
    let network = Network::new(&plan, 1).expect("a plan");
    let mut trainer = Trainer::new(network, Recipe::default(), 1).expect("one thread");
    compare(peer, "train", size, 128, || {
        trainer.step(&batch, 1e-3).expect("a batch of the plan");
    });
}

fn main() {
    let mut peer = Peer::start();
    if peer.is_none() {
        println!("no peer: LUDOMETER_PYTHON is unset, or its Python lacks torch");
    }
    println!("kernel: {}", Kernel::best());
    for size in SIZES {
        for batch in [1, 64] {
            bench_inference(&mut peer, size, batch, Kernel::best());
        }
        bench_training(&mut peer, size);
    }
    for kernel in Kernel::available().into_iter().skip(1) {
        println!("kernel: {kernel}");
        bench_inference(&mut None, SIZES[0], 64, kernel);
    }
}
