//! What is counted of a cluster of decisions.

use super::Lived;
use ludometer_stats::{Clusters, Moments};
use std::collections::BTreeMap;

/// A decision that was put into a cluster.
pub(super) struct Put<'a> {
    /// The hand in which it was made.
    pub hand: &'a Lived,
    /// Its cluster.
    pub cluster: usize,
    /// The answer.
    pub action: u16,
    /// What the hand brought.
    pub points: f32,
    /// What it is clustered by.
    pub values: Vec<f32>,
}

/// How the values of an attribute are spread.
#[derive(Clone, Default)]
pub(super) struct Spread {
    /// Mean and deviation of what is known.
    pub moments: Moments,
    /// How often each value came, by its bits.
    pub values: BTreeMap<u32, u64>,
}

impl Spread {
    fn add(&mut self, value: f32) {
        if !value.is_nan() {
            self.moments.add(f64::from(value));
            *self.values.entry(value.to_bits()).or_default() += 1;
        }
    }

    /// The most frequent value, the lower of equals, and its share of what is known.
    pub fn mode(&self) -> (f32, f32) {
        let all: u64 = self.values.values().sum();
        let most = self.values.iter().max_by(|one, other| one.1.cmp(other.1).then(other.0.cmp(one.0)));
        most.map_or((f32::NAN, 0.0), |(bits, many)| (f32::from_bits(*bits), *many as f32 / all as f32))
    }
}

/// The counts of a cluster.
#[derive(Clone, Default)]
pub(super) struct Counts {
    /// Its decisions among those of the scenario, by match.
    pub share: Clusters,
    /// Half wins among half chances, by match; each hand counts once.
    pub won: Clusters,
    /// Points by hand.
    pub points: Moments,
    /// Each answer.
    pub actions: BTreeMap<u16, u64>,
    /// Each attribute it is clustered by.
    pub spreads: Vec<Spread>,
    /// For each player: decisions here among all of that player in the scenario, by match.
    pub players: Vec<Clusters>,
}

/// Counts the decisions of a scenario, which come match by match and hand by hand.
pub(super) fn count(puts: &[Put<'_>], clusters: usize, players: usize) -> Vec<Counts> {
    let width = puts.first().map_or(0, |put| put.values.len());
    let empty = Counts {
        spreads: vec![Spread::default(); width],
        players: vec![Clusters::default(); players],
        ..Counts::default()
    };
    let mut counts = vec![empty; clusters];
    for put in puts {
        let counts = &mut counts[put.cluster];
        *counts.actions.entry(put.action).or_default() += 1;
        counts.spreads.iter_mut().zip(&put.values).for_each(|(spread, value)| spread.add(*value));
    }
    for of_match in puts.chunk_by(|one, other| one.hand.number == other.hand.number) {
        for (cluster, counts) in counts.iter_mut().enumerate() {
            add_match(counts, cluster, of_match);
        }
    }
    counts
}

fn add_match(counts: &mut Counts, cluster: usize, of_match: &[Put<'_>]) {
    let here = |put: &&Put<'_>| put.cluster == cluster;
    let many = |puts: &mut dyn Iterator<Item = &Put<'_>>| puts.count() as u64;
    counts.share.add(many(&mut of_match.iter().filter(here)), of_match.len() as u64);
    for (player, share) in counts.players.iter_mut().enumerate() {
        let own = || of_match.iter().filter(|put| put.hand.player == Some(player));
        share.add(many(&mut own().filter(here)), many(&mut own()));
    }
    let (mut halves, mut hands) = (0, 0);
    for of_hand in of_match.chunk_by(|one, other| std::ptr::eq(one.hand, other.hand)) {
        let Some(put) = of_hand.iter().find(here) else { continue };
        hands += 1;
        halves += if put.points > 0.0 { 2 } else { u64::from(put.points == 0.0) };
        counts.points.add(f64::from(put.points));
    }
    counts.won.add(halves, 2 * hands);
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_game::Case;

    fn hand(number: u64, player: usize) -> Lived {
        Lived { case: Case::default(), number, player: Some(player) }
    }

    #[test]
    fn hands_count_once_and_matches_are_what_differs() {
        let hands = [hand(0, 0), hand(0, 1), hand(1, 0)];
        let put = |hand, cluster, action, points| Put { hand, cluster, action, points, values: vec![points] };
        let puts = [
            put(&hands[0], 0, 7, 2.0),
            put(&hands[0], 0, 8, 2.0),
            put(&hands[1], 1, 7, -2.0),
            put(&hands[2], 0, 7, 0.0),
            put(&hands[2], 1, 7, 0.0),
        ];
        let counts = count(&puts, 2, 2);
        let told = |counts: &Counts| {
            let players: Vec<_> = counts.players.iter().map(|one| (one.hits(), one.chances())).collect();
            (counts.share.hits(), counts.won.hits(), counts.won.chances(), counts.points.n(), players)
        };
        assert_eq!(told(&counts[0]), (3, 3, 4, 2, vec![(3, 4), (0, 1)]));
        assert_eq!(told(&counts[1]), (2, 1, 4, 2, vec![(1, 4), (1, 1)]));
        assert_eq!(counts[0].actions, BTreeMap::from([(7, 2), (8, 1)]));
        assert_eq!(counts[0].spreads[0].mode(), (2.0, 2.0 / 3.0));
        assert_eq!(counts[0].share.count(), 2);
    }

    #[test]
    fn what_is_unknown_is_left_out() {
        let mut spread = Spread::default();
        assert!(spread.mode().0.is_nan());
        [3.0, f32::NAN, 1.0, 3.0, 1.0].into_iter().for_each(|value| spread.add(value));
        assert_eq!((spread.mode(), spread.moments.average()), ((1.0, 0.5), Some(2.0)));
    }
}
