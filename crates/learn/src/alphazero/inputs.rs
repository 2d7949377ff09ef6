//! What a network saw of a position, kept small: most inputs are switches, and eight of them fit into a byte.

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

/// The inputs of a position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Inputs {
    /// All are 0 or 1: so many of them, eight to a byte.
    Switches(u32, Vec<u8>),
    /// As they are.
    Numbers(Vec<f32>),
}

impl Inputs {
    /// Keeps inputs.
    #[must_use]
    pub fn new(inputs: &[f32]) -> Inputs {
        if inputs.iter().any(|input| *input != 0.0 && *input != 1.0) {
            return Inputs::Numbers(inputs.to_vec());
        }
        let byte = |eight: &[f32]| {
            eight.iter().enumerate().fold(0, |byte, (bit, input)| byte | u8::from(*input == 1.0) << bit)
        };
        Inputs::Switches(inputs.len() as u32, inputs.chunks(8).map(byte).collect())
    }

    /// Writes them as the network wants them.
    pub fn write(&self, out: &mut Vec<f32>) {
        out.clear();
        match self {
            Inputs::Switches(len, bytes) => {
                let bit = |at: usize| f32::from(bytes[at / 8] >> (at % 8) & 1);
                out.extend((0..*len as usize).map(bit));
            }
            Inputs::Numbers(numbers) => out.extend(numbers),
        }
    }

    /// Tells them from others.
    #[must_use]
    pub fn hash(&self) -> u64 {
        match self {
            Inputs::Switches(_, bytes) => xxh3_64(bytes),
            Inputs::Numbers(numbers) => {
                let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
                xxh3_64(&bytes)
            }
        }
    }

    /// Bytes in use.
    #[must_use]
    pub fn bytes(&self) -> usize {
        match self {
            Inputs::Switches(_, bytes) => bytes.len(),
            Inputs::Numbers(numbers) => 4 * numbers.len(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_come_back_as_they_were() {
        let switches: Vec<f32> = (0..21).map(|at| if at % 3 == 0 { 1.0 } else { 0.0 }).collect();
        let numbers = vec![0.0, 1.0, 0.5];
        let mut out = vec![7.0];
        for inputs in [switches, numbers, Vec::new()] {
            Inputs::new(&inputs).write(&mut out);
            assert_eq!(out, inputs);
        }
        assert_eq!(Inputs::new(&[1.0; 84]).bytes(), 11);
    }
}
