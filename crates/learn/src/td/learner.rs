//! TD(λ) while a match is played: every prediction goes a little towards the one after it, the last one towards what the
//! match paid. For networks of one output.

use ludometer_agents::td::{Active, Derivative, Hidden, Net};

/// How fast and how far back is learnt.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rates {
    /// How far weights of the first layer go, and those of the second.
    pub alpha: (f32, f32),
    /// How much less a prediction counts for those before it, step by step.
    pub lambda: f32,
    /// What a step later is worth.
    pub gamma: f32,
    /// How much of its last change a weight goes on by, where it still goes that way.
    pub momentum: f32,
    /// Which derivative is used.
    pub derivative: Derivative,
}

/// What one player of one match remembers while it learns.
#[derive(Clone, Debug)]
pub struct Traces {
    /// How much each weight had to do with the predictions so far.
    traces: Vec<f32>,
    /// The last change of each weight.
    changes: Vec<f32>,
    last: Option<f32>,
    hidden: Hidden,
}

impl Traces {
    /// Of a network of this size.
    #[must_use]
    pub fn new(net: &Net) -> Traces {
        Traces {
            traces: vec![0.0; net.size()],
            changes: vec![0.0; net.size()],
            last: None,
            hidden: Hidden::new(),
        }
    }

    /// A match begins.
    pub fn start(&mut self) {
        self.traces.fill(0.0);
        self.changes.fill(0.0);
        self.last = None;
    }

    /// The player made a move, after which the network reads this: what it predicted before is corrected.
    pub fn step(&mut self, net: &mut Net, rates: &Rates, active: &Active) {
        if let Some(last) = self.last {
            self.correct(net, rates, rates.gamma * net.value(active) - last);
        }
        let output = net.say(active, &mut self.hidden)[0];
        self.traces.iter_mut().for_each(|trace| *trace *= rates.lambda);
        net.add_derivative(active, (output, &self.hidden), rates.derivative, &mut self.traces);
        self.last = Some(output);
    }

    /// The match is over and paid this. Returns by how much the last prediction was wrong; none where there was none.
    pub fn finish(&mut self, net: &mut Net, rates: &Rates, reward: f32) -> Option<f32> {
        let error = reward - self.last?;
        self.correct(net, rates, error);
        self.last = None;
        Some(error)
    }

    fn correct(&mut self, net: &mut Net, rates: &Rates, error: f32) {
        let second = net.second();
        let weights = net.weights_mut();
        let parts = [(0..second, rates.alpha.0), (second..weights.len(), rates.alpha.1)];
        for (part, alpha) in parts {
            let own = (&mut weights[part.clone()], &mut self.changes[part.clone()], &self.traces[part]);
            change(own, alpha * error, rates.momentum);
        }
    }
}

/// Moves weights along their traces, with momentum where they moved the same way before.
fn change((weights, changes, traces): (&mut [f32], &mut [f32], &[f32]), by: f32, momentum: f32) {
    if momentum == 0.0 {
        for (weight, trace) in weights.iter_mut().zip(traces) {
            *weight += by * trace;
        }
        return;
    }
    for ((weight, last), trace) in weights.iter_mut().zip(changes).zip(traces) {
        let fresh = by * trace;
        let change = if fresh * *last > 0.0 { fresh + momentum * *last } else { fresh };
        *weight += change;
        *last = change;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_agents::td::PLAIN;
    use ludometer_game::Rng;

    fn rates(lambda: f32, momentum: f32) -> Rates {
        Rates { alpha: (0.1, 0.05), lambda, gamma: 0.9, momentum, derivative: Derivative::True }
    }

    fn net() -> Net {
        let mut rng = Rng::stream(1, "learner", 0);
        Net::new(4, 3, &PLAIN, || rng.unit() as f32 - 0.5)
    }

    /// The equation of the paper, written out with all derivatives kept.
    #[test]
    fn changes_are_those_of_the_equation() {
        let rates = rates(0.6, 0.0);
        let steps: [Active; 3] = [vec![(0, 1.0)], vec![(1, 1.0), (2, 0.5)], vec![(3, 1.0)]];
        let mut found = net();
        let mut traces = Traces::new(&found);
        traces.start();
        steps.iter().for_each(|active| traces.step(&mut found, &rates, active));
        assert!(traces.finish(&mut found, &rates, 1.0).is_some());

        let mut expected = net();
        let mut derivatives: Vec<Vec<f32>> = Vec::new();
        let mut last = 0.0;
        for at in 0..=steps.len() {
            let next = steps.get(at).map_or(1.0, |active| rates.gamma * expected.value(active));
            if at > 0 {
                let error = next - last;
                let second = expected.second();
                for (place, weight) in expected.weights_mut().iter_mut().enumerate() {
                    let alpha = if place < second { 0.1 } else { 0.05 };
                    for (age, derivative) in derivatives.iter().rev().enumerate() {
                        *weight += alpha * error * 0.6f32.powi(age as i32) * derivative[place];
                    }
                }
            }
            if let Some(active) = steps.get(at) {
                let (mut hidden, mut derivative) = (Hidden::new(), vec![0.0; expected.size()]);
                last = expected.say(active, &mut hidden)[0];
                expected.add_derivative(active, (last, &hidden), Derivative::True, &mut derivative);
                derivatives.push(derivative);
            }
        }
        for (one, other) in found.weights().iter().zip(expected.weights()) {
            assert!((one - other).abs() < 1e-5, "{one} and {other}");
        }
        assert_ne!(found, net());
    }

    #[test]
    fn one_position_learns_what_it_pays() {
        for momentum in [0.0, 0.9] {
            let (mut net, active) = (net(), vec![(0, 1.0), (2, 1.0)]);
            let mut traces = Traces::new(&net);
            for _ in 0..2000 {
                traces.start();
                traces.step(&mut net, &rates(0.1, momentum), &active);
                traces.finish(&mut net, &rates(0.1, momentum), 0.5);
            }
            assert!((net.value(&active) - 0.5).abs() < 0.02, "{}", net.value(&active));
        }
    }

    #[test]
    fn momentum_goes_on_the_same_way_only() {
        let (mut weights, mut changes) = ([0.0, 0.0], [1.0, -1.0]);
        change((&mut weights, &mut changes, &[1.0, 1.0]), 0.5, 0.9);
        assert_eq!((weights, changes), ([1.4, 0.5], [1.4, 0.5]));
    }

    #[test]
    fn who_never_predicted_learns_nothing() {
        let mut net = net();
        let mut traces = Traces::new(&net);
        traces.start();
        assert_eq!(traces.finish(&mut net, &rates(0.1, 0.9), 1.0), None);
        assert_eq!(net, self::net());
    }
}
