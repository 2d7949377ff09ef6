//! Tests of bases: similarity, retrieval against a dumb search, files.

use super::drawer::{Drawer, Entry, Measure};
use super::retrieve::Retrieved;
use super::store::{read, write};
use super::*;
use ludometer_game::{
    Attribute, Case, CaseAction, CaseDecision, CaseIndex, CaseQuery, Likeness, Rng, Scenario,
};
use std::path::Path;

/// Cards and who leads, in two scenarios.
pub fn schema() -> CaseSchema {
    let attribute = |name: &str, likeness| Attribute { name: name.into(), likeness, words: &[] };
    let card = Likeness::Interval(52.0);
    let scenario = |name: &str, asks: Vec<usize>, counts| Scenario {
        name: name.into(),
        groups: vec![0, 2],
        by_action: true,
        index: 0,
        account: 0,
        counts,
        asks,
    };
    CaseSchema {
        attributes: vec![
            attribute("high", card),
            attribute("middle", card),
            attribute("low", card),
            attribute("leads", Likeness::Equal),
        ],
        scenarios: vec![scenario("cards", vec![0, 1, 2, 3], false), scenario("bets", vec![3, 0], true)],
        actions: ["high", "middle", "low"].map(|name| CaseAction { name: name.into(), code: 4.0 }).into(),
        indexes: vec![CaseIndex { name: "cards".into(), places: vec![0, 1, 2], clusters: 8 }],
        accounts: vec!["hand".into()],
        ..CaseSchema::default()
    }
}

/// A case with so many decisions of the first scenario.
pub fn case(values: &[f32; 4], decisions: usize, points: f32) -> Case {
    let decision =
        CaseDecision { scenario: 0, facing: 3, action: 1, among: 1, points, asked: values.to_vec() };
    Case { values: values.to_vec(), decisions: vec![decision; decisions] }
}

/// Hands by lot.
fn hands(many: u64) -> Vec<Case> {
    let mut rng = Rng::stream(1, "hands", 0);
    let codes = [1.0f32, 2.0, 3.0, 4.0, 6.0, 7.0, 8.0, 12.0, 16.0, 24.0, 40.0, 42.0, 50.0, 52.0];
    let hand = |_| {
        let mut values = [(); 4].map(|()| codes[rng.below(codes.len())]);
        values[..3].sort_by(|one, other| other.total_cmp(one));
        values[3] = rng.below(2) as f32;
        let mut told = case(&values, 2, rng.below(7) as f32 - 3.0);
        for decision in &mut told.decisions {
            decision.action = rng.below(3) as u16;
            decision.facing = rng.below(2) as u32;
            if rng.below(9) == 0 {
                decision.asked[1] = f32::NAN;
            }
        }
        told.decisions[1].scenario = 1;
        told.decisions[1].asked = vec![values[3], values[0]];
        told
    };
    (0..many).map(hand).collect()
}

/// A base with indexes and clusters.
fn base(many: u64) -> Base {
    let mut base = Base::new(schema());
    hands(many).iter().for_each(|case| base.add(case));
    base.index(1);
    base.recluster(1, 1);
    base
}

#[test]
fn the_similarity_of_the_thesis() {
    let card = Measure::of(Likeness::Interval(52.0), (0.0, 0.0));
    let leads = Measure::of(Likeness::Equal, (0.0, 0.0));
    let mut drawer = Drawer::default();
    drawer.push(&[24.0, 8.0, 7.0, 1.0], Entry { action: 0, among: 1, points: 0.0, case: 0, group: 0 });
    let mut sums = Vec::new();
    let many = drawer.compare(&[24.0, 12.0, 6.0, 1.0], &[card, card, card, leads], &mut sums);
    assert_eq!(many, 4);
    assert!((sums[0] / 4.0 - 0.976).abs() < 5e-4, "{}", sums[0] / 4.0);
    let many = drawer.compare(&[24.0, f32::NAN, f32::NAN, 2.0], &[card, card, card, leads], &mut sums);
    assert_eq!((many, sums[0]), (2, 1.0), "only what is known is asked");
    drawer.push(
        &[24.0, f32::NAN, f32::NAN, 1.0],
        Entry { action: 0, among: 1, points: 0.0, case: 1, group: 0 },
    );
    let many = drawer.compare(&[24.0, 12.0, 6.0, 2.0], &[card, card, card, leads], &mut sums);
    assert_eq!((many, sums[1]), (4, 2.0), "what a case does not know is as alike as the rest of it");
    assert!((sums[0] - 2.904).abs() < 1e-3, "{}", sums[0]);
}

/// The dumb way: every case, every decision, one similarity after the other.
fn oracle(base: &Base, query: CaseQuery, values: &[f32], demand: Demand) -> (u8, Vec<(u32, f32)>) {
    let scenario = &base.schema().scenarios[usize::from(query.scenario)];
    let cluster = base.cluster_of(query.scenario, values);
    let mut all = Vec::new();
    for number in 0..base.len() {
        let case = base.case(number);
        for decision in
            case.decisions.iter().filter(|own| (own.scenario, own.facing) == (query.scenario, query.facing))
        {
            let mut then = case.values.clone();
            scenario.asks.iter().zip(&decision.asked).for_each(|(place, value)| then[*place] = *value);
            if base.cluster_of(query.scenario, &then) != cluster {
                continue;
            }
            let known =
                scenario.asks.iter().zip(&decision.asked).filter(|(place, _)| !values[**place].is_nan());
            let (mut sum, mut many, mut known_of_both) = (0.0, 0.0, 0.0);
            for (place, value) in known {
                sum += base.measure(*place).between(values[*place], *value);
                many += 1.0;
                known_of_both += f32::from(u8::from(!value.is_nan()));
            }
            all.push((number as u32, sum * (many / known_of_both) / many));
        }
    }
    let mut threshold = demand.threshold;
    loop {
        let found: Vec<_> = all.iter().copied().filter(|(_, s)| *s >= f32::from(threshold) / 100.0).collect();
        if found.len() >= demand.least || threshold == 0 {
            return (threshold, found);
        }
        threshold = threshold.saturating_sub(2);
    }
}

#[test]
fn retrieval_finds_what_a_dumb_search_finds() {
    let base = base(1500);
    let mut retrieved = Retrieved::default();
    let mut lowered = 0;
    for (number, case) in hands(300).iter().enumerate() {
        let mut values = case.values.clone();
        values[1] += (number % 5) as f32;
        if number % 11 == 0 {
            values[3] = f32::NAN;
        }
        for (scenario, facing) in [(0, 0), (0, 1), (1, 0), (1, 7)] {
            let query = CaseQuery { scenario, facing, default: 0 };
            for least in [1, 5, 100, 5000] {
                let demand = Demand { threshold: 98, least };
                retrieved.search(&base, query, &values, demand);
                let (threshold, expected) = oracle(&base, query, &values, demand);
                let found: Vec<(u32, f32)> =
                    retrieved.found.iter().map(|found| (found.entry.case, found.similarity)).collect();
                if facing != 7 {
                    assert_eq!(retrieved.threshold, threshold);
                }
                assert_eq!(found, expected, "scenario {scenario} facing {facing} of {values:?}");
                lowered += u64::from(threshold < 98);
            }
        }
    }
    assert!(lowered > 500, "{lowered}");
}

/// Whatever byte of a file is another or is missing: it is refused, or says the same.
#[test]
fn a_base_comes_back_from_its_file_and_a_damaged_one_does_not() {
    let desk = tempfile::tempdir().unwrap();
    let path = desk.path().join(CASES);
    let base = base(200);
    let chronicle = Chronicle { matches: 7, indexed: 200, counts: vec![("twins".into(), 3)] };
    let print = write(&path, &base, &chronicle, 0).unwrap();
    assert_eq!(print, read(&path).unwrap().fingerprint());
    let (back, told) = read(&path).unwrap().base(schema()).unwrap();
    assert_eq!((back.len(), back.decisions(), told), (200, 400, chronicle));
    assert_eq!(back.clusters(), base.clusters());
    let bytes = std::fs::read(&path).unwrap();
    let same = |path: &Path| read(path).is_ok_and(|stored| stored.fingerprint() == print);
    let (worse, mut refused) = (desk.path().join("worse.db"), 0);
    for at in (0..bytes.len()).step_by(97) {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1;
        std::fs::write(&worse, damaged).unwrap();
        refused += usize::from(read(&worse).is_err());
        assert!(same(&worse) || read(&worse).is_err(), "byte {at}");
        std::fs::write(&worse, &bytes[..at]).unwrap();
        assert!(read(&worse).is_err(), "cut at {at}");
    }
    assert!(refused > bytes.len() / 97 / 3, "{refused}");
    assert!(matches!(read(&desk.path().join("none.db")), Err(StoreError::File(_))));
    let mut other = schema();
    other.attributes[0].name = "higher".into();
    assert!(matches!(read(&path).unwrap().base(other), Err(StoreError::Other)));
    let (mut one, mut two) = (Retrieved::default(), Retrieved::default());
    let query = CaseQuery { scenario: 0, facing: 0, default: 0 };
    one.search(&base, query, &[24.0, 12.0, 6.0, 1.0], Demand { threshold: 98, least: 9 });
    two.search(&back, query, &[24.0, 12.0, 6.0, 1.0], Demand { threshold: 98, least: 9 });
    assert_eq!(one.found, two.found);
}

/// What is added to a file later is the same as what is written at once, also beside somebody who reads.
#[test]
fn a_base_that_grew_adds_to_its_file() {
    let desk = tempfile::tempdir().unwrap();
    let (path, whole) = (desk.path().join(CASES), desk.path().join("whole.db"));
    let mut grown = base(300);
    let first = write(&path, &grown, &Chronicle::default(), 0).unwrap();
    for case in hands(450).iter().skip(300) {
        grown.add(case);
    }
    grown.recluster(1, 1);
    let mut names = Names::default();
    [(7, "calls"), (300, "bets")].into_iter().for_each(|(action, word)| names.add(action, word.to_owned()));
    grown.take_names(names);
    grown.index(1);
    assert_eq!(
        [7, 300, 1, 8].map(|action| grown.action_name(action)),
        ["calls", "bets", "middle", "action 8"]
    );
    let chronicle = Chronicle { matches: 9, ..Chronicle::default() };
    let print = write(&path, &grown, &chronicle, 300).unwrap();
    assert_ne!(print, first);
    assert_eq!(write(&whole, &grown, &chronicle, 0).unwrap(), print);
    let (back, told) = read(&path).unwrap().base(schema()).unwrap();
    assert_eq!((back.bytes(), back.clusters(), &told), (grown.bytes(), grown.clusters(), &chronicle));
    assert_eq!(back.names(), grown.names());
    // Nothing new: only what is said of the base changes.
    let later = write(&path, &grown, &Chronicle::default(), 450).unwrap();
    assert_eq!(read(&path).unwrap().fingerprint(), later);
    // A number that is there already would be another's.
    assert!(write(&path, &grown, &chronicle, 449).is_err());
    assert_eq!(read(&path).unwrap().fingerprint(), later, "and nothing is lost");
}

#[test]
fn clusters_move_while_cases_come_and_threads_change_nothing() {
    let mut grown = base(400);
    for case in hands(800).iter().skip(400) {
        grown.add(case);
    }
    let before = grown.clusters().1;
    let mut other = grown.clone();
    assert_eq!(grown.recluster(1, 1), other.recluster(1, 4));
    assert_eq!(grown.clusters(), other.clusters());
    assert!(grown.clusters().1.iter().all(Option::is_some) && before.len() == 2);
    // Who is read again has the same labels as who grew.
    let desk = tempfile::tempdir().unwrap();
    let path = desk.path().join(CASES);
    write(&path, &grown, &Chronicle::default(), 0).unwrap();
    let (back, _) = read(&path).unwrap().base(schema()).unwrap();
    for point in 0..grown.groups(0).points() as u32 {
        assert_eq!(back.groups(0).label(point), grown.groups(0).label(point));
    }
}

#[test]
fn no_decision_of_a_long_case_is_lost() {
    let mut base = Base::new(schema());
    base.add(&case(&[24.0, 12.0, 6.0, 1.0], 300, 2.0));
    let desk = tempfile::tempdir().unwrap();
    let path = desk.path().join(CASES);
    write(&path, &base, &Chronicle::default(), 0).unwrap();
    let (again, _) = read(&path).unwrap().base(schema()).unwrap();
    assert_eq!((base.decisions(), again.decisions()), (300, 300));
    assert_eq!(again.case(0), base.case(0));
}
