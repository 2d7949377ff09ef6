//! The measured run: what `summary.json` holds and the report is drawn from.

use crate::{Context, Measure, Metric, Panel};
use ludometer_record::{Group, Header, MatchRecord, Names};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// All measures of a run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Summary {
    /// What was played.
    pub header: Header,
    /// One entry per group of matches, in the order of the header.
    pub groups: Vec<GroupSummary>,
}

/// All measures of one group of matches.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GroupSummary {
    /// The name of the group.
    pub name: String,
    /// Matches played.
    pub matches: u64,
    /// What the metrics found, in registry order.
    pub measures: Vec<Measure>,
}

impl GroupSummary {
    /// The measure with this id.
    #[must_use]
    pub fn measure(&self, id: &str) -> Option<&Measure> {
        self.measures.iter().find(|measure| measure.id == id)
    }
}

/// Measures a run while its matches arrive, in any order; shards merge.
#[derive(Clone, Debug, Default)]
pub struct Summariser {
    groups: BTreeMap<u32, (u64, Panel)>,
}

impl Summariser {
    /// Counts a match.
    pub fn observe(&mut self, header: &Header, names: &Names, record: &MatchRecord) {
        let group = group_of(header, record.group);
        let (matches, panel) = self.groups.entry(record.group).or_default();
        *matches += 1;
        panel.observe(&Context { header, names, group: &group }, record);
    }

    /// Adds what another shard counted; no match may be in both.
    pub fn merge(&mut self, other: Self) {
        for (group, (theirs, panel)) in other.groups {
            let (matches, mine) = self.groups.entry(group).or_default();
            *matches += theirs;
            mine.merge(panel);
        }
    }

    /// What was found so far: every group of the header, then groups that only records know.
    #[must_use]
    pub fn finish(&self, header: &Header, names: &Names) -> Summary {
        let planned = 0..header.groups.len() as u32;
        let stray = self.groups.keys().copied().filter(|group| !planned.contains(group));
        let summarise_group = |number: u32| {
            let group = group_of(header, number);
            let context = Context { header, names, group: &group };
            let (matches, measures) = match self.groups.get(&number) {
                Some((matches, panel)) => (*matches, panel.finish(&context)),
                None => (0, Panel::default().finish(&context)),
            };
            GroupSummary { name: group.name.clone(), matches, measures }
        };
        Summary {
            header: header.clone(),
            groups: planned.clone().chain(stray).map(summarise_group).collect(),
        }
    }
}

/// The group with this number; a record of a group that the header does not name is still measured.
fn group_of(header: &Header, number: u32) -> Cow<'_, Group> {
    match header.groups.get(number as usize) {
        Some(group) => Cow::Borrowed(group),
        None => Cow::Owned(Group { name: format!("group {number}"), lineup: Vec::new(), blocks: 0 }),
    }
}

/// Measures a whole run.
#[must_use]
pub fn summarise<'a>(
    header: &Header,
    names: &Names,
    records: impl IntoIterator<Item = &'a MatchRecord>,
) -> Summary {
    let mut summariser = Summariser::default();
    records.into_iter().for_each(|record| summariser.observe(header, names, record));
    summariser.finish(header, names)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::support::World;

    #[test]
    fn matches_go_to_their_group() {
        let mut world = World::new(&["X", "O"]);
        world.header.groups.push(Group { name: "second".into(), lineup: vec![0, 0], blocks: 1 });
        let mut records = vec![world.game().places(&[1, 2]).done(), world.game().places(&[1, 2]).done()];
        records[1].group = 7;
        let summary = summarise(&world.header, &world.names, &records);
        let shape: Vec<(&str, u64)> = summary.groups.iter().map(|g| (g.name.as_str(), g.matches)).collect();
        assert_eq!(shape, [("test", 1), ("second", 0), ("group 7", 1)]);
        assert_eq!(summary.groups[0].measure("seat-wins").unwrap().row("X").unwrap().value, 1.0);
    }

    #[test]
    fn a_summary_survives_json() {
        let mut world = World::new(&["X", "O"]);
        let records: Vec<MatchRecord> =
            (0..4).map(|_| world.game().decide(0, &["a", "b"], 1).done()).collect();
        let summary = summarise(&world.header, &world.names, &records);
        let text = serde_json::to_string(&summary).unwrap();
        let back: Summary = serde_json::from_str(&text).unwrap();
        assert_eq!(back.groups[0].measures.len(), summary.groups[0].measures.len());
        assert_eq!(back.groups[0].measure("move-table"), summary.groups[0].measure("move-table"));
    }
}
