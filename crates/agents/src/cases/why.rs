//! Why a player who remembers decided as it did.

use super::base::Base;
use super::drawer::Drawer;
use super::retrieve::{Found, Retrieved};
use super::reuse::{Choice, Vote};
use ludometer_game::{CaseQuery, CaseSchema, Likeness};
use serde::Serialize;

/// The most similar cases that are shown.
const SHOWN: usize = 5;

/// An attribute, its value, and the value as it is read.
pub type Known = (String, f32, String);

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
    /// What was known.
    pub known: Vec<Known>,
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
    /// What was known when it was decided, of what is asked here.
    pub known: Vec<Known>,
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

/// What is known of what a scenario asks, as it is read.
struct Asked<'a> {
    schema: &'a CaseSchema,
    /// Places of the attributes.
    asks: &'a [usize],
    /// Whether each says anything.
    telling: Vec<bool>,
}

impl<'a> Asked<'a> {
    fn of(schema: &'a CaseSchema, query: CaseQuery, values: &[f32], drawer: Option<&Drawer>) -> Self {
        let asks = schema.scenarios[usize::from(query.scenario)].asks.as_slice();
        // An observable that a seat cannot see is 0, here and in every case.
        let unseen = |at: usize, place: usize| {
            let observable = schema.attributes[place].likeness == Likeness::Span;
            observable && values[place] == 0.0 && drawer.is_some_and(|drawer| drawer.is_zero(at))
        };
        let telling = asks.iter().enumerate().map(|(at, place)| !unseen(at, *place)).collect();
        Asked { schema, asks, telling }
    }

    /// These values of what is asked, without those that are unknown.
    fn known(&self, values: impl Iterator<Item = f32>) -> Vec<Known> {
        let telling = self.asks.iter().zip(&self.telling).zip(values);
        telling
            .filter(|((_, telling), value)| **telling && !value.is_nan())
            .map(|((place, _), value)| {
                let attribute = &self.schema.attributes[*place];
                (attribute.name.clone(), value, attribute.tell(value))
            })
            .collect()
    }
}

impl AskedWhy {
    /// What was found for a question, with what the policy made of it.
    pub(super) fn of(
        base: &Base,
        query: CaseQuery,
        values: &[f32],
        retrieved: &Retrieved,
        choice: Option<&Choice>,
        action: impl Fn(u16) -> String,
    ) -> Self {
        let schema = base.schema();
        let drawer = base.drawer(query.scenario, query.facing, retrieved.cluster);
        let asked = Asked::of(schema, query, values, drawer);
        let then = |at: u32| drawer.map(|drawer| asked.known(drawer.asked(at as usize)));
        let mut nearest: Vec<&Found> = retrieved.found.iter().collect();
        nearest.sort_by(|one, other| other.similarity.total_cmp(&one.similarity));
        let case = |found: &&Found| SimilarCase {
            case: found.entry.case as usize + 1,
            known: then(found.at).unwrap_or_default(),
            similarity: found.similarity,
            cluster: usize::from(found.cluster) + 1,
            action: action(found.entry.action),
            among: found.entry.among,
            points: found.entry.points,
        };
        AskedWhy {
            scenario: schema.scenarios[usize::from(query.scenario)].name.clone(),
            known: asked.known(asked.asks.iter().map(|place| values[*place])),
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

#[cfg(test)]
mod tests {
    use super::super::drawer::Entry;
    use super::*;
    use crate::cases::tests::schema;

    #[test]
    fn what_is_unknown_or_never_seen_is_left_out() {
        let mut schema = schema();
        schema.attributes[1].likeness = Likeness::Span;
        let entry = Entry { action: 0, among: 1, points: 0.0, case: 0, group: 0 };
        let query = CaseQuery { scenario: 0, facing: 0, default: 0 };
        let here = [24.0, 0.0, f32::NAN, 0.0];
        let names = |drawer: Option<&Drawer>| {
            let known = Asked::of(&schema, query, &here, drawer).known(here.into_iter());
            known.into_iter().map(|(name, ..)| name).collect::<Vec<_>>()
        };
        let mut drawer = Drawer::default();
        drawer.push(&here, entry);
        assert_eq!(names(Some(&drawer)), ["high", "leads"], "0 everywhere");
        assert_eq!(names(None), ["high", "middle", "leads"]);
        drawer.push(&[24.0, 3.0, 2.0, 0.0], entry);
        assert_eq!(names(Some(&drawer)), ["high", "middle", "leads"]);
        assert_eq!(drawer.asked(1).collect::<Vec<_>>(), [24.0, 3.0, 2.0, 0.0]);
    }
}
