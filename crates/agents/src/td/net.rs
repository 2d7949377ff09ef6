//! A small network: inputs, one layer of hidden units, outputs, all by the hyperbolic tangent.
//!
//! Only inputs that are not 0 are looked at: a position of draughts sets some fifteen of 48 bits.
//!
//! One output says what a position is worth. Where a match can end in more ways than won and lost, there is one output
//! between each two results, saying how likely the better ones are, −1 to 1; together they say what to expect.

use super::coding::Active;

/// What a network with one output tells apart: won and lost, with all that lies between.
pub const PLAIN: [f32; 2] = [-1.0, 1.0];
/// The most outputs.
pub const MOST_OUTPUTS: usize = 8;
/// One number for each output; those beyond the last are 0.
pub type Outputs = [f32; MOST_OUTPUTS];

/// Hidden units are laid out in groups of so many; what is missing from the last has weights of 0 for ever.
const GROUP: usize = 8;

/// Which derivative of the output by the first weights is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Derivative {
    /// The true one.
    True,
    /// As published: with the weight to a hidden unit where the one from it belongs.
    Published,
}

/// A network.
#[derive(Clone, PartialEq, Debug)]
pub struct Net {
    inputs: usize,
    hidden: usize,
    width: usize,
    /// What matches pay, from the worst; one more than there are outputs.
    results: Vec<f32>,
    /// A row of weights to the hidden units for each input and one for the bias, then the weights from the hidden
    /// units to each output, then the biases of the outputs.
    weights: Vec<f32>,
}

/// What the hidden units say.
pub type Hidden = Vec<f32>;

impl Net {
    /// A network whose weights are drawn by `draw`, those of the first layer first. Its `results` are what matches
    /// pay, in rising order, at least two and at most one more than [`MOST_OUTPUTS`].
    #[must_use]
    pub fn new(inputs: usize, hidden: usize, results: &[f32], mut draw: impl FnMut() -> f32) -> Net {
        let (width, outputs) = (hidden.next_multiple_of(GROUP), results.len() - 1);
        let weights = vec![0.0; (inputs + 1 + outputs) * width + outputs];
        let mut net = Net { inputs, hidden, width, results: results.to_vec(), weights };
        net.places().for_each(|place| net.weights[place] = draw());
        net
    }

    /// A network of these weights, as [`Net::weights`] gives them; none if there are too few or too many. They are
    /// counted first: nothing is made room for that is not there.
    #[must_use]
    pub fn of_weights(inputs: usize, hidden: usize, results: &[f32], weights: &[f32]) -> Option<Net> {
        let outputs = results.len().checked_sub(1)?;
        let rows = inputs.checked_add(1)?.checked_add(outputs)?;
        let many = rows.checked_mul(hidden)?.checked_add(outputs)?;
        let mut left = weights.iter().copied();
        (many == weights.len()).then(|| Net::new(inputs, hidden, results, || left.next().unwrap_or_default()))
    }

    /// How many inputs it has.
    #[must_use]
    pub fn inputs(&self) -> usize {
        self.inputs
    }

    /// How many hidden units it has.
    #[must_use]
    pub fn hidden(&self) -> usize {
        self.hidden
    }

    /// What matches pay, from the worst.
    #[must_use]
    pub fn results(&self) -> &[f32] {
        &self.results
    }

    /// How many outputs it has.
    #[must_use]
    pub fn outputs(&self) -> usize {
        self.results.len() - 1
    }

    /// All weights: for each input, and then for the bias, one to each hidden unit; for each output one from each
    /// hidden unit; the biases of the outputs.
    #[must_use]
    pub fn weights(&self) -> Vec<f32> {
        self.places().map(|place| self.weights[place]).collect()
    }

    /// The places of the weights in their order, without those that fill up groups.
    fn places(&self) -> impl Iterator<Item = usize> + use<> {
        let outputs = self.outputs();
        let (rows, hidden, width) = (self.inputs + 1 + outputs, self.hidden, self.width);
        let units = (0..rows).flat_map(move |row| (0..hidden).map(move |unit| row * width + unit));
        units.chain(rows * width..rows * width + outputs)
    }

    /// The size of what holds one number for each weight, with those that fill up groups.
    #[must_use]
    pub fn size(&self) -> usize {
        self.weights.len()
    }

    /// Where the weights of the second layer begin.
    #[must_use]
    pub fn second(&self) -> usize {
        (self.inputs + 1) * self.width
    }

    /// The weights as they lie in memory.
    pub fn weights_mut(&mut self) -> &mut [f32] {
        &mut self.weights
    }

    /// What a position is worth: the output, or what the outputs say to expect.
    #[inline]
    #[must_use]
    pub fn value(&self, active: &Active) -> f32 {
        match self.outputs() {
            1 => self.worth(&self.read::<1>(active, |_| {})),
            _ => self.worth(&self.read::<MOST_OUTPUTS>(active, |_| {})),
        }
    }

    /// What outputs say to expect.
    #[inline]
    #[must_use]
    pub fn worth(&self, outputs: &[f32]) -> f32 {
        let (least, most) = (self.results[0], self.results[self.outputs()]);
        let steps = self.results.windows(2).zip(outputs);
        (least + most) / 2.0 + steps.map(|(step, output)| (step[1] - step[0]) / 2.0 * output).sum::<f32>()
    }

    /// What the outputs are where a match pays this: 1 where it is at least the better of the two results an output
    /// stands between, −1 where it is at most the worse one.
    #[must_use]
    pub fn told_apart(&self, reward: f32) -> Outputs {
        let mut outputs = [0.0; MOST_OUTPUTS];
        for (output, step) in outputs.iter_mut().zip(self.results.windows(2)) {
            *output = (2.0 * (reward - step[0]) / (step[1] - step[0]) - 1.0).clamp(-1.0, 1.0);
        }
        outputs
    }

    /// All outputs, and what the hidden units say.
    pub fn say(&self, active: &Active, hidden: &mut Hidden) -> Outputs {
        hidden.clear();
        self.read(active, |units| hidden.extend(units))
    }

    /// The outputs, as many as there are or as are wanted; `tell` is told what each group of hidden units says.
    #[inline(always)]
    fn read<const N: usize>(&self, active: &Active, mut tell: impl FnMut(&[f32; GROUP])) -> [f32; N] {
        let (second, outputs) = (self.second(), self.outputs().min(N));
        let mut sums = [[0.0; GROUP]; N];
        for group in (0..self.width).step_by(GROUP) {
            let units = self.units(active, group);
            for (at, sums) in sums[..outputs].iter_mut().enumerate() {
                let out = &self.weights[second + at * self.width + group..][..GROUP];
                for lane in 0..GROUP {
                    sums[lane] += units[lane] * out[lane];
                }
            }
            tell(&units);
        }
        let biases = &self.weights[self.weights.len() - self.outputs()..];
        let mut found = [0.0; N];
        for at in 0..outputs {
            found[at] = tanh(total(&sums[at]) + biases[at]);
        }
        found
    }

    /// What a group of hidden units says.
    #[inline(always)]
    fn units(&self, active: &Active, group: usize) -> [f32; GROUP] {
        let row = |input: usize| -> &[f32; GROUP] {
            let start = input * self.width + group;
            // A slice of this length is such an array.
            self.weights[start..start + GROUP].try_into().unwrap_or(&[0.0; GROUP])
        };
        let mut sums = *row(self.inputs);
        for &(input, amount) in active {
            let weights = row(input as usize);
            for lane in 0..GROUP {
                sums[lane] += amount * weights[lane];
            }
        }
        sums.map(tanh)
    }

    /// Adds the derivative of the only output by each weight to `sums`, of [`Net::size`].
    pub fn add_derivative(
        &self,
        active: &Active,
        (output, hidden): (f32, &Hidden),
        kind: Derivative,
        sums: &mut [f32],
    ) {
        let slope = 1.0 - output * output;
        let second = self.second();
        for unit in 0..self.width {
            sums[second + unit] += slope * hidden[unit];
        }
        sums[self.weights.len() - 1] += slope;
        let bias = (self.inputs as u32, 1.0);
        for (input, amount) in active.iter().copied().chain([bias]) {
            let start = input as usize * self.width;
            for unit in 0..self.width {
                let through = match kind {
                    Derivative::True => self.weights[second + unit],
                    Derivative::Published => self.weights[start + unit],
                };
                sums[start + unit] += slope * through * (1.0 - hidden[unit] * hidden[unit]) * amount;
            }
        }
    }
}

/// Brings the outputs of a network nearer to what they should have been, position by position.
#[derive(Clone, Debug, Default)]
pub struct Correction {
    hidden: Hidden,
    blame: Vec<f32>,
}

impl Correction {
    /// One step down the square of the errors; `alpha` is how far weights of the first layer go, and of the second.
    pub fn correct(&mut self, net: &mut Net, active: &Active, wanted: &Outputs, alpha: (f32, f32)) {
        let outputs = net.say(active, &mut self.hidden);
        let (second, width, many) = (net.second(), net.width, net.outputs());
        let biases = net.weights.len() - many;
        self.blame.clear();
        self.blame.resize(width, 0.0);
        for at in 0..many {
            let error = (wanted[at] - outputs[at]) * (1.0 - outputs[at] * outputs[at]);
            let weights = &mut net.weights[second + at * width..][..width];
            for ((weight, blame), unit) in weights.iter_mut().zip(&mut self.blame).zip(&self.hidden) {
                *blame += error * *weight;
                *weight += alpha.1 * error * unit;
            }
            net.weights[biases + at] += alpha.1 * error;
        }
        for (blame, unit) in self.blame.iter_mut().zip(&self.hidden) {
            *blame *= alpha.0 * (1.0 - unit * unit);
        }
        let bias = (net.inputs as u32, 1.0);
        for (input, amount) in active.iter().copied().chain([bias]) {
            let weights = &mut net.weights[input as usize * width..][..width];
            for (weight, blame) in weights.iter_mut().zip(&self.blame) {
                *weight += amount * blame;
            }
        }
    }
}

/// The sum, always in the same order.
#[inline(always)]
fn total(lanes: &[f32; GROUP]) -> f32 {
    let [a, b, c, d, e, f, g, h] = *lanes;
    ((a + e) + (c + g)) + ((b + f) + (d + h))
}

/// The hyperbolic tangent by four steps of Lambert's continued fraction: right to a ten-thousandth, and the same on every
/// machine.
#[inline(always)]
fn tanh(x: f32) -> f32 {
    /// Beyond it the fraction is 1.
    const EDGE: f32 = 4.97;
    let x = x.clamp(-EDGE, EDGE);
    let y = x * x;
    let above = x * (135_135.0 + y * (17_325.0 + y * (378.0 + y)));
    let below = 135_135.0 + y * (62_370.0 + y * (3_150.0 + y * 28.0));
    (above / below).clamp(-1.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_game::Rng;

    fn random_net(rng: &mut Rng) -> Net {
        Net::new(6, 5, &PLAIN, || rng.below(2000) as f32 / 1000.0 - 1.0)
    }

    #[test]
    fn the_tangent_is_close() {
        for step in -800..=800 {
            let x = step as f32 / 100.0;
            assert!((tanh(x) - x.tanh()).abs() < 1.5e-4, "{x}");
        }
    }

    #[test]
    fn outputs_are_what_the_formula_says() {
        let mut rng = Rng::stream(1, "net", 0);
        let net = random_net(&mut rng);
        let active = vec![(0, 1.0), (3, -0.5)];
        let weights = net.weights();
        let unit = |unit: usize| (weights[unit] - 0.5 * weights[3 * 5 + unit] + weights[6 * 5 + unit]).tanh();
        let sum: f32 = (0..5).map(|at| unit(at) * weights[7 * 5 + at]).sum();
        assert!((net.value(&active) - (sum + weights[8 * 5]).tanh()).abs() < 1e-3);
        assert_eq!(Net::of_weights(6, 5, &PLAIN, &weights), Some(net));
        assert_eq!(Net::of_weights(6, 5, &PLAIN, &weights[1..]), None);
        assert_eq!(Net::of_weights(5, 5, &PLAIN, &weights), None);
        assert_eq!(Net::of_weights(6, usize::MAX / 2, &PLAIN, &weights), None);
        assert_eq!(Net::of_weights(6, 5, &[], &weights), None);
    }

    #[test]
    fn the_true_derivative_is_that_of_small_steps() {
        let mut rng = Rng::stream(2, "net", 0);
        let net = random_net(&mut rng);
        let active = vec![(1, 1.0), (2, 0.25), (5, 1.0)];
        let (mut hidden, mut found) = (Hidden::new(), vec![0.0; net.size()]);
        let output = net.say(&active, &mut hidden)[0];
        net.add_derivative(&active, (output, &hidden), Derivative::True, &mut found);
        for place in net.places() {
            let moved = |by: f32| {
                let mut moved = net.clone();
                moved.weights[place] += by;
                moved.value(&active)
            };
            let step = (moved(0.01) - moved(-0.01)) / 0.02;
            assert!((step - found[place]).abs() < 2e-3, "weight {place}: {step} and {}", found[place]);
        }
        let mut published = vec![0.0; net.size()];
        net.add_derivative(&active, (output, &hidden), Derivative::Published, &mut published);
        let second = net.second();
        assert_ne!(published[..second], found[..second]);
        assert_eq!(published[second..], found[second..]);
    }
}
