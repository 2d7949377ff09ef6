//! What the agents thought of the position, and who was ahead in their eyes.

use crate::Context;
use ludometer_record::MatchRecord;

/// A lead is more than this; smaller differences are the noise of a search. On values from −1 to 1
/// it is a difference in winning chances of five points in a hundred.
pub(crate) const LEAD: f64 = 0.1;

/// An opinion that rests on fewer positions than this is noise, unless it is proven: the mean of 50
/// random matches is still off by 0.14 as a rule.
const LEAST_NODES: u64 = 50;

/// The decisions at which the mover's agent had an opinion worth the name: the turn (decisions before
/// it) and the value of each seat, from −1 to 1. Opinions that rest on fewer than 50 positions are left
/// out, unless they are proven.
///
/// A searching agent sees its own moves better than the replies, so whose turn it is shifts what it
/// thinks. The value at a turn is therefore the mean of the latest opinion of every seat that has one.
/// What is proven is nobody's opinion: it takes the place of all, until somebody thinks anew.
pub(crate) fn opinions(context: &Context, record: &MatchRecord) -> Vec<(usize, Vec<f64>)> {
    let seats = context.seats();
    let decisions = record.plies.iter().filter_map(|ply| Some((ply, ply.actor.seat()?)));
    let mut latest: Vec<Option<Vec<f64>>> = vec![None; seats];
    let mut all = Vec::new();
    for (turn, (ply, mover)) in decisions.enumerate() {
        let whole = ply.values.len() == seats && ply.values.iter().all(|value| value.is_finite());
        let sure = ply.nodes >= LEAST_NODES || ply.proven;
        if whole && sure && mover < seats {
            let values: Vec<f64> = ply.values.iter().map(|v| f64::from(*v).clamp(-1.0, 1.0)).collect();
            if ply.proven {
                latest.fill(Some(values));
            } else {
                latest[mover] = Some(values);
            }
            all.push((turn, mean(&latest)));
        }
    }
    all
}

/// The mean value of each seat over the opinions there are.
fn mean(opinions: &[Option<Vec<f64>>]) -> Vec<f64> {
    let held: Vec<&Vec<f64>> = opinions.iter().flatten().collect();
    let of_seat = |seat: usize| held.iter().map(|values| values[seat]).sum::<f64>() / held.len() as f64;
    (0..opinions.len()).map(of_seat).collect()
}

/// How far a seat is behind its best rival; negative when it is ahead, `None` without rivals.
pub(crate) fn behind(context: &Context, values: &[f64], seat: usize) -> Option<f64> {
    let rivals = (0..values.len()).filter(|other| context.are_rivals(seat, *other));
    rivals.map(|other| values[other] - values[seat]).max_by(f64::total_cmp)
}

/// The team that leads every other one by more than [`LEAD`], if one does.
pub(crate) fn leader(context: &Context, values: &[f64]) -> Option<u8> {
    let ahead = |seat: &usize| behind(context, values, *seat).is_some_and(|gap| -gap > LEAD);
    (0..values.len()).find(ahead).map(|seat| context.team(seat))
}

/// Whether the best of these seats leads everybody else by more than [`LEAD`].
pub(crate) fn lead_together(values: &[f64], seats: &[usize]) -> bool {
    let best = |inside: bool| {
        let group = (0..values.len()).filter(|seat| seats.contains(seat) == inside);
        group.map(|seat| values[seat]).fold(f64::NEG_INFINITY, f64::max)
    };
    best(true) - best(false) > LEAD
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::support::World;

    #[test]
    fn teams_lead_together() {
        let world = World::new(&["N", "E", "S", "W"]).teams(&[0, 1, 0, 1]);
        assert_eq!(leader(&world.context(), &[0.4, -0.4, 0.4, -0.4]), Some(0));
        assert_eq!(leader(&world.context(), &[0.02, -0.02, 0.02, -0.02]), None);
        assert_eq!(behind(&world.context(), &[0.4, -0.4, 0.4, -0.4], 3), Some(0.8));
        assert!(lead_together(&[0.4, -0.4, 0.4, -0.4], &[0, 2]));
    }

    #[test]
    fn nobody_leads_alone_or_among_friends() {
        let solo = World::new(&["A"]);
        assert_eq!(leader(&solo.context(), &[0.9]), None);
        let friends = World::new(&["A", "B"]).cooperative();
        assert_eq!(leader(&friends.context(), &[0.9, 0.1]), None);
        assert_eq!(behind(&friends.context(), &[0.9, 0.1], 1), None);
    }

    #[test]
    fn whose_turn_it_is_does_not_shift_the_value() {
        let mut world = World::new(&["A", "B"]);
        let mut game = world.game();
        for _ in 0..3 {
            // Each is sure to be ahead when it is to move.
            game = game.decide(0, &["a"], 0).values(&[0.4, -0.4]).decide(1, &["b"], 0).values(&[-0.4, 0.4]);
        }
        let record = game.done();
        let found = opinions(&world.context(), &record);
        assert_eq!(found.len(), 6);
        assert!(found[1..].iter().all(|(_, values)| values == &[0.0, 0.0]), "{found:?}");
    }

    #[test]
    fn a_lucky_playout_is_no_proof() {
        let mut world = World::new(&["A", "B"]);
        let lucky = world.game().decide(0, &["a"], 0).values(&[1.0, -1.0]).nodes(3).done();
        assert_eq!(opinions(&world.context(), &lucky), []);
        let proven = world.game().decide(0, &["a"], 0).values(&[1.0, -1.0]).proven().done();
        assert_eq!(opinions(&world.context(), &proven), [(0, vec![1.0, -1.0])]);
    }

    #[test]
    fn a_proof_replaces_every_opinion_until_a_newer_one() {
        let mut world = World::new(&["A", "B"]);
        let record = world
            .game()
            .decide(0, &["a"], 0)
            .values(&[0.5, -0.5])
            .decide(1, &["b"], 0)
            .values(&[-1.0, 1.0])
            .proven()
            .decide(0, &["a"], 0)
            .values(&[0.0, 0.0])
            .done();
        let values: Vec<f64> = opinions(&world.context(), &record).iter().map(|(_, v)| v[0]).collect();
        assert_eq!(values, [0.5, -1.0, -0.5], "the newer opinion is averaged with the proof");
    }

    #[test]
    fn plies_without_an_opinion_keep_their_turn() {
        let mut world = World::new(&["A", "B"]);
        let record = world
            .game()
            .decide(0, &["a"], 0)
            .chance("roll")
            .decide(1, &["b"], 0)
            .values(&[0.5, -0.5])
            .decide(0, &["c"], 0)
            .values(&[f32::NAN, 0.0])
            .done();
        assert_eq!(opinions(&world.context(), &record), [(1, vec![0.5, -0.5])]);
    }
}
