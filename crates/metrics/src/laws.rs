//! What holds for every metric of the registry, on any matches whatever.

use crate::support::{Builder, World};
use crate::{Entry, Estimate, Measure, Metric, Panel, Shape, Summariser, Unit, cards, summarise};
use ludometer_record::{Ending, MatchRecord};
use ludometer_stats::Splitmix;
use proptest::prelude::*;

/// Worlds of every kind.
fn world(kind: usize) -> World {
    match kind {
        0 => World::new(&["X", "O"]).board(&["a", "b", "c", "d"]),
        1 => World::new(&["X", "O"]).lineup(&[0, 1]),
        2 => World::new(&["A"]).board(&["a", "b"]),
        3 => World::new(&["A", "B", "C"]).lineup(&[0, 1, 1]),
        4 => World::new(&["N", "E", "S", "W"]).teams(&[0, 1, 0, 1]),
        5 => World::new(&["X", "O"]).dice(),
        _ => World::new(&["A", "B"]).cooperative(),
    }
}

const KINDS: usize = 7;

/// Matches in which anything may happen, nonsense included.
fn matches(world: &mut World, count: usize, stream: &mut Splitmix) -> Vec<MatchRecord> {
    (0..count).map(|_| any_match(world, stream)).collect()
}

fn any_match(world: &mut World, stream: &mut Splitmix) -> MatchRecord {
    let seats = world.header.game.seats.len();
    let lineup = world.header.groups[0].lineup.clone();
    let rotation = stream.below(seats);
    let agents: Vec<u16> = (0..seats).map(|seat| lineup[(seat + rotation) % seats] as u16).collect();
    let place = stream.below(2) as u8 + 1;
    let places: Vec<u8> = if world.header.game.cooperative {
        vec![place; seats]
    } else {
        (0..seats).map(|seat| 1 + ((stream.bits() >> world.header.game.teams[seat]) % 2) as u8).collect()
    };
    let endings =
        [Ending::Finished, Ending::Finished, Ending::Finished, Ending::Limit, Ending::Illegal, Ending::Panic];
    let mut game = world
        .game()
        .agents(&agents)
        .block(stream.below(4) as u64)
        .places(&places)
        .ending(endings[stream.below(endings.len())])
        .because(["", "line", "board full"][stream.below(3)]);
    for _ in 0..stream.below(12) {
        game = any_ply(game, seats, stream);
    }
    if stream.below(2) == 0 {
        let scores: Vec<f32> = (0..seats).map(|_| stream.below(50) as f32 / 3.0).collect();
        game = game.scores(&scores).source(stream.below(seats) as u8, "line", stream.below(9) as f32 / 7.0);
        game = game.count("captures", stream.below(5) as f64 / 3.0);
        game = game.points(&(0..seats).map(|_| stream.below(9) as f32 / 4.0 - 1.0).collect::<Vec<_>>());
    }
    if stream.below(3) == 0 {
        game = game.broken(["a card is missing", "line 3 divides by zero"][stream.below(2)]);
    }
    if stream.below(9) == 0 {
        game = game.places(&vec![1; seats + 1]).agents(&[0]);
    }
    if stream.below(4) == 0 {
        game = game.sides(&vec!["elves"; seats]);
    }
    game.done()
}

fn any_ply<'a>(game: Builder<'a>, seats: usize, stream: &mut Splitmix) -> Builder<'a> {
    if stream.below(8) == 0 {
        return game.chance("roll");
    }
    let legal = &["a", "b", "c", "d"][..1 + stream.below(4)];
    // Now and then a move that is not in the list, or of a seat that does not exist.
    let beyond = stream.below(2);
    let game =
        game.decide(stream.below(seats + beyond) as u8, legal, stream.below(legal.len() + beyond) as u32);
    match stream.below(4) {
        0 => game,
        1 => game.values(&vec![f32::NAN; seats]),
        _ => game.values(&(0..seats).map(|_| (stream.unit() * 2.0 - 1.0) as f32).collect::<Vec<f32>>()),
    }
}

fn estimates(measure: &Measure) -> Vec<Estimate> {
    match &measure.shape {
        Shape::Rows { rows, .. } => rows.iter().map(|row| row.estimate).collect(),
        Shape::Lines { lines, .. } => lines.iter().flat_map(|line| line.points.iter().map(|p| p.1)).collect(),
        Shape::Table { rows, .. } => {
            let estimate = |entry: &Entry| if let Entry::Estimate(e) = entry { Some(*e) } else { None };
            rows.iter().flatten().filter_map(estimate).collect()
        }
        Shape::Heat { layers } => {
            layers.iter().flat_map(|layer| layer.cells.iter().map(|v| Estimate::fact(*v, layer.n))).collect()
        }
        Shape::Histogram { bins, .. } => {
            bins.iter().flat_map(|bin| [bin.low, bin.high].map(|v| Estimate::fact(v, bin.count))).collect()
        }
    }
}

fn assert_sound(measures: &[Measure]) {
    for measure in measures {
        let (least, most) = match measure.unit {
            Unit::Share => (0.0, 1.0),
            Unit::Value => (-1.0, 1.0),
            Unit::Count => (0.0, f64::MAX),
            Unit::Points => (f64::MIN, f64::MAX),
        };
        for Estimate { value, low, high, .. } in estimates(measure) {
            let ends = [value, low, high];
            assert!(ends.iter().all(|end| end.is_finite()), "{} holds {ends:?}", measure.id);
            assert!(low <= value && value <= high, "{} is out of order: {ends:?}", measure.id);
            assert!(least <= value && value <= most, "{} is out of range: {ends:?}", measure.id);
            assert!(least <= low && high <= most, "{} promises too much: {ends:?}", measure.id);
        }
        if let Shape::Table { columns, rows } = &measure.shape {
            assert!(rows.iter().all(|row| row.len() == columns.len()), "{} is ragged", measure.id);
        }
    }
}

#[test]
fn defined_on_no_match_and_on_one() {
    for kind in 0..KINDS {
        let mut world = world(kind);
        assert_sound(&world.measure::<Panel>(&[]));
        let empty = world.game().done();
        assert_sound(&world.measure::<Panel>(&[empty]));
        for seed in 0..50 {
            let one = any_match(&mut world, &mut Splitmix::named(&format!("one {seed}")));
            assert_sound(&world.measure::<Panel>(&[one]));
        }
    }
}

#[test]
fn every_measure_is_named_on_a_card() {
    let known: Vec<&str> = cards().iter().flat_map(|card| card.measures.clone()).collect();
    let mut found = Vec::new();
    for kind in 0..KINDS {
        let mut world = world(kind);
        let records = matches(&mut world, 60, &mut Splitmix::named("named"));
        found.extend(world.measure::<Panel>(&records).into_iter().map(|measure| measure.id));
    }
    for id in &found {
        assert!(known.contains(&id.as_str()), "{id} is on no card");
    }
    for id in known {
        assert!(found.iter().any(|other| other == id), "{id} is never found");
    }
}

#[test]
fn a_measure_id_is_found_once() {
    for kind in 0..KINDS {
        let mut world = world(kind);
        let records = matches(&mut world, 40, &mut Splitmix::named("once"));
        let mut ids: Vec<String> = world.measure::<Panel>(&records).into_iter().map(|m| m.id).collect();
        let all = ids.len();
        ids.sort();
        ids.dedup();
        assert_eq!(ids.len(), all);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    #[test]
    fn sound_on_any_matches(kind in 0..KINDS, count in 0usize..40, seed in any::<u64>()) {
        let mut world = world(kind);
        let records = matches(&mut world, count, &mut Splitmix::named(&format!("sound {seed}")));
        assert_sound(&world.measure::<Panel>(&records));
    }

    #[test]
    fn order_does_not_matter(kind in 0..KINDS, count in 0usize..30, seed in any::<u64>()) {
        let mut world = world(kind);
        let mut stream = Splitmix::named(&format!("order {seed}"));
        let mut records = matches(&mut world, count, &mut stream);
        let before = world.measure::<Panel>(&records);
        for last in (1..records.len()).rev() {
            records.swap(last, stream.below(last + 1));
        }
        prop_assert_eq!(before, world.measure::<Panel>(&records));
    }

    #[test]
    fn shards_do_not_matter(kind in 0..KINDS, count in 0usize..30, shards in 1usize..5, seed in any::<u64>()) {
        let mut world = world(kind);
        let mut stream = Splitmix::named(&format!("shards {seed}"));
        let records = matches(&mut world, count, &mut stream);
        let mut parts = vec![Panel::default(); shards];
        records.iter().for_each(|record| parts[stream.below(shards)].observe(&world.context(), record));
        let mut merged = Panel::default();
        parts.into_iter().rev().for_each(|part| merged.merge(part));
        prop_assert_eq!(merged.finish(&world.context()), world.measure::<Panel>(&records));
    }

    #[test]
    fn summaries_merge(count in 0usize..20, cut in 0usize..20, seed in any::<u64>()) {
        let mut world = world(1);
        let records = matches(&mut world, count, &mut Splitmix::named(&format!("summary {seed}")));
        let cut = cut.min(records.len());
        let mut shards = [Summariser::default(), Summariser::default()];
        for (number, record) in records.iter().enumerate() {
            shards[usize::from(number < cut)].observe(&world.header, &world.names, record);
        }
        let [mut merged, other] = shards;
        merged.merge(other);
        prop_assert_eq!(merged.finish(&world.header, &world.names), summarise(&world.header, &world.names, &records));
    }
}
