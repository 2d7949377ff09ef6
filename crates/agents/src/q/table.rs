//! A table of values by what a seat knows and what it does: the memory of a Q-learner.
//!
//! Only pairs that were tried are kept, about 12 bytes each. The table is cut into shards by the first bits of a
//! fingerprint of the state, so that threads can change it side by side; a shard is a row of buckets, each one line of
//! memory with six pairs, and one or two lines say everything about a state.
//!
//! A state is known by 50 bits of a fingerprint. Among 20 million states, one look in 50 million is mistaken for
//! another state.

use super::shard::{Place, SHARDS, Shard};

/// The values of one seat.
#[derive(Clone)]
pub struct Table {
    shards: Vec<Shard>,
}

impl Default for Table {
    fn default() -> Self {
        Table { shards: vec![Shard::default(); SHARDS] }
    }
}

impl Table {
    /// The values of the actions of a state, by their place among the legal moves; those never tried are `untried`.
    pub fn read(&self, place: Place, untried: f32, row: &mut [f32]) {
        row.fill(untried);
        self.shards[place.shard()].read(place, row);
    }

    /// Reads a little of where a state is; see [`Shard::fetch`].
    #[must_use]
    pub fn fetch(&self, place: Place) -> usize {
        self.shards[place.shard()].fetch(place)
    }

    /// Whether anything was tried in a state.
    #[must_use]
    pub fn knows(&self, place: Place) -> bool {
        self.shards[place.shard()].knows(place)
    }

    /// The parts, in order.
    #[must_use]
    pub fn shards(&self) -> &[Shard] {
        &self.shards
    }

    /// The parts, in order, to be changed.
    pub fn shards_mut(&mut self) -> &mut [Shard] {
        &mut self.shards
    }

    /// Pairs of state and action that were tried.
    #[must_use]
    pub fn pairs(&self) -> usize {
        self.shards.iter().map(Shard::pairs).sum()
    }

    /// States in which something was tried.
    #[must_use]
    pub fn states(&self) -> usize {
        self.shards.iter().map(Shard::states).sum()
    }

    /// Bytes of memory.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.shards.iter().map(Shard::bytes).sum::<usize>() + SHARDS * size_of::<Shard>()
    }
}
#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_game::Rng;
    use std::collections::BTreeMap;

    /// Random work on a table and on a plain map.
    fn both(pairs: u64) -> (Table, BTreeMap<(u64, u8), f32>) {
        let (mut table, mut map) = (Table::default(), BTreeMap::new());
        let mut rng = Rng::stream(1, "table", 0);
        for number in 0..pairs {
            // Few shards, so that they grow.
            let state = (rng.below(8) as u64) << 60 | (rng.below(20_000) as u64) << 30;
            let (action, place) = (rng.below(7) as u8, Place::of(state));
            *table.shards_mut()[place.shard()].value(place, action, 0.5) += number as f32;
            *map.entry((state, action)).or_insert(0.5) += number as f32;
        }
        (table, map)
    }

    #[test]
    fn it_is_a_map() {
        let (table, map) = both(300_000);
        assert_eq!(table.pairs(), map.len());
        let states: std::collections::BTreeSet<u64> = map.keys().map(|(state, _)| *state).collect();
        assert_eq!(table.states(), states.len());
        let mut row = [0.0; 7];
        for state in states {
            table.read(Place::of(state), f32::NAN, &mut row);
            for (action, value) in row.iter().enumerate() {
                match map.get(&(state, action as u8)) {
                    Some(known) => assert_eq!(value, known),
                    None => assert!(value.is_nan()),
                }
            }
        }
        table.read(Place::of(u64::MAX), 3.0, &mut row);
        assert_eq!(row, [3.0; 7]);
    }

    #[test]
    fn a_filled_shard_is_the_one_that_was_read() {
        let (table, _) = both(50_000);
        let mut copy = Table::default();
        for (shard, from) in copy.shards_mut().iter_mut().zip(table.shards()) {
            shard.fill(&from.sorted());
        }
        assert_eq!((copy.pairs(), copy.states()), (table.pairs(), table.states()));
        assert!(copy.shards().iter().zip(table.shards()).all(|(a, b)| a.sorted() == b.sorted()));
    }

    #[test]
    fn a_pair_takes_twelve_bytes() {
        let mut table = Table::default();
        let mut rng = Rng::stream(1, "bytes", 0);
        for _ in 0..1_000_000 {
            let place = Place::of(rng.bits());
            table.shards_mut()[place.shard()].value(place, rng.below(7) as u8, 0.0);
        }
        let each = table.bytes() as f64 / table.pairs() as f64;
        assert!(each < 12.5, "{each}");
    }
}
