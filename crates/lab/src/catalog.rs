//! What there is: games, agents, trainers, metrics, as data.

use crate::{GameRequest, LabError, open};
use ludometer_game::{Card, Code, Feature, Game, ParamKind, unknown};
use ludometer_learn::td::choice::{chosen, sets};
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
    /// Sets of features of a game, for learners: a name, and the names in it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub feature_sets: Vec<(String, Vec<String>)>,
    /// All features of a game.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub features: Vec<FeatureListing>,
}

/// A feature of a game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct FeatureListing {
    /// What is typed.
    pub name: String,
    /// Which values it takes.
    pub values: String,
    /// How many of its lowest bits a network reads, where it does not read the number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bits: Option<u8>,
    /// What it says; empty where the game does not tell.
    pub about: String,
}

impl From<&Feature> for FeatureListing {
    fn from(feature: &Feature) -> Self {
        let (least, most) = feature.range;
        let bounded = least.is_finite() && most.is_finite();
        FeatureListing {
            name: feature.name.clone(),
            values: if bounded { format!("{least} to {most}") } else { "any number".into() },
            bits: match feature.code {
                Code::Bits(bits) => Some(bits),
                Code::Number(_) => None,
            },
            about: feature.about.clone().into_owned(),
        }
    }
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
    /// Whether it is a switch, on or off.
    #[serde(skip)]
    pub switch: bool,
}

/// A module doc as plain Markdown: links between Rust items, which lead nowhere outside the code, become
/// the words they show.
fn plain(doc: &str) -> String {
    let mut out = String::with_capacity(doc.len());
    let mut rest = doc;
    while let Some((before, link)) = rest.split_once("[`") {
        out.push_str(before);
        let Some((item, after)) = link.split_once("`]") else {
            out.push_str("[`");
            rest = link;
            continue;
        };
        out.push_str(&format!("`{item}`"));
        let target = after.strip_prefix('(').and_then(|target| target.split_once(')'));
        rest = target.map_or(after, |(_, after)| after);
    }
    out + rest
}

impl From<Card> for Listing {
    fn from(card: Card) -> Self {
        let param = |spec: ludometer_game::ParamSpec| ParamListing {
            switch: spec.kind == ParamKind::Switch,
            name: spec.name,
            about: spec.about,
            range: spec.kind.to_string(),
            default: spec.default.to_string(),
        };
        Listing {
            name: card.name,
            title: card.title,
            version: card.version,
            summary: plain(&card.summary),
            doc: plain(&card.doc),
            params: card.params.into_iter().map(param).collect(),
            feature_sets: Vec::new(),
            features: Vec::new(),
        }
    }
}

/// All games.
#[must_use]
pub fn games() -> Vec<Listing> {
    let shipped = ludometer_rules::shipped::names().into_iter().filter_map(|name| {
        Some(Listing::from(ludometer_rules::card(&ludometer_rules::shipped::find(name).ok()?).ok()?))
    });
    ludometer_games::cards().into_iter().map(Listing::from).chain(shipped).collect()
}

/// One game.
///
/// # Errors
/// When there is none of this name.
pub fn game(name: &str) -> Result<Listing, LabError> {
    let listing: Listing = if ludometer_rules::is_file(name) {
        ludometer_rules::card(&ludometer_rules::shipped::find(name)?)?.into()
    } else {
        ludometer_games::card(name)?.into()
    };
    let request = GameRequest { game: name.to_owned(), ..GameRequest::default() };
    // Rules that do not open can still be read about.
    let features = open(&request, 0).map(|house| house.game().features()).unwrap_or_default();
    let named = |set: &str| {
        let members = chosen(&features, set, false).unwrap_or_default();
        (set.to_owned(), members.iter().map(|place| features[usize::from(*place)].name.clone()).collect())
    };
    let sets = if features.is_empty() { Vec::new() } else { sets(&features) };
    let feature_sets = sets.into_iter().map(named).collect();
    Ok(Listing { feature_sets, features: features.iter().map(FeatureListing::from).collect(), ..listing })
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

/// All trainers.
#[must_use]
pub fn trainers() -> Vec<Listing> {
    ludometer_learn::cards().into_iter().map(Listing::from).collect()
}

impl From<ludometer_metrics::Card> for Listing {
    fn from(card: ludometer_metrics::Card) -> Self {
        Listing {
            name: card.name,
            title: card.title,
            version: 1,
            summary: plain(&card.summary),
            doc: plain(&card.doc),
            params: Vec::new(),
            feature_sets: Vec::new(),
            features: Vec::new(),
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
