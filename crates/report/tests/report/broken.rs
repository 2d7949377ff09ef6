//! Matches that broke: what is said of them, and what is not said of the rest.

use crate::made_up;
use ludometer_metrics::{Measure, Row, Shape, Summary, Unit};
use ludometer_report::{Verdict, verdicts};

/// A run in which so large a share of the matches broke, each in one of these ways.
fn summary(broken: f64, defects: &[&str]) -> Summary {
    let mut summary = made_up::summary("Connect Four");
    let measure = |id: &str, values: &[(&str, f64)]| {
        let row = |(label, value): &(&str, f64)| Row {
            label: (*label).into(),
            estimate: made_up::share(*value, 5000),
        };
        let shape = Shape::Rows { rows: values.iter().map(row).collect(), reference: None };
        Measure { id: id.into(), title: id.into(), unit: Unit::Share, shape }
    };
    for group in &mut summary.groups {
        group.measures.retain(|measure| measure.id != "completion");
        group.measures.push(measure("completion", &[("finished", 1.0 - broken), ("fault", broken)]));
        let defects: Vec<_> = defects.iter().map(|what| (*what, broken / defects.len() as f64)).collect();
        group.measures.push(measure("defects", &defects));
    }
    summary
}

fn ids(found: &[Verdict]) -> Vec<&str> {
    found.iter().map(|verdict| verdict.id.as_str()).collect()
}

#[test]
fn the_few_matches_that_did_not_break_answer_no_question() {
    assert_eq!(ids(&verdicts(&summary(0.9, &["too large (heap.luau:3)"]))), ["completion"]);
    assert!(ids(&verdicts(&summary(0.4, &["too large (heap.luau:3)"]))).contains(&"seats"));
}

#[test]
fn what_broke_is_told_with_how_often() {
    let found = verdicts(&summary(0.9, &["a; b (heap.luau:3)", "c (heap.luau:4)"]));
    let detail = &found[0].detail;
    assert!(detail.contains(" ended with a fault in the rules (random)"), "{detail}");
    assert!(detail.ends_with(". What broke: a; b (heap.luau:3) / c (heap.luau:4)."), "{detail}");
}

#[test]
fn a_run_without_matches_is_not_broken() {
    let mut summary = summary(0.0, &[]);
    summary.groups.iter_mut().for_each(|group| group.matches = 0);
    assert!(verdicts(&summary).is_empty());
}
