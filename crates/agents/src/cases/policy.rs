//! The ways to reuse what was found: the twenty of the thesis, and one more.

use std::fmt;

/// What decides between clusters, or between answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Criterion {
    /// MJ: the most frequent.
    Majority,
    /// PL: drawn, each as likely as it is frequent.
    Lottery,
    /// PV: the one that won most often.
    Victory,
    /// NP: the one with the highest balance of points; where points do not count, PV.
    Points,
    /// MP: the one with the highest mean of points, cards included. Not in the thesis: a balance is highest for what
    /// was done often, and lowest for what was done often and lost.
    Mean,
}

impl Criterion {
    /// Those of the thesis, which also choose clusters.
    const ALL: [Criterion; 4] =
        [Criterion::Majority, Criterion::Lottery, Criterion::Victory, Criterion::Points];

    fn short(self) -> &'static str {
        match self {
            Criterion::Majority => "MJ",
            Criterion::Lottery => "PL",
            Criterion::Victory => "PV",
            Criterion::Points => "NP",
            Criterion::Mean => "MP",
        }
    }
}

/// How a decision is made of what was found: straight among the answers, or first among the clusters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Policy {
    /// What chooses the cluster, if anything does.
    pub cluster: Option<Criterion>,
    /// What chooses the answer.
    pub action: Criterion,
}

/// The names of all of them: the best of the thesis first, the rest of its ten best in their order, its others, ours.
pub const NAMES: [&str; 21] = [
    "PVCNPS", "NPS", "PVCS", "PLCNPS", "NPCS", "PVS", "PVCMJS", "NPCPVS", "MJCNPS", "PVCPLS", "MJS", "PLS",
    "MJCS", "PLCS", "NPCMJS", "NPCPLS", "MJCPVS", "MJCPLS", "PLCMJS", "PLCPVS", "MPS",
];

/// How many of them are the thesis's.
pub const THESIS: usize = 20;

/// How many of them did better than half in the thesis: those that go on to learn.
pub const SURVIVORS: usize = 10;

impl Policy {
    /// The policy of a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Policy> {
        let both = |cluster| Criterion::ALL.map(|action| Policy { cluster, action });
        let clusters = [None].into_iter().chain(Criterion::ALL.map(Some));
        let ours = Policy { cluster: None, action: Criterion::Mean };
        clusters.flat_map(both).chain([ours]).find(|policy| policy.to_string() == name)
    }
}

impl fmt::Display for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let action = self.action.short();
        match self.cluster {
            None => write!(f, "{action}S"),
            Some(cluster) if cluster == self.action => write!(f, "{action}CS"),
            Some(cluster) => write!(f, "{}C{action}S", cluster.short()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn there_are_twenty_and_one_and_each_has_one_name() {
        let names: BTreeSet<String> =
            NAMES.iter().map(|name| Policy::named(name).expect(name).to_string()).collect();
        assert_eq!(names.len(), THESIS + 1);
        assert!(NAMES.iter().all(|name| names.contains(*name)));
        assert_eq!(NAMES.iter().filter(|name| name.contains('C')).count(), 16);
        let mixed = Policy { cluster: Some(Criterion::Victory), action: Criterion::Points };
        assert_eq!(Policy::named("PVCNPS"), Some(mixed));
        assert_eq!(Policy::named("PVCPVS"), None, "its name is PVCS");
    }
}
