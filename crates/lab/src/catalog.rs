//! What there is: games, agents, metrics, as data.

use crate::LabError;
use ludometer_game::{Card, unknown};
use serde::Serialize;

/// Something that can be listed and explained.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Listing {
    /// What is typed.
    pub name: String,
    /// What is shown.
    pub title: String,
    /// Rises with every change of behaviour.
    pub version: u32,
    /// One line.
    pub summary: String,
    /// The documentation, in Markdown.
    pub doc: String,
    /// Parameters.
    pub params: Vec<ParamListing>,
}

/// A parameter.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ParamListing {
    /// What is typed.
    pub name: String,
    /// What it means.
    pub about: String,
    /// Legal values.
    pub range: String,
    /// The value when nothing is typed.
    pub default: String,
}

impl From<Card> for Listing {
    fn from(card: Card) -> Self {
        let param = |spec: ludometer_game::ParamSpec| ParamListing {
            name: spec.name,
            about: spec.about,
            range: spec.kind.to_string(),
            default: spec.default.to_string(),
        };
        Listing {
            name: card.name,
            title: card.title,
            version: card.version,
            summary: card.summary,
            doc: card.doc,
            params: card.params.into_iter().map(param).collect(),
        }
    }
}

/// All games.
#[must_use]
pub fn games() -> Vec<Listing> {
    ludometer_games::cards().into_iter().map(Listing::from).collect()
}

/// One game.
///
/// # Errors
/// When there is none of this name.
pub fn game(name: &str) -> Result<Listing, LabError> {
    Ok(ludometer_games::card(name)?.into())
}

/// All agents.
#[must_use]
pub fn agents() -> Vec<Listing> {
    ludometer_agents::cards().into_iter().map(Listing::from).collect()
}

/// One agent.
///
/// # Errors
/// When there is none of this name.
pub fn agent(name: &str) -> Result<Listing, LabError> {
    Ok(ludometer_agents::card(name)?.into())
}

impl From<ludometer_metrics::Card> for Listing {
    fn from(card: ludometer_metrics::Card) -> Self {
        Listing {
            name: card.name,
            title: card.title,
            version: 1,
            summary: card.summary,
            doc: card.doc,
            params: Vec::new(),
        }
    }
}

/// All metrics.
#[must_use]
pub fn metrics() -> Vec<Listing> {
    ludometer_metrics::cards().into_iter().map(Listing::from).collect()
}

/// One metric.
///
/// # Errors
/// When there is none of this name.
pub fn metric(name: &str) -> Result<Listing, LabError> {
    ludometer_metrics::card(name).map(Listing::from).ok_or_else(|| {
        let cards = ludometer_metrics::cards();
        let names: Vec<&str> = cards.iter().map(|card| card.name.as_str()).collect();
        LabError::Usage(unknown("metric", name, &names))
    })
}
