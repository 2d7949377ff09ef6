//! Words for answers that have no name in their game: the moves that gave them.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The most words of an answer. In poker one action of the game is called `check` here and `fold` there.
const MOST: usize = 3;

/// The moves that gave each answer, the first ones seen.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Names(BTreeMap<u16, Vec<String>>);

impl Names {
    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether another move that gave this answer would be kept.
    #[must_use]
    pub fn wants(&self, action: u16) -> bool {
        self.0.get(&action).is_none_or(|words| words.len() < MOST)
    }

    /// A move gave this answer.
    pub fn add(&mut self, action: u16, word: String) {
        let words = self.0.entry(action).or_default();
        if words.len() < MOST && !words.contains(&word) {
            words.push(word);
        }
    }

    /// Those of somebody else after these.
    pub fn take(&mut self, others: Names) {
        for (action, words) in others.0 {
            words.into_iter().for_each(|word| self.add(action, word));
        }
    }

    /// The answers that have words.
    pub fn answers(&self) -> impl Iterator<Item = u16> + '_ {
        self.0.keys().copied()
    }

    /// The moves that gave an answer, if any is known.
    #[must_use]
    pub fn of(&self, action: u16) -> Option<String> {
        self.0.get(&action).map(|words| words.join(" or "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_words_of_an_answer_are_kept() {
        let mut names = Names::default();
        assert!(names.is_empty());
        ["check", "fold", "check"].into_iter().for_each(|word| names.add(0, word.to_owned()));
        let mut others = Names::default();
        ["pass", "leave"].into_iter().for_each(|word| others.add(0, word.to_owned()));
        others.add(33_083, "bet".to_owned());
        names.take(others);
        let told = [0, 33_083, 1].map(|action| names.of(action).unwrap_or_default());
        assert_eq!(told, ["check or fold or pass", "bet", ""]);
        assert_eq!(names.answers().collect::<Vec<_>>(), [0, 33_083]);
    }
}
