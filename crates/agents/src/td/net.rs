//! A small network: inputs, one layer of hidden units, one output, all by the hyperbolic tangent.
//!
//! Only inputs that are not 0 are looked at: a position of draughts sets some fifteen of 48 bits.

use super::coding::Active;

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
    /// A row of weights to the hidden units for each input and one for the bias, then the weights from the hidden
    /// units, then the bias of the output.
    weights: Vec<f32>,
}

/// What the hidden units say.
pub type Hidden = Vec<f32>;

impl Net {
    /// A network whose weights are drawn by `draw`, those of the first layer first.
    #[must_use]
    pub fn new(inputs: usize, hidden: usize, mut draw: impl FnMut() -> f32) -> Net {
        let width = hidden.next_multiple_of(GROUP);
        let mut net = Net { inputs, hidden, width, weights: vec![0.0; (inputs + 2) * width + 1] };
        net.places().for_each(|place| net.weights[place] = draw());
        net
    }

    /// A network of these weights, as [`Net::weights`] gives them; none if there are too few or too many.
    #[must_use]
    pub fn of_weights(inputs: usize, hidden: usize, weights: &[f32]) -> Option<Net> {
        let mut left = weights.iter().copied();
        let mut missing = false;
        let net = Net::new(inputs, hidden, || {
            left.next().unwrap_or_else(|| {
                missing = true;
                0.0
            })
        });
        (!missing && left.next().is_none()).then_some(net)
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

    /// All weights: for each input, and then for the bias, one to each hidden unit; one from each hidden unit; the
    /// bias of the output.
    #[must_use]
    pub fn weights(&self) -> Vec<f32> {
        self.places().map(|place| self.weights[place]).collect()
    }

    /// The places of the weights in their order, without those that fill up groups.
    fn places(&self) -> impl Iterator<Item = usize> + use<> {
        let (rows, hidden, width) = (self.inputs + 2, self.hidden, self.width);
        let units = (0..rows).flat_map(move |row| (0..hidden).map(move |unit| row * width + unit));
        units.chain([rows * width])
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

    /// The output.
    #[inline]
    #[must_use]
    pub fn value(&self, active: &Active) -> f32 {
        let (second, mut sums) = (self.second(), [0.0; GROUP]);
        for group in (0..self.width).step_by(GROUP) {
            let units = self.units(active, group);
            let out = &self.weights[second + group..][..GROUP];
            for lane in 0..GROUP {
                sums[lane] += units[lane] * out[lane];
            }
        }
        tanh(total(&sums) + self.weights[self.weights.len() - 1])
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

    /// The output, and what the hidden units say.
    pub fn remember(&self, active: &Active, hidden: &mut Hidden) -> f32 {
        hidden.clear();
        for group in (0..self.width).step_by(GROUP) {
            hidden.extend(self.units(active, group));
        }
        self.value(active)
    }

    /// Adds the derivative of the output by each weight to `sums`, of [`Net::size`].
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
        Net::new(6, 5, || rng.below(2000) as f32 / 1000.0 - 1.0)
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
        assert_eq!(Net::of_weights(6, 5, &weights), Some(net));
        assert_eq!(Net::of_weights(6, 5, &weights[1..]), None);
        assert_eq!(Net::of_weights(5, 5, &weights), None);
    }

    #[test]
    fn the_true_derivative_is_that_of_small_steps() {
        let mut rng = Rng::stream(2, "net", 0);
        let net = random_net(&mut rng);
        let active = vec![(1, 1.0), (2, 0.25), (5, 1.0)];
        let (mut hidden, mut found) = (Hidden::new(), vec![0.0; net.size()]);
        let output = net.remember(&active, &mut hidden);
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
