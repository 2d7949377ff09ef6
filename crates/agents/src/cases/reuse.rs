//! From what was found to a decision.
//!
//! Where the thesis leaves it open: NP adds up the points (its pseudo-code overwrites them); an answer that neither won
//! nor lost a point, such as not to bet, counts as half a win; what won is what the account of the decision brought,
//! not the hand; between equals the more frequent decides, then the lower number. A decision that stands in several
//! scenarios, because nobody knows in which it was made, counts in each by its share.

use super::drawer::Entry;
use super::policy::{Criterion, Policy};
use super::retrieve::Found;
use ludometer_game::Rng;

/// What there is to say for a cluster or an answer.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Vote {
    /// The cluster or the answer.
    pub key: u16,
    /// Decisions for it.
    pub many: u32,
    /// How many they count as.
    pub weight: f32,
    /// How many of those won, an even one counting half.
    pub won: f32,
    /// What they brought together.
    pub points: f32,
}

impl Vote {
    /// The share that won.
    #[must_use]
    pub fn victory(&self) -> f32 {
        self.won / self.weight
    }
}

/// What was decided, and on what grounds.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice {
    /// The cluster that was chosen first, if one was.
    pub cluster: Option<u16>,
    /// The clusters of what was found.
    pub clusters: Vec<Vote>,
    /// The answers, of the chosen cluster if one was chosen.
    pub actions: Vec<Vote>,
    /// The answer.
    pub action: u16,
}

/// Votes by key, in the order of keys.
fn count(votes: impl Iterator<Item = (u16, Entry)>, out: &mut Vec<Vote>) {
    out.clear();
    for (key, Entry { among, points, .. }) in votes {
        let at = match out.iter().position(|vote| vote.key == key) {
            Some(at) => at,
            None => {
                out.push(Vote { key, many: 0, weight: 0.0, won: 0.0, points: 0.0 });
                out.len() - 1
            }
        };
        let (vote, weight) = (&mut out[at], 1.0 / f32::from(among));
        vote.many += 1;
        vote.weight += weight;
        vote.points += weight * points;
        vote.won += weight * if points > 0.0 { 1.0 } else { 0.5 * f32::from(u8::from(points == 0.0)) };
    }
    out.sort_by_key(|vote| vote.key);
}

/// The place of the vote a criterion prefers; none without votes.
fn prefer(criterion: Criterion, counts: bool, votes: &[Vote], rng: &mut Rng) -> Option<usize> {
    let measure = |vote: &Vote| match criterion {
        Criterion::Points if counts => vote.points,
        Criterion::Points | Criterion::Victory => vote.victory(),
        Criterion::Mean => vote.points / vote.weight,
        _ => vote.weight,
    };
    if criterion == Criterion::Lottery {
        return rng.roulette(votes.iter().map(|vote| f64::from(vote.weight)));
    }
    let better = |one: &&Vote, other: &&Vote| {
        let by_weight = || one.weight.total_cmp(&other.weight);
        measure(one).total_cmp(&measure(other)).then_with(by_weight).then(other.key.cmp(&one.key))
    };
    let best = votes.iter().max_by(better)?;
    votes.iter().position(|vote| vote.key == best.key)
}

/// Decides; none where nothing was found.
#[must_use]
pub fn choose(policy: Policy, counts: bool, found: &[Found], rng: &mut Rng) -> Option<Choice> {
    let (mut clusters, mut actions) = (Vec::new(), Vec::new());
    count(found.iter().map(|found| (u16::from(found.cluster), found.entry)), &mut clusters);
    let cluster = match policy.cluster {
        None => None,
        Some(criterion) => Some(clusters[prefer(criterion, counts, &clusters, rng)?].key),
    };
    let inside =
        found.iter().filter(|found| cluster.is_none_or(|cluster| cluster == u16::from(found.cluster)));
    count(inside.map(|found| (found.entry.action, found.entry)), &mut actions);
    let action = actions[prefer(policy.action, counts, &actions, rng)?].key;
    Some(Choice { cluster, clusters, actions, action })
}

/// The votes from the one a criterion likes best to the one it likes least; a lottery by frequency.
#[must_use]
pub fn ranking(criterion: Criterion, counts: bool, votes: &[Vote]) -> Vec<u16> {
    let sure = if criterion == Criterion::Lottery { Criterion::Majority } else { criterion };
    let mut left = votes.to_vec();
    let mut order = Vec::new();
    let mut unused = Rng::stream(0, "ranking", 0);
    while let Some(at) = prefer(sure, counts, &left, &mut unused) {
        order.push(left.remove(at).key);
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::policy::NAMES;

    fn found(cluster: u8, action: u16, points: f32) -> Found {
        let entry = Entry { action, among: 1, points, case: 0, group: 0 };
        Found { entry, similarity: 1.0, cluster, at: 0 }
    }

    fn decide(name: &str, found: &[Found]) -> u16 {
        let policy = Policy::named(name).unwrap();
        choose(policy, true, found, &mut Rng::stream(1, "reuse", 0)).unwrap().action
    }

    /// Figures 6 and 7: cases 1, 2 and 5 played the middle card (1), in clusters of their own; 3 and 4 the high (0).
    #[test]
    fn the_worked_test_of_the_thesis() {
        let five =
            [found(1, 1, 1.0), found(2, 1, 1.0), found(3, 0, 1.0), found(3, 0, 1.0), found(4, 1, -1.0)];
        assert_eq!(decide("MJS", &five), 1);
        assert_eq!(decide("MJCS", &five), 0);
    }

    /// Cluster 0 is frequent, 1 wins often, 2 brings most points. Within each, answer 0 is the frequent one, 1 wins
    /// more often, 2 brings the points.
    fn mixed() -> Vec<Found> {
        let mut all = Vec::new();
        let mut add = |cluster, action, points, times| {
            all.extend(std::iter::repeat_n(found(cluster, action, points), times));
        };
        add(0, 0, -1.0, 30);
        add(0, 1, 1.0, 2);
        add(0, 2, 9.0, 1);
        add(0, 2, -1.0, 4);
        add(1, 3, 1.0, 3);
        add(1, 3, -1.0, 2);
        add(1, 4, 0.5, 2);
        add(1, 5, 3.0, 1);
        add(1, 5, -0.5, 1);
        add(2, 6, -1.0, 8);
        add(2, 7, 1.0, 1);
        add(2, 8, 40.0, 2);
        add(2, 8, -1.0, 2);
        all
    }

    #[test]
    fn all_policies_choose_what_they_should() {
        let all = mixed();
        let expected = |name: &str| match name {
            "MJS" => 0,
            // Answer 1 won always, and so did 4 and 7: the more frequent of them, then the lower.
            "PVS" => 1,
            "NPS" => 8,
            "MJCS" => 0,
            "MJCPVS" => 1,
            "MJCNPS" => 2,
            "PVCMJS" => 3,
            "PVCS" => 4,
            "PVCNPS" => 5,
            "NPCMJS" => 6,
            "NPCPVS" => 7,
            "NPCS" => 8,
            // 40 points twice and −1 twice are 19.5 each, more than the mean of any other.
            "MPS" => 8,
            _ => 99,
        };
        for name in NAMES {
            match expected(name) {
                99 => assert!(name.contains("PL"), "{name} is a lottery"),
                action => assert_eq!(decide(name, &all), action, "{name}"),
            }
        }
    }

    #[test]
    fn lotteries_draw_as_often_as_there_are_cases() {
        let all = mixed();
        let shares = |name: &str| {
            let (policy, mut rng) = (Policy::named(name).unwrap(), Rng::stream(1, "lottery", 0));
            let mut drawn = [0.0; 9];
            for _ in 0..20_000 {
                drawn[usize::from(choose(policy, true, &all, &mut rng).unwrap().action)] += 1.0 / 20_000.0;
            }
            drawn
        };
        let near = |share: f64, expected: f64| (share - expected).abs() < 0.015;
        assert!(near(shares("PLS")[0], 30.0 / 59.0));
        assert!(near(shares("MJCPLS")[0], 30.0 / 37.0));
        assert!(near(shares("PVCPLS")[3], 5.0 / 9.0));
        assert!(near(shares("NPCPLS")[6], 8.0 / 13.0));
        // The lottery is about the cluster: 37, 9 and 13 of 59.
        for (name, actions) in [("PLCMJS", [0, 3, 6]), ("PLCPVS", [1, 4, 7]), ("PLCNPS", [2, 5, 8])] {
            let shares = shares(name);
            for (action, share) in actions.into_iter().zip([37.0, 9.0, 13.0]) {
                assert!(near(shares[action], share / 59.0), "{name}: {shares:?}");
            }
        }
        let twice = shares("PLCS");
        assert!(near(twice[0], 30.0 / 59.0) && near(twice[5], 2.0 / 59.0), "{twice:?}");
    }

    #[test]
    fn what_may_stand_elsewhere_counts_by_its_share() {
        let mut five = [1, 1, 1, 2, 2].map(|action| found(0, action, 1.0));
        five.iter_mut().take(3).for_each(|found| found.entry.among = 3);
        five[2].entry.points = -6.0;
        let three = [five[0], five[1], five[2], five[3]];
        assert_eq!(decide("MJS", &five), 2, "three thirds are fewer than two");
        assert_eq!(decide("MJS", &three), 1, "of equals the lower");
        let choice = choose(Policy::named("NPS").unwrap(), true, &three, &mut Rng::stream(1, "reuse", 0));
        let Vote { many, weight, won, points, .. } = choice.unwrap().actions[0];
        assert_eq!((many, weight, points), (3, 1.0, 1.0 / 3.0 + 1.0 / 3.0 - 2.0));
        assert!((won - 2.0 / 3.0).abs() < 1e-6);
    }

    #[test]
    fn cards_do_not_count_points_and_nothing_found_decides_nothing() {
        let two = [found(0, 1, 9.0), found(0, 1, -1.0), found(0, 2, 1.0)];
        let by_points = Policy::named("NPS").unwrap();
        let mut rng = Rng::stream(1, "reuse", 0);
        let action = |counts, rng: &mut Rng| choose(by_points, counts, &two, rng).unwrap().action;
        assert_eq!((action(true, &mut rng), action(false, &mut rng)), (1, 2));
        let by_mean = Policy::named("MPS").unwrap();
        assert_eq!(
            choose(by_mean, false, &two, &mut rng).unwrap().action,
            1,
            "a mean of points counts for cards too"
        );
        let often = [found(0, 1, -1.0), found(0, 1, -1.0), found(0, 1, -1.0), found(0, 2, -2.0)];
        let of = |name: &str| decide(name, &often);
        assert_eq!(
            (of("NPS"), of("MPS")),
            (2, 1),
            "what lost little often has the worse balance and the better mean"
        );
        assert_eq!(choose(by_points, true, &[], &mut rng), None);
        let losing = [found(0, 1, -9.0), found(0, 2, -1.0)];
        assert_eq!(decide("NPS", &losing), 2, "the smallest loss where all lost");
        assert_eq!(
            ranking(Criterion::Points, true, &choose(by_points, true, &two, &mut rng).unwrap().actions),
            [1, 2]
        );
    }
}
