//! How often something was chosen when it could have been, by seat.
//!
//! A chance is a decision at which at least one legal move has the name in question; it is taken when
//! the chosen move has it. Decisions of one seat in one match are a cluster: they are not independent.

use crate::Context;
use ludometer_record::{MatchRecord, NameId, Opt};
use ludometer_stats::Clusters;
use rustc_hash::FxHashMap;

/// Stands for a chosen move that was not in the list of legal ones.
const UNKNOWN: NameId = NameId(u32::MAX);

/// Chances and choices by name; one entry per seat.
#[derive(Clone, Debug, Default)]
pub(crate) struct Usage {
    pub(crate) by_name: FxHashMap<NameId, Vec<Clusters>>,
}

/// What one match says of one name and seat.
#[derive(Default)]
struct Chances {
    legal: u64,
    played: u64,
    /// The last decision that counted as a chance, from 1, so that none counts twice.
    last: usize,
}

impl Usage {
    /// Counts a match; `names` says which names of a move are meant.
    pub(crate) fn observe(&mut self, context: &Context, record: &MatchRecord, names: fn(&Opt) -> &[NameId]) {
        let mut seen: FxHashMap<(usize, NameId), Chances> = FxHashMap::default();
        for (number, ply) in record.plies.iter().enumerate() {
            let Some(seat) = ply.actor.seat().filter(|seat| *seat < context.seats()) else { continue };
            let chosen = ply.played().map_or(&[UNKNOWN][..], names);
            for name in ply.legal.iter().flat_map(names).chain(chosen) {
                let chances = seen.entry((seat, *name)).or_default();
                if chances.last <= number {
                    chances.last = number + 1;
                    chances.legal += 1;
                    chances.played += u64::from(chosen.contains(name));
                }
            }
        }
        for ((seat, name), chances) in seen {
            let seats = self.by_name.entry(name).or_default();
            seats.resize(context.seats(), Clusters::default());
            seats[seat].add(chances.played, chances.legal);
        }
    }

    pub(crate) fn merge(&mut self, other: Self) {
        for (name, theirs) in other.by_name {
            let mine = self.by_name.entry(name).or_default();
            mine.resize(theirs.len().max(mine.len()), Clusters::default());
            mine.iter_mut().zip(&theirs).for_each(|(m, t)| m.merge(t));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::support::World;

    #[test]
    fn a_name_in_several_moves_is_one_chance() {
        let mut world = World::new(&["A", "B"]);
        let record = world
            .game()
            .decide_with(0, &[("e2e3", &["cell:e2", "cell:e3"]), ("e2e4", &["cell:e2", "cell:e4"])], 1)
            .decide_with(0, &[("e2e3", &["cell:e2", "cell:e3"]), ("d1d2", &["cell:d1"])], 1)
            .done();
        let mut usage = Usage::default();
        usage.observe(&world.context(), &record, |option| &option.elements);
        let sums = |text: &str| {
            let clusters = usage.by_name[&world.names.find(text).unwrap()][0];
            (clusters.hits(), clusters.chances())
        };
        assert_eq!(sums("cell:e2"), (1, 2));
        assert_eq!(sums("cell:e4"), (1, 1));
        assert_eq!(sums("cell:e3"), (0, 2));
    }
}
