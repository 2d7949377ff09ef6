//! Why a player who remembers decided as it did.

use super::base::Base;
use super::retrieve::{Found, Retrieved};
use super::reuse::{Choice, Vote};
use serde::Serialize;

/// The most similar cases that are shown.
const SHOWN: usize = 5;

/// The questions of a turn, in the order they were answered.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Why {
    /// The questions.
    pub asked: Vec<AskedWhy>,
    /// What else is worth knowing.
    pub notes: Vec<String>,
}

/// A question, what was found, and the answer.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct AskedWhy {
    /// The scenario.
    pub scenario: String,
    /// What was known: the attribute, its value, and the value as it is read.
    pub known: Vec<(String, f32, String)>,
    /// The cluster of the index that was searched, counted from 1.
    pub index: usize,
    /// Decisions that were compared.
    pub compared: usize,
    /// The similarity that was demanded in the end, in percent.
    pub threshold: u8,
    /// Decisions that reached it.
    pub found: usize,
    /// The most similar of them.
    pub cases: Vec<SimilarCase>,
    /// The clusters they belong to.
    pub clusters: Vec<Voted>,
    /// The cluster that was chosen, counted from 1.
    pub cluster: Option<usize>,
    /// Their answers; those of the chosen cluster, if one was chosen.
    pub actions: Vec<Voted>,
    /// What the policy chose; empty where nothing was found.
    pub chosen: String,
    /// What was done about it: adapted to what is possible, or revised.
    pub changes: Vec<String>,
    /// The answer in the end.
    pub answer: String,
}

/// A similar case.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SimilarCase {
    /// Its number in the base, counted from 1.
    pub case: usize,
    /// 0 to 1.
    pub similarity: f32,
    /// The cluster of its decision, counted from 1.
    pub cluster: usize,
    /// Its answer.
    pub action: String,
    /// In how many scenarios the decision stands, because nobody knows in which it was made; 1 where it is known.
    pub among: u8,
    /// What that brought.
    pub points: f32,
}

/// What speaks for a cluster or an answer.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Voted {
    /// Its name.
    pub name: String,
    /// Decisions for it.
    pub cases: u32,
    /// How many they count as: one that stands in several scenarios is a part of one.
    pub weight: f32,
    /// The share that won.
    pub won: f32,
    /// What they brought together.
    pub points: f32,
}

fn voted(votes: &[Vote], name: impl Fn(u16) -> String) -> Vec<Voted> {
    let one = |vote: &Vote| Voted {
        name: name(vote.key),
        cases: vote.many,
        weight: vote.weight,
        won: vote.victory(),
        points: vote.points,
    };
    votes.iter().map(one).collect()
}

impl AskedWhy {
    /// What was found for a question, with what the policy made of it.
    pub(super) fn of(
        base: &Base,
        scenario: u8,
        values: &[f32],
        retrieved: &Retrieved,
        choice: Option<&Choice>,
        action: impl Fn(u16) -> String,
    ) -> Self {
        let schema = base.schema();
        let asked = &schema.scenarios[usize::from(scenario)];
        let known = |place: &usize| {
            let (attribute, value) = (&schema.attributes[*place], values[*place]);
            (attribute.name.clone(), value, attribute.tell(value))
        };
        let mut nearest: Vec<&Found> = retrieved.found.iter().collect();
        nearest.sort_by(|one, other| other.similarity.total_cmp(&one.similarity));
        let case = |found: &&Found| SimilarCase {
            case: found.entry.case as usize + 1,
            similarity: found.similarity,
            cluster: usize::from(found.cluster) + 1,
            action: action(found.entry.action),
            among: found.entry.among,
            points: found.entry.points,
        };
        AskedWhy {
            scenario: asked.name.clone(),
            known: asked.asks.iter().map(known).filter(|(_, value, _)| !value.is_nan()).collect(),
            index: usize::from(retrieved.cluster) + 1,
            compared: retrieved.compared,
            threshold: retrieved.threshold,
            found: retrieved.found.len(),
            cases: nearest.iter().take(SHOWN).map(case).collect(),
            clusters: choice
                .map_or_else(Vec::new, |c| voted(&c.clusters, |key| format!("cluster {}", key + 1))),
            cluster: choice.and_then(|choice| choice.cluster).map(|cluster| usize::from(cluster) + 1),
            actions: choice.map_or_else(Vec::new, |choice| voted(&choice.actions, &action)),
            chosen: choice.map_or_else(String::new, |choice| action(choice.action)),
            changes: Vec::new(),
            answer: String::new(),
        }
    }
}
