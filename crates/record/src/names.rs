//! The name table of a run: every text that repeats is stored once.

use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// A position in the name table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct NameId(pub u32);

/// Texts in the order in which they were first met.
#[derive(Clone, Debug, Default)]
pub struct Names {
    texts: Vec<String>,
    ids: HashMap<String, NameId>,
}

impl Names {
    /// The id of a text, new or known.
    pub fn id(&mut self, text: &str) -> NameId {
        if let Some(&id) = self.ids.get(text) {
            return id;
        }
        let id = NameId(self.texts.len() as u32);
        self.texts.push(text.to_owned());
        self.ids.insert(text.to_owned(), id);
        id
    }

    /// The id of a text, if it is known.
    #[must_use]
    pub fn find(&self, text: &str) -> Option<NameId> {
        self.ids.get(text).copied()
    }

    /// The text of an id; `?` if the table does not hold it.
    #[must_use]
    pub fn text(&self, id: NameId) -> &str {
        self.texts.get(id.0 as usize).map_or("?", String::as_str)
    }

    /// All texts in id order.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.texts.iter().map(String::as_str)
    }

    /// How many texts there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.texts.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_keeps_its_id() {
        let mut names = Names::default();
        let first = names.id("cell:a1");
        assert_ne!(first, names.id("cell:a2"));
        assert_eq!(first, names.id("cell:a1"));
        assert_eq!(names.text(first), "cell:a1");
        assert_eq!(names.text(NameId(99)), "?");
    }
}
