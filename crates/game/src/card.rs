//! The card of a game: its name, its documentation and its parameters, without building it.

use crate::{Game, ParamSpec};

/// What is known of a game before it is built.
#[derive(Clone, PartialEq, Debug)]
pub struct Card {
    /// What is typed: lower case with dashes.
    pub name: String,
    /// What is shown.
    pub title: String,
    /// Rises with every change of behaviour.
    pub version: u32,
    /// One line.
    pub summary: String,
    /// The whole documentation, in Markdown with fixed headings.
    pub doc: String,
    /// Rule parameters, in the order in which they are shown.
    pub params: Vec<ParamSpec>,
}

impl Card {
    /// A card whose documentation is the module doc of `source`, the text of the Rust file itself:
    /// the first line is the summary, the rest are the sections.
    #[must_use]
    pub fn from_source(name: &str, title: &str, version: u32, source: &str, params: Vec<ParamSpec>) -> Self {
        let doc = module_doc(source);
        let summary = doc.lines().next().unwrap_or_default().to_owned();
        Card { name: name.into(), title: title.into(), version, summary, doc, params }
    }

    /// The text under a heading of the documentation, if it is there.
    #[must_use]
    pub fn section(&self, heading: &str) -> Option<&str> {
        let start = self.doc.find(&format!("# {heading}\n"))? + heading.len() + 3;
        let rest = &self.doc[start..];
        Some(rest[..rest.find("\n# ").unwrap_or(rest.len())].trim())
    }
}

/// The lines of a Rust file's module doc, without the comment marks.
fn module_doc(source: &str) -> String {
    source
        .lines()
        .map_while(|line| line.strip_prefix("//!"))
        .map(|line| line.strip_prefix(' ').unwrap_or(line))
        .collect::<Vec<_>>()
        .join("\n")
}

/// Receives a game as its own type: how names become typed code exactly once per job.
pub trait GameVisitor {
    /// What the visit gives.
    type Out;
    /// Called with the game that was built.
    fn visit<G: Game>(self, game: G) -> Self::Out;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documentation_is_the_module_doc() {
        let source =
            "//! Nim: take stones.\n//!\n//! # Rules\n//! Take.\n//!\n//! # Payoff\n//! 1.\n\nuse x;\n";
        let card = Card::from_source("nim", "Nim", 1, source, vec![]);
        assert_eq!(card.summary, "Nim: take stones.");
        assert_eq!(card.section("Rules"), Some("Take."));
        assert_eq!(card.section("Payoff"), Some("1."));
        assert_eq!(card.section("Source"), None);
    }
}
