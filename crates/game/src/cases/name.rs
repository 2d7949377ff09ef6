//! Names as numbers: a card by what is written on it, so that a case of numbers can hold it.
//!
//! Four letters of 64 fit what a float holds exactly. A longer name is its first two letters and its last two.

/// Every letter but the first, which is none; whatever is not among them is the last.
const LETTERS: &[u8; 63] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789~";
const MOST: usize = 4;

/// The number of a name; 0 of an empty one.
#[must_use]
pub fn number(name: &str) -> f32 {
    let letters: Vec<u32> = name.chars().map(place).collect();
    let (first, last) = match letters.len() {
        0..=MOST => (&letters[..], &[][..]),
        many => (&letters[..MOST / 2], &letters[many - MOST / 2..]),
    };
    let all = first.iter().chain(last);
    all.fold(0, |number, letter| number << 6 | letter) as f32
}

fn place(letter: char) -> u32 {
    let found = LETTERS.iter().position(|&known| char::from(known) == letter);
    found.unwrap_or(LETTERS.len() - 1) as u32 + 1
}

/// The name of a number, as far as it is kept.
#[must_use]
pub fn of(number: f32) -> String {
    let mut left = number as u32;
    let mut letters = Vec::new();
    while left > 0 {
        letters.push(LETTERS.get((left & 63).wrapping_sub(1) as usize).map_or('?', |&letter| letter.into()));
        left >>= 6;
    }
    letters.into_iter().rev().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_names_come_back_and_long_ones_by_their_ends() {
        for name in ["", "2", "KH", "10c", "aZ9~"] {
            assert_eq!(of(number(name)), name);
        }
        for (name, kept) in [("Fireball", "Fill"), ("card10", "ca10"), ("7♠", "7~"), ("~~~~~~", "~~~~")] {
            assert_eq!(of(number(name)), kept);
        }
        assert_eq!(number("~~~~"), 16_777_215.0, "the largest is exact");
        assert_eq!((of(64.0).len(), of(1e9).is_empty()), (2, false));
    }
}
