//! Answers of a network that are worth remembering: many matches begin alike.

use rustc_hash::FxHashMap;
use xxhash_rust::xxh3::xxh3_64;

/// Bytes it may use, about; then it begins anew.
const ROOM: usize = 64 << 20;
/// What an entry takes beside its numbers.
const ENTRY: usize = 24;

/// Answers by what the network saw.
#[derive(Default)]
pub(super) struct Memo {
    places: FxHashMap<u64, u32>,
    /// The policy and the value of each position, one after the other.
    answers: Vec<f32>,
    policy: usize,
    value: usize,
    bytes: Vec<u8>,
}

impl Memo {
    /// The policy and value said of these inputs.
    pub fn recall(&mut self, inputs: &[f32]) -> Option<(&[f32], &[f32])> {
        let at = *self.places.get(&hash(&mut self.bytes, inputs))? as usize;
        Some(self.answers[at..][..self.policy + self.value].split_at(self.policy))
    }

    /// Keeps what was said of these inputs.
    pub fn keep(&mut self, inputs: &[f32], policy: &[f32], value: &[f32]) {
        let entry = ENTRY + 4 * (policy.len() + value.len());
        if (self.places.len() + 1) * entry > ROOM {
            self.places.clear();
            self.answers.clear();
        }
        (self.policy, self.value) = (policy.len(), value.len());
        self.places.insert(hash(&mut self.bytes, inputs), self.answers.len() as u32);
        self.answers.extend(policy.iter().chain(value));
    }
}

fn hash(bytes: &mut Vec<u8>, inputs: &[f32]) -> u64 {
    bytes.clear();
    bytes.extend(inputs.iter().flat_map(|input| input.to_le_bytes()));
    xxh3_64(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_found_again_and_forgotten_when_there_is_no_room() {
        let mut memo = Memo::default();
        assert_eq!(memo.recall(&[1.0, 0.0]), None);
        memo.keep(&[1.0, 0.0], &[0.1, 0.2], &[0.3]);
        memo.keep(&[0.0, 1.0], &[0.4, 0.5], &[0.6]);
        assert_eq!(memo.recall(&[1.0, 0.0]), Some((&[0.1, 0.2][..], &[0.3][..])));
        assert_eq!(memo.recall(&[0.0, 1.0]), Some((&[0.4, 0.5][..], &[0.6][..])));
        let wide = vec![0.0; ROOM / 8];
        memo.keep(&[2.0], &wide, &[]);
        assert_eq!(memo.recall(&[1.0, 0.0]).map(|_| ()), None, "what is old had to go");
    }
}
