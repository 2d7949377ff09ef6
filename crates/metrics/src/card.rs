//! The card of a metric: its name and its documentation.

/// The headings that the documentation of every metric has, in this order.
pub const HEADINGS: [&str; 6] = ["Question", "Unit", "Range", "Reading", "Formula", "Blind spots"];

/// What is known of a metric without measuring anything.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Card {
    /// What is typed: lower case with dashes.
    pub name: String,
    /// What is shown.
    pub title: String,
    /// One line.
    pub summary: String,
    /// The whole documentation, in Markdown under [`HEADINGS`].
    pub doc: String,
    /// The ids of the measures it may find.
    pub measures: Vec<&'static str>,
}

impl Card {
    /// A card whose documentation is the module doc of `source`, the text of the Rust file itself:
    /// the first line is the summary, the rest are the sections.
    pub(crate) fn from_source(name: &str, title: &str, source: &str, measures: &[&'static str]) -> Self {
        let lines = source.lines().map_while(|line| line.strip_prefix("//!"));
        let doc = lines.map(|line| line.strip_prefix(' ').unwrap_or(line)).collect::<Vec<_>>().join("\n");
        let summary = doc.lines().next().unwrap_or_default().to_owned();
        Card { name: name.into(), title: title.into(), summary, doc, measures: measures.to_vec() }
    }

    /// The text under a heading of the documentation, if it is there.
    #[must_use]
    pub fn section(&self, heading: &str) -> Option<&str> {
        let mark = format!("# {heading}\n");
        let rest = &self.doc[self.doc.find(&mark)? + mark.len()..];
        Some(rest[..rest.find("\n# ").unwrap_or(rest.len())].trim())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documentation_is_the_module_doc() {
        let source = "//! Luck: how much.\n//!\n//! # Question\n//! How much?\n//!\n//! # Unit\n//! Share.\n\nuse x;\n";
        let card = Card::from_source("luck", "Luck", source, &["luck"]);
        assert_eq!(card.summary, "Luck: how much.");
        assert_eq!(card.section("Question"), Some("How much?"));
        assert_eq!(card.section("Unit"), Some("Share."));
        assert_eq!(card.section("Range"), None);
    }

    #[test]
    fn every_metric_has_a_name_of_its_own_and_all_headings() {
        let cards = crate::cards();
        for (place, card) in cards.iter().enumerate() {
            assert!(cards[..place].iter().all(|other| other.name != card.name), "{}", card.name);
            assert!(!card.title.is_empty() && card.summary.contains(':'), "{}", card.name);
            let mut at = 0;
            for heading in HEADINGS {
                assert!(
                    card.section(heading).is_some_and(|text| !text.is_empty()),
                    "{} {heading}",
                    card.name
                );
                let next = card.doc.find(&format!("# {heading}\n")).unwrap();
                assert!(next > at, "{} {heading} is out of order", card.name);
                at = next;
            }
        }
        assert_eq!(crate::card("wins").map(|card| card.name).as_deref(), Some("wins"));
        assert_eq!(crate::card("winz"), None);
    }

    #[test]
    fn ids_are_used_once() {
        let mut ids: Vec<&str> = crate::cards().iter().flat_map(|card| card.measures.clone()).collect();
        let all = ids.len();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), all);
    }
}
